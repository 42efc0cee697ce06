//! The equity that choices lose, on a set of rolls with several good turns.
//!
//! A duel shows who is stronger. A test set shows in which phase equity is lost and how much, and it separates two nets
//! with far less work.

use agon_core::{Mean, Player, Position as _, Rng};
use agon_engines::tavli::{NetGame, Nets};
use agon_tavli::{Position, Rules, ScoreRule};

use super::look_ahead::{LookAheadPlay, LookAheadSettings};
use super::players::{NetPlayer, Successors, TurnChooser, equity, roll};

/// The most candidates of a roll.
const MAX_CANDIDATES: usize = 5;
/// Turns that lose more than this many points by the nets' evaluation are no candidates.
const MARGIN: f32 = 0.1;
/// One roll in this number is used, so that a game does not give much the same positions.
const ROLLS_PER_POSITION: u32 = 3;
/// The share of turns chosen at random among the candidates.
const EXPLORATION: f64 = 0.1;
const LOOK_AHEAD: LookAheadSettings = LookAheadSettings { trust: 0.0, exploration: 0.0, candidates: 5, rolls: 1 };

/// The candidates of a roll with their equities.
#[derive(Clone, Debug)]
struct TestPosition<V: NetGame> {
    /// The positions after the candidates; the best by the reference nets comes first.
    candidates: Vec<Position<V>>,
    /// Their equities for the player who rolls next, one and two rolls ahead.
    equities: Vec<[f32; 2]>,
}

impl<V: NetGame> TestPosition<V> {
    /// The equity that a choice loses, one and two rolls ahead.
    fn losses(&self, chosen: usize) -> [f32; 2] {
        let best = |at: usize| self.equities.iter().map(|equities| equities[at]).fold(f32::INFINITY, f32::min);
        [0, 1].map(|at| self.equities[chosen][at] - best(at))
    }

    fn choice(&self, player: &mut dyn TurnChooser<V>) -> usize {
        player.choose(self.candidates[0].mover().opponent(), &self.candidates)
    }

    /// The best choice by looking one roll ahead.
    fn choice_one_roll_ahead(&self) -> usize {
        let equities = self.equities.iter().map(|equities| equities[0]).enumerate();
        equities.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
    }

    /// The phase after the best turn by the reference nets.
    fn phase(&self) -> usize {
        V::phase(&self.candidates[0])
    }
}

/// Collects positions from games of nets against themselves. The same nets give the equities.
fn test_set<V: NetGame>(nets: Nets<V>, rules: Rules<V>, size: u32, seed: u64) -> Vec<TestPosition<V>> {
    let mut builder = Builder {
        player: NetPlayer::new(nets.clone()),
        look_ahead: LookAheadPlay::new(nets, rules),
        turns: Successors::default(),
        score: rules.score,
    };
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    let mut position = Position::start(rules, Player::P1);
    while positions.len() < size as usize {
        if position.outcome().is_some() {
            position = Position::start(rules, Player::P1);
        }
        let candidates = builder.candidates(&position, &mut rng);
        let explores = rng.unit() < EXPLORATION;
        position = candidates[if explores { rng.below(candidates.len() as u32) as usize } else { 0 }];
        let is_used = rng.below(ROLLS_PER_POSITION) == 0;
        if is_used && candidates.len() > 1 && candidates.iter().all(|after| after.outcome().is_none()) {
            positions.push(builder.test_position(candidates));
        }
    }
    positions
}

struct Builder<V: NetGame> {
    player: NetPlayer<V>,
    look_ahead: LookAheadPlay<V>,
    turns: Successors<V>,
    score: ScoreRule,
}

impl<V: NetGame> Builder<V> {
    /// The positions after the candidates of a roll, the best first.
    fn candidates(&mut self, position: &Position<V>, rng: &mut Rng) -> Vec<Position<V>> {
        let after = self.turns.find(position, roll(rng));
        let equities = self.player.evaluate(after).iter().map(|probabilities| equity(probabilities, self.score));
        let mut order: Vec<(f32, usize)> = equities.zip(0..).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let least = order[0].0;
        let near = order.iter().take(MAX_CANDIDATES).take_while(|(equity, _)| *equity <= least + MARGIN);
        near.map(|(_, at)| after[*at]).collect()
    }

    fn test_position(&mut self, candidates: Vec<Position<V>>) -> TestPosition<V> {
        let equities = candidates.iter().map(|after| {
            [1, 2].map(|rolls| {
                let probabilities = self.look_ahead.evaluate(after, LookAheadSettings { rolls, ..LOOK_AHEAD });
                equity(&probabilities, self.score)
            })
        });
        let equities = equities.collect();
        TestPosition { candidates, equities }
    }
}

/// The mean equity that a player's choices lose a turn.
#[derive(Clone, Debug, Default)]
struct EquityLosses {
    /// One and two rolls ahead.
    all: [Mean; 2],
    /// The number of turns of each phase, and their loss two rolls ahead.
    phases: Vec<(u32, Mean)>,
    /// Two rolls ahead, the loss beyond that of other choices.
    difference: Mean,
}

impl EquityLosses {
    fn new<V: NetGame>(positions: &[TestPosition<V>], choices: &[usize], others: &[usize]) -> Self {
        let mut losses = Self { phases: vec![Default::default(); V::PHASES.len()], ..Self::default() };
        for ((position, choice), other) in positions.iter().zip(choices).zip(others) {
            let lost = position.losses(*choice).map(f64::from);
            losses.all[0].add(lost[0]);
            losses.all[1].add(lost[1]);
            let (count, mean) = &mut losses.phases[position.phase()];
            *count += 1;
            mean.add(lost[1]);
            losses.difference.add(lost[1] - f64::from(position.losses(*other)[1]));
        }
        losses
    }

    fn lines<V: NetGame>(&self, name: &str) -> Vec<String> {
        let text = |mean: &Mean| format!("{:.5} ± {:.5}", mean.value(), mean.error());
        let (difference, error) = (self.difference.value(), self.difference.error());
        let [one, two] = &self.all;
        let mut lines = vec![
            format!("{name}: loses {} a turn two rolls ahead, {} one roll ahead", text(two), text(one)),
            format!("  more than the first: {difference:+.5} ± {error:.5}"),
        ];
        let phases = V::PHASES.iter().zip(&self.phases).filter(|(_, (count, _))| *count > 0);
        lines.extend(phases.map(|(phase, (count, mean))| format!("  {phase}: {count} turns, {}", text(mean))));
        lines
    }
}

/// Measures nets on a test set that the first of them make, and adds the choices of looking one roll ahead.
pub(super) fn report<V: NetGame>(
    nets: Vec<Nets<V>>,
    names: impl Iterator<Item = String>,
    size: u32,
    seed: u64,
) -> Vec<String> {
    let Some(reference) = nets.first() else { return Vec::new() };
    let positions = test_set(reference.clone(), Rules::default(), size, seed);
    let players = nets.into_iter().map(|nets| {
        let mut player = NetPlayer::new(nets);
        positions.iter().map(|position| position.choice(&mut player)).collect()
    });
    let one_roll = positions.iter().map(TestPosition::choice_one_roll_ahead).collect();
    let choices: Vec<Vec<usize>> = players.chain([one_roll]).collect();
    let names = names.chain(["one roll ahead".to_owned()]);
    let losses = choices.iter().map(|chosen| EquityLosses::new(&positions, chosen, &choices[0]));
    names.zip(losses).flat_map(|(name, losses)| losses.lines::<V>(&name)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::RandomPlayer;
    use super::*;
    use agon_engines::tavli::bundled_nets;
    use agon_tavli::Portes;

    #[test]
    fn test_sets_are_reproducible_and_nets_do_better_than_chance() {
        let nets = Nets::<Portes>::clone(&bundled_nets());
        let positions = test_set(nets.clone(), Rules::default(), 20, 5);
        let mut player = NetPlayer::new(nets.clone());
        for (position, again) in positions.iter().zip(test_set(nets.clone(), Rules::default(), 3, 5)) {
            assert_eq!((&position.candidates, &position.equities), (&again.candidates, &again.equities));
        }
        for position in &positions {
            let candidates = &position.candidates;
            assert!((2..=MAX_CANDIDATES).contains(&candidates.len()));
            // All candidates are turns of one roll of one player.
            assert!(candidates.iter().all(|after| after.mover() == candidates[0].mover()));
            assert_eq!(position.choice(&mut player), 0, "the reference nets' own choice comes first");
            assert!((0..candidates.len()).all(|at| position.losses(at).iter().all(|loss| *loss >= 0.0)));
            assert!(position.losses(position.choice_one_roll_ahead())[0] <= 0.0);
        }
        let choices = |player: &mut dyn TurnChooser<Portes>| -> Vec<usize> {
            positions.iter().map(|position| position.choice(player)).collect()
        };
        let (own, random) = (choices(&mut player), choices(&mut RandomPlayer(Rng::new(1))));
        let losses = EquityLosses::new(&positions, &random, &own);
        assert!(losses.difference.value() > 0.0, "random choices lose {:?} a turn more", losses.difference);
        assert_eq!(losses.phases.iter().map(|phase| phase.0).sum::<u32>(), 20);
        let lines = report(vec![nets], ["own".to_owned()].into_iter(), 5, 5);
        assert!(lines[0].starts_with("own: loses ") && lines[1].ends_with("+0.00000 ± 0.00000"), "{lines:?}");
    }
}
