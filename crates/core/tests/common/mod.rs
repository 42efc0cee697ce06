//! Two tiny games: one with dice and an opening roll, one that can repeat.

use std::fmt;

use agon_core::view::GridView;
use agon_core::{
    Actor, BoardView, Fault, Game, GameInfo, NoChance, OpeningRoll, OptionInfo, Outcome, PlaceView, Player,
    Position, StepPlaces, Steps, Table, TurnState, Values, faults,
};

/// Take one stone, or as many as the coin shows (1 or 3); whoever takes the last stone wins.
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
        // Deliberately bad, so that tables which trust it alone would miscount.
        u64::from(self.stones % 2)
    }

    fn fmt_move(&self, m: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "t{m}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Fault> {
        let m = text.strip_prefix('t').and_then(|n| n.parse().ok());
        let m = m.ok_or_else(|| faults::NOT_A_MOVE.with("word", text).with("example", "t1"))?;
        if self.is_legal(m) { Ok(m) } else { Err(faults::ILLEGAL.with("word", text)) }
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

#[derive(Clone, Debug)]
pub(crate) struct HeapGame {
    pub(crate) stones: u8,
    pub(crate) opening: bool,
}

pub(crate) static HEAP: GameInfo = GameInfo {
    name: "heap",
    title: "Heap",
    summary: "take stones",
    options: &[
        OptionInfo { name: "stones", values: Values::Range(1, 99), default: "7", help: "stones" },
        OptionInfo {
            name: "opening",
            values: Values::OneOf(&["off", "on"]),
            default: "off",
            help: "who starts",
        },
    ],
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
        Heap { stones: self.stones, mover: Player::P1, coin: None }
    }

    fn parse_position(&self, text: &str) -> Result<Heap, Fault> {
        let stones =
            text.parse().map_err(|_| faults::POSITION_SYNTAX.with("text", text).with("example", "7"))?;
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

pub(crate) fn heap(stones: u8) -> Table<HeapGame> {
    Table::new(HeapGame { stones, opening: false })
}

/// Two players walk round a ring of four fields for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub(crate) field: u8,
    pub(crate) mover: Player,
}

impl Position for Ring {
    type Move = i8;
    type Chance = NoChance;

    fn actor(&self) -> Actor {
        Actor::Player(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, out: &mut Vec<i8>) {
        out.extend([1, -1]);
    }

    fn play_unchecked(&mut self, m: i8) {
        *self = Self { field: self.field.wrapping_add_signed(m) % 4, mover: self.mover.opponent() };
    }

    fn resolve_unchecked(&mut self, chance: NoChance) {
        match chance {}
    }

    fn key(&self) -> u64 {
        u64::from(self.field) << 1 | self.mover.index() as u64
    }

    fn fmt_move(&self, m: i8, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(if m > 0 { "on" } else { "back" })
    }

    fn parse_move(&self, text: &str) -> Result<i8, Fault> {
        match text {
            "on" => Ok(1),
            "back" => Ok(-1),
            _ => Err(faults::NOT_A_MOVE.with("word", text).with("example", "on")),
        }
    }
}

impl Steps for Ring {
    type Step = i8;

    fn next_steps(&self, prefix: &[i8], out: &mut Vec<i8>) {
        if prefix.is_empty() {
            self.legal_moves(out);
        }
    }

    fn finish(&self, prefix: &[i8]) -> Option<i8> {
        prefix.first().copied()
    }

    fn turn_state(&self, prefix: &[i8]) -> TurnState {
        if prefix.is_empty() { TurnState::Open } else { TurnState::Complete }
    }

    fn fmt_step(&self, step: i8, out: &mut dyn fmt::Write) -> fmt::Result {
        self.fmt_move(step, out)
    }

    fn step_places(&self, _: i8) -> StepPlaces {
        StepPlaces::place(PlaceView::Cell { row: 0, col: self.field })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct RingGame {
    pub(crate) repetition: bool,
}

pub(crate) static RING: GameInfo = GameInfo { name: "ring", title: "Ring", summary: "walk", options: &[] };

impl Game for RingGame {
    type Position = Ring;

    fn info(&self) -> &'static GameInfo {
        &RING
    }

    fn spec(&self) -> String {
        "ring".to_owned()
    }

    fn start(&self) -> Ring {
        Ring { field: 0, mover: Player::P1 }
    }

    fn parse_position(&self, text: &str) -> Result<Ring, Fault> {
        Err(faults::POSITION_SYNTAX.with("text", text).with("example", "0 p1"))
    }

    fn position_text(&self, position: &Ring) -> String {
        format!("{} {}", position.field, position.mover)
    }

    fn draws_by_repetition(&self) -> bool {
        self.repetition
    }

    fn view(&self, _: &Ring, _: &[i8]) -> BoardView {
        BoardView::Grid(GridView::default())
    }
}
