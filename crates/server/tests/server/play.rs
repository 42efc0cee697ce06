//! Games played over real sockets.

use std::time::Duration;

use super::common::{SocketEnd, TestClient, TestServer, against_a_bot, config, on_disk, one_screen, text};
use agon_server::{Config, ServerLimits};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Picks a turn by steps alone, as a page does, without knowing the rules.
async fn choose_by_steps(client: &mut TestClient, random: &mut agon_core::Rng) -> String {
    let mut prefix: Vec<String> = Vec::new();
    let mut steps = client.state["steps"].clone();
    for _ in 0..200 {
        let next = steps["next"].as_array().cloned().expect("steps");
        if steps["state"] == "complete" && (next.is_empty() || random.below(2) == 0) {
            return text(&steps["turn"]);
        }
        if let Some(step) = random.choose(&next) {
            if step["end"] == true && step["more"] == false {
                prefix.push(text(&step["word"]));
                return prefix.join(",");
            }
            prefix.push(text(&step["word"]));
        } else {
            // A dead end: undo the step and try another.
            prefix.pop();
        }
        steps = match client.state["ahead"].get(prefix.join(",")).filter(|_| prefix.len() == 1) {
            Some(ahead) => ahead.clone(),
            None => client.command(json!({"t": "steps", "prefix": prefix})).await,
        };
        if steps["state"] == "dead_end" && steps["next"].as_array().is_some_and(Vec::is_empty) {
            prefix.clear();
            steps = client.state["steps"].clone();
        }
    }
    panic!("no turn was found by steps");
}

fn specs() -> Vec<String> {
    let mut specs: Vec<String> = agon_games::entries().iter().map(|entry| entry.info.name.to_owned()).collect();
    if specs.iter().any(|spec| spec == "blockade") {
        specs.push("blockade:turn=swift".to_owned());
    }
    specs
}

/// The same game on a smaller board, which ends sooner.
fn small(spec: &str) -> String {
    match spec {
        "quoridor" => "quoridor:size=5,walls=3".to_owned(),
        "blockade" => "blockade:rows=5,cols=6,walls=2,starts=22-42-25-45".to_owned(),
        "blockade:turn=swift" => "blockade:turn=swift,rows=5,cols=6,walls=2,starts=22-42-25-45".to_owned(),
        "domineering" => "domineering:rows=6,cols=6".to_owned(),
        "tavli" => "tavli:points=1".to_owned(),
        other => other.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_two_people_and_a_spectator_sees_the_same() {
    let server = TestServer::start(config());
    for spec in specs() {
        let spec = small(&spec);
        let (id, _, mut players) = server.two_clients(json!({"game": spec})).await;
        let mut watcher = server.connect_as(&id, &[]).await;
        let mut random = agon_core::Rng::new(7);
        for _ in 0..3000 {
            let turn = text(&players[0].state["turn"]);
            let mover = match turn.as_str() {
                "p1" => 0,
                "p2" => 1,
                "none" => break,
                other => panic!("{other} is to move in {spec}"),
            };
            let turn = choose_by_steps(&mut players[mover], &mut random).await;
            let answer = players[mover].play(&turn).await;
            assert_eq!(answer["t"], "update", "{spec} {turn}: {answer}");
            let seq = answer["seq"].clone();
            players[1 - mover].until_state("the turn", |state| state["seq"] == seq).await;
        }
        let [one, two] = &players;
        assert_eq!(one.state["status"], "over", "{spec}");
        assert_eq!(one.state["result"]["reason"].as_str().map(|reason| reason != "abort"), Some(true));
        let seq = one.state["seq"].clone();
        watcher.until_state("the end", |state| state["seq"] == seq).await;
        for name in ["words", "by", "board", "position", "result", "spent_ms", "paths", "last"] {
            assert_eq!(one.state[name], two.state[name], "{spec} {name}");
            assert_eq!(one.state[name], watcher.state[name], "{spec} {name}");
        }
        assert!(watcher.state["steps"].is_null());

        // A new client's state equals what the others have assembled from updates.
        let late = server.connect_as(&id, &[]).await;
        for name in ["words", "by", "board", "position", "result", "spent_ms", "dice", "turn", "ply"] {
            assert_eq!(one.state[name], late.state[name], "{spec} {name}");
        }

        // The record can be replayed, and its dice verify.
        let record = server.get_ok(&format!("/api/games/{id}/record")).await;
        let (_, report) = server.post("/api/verify", &json!({"record": record})).await;
        assert_eq!(report["legal"], true, "{spec} {report}");
        if !one.state["dice"].is_null() {
            assert_eq!(report["dice"]["right"], true, "{spec} {report}");
            assert!(report["dice"]["checked"].as_u64().expect("a number") > 0);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_against_a_bot_and_by_two_bots() {
    let server = TestServer::start(config());
    for spec in specs() {
        let spec = small(&spec);
        let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "bot", "bot": "uniform"}});
        let (_, mut person) = server.create_and_connect(json!({"game": spec, "seats": seats})).await;
        let mut random = agon_core::Rng::new(3);
        while person.state["status"] != "over" {
            person.until_state("a turn", |state| state["turn"] == "p1" || state["status"] == "over").await;
            if person.state["status"] == "over" {
                break;
            }
            let turn = choose_by_steps(&mut person, &mut random).await;
            let answer = person.play(&turn).await;
            assert_eq!(answer["t"], "update", "{spec} {turn}: {answer}");
        }
        let bots = json!({"p1": {"kind": "bot", "bot": "uniform"}, "p2": {"kind": "bot", "level": 1}});
        let (_, mut watcher) = server.create_and_connect(json!({"game": spec, "seats": bots, "pace_ms": 0})).await;
        watcher.until_state("the end", |state| state["status"] == "over").await;
        assert!(watcher.state["ply"].as_u64().expect("a number") > 2);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returning_client_gets_the_gap_and_a_resend_is_played_once() {
    let server = TestServer::start(config());
    let (id, [t1, _], [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    one.play("a1").await;
    let seen = one.state["seq"].clone();
    drop(one);
    two.until_state("one gone", |state| state["ply"] == 1 && state["seats"]["p1"]["here"] == false).await;
    assert!(two.state["seats"]["p1"]["gone_ms"].is_number());
    two.play("c1").await;

    let mut one = server.connect(&id).await;
    one.send(json!({"t": "hello", "tokens": [t1], "seq": seen})).await;
    let state = one.until("state").await;
    let missed: Vec<_> = state["events"].as_array().expect("events").iter().map(|e| e["word"].clone()).collect();
    assert_eq!(missed, ["c1"]);
    assert_eq!(state["words"], json!(["a1", "c1"]));
    two.until_state("one back", |state| state["seats"]["p1"]["here"] == true).await;

    // The same message again, from this socket and from another, is acknowledged and changes nothing.
    let message = json!({"t": "turn", "id": "same", "ply": 2, "word": "a3"});
    assert_eq!(one.command(message.clone()).await["t"], "update");
    assert_eq!(one.command(message.clone()).await, json!({"t": "ack", "id": "same", "seq": 5}));
    let mut tab = server.connect_as(&id, &[&t1]).await;
    assert_eq!(tab.command(message).await["t"], "ack");
    assert_eq!(tab.state["ply"], 3);
    // The other player may use the same id for something else.
    two.until_state("three turns", |state| state["ply"] == 3).await;
    let answer = two.command(json!({"t": "turn", "id": "same", "ply": 3, "word": "c3"})).await;
    assert_eq!(answer["t"], "update", "{answer}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_for_another_table_is_a_conflict_and_the_state_follows() {
    let server = TestServer::start(config());
    let (_, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    for (message, code) in [
        (json!({"t": "turn", "ply": 1, "word": "a1"}), "stale"),
        (json!({"t": "turn", "ply": 0, "seq": 99, "word": "a1"}), "stale"),
        (json!({"t": "turn", "ply": 0, "word": "z9"}), "domineering"),
        (json!({"t": "turn", "ply": 0, "word": ""}), ""),
        (json!({"t": "turn", "ply": 0, "word": "a1", "seat": "p2"}), "no-seat"),
    ] {
        let answer = one.command(message).await;
        assert_eq!(answer["t"], "refused", "{answer}");
        assert!(TestClient::code(&answer).starts_with(code) || code == "domineering", "{answer}");
    }
    assert_eq!(TestClient::code(&two.command(json!({"t": "turn", "ply": 0, "word": "a1"})).await), "not-your-turn");
    let stale = one.command(json!({"t": "turn", "ply": 7, "word": "a1"})).await;
    assert_eq!(TestClient::code(&stale), "stale");
    let state = one.until("state").await;
    assert_eq!((state["ply"].as_u64(), state["seq"].as_u64()), (Some(0), Some(2)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_unseen_by_the_mover_makes_the_turn_stale() {
    let server = TestServer::start(config());
    let (_, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering", "takebacks": "free"})).await;
    one.play("a1").await;
    two.until_state("a turn", |state| state["ply"] == 1).await;
    let seen = two.state["seq"].clone();
    one.command(json!({"t": "takeback"})).await;
    one.play("b1").await;
    let answer = two.command(json!({"t": "turn", "ply": 1, "seq": seen, "word": "c1"})).await;
    assert_eq!(TestClient::code(&answer), "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_on_the_same_database_resumes_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(on_disk(folder.path()));
    let dice = if agon_games::entry("portes").is_ok() { "portes" } else { "domineering" };
    let (id, [t1, t2], [mut one, mut two]) =
        server.two_clients(json!({"game": dice, "clock": {"initial_ms": 600_000}})).await;
    let mut random = agon_core::Rng::new(1);
    for _ in 0..6 {
        let mover = if one.state["turn"] == "p1" { &mut one } else { &mut two };
        let turn = choose_by_steps(mover, &mut random).await;
        mover.play(&turn).await;
        let seq = mover.state["seq"].clone();
        for client in [&mut one, &mut two] {
            client.until_state("the turn", |state| state["seq"] == seq).await;
        }
    }
    for (client, line) in [(&mut one, "good luck"), (&mut two, "you too")] {
        client.send(json!({"t": "chat", "text": line})).await;
        while client.until("chat").await["text"] != line {}
    }
    let before = one.state.clone();
    let unsent = json!({"t": "turn", "id": "again", "ply": 0, "word": "x"});
    server.stop().await;
    let bye = loop {
        match one.receive().await {
            Ok(message) if message["t"] == "bye" => break message,
            Ok(_) => {}
            Err(end) => panic!("{end:?} without a word"),
        }
    };
    assert!(bye["retry_ms"].as_u64().expect("a number") < 3000);
    assert_eq!(one.until_end().await, SocketEnd::Closed(Some(1012)));

    let server = TestServer::start(on_disk(folder.path()));
    let mut one = server.connect_as(&id, &[&t1]).await;
    for name in ["seq", "words", "by", "board", "position", "turn", "spent_ms", "dice", "spec", "at", "steps"] {
        assert_eq!(one.state[name], before[name], "{name}");
    }
    let talk = one.state["talk"].as_array().expect("a list").iter();
    let talk: Vec<_> = talk.map(|line| (line["seat"].as_str(), line["name"].as_str(), line["text"].as_str())).collect();
    let lines = [("p1", "Ada", "good luck"), ("p2", "Bo", "you too")];
    assert_eq!(talk, lines.map(|(seat, name, line)| (Some(seat), Some(name), Some(line))));
    assert_eq!(TestClient::code(&one.command(unsent).await), "stale");
    let mut two = server.connect_as(&id, &[&t2]).await;
    let mover = if one.state["turn"] == "p1" { &mut one } else { &mut two };
    let turn = choose_by_steps(mover, &mut random).await;
    assert_eq!(mover.play(&turn).await["t"], "update");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_are_offered_declined_dropped_by_a_turn_and_agreed() {
    let server = TestServer::start(config());
    let (_, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    one.command(json!({"t": "draw"})).await;
    two.until_state("an offer", |state| state["offers"]["draw"] == "p1").await;
    assert_eq!(TestClient::code(&one.command(json!({"t": "decline", "what": "draw"})).await), "no-offer");
    two.command(json!({"t": "decline", "what": "draw"})).await;
    assert!(two.state["offers"]["draw"].is_null());
    assert_eq!(TestClient::code(&two.command(json!({"t": "decline", "what": "draw"})).await), "no-offer");
    two.command(json!({"t": "draw"})).await;
    one.until_state("an offer", |state| state["offers"]["draw"] == "p2").await;
    one.play("a1").await;
    assert!(one.state["offers"]["draw"].is_null(), "a turn is an answer");
    one.command(json!({"t": "draw"})).await;
    two.until_state("an offer", |state| state["offers"]["draw"] == "p1").await;
    two.command(json!({"t": "draw"})).await;
    assert_eq!(two.state["result"], json!({"winner": null, "points": 0, "reason": "agreement"}));
    for act in ["draw", "resign", "takeback", "abort"] {
        assert_eq!(TestClient::code(&two.command(json!({"t": act})).await), "game-over");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn takebacks_by_consent_against_a_bot_and_at_one_screen() {
    let server = TestServer::start(config());
    // By consent.
    let (_, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    assert_eq!(TestClient::code(&one.command(json!({"t": "takeback"})).await), "no-takeback");
    one.play("a1").await;
    two.until_state("a turn", |state| state["ply"] == 1).await;
    two.play("c1").await;
    one.until_state("a turn", |state| state["ply"] == 2).await;
    one.command(json!({"t": "takeback"})).await;
    two.until_state("a request", |state| state["offers"]["takeback"] == "p1").await;
    two.command(json!({"t": "decline", "what": "takeback"})).await;
    one.until_state("a refusal", |state| state["offers"]["takeback"].is_null()).await;
    one.command(json!({"t": "takeback"})).await;
    two.until_state("a request", |state| state["offers"]["takeback"] == "p1").await;
    two.command(json!({"t": "takeback"})).await;
    assert_eq!((two.state["ply"].as_u64(), &two.state["words"]), (Some(0), &json!([])));
    one.until_state("the takeback", |state| state["ply"] == 0).await;
    one.play("b1").await;

    // Against a bot: its answer goes too.
    let (_, mut person) = server.create_and_connect(against_a_bot()).await;
    person.play("a1").await;
    person.until_state("an answer", |state| state["ply"] == 2).await;
    person.command(json!({"t": "takeback"})).await;
    assert_eq!(person.state["ply"], 0);
    person.play("a1").await;
    person.until_state("an answer", |state| state["ply"] == 2).await;

    // Two people at one screen: each once.
    let (_, mut both) = server.create_and_connect(one_screen()).await;
    assert_eq!(both.state["you"], json!(["p1", "p2"]));
    assert_eq!(both.state["takebacks_left"], json!([1, 1]));
    both.play("a1").await;
    both.play("c1").await;
    assert_eq!(TestClient::code(&both.command(json!({"t": "takeback"})).await), "which-seat");
    both.command(json!({"t": "takeback", "seat": "p2"})).await;
    assert_eq!((both.state["ply"].as_u64(), &both.state["takebacks_left"]), (Some(1), &json!([1, 0])));
    both.play("c1").await;
    assert_eq!(TestClient::code(&both.command(json!({"t": "takeback", "seat": "p2"})).await), "no-takeback");
    assert_eq!(both.command(json!({"t": "takeback", "seat": "p1"})).await["t"], "update");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_changes_sides_and_keeps_the_tokens() {
    let server = TestServer::start(config());
    let (_, [t1, _], [mut one, mut two]) = server.two_clients(json!({"game": "domineering:rows=4,cols=4"})).await;
    assert_eq!(TestClient::code(&one.command(json!({"t": "rematch"})).await), "not-over");
    one.command(json!({"t": "resign"})).await;
    assert_eq!(one.state["result"], json!({"winner": "p2", "points": 1, "reason": "resign"}));
    one.command(json!({"t": "rematch"})).await;
    two.until_state("a wish", |state| state["offers"]["rematch"] == json!(["p1"])).await;
    // A declined request is gone for both players; a new one may be granted.
    let decline = json!({"t": "decline", "what": "rematch"});
    assert_eq!(TestClient::code(&one.command(decline.clone()).await), "no-offer");
    two.command(decline).await;
    one.until_state("a refusal", |state| state["offers"]["rematch"] == json!([])).await;
    two.command(json!({"t": "rematch"})).await;
    one.until_state("a wish", |state| state["offers"]["rematch"] == json!(["p2"])).await;
    one.command(json!({"t": "rematch"})).await;
    one.until_state("the next game", |state| state["next"].is_string()).await;
    let next = text(&one.state["next"]);
    let one = server.connect_as(&next, &[&t1]).await;
    assert_eq!(one.state["you"], json!(["p2"]));
    assert_eq!(one.state["seats"]["p2"]["name"], "Ada");
    assert_eq!(one.state["spec"], "domineering:rows=4,cols=4");

    // Against a bot at once.
    let made = server.create(against_a_bot()).await;
    let token = text(&made["tokens"]["p1"]);
    let mut person = server.connect_as(&text(&made["id"]), &[&token]).await;
    person.command(json!({"t": "resign"})).await;
    person.command(json!({"t": "rematch"})).await;
    person.until_state("the next game", |state| state["next"].is_string()).await;
    let next = text(&person.state["next"]);
    let mut person = server.connect_as(&next, &[&token]).await;
    person.until_state("the bot's first turn", |state| state["ply"] == 1).await;
    assert_eq!(person.state["turn"], "p2");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_can_be_claimed_from_after_a_while_and_not_before() {
    let limits = ServerLimits { claim_after: Duration::from_millis(300), ..config().limits };
    let server = TestServer::start(Config { limits, ..config() });
    let (_, _, [mut one, two]) = server.two_clients(json!({"game": "domineering"})).await;
    one.until_state("the other", |state| state["seats"]["p2"]["here"] == true).await;
    assert_eq!(TestClient::code(&one.command(json!({"t": "claim", "result": "win"})).await), "no-claim");
    drop(two);
    one.until_state("a claim", |state| state["claim"].is_object()).await;
    assert_eq!(one.state["claim"]["seat"], "p1");
    assert_eq!(TestClient::code(&one.command(json!({"t": "claim", "result": "win"})).await), "no-claim");
    let answer = loop {
        let answer = one.command(json!({"t": "claim", "result": "win"})).await;
        if answer["t"] == "update" {
            break answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(answer["result"], json!({"winner": "p1", "points": 1, "reason": "claim"}));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_cleaned_kept_for_newcomers_and_can_be_off() {
    let server = TestServer::start(config());
    let (id, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    one.send(json!({"t": "chat", "text": "<img src=x onerror=alert(1)>\u{202e} hi\u{0}"})).await;
    let heard = two.until("chat").await;
    assert_eq!(heard["text"], "<img src=x onerror=alert(1)> hi");
    assert_eq!((heard["seat"].as_str(), heard["name"].as_str()), (Some("p1"), Some("Ada")));
    let mut watcher = server.connect_as(&id, &[]).await;
    assert_eq!(watcher.state["talk"].as_array().map(Vec::len), Some(1));
    watcher.send(json!({"t": "chat", "text": "me too"})).await;
    assert_eq!(TestClient::code(&watcher.until("error").await), "no-seat");

    let (id, [t1, _]) = server.two_people(json!({"game": "domineering", "chat": false})).await;
    let mut one = server.connect_as(&id, &[&t1]).await;
    assert_eq!(one.state["chat"], false);
    one.send(json!({"t": "chat", "text": "hello?"})).await;
    assert_eq!(TestClient::code(&one.until("error").await), "no-chat");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_given_alone_and_against_bots_and_never_against_people() {
    let server = TestServer::start(config());
    let (_, mut person) = server.create_and_connect(against_a_bot()).await;
    assert_eq!(person.state["hints"], true);
    let hint = person.command(json!({"t": "hint"})).await;
    assert_eq!(hint["t"], "hint", "{hint}");
    assert_eq!(hint["steps"].as_array().map(Vec::len), Some(1));
    assert_eq!(person.play(hint["word"].as_str().expect("a word")).await["t"], "update");

    let (id, [t1, _]) = server.two_people(json!({"game": "domineering"})).await;
    let mut one = server.connect_as(&id, &[&t1]).await;
    assert_eq!(one.state["hints"], false);
    assert_eq!(TestClient::code(&one.command(json!({"t": "hint"})).await), "no-hint");
    let mut watcher = server.connect_as(&id, &[]).await;
    assert_eq!(TestClient::code(&watcher.command(json!({"t": "hint"})).await), "no-hint");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_in_progress_is_shown_to_the_others() {
    let server = TestServer::start(config());
    let (_, _, [mut one, mut two]) = server.two_clients(json!({"game": "domineering"})).await;
    one.send(json!({"t": "touch", "prefix": [], "hover": "a1"})).await;
    let seen = two.until("touch").await;
    assert_eq!((seen["seat"].as_str(), seen["hover"]["word"].as_str()), (Some("p1"), Some("a1")));
    one.send(json!({"t": "touch", "prefix": ["a1"]})).await;
    let seen = two.until("touch").await;
    assert_eq!(seen["prefix"], json!(["a1"]));
    assert_ne!(seen["board"], two.state["board"]);
    // Only the mover's steps are shown.
    two.send(json!({"t": "touch", "prefix": [], "hover": "c1"})).await;
    two.ping().await;
    one.send(json!({"t": "ping"})).await;
    loop {
        let message = one.receive().await.expect("a message");
        assert_ne!(message["t"], "touch");
        if message["t"] == "pong" {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn earlier_boards_typed_turns_and_legal_turns_are_answered() {
    let server = TestServer::start(config());
    let (id, mut both) = server.create_and_connect(one_screen()).await;
    let start = both.state["board"].clone();
    let legal = both.command(json!({"t": "legal"})).await;
    assert_eq!((legal["total"].as_u64(), legal["words"].as_array().map(Vec::len)), (Some(56), Some(56)));
    let checked = both.command(json!({"t": "check", "word": "A1"})).await;
    assert_eq!((checked["word"].as_str(), checked["last"].as_array().map(Vec::len)), (Some("a1"), Some(1)));
    assert_eq!(both.command(json!({"t": "check", "word": "zz"})).await["t"], "refused");
    both.play("a1").await;
    both.play("c1").await;
    let then = both.command(json!({"t": "at", "ply": 0})).await;
    assert_eq!((&then["board"], &then["word"]), (&start, &Value::Null));
    let then = both.command(json!({"t": "at", "ply": 1})).await;
    assert_eq!((then["word"].as_str(), then["last"][0]["word"].as_str()), (Some("a1"), Some("a1")));
    assert_eq!(TestClient::code(&both.command(json!({"t": "at", "ply": 3})).await), "no-such-ply");
    let (status, http) = server.get(&format!("/api/games/{id}/plies/1")).await;
    assert_eq!((status, &http["board"]), (StatusCode::OK, &then["board"]));
    for wrong in ["3", "-1", "x", "99999999999999999999"] {
        assert_eq!(server.get(&format!("/api/games/{id}/plies/{wrong}")).await.0, StatusCode::NOT_FOUND);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passes_and_endings_have_the_reason_that_the_rules_give() {
    let server = TestServer::start(config());
    let screen = |game: &str, position: &str| {
        let seats = json!({"p1": {"kind": "human"}, "p2": {"kind": "human"}});
        json!({"game": game, "position": position, "seats": seats})
    };
    // Black is on the bar in front of a closed home. Whatever he rolls, he passes.
    let closed = "b1,12,w1,4,w2,w2,w2,w2,w2,w2 0/2 1/13 w 11";
    let (id, mut both) = server.create_and_connect(screen("portes", closed)).await;
    let turn = both.command(json!({"t": "legal"})).await["words"][0].as_str().expect("a turn").to_owned();
    let update = both.play(&turn).await;
    let pass = update["events"].as_array().expect("a list").iter().find(|event| event["word"] == "pass");
    assert_eq!(pass.map(|event| &event["pass"]), Some(&json!("no_step")), "{update}");
    // A client that was away gets the same.
    let mut away = server.connect(&id).await;
    away.send(json!({"t": "hello", "seq": 1})).await;
    let missed = away.until("state").await["events"].clone();
    let pass = missed.as_array().expect("a list").iter().find(|event| event["word"] == "pass");
    assert_eq!(pass.map(|event| &event["pass"]), Some(&json!("no_step")), "{missed}");

    let (_, mut both) = server.create_and_connect(screen("domineering:rows=4,cols=4", "4/4/4/4 v")).await;
    both.play("a1").await;
    assert_eq!(both.state.get("ending"), None);
    both.command(json!({"t": "resign", "seat": "p2"})).await;
    assert_eq!((both.state["result"]["reason"].as_str(), both.state.get("ending")), (Some("resign"), None));
    let (_, mut both) = server.create_and_connect(screen("domineering:rows=3,cols=2", "2/2/2 v")).await;
    both.play("a1").await;
    both.play("a3").await;
    both.play("b1").await;
    assert_eq!(both.state["result"]["reason"], "board", "{}", both.state);
    assert_eq!(both.state["ending"], "no_room_left");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_of_every_pawn_is_sent_on_request() {
    let server = TestServer::start(config());
    for (game, count) in [("blockade", 8), ("quoridor", 2), ("domineering", 0)] {
        let (_, mut both) = server.create_and_connect(json!({"game": game, "seats": one_screen()["seats"]})).await;
        let answer = both.command(json!({"t": "paths"})).await;
        assert_eq!(answer["paths"].as_array().map(Vec::len), Some(count), "{game}: {answer}");
        assert_eq!(answer["seq"], both.state["seq"]);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_steps_are_answered_in_canonical_notation() {
    let server = TestServer::start(config());
    let wish = json!({"game": "fevga", "position": "w15,11,b15,11 0/0 0/0 w 65", "seats": one_screen()["seats"]});
    let (_, mut both) = server.create_and_connect(wish).await;
    for typed in ["24/18", "P1/P7", "p1/18"] {
        let answer = both.command(json!({"t": "steps", "prefix": [typed]})).await;
        assert_eq!((answer["t"].as_str(), &answer["prefix"]), (Some("steps"), &json!(["24/18"])), "{typed}: {answer}");
    }
    assert_eq!(TestClient::code(&both.command(json!({"t": "steps", "prefix": ["P1/P8"]})).await), "no-such-step");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lean_clients_get_no_boards() {
    let server = TestServer::start(config());
    let made = server.create(one_screen()).await;
    let tokens = [text(&made["tokens"]["p1"]), text(&made["tokens"]["p2"])];
    let mut lean = server.connect(&text(&made["id"])).await;
    lean.send(json!({"t": "hello", "tokens": tokens, "view": false})).await;
    let state = lean.until("state").await;
    // Plies alone would not say where a game from a position began.
    assert_eq!(state["position"], "8/8/8/8/8/8/8/8 v");
    let update = lean.play("a1").await;
    assert!(update.get("position").is_none());
    for message in [state, update] {
        for name in ["board", "steps", "ahead", "paths", "last"] {
            assert!(message.get(name).is_none(), "{name}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_dice_wait_for_both_parts_and_verify_afterwards() {
    if agon_games::entry("portes").is_err() {
        return;
    }
    let server = TestServer::start(config());
    let (id, _, [mut one, mut two]) = server.two_clients(json!({"game": "portes", "dice": "shared"})).await;
    assert_eq!((one.state["turn"].as_str(), one.state["dice"]["stage"].as_str()), (Some("chance"), Some("commit")));
    let parts = [[1u8; 16], [2u8; 16]];
    let hash = |part: &[u8]| agon_dice::to_hex(&agon_dice::part_commitment(part));
    let reveal = |part: &[u8]| json!({"t": "reveal", "part": agon_dice::to_hex(part)});
    assert_eq!(TestClient::code(&one.command(reveal(&parts[0])).await), "bad-part");
    one.command(json!({"t": "commit", "hash": hash(&parts[0])})).await;
    assert_eq!(TestClient::code(&one.command(json!({"t": "commit", "hash": hash(&parts[1])})).await), "bad-part");
    two.until_state("a commitment", |state| state["seq"] == one.state["seq"]).await;
    two.command(json!({"t": "commit", "hash": hash(&parts[1])})).await;
    assert_eq!(two.state["dice"]["stage"], "reveal");
    assert!(two.state["dice"]["p1"].is_null());
    one.until_state("reveal", |state| state["dice"]["stage"] == "reveal").await;
    assert_eq!(TestClient::code(&one.command(reveal(&parts[1])).await), "bad-part");
    one.command(reveal(&parts[0])).await;
    assert_eq!(one.state["ply"], 0);
    two.until_state("the first part", |state| state["seq"] == one.state["seq"]).await;
    two.command(reveal(&parts[1])).await;
    assert!(two.state["ply"].as_u64().expect("a number") >= 1, "the first roll follows at once");
    assert!(two.state["dice"]["secret"].is_null());
    two.command(json!({"t": "resign"})).await;
    assert!(two.state["dice"]["secret"].is_string());
    let (_, record) = server.get(&format!("/api/games/{id}/record")).await;
    let (_, report) = server.post("/api/verify", &json!({"record": record})).await;
    assert_eq!((&report["dice"]["right"], &report["dice"]["p1"]), (&json!(true), &json!(true)), "{report}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_seeks_while_their_owner_is_connected_and_public_games() {
    let server = TestServer::start(config());
    let seats = json!({"p1": {"kind": "human", "name": "Ada"}, "p2": {"kind": "open"}});
    let made = server.create(json!({"game": "domineering", "seats": seats, "public": true})).await;
    let id = text(&made["id"]);
    let secret = server.create(json!({"game": "domineering", "seats": seats})).await;
    let _hidden = server.connect_as(&text(&secret["id"]), &[&text(&secret["tokens"]["p1"])]).await;
    let lobby = fresh_lobby(&server).await;
    assert_eq!(lobby["seeks"], json!([]), "its owner is not here");
    let one = server.connect_as(&id, &[&text(&made["tokens"]["p1"])]).await;
    let lobby = fresh_lobby(&server).await;
    assert_eq!(lobby["seeks"].as_array().map(Vec::len), Some(1));
    assert_eq!((lobby["seeks"][0]["name"].as_str(), lobby["seeks"][0]["seat"].as_str()), (Some("Ada"), Some("p2")));
    server.post(&format!("/api/games/{id}/join"), &json!({"name": "Bo"})).await;
    let lobby = fresh_lobby(&server).await;
    assert_eq!(lobby["seeks"], json!([]));
    assert_eq!((lobby["live"][0]["p1"].as_str(), lobby["live"][0]["p2"].as_str()), (Some("Ada"), Some("Bo")));
    drop(one);
    server.stop().await;
}

/// The lobby, after its cached text has expired.
async fn fresh_lobby(server: &TestServer) -> Value {
    tokio::time::sleep(Duration::from_millis(1050)).await;
    server.get("/api/lobby").await.1
}
