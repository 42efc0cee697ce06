//! Whole games, one step at a time, by keyboard and by mouse.

use agon_core::{Rng, TurnState};
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::driver::TestUser;
use crate::session::Phase;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InputDevice {
    Keys,
    Mouse,
}

/// Makes a random legal step, takes one back from a dead end, or ends the turn.
pub(super) fn act(person: &mut TestUser, device: InputDevice, rng: &mut Rng) {
    let steps = person.session().steps();
    if steps.state == TurnState::DeadEnd && steps.next.is_empty() {
        return person.key(KeyCode::Backspace);
    }
    // A turn that may end ends, unless there is more to do and the coin says so.
    if steps.turn.is_some() && (steps.next.is_empty() || rng.below(2) == 0) {
        return person.types(" ");
    }
    let step = rng.choose(&steps.next).expect("a step").clone();
    match device {
        InputDevice::Keys => person.step_by_keys(&step),
        InputDevice::Mouse => person.step_by_mouse(&step),
    }
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
            Phase::Human(_) => act(&mut person, device, &mut rng),
            phase => panic!("nobody else plays here: {phase:?}"),
        }
    }
    assert_eq!(person.session().phase(), Phase::Over, "{spec} did not end");
    assert!(person.sees("rematch"), "{spec} has no result screen");
    // The game that was played is one that the rules know.
    let plies = person.session().table().plies().to_vec();
    let mut table = agon_games::open(spec).expect(spec);
    for ply in &plies {
        table.play(ply).expect(ply);
    }
    assert_eq!(table.outcome(), person.session().outcome());
    // Rematch, sides changed.
    person.types("n");
    assert!(person.session().table().plies().is_empty());
}

#[test]
fn whole_games_by_keyboard() {
    for spec in agon_games::rule_sets() {
        play_through(&spec, InputDevice::Keys, 7);
    }
}

#[test]
fn whole_games_by_mouse() {
    for spec in agon_games::rule_sets() {
        play_through(&spec, InputDevice::Mouse, 8);
    }
}
