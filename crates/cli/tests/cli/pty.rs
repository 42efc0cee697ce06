//! The full screen in a real pseudo-terminal, against a person who plays line by line.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::AGON;
use crate::online::{Terminal, chunks, server};

const TIMEOUT: Duration = Duration::from_mins(2);
const SIZE: (u16, u16) = (24, 80);

/// A program on a screen of its own.
struct Screen {
    child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Screen {
    fn start(folder: &Path, args: &[&str]) -> Self {
        let master: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).expect("granted");
        unlockpt(&master).expect("unlocked");
        let size = Winsize { ws_row: SIZE.0, ws_col: SIZE.1, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).expect("a size");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("a path");
        let terminal = || OpenOptions::new().read(true).write(true).open(&name).expect("a terminal");
        let child = Command::new(AGON)
            .args(args)
            .args(["--lang", "en"])
            .env("XDG_DATA_HOME", folder)
            .env("HOME", folder)
            .env("TERM", "xterm-256color")
            .stdin(terminal())
            .stdout(terminal())
            .stderr(terminal())
            .spawn()
            .expect("agon starts");
        let keyboard = File::from(master);
        let output = chunks(keyboard.try_clone().expect("a handle"));
        Self { child, keyboard, output, parser: vt100::Parser::new(SIZE.0, SIZE.1, 0) }
    }

    fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("typed");
    }

    /// Reads on until the screen shows a text.
    fn until(&mut self, text: &str) -> String {
        let end = Instant::now() + TIMEOUT;
        loop {
            let shown = self.parser.screen().contents();
            if shown.contains(text) {
                return shown;
            }
            let rest = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(rest) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => panic!("{error}: waited for {text:?} on\n{shown}"),
            }
        }
    }
}

#[test]
fn the_full_screen_plays_over_a_server_and_says_how_to_return() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let url = server.url();
    let mut ada = Screen::start(folder.path(), &["play", "quoridor", "--on", &url, "--name", "Ada"]);
    // The link stands on the normal screen until the other player comes.
    let shown = ada.until("(Esc cancels the game)");
    let link: String = shown.lines().skip_while(|line| !line.contains("/g/")).take(2).collect();
    let link = link.split("Waiting").next().expect("a link").trim().to_owned();
    let mut bo = Terminal::start(folder.path(), &["play", &link, "--name", "Bo"]);
    ada.until("White Ada");
    ada.types("e2\r");
    bo.until("White (Ada) plays e2");
    bo.types("e8");
    ada.until("Black (Bo) plays e8");
    ada.types("\u{3}");
    ada.until("leaving loses it at once");
    ada.types("\u{3}");
    ada.until(&format!("Return with: agon play {}", link.split("#i=").next().expect("a link")));
    assert!(ada.child.wait().expect("it ends").success());
    let mut ada = Screen::start(folder.path(), &["play", &link]);
    ada.until("You are back in your game. You play White.");
    ada.types("qy");
    bo.until("White resigned");
    assert!(ada.child.wait().expect("it ends").success());
    bo.types("quit");
    bo.end();
}

#[test]
fn a_game_that_nobody_has_joined_is_cancelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = server(folder.path());
    let mut ada = Screen::start(folder.path(), &["play", "quoridor", "--on", &server.url()]);
    let shown = ada.until("(Esc cancels the game)");
    let id = shown.split("/g/").nth(1).expect("a link").chars().take(22).collect::<String>();
    ada.types("\u{1b}");
    assert!(ada.child.wait().expect("it ends").success());
    let game = server.get(&format!("/api/games/{id}"));
    assert!(game.contains(r#""reason":"abort""#), "{game}");
}
