//! `agon ugi` and the example bot.

use crate::{AGON, SPECS, agon, agon_with, stderr, stdout};

#[test]
fn a_search_obeys_its_limits_and_answers_legally_in_every_game() {
    for spec in SPECS {
        let mut table = agon_games::open(spec).expect(spec);
        let mut rng = agon_core::Rng::new(3);
        let mut plies = Vec::new();
        while let Some(roll) = table.roll(&mut rng) {
            plies.push(roll);
        }
        let moves = if plies.is_empty() { String::new() } else { format!(" moves {}", plies.join(" ")) };
        let script = format!(
            "setoption name UGI_Variant value {spec}\nposition startpos{moves}\ngo nodes 200\nquery actor\n\
             go depth 1\nsetoption name Level value 2\ngo movetime 20\neval\nquit\n"
        );
        let output = stdout(&agon_with(&["ugi"], &script));
        let best: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert_eq!(best.len(), 3, "{spec}:\n{output}");
        for turn in best {
            assert!(table.check(turn).is_ok(), "{spec}: {turn}");
        }
    }
}

#[test]
fn the_seven_bots_of_the_report_play_quoridor() {
    for bot in ["minimax", "greediest", "random", "hesitant", "greedy", "passive", "mixed"] {
        let script = format!("setoption name Bot value {bot}\nposition startpos moves e2\ngo nodes 500\n");
        let output = stdout(&agon_with(&["ugi"], &script));
        let turn = output.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap_or_default();
        let mut table = agon_games::open("quoridor").expect("quoridor");
        table.play("e2").expect("legal");
        assert!(table.check(turn).is_ok(), "{bot}: {output}");
    }
}

#[test]
fn a_weight_file_plays_as_an_option_and_a_wrong_one_is_refused() {
    let weights = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../engines/weights");
    let net = |name: &str| weights.join(name).display().to_string();
    let answers = |file: &str| {
        let script = format!(
            "setoption name UGI_Variant value fevga\nsetoption name NetFile value {file}\n\
             position startpos moves 31:\ngo depth 1\n"
        );
        stdout(&agon_with(&["ugi"], &script))
    };
    let bundled = answers("<empty>");
    assert!(bundled.contains("bestmove ") && !bundled.contains("error "), "{bundled}");
    let same = |output: &str| output.lines().last().map(str::to_owned);
    assert_eq!(same(&answers(&net("fevga.net"))), same(&bundled));
    for (file, said) in [(net("portes.net"), "does not fit"), ("/no/such.net".to_owned(), "/no/such.net")] {
        let output = answers(&file);
        let error = output.lines().find(|line| line.starts_with("error ")).unwrap_or_default();
        assert!(error.contains(said), "{output}");
    }
}

#[test]
fn a_weight_file_is_an_option_of_a_player() {
    let game = ["match", "--game", "fevga", "bot:uniform", "--games", "2", "--max-turns", "2"];
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../engines/weights/fevga.net");
    let with = |file: &str| agon(&[&game[..], &[&format!("cmd:'{AGON}' ugi@Level=9,NetFile={file}")]].concat());
    let output = with(&file.display().to_string());
    assert!(output.status.success() && stdout(&output).contains("turn limit 2"), "{}", stderr(&output));
    let output = with("/no/such.net");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("refuses: the weight file /no/such.net cannot be read"), "{}", stderr(&output));
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    let script = "setoption name Seed value 5\nposition startpos moves e2 e8\ngo nodes 3000\n";
    let best = || {
        let output = stdout(&agon_with(&["ugi"], script));
        output.lines().last().map(str::to_owned)
    };
    assert_eq!(best(), best());
}
