use std::fmt;

use agon_core::rng::mix;
use agon_core::{
    Actor, AnyTable, BoardView, Fault, Game, GameInfo, OpeningRoll, OptionInfo, Options, Outcome, Player,
    Position as _, StepPlaces, Steps, Table, TurnState, Values, faults,
};

use crate::board::setup;
use crate::faults as tavli;
use crate::fevga::{MANA_PRIME, RUNNER, SHUT_IN, START_PRIME};
use crate::game::opening_rolls;
use crate::plakoto::{BEAROFF, MANA};
use crate::portes::HIT_AND_RUN;
use crate::{
    Dice, Fevga, ONE_DIE, OPENING, OpeningRule, Plakoto, Portes, Position, Rules, SCORE, Step, Turn, Variant, game,
    presets,
};

pub(crate) static INFO: GameInfo = GameInfo {
    name: "tavli",
    title: "Tavli",
    summary: "A match of Portes, Plakoto and Fevga in turn, until a player has enough points.",
    options: &[
        OptionInfo {
            name: "points",
            values: Values::Range(1, 99),
            default: "7",
            help: "points needed to win the match",
        },
        ONE_DIE,
        SCORE,
        OptionInfo { default: "high_rerolls", ..OPENING },
        HIT_AND_RUN,
        BEAROFF,
        MANA,
        RUNNER,
        START_PRIME,
        SHUT_IN,
        MANA_PRIME,
    ],
    presets: &[
        presets::standard("The higher die starts the first game; in Plakoto a pinned mana ends the game."),
        presets::course(
            "opening=white,bearoff=unpinned_only,mana=play_on",
            "White starts; in Plakoto the other checkers may be borne off, and play goes on after a pinned mana.",
        ),
        presets::book(
            "runner=past,blockade=behind_prime",
            "The higher die starts; the runner of Fevga must pass the first point of the opponent, who may not be trapped behind six points.",
        ),
        presets::tournament(
            "hit_and_run=forbidden,runner=past,blockade=behind_prime",
            "The book rules, and in Portes a checker that hits in its own home stays there for that turn.",
        ),
    ],
    sample: Some("2-4 fevga w9,5,b1,b1,1,w2,1,b1,b5,w1,w1,b1,2,b2,b1,b2,w1,w1,b1 0/0 0/0 b 44"),
    texts: agon_core::texts!("texts/tavli", "texts": "en", "sr", "el", "he"),
    ..GameInfo::DICE
};

/// A tavli match: Portes, Plakoto and Fevga in turn until a player has the points.
#[derive(Clone, Debug)]
pub struct TavliMatch {
    options: Options,
    rules: MatchRules,
    opening: OpeningRule,
}

/// The rules of a match: its length and the rules of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchRules {
    /// The points that win the match.
    pub points: u8,
    /// The rules of Portes.
    pub portes: Rules<Portes>,
    /// The rules of Plakoto.
    pub plakoto: Rules<Plakoto>,
    /// The rules of Fevga.
    pub fevga: Rules<Fevga>,
}

/// The game of a match that is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchGame {
    /// The first, fourth, seventh.
    Portes(Position<Portes>),
    /// The second, fifth, eighth.
    Plakoto(Position<Plakoto>),
    /// The third, sixth, ninth.
    Fevga(Position<Fevga>),
}

/// A position of a match: the score and the game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchPosition {
    score: [u8; 2],
    /// Who began the game on the board. It matters only after a draw, which only Plakoto has; in the other games it is
    /// White.
    starter: Player,
    game: MatchGame,
    rules: MatchRules,
}

/// Evaluates an expression for the game on the board.
macro_rules! on_board {
    ($game:expr, $position:ident => $action:expr) => {
        match $game {
            MatchGame::Portes($position) => $action,
            MatchGame::Plakoto($position) => $action,
            MatchGame::Fevga($position) => $action,
        }
    };
}

impl MatchGame {
    /// The name of the game.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Portes(_) => Portes::INFO.name,
            Self::Plakoto(_) => Plakoto::INFO.name,
            Self::Fevga(_) => Fevga::INFO.name,
        }
    }

    /// The game that follows, begun by `starter`.
    fn next(&self, rules: &MatchRules, starter: Player) -> Self {
        match self {
            Self::Portes(_) => Self::Plakoto(Position::start(rules.plakoto, starter)),
            Self::Plakoto(_) => Self::Fevga(Position::start(rules.fevga, starter)),
            Self::Fevga(_) => Self::Portes(Position::start(rules.portes, starter)),
        }
    }
}

impl MatchPosition {
    /// The points of both players.
    pub fn score(&self) -> [u8; 2] {
        self.score
    }

    /// The game on the board.
    pub fn game(&self) -> &MatchGame {
        &self.game
    }

    /// Who began this game, and begins the next if it is drawn; only Plakoto can be.
    pub fn starter(&self) -> Player {
        self.starter
    }

    /// The rules of the match.
    pub fn rules(&self) -> &MatchRules {
        &self.rules
    }

    /// Adds the points of a finished game and, unless the match is over, sets up the next one.
    fn score_game(&mut self) {
        let Some(outcome) = on_board!(&self.game, position => position.outcome()) else { return };
        let starter = outcome.winner().unwrap_or(self.starter);
        if let Some(winner) = outcome.winner() {
            self.score[winner.index()] += outcome.points();
        }
        if self.winner().is_none() {
            self.game = self.game.next(&self.rules, starter);
            self.starter = if matches!(self.game, MatchGame::Plakoto(_)) { starter } else { Player::P1 };
        }
    }

    fn winner(&self) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.score[player.index()] >= self.rules.points)
    }
}

impl agon_core::Position for MatchPosition {
    type Move = Turn;
    type Chance = Dice;

    fn actor(&self) -> Actor {
        on_board!(&self.game, position => position.actor())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(Outcome::win)
    }

    fn legal_moves(&self, out: &mut Vec<Turn>) {
        on_board!(&self.game, position => position.legal_moves(out));
    }

    fn play_unchecked(&mut self, turn: Turn) {
        on_board!(&mut self.game, position => position.play_unchecked(turn));
        self.score_game();
    }

    fn chances(&self) -> &'static [(Dice, u32)] {
        on_board!(&self.game, position => position.chances())
    }

    fn resolve_unchecked(&mut self, chance: Dice) {
        on_board!(&mut self.game, position => position.resolve_unchecked(chance));
    }

    fn key(&self) -> u64 {
        let (index, key) = match &self.game {
            MatchGame::Portes(position) => (0, position.key()),
            MatchGame::Plakoto(position) => (1, position.key()),
            MatchGame::Fevga(position) => (2, position.key()),
        };
        let [white, black] = self.score.map(u64::from);
        mix(key ^ (index << 1 | white << 8 | black << 16 | self.starter.index() as u64))
    }

    fn fmt_move(&self, turn: Turn, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{turn}")
    }

    fn parse_move(&self, text: &str) -> Result<Turn, Fault> {
        on_board!(&self.game, position => position.parse_move(text))
    }

    fn fmt_chance(&self, dice: Dice, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{dice}:")
    }

    fn parse_chance(&self, text: &str) -> Result<Dice, Fault> {
        on_board!(&self.game, position => position.parse_chance(text))
    }
}

impl Steps for MatchPosition {
    type Step = Step;

    fn next_steps(&self, prefix: &[Step], out: &mut Vec<Step>) {
        on_board!(&self.game, position => position.next_steps(prefix, out));
    }

    fn finish(&self, prefix: &[Step]) -> Option<Turn> {
        on_board!(&self.game, position => position.finish(prefix))
    }

    fn turn_state(&self, prefix: &[Step]) -> TurnState {
        on_board!(&self.game, position => position.turn_state(prefix))
    }

    fn fmt_step(&self, step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{step}")
    }

    fn is_step_text(&self, step: Step, text: &str) -> bool {
        on_board!(&self.game, position => position.is_step_text(step, text))
    }

    fn step_places(&self, step: Step) -> StepPlaces {
        on_board!(&self.game, position => position.step_places(step))
    }
}

impl TavliMatch {
    /// The match with checked options.
    pub fn new(options: Options) -> Self {
        let rules = MatchRules {
            points: options.number("points") as u8,
            portes: Rules::read(&options),
            plakoto: Rules::read(&options),
            fevga: Rules::read(&options),
        };
        Self { rules, opening: OpeningRule::read(&options), options }
    }

    /// The match with the options of a spec string: `points=5,score=triple`.
    pub fn from_text(options: &str) -> Result<Self, Fault> {
        Options::parse(&INFO, options).map(Self::new)
    }

    /// Sets up a table, for the registry.
    pub fn open(options: Options) -> Result<Box<dyn AnyTable>, Fault> {
        Ok(Box::new(Table::new(Self::new(options))))
    }

    fn first_game(&self, starter: Player, dice: Option<Dice>) -> MatchPosition {
        let start = Position::start(self.rules.portes, starter);
        let game = MatchGame::Portes(dice.map_or(start, |dice| start.with_dice(dice)));
        MatchPosition { score: [0; 2], starter: Player::P1, game, rules: self.rules }
    }

    fn read_score(&self, text: &str) -> Option<[u8; 2]> {
        let (white, black) = text.split_once('-')?;
        let points = |text: &str| {
            let digits = !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
            // The last game can bring up to three points when one was missing.
            let number = if digits { text.parse::<u8>().ok() } else { None };
            number.filter(|number| *number <= self.rules.points + 2)
        };
        Some([points(white)?, points(black)?])
    }

    /// Checks that the score and the game fit together.
    fn check(&self, position: MatchPosition) -> Result<MatchPosition, Fault> {
        let [white, black] = position.score;
        let refuse = |kind: agon_core::FaultKind| {
            Err(kind.with("text", format!("{white}-{black}")).with("points", self.rules.points))
        };
        let outcome = on_board!(&position.game, position => position.outcome());
        match (position.winner(), outcome) {
            (None, None) => Ok(position),
            (None, Some(_)) => refuse(tavli::MATCH_GOES_ON),
            (Some(winner), Some(outcome)) if outcome.winner() == Some(winner) => {
                let before = position.score[winner.index()].checked_sub(outcome.points());
                let other = position.score[winner.opponent().index()];
                let fits = before.is_some_and(|before| before < self.rules.points);
                if fits && other < self.rules.points { Ok(position) } else { refuse(tavli::MATCH_OVER) }
            }
            (Some(_), _) => refuse(tavli::MATCH_OVER),
        }
    }
}

impl Default for TavliMatch {
    fn default() -> Self {
        Self::new(Options::defaults(&INFO))
    }
}

impl Game for TavliMatch {
    type Position = MatchPosition;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn spec(&self) -> String {
        self.options.spec()
    }

    fn start(&self) -> MatchPosition {
        self.first_game(Player::P1, None)
    }

    /// Reads `3-2 fevga` and the position of that game; in Plakoto, which can be drawn, who began it
    /// stands between: `3-2 plakoto b`, White if it is left out.
    fn parse_position(&self, text: &str) -> Result<MatchPosition, Fault> {
        let lower = text.to_ascii_lowercase();
        let syntax = || faults::POSITION_SYNTAX.with("text", text).with("example", self.position_text(&self.start()));
        let (score, rest) = lower.trim().split_once(char::is_whitespace).ok_or_else(syntax)?;
        let (name, rest) = rest.trim().split_once(char::is_whitespace).ok_or_else(syntax)?;
        let (first, after) = rest.trim().split_once(char::is_whitespace).ok_or_else(syntax)?;
        let score = self
            .read_score(score)
            .ok_or_else(|| tavli::SCORE_SYNTAX.with("text", score).with("points", self.rules.points))?;
        let mut starter = Player::P1;
        let game = match name {
            "portes" => MatchGame::Portes(setup::parse(rest, self.rules.portes)?),
            "plakoto" => {
                let given = setup::parse_letter(first).ok();
                starter = given.unwrap_or(starter);
                let board = if given.is_some() { after } else { rest };
                MatchGame::Plakoto(setup::parse(board, self.rules.plakoto)?)
            }
            "fevga" => MatchGame::Fevga(setup::parse(rest, self.rules.fevga)?),
            _ => return Err(tavli::MATCH_GAME.with("text", name)),
        };
        self.check(MatchPosition { score, starter, game, rules: self.rules })
    }

    fn position_text(&self, position: &MatchPosition) -> String {
        let [white, black] = position.score;
        let board = on_board!(&position.game, position => setup::text(position));
        let name = position.game.name();
        if matches!(position.game, MatchGame::Plakoto(_)) {
            format!("{white}-{black} {name} {} {board}", setup::letter(position.starter))
        } else {
            format!("{white}-{black} {name} {board}")
        }
    }

    fn openings(&self) -> Vec<OpeningRoll<MatchPosition>> {
        if self.opening == OpeningRule::White {
            return Vec::new();
        }
        let plays = self.opening == OpeningRule::HighPlays;
        opening_rolls()
            .map(|(notation, starter, dice)| OpeningRoll {
                notation,
                position: self.first_game(starter, plays.then_some(dice)),
            })
            .collect()
    }

    fn ending(&self, position: &MatchPosition) -> Option<&'static str> {
        position.winner().map(|_| "match_won")
    }

    fn pass_reason(&self, position: &MatchPosition) -> Option<&'static str> {
        on_board!(&position.game, position => position.pass_reason())
    }

    fn view(&self, position: &MatchPosition, prefix: &[Step]) -> BoardView {
        let mut view = on_board!(&position.game, position => game::view(position, prefix));
        let [white, black] = position.score;
        view.match_score = Some([white, black, self.rules.points]);
        BoardView::Tavli(view)
    }
}
