//! Games on a server, by the programs people start: two terminals, the lobby, TLS.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use agon_core::Rng;

use crate::serve::{Served, serve};
use crate::{AGON, json};

/// The longest wait; only a hang takes longer.
const TIMEOUT: Duration = Duration::from_mins(2);

/// How many games two terminals each play at the same time.
const GAMES_AT_A_TIME: usize = 4;

/// Reads a stream on a thread of its own.
pub(crate) fn chunks(mut stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// A program whose lines are read and written by a test.
pub(crate) struct Terminal {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    said: String,
    /// How much of it has been looked at.
    seen: usize,
}

impl Terminal {
    pub(crate) fn start(folder: &Path, args: &[&str]) -> Self {
        Self::start_with(folder, args, &[])
    }

    fn start_with(folder: &Path, args: &[&str], variables: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(AGON)
            .args(args)
            .args(["--plain", "--ascii", "--instant", "--lang", "en"])
            .env("XDG_DATA_HOME", folder)
            .env("HOME", folder)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("agon starts");
        let input = child.stdin.take();
        let output = chunks(child.stdout.take().expect("a pipe"));
        Self { child, input, output, said: String::new(), seen: 0 }
    }

    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        let input = self.input.as_mut().expect("input is open");
        // A program that has ended no longer reads; the next wait says so.
        let _ = writeln!(input, "{line}");
    }

    /// Reads on until one of these texts is said; returns which, and looks at the text after it next.
    fn until_any(&mut self, texts: &[&str]) -> usize {
        let end = Instant::now() + TIMEOUT;
        loop {
            let rest = &self.said[self.seen..];
            let found = texts.iter().enumerate().filter_map(|(which, text)| Some((rest.find(text)?, which)));
            if let Some((at, which)) = found.min() {
                self.seen += at + texts[which].len();
                return which;
            }
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.said.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout) => panic!("waited for {texts:?} in\n{}", self.said),
                Err(RecvTimeoutError::Disconnected) => panic!("ended before {texts:?}\n{}", self.said),
            }
        }
    }

    pub(crate) fn until(&mut self, text: &str) {
        self.until_any(&[text]);
    }

    /// The next line.
    fn line(&mut self) -> String {
        let from = self.seen;
        self.until("\n");
        self.said[from..self.seen - 1].to_owned()
    }

    /// The link that was printed.
    fn link(&mut self) -> String {
        self.until("/g/");
        let line = self.said[..self.seen].rfind('\n').map_or(0, |at| at + 1);
        self.until("\n");
        self.said[line..self.seen].trim().to_owned()
    }

    /// Chooses among the listed turns at each prompt until the game is over.
    fn play_out(&mut self, rng: &mut Rng) {
        while self.until_any(&["to move:", "again for another game"]) == 0 {
            self.types("moves");
            self.until("legal turn");
            self.line();
            let list = self.line();
            let turns: Vec<&str> = list.split_whitespace().collect();
            let turn = (*rng.choose(&turns).expect("a turn")).to_owned();
            self.types(&turn);
        }
    }

    pub(crate) fn end(mut self) -> String {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        while let Ok(bytes) = self.output.recv() {
            self.said.push_str(&String::from_utf8_lossy(&bytes));
        }
        let mut errors = String::new();
        if let Some(mut stream) = self.child.stderr.take() {
            let _ = stream.read_to_string(&mut errors);
        }
        assert!(status.success(), "{errors}\n{}", self.said);
        std::mem::take(&mut self.said)
    }

    /// Ends it without a word, as a lost power line does.
    fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn server(folder: &Path) -> Served {
    serve(folder, &["--no-limits", "--database", "memory", "--claim-after", "0"])
}

/// A game that Ada opens and Bo joins by the printed link.
fn two_terminals(server: &Served, folder: &Path, game: &[&str]) -> [Terminal; 2] {
    let url = server.url();
    let mut ada = Terminal::start(folder, &[&["play"], game, &["--on", &url, "--name", "Ada"]].concat());
    let link = ada.link();
    assert!(link.starts_with(&url) && link.contains("#i="), "{link}");
    let mut bo = Terminal::start(folder, &["play", &link, "--name", "Bo"]);
    bo.until("You play");
    [ada, bo]
}

#[test]
fn two_terminals_play_every_rule_set_over_a_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let specs = agon_games::rule_sets();
    // Much of a game is waiting for the other process.
    for specs in specs.chunks(GAMES_AT_A_TIME) {
        thread::scope(|scope| {
            for spec in specs {
                scope.spawn(|| play_between_two_terminals(&server, folder.path(), spec));
            }
        });
    }
}

fn play_between_two_terminals(server: &Served, folder: &Path, spec: &str) {
    let mut terminals = two_terminals(server, folder, &[spec]);
    thread::scope(|scope| {
        for (seed, terminal) in (1..).zip(&mut terminals) {
            scope.spawn(move || terminal.play_out(&mut Rng::new(seed)));
        }
    });
    let said = terminals.map(Terminal::end);
    let result = |text: &str| text.lines().rfind(|line| line.contains(" wins")).map(str::to_owned);
    assert!(result(&said[0]).is_some() || said[0].contains("A draw"), "{spec}\n{}", said[0]);
    assert_eq!(result(&said[0]), result(&said[1]), "{spec}");
    let has_dice = agon_games::open(spec).expect(spec).info().has_dice;
    for text in &said {
        assert_eq!(text.contains("recomputed; all match the game"), has_dice, "{spec}\n{text}");
    }
}

#[test]
fn chat_draws_takebacks_and_the_rematch_are_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let [mut ada, mut bo] = two_terminals(&server, folder.path(), &["quoridor", "--tc", "300+2"]);
    ada.until("to move:");
    ada.types("chat good luck");
    bo.until("White (Ada): good luck");
    bo.types("e8");
    bo.until("It is White's turn.");
    ada.types("e2");
    bo.until("White (Ada) plays e2");
    bo.until("to move:");
    ada.types("undo");
    bo.until("White (Ada) asks to take back a turn. Answer yes or no.");
    bo.types("no");
    ada.until("Declined");
    bo.types("e8");
    ada.until("Black (Bo) plays e8");
    ada.types("hint");
    ada.until("the computer does not help");
    ada.types("draw");
    bo.until("White (Ada) offers a draw. Answer yes or no.");
    bo.types("yes");
    for terminal in [&mut ada, &mut bo] {
        terminal.until("By agreement.");
        terminal.until("again for another game");
    }
    ada.types("again");
    bo.until("White (Ada) wants a rematch. Answer yes or no.");
    bo.types("again");
    ada.until("You play Black.");
    bo.until("You play White.");
    bo.until("to move:");
    bo.types("quit");
    bo.until("Abort this game?");
    bo.types("yes");
    ada.until("The game does not count.");
    assert!(ada.end().contains("Draw offered"));
    bo.end();
}

#[test]
fn leaving_is_asked_and_loses_and_an_interrupted_game_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let [mut ada, mut bo] = two_terminals(&server, folder.path(), &["quoridor"]);
    let link = ada.said.lines().find(|line| line.contains("/g/")).expect("a link").to_owned();
    ada.until("to move:");
    ada.types("e2");
    bo.until("to move:");
    bo.kill();
    ada.until("has lost the connection");
    // The same command as at first; this time the seat is kept.
    let mut bo = Terminal::start(folder.path(), &["play", &link]);
    bo.until("You are back in your game. You play Black.");
    bo.until("to move:");
    bo.types("e8");
    ada.until("Black (Bo) plays e8");
    // The end of the input is no decision to leave.
    let said = bo.end();
    assert!(said.contains("your seat is kept. Return with: agon play http://"), "{said}");
    let mut bo = Terminal::start(folder.path(), &["play", &link]);
    bo.until("You are back in your game");
    bo.types("quit");
    bo.until("leaving loses it at once");
    bo.types("no");
    bo.types("quit");
    bo.until("leaving loses it at once");
    bo.types("yes");
    ada.until("Black resigned");
    bo.end();
    // No token was ever said, and none is left behind.
    let kept = std::fs::read_dir(folder.path().join("agon/seats")).expect("a folder").count();
    assert_eq!(kept, 0);
    ada.end();
}

#[test]
fn a_third_terminal_watches_and_every_wrong_link_has_its_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let [mut ada, _bo] = two_terminals(&server, folder.path(), &["quoridor"]);
    let link = ada.said.lines().find(|line| line.contains("/g/")).expect("a link").to_owned();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut eve = Terminal::start(elsewhere.path(), &["play", &link]);
    eve.until("Both seats are taken; you watch the game.");
    ada.until("to move:");
    ada.types("e2");
    eve.until("White (Ada) plays e2");
    eve.types("e8");
    eve.until("It is Black's turn.");
    eve.types("resign");
    eve.until("you watch this game");
    eve.types("quit");
    eve.end();
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let game = link.split("/g/").nth(1).expect("an id");
    let other = format!("{}/g/AAAAAAAAAAAAAAAAAAAAAA", server.url());
    for (args, message) in [
        (vec!["play", &other], "has no game with this link"),
        (vec!["play", &format!("http://{free}/g/{game}")], "cannot be reached: connection refused"),
        (vec!["play", &format!("{}/lobby", server.url())], "is no link to a game"),
        (vec!["play", &link, "--host"], "A link joins a game that is open already."),
        (vec!["play", &link, "--p1", "level:3"], "The game of a link has its players."),
        (vec!["play", "chess", "--on", &server.url()], "there is no game chess"),
        (vec!["play", "--on", &server.url()], "name the game to open"),
        (vec!["play", "quoridor", "--on", "nowhere at all"], "is no address of a server"),
        (vec!["play", "quoridor", "--on", &server.url(), "--p2", "cmd:x"], "cannot play on a server"),
        (vec!["play", "quoridor", "--on", &server.url(), "--p1", "human", "--p2", "human"], "one side of a game"),
        (vec!["play", "quoridor", "--p2", &link], "is a game on a server, not a player"),
        (vec!["lobby", &format!("http://{free}")], "cannot be reached"),
    ] {
        let args = [&args[..], &["--plain", "--lang", "en"]].concat();
        crate::each_is_refused(&[(&args, message)]);
    }
}

#[test]
fn a_hosted_game_needs_no_other_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ada = Terminal::start(folder.path(), &["play", "domineering:rows=2,cols=2", "--host=127.0.0.1:0"]);
    ada.until("The server runs on this machine until you leave.");
    let link = ada.link();
    let mut bo = Terminal::start(folder.path(), &["play", &link]);
    bo.until("You play Horizontal.");
    for terminal in [&mut ada, &mut bo] {
        terminal.play_out(&mut Rng::new(3));
        terminal.types("quit");
    }
    assert!(bo.end().contains("Vertical (Anonymous) wins"));
    ada.end();
    assert!(std::net::TcpStream::connect(link.split('/').nth(2).expect("a host")).is_err(), "the server has ended");
}

#[test]
fn a_host_prints_every_address_and_says_when_its_port_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    // On all interfaces: one link for others, where there is a network, and one for this machine.
    let mut ada = Terminal::start(folder.path(), &["play", "quoridor", "--host=0.0.0.0:0"]);
    ada.until("Send this link");
    ada.until("\n");
    let mut links = vec![ada.line()];
    while !links.last().is_some_and(|link| link.contains("//127.0.0.1:")) {
        links.push(ada.line());
    }
    let port = |link: &str| link.split(['/', ':']).nth(4).map(str::to_owned);
    assert!(links.iter().all(|link| link.contains("/g/") && port(link) == port(&links[0])), "{links:?}");
    let taken = format!("--host=127.0.0.1:{}", port(&links[0]).expect("a port"));
    let args = ["play", "quoridor", &taken, "--plain", "--lang", "en"];
    crate::each_is_refused(&[(&args, "another program uses this port")]);
    // The usual port may be taken as well: without an address, another one is found.
    let mut bo = Terminal::start(folder.path(), &["play", "quoridor", "--host"]);
    let mut eve = Terminal::start(folder.path(), &["play", "quoridor", "--host"]);
    assert_ne!(port(&bo.link()), port(&eve.link()));
    for terminal in [ada, bo, eve] {
        terminal.end();
    }
}

#[test]
fn a_game_is_hosted_from_the_questions() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ada = Terminal::start(folder.path(), &["play", "domineering:rows=2,cols=2", "--mode", "network"]);
    ada.until("3. Host a game on this machine");
    ada.types("3");
    ada.until("The server runs on this machine until you leave.");
    let link = ada.link();
    let mut bo = Terminal::start(folder.path(), &["play", &link]);
    bo.until("You play Horizontal.");
    for terminal in [&mut ada, &mut bo] {
        terminal.play_out(&mut Rng::new(3));
        terminal.types("quit");
    }
    assert!(bo.end().contains("Horizontal has no room for another domino."));
    ada.end();
}

#[test]
fn the_lobby_is_listed_and_a_game_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let url = server.url();
    let mut ada = Terminal::start(
        folder.path(),
        &["play", "domineering:rows=2,cols=2", "--on", &url, "--public", "--tc", "60+1", "--name", "Ada"],
    );
    ada.link();
    let said = crate::done(&["lobby", &url, "--json"]);
    let lobby = json(&said);
    assert_eq!(lobby["seeks"][0]["name"], "Ada", "{said}");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut bo = Terminal::start(elsewhere.path(), &["lobby", &url, "--name", "Bo"]);
    bo.until("1  Domineering (Rows: 2, Columns: 2): Ada, 1:00 + 1. Play as Horizontal");
    bo.until("Number to join or watch");
    bo.types("7");
    bo.until("Number to join or watch");
    bo.types("1");
    bo.until("You play Horizontal.");
    let mut eve = Terminal::start(elsewhere.path(), &["lobby", &url]);
    // The list is at most a moment old.
    while eve.until_any(&["1  Domineering (Rows: 2, Columns: 2): Ada - Bo", "q to quit:"]) == 1 {
        eve.types("");
    }
    eve.types("1");
    eve.until("Both seats are taken");
    for terminal in [&mut ada, &mut bo] {
        terminal.play_out(&mut Rng::new(3));
    }
    eve.until("wins");
    for terminal in [ada, bo, eve] {
        terminal.end();
    }
}

/// A proxy that speaks TLS in front of a server, with a certificate for `localhost`. Returns its port.
fn tls_proxy(server: &Served, certificate: &Path) -> u16 {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    std::fs::write(certificate, made.cert.pem()).expect("written");
    let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("a certificate");
    let acceptor = tokio_rustls::TlsAcceptor::from(std::sync::Arc::new(config));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let target = server.address().to_owned();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async move {
            listener.set_nonblocking(true).expect("a listener");
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, target) = (acceptor.clone(), target.clone());
                tokio::spawn(async move {
                    let Ok(mut near) = acceptor.accept(stream).await else { return };
                    let Ok(mut far) = tokio::net::TcpStream::connect(target).await else { return };
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
    });
    port
}

#[test]
fn a_game_is_played_over_tls_if_the_certificate_is_trusted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let certificate = folder.path().join("certificate.pem");
    let url = format!("https://localhost:{}", tls_proxy(&server, &certificate));
    crate::each_is_refused(&[(&["lobby", &url, "--json"], "there is no secure connection to https://localhost")]);
    let trusted = [("SSL_CERT_FILE", certificate.as_path())];
    let mut ada = Terminal::start_with(folder.path(), &["play", "domineering:rows=2,cols=2", "--on", &url], &trusted);
    let link = ada.link();
    assert!(link.starts_with(&url), "{link}");
    let mut bo = Terminal::start_with(folder.path(), &["play", &link], &trusted);
    for terminal in [&mut ada, &mut bo] {
        terminal.play_out(&mut Rng::new(3));
        terminal.types("quit");
    }
    ada.end();
    bo.end();
}
