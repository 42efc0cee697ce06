//! Evaluation by nets, many positions at once.

use std::sync::Arc;

use agon_core::{Player, Position as _};
use agon_nn::{Batch, Input};
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{Position, ScoreRule, Side};

use super::level_errors::level_errors;
use super::outputs::from_outputs;
use super::{Features, NetGame, Nets};

/// Evaluates positions by nets.
#[derive(Clone, Debug)]
pub struct NetEvaluator<V: NetGame> {
    nets: Arc<Nets<V>>,
    scratch: NetScratch,
}

/// The buffers of evaluations by nets.
#[derive(Clone, Debug, Default)]
pub struct NetScratch {
    inputs: Vec<Input>,
    features: Features,
    batches: Vec<Batch>,
    /// The roller's checkers in the last position of each phase. Most turns of a roll leave them alone.
    shared: Vec<Option<Side>>,
    /// The phase of each position, or its chances if the game has ended.
    phases: Vec<Result<u8, Probabilities>>,
    probabilities: Vec<Probabilities>,
    /// The evaluation of each position by the pruning net.
    rough: Vec<Probabilities>,
    /// Its equity, with the position's number.
    order: Vec<(f32, u32)>,
}

impl NetScratch {
    /// The chances of the players to roll, by the pruning net.
    fn evaluate_roughly<V: NetGame>(&mut self, nets: &Nets<V>, positions: &[Position<V>]) -> &[Probabilities] {
        self.batches.resize_with(V::PHASES.len(), Batch::default);
        let batch = &mut self.batches[0];
        batch.clear();
        let mut shared = None;
        for position in positions {
            if shared != Some(*position.own()) {
                shared = Some(*position.own());
                self.inputs.clear();
                V::encode_side(position.own(), 0, &mut self.inputs);
                batch.share(nets.pruning_net(), &self.inputs);
            }
            self.inputs.clear();
            V::encode_side(position.other(), V::SIDE, &mut self.inputs);
            batch.push_shared(nets.pruning_net(), &self.inputs, &[]);
        }
        let outputs = batch.run(nets.pruning_net()).chunks_exact(V::OUTPUTS);
        self.rough.clear();
        self.rough.extend(outputs.zip(positions).map(|(outputs, position)| match position.outcome() {
            Some(outcome) => Probabilities::of_outcome(outcome, position.mover()),
            None => without_impossible(from_outputs(outputs), position),
        }));
        &self.rough
    }

    /// Keeps the `keep` positions that look worst for the players to roll, in their order.
    pub fn prune<V: NetGame>(&mut self, nets: &Nets<V>, positions: &mut Vec<Position<V>>, keep: usize) {
        if positions.len() <= keep {
            return;
        }
        self.evaluate_roughly(nets, positions);
        self.order.clear();
        self.order.extend(self.rough.iter().map(Probabilities::points).zip(0..));
        self.order.select_nth_unstable_by(keep - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.order.truncate(keep);
        self.order.sort_unstable_by_key(|kept| kept.1);
        for (at, kept) in self.order.iter().enumerate() {
            positions[at] = positions[kept.1 as usize];
        }
        positions.truncate(keep);
    }

    /// The chances of the players to roll (or to move).
    pub fn evaluate<V: NetGame>(&mut self, nets: &Nets<V>, positions: &[Position<V>]) -> &[Probabilities] {
        self.batches.resize_with(V::PHASES.len(), Batch::default);
        self.phases.clear();
        // The nets may have changed since the last call.
        self.shared.clear();
        self.shared.resize(V::PHASES.len(), None);
        for batch in &mut self.batches {
            batch.clear();
        }
        for position in positions {
            if let Some(outcome) = position.outcome() {
                self.phases.push(Err(Probabilities::of_outcome(outcome, position.mover())));
                continue;
            }
            let phase = V::phase(position);
            let (net, batch) = (nets.phase(phase), &mut self.batches[phase]);
            if self.shared[phase] != Some(*position.own()) {
                self.shared[phase] = Some(*position.own());
                self.inputs.clear();
                V::encode_side(position.own(), 0, &mut self.inputs);
                batch.share(net, &self.inputs);
            }
            self.inputs.clear();
            V::encode_side(position.other(), V::SIDE, &mut self.inputs);
            self.features.clear();
            V::features(position, &mut self.features);
            batch.push_shared(net, &self.inputs, self.features.values());
            self.phases.push(Ok(phase as u8));
        }
        self.probabilities.clear();
        self.probabilities.resize(positions.len(), Probabilities::default());
        for (phase, batch) in self.batches.iter_mut().enumerate().filter(|(_, batch)| !batch.is_empty()) {
            let mut outputs = batch.run(nets.phase(phase)).chunks_exact(V::OUTPUTS);
            for (at, of_position) in self.phases.iter().enumerate() {
                if *of_position == Ok(phase as u8)
                    && let Some(outputs) = outputs.next()
                {
                    self.probabilities[at] = without_impossible(from_outputs(outputs), &positions[at]);
                }
            }
        }
        for (at, of_position) in self.phases.iter().enumerate() {
            if let Err(known) = of_position {
                self.probabilities[at] = *known;
            }
        }
        &self.probabilities
    }
}

/// Removes impossible results: a player who has borne off a checker cannot lose double.
#[inline]
fn without_impossible<V: NetGame>(mut probabilities: Probabilities, position: &Position<V>) -> Probabilities {
    let limit = |chances: &mut [f32; 3], loser_off: u8| {
        if loser_off > 0 {
            chances[1] = 0.0;
            chances[2] = 0.0;
        }
        if position.rules().score != ScoreRule::Triple {
            chances[2] = 0.0;
        }
    };
    limit(&mut probabilities.win, position.other().off());
    limit(&mut probabilities.loss, position.own().off());
    probabilities
}

impl<V: NetGame> NetEvaluator<V> {
    /// An evaluation by these nets.
    pub fn new(nets: Arc<Nets<V>>) -> Self {
        Self { nets, scratch: NetScratch::default() }
    }

    /// The chances of the players to roll, or to move. Games that have ended have their certain result.
    pub fn evaluate(&mut self, positions: &[Position<V>]) -> &[Probabilities] {
        self.scratch.evaluate(&self.nets, positions)
    }
}

/// Converts the chances of the players to roll to those of one player.
fn to_player<V: NetGame>(
    positions: &[Position<V>],
    probabilities: &[Probabilities],
    player: Player,
) -> impl Iterator<Item = Probabilities> {
    let own = positions.iter().map(move |position| position.mover() == player);
    own.zip(probabilities).map(|(own, probabilities)| if own { *probabilities } else { probabilities.flipped() })
}

impl<V: NetGame> DiceEvaluator<Position<V>> for NetEvaluator<V> {
    fn probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) {
        let probabilities = self.scratch.evaluate(&self.nets, positions);
        out.extend(to_player(positions, probabilities, player));
    }

    fn quick_probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) -> bool {
        let probabilities = self.scratch.evaluate_roughly(&self.nets, positions);
        out.extend(to_player(positions, probabilities, player));
        true
    }

    fn level_errors(&self, position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
        level_errors(position, player, out);
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Rng, Table};
    use agon_search::{Engine, Expectimax, Limits, SearchRequest, Stop, Strength};
    use agon_tavli::{Fevga, Plakoto, Portes, Rules, Tavli};

    use super::super::{BundledNets, bundled_nets};
    use super::*;

    /// Compares positions evaluated together, which share inputs, with each evaluated alone.
    fn is_the_same_alone<V: BundledNets>() {
        let nets = bundled_nets::<V>();
        let mut rng = Rng::new(8);
        let (mut scratch, mut turns, mut inputs) = (NetScratch::default(), Vec::new(), Vec::new());
        let mut position = Position::<V>::start(Rules::default(), Player::P1);
        while let Some(dice) = rng.choose_weighted(position.chances()) {
            let rolled = position.with_dice(dice);
            turns.clear();
            rolled.legal_moves(&mut turns);
            let after: Vec<_> = turns.iter().map(|turn| rolled.after(*turn)).collect();
            for (position, together) in after.iter().zip(scratch.evaluate(&nets, &after)) {
                if position.outcome().is_none() {
                    let net = nets.phase(V::phase(position));
                    V::encode(position, &mut inputs);
                    let mut batch = Batch::default();
                    batch.push(net, &inputs);
                    assert_eq!(*together, without_impossible(from_outputs(batch.run(net)), position), "{position:?}");
                }
            }
            position = *rng.choose(&after).unwrap();
        }
    }

    #[test]
    fn positions_evaluated_together_and_alone_agree_to_the_bit() {
        is_the_same_alone::<Portes>();
        is_the_same_alone::<Plakoto>();
        is_the_same_alone::<Fevga>();
    }

    /// Evaluates every reply, without pruning.
    #[derive(Clone)]
    struct Thorough(NetEvaluator<Portes>);

    impl DiceEvaluator<Position<Portes>> for Thorough {
        fn probabilities(&mut self, positions: &[Position<Portes>], player: Player, out: &mut Vec<Probabilities>) {
            self.0.probabilities(positions, player, out);
        }
    }

    #[test]
    fn pruning_saves_nodes_and_changes_little() {
        let mut table = Table::new(Tavli::<Portes>::default());
        let mut quick: Expectimax<Tavli<Portes>, _> =
            Expectimax::new("quick", NetEvaluator::new(bundled_nets()), Strength::default());
        let mut thorough: Expectimax<Tavli<Portes>, _> =
            Expectimax::new("thorough", Thorough(NetEvaluator::new(bundled_nets())), Strength::default());
        let mut rng = Rng::new(2);
        let mut nodes = [0, 0];
        for _ in 0..12 {
            while table.roll(&mut rng).is_some() {}
            let think = |engine: &mut dyn Engine| {
                engine.think(SearchRequest::quiet(&table, &Limits::depth(2), &Stop::new())).unwrap()
            };
            let thoughts = [think(&mut quick), think(&mut thorough)];
            let [few, many] = thoughts.each_ref().map(|thought| thought.line.as_ref().unwrap().equity.unwrap());
            assert!((few - many).abs() < 0.03, "{few} and {many} in {:?}", table.position());
            nodes = [0, 1].map(|at| nodes[at] + thoughts[at].nodes);
            table.play(&thoughts[0].turn).unwrap();
        }
        assert!(nodes[0] * 2 < nodes[1], "{nodes:?}");
    }
}
