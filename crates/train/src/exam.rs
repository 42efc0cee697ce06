//! What choices at first sight lose by the judgement of a look two rolls ahead.
//!
//! A match tells who is stronger; an exam tells by how much choices fall short and in which phase, and two nets that
//! sit the same exam are told apart by far less work.

use agon_core::{Mean, Player, Position as _, Rng};
use agon_engines::tavli::{Learnt, Nets};
use agon_tavli::{Position, Rules, ScoreRule};

use crate::ahead::{Ahead, AheadPlay};
use crate::play::{Turns, roll, worth};
use crate::{ByNets, Chooser};

/// As many turns of a roll compete at most.
const RIVALS: usize = 5;
/// Turns that look worse than the best by more points do not compete.
const MARGIN: f32 = 0.1;
/// Of so many turns one is asked about, so that a game does not ask about much the same all the time.
const ONE_TURN_IN: u32 = 3;
/// How often any of the competing turns is played on.
const STRAY: f64 = 0.1;
/// How turns are looked at.
const LOOK: Ahead = Ahead { trust: 0.0, stray: 0.0, closely: 5, rolls: 1 };

/// The turns of a roll that compete, and what each is worth.
#[derive(Clone, Debug)]
pub struct Question<V: Learnt> {
    /// Where the turns lead; the one that looks best to the judge at first sight comes first.
    pub rivals: Vec<Position<V>>,
    /// What that is worth to who rolls next, one roll ahead and two.
    pub worths: Vec<[f32; 2]>,
}

impl<V: Learnt> Question<V> {
    /// The points that a choice loses by a look one roll ahead and by one of two.
    pub fn losses(&self, chosen: usize) -> [f32; 2] {
        let best = |rolls: usize| self.worths.iter().map(|worth| worth[rolls]).fold(f32::INFINITY, f32::min);
        [0, 1].map(|rolls| self.worths[chosen][rolls] - best(rolls))
    }

    /// Which turn a player chooses.
    pub fn answer(&self, player: &mut dyn Chooser<V>) -> usize {
        player.choose(self.rivals[0].mover().opponent(), &self.rivals)
    }

    /// Which turn a look one roll ahead chooses.
    pub fn one_roll_ahead(&self) -> usize {
        let worths = self.worths.iter().map(|worth| worth[0]).enumerate();
        worths.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
    }

    /// The phase to which the turn leads that looks best at first sight.
    pub fn phase(&self) -> usize {
        V::phase(&self.rivals[0])
    }
}

/// Asks questions out of games of nets against themselves at first sight; the nets are the judge too.
pub fn exam<V: Learnt>(nets: Nets<V>, rules: Rules<V>, questions: u32, seed: u64) -> Vec<Question<V>> {
    let mut asker = Asker {
        player: ByNets::new(nets.clone()),
        judge: AheadPlay::new(nets, rules),
        turns: Turns::default(),
        score: rules.score,
    };
    let mut rng = Rng::new(seed);
    let mut asked = Vec::new();
    let mut position = Position::start(rules, Player::P1);
    while asked.len() < questions as usize {
        if position.outcome().is_some() {
            position = Position::start(rules, Player::P1);
        }
        let rivals = asker.rivals(&position, &mut rng);
        let stray = rng.unit() < STRAY;
        position = rivals[if stray { rng.below(rivals.len() as u32) as usize } else { 0 }];
        let asks = rng.below(ONE_TURN_IN) == 0;
        if asks && rivals.len() > 1 && rivals.iter().all(|rival| rival.outcome().is_none()) {
            asked.push(asker.question(rivals));
        }
    }
    asked
}

/// What it takes to ask a question.
struct Asker<V: Learnt> {
    player: ByNets<V>,
    judge: AheadPlay<V>,
    turns: Turns<V>,
    score: ScoreRule,
}

impl<V: Learnt> Asker<V> {
    /// Where the turns of a roll lead that compete, the best first.
    fn rivals(&mut self, position: &Position<V>, rng: &mut Rng) -> Vec<Position<V>> {
        let after = self.turns.find(position, roll(rng));
        let judged = self.player.judge(after).iter().map(|probabilities| worth(probabilities, self.score));
        let mut order: Vec<(f32, usize)> = judged.zip(0..).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let least = order[0].0;
        let near = order.iter().take(RIVALS).take_while(|(worth, _)| *worth <= least + MARGIN);
        near.map(|(_, at)| after[*at]).collect()
    }

    fn question(&mut self, rivals: Vec<Position<V>>) -> Question<V> {
        let judged = rivals.iter().map(|rival| {
            [1, 2].map(|rolls| worth(&self.judge.worth(rival, Ahead { rolls, ..LOOK }), self.score))
        });
        let worths = judged.collect();
        Question { rivals, worths }
    }
}

/// What the answers of a player lose, a turn: by a look one roll ahead, and by one of two.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    /// By one roll and by two.
    pub all: [Mean; 2],
    /// By two rolls, for each phase of the game.
    pub phases: Vec<(u32, Mean)>,
    /// By two rolls, how much more than another's answers.
    pub more: Mean,
}

impl Losses {
    /// What answers lose, beside other answers to the same questions.
    pub fn new<V: Learnt>(questions: &[Question<V>], answers: &[usize], others: &[usize]) -> Self {
        let mut losses = Self { phases: vec![Default::default(); V::PHASES.len()], ..Self::default() };
        for ((question, answer), other) in questions.iter().zip(answers).zip(others) {
            let lost = question.losses(*answer).map(f64::from);
            losses.all[0].add(lost[0]);
            losses.all[1].add(lost[1]);
            let (count, mean) = &mut losses.phases[question.phase()];
            *count += 1;
            mean.add(lost[1]);
            losses.more.add(lost[1] - f64::from(question.losses(*other)[1]));
        }
        losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use agon_engines::tavli::shipped;
    use agon_tavli::Portes;

    #[test]
    fn exams_are_fair_and_nets_do_better_than_chance() {
        let nets = Nets::<Portes>::clone(&shipped());
        let questions = exam(nets.clone(), Rules::default(), 20, 5);
        let mut player = ByNets::new(nets.clone());
        for (question, again) in questions.iter().zip(exam(nets, Rules::default(), 3, 5)) {
            assert_eq!((&question.rivals, &question.worths), (&again.rivals, &again.worths));
        }
        for question in &questions {
            assert!((2..=RIVALS).contains(&question.rivals.len()));
            // Competing turns start from one roll of one player.
            assert!(question.rivals.iter().all(|rival| rival.mover() == question.rivals[0].mover()));
            assert_eq!(question.answer(&mut player), 0, "the judge's own choice comes first");
            assert!((0..question.rivals.len()).all(|at| question.losses(at).iter().all(|loss| *loss >= 0.0)));
            assert!(question.losses(question.one_roll_ahead())[0] <= 0.0);
        }
        let answers = |player: &mut dyn Chooser<Portes>| -> Vec<usize> {
            questions.iter().map(|question| question.answer(player)).collect()
        };
        let (own, any) = (answers(&mut player), answers(&mut Random(Rng::new(1))));
        let losses = Losses::new(&questions, &any, &own);
        assert!(losses.more.value() > 0.0, "chance loses {:?} a turn more", losses.more);
        assert_eq!(losses.phases.iter().map(|phase| phase.0).sum::<u32>(), 20);
    }
}
