//! Tiny games for tests, each with one property that matters.
//!
//! [`Stones`] has a known winner, [`Maze`] nothing that can be guessed, [`Ring`] repeats for ever, [`Heap`] has
//! chance, turns of several steps and, if asked for, colliding keys.

use std::fmt;

use agon_core::rng::mix;
use agon_core::view::GridView;
use agon_core::{
    Actor, BoardView, Fault, Game, GameInfo, NoChance, OpeningRoll, OptionInfo, Outcome, PlaceView, Player, Position,
    SingleStep, StepPlaces, Steps, Table, TurnState, Values, faults,
};

/// A rule set around any tiny position.
#[derive(Clone, Debug)]
pub struct Tiny<P> {
    /// Where it starts.
    pub start: P,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
}

/// A game without options.
pub static TINY: GameInfo = GameInfo { name: "tiny", title: "Tiny", summary: "a test", ..GameInfo::NEW };

impl<P: Steps> Game for Tiny<P> {
    type Position = P;

    fn info(&self) -> &'static GameInfo {
        &TINY
    }

    fn spec(&self) -> String {
        "tiny".to_owned()
    }

    fn start(&self) -> P {
        self.start
    }

    fn parse_position(&self, text: &str) -> Result<P, Fault> {
        Err(faults::POSITION_SYNTAX.with("text", text).with("example", "none"))
    }

    fn position_text(&self, position: &P) -> String {
        format!("{position:?}")
    }

    fn draws_by_repetition(&self) -> bool {
        self.repetition
    }

    fn view(&self, _: &P, _: &[P::Step]) -> BoardView {
        BoardView::Grid(GridView::default())
    }
}

/// A table of a tiny game.
pub fn table<P: Steps>(start: P, repetition: bool) -> Table<Tiny<P>> {
    Table::new(Tiny { start, repetition })
}

fn read_number(position: &impl Position<Move = u8>, text: &str) -> Result<u8, Fault> {
    let m = text.parse().map_err(|_| faults::NOT_A_MOVE.with("word", text).with("example", "1"))?;
    if position.is_legal(m) { Ok(m) } else { Err(faults::ILLEGAL.with("word", text)) }
}

/// Players take one to three stones in turn; taking the last one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Stones left.
    pub left: u8,
    /// Player to move.
    pub mover: Player,
}

impl Position for Stones {
    type Move = u8;
    type Chance = NoChance;

    fn actor(&self) -> Actor {
        if self.left == 0 { Actor::Nobody } else { Actor::Player(self.mover) }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win(self.mover.opponent()))
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.left.min(3));
    }

    fn play_unchecked(&mut self, m: u8) {
        *self = Self { left: self.left.wrapping_sub(m), mover: self.mover.opponent() };
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | self.mover.index() as u64)
    }

    fn fmt_move(&self, m: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{m}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Fault> {
        read_number(self, text)
    }
}

impl SingleStep for Stones {
    fn move_places(&self, _: u8) -> StepPlaces {
        StepPlaces::place(PlaceView::Cell { row: 0, col: 0 })
    }
}

/// A tree of random shape and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Maze {
    /// The node, from which its moves and its outcome follow.
    pub place: u64,
    turn: u8,
    /// Player to move.
    pub mover: Player,
}

impl Maze {
    /// The root of a tree.
    pub fn new(seed: u64) -> Self {
        Self { place: mix(seed.wrapping_add(1)), turn: 0, mover: Player::P1 }
    }
}

impl Position for Maze {
    type Move = u8;
    type Chance = NoChance;

    fn actor(&self) -> Actor {
        if self.outcome().is_some() { Actor::Nobody } else { Actor::Player(self.mover) }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.place >> 32 & 63 {
            0 => Some(Outcome::win(Player::P1)),
            1 => Some(Outcome::win(Player::P2)),
            2 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend(0..2 + (self.place & 3) as u8);
    }

    fn play_unchecked(&mut self, m: u8) {
        // Few bits survive, so that paths transpose and the table has something to do; but never at different
        // depths, as entries of deeper searches would be more exact than plain minimax.
        let turn = self.turn.wrapping_add(1);
        let place = mix((self.place & 0x3f) ^ u64::from(m) << 20 ^ u64::from(turn) << 32);
        *self = Self { place, turn, mover: self.mover.opponent() };
    }

    fn key(&self) -> u64 {
        mix(self.place ^ u64::from(self.turn))
    }

    fn fmt_move(&self, m: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{m}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Fault> {
        read_number(self, text)
    }
}

impl SingleStep for Maze {
    fn move_places(&self, _: u8) -> StepPlaces {
        StepPlaces::place(PlaceView::Cell { row: 0, col: 0 })
    }
}

/// A token on a ring of four fields; both players move it by one or three fields for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    /// Where the token stands, 0 to 3.
    pub field: u8,
    /// Player to move.
    pub mover: Player,
}

impl Position for Ring {
    type Move = u8;
    type Chance = NoChance;

    fn actor(&self) -> Actor {
        Actor::Player(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend([1, 3]);
    }

    fn play_unchecked(&mut self, m: u8) {
        *self = Self { field: self.field.wrapping_add(m) % 4, mover: self.mover.opponent() };
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.field) << 1 | self.mover.index() as u64)
    }

    fn fmt_move(&self, m: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{m}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Fault> {
        read_number(self, text)
    }
}

impl SingleStep for Ring {
    fn move_places(&self, _: u8) -> StepPlaces {
        StepPlaces::place(PlaceView::Cell { row: 0, col: 0 })
    }
}

/// Players take one stone, or as many as the coin shows (1 or 3); the last one wins two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    /// Stones left.
    pub stones: u8,
    /// Player to move.
    pub mover: Player,
    /// What the coin shows; `None` before the toss.
    pub coin: Option<u8>,
    /// Whether keys collide, so that tables which trust the key alone miscount.
    pub poor_key: bool,
}

impl Heap {
    /// A heap with p1 to move.
    pub const fn new(stones: u8, coin: Option<u8>) -> Self {
        Self { stones, mover: Player::P1, coin, poor_key: false }
    }
}

impl Position for Heap {
    type Move = u8;
    type Chance = u8;

    fn actor(&self) -> Actor {
        match (self.stones, self.coin) {
            (0, _) => Actor::Nobody,
            (_, None) => Actor::Chance,
            (_, Some(_)) => Actor::Player(self.mover),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| Outcome::Win { winner: self.mover.opponent(), points: 2 })
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        let Some(coin) = self.coin.filter(|_| self.stones > 0) else { return };
        out.push(1);
        if coin > 1 && coin <= self.stones {
            out.push(coin);
        }
    }

    fn play_unchecked(&mut self, m: u8) {
        *self = Self { stones: self.stones.wrapping_sub(m), mover: self.mover.opponent(), coin: None, ..*self };
    }

    fn chances(&self) -> &'static [(u8, u32)] {
        if self.actor() == Actor::Chance { &[(1, 2), (3, 1)] } else { &[] }
    }

    fn resolve_unchecked(&mut self, coin: u8) {
        self.coin = Some(coin);
    }

    fn key(&self) -> u64 {
        if self.poor_key {
            return u64::from(self.stones % 2);
        }
        mix(u64::from(self.stones) << 8 | u64::from(self.coin.unwrap_or(0)) << 1 | self.mover.index() as u64)
    }

    fn fmt_move(&self, m: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{m}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Fault> {
        read_number(self, text)
    }

    fn fmt_chance(&self, coin: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{coin}:")
    }

    fn parse_chance(&self, text: &str) -> Result<u8, Fault> {
        match text {
            "1:" => Ok(1),
            "3:" => Ok(3),
            _ => Err(faults::NOT_A_ROLL.with("word", text)),
        }
    }
}

impl Steps for Heap {
    type Step = ();

    fn next_steps(&self, prefix: &[()], out: &mut Vec<()>) {
        if self.coin.is_some_and(|coin| prefix.len() < usize::from(coin.min(self.stones))) {
            out.push(());
        }
    }

    fn finish(&self, prefix: &[()]) -> Option<u8> {
        Some(prefix.len() as u8).filter(|m| self.is_legal(*m))
    }

    fn turn_state(&self, prefix: &[()]) -> TurnState {
        if self.finish(prefix).is_some() { TurnState::Complete } else { TurnState::Open }
    }

    fn fmt_step(&self, (): (), out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("stone")
    }

    fn step_places(&self, (): ()) -> StepPlaces {
        StepPlaces::place(PlaceView::Cell { row: 0, col: 0 })
    }
}

/// The game of a heap, with options, positions as text and an opening roll.
#[derive(Clone, Debug)]
pub struct HeapGame {
    /// Stones at the start.
    pub stones: u8,
    /// Whether an opening roll says who starts.
    pub opening: bool,
}

/// Name and options of [`HeapGame`].
pub static HEAP: GameInfo = GameInfo {
    name: "heap",
    title: "Heap",
    summary: "take stones",
    options: &[
        OptionInfo { name: "stones", values: Values::Range(1, 99), default: "7", help: "stones" },
        OptionInfo { name: "opening", values: Values::OneOf(&["off", "on"]), default: "off", help: "who starts" },
    ],
    ..GameInfo::DICE
};

impl Game for HeapGame {
    type Position = Heap;

    fn info(&self) -> &'static GameInfo {
        &HEAP
    }

    fn spec(&self) -> String {
        "heap".to_owned()
    }

    fn start(&self) -> Heap {
        Heap::new(self.stones, None)
    }

    fn parse_position(&self, text: &str) -> Result<Heap, Fault> {
        let stones = text.parse().map_err(|_| faults::POSITION_SYNTAX.with("text", text).with("example", "7"))?;
        Ok(Heap { stones, ..self.start() })
    }

    fn position_text(&self, position: &Heap) -> String {
        let coin = position.coin.map_or("-".to_owned(), |coin| coin.to_string());
        format!("{} {} {coin}", position.stones, position.mover)
    }

    fn openings(&self) -> Vec<OpeningRoll<Heap>> {
        if !self.opening {
            return Vec::new();
        }
        Player::ALL
            .iter()
            .map(|&mover| OpeningRoll {
                notation: format!("o{}:", mover.index()),
                position: Heap { mover, ..self.start() },
            })
            .collect()
    }

    fn view(&self, _: &Heap, _: &[()]) -> BoardView {
        BoardView::Grid(GridView::default())
    }
}

/// A table of a heap without opening roll.
pub fn heap(stones: u8) -> Table<HeapGame> {
    Table::new(HeapGame { stones, opening: false })
}
