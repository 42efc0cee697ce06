use std::fmt;

use agon_core::{PlaceView, Position, StepPlaces, Steps, TurnState};

use crate::board::moves::pawn_moves;
use crate::{Board, Colour, Square, Step, Turn, TurnKind, Walls};

impl<const W: usize, const S: usize> Steps for Board<W, S> {
    type Step = Step;

    fn next_steps(&self, prefix: &[Step], out: &mut Vec<Step>) {
        if self.arrived().is_some() {
            return;
        }
        let walls = match prefix {
            [] => {
                let choices = self.pawn_choices(&self.passages());
                out.extend(pawn_moves(&[0, 1].map(|i| choices.wins[i] | choices.quiet[i])).map(Step::Pawn));
                if self.rules.turn == TurnKind::Swift { self.legal_walls() } else { Walls::EMPTY }
            }
            [Step::Pawn(step)] if self.rules.turn != TurnKind::Swift && self.is_pawn_move_legal(*step) => {
                self.legal_walls_after(*step)
            }
            _ => Walls::EMPTY,
        };
        out.extend(walls.iter().map(Step::Wall));
    }

    fn finish(&self, prefix: &[Step]) -> Option<Turn> {
        let turn = match *prefix {
            [Step::Pawn(step)] => Turn::pawn(step),
            [Step::Wall(wall)] => Turn::wall(wall),
            [Step::Pawn(step), Step::Wall(wall)] => Turn::both(step, wall),
            _ => return None,
        };
        self.is_legal(turn).then_some(turn)
    }

    fn turn_state(&self, prefix: &[Step]) -> TurnState {
        if self.finish(prefix).is_some() {
            return TurnState::Complete;
        }
        match prefix {
            [] if self.arrived().is_none() => TurnState::Open,
            [Step::Pawn(step)] if self.arrived().is_none() && self.is_pawn_move_legal(*step) => TurnState::Open,
            _ => TurnState::DeadEnd,
        }
    }

    fn fmt_step(&self, step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        step.write(self.side, out)
    }

    fn step_places(&self, step: Step) -> StepPlaces {
        match step {
            Step::Pawn(step) => StepPlaces::shift(cell(self.pawn(self.side, step.pawn)), cell(step.to)),
            Step::Wall(wall) => StepPlaces::place(PlaceView::Wall {
                row: wall.anchor.row(),
                col: wall.anchor.col(),
                upright: wall.colour == Colour::Green,
            }),
        }
    }
}

fn cell(square: Square) -> PlaceView {
    PlaceView::Cell { row: square.row(), col: square.col() }
}
