//! Learning what distances are worth from games against oneself.

use std::thread;

use agon_blockade::{Blockade, TurnKind};
use agon_core::{AnyTable, Fault, Outcome, Player, Rng, Table};
use agon_search::{AlphaBeta, Engine, Limits, SearchRequest, Stop, Strength};

use super::outlook::Outlook;
use super::rows::Rows;
use super::siege::Siege;
use super::weights;
use super::worth::{Camp, LONGEST, MOST_WALLS, Worth};

/// How the weights of a kind of turn are to be learned.
#[derive(Clone, Debug)]
pub struct BlockadeLesson {
    /// The game, of at most 12 rows and 16 columns.
    pub spec: String,
    /// Games to play.
    pub games: u64,
    /// Nodes for each turn.
    pub nodes: u64,
    /// The same seed, games and nodes give the same weights.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
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
    /// Plays the games and fits the weights to their results; gives them as the text of a weight file.
    ///
    /// `progress` is told how many games have been played and says whether to go on.
    pub fn learn(&self, progress: &mut dyn FnMut(u64) -> bool) -> Result<String, Fault> {
        let start = agon_games::open(&self.spec)?;
        let (mut kind, mut examples) = (TurnKind::Classic, Vec::new());
        let mut played = 0;
        while played < self.games {
            // A round of games, one in each thread; their order is that of their numbers.
            let round = (self.threads.clamp(1, 256) as u64).min(self.games - played);
            let found = thread::scope(|scope| {
                let games: Vec<_> = (played..played + round)
                    .map(|game| {
                        let start = start.clone_box();
                        scope.spawn(move || self.play(start.as_ref(), game))
                    })
                    .collect();
                games.into_iter().filter_map(|game| game.join().ok()).collect::<Vec<_>>()
            });
            for game in found {
                let (of_game, mut seen) = game?;
                kind = of_game;
                examples.append(&mut seen);
            }
            played += round;
            if !progress(played) {
                break;
            }
        }
        Ok(weights::text(&worth(&fit(kind, &examples))))
    }

    fn play(&self, start: &dyn AnyTable, game: u64) -> Result<(TurnKind, Vec<Example>), Fault> {
        let mut rng = Rng::new(self.seed.wrapping_mul(1_000_003).wrapping_add(game));
        let mut table = start
            .as_any()
            .downcast_ref::<Table<Blockade<3, 16>>>()
            .cloned()
            .ok_or_else(|| agon_search::WRONG_TABLE.with("spec", start.spec()))?;
        let mut engine = AlphaBeta::<Blockade<3, 16>, _>::new(
            "learner",
            Siege::<Rows, 3, 16>::by_hand(),
            Strength::default(),
        )
        .with_resources(1, 2);
        let mut outlook = Outlook::<Rows>::default();
        let mut seen: Vec<(Player, Camp, Camp)> = Vec::new();
        let mut turns = 0;
        while let Some(player) = table.actor().player() {
            let board = *table.position();
            let whim = turns < OPENING || rng.below(WHIM) == 0;
            if turns >= OPENING && outlook.proven_score(&board).is_none() {
                let [mine, his] = outlook.camps(&board);
                seen.push((player, mine, his));
            }
            let word = if whim {
                rng.choose(&table.legal()).cloned().unwrap_or_default()
            } else {
                engine.think(SearchRequest::quiet(&table, &Limits::nodes(self.nodes), &Stop::new()))?.turn
            };
            AnyTable::play(&mut table, &word)?;
            turns += 1;
        }
        let winner = table.outcome().and_then(Outcome::winner);
        let example = |(player, mine, his)| Example {
            mine,
            his,
            result: winner.map_or(0.5, |winner| f64::from(u8::from(winner == player))),
        };
        Ok((table.position().turn_kind(), seen.into_iter().map(example).collect()))
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
    let mut weights = list(weights::by_hand(kind));
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

/// The way back from [`list`], rounded.
fn worth(weights: &[f64]) -> Worth {
    let number = |at: usize| weights[at].round().clamp(-30_000.0, 30_000.0) as i16;
    Worth {
        near: std::array::from_fn(number),
        far: std::array::from_fn(|at| number(FAR_AT + at)),
        stock: std::array::from_fn(|at| number(STOCK_AT + at)),
        tempo: number(TEMPO_AT),
    }
}
