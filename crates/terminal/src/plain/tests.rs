use std::io::Cursor;

use agon_arena::{PlayerKind, PlayerSpec};
use agon_core::Values;
use agon_i18n::Language;

use super::run;
use crate::engines::Opponents;
use crate::{GameSession, Mode, Paths, PlayConfig, Takebacks};

fn config() -> PlayConfig {
    PlayConfig { ascii: true, seed: Some(5), plain: true, ..PlayConfig::default() }
}

/// What is written when these lines are typed.
fn typed(config: &PlayConfig, session: Option<GameSession>, lines: &str) -> String {
    paged(config, session, None, lines)
}

fn paged(config: &PlayConfig, session: Option<GameSession>, rows: Option<usize>, lines: &str) -> String {
    let mut out = Vec::new();
    let game = session.map(|session| (session, Opponents::default()));
    run(config, game, rows, Cursor::new(lines.to_owned()), &mut out).expect("no failure");
    String::from_utf8(out).expect("text")
}

fn pair(spec: &str, config: &PlayConfig) -> GameSession {
    let table = agon_games::open(spec).expect(spec);
    GameSession::new(table, [PlayerSpec::default(), PlayerSpec::default()], config.takebacks, config.seed)
}

fn play(spec: &str, lines: &str) -> String {
    let config = config();
    typed(&config, Some(pair(spec, &config)), lines)
}

fn assert_says(out: &str, texts: &[&str]) {
    for text in texts {
        assert!(out.contains(text), "{text}\n{out}");
    }
}

#[test]
fn everything_is_asked_as_in_the_reports() {
    let out = typed(&config(), None, "blockade\n7\n8\n3\n\n4\nhuman\nlevel:99\nbot:nobody\n\n X 1 7 7\nquit\n");
    assert_says(&out, &["Rows, 3 to 22 [11]", "Columns, 3 to 28 [14]", "First player"]);
    assert_says(&out, &["no level 99", "no bot nobody", "X (human) to move"]);
}

#[test]
fn a_wrong_answer_is_asked_again() {
    let out = typed(&config(), None, "chess\nquoridor\n99\n5\n2\n\n1\nc2\nquit\n");
    let refused = "Size: 99 is not allowed. Allowed: 3 to 15.";
    assert_says(&out, &["there is no game chess", refused, "Black (human) to move"]);
}

#[test]
fn house_rules_are_chosen_by_name_and_other_rules_by_number() {
    // The course's rules, then the opening of the rules of books.
    let out = typed(&config(), None, "plakoto\nx\n2\n3\n2\n\n1\nrules\nquit\n");
    assert_says(&out, &["1. Standard rules: White starts;", "2. Course rules: White starts; the other checkers"]);
    assert_says(&out, &["House rules (number) [1]:", "3. Opening: White starts", "Opening (number) [1]:"]);
    assert_says(&out, &["3. Opening: higher die starts and rolls again"]);
    let game = out.lines().find(|line| line.starts_with("This game: ")).unwrap_or_else(|| panic!("{out}"));
    let opened = "Plakoto (Opening: higher die starts and rolls again, ";
    assert!(
        game.contains(opened) && game.contains("Bearing off when pinned: ") && game.contains("Pinned mana: "),
        "{game}"
    );
    // An empty line takes the default rules; free text and pairs of name and value are read too.
    let out = typed(&config(), None, "portes\n\n\n1\nrules\nquit\n");
    assert_says(&out, &["This game: Portes\n"]);
    let lines = "blockade\n\n\n\n2\n44-44-44-44\nturn=slow\nturn=swift\n2\n\n\n1\nrules\nquit\n";
    let out = typed(&config(), None, lines);
    assert_says(&out, &["Start squares [as usual]:", "Turn: slow is not allowed. Allowed: "]);
    assert_says(&out, &["1. Turn: pawn or wall"]);
}

/// No name or value of an option is shown as programs write it.
#[test]
fn the_questions_speak_of_options_in_words() {
    for language in Language::ALL {
        let config = PlayConfig { language, ..config() };
        for entry in agon_games::entries() {
            let out = typed(&config, None, &format!("{}\n\n", entry.info.name));
            for option in entry.info.options {
                let raw = [format!(" {}=", option.name), format!(". {}: ", option.name)];
                assert!(!raw.iter().any(|raw| out.contains(raw.as_str())), "{language:?} {raw:?}\n{out}");
                let Values::OneOf(values) = option.values else { continue };
                for value in values.iter().filter(|value| value.contains('_')) {
                    assert!(!out.contains(value), "{language:?} {value}\n{out}");
                }
            }
        }
    }
    // The limits of a number, in words.
    let config = PlayConfig { language: Language::Serbian, ..config() };
    assert_says(&typed(&config, None, "domineering\n"), &["Redovi, od 1 do 16 [8]:"]);
}

#[test]
fn a_game_named_without_players_asks_for_the_mode_the_opponent_and_the_side() {
    let named = PlayConfig { spec: Some("quoridor".to_owned()), ..config() };
    let out = typed(&named, None, "what\n3\n0\nbot:nobody\nbot:minimax@depth=1\n2\nquit\n");
    assert_says(&out, &["1. Two people here (here)", "3. Against the computer (computer)", "7. Passive (bot:passive)"]);
    assert_says(&out, &["no bot nobody", "1 White, 2 Black [White]", "White plays ", "Black (human) to move"]);
    // The mode may be named on the command line, and the opponent by its number.
    let computer = PlayConfig { mode: Some(Mode::Computer), ..named };
    let out = typed(&computer, None, "7\n\ne2\nquit\n");
    assert!(!out.contains("Two people here"), "{out}");
    assert_says(&out, &["White (human) to move", "Black plays e8"]);
}

#[test]
fn the_network_is_asked_for_a_link_or_a_server() {
    let named = PlayConfig { spec: Some("quoridor".to_owned()), ..config() };
    let out = typed(&named, None, "2\n9\n1\nhttp://127.0.0.1:1/g/abc\n2\nno server at all\n");
    assert_says(&out, &["1. Join a game by its link", "2. Open a game on a server", "The link of the game: "]);
    assert_says(&out, &["cannot be reached: connection refused", "The address of the server: ", "is no address"]);
    // Only a program that can start a server offers it.
    assert!(!out.contains("Host a game"), "{out}");
    let host = PlayConfig {
        host: Some(|| Err(crate::faults::NOT_HOSTED.with("address", "here").with("reason", "no"))),
        ..named
    };
    let out = typed(&host, None, "2\n3\n");
    assert_says(&out, &["3. Host a game on this machine", "No server can be started on here: no"]);
}

#[test]
fn minimax_plays_at_a_chosen_depth_or_time() {
    for settings in ["depth=1", "movetime=20"] {
        let table = agon_games::open("quoridor:size=5,walls=2").expect("a table");
        let seats = ["human".to_owned(), format!("bot:minimax@{settings}")].map(|who| who.parse().expect("a player"));
        let session = GameSession::new(table, seats, Takebacks::Once, Some(1));
        let out = typed(&config(), Some(session), "c2\nquit\n");
        let seconds = out.split("Black plays ").nth(1).and_then(|rest| rest.split(['(', ' ']).nth(2));
        // Without its settings it thinks for seconds.
        let seconds: f64 = seconds.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{out}"));
        assert!(seconds < 1.5, "{settings}: {out}");
    }
}

#[test]
fn row_and_column_may_be_typed_on_two_lines() {
    let out = play("domineering", "4\nc\n4\nc\nhistory\nquit\n");
    assert_says(&out, &["Row 4, column: ", "c4 is already covered.", "1. c4"]);
    // A number alone means nothing in the other games.
    assert!(!play("quoridor", "4\nquit\n").contains("Row 4"));
}

#[test]
fn long_lists_are_written_page_by_page() {
    let config = config();
    let states = |rows, lines| paged(&config, Some(pair("domineering", &config)), rows, lines);
    let whole = states(None, "states\nquit\n");
    assert!(whole.contains("\n56. h7\n") && !whole.contains("More follows"), "{whole}");
    let out = states(Some(24), "states\n\nq\nquit\n");
    assert_eq!(out.matches("More follows").count(), 2, "{out}");
    assert!(out.contains("\n2. b1\n") && !out.contains("\n56. h7\n"), "{out}");
    let out = paged(&config, Some(pair("quoridor", &config)), Some(5), "moves\nq\nquit\n");
    assert!(out.contains("131 legal turns") && !out.contains("h8v"), "{out}");
}

#[test]
fn states_are_grouped_as_in_the_report_and_counted_before_every_turn() {
    let out = play("blockade:turn=swift,rows=4,cols=4,walls=1", "states\nquit\n");
    let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text}\n{out}"));
    assert!(at("\nPawn moves: ") < at("\nGreen walls: ") && at("\nGreen walls: ") < at("\nBlue walls: "));
    let config = PlayConfig { count_states: true, ..config() };
    let out = typed(&config, Some(pair("domineering:rows=2,cols=2", &config)), "a1\nquit\n");
    assert_says(&out, &["2 positions can be reached"]);
}

#[test]
fn every_pawns_way_to_every_start_square_is_listed_on_request_or_after_every_turn() {
    let paths = ["X1 to 4B: ", "X1 to 8B: ", "X2 to 4B: ", "X2 to 8B: ", "O1 to 44: ", "O1 to 84: ", "O2 to 84: "];
    assert_says(&play("blockade", "paths all\nquit\n"), &paths);
    let config = PlayConfig { paths: Paths::All, ..config() };
    let out = typed(&config, Some(pair("blockade", &config)), "X 1 6 4 Z 3 5\nquit\n");
    assert_says(&out, &paths);
    assert_eq!(out.matches("O2 to 44: ").count(), 2, "{out}");
}

#[test]
fn d_a_whole_game_with_mistakes_is_played_and_the_winner_named() {
    let out = play("domineering:rows=2,cols=2", "9 z\n1 a\nquit\n");
    assert_says(&out, &["9 z is not on the board.", "Vertical (X, human) to move:"]);
    assert_says(&out, &["Horizontal has no room for another domino.", "Vertical (human) wins", "1 turn in"]);
}

#[test]
fn the_result_names_its_reason() {
    let last = |spec: &str, position: &str, lines: &str| {
        let table = agon_games::open_at(spec, position).expect("a table");
        let session = GameSession::new(table, Default::default(), Takebacks::Once, Some(1));
        typed(&PlayConfig { instant: true, ..config() }, Some(session), lines)
    };
    let out = last("quoridor:size=3", "/ / b2 a2 / 0 0 / 1", "b3\n");
    assert_says(&out, &["White reached the other side.", "White (human) wins"]);
    let out = last("portes", "b15,22,w1 0/14 0/0 w 61", "1/off\n");
    assert_says(&out, &["White bore off all checkers before Black bore off any.", "White (human) wins 2 points"]);
    let serbian = PlayConfig { language: Language::Serbian, ..config() };
    let out = typed(&serbian, Some(pair("domineering:rows=2,cols=2", &serbian)), "a1\n");
    assert_says(&out, &["Vertikalni (X, čovek)"]);
}

#[test]
fn a_match_says_its_score_and_that_it_is_over() {
    let last = |score: &str| {
        let position = format!("{score} portes b15,22,w1 0/14 0/0 w 61");
        let table = agon_games::open_at("tavli:points=3", &position).expect("a table");
        let session = GameSession::new(table, Default::default(), Takebacks::Once, Some(1));
        typed(&PlayConfig { instant: true, ..config() }, Some(session), "1/off\nboard\nquit\n")
    };
    let out = last("0-1");
    assert_says(&out, &["Portes 0:1 / 3", "White wins this game: 2 points. The match: 2:1", "2:1 / 3"]);
    assert!(!out.contains("The match is over"), "{out}");
    let out = last("1-2");
    assert_says(&out, &["Portes 1:2 / 3", "White won the match.", "White (human) wins the match 3:2"]);
    assert_says(&out, &["The match is over, 3:2"]);
}

/// Every wrong input of the Blockade reports has its own message, in every language.
#[test]
fn b4_each_wrong_input_has_its_own_message_in_each_language() {
    let wrong = [
        "O 1 4 9",             // not your turn
        "X 3 4 6",             // no such piece
        "X 1 99 4",            // row out of range
        "X 1 4 99",            // column out of range
        "X 1 4 4 Z 3 5",       // already there
        "[X 1] [8 4] [Z 3 5]", // own piece there
        "X 1 9 9 Z 3 5",       // cannot move there
        "X 1 6 4",             // no wall given
        "X 1 6 4 Q 3 5",       // no such colour
        "X 1 6 4 Z 11 5",      // wall out of range
        "hello",               // no move at all
    ];
    for language in Language::ALL {
        let config = PlayConfig { language, ..config() };
        let mut messages = Vec::new();
        for line in wrong {
            let session = pair("blockade", &config);
            let fault = { session.table().check(line).expect_err(line) };
            let message = agon_i18n::Catalogue::of(language).fault_in("blockade", &fault);
            let out = typed(&config, Some(session), &format!("{line}\nX 1 6 4 Z 3 5\nquit\n"));
            assert!(out.contains(&message), "{line}\n{message}\n{out}");
            assert!(!message.contains('{'), "{message}");
            messages.push(fault.kind.code);
        }
        let count = messages.len();
        messages.sort_unstable();
        messages.dedup();
        assert_eq!(messages.len(), count, "{messages:?}");
    }
}

#[test]
fn undo_is_allowed_once_for_each_player() {
    let out = play("quoridor", "undo\ne2\nundo\ne2\nundo\nmoves\nquit\n");
    assert_says(&out, &["nothing to take back", "White took back a turn", "White has already taken back a turn"]);
    assert!(out.contains("131 legal turns") || out.contains("legal turns:"), "{out}");
}

#[test]
fn states_history_paths_rules_and_help_are_listed() {
    let out = play("domineering:rows=2,cols=3", "states\na1\nhistory\npaths\nrules\nhelp\nboard\nquit\n");
    assert!(out.contains("3 positions can be reached"), "{out}");
    assert!(out.contains("1. a1") && out.contains("3. c1"), "{out}");
    assert_says(&out, &["0. start", "no paths to show", "A player who cannot move loses"]);
    let out = play("quoridor", "d1\npaths\nquit\n");
    assert!(out.contains("White: 8 turns to go: d1 d2"), "{out}");
    // The paths stand on the board too: White's upwards, Black's downwards.
    let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("{text}\n{out}"));
    assert!(at("5 |             ^   v                 |") < at("White: 8 turns"), "{out}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.agon");
    let name = file.display();
    let lines = format!("e2\nsave\nsave {name}\ne8\nsave {name}\nn\nload {name}\nload nowhere\ne8\nquit\n");
    let out = play("quoridor", &lines);
    assert!(out.contains("exists already. Overwrite it? (yes or no)"), "{out}");
    assert_says(&out, &["Type the name of a file too", "nowhere cannot be read"]);
    assert_eq!(out.matches("Black (human) to move").count(), 5, "{out}");
    let text = std::fs::read_to_string(&file).expect("saved");
    assert!(text.contains("[Game \"quoridor\"]") && text.contains("\ne2\n"), "{text}");
}

#[test]
fn a_file_is_overwritten_by_yes_in_the_players_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.agon");
    for (language, prompt, answer, is_replaced) in [
        (Language::English, "(yes or no)", "yes", true),
        (Language::English, "(yes or no)", "Y", true),
        (Language::English, "(yes or no)", "", false),
        (Language::Serbian, "(da ili ne)", "da", true),
        (Language::Serbian, "(da ili ne)", "ne", false),
        (Language::SerbianCyrillic, "(да или не)", "Да", true),
        (Language::Greek, "(ναι ή όχι)", "ναι", true),
        (Language::Greek, "(ναι ή όχι)", "n", false),
        (Language::Hebrew, "(כן או לא)", "כן", true),
    ] {
        std::fs::write(&file, "old").expect("written");
        let config = PlayConfig { language, ..config() };
        let lines = format!("save {}\n{answer}\nquit\n", file.display());
        let out = typed(&config, Some(pair("quoridor", &config)), &lines);
        assert!(out.contains(prompt), "{out}");
        let text = std::fs::read_to_string(&file).expect("a file");
        assert_eq!(text != "old", is_replaced, "{language:?} {answer}");
    }
}

#[test]
fn a_letter_that_is_an_answer_elsewhere_is_a_column_here() {
    let serbian = PlayConfig { language: Language::Serbian, ..config() };
    let out = typed(&serbian, Some(pair("domineering", &serbian)), "4\nd\nhistory\nquit\n");
    assert_says(&out, &["1. d4"]);
}

#[test]
fn dice_are_rolled_by_the_program_the_same_for_the_same_seed() {
    let out = play("portes", "moves\nquit\n");
    assert!(out.contains("White rolls "), "{out}");
    assert_eq!(out, play("portes", "moves\nquit\n"));
}

#[test]
fn engines_answer_and_their_time_is_shown() {
    let config = PlayConfig { takebacks: Takebacks::Unlimited, ..config() };
    let table = agon_games::open("quoridor:size=9,walls=0").expect("a table");
    let seats = [PlayerSpec::default(), PlayerKind::Bot("passive".to_owned()).into()];
    let session = GameSession::new(table, seats, config.takebacks, config.seed);
    let out = typed(&config, Some(session), "e2\nundo\ne2\nresign\nagain\nquit\n");
    assert!(out.contains("Black plays") && out.contains(" s)"), "{out}");
    assert_says(&out, &["White took back a turn", "White resigned"]);
    assert!(out.contains("White plays"), "sides are changed: {out}");
}

#[test]
fn garbage_and_the_end_of_input_are_survived() {
    let mut out = Vec::new();
    let bytes = [b"\xff\xfe\x00[[[\n".as_slice(), &[b'9'; 5000], b"\n{}%\xf0\n,,,\n/\n"].concat();
    for spec in ["quoridor", "blockade", "domineering", "portes", "tavli"] {
        let game = (pair(spec, &config()), Opponents::default());
        run(&config(), Some(game), None, Cursor::new(bytes.clone()), &mut out).expect("no failure");
    }
    assert!(typed(&config(), None, "").contains("choose a game"));
}

#[test]
fn checkers_may_be_moved_one_at_a_time() {
    let config = config();
    let mut session = pair("fevga", &config);
    session.roll();
    let first = session.table().steps(&[]).expect("steps").next[0].notation.clone();
    let out = typed(&config, Some(session), &format!("{first}\nback\nback\nquit\n"));
    assert!(out.contains(&format!("after {first}")), "{out}");
    assert_says(&out, &["Dice: ", "nothing to take back"]);
}

#[test]
fn a_turn_of_checkers_ends_when_it_is_confirmed_and_can_be_taken_back_until_then() {
    let at = |config: &PlayConfig| {
        let start = "w2,4,b5,1,b3,3,w5,b5,3,w3,1,w5,4,b2 0/0 0/0 w 31";
        let table = agon_games::open_at("portes", start).expect("a table");
        GameSession::new(table, Default::default(), config.takebacks, config.seed)
    };
    let config = config();
    let out = typed(&config, Some(at(&config)), "24/21,21/20\nback\n21/18\n21/20\nhistory\n\nhistory\nquit\n");
    assert_eq!(out.matches("The turn is complete").count(), 2, "{out}");
    assert_says(&out, &["after 24/21,21/20:", "after 24/21:", "That does not fit the dice 31."]);
    // Both orders lead to the same position, which has one canonical turn.
    assert_eq!(out.matches("1. 24/23,23/20").count(), 1, "{out}");
    let instant = PlayConfig { instant: true, ..config };
    for lines in ["24/21,21/20\nhistory\n", "24/21\n21/20\nhistory\n"] {
        let out = typed(&instant, Some(at(&instant)), lines);
        assert!(out.contains("1. 24/23,23/20") && !out.contains("The turn is complete"), "{out}");
    }
}

#[test]
fn a_saved_game_that_cannot_be_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("broken.agon");
    std::fs::write(&file, "[Agon \"1\"]\n[Game \"quoridor\"]\n\ne2 e7\n").expect("written");
    let config = PlayConfig { language: Language::Serbian, ..config() };
    let session = pair("quoridor", &config);
    let out = typed(&config, Some(session), &format!("load {}\nquit\n", file.display()));
    assert!(out.contains("red 4, kolona 4: Pešak ne može tamo u jednom potezu. Može na f9, e8, d9."), "{out}");
}

#[test]
fn the_opening_roll_names_both_dice() {
    let out = play("backgammon", "quit\n");
    assert!(out.contains("Opening roll: White "), "{out}");
}
