//! `agon ugi` and the example bot.

use crate::{SPECS, agon_with, stdout};

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
fn the_same_seed_and_nodes_give_the_same_answer() {
    let script = "setoption name Seed value 5\nposition startpos moves e2 e8\ngo nodes 3000\n";
    let best = || {
        let output = stdout(&agon_with(&["ugi"], script));
        output.lines().last().map(str::to_owned)
    };
    assert_eq!(best(), best());
}
