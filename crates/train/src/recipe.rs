use agon_core::read_pairs;
use agon_nn::Shape;

/// How a training goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Hidden units of each net.
    pub hidden: usize,
    /// Hidden units of nets that a training goes on from, if they have fewer: what they know stays, the
    /// added units begin to learn.
    pub widen: usize,
    /// Games of the first part, in which every position is learnt once, at once.
    pub bootstrap: u64,
    /// How many beginnings are tried; the best goes on.
    pub tries: u64,
    /// Games of each beginning.
    pub trial: u64,
    /// The rates at the start and at the end of the first part.
    pub rates: [f64; 2],
    /// How often anything is played at the very beginning.
    pub whim: f32,
    /// The rates at the start and at the end of the second part, in which positions are learnt
    /// several times from a store.
    pub steps: [f64; 2],
    /// How much a position learns from the end of the game: in the first part, at the start and at
    /// the end of the second.
    pub lambdas: [f32; 3],
    /// How often each position is learnt in the second part.
    pub reuse: usize,
    /// Positions in the store.
    pub store: usize,
    /// Samples in one step.
    pub batch: usize,
    /// Over how many steps the nets are averaged.
    pub average: u32,
    /// How many turns of a roll are looked at closely, after a glance at all of them.
    pub closely: usize,
    /// Games of the third part, the last of all, in which positions are judged some rolls ahead.
    pub ahead: u64,
    /// How many rolls ahead: one, or two at some twenty times the cost.
    pub rolls: u32,
    /// The rates at the start and at the end of the third part.
    pub fine: [f64; 2],
    /// How much the errors found later in a game count in the third part.
    pub trust: f32,
    /// How often any of the better turns is played in the third part.
    pub stray: f32,
    /// How often each position is learnt in the third part.
    pub study: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            hidden: 128,
            widen: 0,
            bootstrap: 30_000,
            tries: 3,
            trial: 3_000,
            rates: [0.05, 0.01],
            whim: 0.05,
            steps: [1e-3, 5e-5],
            lambdas: [0.7, 0.7, 0.7],
            reuse: 4,
            store: 1_500_000,
            batch: 128,
            average: 2_000,
            closely: 6,
            ahead: 0,
            rolls: 1,
            fine: [3e-4, 2e-5],
            trust: 0.7,
            stray: 0.1,
            study: 8,
        }
    }
}

impl Recipe {
    /// The recipe with changes such as `hidden=64,steps=1e-3/1e-4`; the faulty word otherwise.
    pub fn with(mut self, changes: &str) -> Result<Self, String> {
        read_pairs(changes, |key, value| self.set(key, value))?;
        Ok(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        fn few<T: std::str::FromStr, const N: usize>(value: &str) -> Option<[T; N]> {
            let words: Option<Vec<T>> = value.split('/').map(|word| word.parse().ok()).collect();
            words?.try_into().ok()
        }
        let width = |value: &str| value.parse().ok().filter(|width| *width <= Shape::WIDEST);
        match key {
            "hidden" => self.hidden = width(value).filter(|hidden| *hidden > 0)?,
            "widen" => self.widen = width(value)?,
            "bootstrap" => self.bootstrap = value.parse().ok()?,
            "tries" => self.tries = value.parse().ok()?,
            "trial" => self.trial = value.parse().ok()?,
            "rates" => self.rates = few(value)?,
            "whim" => self.whim = value.parse().ok()?,
            "steps" => self.steps = few(value)?,
            "lambdas" => self.lambdas = few(value)?,
            "reuse" => self.reuse = value.parse().ok()?,
            "store" => self.store = value.parse().ok().filter(|store| *store > 0)?,
            "batch" => self.batch = value.parse().ok().filter(|batch| *batch > 0)?,
            "average" => self.average = value.parse().ok()?,
            "closely" => self.closely = value.parse().ok().filter(|closely| *closely > 0)?,
            "ahead" => self.ahead = value.parse().ok()?,
            "rolls" => self.rolls = value.parse().ok().filter(|rolls| (1..=2).contains(rolls))?,
            "fine" => self.fine = few(value)?,
            "trust" => self.trust = value.parse().ok()?,
            "stray" => self.stray = value.parse().ok()?,
            "study" => self.study = value.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

impl std::fmt::Display for Recipe {
    /// As [`Recipe::with`] reads it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            hidden, widen, bootstrap, tries, trial, whim, reuse, store, batch, average, closely, ..
        } = self;
        let Self { ahead, rolls, fine: [f0, f1], trust, stray, study, .. } = self;
        let ([r0, r1], [s0, s1], [l0, l1, l2]) = (self.rates, self.steps, self.lambdas);
        write!(
            f,
            "hidden={hidden},widen={widen},bootstrap={bootstrap},tries={tries},trial={trial},rates={r0}/{r1},whim={whim}"
        )?;
        write!(f, ",steps={s0}/{s1},lambdas={l0}/{l1}/{l2},reuse={reuse},store={store},batch={batch}")?;
        write!(f, ",average={average},closely={closely}")?;
        write!(f, ",ahead={ahead},rolls={rolls},fine={f0}/{f1},trust={trust},stray={stray},study={study}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_read_as_written() {
        let other = Recipe { hidden: 64, steps: [0.002, 0.0001], reuse: 2, ..Recipe::default() };
        assert_eq!(Recipe::default().with(&other.to_string()), Ok(other));
        assert_eq!(Recipe::default().with("hidden=64,stpes=1"), Err("stpes=1".to_owned()));
        assert_eq!(Recipe::default().with("rates=1"), Err("rates=1".to_owned()));
        assert_eq!(Recipe::default().with("ahead=5,rolls=3"), Err("rolls=3".to_owned()));
    }
}
