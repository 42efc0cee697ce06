//! Learning what distances are worth from games against oneself.

use agon_blockade::{Blockade, TurnKind};
use agon_core::{AnyTable, Fault, Outcome, Player, Rng, Table};
use agon_search::{AlphaBeta, Engine, Limits, Skill, Stop};

use super::outlook::Outlook;
use super::rows::Rows;
use super::siege::Siege;
use super::worth::{Camp, LONGEST, MOST_WALLS, Worth};

/// How the weights of a kind of turn are to be learned.
#[derive(Clone, Debug)]
pub struct BlockadeLesson {
    /// The game, of at most 12 rows and 16 columns.
    pub spec: String,
    /// Games to play.
    pub games: u32,
    /// Nodes for each turn.
    pub nodes: u64,
    /// The same seed, games and nodes give the same weights.
    pub seed: u64,
}

/// A position by its looks and how the game ended for the player to move.
struct Example {
    mine: Camp,
    his: Camp,
    result: f64,
}

/// Random turns before the players think for themselves, so that no two games are alike.
const OPENING: u32 = 4;
/// One turn in so many is random later on, too.
const WHIM: u32 = 16;

impl BlockadeLesson {
    /// Plays the games and fits the weights to their results; gives the weights as source text.
    ///
    /// `progress` is told how many games have been played.
    pub fn learn(&self, mut progress: impl FnMut(u32)) -> Result<String, Fault> {
        let mut examples = Vec::new();
        let mut kind = TurnKind::Classic;
        for game in 0..self.games {
            let table = agon_games::open(&self.spec)?;
            kind = self.play(table.as_ref(), u64::from(game), &mut examples)?;
            progress(game + 1);
        }
        Ok(source(kind, &fit(kind, &examples)))
    }

    fn play(&self, start: &dyn AnyTable, game: u64, examples: &mut Vec<Example>) -> Result<TurnKind, Fault> {
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003).wrapping_add(game));
        let mut table = start
            .as_any()
            .downcast_ref::<Table<Blockade<3, 16>>>()
            .cloned()
            .ok_or_else(|| agon_search::WRONG_TABLE.with("spec", start.spec()))?;
        let mut engine = AlphaBeta::<Blockade<3, 16>, _>::new(
            "learner",
            Siege::<Rows, 3, 16>::default(),
            Skill::default(),
        )
        .with_resources(1, 2);
        let mut outlook = Outlook::<Rows>::default();
        let mut seen: Vec<(Player, Camp, Camp)> = Vec::new();
        let mut turns = 0;
        while let Some(player) = table.actor().player() {
            let board = *table.position();
            let whim = turns < OPENING || rng.below(WHIM) == 0;
            if turns >= OPENING && outlook.verdict(&board).is_none() {
                let [mine, his] = outlook.camps(&board);
                seen.push((player, mine, his));
            }
            let word = if whim {
                rng.choose(&table.legal()).cloned().unwrap_or_default()
            } else {
                engine.think(&table, &Limits::nodes(self.nodes), &Stop::new(), &mut |_| {})?.word
            };
            AnyTable::play(&mut table, &word)?;
            turns += 1;
        }
        let winner = table.outcome().and_then(Outcome::winner);
        examples.extend(seen.into_iter().map(|(player, mine, his)| Example {
            mine,
            his,
            result: winner.map_or(0.5, |winner| f64::from(u8::from(winner == player))),
        }));
        Ok(table.position().turn_kind())
    }
}

/// The weights as one list: near, far, stock, tempo.
const COUNT: usize = 2 * (LONGEST + 1) + MOST_WALLS + 2;
const FAR_AT: usize = LONGEST + 1;
const STOCK_AT: usize = 2 * (LONGEST + 1);
const TEMPO_AT: usize = COUNT - 1;
/// A lead of so many hundredths wins about three games in four.
const SCALE: f64 = 100.0;
const ROUNDS: u32 = 3000;
/// How much neighbouring steps of a table are drawn towards each other.
const SMOOTHNESS: f64 = 2e-6;

/// The places of the list that an example counts, with their signs.
fn terms(example: &Example) -> [(usize, f64); 7] {
    let ([near, far, walls], [his_near, his_far, his_walls]) = (example.mine.places(), example.his.places());
    [
        (near, -1.0),
        (FAR_AT + far, -1.0),
        (STOCK_AT + walls, 1.0),
        (his_near, 1.0),
        (FAR_AT + his_far, 1.0),
        (STOCK_AT + his_walls, -1.0),
        (TEMPO_AT, 1.0),
    ]
}

/// Logistic regression by steps against the gradient, every table kept smooth and rising.
fn fit(kind: TurnKind, examples: &[Example]) -> Vec<f64> {
    let mut weights = list(Worth::of(kind));
    let (mut drift, mut swing) = (vec![0.0; COUNT], vec![0.0; COUNT]);
    for round in 1..=ROUNDS {
        let mut slope = vec![0.0; COUNT];
        for example in examples {
            let terms = terms(example);
            let sum: f64 = terms.iter().map(|(at, sign)| sign * weights[*at]).sum();
            let error = 1.0 / (1.0 + (-sum / SCALE).exp()) - example.result;
            for (at, sign) in terms {
                slope[at] += sign * error / examples.len() as f64;
            }
        }
        for table in [0..FAR_AT, FAR_AT..STOCK_AT, STOCK_AT..TEMPO_AT] {
            for at in table.start + 1..table.end - 1 {
                let bend = weights[at - 1] - 2.0 * weights[at] + weights[at + 1];
                slope[at] -= 2.0 * SMOOTHNESS * bend;
                slope[at - 1] += SMOOTHNESS * bend;
                slope[at + 1] += SMOOTHNESS * bend;
            }
        }
        for at in 0..COUNT {
            drift[at] = 0.9 * drift[at] + 0.1 * slope[at];
            swing[at] = 0.999 * swing[at] + 0.001 * slope[at] * slope[at];
            let rate = 1.0 / (1.0 + f64::from(round) / 500.0);
            weights[at] -= rate * drift[at] / (swing[at].sqrt() + 1e-9).max(1e-5);
        }
        raise(&mut weights);
    }
    weights
}

/// Makes the tables rise, beginning with nothing.
fn raise(weights: &mut [f64]) {
    for table in [0..FAR_AT, FAR_AT..STOCK_AT, STOCK_AT..TEMPO_AT] {
        let base = weights[table.start];
        let mut least = 0.0;
        for at in table {
            least = f64::max(least, weights[at] - base);
            weights[at] = least;
        }
    }
}

fn list(worth: &Worth) -> Vec<f64> {
    let numbers = worth.near.iter().chain(&worth.far).chain(&worth.stock).chain([&worth.tempo]);
    numbers.map(|number| f64::from(*number)).collect()
}

/// The weights as they stand in `weights.rs`.
fn source(kind: TurnKind, weights: &[f64]) -> String {
    let numbers = |range: std::ops::Range<usize>| {
        let words: Vec<String> = weights[range].iter().map(|number| format!("{number:.0}")).collect();
        words.join(", ")
    };
    format!(
        "pub(super) static {}: Worth = Worth {{\n    near: [{}],\n    far: [{}],\n    stock: [{}],\n    tempo: {:.0},\n}};\n",
        format!("{kind:?}").to_uppercase(),
        numbers(0..FAR_AT),
        numbers(FAR_AT..STOCK_AT),
        numbers(STOCK_AT..TEMPO_AT),
        weights[TEMPO_AT],
    )
}
