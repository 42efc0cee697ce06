use std::io::Cursor;

use agon_arena::{PlayerKind, PlayerSpec};
use agon_i18n::Language;

use super::run;
use crate::{GameSession, PlayConfig, Takebacks};

fn config() -> PlayConfig {
    PlayConfig { ascii: true, seed: Some(5), plain: true, ..PlayConfig::default() }
}

/// What is written when these lines are typed.
fn typed(config: &PlayConfig, session: Option<GameSession>, lines: &str) -> String {
    let mut out = Vec::new();
    run(config, session, Cursor::new(lines.as_bytes()), &mut out).expect("no failure");
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
    let out = typed(&config(), None, "blockade\n7\n8\n3\n\nhuman\nlevel:99\nbot:nobody\n\n X 1 7 7\nquit\n");
    assert_says(&out, &["Rows, 3 to 22 [11]", "Columns, 3 to 28 [14]", "First player"]);
    assert_says(&out, &["no level 99", "no bot nobody", "X (human) to move"]);
}

#[test]
fn a_wrong_answer_is_asked_again() {
    let out = typed(&config(), None, "chess\nquoridor\n99\n5\n2\n\n\n\nc2\nquit\n");
    assert_says(&out, &["there is no game chess", "size=99 is not allowed", "Black (human) to move"]);
}

#[test]
fn d_a_whole_game_with_mistakes_is_played_and_the_winner_named() {
    let out = play("domineering:rows=2,cols=2", "9 z\n1 a\nquit\n");
    assert!(out.contains("is off the board") || out.contains("is not a move"), "{out}");
    assert_says(&out, &["Vertical (human) wins", "1 turn in"]);
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
            let message = agon_i18n::Catalogue::of(language).fault(&fault);
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
    assert_says(&out, &["nothing to take back", "White took back a turn", "the first player has done so"]);
    assert!(out.contains("131 legal turns") || out.contains("legal turns:"), "{out}");
}

#[test]
fn states_history_paths_rules_and_help_are_listed() {
    let out = play("domineering:rows=2,cols=3", "states\na1\nhistory\npaths\nrules\nhelp\nboard\nquit\n");
    assert!(out.contains("3 positions can be reached"), "{out}");
    assert!(out.contains("1. a1") && out.contains("3. c1"), "{out}");
    assert_says(&out, &["0. start", "no paths to show", "A player who cannot move loses"]);
    let out = play("quoridor", "paths\nquit\n");
    assert!(out.contains("White: 8 turns to go: e1 e2"), "{out}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.agon");
    let name = file.display();
    let out = play("quoridor", &format!("e2\nsave\nsave {name}\ne8\nload {name}\nload nowhere\ne8\nquit\n"));
    assert_says(&out, &["a file name is missing", "nowhere cannot be read"]);
    assert_eq!(out.matches("Black (human) to move").count(), 5, "{out}");
    let text = std::fs::read_to_string(&file).expect("saved");
    assert!(text.contains("[Game \"quoridor\"]") && text.contains("\ne2\n"), "{text}");
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
        run(&config(), Some(pair(spec, &config())), Cursor::new(bytes.clone()), &mut out).expect("no failure");
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
fn a_saved_game_that_cannot_be_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("broken.agon");
    std::fs::write(&file, "[Agon \"1\"]\n[Game \"quoridor\"]\n\ne2 e7\n").expect("written");
    let config = PlayConfig { language: Language::Serbian, ..config() };
    let session = pair("quoridor", &config);
    let out = typed(&config, Some(session), &format!("load {}\nquit\n", file.display()));
    assert!(out.contains("red 4, kolona 4: pešak sa e9 ne može na e7"), "{out}");
}

#[test]
fn the_opening_roll_names_both_dice() {
    let out = play("backgammon", "quit\n");
    assert!(out.contains("Opening roll: White "), "{out}");
}
