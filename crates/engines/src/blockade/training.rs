//! What fitting Blockade's weights needs from the engine: its search by untrained weights and the features of positions.

use agon_blockade::{Blockade, Board};
use agon_search::{AlphaBeta, Engine, Strength};

use super::domain::BlockadeDomain;
use super::rows::Rows;
use super::scratch::EvalScratch;

pub use super::weights::{MAX_DISTANCE, MAX_WALLS, SideFeatures, Weights};

/// The engine of self-play: it evaluates by the hand-set weights, whatever has been learned before.
pub fn engine() -> Box<dyn Engine> {
    let domain = BlockadeDomain::<Rows, 3, 16>::untrained();
    Box::new(AlphaBeta::<Blockade<3, 16>, _>::new("learner", domain, Strength::default()).with_resources(1, 2))
}

/// Extracts the features of positions. Reuses its buffers.
#[derive(Debug, Default)]
pub struct FeatureExtractor(EvalScratch<Rows>);

impl FeatureExtractor {
    /// The features of both players, those of the player to move first; `None` if the position is decided.
    pub fn extract(&mut self, board: &Board<3, 16>) -> Option<[SideFeatures; 2]> {
        self.0.proven_score(board).is_none().then(|| self.0.features(board))
    }
}
