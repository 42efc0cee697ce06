//! A training from start to end, small.

use std::fs;

use agon_engines::tavli::Nets;
use agon_nets::NetFile;
use agon_tavli::{Portes, Rules};
use agon_train::{ByNets, Course, Curve, Length, Plan, Progress, Random, TavliCourse, duel};

fn train(folder: &std::path::Path, name: &str, threads: usize, resume: Option<&str>) -> Nets<Portes> {
    let mut course = TavliCourse::<Portes>::default();
    course.change("hidden=8,bootstrap=200,tries=2,trial=200,store=30000,reuse=1").unwrap();
    let plan = Plan {
        seed: 3,
        threads,
        length: Length::Games(if resume.is_some() { 4_200 } else { 2_200 }),
        out: folder.join(name),
        resume: resume.map(|file| folder.join(file)),
        command: "test".to_owned(),
        check: 1_000,
        pairs: 20,
    };
    let mut checks = 0;
    let curve = course
        .train(&plan, &mut |progress| checks += u32::from(matches!(progress, Progress::Checked(_))))
        .unwrap();
    assert!(checks >= 2);
    let written = fs::read_to_string(plan.out.with_extension("csv")).unwrap();
    assert_eq!(Curve::from_csv(&written).checks.len(), curve.checks.len());
    let bytes = fs::read(plan.out.with_extension("last.net")).unwrap();
    Nets::from_file(&NetFile::from_bytes(&bytes).unwrap()).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_nets_and_they_have_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let first = train(folder.path(), "first.net", 2, None);
    let second = train(folder.path(), "second.net", 2, None);
    assert!(first == second, "a training with the same seed went another way");
    let mut random = Random(agon_core::Rng::new(1));
    let result = duel(&mut ByNets::new(first.clone()), &mut random, Rules::default(), 50, 1);
    assert!(result.points > 0.3, "{result} against random play");
    let on = train(folder.path(), "on.net", 1, Some("first.last.net"));
    assert!(on != first, "a training that went on learnt nothing");
}
