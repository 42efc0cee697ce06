//! A training from start to end, small.

use std::fs;

use agon_engines::tavli::Nets;
use agon_nn::NetFile;
use agon_tavli::{Portes, Rules};
use agon_train::{ByNets, Course, Curve, Length, Plan, Progress, Random, TavliCourse, duel};

/// Trains so many games, the last of them with look-ahead.
fn train(
    folder: &std::path::Path,
    name: &str,
    threads: usize,
    [games, ahead]: [u64; 2],
    resume: Option<&str>,
) -> Nets<Portes> {
    let mut course = TavliCourse::<Portes>::default();
    course.change("hidden=8,bootstrap=200,tries=2,trial=200,store=30000,reuse=1,study=1").unwrap();
    course.change(&format!("ahead={ahead}")).unwrap();
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
    let mut checks = 0;
    let curve = course
        .train(&plan, &mut |progress| checks += u32::from(matches!(progress, Progress::Checked(_))))
        .unwrap();
    assert!(checks >= 1);
    let written = fs::read_to_string(plan.out.with_extension("csv")).unwrap();
    assert_eq!(Curve::from_csv(&written).checks.len(), curve.checks.len());
    let bytes = fs::read(plan.out.with_extension("last.net")).unwrap();
    Nets::from_file(&NetFile::from_bytes(&bytes).unwrap()).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_nets_and_they_have_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let first = train(folder.path(), "first.net", 2, [1_200, 0], None);
    let second = train(folder.path(), "second.net", 2, [1_200, 0], None);
    assert!(first == second, "a training with the same seed went another way");
    let mut random = Random(agon_core::Rng::new(1));
    let result = duel(&mut ByNets::new(first.clone()), &mut random, Rules::default(), 50, 1);
    assert!(result.points > 0.3, "{result} against random play");
    let on = train(folder.path(), "on.net", 1, [2_200, 0], Some("first.last.net"));
    assert!(on != first, "a training that went on learnt nothing");
}

/// The part with look-ahead begins afresh with the nets of the part before it, so that it makes no
/// difference whether one command or two lead there.
#[test]
fn looking_ahead_goes_on_from_nets_as_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let whole = train(folder.path(), "whole.net", 2, [1_600, 400], None);
    let half = train(folder.path(), "half.net", 2, [1_200, 0], None);
    let rest = train(folder.path(), "rest.net", 2, [1_600, 400], Some("half.last.net"));
    assert!(whole == rest, "two commands went another way than one");
    assert!(half != rest, "looking ahead taught nothing");
}
