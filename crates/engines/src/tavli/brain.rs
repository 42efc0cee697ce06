use std::marker::PhantomData;
use std::sync::Arc;

use agon_core::{Fault, Player, Position as _, Rng};
use agon_nn::{Activation, Batch, Input, Net, NetFile, Shape, faults::NET_UNFIT};
use agon_search::{DiceEvaluator, LevelError, Probabilities};
use agon_tavli::{Position, ScoreRule, Side};

use super::outputs::from_outputs;
use super::oversight::level_errors;
use super::{Counts, Learnt};

/// The nets of a game, one for each phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Nets<V: Learnt> {
    phases: Vec<Net>,
    /// A small net that tells the worst turns of a roll without a closer look.
    sieve: Net,
    game: PhantomData<V>,
}

impl<V: Learnt> Nets<V> {
    /// Nets with random weights.
    pub fn random(hidden: &[usize], activation: Activation, rng: &mut Rng) -> Self {
        let shape = Shape::new(V::INPUTS, hidden, V::OUTPUTS).with_hidden(activation);
        let sieve = Shape::new(V::RAW, &[SIEVE], V::OUTPUTS).with_hidden(Activation::Logistic);
        Self {
            phases: V::PHASES.iter().map(|_| Net::random(&shape, rng)).collect(),
            sieve: Net::random(&sieve, rng),
            game: PhantomData,
        }
    }

    /// The nets of all phases with wider hidden layers, to learn more with; they say what they said before.
    #[must_use]
    pub fn widened(mut self, hidden: usize, rng: &mut Rng) -> Self {
        for net in &mut self.phases {
            *net = net.widened(hidden, rng);
        }
        self
    }

    /// The nets of a weight file.
    pub fn from_file(file: &NetFile) -> Result<Self, Fault> {
        let net = |name: &str, inputs: usize| {
            let net = file.net(name).ok_or_else(|| {
                let found: Vec<&str> = file.nets.iter().map(|named| named.name.as_str()).collect();
                NET_UNFIT.with("found", found.join(", ")).with("needed", name)
            })?;
            let shape = net.shape();
            if shape.inputs() == inputs && shape.outputs() == V::OUTPUTS {
                return Ok(net.clone());
            }
            let found = format!("{name} with {} inputs and {} outputs", shape.inputs(), shape.outputs());
            let needed = format!("one with {inputs} and {}", V::OUTPUTS);
            Err(NET_UNFIT.with("found", found).with("needed", needed))
        };
        let phases: Result<_, Fault> = V::PHASES.iter().map(|name| net(name, V::INPUTS)).collect();
        Ok(Self { phases: phases?, sieve: net("sieve", V::RAW)?, game: PhantomData })
    }

    /// Adds the nets to a weight file.
    pub fn add_to(&self, file: NetFile) -> NetFile {
        let phases = V::PHASES.iter().copied().zip(&self.phases);
        let all = phases.chain(std::iter::once(("sieve", &self.sieve)));
        all.fold(file, |file, (name, net)| file.with_net(name, net.clone()))
    }

    /// The net of a phase.
    pub fn phase(&self, phase: usize) -> &Net {
        &self.phases[phase]
    }

    /// The net that sifts turns.
    pub fn sieve(&self) -> &Net {
        &self.sieve
    }

    /// The net that sifts turns, for learning.
    pub fn sieve_mut(&mut self) -> &mut Net {
        &mut self.sieve
    }

    /// The nets, for learning.
    pub fn phases_mut(&mut self) -> &mut [Net] {
        &mut self.phases
    }

    /// The nets.
    pub fn phases(&self) -> &[Net] {
        &self.phases
    }
}

/// Hidden units of the sieve.
const SIEVE: usize = 16;

/// Judges positions by nets, many at once.
#[derive(Clone, Debug)]
pub struct Brain<V: Learnt> {
    nets: Arc<Nets<V>>,
    scratch: Scratch,
}

/// Room for evaluations, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    inputs: Vec<Input>,
    counts: Counts,
    batches: Vec<Batch>,
    /// The roller's checkers in the last position of each phase: most turns of a roll leave them alone.
    shared: Vec<Option<Side>>,
    /// For each position its phase, or what it is worth if that is known.
    places: Vec<Result<u8, Probabilities>>,
    probabilities: Vec<Probabilities>,
    /// What the sieve thinks of each position.
    glances: Vec<Probabilities>,
    /// The points of that, with the position's number.
    sifted: Vec<(f32, u32)>,
}

impl Scratch {
    /// The probabilities of the players to roll in some positions, at a glance.
    pub fn glance<V: Learnt>(&mut self, nets: &Nets<V>, positions: &[Position<V>]) -> &[Probabilities] {
        self.batches.resize_with(V::PHASES.len(), Batch::default);
        let batch = &mut self.batches[0];
        batch.clear();
        let mut shared = None;
        for position in positions {
            if shared != Some(*position.own()) {
                shared = Some(*position.own());
                self.inputs.clear();
                V::encode_side(position.own(), 0, &mut self.inputs);
                batch.share(&nets.sieve, &self.inputs);
            }
            self.inputs.clear();
            V::encode_side(position.other(), V::SIDE, &mut self.inputs);
            batch.push_shared(&nets.sieve, &self.inputs, &[]);
        }
        let outputs = batch.run(&nets.sieve).chunks_exact(V::OUTPUTS);
        self.glances.clear();
        self.glances.extend(outputs.zip(positions).map(|(outputs, position)| match position.outcome() {
            Some(outcome) => Probabilities::of_outcome(outcome, position.mover()),
            None => possible(from_outputs(outputs), position),
        }));
        &self.glances
    }

    /// Keeps so many of the positions, those that look worst for the players to roll, in their order.
    pub fn sift<V: Learnt>(&mut self, nets: &Nets<V>, positions: &mut Vec<Position<V>>, keep: usize) {
        if positions.len() <= keep {
            return;
        }
        self.glance(nets, positions);
        self.sifted.clear();
        self.sifted.extend(self.glances.iter().map(Probabilities::points).zip(0..));
        self.sifted.select_nth_unstable_by(keep - 1, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.sifted.truncate(keep);
        self.sifted.sort_unstable_by_key(|kept| kept.1);
        for (place, kept) in self.sifted.iter().enumerate() {
            positions[place] = positions[kept.1 as usize];
        }
        positions.truncate(keep);
    }

    /// The probabilities of the players to roll (or to move) in some positions.
    pub fn judge<V: Learnt>(&mut self, nets: &Nets<V>, positions: &[Position<V>]) -> &[Probabilities] {
        self.batches.resize_with(V::PHASES.len(), Batch::default);
        self.places.clear();
        // Nets may have learnt since: nothing is shared from one call to the next.
        self.shared.clear();
        self.shared.resize(V::PHASES.len(), None);
        for batch in &mut self.batches {
            batch.clear();
        }
        for position in positions {
            if let Some(outcome) = position.outcome() {
                self.places.push(Err(Probabilities::of_outcome(outcome, position.mover())));
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
            self.counts.clear();
            V::count(position, &mut self.counts);
            batch.push_shared(net, &self.inputs, self.counts.values());
            self.places.push(Ok(phase as u8));
        }
        self.probabilities.clear();
        self.probabilities.resize(positions.len(), Probabilities::default());
        for (phase, batch) in self.batches.iter_mut().enumerate().filter(|(_, batch)| !batch.is_empty()) {
            let mut outputs = batch.run(nets.phase(phase)).chunks_exact(V::OUTPUTS);
            for (at, place) in self.places.iter().enumerate() {
                if *place == Ok(phase as u8)
                    && let Some(outputs) = outputs.next()
                {
                    self.probabilities[at] = possible(from_outputs(outputs), &positions[at]);
                }
            }
        }
        for (at, place) in self.places.iter().enumerate() {
            if let Err(known) = place {
                self.probabilities[at] = *known;
            }
        }
        &self.probabilities
    }
}

/// Whoever has borne off a checker cannot lose double any more.
#[inline]
fn possible<V: Learnt>(mut probabilities: Probabilities, position: &Position<V>) -> Probabilities {
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

impl<V: Learnt> Brain<V> {
    /// A judge by these nets.
    pub fn new(nets: Arc<Nets<V>>) -> Self {
        Self { nets, scratch: Scratch::default() }
    }

    /// The nets.
    pub fn nets(&self) -> &Arc<Nets<V>> {
        &self.nets
    }

    /// The probabilities of the players whose turn it is (to roll, mostly) in some positions, in order.
    /// Ended games have their certain result, to the player whose turn it would be.
    pub fn judge(&mut self, positions: &[Position<V>]) -> &[Probabilities] {
        self.scratch.judge(&self.nets, positions)
    }
}

/// Probabilities of whoever is to roll, as one of the players has them.
fn to_player<V: Learnt>(
    positions: &[Position<V>],
    probabilities: &[Probabilities],
    player: Player,
) -> impl Iterator<Item = Probabilities> {
    let own = positions.iter().map(move |position| position.mover() == player);
    own.zip(probabilities)
        .map(|(own, probabilities)| if own { *probabilities } else { probabilities.flipped() })
}

impl<V: Learnt> DiceEvaluator<Position<V>> for Brain<V> {
    fn probabilities(&mut self, positions: &[Position<V>], player: Player, out: &mut Vec<Probabilities>) {
        let judged = self.scratch.judge(&self.nets, positions);
        out.extend(to_player(positions, judged, player));
    }

    fn quick_probabilities(
        &mut self,
        positions: &[Position<V>],
        player: Player,
        out: &mut Vec<Probabilities>,
    ) -> bool {
        let glances = self.scratch.glance(&self.nets, positions);
        out.extend(to_player(positions, glances, player));
        true
    }

    fn level_errors(&self, position: &Position<V>, player: Player, out: &mut Vec<LevelError>) {
        level_errors(position, player, out);
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Table;
    use agon_search::{Engine, Expectimax, Limits, SearchRequest, Stop, Strength};
    use agon_tavli::{Fevga, Plakoto, Portes, Rules, Tavli};

    use super::super::{Shipped, shipped};
    use super::*;

    /// Positions judged together, which share what they have in common, and one by one by all their inputs.
    fn is_the_same_alone<V: Shipped>() {
        let nets = shipped::<V>();
        let mut rng = Rng::new(8);
        let (mut scratch, mut turns, mut inputs) = (Scratch::default(), Vec::new(), Vec::new());
        let mut position = Position::<V>::start(Rules::default(), Player::P1);
        while let Some(dice) = rng.choose_weighted(position.chances()) {
            let rolled = position.with_dice(dice);
            turns.clear();
            rolled.legal_moves(&mut turns);
            let after: Vec<_> = turns.iter().map(|turn| rolled.after(*turn)).collect();
            for (position, judged) in after.iter().zip(scratch.judge(&nets, &after)) {
                if position.outcome().is_none() {
                    let net = nets.phase(V::phase(position));
                    V::encode(position, &mut inputs);
                    let mut batch = Batch::default();
                    batch.push(net, &inputs);
                    assert_eq!(*judged, possible(from_outputs(batch.run(net)), position), "{position:?}");
                }
            }
            position = *rng.choose(&after).unwrap();
        }
    }

    #[test]
    fn judged_together_is_judged_alone_to_the_bit() {
        is_the_same_alone::<Portes>();
        is_the_same_alone::<Plakoto>();
        is_the_same_alone::<Fevga>();
    }

    /// Judges every reply, having no eye for a glance.
    #[derive(Clone)]
    struct Thorough(Brain<Portes>);

    impl DiceEvaluator<Position<Portes>> for Thorough {
        fn probabilities(
            &mut self,
            positions: &[Position<Portes>],
            player: Player,
            out: &mut Vec<Probabilities>,
        ) {
            self.0.probabilities(positions, player, out);
        }
    }

    #[test]
    fn a_glance_saves_nodes_and_changes_little() {
        let mut table = Table::new(Tavli::<Portes>::default());
        let mut quick: Expectimax<Tavli<Portes>, _> =
            Expectimax::new("quick", Brain::new(shipped()), Strength::default());
        let mut thorough: Expectimax<Tavli<Portes>, _> =
            Expectimax::new("thorough", Thorough(Brain::new(shipped())), Strength::default());
        let mut rng = Rng::new(2);
        let mut nodes = [0, 0];
        for _ in 0..12 {
            while table.roll(&mut rng).is_some() {}
            let think = |engine: &mut dyn Engine| {
                engine.think(SearchRequest::quiet(&table, &Limits::depth(2), &Stop::new())).unwrap()
            };
            let thoughts = [think(&mut quick), think(&mut thorough)];
            let [few, many] =
                thoughts.each_ref().map(|thought| thought.line.as_ref().unwrap().equity.unwrap());
            assert!((few - many).abs() < 0.03, "{few} and {many} in {:?}", table.position());
            nodes = [0, 1].map(|at| nodes[at] + thoughts[at].nodes);
            table.play(&thoughts[0].turn).unwrap();
        }
        assert!(nodes[0] * 2 < nodes[1], "{nodes:?}");
    }
}
