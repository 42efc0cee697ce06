use agon_core::view::{PointView, TavliView};
use agon_core::{AnyTable, BoardView, Fault, Game, GameInfo, OpeningRoll, Options, Player, Table};

use crate::board::setup;
use crate::moves::steps::TurnBuilder;
use crate::{BlotRule, Dice, OpeningRule, Position, Rules, Side, Step, Variant, gnubg_id};

/// A tavli game with its options.
#[derive(Clone, Debug)]
pub struct Tavli<V: Variant> {
    options: Options,
    rules: Rules<V>,
    opening: OpeningRule,
}

impl<V: Variant> Tavli<V> {
    /// The game with checked options.
    pub fn new(options: Options) -> Self {
        Self { rules: Rules::read(&options), opening: OpeningRule::read(&options), options }
    }

    /// The game with the options of a spec string: `one_die=free,score=triple`.
    pub fn from_text(options: &str) -> Result<Self, Fault> {
        Options::parse(V::INFO, options).map(Self::new)
    }

    /// The rules its positions are played by.
    pub fn rules(&self) -> &Rules<V> {
        &self.rules
    }

    /// Sets up a table, for the registry.
    pub fn open(options: Options) -> Result<Box<dyn AnyTable>, Fault> {
        Ok(Box::new(Table::new(Self::new(options))))
    }
}

impl<V: Variant> Default for Tavli<V> {
    fn default() -> Self {
        Self::new(Options::defaults(V::INFO))
    }
}

/// One die each, White's first; equal dice are rolled again and not recorded.
pub(crate) fn opening_rolls() -> impl Iterator<Item = (String, Player, Dice)> {
    let rolls = (1..=6).flat_map(|white| (1..=6).map(move |black| (white, black)));
    rolls.filter(|(white, black)| white != black).filter_map(|(white, black)| {
        let starter = if white > black { Player::P1 } else { Player::P2 };
        Some((format!("o{white}{black}:"), starter, Dice::new(white, black)?))
    })
}

impl<V: Variant> Game for Tavli<V> {
    type Position = Position<V>;

    fn info(&self) -> &'static GameInfo {
        V::INFO
    }

    fn spec(&self) -> String {
        self.options.spec()
    }

    fn start(&self) -> Position<V> {
        Position::start(self.rules, Player::P1)
    }

    fn parse_position(&self, text: &str) -> Result<Position<V>, Fault> {
        if gnubg_id::is_id::<V>(text) {
            return gnubg_id::read(text, self.rules, Player::P1);
        }
        setup::parse(text, self.rules)
    }

    fn position_text(&self, position: &Position<V>) -> String {
        setup::text(position)
    }

    fn openings(&self) -> Vec<OpeningRoll<Position<V>>> {
        if self.opening == OpeningRule::White {
            return Vec::new();
        }
        opening_rolls()
            .map(|(notation, starter, dice)| {
                let start = Position::start(self.rules, starter);
                let plays = self.opening == OpeningRule::HighPlays;
                OpeningRoll { notation, position: if plays { start.with_dice(dice) } else { start } }
            })
            .collect()
    }

    fn ending(&self, position: &Position<V>) -> Option<&'static str> {
        V::ending(position)
    }

    fn pass_reason(&self, position: &Position<V>) -> Option<&'static str> {
        position.pass_reason()
    }

    fn view(&self, position: &Position<V>, prefix: &[Step]) -> BoardView {
        BoardView::Tavli(view(position, prefix))
    }
}

/// The board after some steps of an unfinished turn.
pub(crate) fn view<V: Variant>(position: &Position<V>, prefix: &[Step]) -> TavliView {
    let (shown, dice_left) = shown(position, prefix);
    let points = (1..=24).map(|point| match setup::holder(&shown, point) {
        Some((owner, count, pinned)) => PointView { owner: Some(owner), count, pinned },
        None => PointView::default(),
    });
    let board_points = |player, first: u8| -> [u8; 6] {
        std::array::from_fn(|index| Position::<V>::board_point(player, first + index as u8))
    };
    TavliView {
        variant: V::INFO.name.into(),
        points: points.collect(),
        bar: Player::ALL.map(|player| shown.side(player).bar()),
        off: Player::ALL.map(|player| shown.side(player).off()),
        pips: Player::ALL.map(|player| Side::pips(shown.side(player))),
        home: Player::ALL.map(|player| board_points(player, 19)),
        entry: Player::ALL.map(|player| Position::<V>::board_point(player, 1)),
        mover: position.mover(),
        dice: position.dice().map(|dice| vec![dice.high(), dice.low()]).unwrap_or_default(),
        dice_left,
        match_score: None,
        blots_are_safe: matches!(V::BLOT_RULE, BlotRule::Block),
    }
}

/// The checkers after some steps, and the dice left.
fn shown<V: Variant>(position: &Position<V>, prefix: &[Step]) -> (Position<V>, Vec<u8>) {
    match (TurnBuilder::after(position, prefix), crate::Turn::new(prefix)) {
        (Some(builder), Some(turn)) => (position.after(turn), builder.left),
        _ => (*position, position.dice().map(Dice::numbers).unwrap_or_default()),
    }
}
