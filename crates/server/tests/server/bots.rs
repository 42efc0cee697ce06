//! Bots that fail, and bots that remember.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use agon_core::{AnyTable, Fault};
use agon_engines::{BotInfo, EngineBuilder, GamePlayers, TOP_LEVEL};
use agon_search::{Engine, SearchRequest, Thought, Uniform, WRONG_TABLE};
use serde_json::json;

use super::common::{TestClient, TestServer, config, text};

/// The players of a game that no other test of bots plays with these options.
static PLAYERS: GamePlayers = GamePlayers {
    game: "gulbara",
    bots: &[BotInfo::UNIFORM],
    levels: |_| &[TOP_LEVEL; 10],
    build: |table, builder| {
        if table.spec().contains("one_die=free") {
            return Err(WRONG_TABLE.with("spec", table.spec()));
        }
        BUILT.fetch_add(usize::from(is_ours(table)), SeqCst);
        Ok(Box::new(Moody(Uniform::new(EngineBuilder::seed(builder)))))
    },
    bench: &[],
    speed_cases: Vec::new,
};

static IS_BROKEN: AtomicBool = AtomicBool::new(false);
static BUILT: AtomicUsize = AtomicUsize::new(0);

fn is_ours(table: &dyn AnyTable) -> bool {
    table.spec().contains("doubles=once")
}

/// Plays at random, but fails while [`IS_BROKEN`].
struct Moody(Uniform);

impl Engine for Moody {
    fn name(&self) -> String {
        self.0.name()
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        if is_ours(request.table) && IS_BROKEN.load(SeqCst) {
            return Err(WRONG_TABLE.with("spec", request.table.spec()));
        }
        self.0.think(request)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_fails_is_reported_and_plays_no_turn_until_it_works_again() {
    agon_engines::register(&PLAYERS);
    IS_BROKEN.store(true, SeqCst);
    let server = TestServer::start(config());
    let seats = json!({"p1": {"kind": "bot", "level": 1}, "p2": {"kind": "human"}});
    let made = server.create(json!({"game": "gulbara:doubles=once,opening=white", "seats": seats})).await;
    let (id, token) = (text(&made["id"]), text(&made["tokens"]["p2"]));
    let mut person = server.connect_as(&id, &[&token]).await;
    // The search may have failed before the client was there; connecting tries again.
    assert_eq!(TestClient::code(&person.until("error").await), "bot-gave-up");
    assert_eq!((&person.state["turn"], person.state["ply"].as_u64()), (&json!("p1"), Some(1)));

    IS_BROKEN.store(false, SeqCst);
    let mut person = server.connect_as(&id, &[&token]).await;
    person.until_state("the bot's turn", |state| state["turn"] == "p2").await;
    assert_eq!(person.state["by"][1], "p1");

    // The engine that worked is kept for the bot's next turns.
    let built = BUILT.load(SeqCst);
    for _ in 0..3 {
        let legal = person.command(json!({"t": "legal"})).await;
        person.play(&text(&legal["words"][0])).await;
        person.until_state("the bot's turn", |state| state["turn"] == "p2").await;
    }
    assert_eq!(BUILT.load(SeqCst), built);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_bot_cannot_play_it_is_refused_at_once() {
    agon_engines::register(&PLAYERS);
    let server = TestServer::start(config());
    let seats = json!({"p1": {"kind": "bot", "level": 1}, "p2": {"kind": "human"}});
    let (status, answer) = server.post("/api/games", &json!({"game": "gulbara:one_die=free", "seats": seats})).await;
    assert_eq!((status.as_u16(), &answer["error"]["code"]), (400, &json!("wrong-table")), "{answer}");
    server.stop().await;
}
