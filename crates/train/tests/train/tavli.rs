//! Small trainings of a tavli game from start to end.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_engines::tavli::Nets;
use agon_nn::NetFile;
use agon_tavli::{Portes, Rules};
use agon_train::{Curve, Evaluation, GameTrainer, Length, NetPlayer, Plan, Progress, RandomPlayer, TavliTrainer, duel};

/// Trains for a number of games, the last of them with look-ahead.
fn train(
    folder: &std::path::Path,
    name: &str,
    threads: usize,
    [games, ahead]: [u64; 2],
    resume: Option<&str>,
) -> Nets<Portes> {
    let mut trainer = TavliTrainer::<Portes>::default();
    trainer.set("hidden=8,bootstrap=200,tries=2,trial=200,store=30000,reuse=1,study=1").unwrap();
    trainer.set(&format!("ahead={ahead}")).unwrap();
    let plan = Plan {
        seed: 3,
        threads,
        length: Length::Games(games),
        out: folder.join(name),
        resume: resume.map(|file| folder.join(file)),
        command: "test".to_owned(),
        check: 500,
        pairs: 20,
    };
    let checkpoints = AtomicUsize::new(0);
    let count = |progress: &Progress| {
        checkpoints.fetch_add(
            usize::from(matches!(progress, Progress::Result(line) if line.contains("against the best before"))),
            Ordering::Relaxed,
        );
    };
    trainer.train(&plan, &count).unwrap();
    assert!(checkpoints.load(Ordering::Relaxed) >= 1);
    let written = fs::read_to_string(plan.out.with_extension("csv")).unwrap();
    assert_eq!(Curve::from_csv(&written).checkpoints.len(), checkpoints.load(Ordering::Relaxed));
    let bytes = fs::read(plan.out.with_extension("last.net")).unwrap();
    Nets::from_file(&NetFile::from_bytes(&bytes).unwrap()).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_nets_and_they_have_learned() {
    let folder = tempfile::tempdir().unwrap();
    let first = train(folder.path(), "first.net", 2, [1_200, 0], None);
    let second = train(folder.path(), "second.net", 2, [1_200, 0], None);
    assert!(first == second, "the same seed gave other nets");
    let mut random = RandomPlayer(agon_core::Rng::new(1));
    let result = duel(&mut NetPlayer::new(first.clone()), &mut random, Rules::default(), 50, 1);
    assert!(result.points > 0.3, "{result} against random play");
    let on = train(folder.path(), "on.net", 1, [2_200, 0], Some("first.last.net"));
    assert!(on != first, "the resumed training changed nothing");
}

/// The part with look-ahead starts from the nets of the part before it alone, so one command and two give the same nets.
#[test]
fn look_ahead_resumes_from_nets_as_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let whole = train(folder.path(), "whole.net", 2, [1_600, 400], None);
    let half = train(folder.path(), "half.net", 2, [1_200, 0], None);
    let rest = train(folder.path(), "rest.net", 2, [1_600, 400], Some("half.last.net"));
    assert!(whole == rest, "two commands gave other nets than one");
    assert!(half != rest, "looking ahead changed nothing");
}

#[test]
fn weight_files_are_evaluated() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "first.net", 1, [400, 0], None);
    let nets = vec![folder.path().join("first.net"); 2];
    let evaluation = Evaluation { nets, seed: 1, pairs: 10, test_set: None };
    let trainer = TavliTrainer::<Portes>::default();
    let lines = trainer.evaluate(&evaluation).unwrap();
    assert!(lines[0].ends_with("+0.000 ± 0.000 (50.0 % of 20)"), "{lines:?}");
    let lines = trainer.evaluate(&Evaluation { test_set: Some(10), ..evaluation.clone() }).unwrap();
    assert!(lines[0].contains("first.net: loses ") && lines.len() > 6, "{lines:?}");
    assert!(trainer.evaluate(&Evaluation { nets: Vec::new(), ..evaluation }).is_err());
}
