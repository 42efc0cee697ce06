//! Menus, pages, taking back, hints, files, engines.

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::{PlaceView, Player};
use agon_i18n::Language;
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::driver::{TestUser, config};
use crate::session::Phase;
use crate::{PlayConfig, Takebacks};

#[test]
fn from_the_menu_to_a_game_and_back() {
    let mut person = TestUser::menu();
    assert!(person.sees("choose a game"));
    person.types("1");
    assert!(person.sees("1  Two people here") && person.sees("3  Against the computer"));
    person.types("4");
    assert!(person.sees("Start the game"));
    // Up to the second player, from level 3 to level 4.
    person.keys(KeyCode::Up, 2);
    person.key(KeyCode::Right);
    assert!(person.sees("level 4"));
    // The size, the first of five options, is typed.
    person.keys(KeyCode::Up, 6);
    person.types("7");
    person.keys(KeyCode::Down, 8);
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().spec(), "quoridor:size=7");
    assert_eq!(person.session().who(Player::P2), &PlayerKind::Level(4).into());
    person.types("m");
    assert!(person.sees("choose a game"));
    person.types("q");
    assert!(person.app.is_done());
}

#[test]
fn a_game_starts_with_three_digits_as_in_the_report() {
    // Quoridor, against the computer, the third of its bots.
    let mut person = TestUser::menu();
    person.types("13");
    assert!(person.sees("3  Greediest") && person.sees("You play White."), "{}", person.look().join("\n"));
    assert!(person.sees("searches ahead with alpha-beta"));
    person.types("3");
    assert_eq!(person.session().seats(), &["human", "bot:greediest"].map(|who| who.parse().expect(who)));
    // Quoridor, two people.
    let mut person = TestUser::menu();
    person.types("11");
    assert_eq!(person.session().seats(), &[PlayerSpec::default(), PlayerSpec::default()]);
}

#[test]
fn the_other_side_is_chosen_beside_the_opponent_and_every_opponent_can_be_reached() {
    let mut person = TestUser::menu();
    person.resize(60, 12);
    person.types("13");
    person.key(KeyCode::Right);
    assert!(person.sees("You play Black."));
    person.key(KeyCode::Up);
    assert!(person.sees("level 10"), "{}", person.look().join("\n"));
    person.key(KeyCode::Enter);
    assert_eq!(person.session().seats(), &["level:10", "human"].map(|who| who.parse().expect(who)));
    // The way back leads over both questions.
    let mut person = TestUser::menu();
    person.types("13");
    person.keys(KeyCode::Esc, 2);
    assert!(person.sees("choose a game"));
}

#[test]
fn the_network_is_asked_for_a_link_or_a_server() {
    let mut person = TestUser::menu();
    person.types("1");
    assert!(person.sees("2  Two people over the network"), "{}", person.look().join("\n"));
    person.types("2");
    assert!(person.sees("1  Join a game by its link") && person.sees("2  Open a game on a server"));
    // Only a program that can start a server offers it.
    assert!(!person.sees("Host a game"));
    person.types("3");
    assert!(person.app.game().is_none());
    person.types("1http://127.0.0.1:1/g/abc\n");
    // Nothing answers there: the reason is shown, and the address stays to be corrected.
    assert!(person.sees("> http://127.0.0.1:1/g/abc"), "{}", person.look().join("\n"));
    assert!(person.app.game().is_none());
    person.keys(KeyCode::Esc, 2);
    person.types("1");
    assert_eq!(person.session().table().spec(), "quoridor");
}

#[test]
fn a_mode_of_the_command_line_skips_its_question() {
    let mut person = TestUser::with(None, PlayConfig { mode: Some(crate::Mode::Computer), ..config() }, (80, 24));
    person.types("3");
    assert!(person.sees("You play Vertical."), "{}", person.look().join("\n"));
}

#[test]
fn a_program_that_does_not_run_is_noticed_before_the_game() {
    let p2 = Some("cmd:/no/such/program".parse().expect("a player"));
    let mut person = TestUser::with(None, PlayConfig { p2, ..config() }, (80, 24));
    person.types("1");
    person.key(KeyCode::Enter);
    assert!(person.sees("/no/such/program") && person.sees("Start the game"), "{}", person.look().join("\n"));
}

#[test]
fn a_move_may_simply_be_typed() {
    let mut person = TestUser::pair("quoridor");
    person.types("e2\nf9\nd2v\n");
    assert_eq!(person.session().table().plies(), ["e2", "f9", "d2v"]);
}

#[test]
fn options_of_the_command_line_stand_in_the_form() {
    let mut person = TestUser::menu();
    let (entry, options) = crate::parse_spec("quoridor:walls=7").expect("a game");
    person.app.set_up(entry, &options);
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().spec(), "quoridor:walls=7");
}

#[test]
fn a_refused_option_is_explained_in_the_form() {
    let mut person = TestUser::menu();
    person.types("14");
    person.keys(KeyCode::Up, 8);
    person.types("99");
    person.keys(KeyCode::Down, 8);
    person.key(KeyCode::Enter);
    assert!(person.sees("Size: 99 is not allowed. Allowed: 3 to 15."), "{}", person.look().join("\n"));
}

#[test]
fn house_rules_are_chosen_by_name_in_the_form() {
    let mut person = TestUser::menu();
    let (entry, options) = crate::parse_spec("plakoto").expect("a game");
    person.app.set_up(entry, &options);
    // The first row, above the options.
    person.keys(KeyCode::Up, options_of("plakoto") + 4);
    assert!(person.sees("House rules") && person.sees("Standard rules"), "{}", person.look().join("\n"));
    person.key(KeyCode::Right);
    assert!(person.sees("Course rules") && person.sees("play goes on"), "{}", person.look().join("\n"));
    // An option that is changed by hand makes the rules one's own; the next house rules replace them.
    person.keys(KeyCode::Down, 3);
    person.key(KeyCode::Right);
    person.keys(KeyCode::Up, 3);
    assert!(person.sees("My own") && person.sees("set by hand"), "{}", person.look().join("\n"));
    person.keys(KeyCode::Right, 2);
    assert!(person.sees("Course rules"));
    person.key(KeyCode::Up);
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().spec(), "plakoto:bearoff=unpinned_only,mana=play_on");
    // Options that no house rules set are kept.
    let mut person = TestUser::menu();
    let (entry, options) = crate::parse_spec("tavli:points=3,opening=white").expect("a game");
    person.app.set_up(entry, &options);
    person.keys(KeyCode::Up, options_of("tavli") + 4);
    person.key(KeyCode::Left);
    person.key(KeyCode::Up);
    person.key(KeyCode::Enter);
    assert!(person.session().table().spec().starts_with("tavli:points=3,"), "{}", person.session().table().spec());
}

fn options_of(game: &str) -> usize {
    agon_games::entry(game).expect("a game").info.options.len()
}

#[test]
fn the_form_speaks_of_options_in_words_and_every_row_can_be_reached() {
    for language in Language::ALL {
        for entry in agon_games::entries() {
            let mut person = TestUser::with(None, PlayConfig { language, ..config() }, (60, 20));
            let options = agon_core::Options::defaults(entry.info);
            person.app.set_up(entry, &options);
            let catalogue = agon_i18n::Catalogue::of(language);
            let presets = usize::from(!entry.info.presets.is_empty());
            for row in 0..presets + entry.info.options.len() + 4 {
                person.key(KeyCode::Down);
                let rows = person.look();
                if let Some(option) = row.checked_sub(presets).and_then(|row| entry.info.options.get(row)) {
                    let name = catalogue.text(&format!("option.{}", option.name)).to_owned();
                    assert!(person.sees(&name), "{language:?} {}: {name}\n{}", entry.info.name, rows.join("\n"));
                }
                for text in rows {
                    assert!(!text.contains('_'), "{language:?} {}: {text}", entry.info.name);
                }
            }
        }
    }
    let mut person = TestUser::with(None, PlayConfig { language: Language::Serbian, ..config() }, (80, 24));
    let (entry, options) = crate::parse_spec("blockade:turn=swift").expect("a game");
    person.app.set_up(entry, &options);
    assert!(person.sees("pešak ili zid"), "{}", person.look().join("\n"));
}

#[test]
fn a_question_is_answered_in_the_players_language() {
    for (language, no, yes) in [
        (Language::English, "d", "y"),
        (Language::Serbian, "n", "d"),
        (Language::SerbianCyrillic, "н", "д"),
        (Language::Greek, "n", "ν"),
        (Language::Hebrew, "ל", "כ"),
    ] {
        let mut person = TestUser::pair_with("quoridor", PlayConfig { language, ..config() });
        person.types("R");
        person.types(no);
        assert!(person.session().outcome().is_none(), "{language:?}");
        // Enter is another key.
        person.types("R\n");
        assert!(person.session().outcome().is_none(), "{language:?}");
        person.types("R");
        assert!(person.sees(yes), "{language:?}");
        person.types(yes);
        assert!(person.session().outcome().is_some(), "{language:?}");
    }
}

#[test]
fn the_language_is_changed_in_the_menu() {
    let mut person = TestUser::menu();
    person.keys(KeyCode::Up, 2);
    person.key(KeyCode::Enter);
    assert_eq!(person.app.context.config.language, Language::Serbian);
    assert!(person.sees("izaberite igru"));
}

#[test]
fn a_wall_is_previewed_turned_refused_and_set() {
    let mut person = TestUser::pair("quoridor");
    person.types("w");
    assert!(person.sees("━━━"), "{}", person.look().join("\n"));
    person.types("f");
    assert!(person.sees("┃"));
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().plies().len(), 1);
    // The same place again: refused with the game's own reason, nothing changes.
    let wall = person.game().cursor;
    person.go_to(wall);
    person.key(KeyCode::Enter);
    assert!(person.game().message.is_bad);
    assert_eq!(person.game().message.text, "A wall is already there.");
    assert_eq!(person.session().table().plies().len(), 1);
}

#[test]
fn a_wall_that_would_close_the_last_path_is_refused_and_the_path_drawn() {
    let mut person = TestUser::pair("quoridor");
    person.types(":d1h\n:c1v\n");
    assert!(!person.sees("↑"));
    person.types(":e1v\n");
    assert!(person.sees("This wall would close White's last path."), "{}", person.look().join("\n"));
    assert!(person.sees("↑"), "{}", person.look().join("\n"));
    person.keys(KeyCode::Esc, 2);
    assert!(!person.sees("↑"));
    let mut person = TestUser::pair_with("quoridor", PlayConfig { language: Language::Greek, ..config() });
    person.types(":d1h\n:c1v\n:e1v\n");
    assert!(person.sees("Με αυτό το τείχος ο Λευκός δεν θα είχε πια δρόμο."));
}

#[test]
fn a_wall_is_seen_before_the_first_click_sets_it() {
    let mut person = TestUser::pair("quoridor");
    let wall = PlaceView::Wall { row: 3, col: 3, upright: false };
    let spot = person.spot(wall);
    // Without hovering the first click shows the wall, the second sets it.
    person.mouse(MouseEventKind::Down(MouseButton::Left), spot);
    assert!(person.session().table().plies().is_empty());
    person.mouse(MouseEventKind::Down(MouseButton::Left), spot);
    assert_eq!(person.session().table().plies(), ["d5h"]);
}

#[test]
fn a_wall_turned_under_the_mouse_is_set_as_it_is_seen() {
    let mut person = TestUser::pair("quoridor");
    // The groove to the left of the corner means a lying wall until it is turned.
    let spot = person.spot(PlaceView::Wall { row: 3, col: 3, upright: false });
    person.mouse(MouseEventKind::Moved, spot);
    assert_eq!(person.game().cursor, PlaceView::Wall { row: 3, col: 3, upright: false });
    person.mouse(MouseEventKind::Down(MouseButton::Right), spot);
    person.mouse(MouseEventKind::Moved, spot);
    person.mouse(MouseEventKind::Down(MouseButton::Left), spot);
    assert_eq!(person.session().table().plies(), ["d5v"]);
    // Elsewhere the groove decides again.
    person.mouse(MouseEventKind::Moved, (spot.0 - 12, spot.1));
    assert!(matches!(person.game().cursor, PlaceView::Wall { upright: false, .. }));
}

#[test]
fn typed_moves_are_completed_and_mistakes_stay_to_be_corrected() {
    let mut person = TestUser::pair("quoridor");
    person.types(":e9\n");
    assert!(person.game().message.is_bad);
    assert!(person.game().typed.is_some());
    person.key(KeyCode::Backspace);
    person.types("2\n");
    assert_eq!(person.session().table().plies(), ["e2"]);
    person.types(":d8");
    person.key(KeyCode::Tab);
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().plies().len(), 2, "{:?}", person.game().message);
}

#[test]
fn the_reports_forms_are_typed() {
    let mut person = TestUser::pair("domineering");
    person.types("4 c\n");
    assert_eq!(person.session().table().plies(), ["c4"]);
    let mut person = TestUser::pair("blockade");
    person.types("[X 1] [6 4] [Z 3 5]\n");
    assert_eq!(person.session().table().plies(), ["X1-64,G35"]);
}

#[test]
fn checkers_are_taken_back_within_the_turn_and_the_turn_is_confirmed() {
    let mut person = TestUser::pair("portes");
    person.key(KeyCode::Enter);
    let steps = person.session().steps();
    person.step_by_keys(&steps.next[0]);
    assert_eq!(person.session().prefix().len(), 1);
    person.key(KeyCode::Backspace);
    assert!(person.session().prefix().is_empty());
    while !person.session().steps().next.is_empty() {
        let steps = person.session().steps();
        person.step_by_keys(&steps.next[0]);
    }
    assert_eq!(person.session().table().plies().len(), 1, "nothing ends before it is confirmed");
    assert!(person.sees("ends the turn"));
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().plies().len(), 2);
}

#[test]
fn a_dead_end_typed_at_the_prompt_is_taken_back_there() {
    let table = agon_games::open_at("portes", "w1,5,b1,4,b2,11,b12 0/14 0/0 w 65").expect("a table");
    let seats = [PlayerSpec::default(), PlayerSpec::default()];
    let session = crate::GameSession::new(table, seats, Takebacks::Once, Some(1));
    let mut person = TestUser::with(Some(session), config(), (80, 24));
    person.types("24/19\n");
    assert!(person.sees("Take the last step back."), "{}", person.look().join("\n"));
    assert_eq!(person.session().prefix(), ["24/19"]);
    person.key(KeyCode::Backspace);
    assert!(person.session().prefix().is_empty() && person.game().typed.is_some());
    person.types("24/18\n");
    assert!(person.sees("ends the turn"));
}

#[test]
fn a_game_of_a_match_and_its_end_are_announced_with_the_score() {
    let last = |score: &str| {
        let position = format!("{score} portes b15,22,w1 0/14 0/0 w 61");
        let table = agon_games::open_at("tavli:points=3", &position).expect("a table");
        let seats = [PlayerSpec::default(), PlayerSpec::default()];
        let session = crate::GameSession::new(table, seats, Takebacks::Once, Some(1));
        let mut person = TestUser::with(Some(session), config(), (80, 24));
        person.types("1/off\n");
        person.key(KeyCode::Enter);
        person
    };
    let mut person = last("0-2");
    assert!(person.sees("White wins this game: 2 points. The match: 2:2"), "{}", person.look().join("\n"));
    let mut person = last("1-2");
    assert!(person.sees("White (human) wins the match 3:2"), "{}", person.look().join("\n"));
}

#[test]
fn q5_taking_back_takes_the_computers_answer_too() {
    let seats = [PlayerSpec::default(), PlayerKind::Bot("passive".to_owned()).into()];
    let mut person = TestUser::at("quoridor", seats, PlayConfig { takebacks: Takebacks::Once, ..config() });
    person.types(":e2\n");
    person.wait_for_engines();
    assert_eq!(person.session().table().plies().len(), 2);
    person.control('z');
    assert!(person.session().table().plies().is_empty());
    person.types(":e2\n");
    person.wait_for_engines();
    person.types("u");
    assert!(person.game().message.is_bad, "once in a game");
    assert_eq!(person.session().table().plies().len(), 2);
}

#[test]
fn nothing_freezes_while_the_engine_thinks() {
    let seats = [PlayerKind::Level(10).into(), PlayerSpec::default()];
    let mut person =
        TestUser::at("quoridor", seats, PlayConfig { movetime: Some(std::time::Duration::from_secs(30)), ..config() });
    person.app.tick();
    assert!(person.game().search.is_some());
    // The screen still answers: pages open and close, and the engine can be asked to hurry.
    person.types("?");
    assert!(person.sees("Keys"));
    person.key(KeyCode::Esc);
    person.types(" ");
    person.wait_for_engines();
    assert_eq!(person.session().table().plies().len(), 1);
    assert!(person.game().last_engine_turn.is_some());
}

#[test]
fn engines_play_dice_games_to_the_end_by_themselves() {
    let bot = || PlayerSpec::from(PlayerKind::Bot("uniform".to_owned()));
    let mut person = TestUser::at("portes", [bot(), bot()], config());
    person.tick_while(|person| person.session().phase() != Phase::Over);
    assert!(person.sees("wins"));
}

#[test]
fn a_failing_program_stops_nothing_but_itself() {
    let seats = [PlayerSpec::default(), PlayerKind::Ugi("/no/such/program".to_owned()).into()];
    let mut person = TestUser::at("quoridor", seats, config());
    person.types(":e2\n");
    person.tick_while(|person| !person.game().stalled);
    assert!(person.game().message.is_bad);
    person.types("u");
    assert!(matches!(person.session().phase(), Phase::Human(Player::P1)));
}

#[test]
fn a_long_refusal_is_read_to_its_end_and_goes_away() {
    let config = PlayConfig { language: Language::Greek, ..config() };
    let mut person = TestUser::pair_with("blockade", config);
    person.types("[X 1] [6 4] [Q 3 5]\n");
    assert!(person.sees("οριζόντια"), "{}", person.look().join("\n"));
    person.keys(KeyCode::Esc, 2);
    assert!(!person.sees("οριζόντια"));
}

#[test]
fn a_hint_is_given_and_shown() {
    let fast = PlayConfig { movetime: Some(std::time::Duration::from_millis(50)), ..config() };
    let mut person = TestUser::pair_with("domineering:rows=4,cols=4", fast);
    person.types("h");
    person.tick_while(|person| person.game().hint.is_none());
    let notation = person.game().hint.clone().expect("a hint");
    assert!(person.session().table().check(&notation).is_ok());
    assert!(person.sees("A good turn"));
}

#[test]
fn a_review_is_made_in_the_background_and_shown() {
    let mut person = TestUser::pair("domineering:rows=4,cols=4");
    person.types(":b3\n:a2\n");
    person.key(KeyCode::Char('V'));
    person.tick_while(|person| person.game().review.is_some());
    assert!(person.sees("Vertical") && person.sees("decision"));
    person.key(KeyCode::Esc);
    assert!(!person.sees("decision"));
    assert_eq!(person.session().table().plies().len(), 2);
}

#[test]
fn states_and_history_show_boards_and_a_state_can_be_played() {
    let mut person = TestUser::pair("domineering:rows=3,cols=3");
    person.types("s");
    assert!(person.sees("6 positions can be reached"), "{}", person.look().join("\n"));
    person.key(KeyCode::Down);
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().plies().len(), 1);
    person.types("l");
    assert!(person.sees("All positions since the start"));
    person.key(KeyCode::Home);
    assert!(person.look()[1].contains("start"));
    person.key(KeyCode::Esc);
    assert!(person.sees("Moves"));
    // Blockade's report lists pawn moves, green walls and blue walls.
    let mut person = TestUser::pair("blockade:turn=swift,rows=4,cols=4,walls=1");
    person.types("s");
    assert!(person.sees("Pawn moves: "));
    person.key(KeyCode::End);
    assert!(person.sees("Blue walls: "), "{}", person.look().join("\n"));
}

#[test]
fn paths_are_shown_on_request() {
    let mut person = TestUser::pair("quoridor");
    // Both paths run along the middle column until White steps aside.
    person.types("p");
    assert!(person.sees("◇"));
    person.types(":d1\n");
    assert!(person.sees("↑") && person.sees("↓"), "{}", person.look().join("\n"));
    assert!(person.sees("8 turns to go"));
    person.types("p");
    assert!(!person.sees("↑"));
    let mut person = TestUser::pair("blockade");
    person.types("p");
    assert!(person.sees("turns to go"));
    // Then the paths of every pawn to every start square, four of each side.
    person.types("p");
    for path in ["X1 to 4B", "X1 to 8B", "X2 to 4B", "X2 to 8B", "O1 to 44", "O1 to 84", "O2 to 44", "O2 to 84"] {
        assert!(person.sees(path), "{path}\n{}", person.look().join("\n"));
    }
    let all = PlayConfig { paths: crate::Paths::All, count_states: true, ..config() };
    let mut person = TestUser::pair_with("blockade", all);
    assert!(person.sees("O2 to 84") && person.sees("next positions"), "{}", person.look().join("\n"));
}

#[test]
fn a_game_is_saved_half_way_through_a_turn_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("half.agon");
    let mut person = TestUser::pair("portes");
    person.key(KeyCode::Enter);
    let step = person.session().steps().next[0].clone();
    person.step_by_keys(&step);
    person.control('s');
    // The name that is offered makes room for ours.
    person.types(file.to_str().expect("a name"));
    person.key(KeyCode::Enter);
    assert!(!person.game().message.is_bad, "{}", person.game().message.text);
    let (plies, prefix) = (person.session().table().plies().to_vec(), person.session().prefix().to_vec());
    person.key(KeyCode::Backspace);
    // A file that exists is replaced only if that is confirmed.
    let saved = std::fs::read_to_string(&file).expect("saved");
    for (answer, is_replaced) in ["n", "y"].into_iter().zip([false, true]) {
        person.control('s');
        person.control('u');
        person.types(file.to_str().expect("a name"));
        person.key(KeyCode::Enter);
        assert!(person.sees("exists already"), "{}", person.look().join("\n"));
        person.types(answer);
        assert_eq!(std::fs::read_to_string(&file).expect("saved") != saved, is_replaced);
    }
    std::fs::write(&file, saved).expect("written");
    person.control('o');
    person.types(file.to_str().expect("a name"));
    person.key(KeyCode::Enter);
    assert_eq!(person.session().table().plies(), plies);
    assert_eq!(person.session().prefix(), prefix);
    // A file that is not there is said so, and the game goes on.
    person.types("Lnowhere\n");
    assert!(person.game().message.is_bad);
    assert_eq!(person.session().table().plies(), plies);
}

#[test]
fn giving_up_is_asked_twice_and_ends_the_game() {
    let mut person = TestUser::pair("quoridor");
    person.types("Rn");
    assert!(person.session().outcome().is_none());
    person.types("Ry");
    assert_eq!(person.session().outcome().and_then(agon_core::Outcome::winner), Some(Player::P2));
    assert!(person.sees("resigned"));
}

#[test]
fn leaving_an_unfinished_game_is_asked() {
    let mut person = TestUser::pair("quoridor");
    person.types(":e2\nq");
    assert!(!person.app.is_done());
    person.types("xqy");
    assert!(person.app.is_done());
}
