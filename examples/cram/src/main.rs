//! Agon with one more game, Cram: the players take turns placing a domino in either direction; a player who cannot
//! place one loses.

use std::fmt::{self, Write};
use std::process::ExitCode;

use agon::Fault;
use agon::rules::view::{BoardView, Cover, GridView, PlaceView, StepPlaces};
use agon::rules::{
    Actor, Game, GameEntry, GameInfo, NoChance, OptionInfo, Options, Outcome, Player, Position, SingleStep, Table,
    Values, faults, rng,
};

fn main() -> ExitCode {
    match agon::register(&ENTRY) {
        Ok(()) => agon_cli::main(),
        Err(fault) => {
            eprintln!("cram: {fault}");
            ExitCode::FAILURE
        }
    }
}

static INFO: GameInfo = GameInfo {
    name: "cram",
    title: "Cram",
    summary: "Place dominoes in either direction; a player who cannot place one loses.",
    options: &[OptionInfo { name: "size", values: Values::Range(2, 8), default: "5", help: "rows and columns" }],
    sample: Some("v..hh/v..../.hh../....v/....v x"),
    ..GameInfo::NEW
};

static ENTRY: GameEntry = GameEntry::new(&INFO, |options| {
    let size = options.number("size") as u8;
    Ok(Box::new(Table::new(Cram { cells: [Cover::Free; 64], size, mover: Player::P1 })))
});

/// A position, and the game that starts from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cram {
    /// What covers the cells, row by row from the top.
    cells: [Cover; 64],
    size: u8,
    mover: Player,
}

impl Cram {
    /// The dominoes that can be placed, each by its cells, the upper or left one first.
    fn dominoes(&self) -> impl Iterator<Item = [u8; 2]> {
        let last = self.size - 1;
        let lying =
            (0..self.size * self.size).filter(move |cell| cell % (last + 1) < last).map(|cell| [cell, cell + 1]);
        let upright = (0..self.size * last).map(|cell| [cell, cell + self.size]);
        lying.chain(upright).filter(|pair| pair.iter().all(|cell| self.cells[usize::from(*cell)] == Cover::Free))
    }

    fn place(&self, cell: u8) -> PlaceView {
        PlaceView::Cell { row: cell / self.size, col: cell % self.size }
    }
}

impl Position for Cram {
    type Move = [u8; 2];
    type Chance = NoChance;

    fn actor(&self) -> Actor {
        if self.outcome().is_some() { Actor::Nobody } else { Actor::Player(self.mover) }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.dominoes().next().is_none().then(|| Outcome::win(self.mover.opponent()))
    }

    fn legal_moves(&self, out: &mut Vec<[u8; 2]>) {
        out.extend(self.dominoes());
    }

    fn play_unchecked(&mut self, domino: [u8; 2]) {
        let cover = if domino[0] + 1 == domino[1] { Cover::Lying } else { Cover::Upright };
        for cell in domino {
            self.cells[usize::from(cell)] = cover;
        }
        self.mover = self.mover.opponent();
    }

    fn key(&self) -> u64 {
        self.cells.iter().fold(self.mover.index() as u64, |key, cell| rng::mix(key ^ (*cell as u64) << 8))
    }

    fn fmt_move(&self, domino: [u8; 2], out: &mut dyn Write) -> fmt::Result {
        let [one, other] = domino.map(|cell| (char::from(b'a' + cell % self.size), self.size - cell / self.size));
        write!(out, "{}{}{}{}", one.0, one.1, other.0, other.1)
    }

    fn parse_move(&self, text: &str) -> Result<[u8; 2], Fault> {
        let meant = |domino: &[u8; 2]| self.move_text(*domino).eq_ignore_ascii_case(text.trim());
        self.dominoes().find(meant).ok_or_else(|| faults::NOT_A_MOVE.with("word", text).with("example", "a2a1"))
    }
}

impl SingleStep for Cram {
    /// A domino is drawn from its first cell to the other.
    fn move_places(&self, domino: [u8; 2]) -> StepPlaces {
        StepPlaces::shift(self.place(domino[0]), self.place(domino[1]))
    }
}

impl Game for Cram {
    type Position = Self;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn spec(&self) -> String {
        let mut options = Options::defaults(&INFO);
        options.set("size", self.size.to_string());
        options.spec()
    }

    fn start(&self) -> Self {
        *self
    }

    fn parse_position(&self, text: &str) -> Result<Self, Fault> {
        let mut board = *self;
        for (cell, letter) in board.cells.iter_mut().zip(text.trim().chars().filter(|letter| *letter != '/')) {
            *cell = [Cover::Free, Cover::Upright, Cover::Lying][".vh".find(letter).unwrap_or(0)];
        }
        board.mover = if text.trim().ends_with('o') { Player::P2 } else { Player::P1 };
        // A text that reads otherwise than it was written is no position.
        let fault = || faults::POSITION_SYNTAX.with("text", text).with("example", self.position_text(self));
        if self.position_text(&board) == text.trim() { Ok(board) } else { Err(fault()) }
    }

    fn position_text(&self, board: &Self) -> String {
        let size = usize::from(board.size);
        let letter = |cell: &Cover| ['.', 'v', 'h'][*cell as usize % 3];
        let rows = board.cells.chunks(size).take(size).map(|row| row.iter().map(letter).collect::<String>());
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), ["x", "o"][board.mover.index()])
    }

    fn view(&self, board: &Self, prefix: &[[u8; 2]]) -> BoardView {
        let mut board = *board;
        prefix.iter().for_each(|domino| board.play_unchecked(*domino));
        let cells = board.cells[..usize::from(board.size * board.size)].to_vec();
        BoardView::Grid(GridView::plain(board.size, board.size, cells))
    }
}
