//! Tiny games to search in, each with one property that matters.

use std::fmt;

use agon_core::rng::mix;
use agon_core::view::GridView;
use agon_core::{
    Actor, BoardView, Fault, Game, GameInfo, NoChance, Outcome, PlaceView, Player, Position, StepPlaces,
    Steps, Table, TurnState, faults,
};

/// A rule set around any tiny position.
#[derive(Clone, Debug)]
pub(crate) struct Tiny<P> {
    pub(crate) start: P,
    pub(crate) repetition: bool,
}

static INFO: GameInfo = GameInfo { name: "tiny", title: "Tiny", summary: "a test", options: &[] };

impl<P: Steps> Game for Tiny<P> {
    type Position = P;

    fn info(&self) -> &'static GameInfo {
        &INFO
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

pub(crate) fn table<P: Steps>(start: P, repetition: bool) -> Table<Tiny<P>> {
    Table::new(Tiny { start, repetition })
}

/// Every tiny turn is one step.
macro_rules! one_step_turns {
    ($position:ty) => {
        impl Steps for $position {
            type Step = <Self as Position>::Move;

            fn next_steps(&self, prefix: &[Self::Step], out: &mut Vec<Self::Step>) {
                if prefix.is_empty() {
                    self.legal_moves(out);
                }
            }

            fn finish(&self, prefix: &[Self::Step]) -> Option<Self::Move> {
                prefix.first().copied()
            }

            fn turn_state(&self, prefix: &[Self::Step]) -> TurnState {
                if prefix.is_empty() { TurnState::Open } else { TurnState::Complete }
            }

            fn fmt_step(&self, step: Self::Step, out: &mut dyn fmt::Write) -> fmt::Result {
                self.fmt_move(step, out)
            }

            fn step_places(&self, _: Self::Step) -> StepPlaces {
                StepPlaces::place(PlaceView::Cell { row: 0, col: 0 })
            }
        }
    };
}

fn read_number(position: &impl Position<Move = u8>, text: &str) -> Result<u8, Fault> {
    let m = text.parse().map_err(|_| faults::NOT_A_MOVE.with("word", text).with("example", "1"))?;
    if position.is_legal(m) { Ok(m) } else { Err(faults::ILLEGAL.with("word", text)) }
}

/// Take one to three stones; whoever takes the last one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stones {
    pub(crate) left: u8,
    pub(crate) mover: Player,
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

    fn resolve_unchecked(&mut self, chance: NoChance) {
        match chance {}
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

one_step_turns!(Stones);

/// A tree of random shape and values: nothing in it can be guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Maze {
    pub(crate) place: u64,
    turn: u8,
    pub(crate) mover: Player,
}

impl Maze {
    pub(crate) fn new(seed: u64) -> Self {
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
        // Few bits survive, so that ways meet again and the memory has something to do; but never
        // at different turns, as a memory of deeper searches would know more than a plain minimax.
        let turn = self.turn.wrapping_add(1);
        let place = mix((self.place & 0x3f) ^ u64::from(m) << 20 ^ u64::from(turn) << 32);
        *self = Self { place, turn, mover: self.mover.opponent() };
    }

    fn resolve_unchecked(&mut self, chance: NoChance) {
        match chance {}
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

one_step_turns!(Maze);

/// A token on a ring of four fields that walks on or back for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub(crate) field: u8,
    pub(crate) mover: Player,
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

    fn resolve_unchecked(&mut self, chance: NoChance) {
        match chance {}
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

one_step_turns!(Ring);

/// Take one stone, or as many as the coin shows (1 or 3); the last one wins two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    pub(crate) stones: u8,
    pub(crate) mover: Player,
    pub(crate) coin: Option<u8>,
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
        *self = Self { stones: self.stones.wrapping_sub(m), mover: self.mover.opponent(), coin: None };
    }

    fn chances(&self) -> &'static [(u8, u32)] {
        if self.actor() == Actor::Chance { &[(1, 2), (3, 1)] } else { &[] }
    }

    fn resolve_unchecked(&mut self, coin: u8) {
        self.coin = Some(coin);
    }

    fn key(&self) -> u64 {
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
}

one_step_turns!(Heap);
