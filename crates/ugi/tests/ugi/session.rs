//! The protocol as a runner sees it, with engines that need no search.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use agon_core::{AnyTable, Fault};
use agon_search::{Engine, EngineSpec, Line, Score, SearchRequest, Thought};
use agon_ugi::{Host, serve};

/// Plays the first legal turn; with `infinite` it thinks until it is stopped.
struct First;

impl Engine for First {
    fn name(&self) -> String {
        "first".to_owned()
    }

    fn new_game(&mut self) {}

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, report } = request;
        let candidates = if limits.search_moves.is_empty() { table.legal() } else { limits.search_moves.clone() };
        let line = Line {
            depth: 1,
            multi_pv: limits.multi_pv,
            score: Score::Cp(7),
            nodes: 1,
            pv: vec![candidates[0].clone()],
            ..Line::default()
        };
        report(&line);
        // `nodes 0` stands for a search that ends only when it is stopped.
        while limits.nodes == Some(0) && !stop.is_set() {
            std::thread::yield_now();
        }
        Ok(Thought { turn: candidates[0].clone(), line: Some(line), nodes: 1, time: Duration::ZERO })
    }
}

/// Counts the engines that were asked for.
#[derive(Default)]
struct Stub(AtomicUsize);

impl Host for Stub {
    fn name(&self) -> String {
        "Stub 1".to_owned()
    }

    fn author(&self) -> String {
        "nobody".to_owned()
    }

    fn bots(&self, game: &str) -> Vec<String> {
        if game == "quoridor" { vec!["first".to_owned()] } else { Vec::new() }
    }

    fn engine(&self, _: &dyn AnyTable, _: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(First))
    }

    fn bench(&self) -> Vec<String> {
        vec!["signature 1".to_owned()]
    }
}

fn talk(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve(&Stub::default(), Cursor::new(script.as_bytes().to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn an_engine_introduces_itself_with_every_option() {
    let lines = talk("ugi\nisready\n");
    assert_eq!(lines[0], "id name Stub 1");
    for option in ["UGI_Variant", "Level", "Bot", "MultiPV", "Threads", "Hash", "Seed", "NetFile"] {
        let start = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{option}: {lines:?}");
    }
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn readyok_means_that_the_engine_is_built() {
    let engines = |script: &str| {
        let stub = Stub::default();
        serve(&stub, Cursor::new(script.as_bytes().to_vec()), Vec::new()).unwrap();
        stub.0.into_inner()
    };
    assert_eq!(engines("ugi\nposition startpos\n"), 0);
    assert_eq!(engines("isready\nisready\nposition startpos\ngo depth 1\nisready\n"), 1);
    assert_eq!(engines("isready\nsetoption name Level value 3\nisready\ngo depth 1\n"), 2);
}

#[test]
fn queries_answer_as_the_contract_says() {
    let lines = talk(
        "setoption name UGI_Variant value domineering:rows=2,cols=2\nquery actor\nquery p1turn\nquery gameover\n\
         query result\nquery points\nquery fen\nquery legal\nquery islegal a1\nquery islegal z9\n\
         position startpos moves a1\nquery actor\nquery p1turn\nquery gameover\nquery result\nquery points\nquery legal\n",
    );
    let expected = [
        "p1", "true", "false", "none", "0", "2/2 v", "a1 b1", "true", "false", "none", "false", "true", "p1win", "1",
        "",
    ];
    let responses: Vec<String> = expected.iter().map(|text| format!("response {text}")).collect();
    assert_eq!(lines, responses);
}

#[test]
fn a_wrong_position_is_refused_and_the_old_one_stays() {
    let lines = talk(
        "position startpos moves e2\nposition startpos moves e2 e2\nposition fen nonsense\nposition\n\
         setoption name UGI_Variant value chess\nsetoption name Level value 11\nsetoption name Bot value x\n\
         setoption name Colour value red\nsetoption level\nfly\nquery fen\n",
    );
    assert_eq!(lines.len(), 10, "{lines:#?}");
    assert!(lines[0].starts_with("error move 2: "), "{}", lines[0]);
    assert!(lines[..9].iter().all(|line| line.starts_with("error ")), "{lines:#?}");
    assert!(lines[3].contains("quoridor, "), "lists the games: {}", lines[3]);
    assert_eq!(lines[9], "response / / e2 e9 / 10 10 / 2");
}

/// A host that takes no weight file but one.
struct Picky;

impl Host for Picky {
    fn name(&self) -> String {
        "Picky 1".to_owned()
    }

    fn author(&self) -> String {
        "nobody".to_owned()
    }

    fn bots(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn engine(&self, table: &dyn AnyTable, settings: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
        match settings.net.as_deref() {
            None | Some(b"good") => Ok(Box::new(First)),
            Some(_) => Err(agon_core::faults::NOT_A_MOVE.with("word", table.info().name)),
        }
    }

    fn bench(&self) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn a_weight_file_that_cannot_be_read_or_does_not_fit_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (good, bad) = (file("a good.net", "good"), file("bad.net", "bad"));
    let talk = |script: String| {
        let mut output = Vec::new();
        serve(&Picky, Cursor::new(script.into_bytes()), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    let set = |value: &str| format!("setoption name NetFile value {value}\n");
    assert_eq!(talk(set(&good) + &set("<empty>") + &set("")), "");
    for refused in [set(&bad), set("/no/such/file.net")] {
        let output = talk(refused + "isready\ngo depth 1\n");
        assert!(output.starts_with("error ") && output.contains("\nbestmove "), "{output}");
    }
    assert!(talk(set("/no/such/file.net")).contains("/no/such/file.net cannot be read"));
}

#[test]
fn go_answers_with_a_line_and_a_move_and_takes_searchmoves() {
    let lines = talk("setoption name MultiPV value 3\ngo searchmoves E3H e2\ngo depth 1\nquit\n");
    assert!(lines[0].starts_with("info depth 1 multipv 3 score cp 7 nodes 1 nps "), "{}", lines[0]);
    assert!(lines[0].ends_with(" pv e3h"));
    assert_eq!(lines[1], "bestmove e3h");
    assert!(lines[3].starts_with("bestmove "));
    assert!(talk("go searchmoves e7\n")[0].starts_with("error searchmoves: "));
}

#[test]
fn go_when_nobody_is_to_move_is_an_error() {
    let lines = talk(
        "setoption name UGI_Variant value domineering:rows=1,cols=1\ngo movetime 10\n\
         setoption name UGI_Variant value portes\ngo movetime 10\nquery actor\n",
    );
    assert!(lines[0].starts_with("error ") && lines[0].contains("over"), "{}", lines[0]);
    assert!(lines[1].starts_with("error ") && lines[1].contains("roll"), "{}", lines[1]);
    assert_eq!(lines[2], "response chance");
}

#[test]
fn perft_ends_with_the_count() {
    assert_eq!(talk("go perft 2\n").last().map(String::as_str), Some("nodes 16677"));
    assert_eq!(talk("go perft 0\n").last().map(String::as_str), Some("nodes 1"));
    assert!(talk("go perft 99\n")[0].starts_with("error "));
}

#[test]
fn the_board_can_be_drawn() {
    let lines = talk("d\neval\nbench\n");
    assert!(lines.contains(&"fen / / e1 e9 / 10 10 / 1".to_owned()), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("signature 1"));
}

/// Input that a test feeds line by line while it watches the output.
struct Pipe(Receiver<Vec<u8>>, Cursor<Vec<u8>>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.position() == self.1.get_ref().len() as u64 {
            match self.0.recv() {
                Ok(bytes) => self.1 = Cursor::new(bytes),
                Err(_) => return Ok(0),
            }
        }
        self.1.read(buffer)
    }
}

#[derive(Clone)]
struct Lines(Arc<Mutex<Vec<u8>>>, Sender<String>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut partial = self.0.lock().unwrap();
        partial.extend_from_slice(bytes);
        while let Some(end) = partial.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = partial.drain(..=end).collect();
            let _ = self.1.send(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session that a test talks to line by line.
struct Talk {
    input: Sender<Vec<u8>>,
    hear: Receiver<String>,
    session: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn new() -> Self {
        let (input, feed) = channel();
        let (said, hear) = channel();
        let pipe = BufReader::new(Pipe(feed, Cursor::default()));
        let session = std::thread::spawn(move || serve(&Stub::default(), pipe, Lines(Arc::default(), said)));
        Self { input, hear, session }
    }

    fn say(&self, lines: &str) {
        self.input.send(format!("{lines}\n").into_bytes()).unwrap();
    }

    fn hear(&self) -> String {
        self.hear.recv_timeout(Duration::from_secs(30)).expect("an answer")
    }

    /// Ends the input; what was said since then.
    fn end(self) -> Vec<String> {
        drop(self.input);
        self.session.join().unwrap().unwrap();
        self.hear.iter().collect()
    }
}

#[test]
fn stop_isready_and_refusals_work_while_the_engine_thinks() {
    let talk = Talk::new();
    talk.say("go infinite nodes 0");
    assert!(talk.hear().starts_with("info "));
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    talk.say("position startpos");
    assert_eq!(talk.hear(), "error still thinking; send stop before position startpos");
    talk.say("stop");
    assert!(talk.hear().starts_with("bestmove "));
    // A search that ended by itself must still not answer before stop.
    talk.say("go infinite");
    assert!(talk.hear().starts_with("info "));
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    talk.say("stop");
    assert!(talk.hear().starts_with("bestmove "));
    talk.say("quit");
    assert!(talk.end().is_empty());
}

/// Commands that wait for a search must not keep anybody from stopping it.
#[test]
fn stop_is_obeyed_whatever_waits_before_it() {
    let talk = Talk::new();
    talk.say("go nodes 0");
    assert!(talk.hear().starts_with("info "));
    talk.say("query actor\nposition startpos moves e2\nsetoption name MultiPV value 2\nfly\ngo nodes 0\nquery actor");
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    talk.say("stop");
    assert!(talk.hear().starts_with("bestmove "));
    assert_eq!(talk.hear(), "response p1");
    assert!(talk.hear().starts_with("error unknown command"));
    assert!(talk.hear().contains("multipv 2"));
    assert!(talk.hear().starts_with("bestmove "));
    assert_eq!(talk.hear(), "response p2");
    assert!(talk.end().is_empty());
}

#[test]
fn quit_and_the_end_of_input_end_a_search_without_an_end() {
    for last in ["go nodes 0\nquery actor\nquit", "go infinite nodes 0\nquit", "go infinite nodes 0"] {
        let talk = Talk::new();
        talk.say(last);
        let said = talk.end();
        assert!(said[1].starts_with("bestmove "), "{last}: {said:?}");
    }
}

/// A script may be piped in whole: everything is answered, in order.
#[test]
fn what_was_asked_for_before_quit_is_answered() {
    let lines = talk("go\nposition startpos moves e2\nquery actor\ngo depth 2\nquit\nquery fen\n");
    let heads: Vec<&str> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(heads, ["info", "bestmove", "response", "info", "bestmove"]);
    // What is refused is refused before anything that comes after it is answered.
    let lines = talk("setoption name UGI_Variant value portes\ngo infinite\nisready\nquery actor\n");
    assert!(lines[0].starts_with("error nobody is to move"), "{lines:?}");
    assert_eq!(lines[1..], ["readyok", "response chance"]);
}

#[test]
fn perft_can_be_stopped() {
    let talk = Talk::new();
    talk.say("go perft 20");
    assert!(talk.hear().starts_with("info depth 1 nodes 131 "));
    talk.say("isready\nstop\nquery actor");
    let mut said = talk.end();
    said.retain(|line| !line.starts_with("info "));
    assert_eq!(said[0], "readyok");
    assert!(said[1].starts_with("error perft was stopped before depth "), "{said:?}");
    assert_eq!(said[2..], ["response p1"]);
}

#[test]
fn garbage_is_answered_and_never_fatal() {
    let script: String = (0u32..2000)
        .map(|n| {
            let bytes: String = (0..n % 40)
                .map(|k| char::from_u32((n * 31 + k * 17) % 0x2ff).unwrap_or('?'))
                .filter(|c| *c != '\n')
                .collect();
            let head = ["", "go ", "position ", "setoption name ", "query ", "position fen "][(n % 6) as usize];
            format!("{head}{bytes}\n")
        })
        .filter(|line| !line.trim_start().starts_with("quit") && !line.contains("infinite"))
        .collect();
    assert_eq!(talk(&format!("{script}\nisready\n")).last().map(String::as_str), Some("readyok"));
}
