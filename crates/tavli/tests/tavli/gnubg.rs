//! GNU Backgammon reads the records written here. It must be installed, so these tests are ignored by default.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use agon_core::{Game, Outcome, Player, Record, RecordPly, Rng, Table};
use agon_tavli::{Backgammon, Portes, Tavli, Variant, mat};

/// The program; Debian installs it in `/usr/games`.
fn gnubg() -> PathBuf {
    let debian = Path::new("/usr/games/gnubg");
    if debian.exists() { debian.to_owned() } else { PathBuf::from("gnubg") }
}

fn random_game<V: Variant>(seed: u64) -> Record {
    let game = Tavli::<V>::default();
    let mut table = Table::new(game.clone());
    let mut rng = Rng::new(seed);
    while table.outcome().is_none() {
        if table.roll(&mut rng).is_none() {
            let turn = rng.choose(&agon_core::AnyTable::legal(&table)).unwrap().clone();
            table.play(&turn).unwrap();
        }
    }
    let mut record = Record::new(&game.spec());
    record.set("P1", "Ada");
    record.set("P2", "Ben");
    record.set("Result", table.outcome().unwrap().to_string());
    record.plies = table.plies().iter().map(RecordPly::new).collect();
    record
}

/// Has GNU Backgammon read a file and write it again.
fn through_gnubg(text: &str, name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("agon-mat-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |file: &str| folder.join(file);
    std::fs::write(path("in.mat"), text).unwrap();
    let commands =
        format!("import mat \"{}\"\nexport match mat \"{}\"\n", path("in.mat").display(), path("out.mat").display());
    std::fs::write(path("commands"), commands).unwrap();
    let output = Command::new(gnubg())
        .args(["-t", "-q", "-r", "-c"])
        .arg(path("commands"))
        .env("HOME", &folder)
        .stdin(Stdio::null())
        .output()
        .expect("gnubg starts");
    let read = std::fs::read_to_string(path("out.mat"));
    let _ = std::fs::remove_dir_all(&folder);
    read.unwrap_or_else(|_| panic!("gnubg wrote nothing: {}", String::from_utf8_lossy(&output.stdout)))
}

fn turns(record: &Record) -> Vec<&str> {
    record.plies.iter().map(|turn| turn.text.as_str()).collect()
}

fn comes_back<V: Variant>() {
    let name = V::INFO.name;
    let games: Vec<Record> = (1..=60).map(random_game::<V>).collect();
    let back = mat::read(&through_gnubg(&mat::write(&games).unwrap(), name), name).unwrap();
    assert_eq!(back.len(), games.len());
    let mut winners = [0; 2];
    for (number, (own, theirs)) in games.iter().zip(&back).enumerate() {
        assert_eq!(turns(own), turns(theirs), "{name}, game {}", number + 1);
        assert_eq!(own.tag("Result"), theirs.tag("Result"), "{name}, game {}", number + 1);
        let winner = own.tag("Result").and_then(Outcome::parse).and_then(Outcome::winner);
        winners[winner.map_or(0, Player::index)] += 1;
    }
    assert!(winners.iter().all(|&games| games > 10), "{winners:?}");
}

#[test]
#[ignore = "needs gnubg"]
fn gnubg_reads_portes_games() {
    comes_back::<Portes>();
}

#[test]
#[ignore = "needs gnubg"]
fn gnubg_reads_backgammon_games() {
    comes_back::<Backgammon>();
}
