//! Tests that every store must pass. A new store joins in `each_store`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use agon_pgtest::Cluster;
use proptest::prelude::*;

use super::{
    Append, Appended, ChatRow, EventRow, GameStatus, IndexEntry, MAX_CHAT_LINES, MemoryStore, PostgresStore,
    SqliteStore, Store, StoreError,
};
use crate::GameId;
use crate::sync::lock;

fn row(seq: u32, body: &str, client: Option<&str>) -> EventRow {
    EventRow { seq, at: 1000 + i64::from(seq), seat: 0, kind: 2, body: body.to_owned(), client: client.map(Into::into) }
}

fn append(game: GameId, rows: &[EventRow]) -> Append {
    Append { game, rows: rows.to_vec(), index: None }
}

fn with_index(game: GameId, rows: &[EventRow], status: GameStatus, at: i64) -> Append {
    Append { index: Some(IndexEntry { status, spec: "quoridor".to_owned(), at, deadline: None }), ..append(game, rows) }
}

fn each_store(test: impl Fn(Arc<dyn Store>)) {
    test(Arc::new(MemoryStore::default()));
    let folder = tempfile::tempdir().expect("a folder");
    test(Arc::new(SqliteStore::open(&folder.path().join("deep/er/games.db")).expect("a file")));
    test(Arc::new(PostgresStore::open(&agon_pgtest::database()).expect("a database")));
}

/// A kind of store, as several nodes use it: those of `PostgreSQL` have connections of their own.
fn each_kind_of_nodes(test: impl Fn([Arc<dyn Store>; 3])) {
    let memory: Arc<dyn Store> = Arc::new(MemoryStore::default());
    test([0; 3].map(|_| Arc::clone(&memory)));
    let folder = tempfile::tempdir().expect("a folder");
    let file: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.path().join("games.db")).expect("a file"));
    test([0; 3].map(|_| Arc::clone(&file)));
    let url = agon_pgtest::database();
    test([0; 3].map(|_| Arc::new(PostgresStore::open(&url).expect("a database")) as Arc<dyn Store>));
}

#[test]
fn rows_come_back_as_they_went_in() {
    each_store(|store| {
        let game = GameId::random();
        let rows = [row(1, "{\"x\":\"é\"}", None), row(2, "e2", Some("c-1")), row(3, "", Some("ω"))];
        assert_eq!(store.append(&[append(game, &rows)]).expect("stored"), [Appended::Done]);
        assert_eq!(store.read(game, 0).expect("read"), rows);
        assert_eq!(store.read(game, 2).expect("read"), rows[2..]);
        assert_eq!(store.read(game, 9).expect("read"), []);
        assert_eq!(store.read(GameId::random(), 0).expect("read"), []);
    });
}

#[test]
fn the_second_event_of_a_number_is_a_conflict_and_leaves_nothing() {
    each_store(|store| {
        let game = GameId::random();
        let first = append(game, &[row(1, "a", None), row(2, "b", None)]);
        let late = append(game, &[row(2, "x", None), row(3, "y", None)]);
        let gap = append(game, &[row(5, "z", None)]);
        let fresh = append(GameId::random(), &[row(2, "no beginning", None)]);
        let done = store.append(&[first, late, gap, fresh]).expect("stored");
        assert_eq!(done, [Appended::Done, Appended::Conflict, Appended::Conflict, Appended::Conflict]);
        let bodies: Vec<_> = store.read(game, 0).expect("read").into_iter().map(|row| row.body).collect();
        assert_eq!(bodies, ["a", "b"]);
    });
}

#[test]
fn of_many_writers_of_one_number_exactly_one_wins() {
    each_store(|store| {
        let game = GameId::random();
        for seq in 1..=25 {
            let winners = std::thread::scope(|scope| {
                let tries: Vec<_> = (0..8)
                    .map(|writer| {
                        let store = Arc::clone(&store);
                        let mine = append(game, &[row(seq, &writer.to_string(), None)]);
                        scope.spawn(move || store.append(&[mine]).expect("stored") == [Appended::Done])
                    })
                    .collect();
                tries.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
            });
            assert_eq!(winners.iter().filter(|won| **won).count(), 1);
        }
        let seqs: Vec<_> = store.read(game, 0).expect("read").iter().map(|row| row.seq).collect();
        assert_eq!(seqs, (1..=25).collect::<Vec<_>>());
    });
}

/// The rounds of the test of contested appends. With 50 games these are 10,000 contested numbers.
const ROUNDS: u32 = 200;

/// Three nodes write the same numbers of the same games, two events at once, in batches of their own order.
#[test]
fn of_contested_appends_one_wins_each_number_and_none_is_torn() {
    each_kind_of_nodes(|nodes| {
        let games: Vec<_> = (0..50).map(|_| GameId::random()).collect();
        let winners = Mutex::new(HashMap::new());
        std::thread::scope(|scope| {
            for (node, store) in nodes.iter().enumerate() {
                let (games, winners) = (&games, &winners);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let pair = |game: &GameId| {
                            let rows = [1, 2].map(|seq| row(2 * round + seq, &format!("{node}"), None));
                            if round == 0 {
                                with_index(*game, &rows, GameStatus::Live, 1)
                            } else {
                                append(*game, &rows)
                            }
                        };
                        let mut batch: Vec<_> = games.iter().map(pair).collect();
                        batch.rotate_left((round as usize * 7 + node * 13) % games.len());
                        // A node that is ahead of the others waits for nobody: it tries until somebody has won.
                        let done = store.append(&batch).expect("answered");
                        for (append, _) in batch.iter().zip(&done).filter(|(_, done)| **done == Appended::Done) {
                            let before = lock(winners).insert((append.game, round), node);
                            assert_eq!(before, None, "two winners");
                        }
                    }
                });
            }
        });
        let winners = lock(&winners);
        assert_eq!(winners.len(), 50 * ROUNDS as usize);
        for game in games {
            let rows = nodes[0].read(game, 0).expect("read");
            assert!(rows.iter().zip(1..).all(|(row, seq)| row.seq == seq));
            assert_eq!(rows.len(), 2 * ROUNDS as usize);
            for row in rows {
                assert_eq!(row.body, winners[&(game, (row.seq - 1) / 2)].to_string(), "torn");
            }
        }
    });
}

#[test]
fn a_setup_comes_back_with_its_secret() {
    each_store(|store| {
        let game = GameId::random();
        let body = r#"{"spec":"portes","seats":[{"kind":"open"},{"kind":"open"}],"takebacks":"ask","secret":"00ff"}"#;
        let created = [EventRow { kind: 0, ..row(1, body, None) }];
        assert_eq!(store.append(&[append(game, &created)]).expect("stored"), [Appended::Done]);
        assert_eq!(store.read(game, 0).expect("read"), created);
    });
}

fn chat_line(number: usize) -> ChatRow {
    ChatRow { at: 1000 + number as i64, seat: (number % 2) as u8, text: format!("line {number} é") }
}

#[test]
fn the_last_chat_lines_of_each_game_are_kept() {
    each_store(|store| {
        let [one, other] = [GameId::random(), GameId::random()];
        store.append(&[append(one, &[row(1, "a", None)]), append(other, &[row(1, "a", None)])]).expect("stored");
        assert_eq!(store.read_chat(one).expect("read"), []);
        let lines: Vec<_> = (0..MAX_CHAT_LINES + 7).map(chat_line).collect();
        store.add_chat(other, &lines[0]).expect("stored");
        for line in &lines {
            store.add_chat(one, line).expect("stored");
        }
        assert_eq!(store.read_chat(one).expect("read"), lines[7..]);
        assert_eq!(store.read_chat(other).expect("read"), lines[..1]);
        assert_eq!(store.read(one, 0).expect("read").len(), 1);
    });
}

#[test]
fn games_are_counted_by_status_and_deleted_if_they_never_began() {
    each_store(|store| {
        let [old, new, live] = [0; 3].map(|_| GameId::random());
        let one = [row(1, "a", None)];
        store
            .append(&[
                with_index(old, &one, GameStatus::Open, 10),
                with_index(new, &one, GameStatus::Open, 1000),
                with_index(live, &one, GameStatus::Open, 10),
            ])
            .expect("stored");
        store.append(&[with_index(live, &[row(2, "b", None)], GameStatus::Live, 10)]).expect("stored");
        assert_eq!(store.counts().expect("counts").games, [2, 1, 0]);
        for game in [old, new] {
            store.add_chat(game, &chat_line(1)).expect("stored");
        }
        assert_eq!(store.delete_open(500).expect("deleted"), 1);
        assert_eq!(store.read(old, 0).expect("read"), []);
        assert_eq!(store.read_chat(old).expect("read"), []);
        assert_eq!(store.read_chat(new).expect("read").len(), 1);
        assert_eq!(store.read(new, 0).expect("read").len(), 1);
        assert_eq!(store.read(live, 0).expect("read").len(), 2);
    });
}

/// A file that holds one event, in a folder that is deleted when dropped.
fn a_file_with_a_row() -> (tempfile::TempDir, std::path::PathBuf, GameId) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let game = GameId::random();
    let store = SqliteStore::open(&path).expect("a file");
    store.append(&[append(game, &[row(1, "a", None)])]).expect("stored");
    (folder, path, game)
}

#[test]
fn a_sqlite_file_keeps_its_rows_when_opened_again_and_a_later_version_is_refused() {
    let (_folder, path, game) = a_file_with_a_row();
    let store = SqliteStore::open(&path).expect("the file again");
    assert_eq!(store.read(game, 0).expect("read").len(), 1);
    drop(store);
    let plain = rusqlite::Connection::open(&path).expect("open");
    plain.pragma_update(None, "user_version", 99).expect("set");
    drop(plain);
    let error = SqliteStore::open(&path).expect_err("a later version");
    assert!(error.to_string().contains("version 99"), "{error}");
}

#[test]
fn a_sqlite_file_syncs_every_commit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let store = SqliteStore::open(&path).expect("a file");
    let mode: String = super::sqlite::pragma(&store, "journal_mode");
    let synchronous: i64 = super::sqlite::pragma(&store, "synchronous");
    assert_eq!((mode.as_str(), synchronous), ("wal", 2));
}

/// Copies the file with its write-ahead log, as a crash of the process would leave them.
fn copy_of(folder: &std::path::Path, name: &str) -> std::path::PathBuf {
    let copy = folder.join(name);
    for end in ["", "-wal"] {
        let [from, to] = [folder.join("games.db"), copy.clone()].map(|path| format!("{}{end}", path.display()));
        std::fs::copy(from, to).expect("copied");
    }
    copy
}

#[test]
fn a_sqlite_file_left_by_a_crash_has_every_row_whether_in_the_tail_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&folder.path().join("games.db")).expect("a file");
    let games: Vec<_> = (0..40).map(|_| GameId::random()).collect();
    let mut flushes = 0;
    let mut before = 0;
    for seq in 1..=250 {
        let batch: Vec<_> = games.iter().map(|game| append(*game, &[row(seq, "e2", Some("c"))])).collect();
        assert!(store.append(&batch).expect("stored").iter().all(|done| *done == Appended::Done));
        let len = super::sqlite::tail_len(&store);
        flushes += usize::from(len < before);
        before = len;
        if seq % 50 == 0 {
            let copy = SqliteStore::open(&copy_of(folder.path(), &format!("{seq}.db"))).expect("a copy");
            assert_eq!(super::sqlite::tail_len(&copy), 0);
            for game in &games {
                let [ours, theirs] = [&store, &copy].map(|store| store.read(*game, 0).expect("read"));
                assert_eq!(theirs.len(), seq as usize);
                assert_eq!(ours, theirs);
            }
            let late = append(games[0], &[row(seq, "twice", None)]);
            assert_eq!(copy.append(&[late]).expect("answered"), [Appended::Conflict]);
        }
    }
    assert!(flushes >= 2, "{flushes}");
}

#[test]
fn a_sqlite_file_of_an_earlier_version_is_upgraded() {
    for (version, undo) in [(1, "DROP TABLE tail; DROP TABLE chat;"), (2, "DROP TABLE chat;")] {
        let (_folder, path, game) = a_file_with_a_row();
        let plain = rusqlite::Connection::open(&path).expect("open");
        plain.execute_batch(&format!("{undo} PRAGMA user_version = {version};")).expect("as it was");
        drop(plain);
        let store = SqliteStore::open(&path).expect("the file again");
        store.append(&[append(game, &[row(2, "b", None)])]).expect("stored");
        store.add_chat(game, &chat_line(1)).expect("stored");
        assert_eq!(store.read(game, 0).expect("read").len(), 2);
        assert_eq!(store.read_chat(game).expect("read").len(), 1);
    }
}

/// One for all cases, which differ in their games.
static POSTGRES: LazyLock<Arc<PostgresStore>> =
    LazyLock::new(|| Arc::new(PostgresStore::open(&agon_pgtest::database()).expect("a database")));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Any order of writes and resends leaves one row for each number without gaps, the same in every store.
    #[test]
    fn stores_agree_on_any_history(tries in prop::collection::vec((1u32..6, 0u8..3, 1usize..3), 1..40)) {
        let game = GameId::random();
        let mut answers = Vec::new();
        let mut logs = Vec::new();
        let folder = tempfile::tempdir().expect("a folder");
        let stores: [Arc<dyn Store>; 3] = [
            Arc::new(MemoryStore::default()),
            Arc::new(SqliteStore::open(&folder.path().join("g.db")).expect("a file")),
            Arc::clone(&*POSTGRES) as Arc<dyn Store>,
        ];
        for store in stores {
            let batch: Vec<_> = tries
                .iter()
                .map(|&(seq, who, length)| {
                    let rows: Vec<_> = (seq..).take(length).map(|seq| row(seq, &who.to_string(), None)).collect();
                    append(game, &rows)
                })
                .collect();
            // Half of them in one transaction, half one by one.
            let (together, apart) = batch.split_at(batch.len() / 2);
            let mut answer = store.append(together).expect("stored");
            for one in apart {
                answer.extend(store.append(std::slice::from_ref(one)).expect("stored"));
            }
            answers.push(answer);
            logs.push(store.read(game, 0).expect("read"));
        }
        for other in 1..3 {
            prop_assert_eq!(&answers[0], &answers[other]);
            prop_assert_eq!(&logs[0], &logs[other]);
        }
        prop_assert!(logs[0].iter().zip(1..).all(|(row, seq)| row.seq == seq));
    }
}

fn refused(url: &str) -> String {
    let StoreError(text) = PostgresStore::open(url).expect_err("refused");
    text
}

#[test]
fn what_is_wrong_with_a_database_is_said() {
    let cluster = Cluster::start(agon_pgtest::Options::default());
    let url = cluster.database();
    let wrong_password = refused(&url.replace(agon_pgtest::PASSWORD, "wrong"));
    assert!(wrong_password.ends_with("the password of agon was refused"), "{wrong_password}");
    assert!(!wrong_password.contains("wrong"), "{wrong_password}");
    let nowhere = refused(&cluster.url("nowhere"));
    assert!(nowhere.contains("there is no such database; make it with: createdb nowhere"), "{nowhere}");
    let closed = refused(&url.replace(&cluster.port().to_string(), "1"));
    assert!(closed.contains("PostgreSQL at 127.0.0.1:1") && closed.contains("cannot be reached"), "{closed}");
    assert!(refused(&format!("{url}?sslmode=verify-ca")).contains("verify-full"));
    assert!(refused(&format!("{url}?sslmode=require")).contains("TLS"));

    let name = url.rsplit('/').next().expect("a name");
    cluster.execute(name, "CREATE ROLE guest LOGIN PASSWORD 'guest'");
    let stranger = url.replace("agon:secret", "guest:guest");
    let no_rights = refused(&stranger);
    assert!(no_rights.contains("permission denied"), "{no_rights}");
}

#[test]
fn later_tables_are_refused_unless_they_are_compatible() {
    let cluster = Cluster::start(agon_pgtest::Options::default());
    let url = cluster.database();
    let name = url.rsplit('/').next().expect("a name");
    // Nodes that start at once migrate once.
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| PostgresStore::open(&url).expect("migrated"));
        }
    });
    cluster.execute(name, "INSERT INTO agon.migration(version, compatible) VALUES (98, 1)");
    PostgresStore::open(&url).expect("compatible");
    cluster.execute(name, "INSERT INTO agon.migration(version, compatible) VALUES (99, 99)");
    let text = refused(&url);
    assert!(text.contains("need a program for version 99 or later"), "{text}");
}

#[test]
fn the_secrets_of_dice_are_not_in_the_log_of_postgresql() {
    let cluster = Cluster::start(agon_pgtest::Options::default());
    let url = cluster.database();
    let store = PostgresStore::open(&url).expect("a database");
    let created = [EventRow { kind: 0, ..row(1, r#"{"spec":"portes","secret":"5ec4e7"}"#, None) }];
    store.append(&[append(GameId::random(), &created)]).expect("stored");
    let name = url.rsplit('/').next().expect("a name");
    let found = cluster.execute(name, "SELECT body FROM agon.event");
    assert_eq!(found, r#"{"spec":"portes"}"#);
    assert_eq!(cluster.execute(name, "SELECT secret FROM agon.secret"), "5ec4e7");
}

#[test]
fn connections_are_encrypted_as_the_url_says() {
    let rcgen::CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("root.pem");
    std::fs::write(&file, cert.pem()).expect("written");
    let tls = Some([cert.pem(), signing_key.serialize_pem()]);
    let cluster = Cluster::start(agon_pgtest::Options { tls, ..agon_pgtest::Options::default() });
    let url = cluster.database();
    let by_name = url.replace("127.0.0.1", "localhost");
    let rooted = format!("sslmode=verify-full&sslrootcert={}", file.display());
    PostgresStore::open(&format!("{url}?sslmode=require")).expect("any certificate");
    PostgresStore::open(&format!("{by_name}?{rooted}")).expect("the right certificate");
    let encrypted = "SELECT count(*) FROM pg_stat_ssl WHERE ssl";
    assert_eq!(cluster.execute("postgres", encrypted), "0");
    let store = PostgresStore::open(&format!("{by_name}?{rooted}")).expect("the right certificate");
    assert_ne!(cluster.execute("postgres", encrypted), "0");
    drop(store);
    for wrong in [format!("{url}?{rooted}"), format!("{by_name}?sslmode=verify-full")] {
        let text = refused(&wrong);
        assert!(text.contains("certificate"), "{text}");
    }
}

/// The server ends in the middle of commits. What was acknowledged is there afterwards, and nothing twice.
#[test]
fn appends_survive_the_death_of_the_server() {
    let mut cluster = Cluster::start(agon_pgtest::Options { fsync: true, ..agon_pgtest::Options::default() });
    let url = cluster.database();
    let store = PostgresStore::open(&url).expect("a database");
    let games: Vec<_> = (0..20).map(|_| GameId::random()).collect();
    let progress = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for seq in 1..=150 {
                let batch: Vec<_> = games.iter().map(|game| append(*game, &[row(seq, "e2", Some("c"))])).collect();
                let done = store.append(&batch).expect("stored in the end");
                assert!(done.iter().all(|done| *done == Appended::Done), "own rows are recognised");
                progress.store(seq, SeqCst);
            }
        });
        while !writer.is_finished() {
            cluster.kill();
            cluster.launch();
            // A connection breaks once more while the server runs on.
            let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agon'";
            cluster.execute("postgres", end);
            let before = progress.load(SeqCst);
            while !writer.is_finished() && progress.load(SeqCst) < before + 5 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        writer.join().expect("no panic");
    });
    for game in games {
        let seqs: Vec<_> = store.read(game, 0).expect("read").iter().map(|row| row.seq).collect();
        assert_eq!(seqs, (1..=150).collect::<Vec<_>>());
    }
}
