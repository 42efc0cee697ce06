use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use agon_core::{Actor, AnyTable, Fault, Outcome, Record, RecordError};
use agon_search::{Engine, Limits, Stop};

use crate::hint::candidates;
use crate::luck::luck;
use crate::turn::rounded;
use crate::{CandidateTurn, Grade, PlayerSummary, Review, ReviewOptions, RollLuck, TurnReview, points};

/// Reviews a record. Calls `progress` with the number of turns done and of all turns.
///
/// Setting `stop` ends every search at once; the review is then worthless.
pub fn review(
    record: &Record,
    options: &ReviewOptions,
    stop: &Stop,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Review, RecordError> {
    let table = agon_games::replay(record)?;
    let wrong = |fault: Fault| RecordError { line: 0, column: 0, message: fault.to_string() };
    let mut review = review_table(&*table, options, stop, progress).map_err(wrong)?;
    review.players = ["P1", "P2"].map(|tag| record.tag(tag).unwrap_or_default().to_owned());
    if let Some(outcome) = record.tag("Result").and_then(Outcome::parse) {
        review.set_result(outcome);
    }
    Ok(review)
}

/// Reviews the game on a table from its start.
pub fn review_table(
    table: &dyn AnyTable,
    options: &ReviewOptions,
    stop: &Stop,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Review, Fault> {
    let plies = table.plies().to_vec();
    let mut start = table.clone_box();
    while start.undo().is_some() {}
    let dice = table.info().has_dice;
    let turns: Vec<usize> =
        plies.iter().enumerate().filter(|(_, text)| !text.ends_with(':')).map(|(ply, _)| ply).collect();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(turns.len()));
    thread::scope(|scope| {
        for _ in 0..options.threads.clamp(1, turns.len().max(1)) {
            scope.spawn(|| {
                let mut reviewer = Reviewer::new(start.clone(), &plies, options, dice, stop);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&ply) = turns.get(at) else { break };
                    let turn = reviewer.as_mut().map_err(|fault| fault.clone()).and_then(|own| own.turn(ply));
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.push((at, turn));
                    progress(done.len(), turns.len());
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    let turns = done.into_iter().map(|(_, turn)| turn).collect::<Result<Vec<_>, Fault>>()?;
    let mut review = Review {
        game: table.spec(),
        players: [String::new(), String::new()],
        result: "*".to_owned(),
        dice,
        summary: agon_core::Player::ALL.map(|player| PlayerSummary::new(&turns, player)),
        adjusted: None,
        turns,
    };
    if let Some(outcome) = table.outcome() {
        review.set_result(outcome);
    }
    Ok(review)
}

impl Review {
    /// Sets the result and the result adjusted for luck.
    pub fn set_result(&mut self, outcome: Outcome) {
        self.result = outcome.to_string();
        let luck = self.summary[0].luck - self.summary[1].luck;
        self.adjusted = self.dice.then(|| rounded(points(outcome) - luck));
    }
}

/// Reviews turns of a game, in increasing order.
struct Reviewer<'a> {
    table: Box<dyn AnyTable>,
    plies: &'a [String],
    limits: Limits,
    dice: bool,
    stop: &'a Stop,
    engine: Box<dyn Engine>,
}

impl<'a> Reviewer<'a> {
    fn new(
        table: Box<dyn AnyTable>,
        plies: &'a [String],
        options: &ReviewOptions,
        dice: bool,
        stop: &'a Stop,
    ) -> Result<Self, Fault> {
        let engine = agon_engines::build(&*table, &options.engine)?;
        Ok(Self { table, plies, limits: options.limits(dice), dice, stop, engine })
    }

    fn play_to(&mut self, ply: usize) -> Result<(), Fault> {
        while self.table.plies().len() < ply {
            let text = &self.plies[self.table.plies().len()];
            self.table.play(text)?;
        }
        Ok(())
    }

    /// The luck of the roll just before a turn.
    fn roll(&mut self, ply: usize) -> Result<Option<RollLuck>, Fault> {
        let Some(rolled) = ply.checked_sub(1).map(|at| &self.plies[at]).filter(|text| text.ends_with(':')) else {
            return Ok(None);
        };
        self.play_to(ply - 1)?;
        if self.table.actor() != Actor::Chance {
            return Ok(None);
        }
        luck(&mut *self.engine, &mut *self.table, rolled, self.stop)
    }

    fn turn(&mut self, ply: usize) -> Result<TurnReview, Fault> {
        let roll = self.roll(ply)?;
        self.play_to(ply)?;
        let played = &self.plies[ply];
        let forced = self.table.legal().len() <= 1;
        let candidates = candidates(&mut *self.engine, &*self.table, &self.limits, played, self.stop)?;
        let own = candidates.iter().find(|candidate| candidate.played);
        let loss = if forced { 0.0 } else { own.map_or(0.0, |own| own.loss) };
        let player = self.table.actor().player().unwrap_or(agon_core::Player::P1);
        let expected_score = own.map_or(0.5, CandidateTurn::expected_score);
        Ok(TurnReview {
            ply,
            player,
            roll,
            position: self.table.position(),
            played: played.clone(),
            loss,
            grade: Grade::of(loss, self.dice),
            forced,
            expected_score: if player == agon_core::Player::P1 {
                expected_score
            } else {
                rounded(1.0 - expected_score)
            },
            candidates,
        })
    }
}
