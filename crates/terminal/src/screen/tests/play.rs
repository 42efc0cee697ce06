//! Whole games, one step at a time, by keyboard and by mouse.

use agon_core::{Rng, TurnState};
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::driver::TestUser;
use crate::session::Phase;

#[derive(Clone, Copy, PartialEq, Eq)]
enum InputDevice {
    Keys,
    Mouse,
}

/// Plays random legal steps to the end of the game.
fn play_through(spec: &str, device: InputDevice, seed: u64) {
    let mut person = TestUser::pair(spec);
    let mut rng = Rng::new(seed);
    for _ in 0..20_000 {
        match person.session().phase() {
            Phase::Over => break,
            Phase::Roll(_) => match device {
                InputDevice::Keys => person.key(KeyCode::Enter),
                InputDevice::Mouse => person.mouse(MouseEventKind::Down(MouseButton::Left), (30, 11)),
            },
            Phase::Engine(_) => panic!("there is no engine here"),
            Phase::Human(_) => {
                let steps = person.session().steps();
                let dead = steps.state == TurnState::DeadEnd && steps.next.is_empty();
                if dead {
                    person.key(KeyCode::Backspace);
                    continue;
                }
                // A turn that may end ends, unless there is more to do and the coin says so.
                if steps.turn.is_some() && (steps.next.is_empty() || rng.below(2) == 0) {
                    person.types(" ");
                    continue;
                }
                let step = rng.choose(&steps.next).expect("a step").clone();
                match device {
                    InputDevice::Keys => person.step_by_keys(&step),
                    InputDevice::Mouse => person.step_by_mouse(&step),
                }
            }
        }
    }
    assert_eq!(person.session().phase(), Phase::Over, "{spec} did not end");
    assert!(person.sees("rematch"), "{spec} has no result screen");
    // The game that was played is one that the rules know.
    let words = person.session().table().plies().to_vec();
    let mut table = agon_games::open(spec).expect(spec);
    for word in &words {
        table.play(word).expect(word);
    }
    assert_eq!(table.outcome(), person.session().outcome());
    // Rematch, sides changed.
    person.types("n");
    assert!(person.session().table().plies().is_empty());
}

const SPECS: [&str; 12] = [
    "quoridor:size=5,walls=3",
    "quoridor:size=4,walls=2",
    "blockade:rows=7,cols=8,walls=3,starts=32-52-37-57",
    "blockade:turn=swift,rows=5,cols=6,walls=2,starts=22-42-25-45",
    "blockade:turn=optional,rows=5,cols=6,walls=2,starts=22-42-25-45",
    "domineering",
    "portes",
    "plakoto",
    "fevga",
    "backgammon",
    "gulbara",
    "tavli:points=1",
];

#[test]
fn whole_games_by_keyboard() {
    for spec in SPECS {
        play_through(spec, InputDevice::Keys, 7);
    }
}

#[test]
fn whole_games_by_mouse() {
    for spec in SPECS {
        play_through(spec, InputDevice::Mouse, 8);
    }
}

#[test]
fn every_rule_set_is_played_here() {
    for entry in agon_games::entries() {
        let name = entry.info.name;
        assert!(SPECS.iter().any(|spec| spec.split(':').next() == Some(name)), "{name}");
    }
}
