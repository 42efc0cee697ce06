use agon_core::Rng;
use agon_solver::domineering::order_training::{OrderNet, OrderSearch, ProvedPosition};

use super::regression::fit;

/// A search to learn from, and how many of its positions are kept.
#[derive(Clone, Copy, Debug)]
struct Source {
    search: OrderSearch,
    /// One of this many positions that a bound proved is kept.
    bound_every: u64,
}

const fn full(rows: u8, cols: u8) -> Source {
    Source { search: OrderSearch { rows, cols, max_nodes: u64::MAX, has_first_pass: true }, bound_every: 4 }
}

const EIGHT_BY_EIGHT: Source = full(8, 8);
const SEVEN_BY_NINE: Source = full(7, 9);
const NINE_BY_NINE: Source =
    Source { search: OrderSearch { has_first_pass: false, ..full(9, 9).search }, bound_every: 32 };
const START_OF_NINE_BY_NINE: Source =
    Source { search: OrderSearch { max_nodes: 12_000_000, ..NINE_BY_NINE.search }, ..NINE_BY_NINE };

/// First, searches ordered by counts.
const BY_COUNTS: [Source; 3] = [EIGHT_BY_EIGHT, SEVEN_BY_NINE, START_OF_NINE_BY_NINE];

/// Then, searches ordered by the net learned from these, with the weight of the counts beside it: they show where it
/// is wrong.
const BY_NET: [(Source, i32); 3] = [(EIGHT_BY_EIGHT, 1), (SEVEN_BY_NINE, 1), (NINE_BY_NINE, 3)];

/// All positions with this many nodes are kept; of those with fewer, a share in proportion to their nodes.
const NODES_TO_KEEP_ALL: u64 = 16;

/// Weights of a move order, and how well they predict winners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TrainedOrder {
    /// The weights, in the format of `data/order.bin` of the solver.
    pub(super) bytes: Vec<u8>,
    /// Positions of the test set.
    pub(super) test_positions: usize,
    /// Positions of the test set whose winner is predicted.
    pub(super) predicted: usize,
}

/// Trains the move order.
pub(super) fn train_order() -> TrainedOrder {
    train(&BY_COUNTS, &BY_NET)
}

fn train(by_counts: &[Source], by_net: &[(Source, i32)]) -> TrainedOrder {
    let mut positions = Vec::new();
    for source in by_counts {
        source.collect(None, &mut positions);
    }
    let first = OrderNet::new(&fit(&positions));
    for &(source, counts_weight) in by_net {
        source.collect(Some((&first, counts_weight)), &mut positions);
    }
    let weights = fit(&positions);
    let net = OrderNet::new(&weights);
    let test = || positions.iter().filter(|position| is_in_test_set(position));
    TrainedOrder {
        bytes: OrderNet::to_bytes(&weights),
        test_positions: test().count(),
        predicted: test().filter(|position| position.is_predicted_by(&net)).count(),
    }
}

impl Source {
    /// Adds a sample of the positions that the search proves.
    fn collect(&self, net: Option<(&OrderNet, i32)>, positions: &mut Vec<ProvedPosition>) {
        let mut rng = Rng::new(1);
        self.search.run(net, &mut |position| {
            if position.by_bound && !rng.next_u64().is_multiple_of(self.bound_every) {
                return;
            }
            if position.nodes >= NODES_TO_KEEP_ALL || rng.next_u64() % NODES_TO_KEEP_ALL <= position.nodes {
                positions.push(position);
            }
        });
    }
}

/// One position in 32 is not trained on.
pub(super) fn is_in_test_set(position: &ProvedPosition) -> bool {
    (position.free.wrapping_mul(0x9e37_79b9_7f4a_7c15_d6e8_feb8_6659_fd93) >> 120) < 8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole training takes minutes; on the first nodes of each search it has to end in these bytes. The last bits of
    /// `exp` and `powf` depend on the platform, so the test is for one of them.
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn training_is_deterministic() {
        let first = |source: Source, max_nodes| Source { search: OrderSearch { max_nodes, ..source.search }, ..source };
        let sources = [first(EIGHT_BY_EIGHT, 20_000), first(SEVEN_BY_NINE, 10_000), first(NINE_BY_NINE, 20_000)];
        let by_net = [(sources[0], 1), (sources[1], 1), (sources[2], 3)];
        let order = train(&sources, &by_net);
        let hash = order
            .bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        assert_eq!((order.bytes.len(), hash), (34_192, 0xf0db_72f6_aae7_ff1e));
        assert!(10 * order.predicted > 8 * order.test_positions, "{order:?}");
    }
}
