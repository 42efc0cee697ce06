//! Random input.

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::Rng;
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::driver::{TestUser, config};
use crate::PlayConfig;
use crate::screen::pages::Page;

fn any_key(rng: &mut Rng) -> KeyCode {
    const KEYS: [KeyCode; 12] = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Backspace,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
    ];
    if rng.below(2) == 0 {
        *rng.choose(&KEYS).expect("a key")
    } else {
        // No leaving: q, m, n and y would end the test early.
        let letters: Vec<char> = " :/?123456789,abcdefhilprstuvwxzžRSL[*".chars().collect();
        KeyCode::Char(*rng.choose(&letters).expect("a letter"))
    }
}

fn any_mouse(rng: &mut Rng) -> (MouseEventKind, (u16, u16)) {
    const KINDS: [MouseEventKind; 6] = [
        MouseEventKind::Moved,
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
    ];
    (*rng.choose(&KINDS).expect("a kind"), (rng.below(90) as u16, rng.below(30) as u16))
}

#[test]
fn any_keys_and_clicks_are_survived() {
    for (index, entry) in agon_games::entries().iter().enumerate() {
        let mut rng = Rng::new(index as u64);
        let seats = [PlayerSpec::default(), PlayerKind::Bot("uniform".to_owned()).into()];
        let fast = PlayConfig { movetime: Some(std::time::Duration::from_millis(1)), ..config() };
        let mut person = TestUser::at(entry.info.name, seats, fast);
        for _ in 0..1500 {
            // No files may be written.
            if matches!(person.game().page, Some(Page::File { .. })) {
                person.key(KeyCode::Esc);
            }
            if rng.below(3) == 0 {
                let (kind, spot) = any_mouse(&mut rng);
                person.mouse(kind, spot);
            } else {
                let key = any_key(&mut rng);
                person.key(key);
            }
            person.app.tick();
        }
        // Whatever was pressed, the plies of the table are a legal game.
        let mut table = agon_games::open(&person.session().table().spec()).expect("the game");
        for ply in person.session().table().plies() {
            table.play(ply).expect(ply);
        }
    }
}
