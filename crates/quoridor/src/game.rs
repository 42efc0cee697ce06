//! The rule set with its options, and its view for screens.

use std::fmt;

use agon_core::view::{Cover, GoalView, GridStyle, GridView, PawnView, StockView, WallView};
use agon_core::{
    BoardView, Fault, Game, GameInfo, Options, PathView, PlaceView, Player, Position, StepPlaces, Steps, TurnState,
};

use crate::INFO;
use crate::board::Board;
use crate::grid::{Grid, Grid9x9};
use crate::square::{Move, MoveKind, Orientation, Shape, Square, Wall};
use crate::text::setup::Setup;

/// Quoridor on a board of some size, with a number of walls for each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoridor<G: Grid = Grid9x9> {
    grid: G,
    walls: u8,
    repetition: bool,
}

impl<G: Grid> Quoridor<G> {
    /// The game with this many walls for each player, at most 99.
    ///
    /// The third occurrence of a position is a draw.
    pub fn new(grid: G, walls: u8) -> Self {
        Self { grid, walls: walls.min(99), repetition: true }
    }

    /// The same with or without draws by repetition.
    #[must_use]
    pub fn with_repetition(mut self, draws: bool) -> Self {
        self.repetition = draws;
        self
    }

    /// The layout of the board.
    pub fn grid(&self) -> G {
        self.grid
    }

    /// Walls of each player at the start.
    pub fn walls(&self) -> u8 {
        self.walls
    }
}

impl Default for Quoridor<Grid9x9> {
    /// The standard game: 9 x 9 squares, ten walls each.
    fn default() -> Self {
        Self::new(Grid9x9, 10)
    }
}

impl<G: Grid> Game for Quoridor<G> {
    type Position = Board<G>;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn spec(&self) -> String {
        let mut options = Options::defaults(&INFO);
        let Shape { rows, cols } = self.grid.shape();
        if rows == cols {
            options.set("size", rows.to_string());
        } else {
            options.set("rows", rows.to_string());
            options.set("cols", cols.to_string());
        }
        options.set("walls", self.walls.to_string());
        options.set("repetition", if self.repetition { "draw" } else { "off" }.to_owned());
        options.spec()
    }

    fn start(&self) -> Board<G> {
        Board::start(self.grid, self.walls)
    }

    fn parse_position(&self, text: &str) -> Result<Board<G>, Fault> {
        Setup::parse(text, self.grid.shape(), self.start())?.board(self.grid, self.walls)
    }

    fn position_text(&self, position: &Board<G>) -> String {
        position.to_string()
    }

    fn draws_by_repetition(&self) -> bool {
        self.repetition
    }

    fn view(&self, position: &Board<G>, prefix: &[Move]) -> BoardView {
        let mut board = *position;
        for &step in prefix {
            board.play_unchecked(step);
        }
        BoardView::Grid(grid_view(&board))
    }

    fn paths(&self, position: &Board<G>) -> Vec<PathView> {
        Player::ALL.map(|player| shortest_path(position, player)).into()
    }

    fn group(&self, m: Move) -> &'static str {
        match m.kind() {
            MoveKind::Pawn(_) => "pawn",
            MoveKind::Wall(_) => "wall",
        }
    }

    fn ending(&self, position: &Board<G>) -> Option<&'static str> {
        position.outcome().map(|_| "goal_reached")
    }

    fn example_move(&self) -> String {
        let start = self.start().pawn(Player::P1);
        Square::new(start.col(), 1).to_string()
    }
}

/// A shortest path of a player's pawn to its goal row.
pub(crate) fn shortest_path<G: Grid>(board: &Board<G>, player: Player) -> PathView {
    let squares = board.passages().shortest_path_squares(board.pawn(player), player);
    PathView {
        player,
        pawn: String::new(),
        cells: squares.iter().map(|&square| screen_cell(square, board.shape())).collect(),
        turns: squares.len().saturating_sub(1) as u16,
    }
}

/// Row from the top and column from the left.
fn screen_cell(square: Square, shape: Shape) -> (u8, u8) {
    (shape.rows - 1 - square.row(), square.col())
}

/// Row and column of the upper left of the four squares around a wall's middle.
fn screen_wall(wall: Wall, shape: Shape) -> WallView {
    let Wall { square, orientation } = wall;
    WallView { row: shape.rows - 2 - square.row(), col: square.col(), upright: orientation == Orientation::Vertical }
}

fn grid_view<G: Grid>(board: &Board<G>) -> GridView {
    let shape = board.shape();
    let Shape { rows, cols } = shape;
    let pawn = |player| {
        let (row, col) = screen_cell(board.pawn(player), shape);
        PawnView { player, label: String::new(), row, col }
    };
    let goals = |player| {
        let row = rows - 1 - board.goal_row(player);
        (0..cols).map(move |col| GoalView { player, row, col })
    };
    let walls = Orientation::ALL.into_iter().flat_map(|orientation| board.walls_on_board(orientation));
    GridView {
        style: GridStyle::Grooved,
        rows,
        cols,
        row_labels: (1..=rows).rev().map(|row| row.to_string()).collect(),
        col_labels: (0..cols).map(|col| char::from(b'a' + col).to_string()).collect(),
        cover: vec![Cover::Free; usize::from(rows) * usize::from(cols)],
        pawns: Player::ALL.map(pawn).into(),
        walls: walls.map(|wall| screen_wall(wall, shape)).collect(),
        goals: Player::ALL.into_iter().flat_map(goals).collect(),
        stocks: Player::ALL
            .map(|player| StockView { player, kind: "walls".into(), left: board.walls_left(player) })
            .into(),
    }
}

/// A turn is one step.
impl<G: Grid> Steps for Board<G> {
    type Step = Move;

    fn next_steps(&self, prefix: &[Move], out: &mut Vec<Move>) {
        if prefix.is_empty() {
            self.legal_moves(out);
        }
    }

    fn finish(&self, prefix: &[Move]) -> Option<Move> {
        match prefix {
            &[m] if self.is_legal(m) => Some(m),
            _ => None,
        }
    }

    fn turn_state(&self, prefix: &[Move]) -> TurnState {
        match prefix {
            [] => TurnState::Open,
            _ if self.finish(prefix).is_some() => TurnState::Complete,
            _ => TurnState::DeadEnd,
        }
    }

    fn fmt_step(&self, step: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.fmt_move(step, out)
    }

    fn step_places(&self, step: Move) -> StepPlaces {
        let place = |square| {
            let (row, col) = screen_cell(square, self.shape());
            PlaceView::Cell { row, col }
        };
        match step.kind() {
            MoveKind::Pawn(to) => StepPlaces::shift(place(self.pawn(self.mover())), place(to)),
            MoveKind::Wall(wall) => {
                let WallView { row, col, upright } = screen_wall(wall, self.shape());
                StepPlaces::place(PlaceView::Wall { row, col, upright })
            }
        }
    }
}
