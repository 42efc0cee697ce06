//! The training of Quoridor: reproducible, with any number of threads, after an interruption, and from given weights.

use std::fs;
use std::path::{Path, PathBuf};

use agon_nn::NetFile;
use agon_train::{GameTrainer, Length, Plan, QuoridorTrainer};

fn trainer(changes: &str) -> QuoridorTrainer {
    let mut trainer = QuoridorTrainer::default();
    trainer.set("generations=1,nodes=40,epochs=1").unwrap();
    trainer.set(changes).unwrap();
    trainer
}

fn plan(folder: &Path) -> Plan {
    Plan {
        seed: 5,
        threads: 1,
        length: Length::Games(3),
        out: folder.to_owned(),
        resume: None,
        command: "first".to_owned(),
        check: 1,
        pairs: 1,
    }
}

fn value_file(plan: &Plan, generation: u32) -> PathBuf {
    plan.out.join(format!("generation-{generation}.net"))
}

fn policy_file(plan: &Plan) -> PathBuf {
    plan.out.join("policy.net")
}

#[test]
fn quoridor_resumes_from_weights_and_after_an_interruption() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = plan(one.path());
    trainer("").train(&first, &|_| {}).unwrap();

    let twice = trainer("generations=2");
    let resumed =
        Plan { seed: 6, resume: Some(value_file(&first, 0)), command: "second".to_owned(), ..plan(two.path()) };
    twice.train(&resumed, &|_| {}).unwrap();
    let whole = fs::read(value_file(&resumed, 1)).unwrap();
    let file = NetFile::from_bytes(&whole).unwrap();
    let facts = |key: &str| {
        let named = file.facts.iter().filter(|(name, _)| name == key);
        named.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(facts("command"), ["first", "second"]);
    assert_eq!(facts("game"), ["quoridor"]);
    assert_eq!(facts("positions").len(), 1);

    // Without the last net and its games, a run makes the same again.
    fs::remove_file(value_file(&resumed, 1)).unwrap();
    fs::remove_dir_all(two.path().join("generation-1")).unwrap();
    twice.train(&Plan { threads: 2, ..resumed.clone() }, &|_| {}).unwrap();
    assert!(fs::read(value_file(&resumed, 1)).unwrap() == whole, "other weights than before");

    // Games by other weights are other games.
    let alone = tempfile::tempdir().unwrap();
    let fresh = Plan { resume: None, out: alone.path().to_owned(), ..resumed };
    twice.train(&fresh, &|_| {}).unwrap();
    let file = NetFile::from_bytes(&fs::read(value_file(&fresh, 1)).unwrap()).unwrap();
    assert!(file.net("value") != NetFile::from_bytes(&whole).unwrap().net("value"));
}

#[test]
fn a_policy_is_the_same_with_any_number_of_threads_and_older_games_are_refused() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let policy = trainer("lesson=policy");
    let first = plan(one.path());
    policy.train(&first, &|_| {}).unwrap();
    let whole = fs::read(policy_file(&first)).unwrap();
    let file = NetFile::from_bytes(&whole).unwrap();
    assert_eq!((file.fact("command"), file.fact("games")), (Some("first"), Some("3")));
    assert!(file.net("policy").is_some());
    assert!(!value_file(&first, 0).exists(), "the value net is not trained");

    let second = Plan { threads: 2, ..plan(two.path()) };
    policy.train(&second, &|_| {}).unwrap();
    assert!(fs::read(policy_file(&second)).unwrap() == whole, "other weights than before");

    // Without its first line a file of games is like those from before turns were stored.
    fs::remove_file(policy_file(&first)).unwrap();
    let games = fs::read_dir(one.path().join("policy-games")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&games).unwrap();
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(&games, &bytes[line + 1..]).unwrap();
    let fault = policy.train(&first, &|_| {}).unwrap_err().to_string();
    assert!(fault.contains("older kind") && fault.contains("policy-games"), "{fault}");

    // A damaged position is named as such.
    let mut bytes = bytes;
    bytes[line + 1..].fill(0xff);
    fs::write(&games, &bytes).unwrap();
    let fault = policy.train(&first, &|_| {}).unwrap_err().to_string();
    assert!(fault.contains("impossible position") && fault.contains("policy-games"), "{fault}");
}

#[test]
fn a_policy_learns_from_games_of_its_own() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let value = plan(one.path());
    trainer("").train(&value, &|_| {}).unwrap();
    // The games in the first folder have the same seed and nodes, but were played without these weights.
    let policies = [&one, &two].map(|folder| {
        let plan = Plan { resume: Some(value_file(&value, 0)), ..plan(folder.path()) };
        trainer("lesson=policy").train(&plan, &|_| {}).unwrap();
        fs::read(policy_file(&plan)).unwrap()
    });
    assert!(policies[0] == policies[1], "games played for the value net were used");
}

#[test]
fn weights_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { resume: Some(folder.path().join("none.net")), ..plan(folder.path()) };
    let fault = trainer("").train(&plan, &|_| {}).unwrap_err().to_string();
    assert!(fault.contains("none.net"), "{fault}");
}
