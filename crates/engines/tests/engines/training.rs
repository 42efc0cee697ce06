//! The training of Quoridor: the same whatever the threads, broken off and gone on with, and from given weights.

use std::fs;
use std::path::Path;

use agon_engines::{Lesson, QuoridorTraining};
use agon_nn::NetFile;

fn training(folder: &Path) -> QuoridorTraining {
    QuoridorTraining {
        folder: folder.to_owned(),
        generations: 1,
        games: 3,
        nodes: 40,
        seed: 5,
        epochs: 1,
        pairs: 1,
        command: "first".to_owned(),
        ..QuoridorTraining::default()
    }
}

#[test]
fn quoridor_goes_on_from_weights_and_where_it_was_broken_off() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = training(one.path());
    first.run(&|_| {}).unwrap();

    let resumed = QuoridorTraining {
        generations: 2,
        seed: 6,
        resume: Some(first.weights_file(0)),
        command: "second".to_owned(),
        ..training(two.path())
    };
    resumed.run(&|_| {}).unwrap();
    let whole = fs::read(resumed.weights_file(1)).unwrap();
    let file = NetFile::from_bytes(&whole).unwrap();
    let facts = |key: &str| {
        let named = file.facts.iter().filter(|(name, _)| name == key);
        named.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(facts("command"), ["first", "second"]);
    assert_eq!(facts("game"), ["quoridor"]);
    assert_eq!(facts("positions").len(), 1);

    // The last net is lost, with the games it was learned from; the run makes the same again.
    fs::remove_file(resumed.weights_file(1)).unwrap();
    fs::remove_dir_all(two.path().join("generation-1")).unwrap();
    QuoridorTraining { threads: 2, ..resumed.clone() }.run(&|_| {}).unwrap();
    assert!(fs::read(resumed.weights_file(1)).unwrap() == whole, "other weights than before");

    // Games by other weights are other games.
    let alone = tempfile::tempdir().unwrap();
    let fresh = QuoridorTraining { resume: None, folder: alone.path().to_owned(), ..resumed };
    fresh.run(&|_| {}).unwrap();
    let file = NetFile::from_bytes(&fs::read(fresh.weights_file(1)).unwrap()).unwrap();
    assert!(file.net("value") != NetFile::from_bytes(&whole).unwrap().net("value"));
}

#[test]
fn a_policy_is_the_same_whatever_the_threads_and_older_games_are_refused() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let lesson = |folder: &Path| QuoridorTraining { lesson: Lesson::Policy, ..training(folder) };
    let first = lesson(one.path());
    first.run(&|_| {}).unwrap();
    let whole = fs::read(first.policy_file()).unwrap();
    let file = NetFile::from_bytes(&whole).unwrap();
    assert_eq!((file.fact("command"), file.fact("games")), (Some("first"), Some("3")));
    assert!(file.net("policy").is_some());
    assert!(!first.weights_file(0).exists(), "the evaluation is not learned");

    QuoridorTraining { threads: 2, ..lesson(two.path()) }.run(&|_| {}).unwrap();
    assert!(fs::read(lesson(two.path()).policy_file()).unwrap() == whole, "other weights than before");

    // Without its first line a file of games is like those from before turns were kept.
    fs::remove_file(first.policy_file()).unwrap();
    let games = fs::read_dir(one.path().join("policy-games")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&games).unwrap();
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(&games, &bytes[line + 1..]).unwrap();
    let fault = first.run(&|_| {}).unwrap_err().to_string();
    assert!(fault.contains("older kind") && fault.contains("policy-games"), "{fault}");

    // A damaged position is named as such.
    let mut bytes = bytes;
    bytes[line + 1..].fill(0xff);
    fs::write(&games, &bytes).unwrap();
    let fault = first.run(&|_| {}).unwrap_err().to_string();
    assert!(fault.contains("cannot be") && fault.contains("policy-games"), "{fault}");
}

#[test]
fn a_policy_learns_from_games_of_its_own() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let value = training(one.path());
    value.run(&|_| {}).unwrap();
    let lesson = |folder: &Path| QuoridorTraining {
        lesson: Lesson::Policy,
        resume: Some(value.weights_file(0)),
        ..training(folder)
    };
    // The games in the first folder have the same seed and nodes, but were played without these weights.
    let policies = [&one, &two].map(|folder| {
        let lesson = lesson(folder.path());
        lesson.run(&|_| {}).unwrap();
        fs::read(lesson.policy_file()).unwrap()
    });
    assert!(policies[0] == policies[1], "games played for the evaluation were learned from");
}

#[test]
fn the_policy_that_comes_along_is_written_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/quoridor/policy.net");
    let bytes = fs::read(path).unwrap();
    assert!(NetFile::from_bytes(&bytes).unwrap().to_bytes() == bytes);
}

#[test]
fn weights_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none.net");
    let training = QuoridorTraining { resume: Some(missing), ..training(folder.path()) };
    let fault = training.run(&|_| {}).unwrap_err().to_string();
    assert!(fault.contains("none.net"), "{fault}");
}

#[test]
fn changes_of_the_training_are_read_or_named() {
    let usual = QuoridorTraining::default;
    let changed = usual().with("nodes=2000, past=2,rate=0.004").unwrap();
    assert_eq!((changed.nodes, changed.past, changed.rate.to_string()), (2000, 2, "0.004".to_owned()));
    assert_eq!(usual().with("nodes=2000,opinion=1.5").unwrap_err(), "opinion=1.5");
    assert_eq!(usual().with("generation=3").unwrap_err(), "generation=3");
    assert_eq!(usual().with("lesson=policy").unwrap().lesson, Lesson::Policy);
    assert_eq!(usual().with("lesson=walls").unwrap_err(), "lesson=walls");
}
