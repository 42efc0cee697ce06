//! Reviews of finished games.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use agon_analysis::{Review, ReviewEffort, ReviewOptions};
use agon_core::{AnyTable, Outcome};
use agon_search::{EngineSpec, Stop};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use tokio::sync::oneshot;

use super::games::find_room;
use crate::app::SharedApp;
use crate::bots::jobs::HASH_MB;
use crate::bots::pool::{Job, JobResult, Task};
use crate::game::state::GameState;
use crate::http::HandlerResult;
use crate::http::body::CompressedText;
use crate::http::extract::PathParams;
use crate::http::failure::HttpError;
use crate::http::guard::ClientAddress;
use crate::http::limits::Kind;
use crate::sync::lock;
use crate::{GameId, faults};

/// The number of reviews to cache; a finished game does not change.
const MAX_CACHED_REVIEWS: usize = 64;
/// The longest time for a review.
const MAX_REVIEW_TIME: Duration = Duration::from_secs(20);
/// The longest time for one turn of a game without dice.
const MAX_TURN_TIME: Duration = Duration::from_millis(150);

type ReviewCache = VecDeque<(GameId, Arc<CompressedText>)>;

/// Shared by all servers of a process, since ids are random.
static REVIEWS: LazyLock<Mutex<ReviewCache>> = LazyLock::new(Mutex::default);

fn cached(id: GameId) -> Option<Arc<CompressedText>> {
    lock(&REVIEWS).iter().find(|(cached, _)| *cached == id).map(|(_, review)| Arc::clone(review))
}

fn cache(id: GameId, review: &Arc<CompressedText>) {
    let mut reviews = lock(&REVIEWS);
    if reviews.len() >= MAX_CACHED_REVIEWS {
        reviews.pop_front();
    }
    reviews.push_back((id, Arc::clone(review)));
}

/// The review of a game, if it exists already.
pub(crate) async fn show(
    State(app): State<SharedApp>,
    PathParams(id): PathParams<String>,
    headers: HeaderMap,
) -> HandlerResult {
    let room = find_room(&app, &id).await?;
    let review = cached(room.id).ok_or(faults::NOT_FOUND)?;
    Ok(review.respond(&headers))
}

/// Stops the review when dropped: when the client disconnects or the server stops.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Reviews a finished game.
pub(crate) async fn create(
    State(app): State<SharedApp>,
    Extension(client): Extension<ClientAddress>,
    PathParams(id): PathParams<String>,
    headers: HeaderMap,
) -> HandlerResult {
    let room = find_room(&app, &id).await?;
    if let Some(review) = cached(room.id) {
        return Ok(review.respond(&headers));
    }
    app.address_limits.take(client.0, Kind::Hint).map_err(HttpError::too_many)?;
    let (sender, answer) = oneshot::channel();
    let stop = StopOnDrop(Stop::new());
    let (job, record) = {
        let core = room.core().await?;
        // A review of a game in progress would be a hint.
        if core.state.ending.is_none() {
            return Err(faults::NOT_OVER.into());
        }
        let table = core.state.table.clone_box();
        let steps_table = table.clone_box();
        let done = move |review: JobResult<Review>| {
            drop(sender.send(review.map(|review| with_steps(review, &*steps_table))));
        };
        let job = Job {
            table,
            stop: stop.0.clone(),
            address: Some(client.0),
            task: Task::Review { options: review_options(&core.state), done: Box::new(done) },
        };
        (job, crate::game::record::record_of(&core.state))
    };
    if !app.pool.submit(job) {
        return Err(faults::BOTS_BUSY.into());
    }
    let mut review = answer.await.ok().and_then(Result::ok).ok_or(faults::BOTS_BUSY)?;
    review.players = ["P1", "P2"].map(|tag| record.tag(tag).unwrap_or_default().to_owned());
    if let Some(outcome) = record.tag("Result").and_then(Outcome::parse) {
        review.set_result(outcome);
    }
    let review = Arc::new(CompressedText::json(&review));
    cache(room.id, &review);
    Ok(review.respond(&headers))
}

/// Adds the steps of every choice, which a page needs to draw them.
fn with_steps(mut review: Review, table: &dyn AnyTable) -> Review {
    for turn in &mut review.turns {
        for choice in &mut turn.candidates {
            choice.steps = Some(table.turn_steps(turn.ply, &choice.turn));
        }
    }
    review
}

/// One ply deep for dice games, which is fast; otherwise each turn gets an equal share of the time.
fn review_options(state: &GameState) -> ReviewOptions {
    let turns = u32::try_from(state.turns()).unwrap_or(u32::MAX).max(1);
    let effort = if state.table.info().has_dice {
        ReviewEffort::Plies(1)
    } else {
        ReviewEffort::Movetime(MAX_TURN_TIME.min(MAX_REVIEW_TIME / turns))
    };
    let engine = EngineSpec { hash_mb: HASH_MB, ..EngineSpec::default() };
    ReviewOptions { effort, engine, ..ReviewOptions::default() }
}
