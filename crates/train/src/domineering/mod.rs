//! The files that the solver of Domineering ships: the weights of its move order and the table of piece values.
//!
//! Neither has anything random or limited in it: the same program writes the same bytes. `order` samples positions from
//! searches, `regression` fits the weights to them.

mod order;
mod regression;

use std::path::PathBuf;

use agon_core::read_pairs;
use agon_solver::domineering::pieces_table;

use crate::{GameTrainer, Length, Plan, Progress, TrainError, files};
use order::train_order;

/// Rows, columns and the most nodes for each starter of the proofs whose pieces are shipped.
const PIECE_BOARDS: [(usize, usize, u64); 6] =
    [(7, 7, u64::MAX), (6, 8, u64::MAX), (8, 8, u64::MAX), (7, 9, u64::MAX), (6, 10, u64::MAX), (9, 9, 200_000)];

/// The training of Domineering: which file of the solver it writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DomineeringTrainer {
    /// `order.bin`, the weights of the move order; takes minutes.
    #[default]
    Order,
    /// `pieces.bin`, the table of piece values; takes seconds.
    Pieces,
}

impl GameTrainer for DomineeringTrainer {
    fn game(&self) -> &'static str {
        "domineering"
    }

    fn default_out(&self) -> PathBuf {
        match self {
            Self::Order => "order.bin".into(),
            Self::Pieces => "pieces.bin".into(),
        }
    }

    fn set(&mut self, changes: &str) -> Result<(), TrainError> {
        let set = |key: &str, value: &str| {
            *self = match (key, value) {
                ("file", "order") => Self::Order,
                ("file", "pieces") => Self::Pieces,
                _ => return None,
            };
            Some(())
        };
        let known = "file=order or file=pieces".to_owned();
        read_pairs(changes, set).map_err(|change| TrainError::Hyperparameter { change: change.to_owned(), known })
    }

    fn train(&self, plan: &Plan, report: &(dyn Fn(&Progress) + Sync)) -> Result<(), TrainError> {
        if plan.resume.is_some() {
            return Err(TrainError::NoResume(self.game()));
        }
        if matches!(plan.length, Length::Minutes(_)) {
            return Err(TrainError::NoMinutes(self.game()));
        }
        let bytes = match self {
            Self::Order => {
                let order = train_order();
                let share = 100.0 * order.predicted as f64 / order.test_positions.max(1) as f64;
                report(&Progress::Result(format!(
                    "predicts the winner of {share:.1} % of {} test positions",
                    order.test_positions
                )));
                order.bytes
            }
            Self::Pieces => pieces_table(&PIECE_BOARDS).unwrap_or_default(),
        };
        files::write(&plan.out, &bytes)
    }
}
