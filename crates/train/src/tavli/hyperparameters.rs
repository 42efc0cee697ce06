use agon_core::read_pairs;
use agon_nn::Shape;

/// The hyperparameters of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hyperparameters {
    /// Hidden units of each net.
    pub hidden: usize,
    /// Hidden units of nets that a training resumes from, if they have fewer. The evaluation stays the same, the added
    /// units start to learn.
    pub widen: usize,
    /// Games of the first part, in which every sample is used once, at once.
    pub bootstrap_games: u64,
    /// Random initialisations to try; the best goes on.
    pub initialisations: u64,
    /// Games of each initialisation.
    pub trial_games: u64,
    /// The first and the last learning rate of the first part.
    pub bootstrap_rates: [f64; 2],
    /// The share of random turns at the very start.
    pub random_share: f32,
    /// The first and the last learning rate of the second part, in which samples are drawn from a replay buffer.
    pub replay_rates: [f64; 2],
    /// The lambda of temporal differences: in the first part, at the start and at the end of the second.
    pub lambdas: [f32; 3],
    /// How often each sample is used in the second part.
    pub reuse: usize,
    /// Samples in the replay buffer.
    pub buffer_size: usize,
    /// Samples in one step.
    pub batch: usize,
    /// The number of steps over which the nets are averaged.
    pub average_steps: u32,
    /// How many turns of a roll the pruning net leaves.
    pub candidates: usize,
    /// Games of the third and last part, in which targets look some rolls ahead.
    pub look_ahead_games: u64,
    /// Rolls to look ahead: one, or two at some twenty times the cost.
    pub rolls: u32,
    /// The first and the last learning rate of the third part.
    pub look_ahead_rates: [f64; 2],
    /// The factor of errors found later in the game, in the third part.
    pub trust: f32,
    /// The share of turns chosen at random among the candidates, in the third part.
    pub exploration: f32,
    /// How often each sample is used in the third part.
    pub look_ahead_reuse: usize,
}

impl Default for Hyperparameters {
    fn default() -> Self {
        Self {
            hidden: 128,
            widen: 0,
            bootstrap_games: 30_000,
            initialisations: 3,
            trial_games: 3_000,
            bootstrap_rates: [0.05, 0.01],
            random_share: 0.05,
            replay_rates: [1e-3, 5e-5],
            lambdas: [0.7, 0.7, 0.7],
            reuse: 4,
            buffer_size: 1_500_000,
            batch: 128,
            average_steps: 2_000,
            candidates: 6,
            look_ahead_games: 0,
            rolls: 1,
            look_ahead_rates: [3e-4, 2e-5],
            trust: 0.7,
            exploration: 0.1,
            look_ahead_reuse: 8,
        }
    }
}

impl Hyperparameters {
    /// Applies changes such as `hidden=64,steps=1e-3/1e-4`; returns the first one that is not understood.
    pub fn with(mut self, changes: &str) -> Result<Self, String> {
        read_pairs(changes, |key, value| self.set(key, value))?;
        Ok(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        fn array<T: std::str::FromStr, const N: usize>(value: &str) -> Option<[T; N]> {
            let numbers: Option<Vec<T>> = value.split('/').map(|number| number.parse().ok()).collect();
            numbers?.try_into().ok()
        }
        let width = |value: &str| value.parse().ok().filter(|width| *width <= Shape::MAX_WIDTH);
        match key {
            "hidden" => self.hidden = width(value).filter(|hidden| *hidden > 0)?,
            "widen" => self.widen = width(value)?,
            "bootstrap" => self.bootstrap_games = value.parse().ok()?,
            "tries" => self.initialisations = value.parse().ok()?,
            "trial" => self.trial_games = value.parse().ok()?,
            "rates" => self.bootstrap_rates = array(value)?,
            "whim" => self.random_share = value.parse().ok()?,
            "steps" => self.replay_rates = array(value)?,
            "lambdas" => self.lambdas = array(value)?,
            "reuse" => self.reuse = value.parse().ok()?,
            "store" => self.buffer_size = value.parse().ok().filter(|size| *size > 0)?,
            "batch" => self.batch = value.parse().ok().filter(|batch| *batch > 0)?,
            "average" => self.average_steps = value.parse().ok()?,
            "closely" => self.candidates = value.parse().ok().filter(|candidates| *candidates > 0)?,
            "ahead" => self.look_ahead_games = value.parse().ok()?,
            "rolls" => self.rolls = value.parse().ok().filter(|rolls| (1..=2).contains(rolls))?,
            "fine" => self.look_ahead_rates = array(value)?,
            "trust" => self.trust = value.parse().ok()?,
            "stray" => self.exploration = value.parse().ok()?,
            "study" => self.look_ahead_reuse = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

impl std::fmt::Display for Hyperparameters {
    /// Writes them as [`Hyperparameters::with`] reads them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ([r0, r1], [s0, s1], [l0, l1, l2]) = (self.bootstrap_rates, self.replay_rates, self.lambdas);
        let [f0, f1] = self.look_ahead_rates;
        write!(f, "hidden={},widen={},bootstrap={}", self.hidden, self.widen, self.bootstrap_games)?;
        write!(f, ",tries={},trial={},rates={r0}/{r1}", self.initialisations, self.trial_games)?;
        write!(f, ",whim={},steps={s0}/{s1},lambdas={l0}/{l1}/{l2}", self.random_share)?;
        write!(f, ",reuse={},store={},batch={}", self.reuse, self.buffer_size, self.batch)?;
        write!(f, ",average={},closely={}", self.average_steps, self.candidates)?;
        write!(f, ",ahead={},rolls={},fine={f0}/{f1}", self.look_ahead_games, self.rolls)?;
        write!(f, ",trust={},stray={},study={}", self.trust, self.exploration, self.look_ahead_reuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_read_as_written() {
        let default = Hyperparameters::default;
        let other = Hyperparameters { hidden: 64, replay_rates: [0.002, 0.0001], reuse: 2, ..default() };
        assert_eq!(default().with(&other.to_string()), Ok(other));
        assert_eq!(default().with("hidden=64,stpes=1"), Err("stpes=1".to_owned()));
        assert_eq!(default().with("rates=1"), Err("rates=1".to_owned()));
        assert_eq!(default().with("ahead=5,rolls=3"), Err("rolls=3".to_owned()));
    }
}
