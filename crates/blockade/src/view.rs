//! The board view for screens.

use agon_core::view::{Cover, GoalView, GridStyle, GridView, PawnView, StockView, WallView};
use agon_core::{PathView, Player};

use crate::square::label;
use crate::{Board, Colour, Pawn, Step, Wall};

impl<const W: usize, const S: usize> Board<W, S> {
    /// The view after the first steps of a turn.
    pub(crate) fn view_after(&self, prefix: &[Step]) -> GridView {
        let mut board = *self;
        for step in prefix {
            match *step {
                Step::Pawn(step) => board = board.moved(step),
                Step::Wall(wall) => board.place(wall),
            }
        }
        board.view()
    }

    fn view(&self) -> GridView {
        let (rows, cols) = (self.rules.rows, self.rules.cols);
        GridView {
            style: GridStyle::Grooved,
            rows,
            cols,
            row_labels: (0..rows).map(|row| label(row).to_string()).collect(),
            col_labels: (0..cols).map(|col| label(col).to_string()).collect(),
            cover: vec![Cover::Free; usize::from(rows) * usize::from(cols)],
            pawns: self.pawn_views(),
            walls: self.walls.iter().map(wall_view).collect(),
            goals: Player::ALL
                .into_iter()
                .flat_map(|player| self.rules.goals(player).map(|goal| (player, goal)))
                .map(|(player, goal)| GoalView { player, row: goal.row(), col: goal.col() })
                .collect(),
            stocks: Player::ALL
                .into_iter()
                .flat_map(|player| Colour::ALL.map(|colour| (player, colour)))
                .map(|(player, colour)| StockView {
                    player,
                    kind: match colour {
                        Colour::Green => "green",
                        Colour::Blue => "blue",
                    },
                    left: self.stock(player, colour),
                })
                .collect(),
        }
    }

    /// The pawns on the board, without taken ones.
    fn pawn_views(&self) -> Vec<PawnView> {
        let mut views = Vec::with_capacity(4);
        for player in Player::ALL {
            for pawn in Pawn::ALL.into_iter().filter(|&pawn| !self.is_taken(player, pawn)) {
                let square = self.pawn(player, pawn);
                views.push(PawnView { player, label: pawn.name(player), row: square.row(), col: square.col() });
            }
        }
        views
    }

    /// A shortest path of each pawn to its nearer goal, other pawns ignored.
    pub(crate) fn shortest_paths(&self) -> Vec<PathView> {
        let passages = self.passages();
        let mut views = Vec::with_capacity(4);
        for player in Player::ALL {
            for pawn in Pawn::ALL.into_iter().filter(|&pawn| !self.is_taken(player, pawn)) {
                let path = passages.path(self.pawn(player, pawn), self.goals(player)).unwrap_or_default();
                let steps = path.len().saturating_sub(1) as u16;
                views.push(PathView {
                    player,
                    pawn: pawn.name(player),
                    cells: path.iter().map(|square| (square.row(), square.col())).collect(),
                    // A turn covers two steps; a single last step may reach a goal.
                    turns: steps.div_ceil(2),
                });
            }
        }
        views
    }
}

fn wall_view(wall: Wall) -> WallView {
    WallView { row: wall.anchor.row(), col: wall.anchor.col(), upright: wall.colour == Colour::Green }
}
