//! Seats kept between runs of the program, so that an interrupted game can be resumed.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use agon_core::{Fault, Player};
use serde::{Deserialize, Serialize};

use crate::{GameLink, faults};

/// A folder with one file for each seat, readable by its owner only.
///
/// The file of a seat is locked while a program plays it. Two programs of one person can therefore play each other.
#[derive(Clone, Debug, Default)]
pub struct SeatStore {
    folder: Option<PathBuf>,
}

impl SeatStore {
    /// A store that keeps nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// A store in a folder, which is created when it is needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// A kept seat of a game that no other program plays now.
    pub(crate) fn resume(&self, link: &GameLink) -> Option<Seat> {
        let folder = self.folder.as_ref()?;
        Player::ALL.into_iter().find_map(|player| {
            let path = folder.join(file_name(link, player));
            let mut file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return None;
            }
            let mut text = String::new();
            file.read_to_string(&mut text).ok()?;
            let saved = serde_json::from_str(&text).ok()?;
            Some(Seat { player, saved, file: Some((file, path)) })
        })
    }

    /// Keeps a seat. If it cannot be kept, the seat is good for this run only and the reason is returned too.
    pub(crate) fn keep(&self, link: &GameLink, player: Player, saved: SavedSeat) -> (Seat, Option<Fault>) {
        let mut seat = Seat { player, saved, file: None };
        let Some(folder) = &self.folder else { return (seat, None) };
        let path = folder.join(file_name(link, player));
        let kept = create_private(folder, &path).and_then(|file| {
            seat.file = Some((file, path.clone()));
            seat.write()
        });
        let fault = kept.err().map(|error| not_kept(&path, &error));
        if fault.is_some() {
            seat.file = None;
        }
        (seat, fault)
    }
}

fn not_kept(path: &Path, error: &io::Error) -> Fault {
    faults::SEAT_NOT_KEPT.with("file", path.display()).with("reason", error)
}

/// Creates and locks a file that only its owner can read, and the folder.
fn create_private(folder: &Path, path: &Path) -> io::Result<File> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        builder.mode(0o700);
        options.mode(0o600);
    }
    builder.create(folder)?;
    let file = options.open(path)?;
    // Where files cannot be locked, two programs of one person may take the same seat; that harms nobody else.
    let _ = file.try_lock();
    Ok(file)
}

/// The name of a seat's file. The token is sent to the server that gave it only, so its address is a part of the name.
fn file_name(link: &GameLink, player: Player) -> String {
    let server = link.server.to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let server: String = server.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    format!("{server}-{}-{player}.json", link.id)
}

/// What is stored of a seat.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct SavedSeat {
    /// The right to the seat.
    pub(crate) token: String,
    /// The key that invites the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) invitation: Option<String>,
    /// What the player adds to the dice, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<String>,
}

impl SavedSeat {
    pub(crate) fn new(token: String, invitation: Option<String>) -> Self {
        Self { token, invitation, part: None }
    }
}

/// The right to play one side of a game. `Debug` never shows the token.
pub struct Seat {
    player: Player,
    pub(crate) saved: SavedSeat,
    file: Option<(File, PathBuf)>,
}

impl Seat {
    /// The side.
    pub fn player(&self) -> Player {
        self.player
    }

    /// What the player adds to the dice, drawn and kept at the first call.
    pub(crate) fn part(&mut self, draw: impl FnOnce() -> String) -> String {
        if let Some(part) = &self.saved.part {
            return part.clone();
        }
        let part = draw();
        self.saved.part = Some(part.clone());
        // Without the file the part is good for this run.
        let _ = self.write();
        part
    }

    /// Removes the file: the game is over, or the seat is lost.
    pub(crate) fn forget(&mut self) {
        if let Some((_, path)) = self.file.take() {
            let _ = fs::remove_file(path);
        }
    }

    fn write(&mut self) -> io::Result<()> {
        let Some((file, _)) = &mut self.file else { return Ok(()) };
        let text = serde_json::to_vec(&self.saved)?;
        file.rewind()?;
        file.set_len(0)?;
        file.write_all(&text)?;
        file.sync_data()
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link() -> GameLink {
        GameLink::parse("http://[::1]:8080/g/k3J0s1pZQm2b7cXw9uYt_A").expect("a link")
    }

    fn saved() -> SavedSeat {
        SavedSeat::new("secret".to_owned(), Some("key".to_owned()))
    }

    #[test]
    fn a_seat_is_resumed_by_one_program_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SeatStore::new(folder.path().join("seats"));
        assert!(store.resume(&link()).is_none());
        let (mut first, fault) = store.keep(&link(), Player::P2, saved());
        assert_eq!((fault, store.resume(&link()).is_none()), (None, true), "it is being played");
        assert_eq!([(); 2].map(|()| first.part(|| "ab".to_owned())), ["ab"; 2]);
        drop(first);
        let mut again = store.resume(&link()).expect("the seat");
        assert_eq!(again.player(), Player::P2);
        assert_eq!((again.saved.token.as_str(), again.saved.part.as_deref()), ("secret", Some("ab")));
        assert_eq!(format!("{again:?}"), "Seat(p2)");
        again.forget();
        drop(again);
        assert!(store.resume(&link()).is_none());
    }

    #[test]
    fn a_seat_of_another_server_is_another_seat() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SeatStore::new(folder.path());
        drop(store.keep(&link(), Player::P1, saved()));
        let other = GameLink::parse(&link().to_string().replace("http:", "https:")).expect("a link");
        assert!(store.resume(&other).is_none() && store.resume(&link()).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let seats = folder.path().join("seats");
        drop(SeatStore::new(&seats).keep(&link(), Player::P1, saved()));
        let mode = |path: &Path| fs::metadata(path).expect("kept").permissions().mode() & 0o777;
        let file = fs::read_dir(&seats).expect("a folder").next().expect("a file").expect("a file").path();
        assert_eq!((mode(&file), mode(&seats)), (0o600, 0o700));
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(name, "http______1__8080-k3J0s1pZQm2b7cXw9uYt_A-p1.json");
    }

    #[test]
    fn a_seat_that_cannot_be_kept_is_good_for_this_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let occupied = folder.path().join("seats");
        fs::write(&occupied, "a file").expect("written");
        let (seat, fault) = SeatStore::new(&occupied).keep(&link(), Player::P1, saved());
        assert_eq!(fault.map(|fault| fault.kind), Some(faults::SEAT_NOT_KEPT));
        assert_eq!(seat.saved.token, "secret");
    }
}
