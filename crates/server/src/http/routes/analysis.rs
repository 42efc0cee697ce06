//! Reviews of finished games.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_analysis::{Review, ReviewEffort, ReviewOptions};
use agon_core::{AnyTable, Outcome, StepView};
use agon_search::{EngineSpec, Stop};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use serde_json::Value;
use tokio::sync::oneshot;

use super::games::room;
use crate::app::SharedApp;
use crate::bots::pool::{Job, Task};
use crate::game::state::GameState;
use crate::http::Answer;
use crate::http::body::CompressedText;
use crate::http::extract::PathParams;
use crate::http::failure::HttpError;
use crate::http::guard::ClientAddress;
use crate::http::limits::Kind;
use crate::{GameId, faults};

/// Reviews that are kept; a finished game does not change.
const KEPT: usize = 64;
/// A worker gives a review no more time than this, however long the game was.
const WHOLE: Duration = Duration::from_secs(20);
/// The most for one turn of a game without dice.
const TURN: Duration = Duration::from_millis(150);

type Kept = VecDeque<(GameId, Arc<CompressedText>)>;

/// SharedApp by all servers of a process: the ids are random.
static REVIEWS: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

fn reviews() -> MutexGuard<'static, Kept> {
    REVIEWS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn find(id: GameId) -> Option<Arc<CompressedText>> {
    reviews().iter().find(|(kept, _)| *kept == id).map(|(_, review)| Arc::clone(review))
}

fn keep(id: GameId, review: &Arc<CompressedText>) {
    let mut reviews = reviews();
    if reviews.len() >= KEPT {
        reviews.pop_front();
    }
    reviews.push_back((id, Arc::clone(review)));
}

/// The review of a game, if it has been made.
pub(crate) async fn known(
    State(app): State<SharedApp>,
    PathParams(id): PathParams<String>,
    headers: HeaderMap,
) -> Answer {
    let room = room(&app, &id).await?;
    let review = find(room.id).ok_or(faults::NOT_FOUND)?;
    Ok(review.answer(&headers))
}

/// Sets its flag when nobody waits any more: a client that hung up, a server that goes down.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Has a finished game reviewed and waits for it.
pub(crate) async fn make(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    PathParams(id): PathParams<String>,
    headers: HeaderMap,
) -> Answer {
    let room = room(&app, &id).await?;
    if let Some(review) = find(room.id) {
        return Ok(review.answer(&headers));
    }
    app.addresses.take(client.0, Kind::Hint).map_err(HttpError::too_many)?;
    let (sender, answer) = oneshot::channel();
    let waiting = Waiting(Stop::new());
    let (job, record) = {
        let core = room.core().await;
        // While a game goes on, its review would be a hint.
        if core.state.ending.is_none() {
            return Err(faults::NOT_OVER.into());
        }
        let table = core.state.table.clone_box();
        let own = table.clone_box();
        let done = move |review: Option<Review>| {
            let steps = review.map(|review| (steps_of(&*own, &review), review));
            drop(sender.send(steps));
        };
        let job = Job {
            table,
            stop: waiting.0.clone(),
            address: Some(client.0),
            task: Task::Review { options: options(&core.state), done: Box::new(done) },
        };
        (job, crate::game::record::record_of(&core.state))
    };
    if !app.pool.submit(job) {
        return Err(faults::BOTS_BUSY.into());
    }
    let (steps, mut review) = answer.await.ok().flatten().ok_or(faults::BOTS_BUSY)?;
    review.players = ["P1", "P2"].map(|tag| record.tag(tag).unwrap_or_default().to_owned());
    if let Some(outcome) = record.tag("Result").and_then(Outcome::parse) {
        review.set_result(outcome);
    }
    let told = with_steps(&review, steps).map_err(|_| HttpError::from(faults::BOTS_BUSY))?;
    let review = Arc::new(CompressedText::json(told.to_string()));
    keep(room.id, &review);
    Ok(review.answer(&headers))
}

/// The steps of every choice of every turn, so that a page can draw them.
type ChoiceSteps = Vec<Vec<Vec<StepView>>>;

fn steps_of(table: &dyn AnyTable, review: &Review) -> ChoiceSteps {
    let turns = review.turns.iter();
    turns
        .map(|turn| {
            turn.candidates.iter().map(|candidate| table.turn_steps(turn.ply, &candidate.turn)).collect()
        })
        .collect()
}

fn with_steps(review: &Review, steps: ChoiceSteps) -> serde_json::Result<Value> {
    let mut told = serde_json::to_value(review)?;
    let turns = told["turns"].as_array_mut().into_iter().flatten();
    for (turn, steps) in turns.zip(steps) {
        let choices = turn["choices"].as_array_mut().into_iter().flatten();
        for (choice, steps) in choices.zip(steps) {
            choice["steps"] = serde_json::to_value(steps)?;
        }
    }
    Ok(told)
}

/// With dice one turn ahead, which is quick; otherwise a share of the time.
fn options(state: &GameState) -> ReviewOptions {
    let turns = u32::try_from(state.turns()).unwrap_or(u32::MAX).max(1);
    let dice = state.table.plies().iter().any(|word| word.ends_with(':'));
    let effort = if dice { ReviewEffort::Plies(1) } else { ReviewEffort::Movetime(TURN.min(WHOLE / turns)) };
    let engine = EngineSpec { hash_mb: 8, ..EngineSpec::default() };
    ReviewOptions { effort, engine, ..ReviewOptions::default() }
}
