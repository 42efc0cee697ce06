//! What a server does because it is not the only one of its site: it hears what others have stored, tells them who is
//! connected here, and takes games that no server looks after.

use std::sync::Arc;
use std::time::Duration;

use agon_wire::to_json;

use crate::GameId;
use crate::app::SharedApp;
use crate::bots::{shared, worker};
use crate::rooms::lobby::lobby;
use crate::rooms::room::Room;
use crate::store::{Cluster, Hint};

/// How often a server gives a sign of life and looks for games that nobody looks after.
const LIFE_INTERVAL: Duration = Duration::from_secs(1);
/// How often a server announces changes of who is connected.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(100);
/// How many signs of life lie between two removals of what is known of dead servers.
const LIVES_PER_REMOVAL: u32 = 300;
/// How many signs of life lie between two searches for games to pack.
const LIVES_PER_PACKING: u32 = 60;
/// How many games are asked about at once.
const CHUNK: usize = 1000;

/// Runs until the server stops. Returns at once if the store cannot be shared.
pub(crate) async fn run(app: &SharedApp) {
    let Some(cluster) = &app.cluster else { return };
    let work = worker::run(cluster.queue(), &app.pool, app.config.workers, &app.waiting.submitted, |id, result| {
        app.waiting.finish(id, result);
    });
    tokio::join!(hear(app, cluster), live(app, cluster), tell_presence(cluster), work);
}

async fn hear(app: &SharedApp, cluster: &Arc<Cluster>) {
    let Some(mut hints) = cluster.hints() else { return };
    while let Some(first) = hints.recv().await {
        let mut presences = Vec::new();
        let mut results = Vec::new();
        let mut is_everything = false;
        let mut next = Some(first);
        while let Some(hint) = next {
            match hint {
                Hint::Events(game, seq, rows) => {
                    if let Some(room) = app.open_room(game) {
                        let app = Arc::clone(app);
                        tokio::spawn(async move { room.hear(&app, seq, &rows).await });
                    }
                }
                Hint::Chat(game) => {
                    if let Some(room) = app.open_room(game) {
                        let app = Arc::clone(app);
                        tokio::spawn(async move { room.hear_chat(&app).await });
                    }
                }
                Hint::Presence(game) => presences.push(game),
                Hint::Everything => is_everything = true,
                Hint::Work => app.waiting.submitted.notify_one(),
                Hint::Result(id) => results.push(id),
            }
            next = hints.try_recv().ok();
        }
        let waited_for = app.waiting.ids();
        results.retain(|id| waited_for.contains(id));
        if is_everything {
            results = waited_for;
        }
        if !results.is_empty() {
            shared::fetch(cluster, &app.waiting, &results).await;
        }
        // In tasks of their own: a game whose commit waits for the database may not hold up the hints of others.
        let (app, cluster) = (Arc::clone(app), Arc::clone(cluster));
        if is_everything {
            tokio::spawn(async move { hear_everything(&app, &cluster).await });
        } else if !presences.is_empty() {
            let rooms: Vec<_> = presences.into_iter().filter_map(|game| app.open_room(game)).collect();
            tokio::spawn(async move { hear_presences(&app, &cluster, &rooms).await });
        }
    }
}

/// Looks at all games in memory, since hints may be missing.
async fn hear_everything(app: &SharedApp, cluster: &Cluster) {
    let rooms = app.rooms();
    for rooms in rooms.chunks(CHUNK) {
        let mut known = Vec::with_capacity(rooms.len());
        for room in rooms {
            if let Ok(core) = room.core().await {
                known.push((room.id, core.state.seq));
            }
        }
        match cluster.behind(&known).await {
            Ok(behind) => {
                for room in behind.into_iter().filter_map(|game| app.open_room(game)) {
                    drop(room.latest(app).await);
                }
            }
            Err(error) => tracing::warn!(%error, "cannot ask what other servers have stored"),
        }
        hear_presences(app, cluster, rooms).await;
    }
    let app = Arc::clone(app);
    tokio::spawn(async move {
        for room in rooms.iter().filter(|room| !room.audience().members.is_empty()) {
            room.hear_chat(&app).await;
        }
    });
}

async fn hear_presences(app: &SharedApp, cluster: &Cluster, rooms: &[Arc<Room>]) {
    let _order = cluster.presence_order.lock().await;
    let games: Vec<GameId> = rooms.iter().map(|room| room.id).collect();
    match cluster.presence(&games).await {
        Ok(mut found) => {
            for room in rooms {
                room.hear_presence(app, found.remove(&room.id).unwrap_or_default()).await;
            }
        }
        Err(error) => tracing::warn!(%error, "cannot ask who is connected"),
    }
}

/// Signs of life, the lobbies of the others, and games whose clock has run out while no server had them in memory.
async fn live(app: &SharedApp, cluster: &Arc<Cluster>) {
    let mut interval = tokio::time::interval(LIFE_INTERVAL);
    let mut rounds = 0u32;
    loop {
        interval.tick().await;
        match cluster.sign_of_life(&to_json(&lobby(app))).await {
            Ok(neighbours) => {
                let lobbies = neighbours.lobbies.iter().filter_map(|lobby| serde_json::from_str(lobby).ok());
                app.set_remote_lobbies(lobbies.collect());
                if neighbours.has_lost_one {
                    let (app, cluster) = (Arc::clone(app), Arc::clone(cluster));
                    tokio::spawn(async move { hear_everything(&app, &cluster).await });
                }
            }
            Err(error) => tracing::warn!(%error, "cannot give a sign of life"),
        }
        end_overdue(app, cluster).await;
        let waited_for = app.waiting.ids();
        if !waited_for.is_empty() {
            shared::fetch(cluster, &app.waiting, &waited_for).await;
        }
        if rounds.is_multiple_of(LIVES_PER_REMOVAL)
            && let Err(error) = cluster.forget_dead().await.and(cluster.forget_work().await)
        {
            tracing::warn!(%error, "cannot remove what is known of dead servers");
        }
        if rounds.is_multiple_of(LIVES_PER_PACKING) {
            match cluster.pack_finished().await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "packed games that ended a day ago"),
                Err(error) => tracing::warn!(%error, "cannot pack finished games"),
            }
        }
        rounds += 1;
    }
}

/// Ends games on time that no server has noticed, and sets the right deadline of the others.
async fn end_overdue(app: &SharedApp, cluster: &Arc<Cluster>) {
    for game in cluster.take_due().await.unwrap_or_default() {
        let (app, cluster) = (Arc::clone(app), Arc::clone(cluster));
        tokio::spawn(async move {
            let Ok(Some(room)) = app.room(game).await else { return };
            room.wake(&app).await;
            let Ok(deadline) = room.core().await.map(|core| core.state.deadline()) else { return };
            if let Err(error) = cluster.set_deadline(game, deadline).await {
                tracing::warn!(%error, "cannot set the deadline of a game");
            }
        });
    }
}

async fn tell_presence(cluster: &Cluster) {
    let mut interval = tokio::time::interval(PRESENCE_INTERVAL);
    loop {
        interval.tick().await;
        if let Err(error) = cluster.publish_presence().await {
            tracing::warn!(%error, "cannot tell who is connected");
        }
    }
}
