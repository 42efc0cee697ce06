//! The board view for screens.

use agon_core::view::{Cover, GoalView, GridStyle, GridView, PawnView, StockView, WallView};
use agon_core::{PathView, Player};

use crate::square::label;
use crate::{Board, Colour, PassageSet, Pawn, SquareSet, Step, Wall};

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
                        Colour::Green => "green".into(),
                        Colour::Blue => "blue".into(),
                    },
                    left: self.stock(player, colour),
                })
                .collect(),
        }
    }

    /// The pawns on the board, without taken ones.
    fn pawn_views(&self) -> Vec<PawnView> {
        let view = |(player, pawn): (Player, Pawn)| {
            let square = self.pawn(player, pawn);
            PawnView { player, label: pawn.name(player), row: square.row(), col: square.col() }
        };
        self.pawns_left().map(view).collect()
    }

    /// The pawns that are not taken, X's first.
    fn pawns_left(&self) -> impl Iterator<Item = (Player, Pawn)> {
        let pawns = Player::ALL.into_iter().flat_map(|player| Pawn::ALL.map(|pawn| (player, pawn)));
        pawns.filter(|&(player, pawn)| !self.is_taken(player, pawn))
    }

    /// A shortest path of each pawn to its nearer goal, other pawns ignored.
    pub(crate) fn shortest_paths(&self) -> Vec<PathView> {
        let passages = self.passages();
        let path = |(player, pawn)| self.path(&passages, player, pawn, self.goals(player));
        self.pawns_left().map(path).collect()
    }

    /// A shortest path of each pawn to each goal, other pawns ignored.
    pub(crate) fn all_shortest_paths(&self) -> Vec<PathView> {
        let passages = self.passages();
        let to = |player, pawn, goal| self.path(&passages, player, pawn, SquareSet::of(goal));
        let paths = |(player, pawn)| self.rules.goals(player).map(|goal| to(player, pawn, goal));
        self.pawns_left().flat_map(paths).collect()
    }

    /// A shortest path of a pawn to the nearest of some goals, other pawns ignored.
    pub(crate) fn path(
        &self,
        passages: &PassageSet<W, S>,
        player: Player,
        pawn: Pawn,
        goals: SquareSet<W, S>,
    ) -> PathView {
        let path = passages.path(self.pawn(player, pawn), goals).unwrap_or_default();
        let steps = path.len().saturating_sub(1) as u16;
        PathView {
            player,
            pawn: pawn.name(player),
            cells: path.iter().map(|square| (square.row(), square.col())).collect(),
            // A turn covers two steps; a single last step may reach a goal.
            turns: steps.div_ceil(2),
        }
    }
}

fn wall_view(wall: Wall) -> WallView {
    WallView { row: wall.anchor.row(), col: wall.anchor.col(), upright: wall.colour == Colour::Green }
}
