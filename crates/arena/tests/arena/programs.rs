//! External programs: correct ones of every protocol, and ones that fail.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_arena::{MatchReport, PlayerLimits, Termination, Tournament};

use crate::{matchup, play};

/// A folder with small programs in it.
struct Programs(tempfile::TempDir);

impl Programs {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// The command line of a Python program.
    fn python(&self, name: &str, text: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::write(&path, text).expect("a file");
        format!("python3 '{}'", Path::display(&path))
    }
}

/// Answers the introduction and does this when asked for a turn.
fn universal(go: &str) -> String {
    format!(
        "import os, sys, time
print('id name stub')
for line in sys.stdin:
    words = line.split()
    if words[0] in ('ugi', 'uci'):
        print(words[0] + 'ok', flush=True)
    elif words[0] == 'isready':
        print('readyok', flush=True)
    elif words[0] == 'go':
        {go}
"
    )
}

#[test]
fn programs_that_crash_hang_or_cheat_lose_and_are_counted() {
    let programs = Programs::new();
    let crash = programs.python("crash.py", &universal("os._exit(3)"));
    let hang = programs.python("hang.py", &universal("time.sleep(3600)"));
    let cheat = programs.python("cheat.py", &universal("print('bestmove z99', flush=True)"));
    let late = programs.python("late.py", &universal("print('error out of ideas', flush=True)"));
    for (command, end, failures) in [
        (crash, Termination::Crash, [2, 0, 0]),
        (hang, Termination::TimeOut, [0, 2, 0]),
        (cheat, Termination::Illegal, [0, 0, 2]),
        (late, Termination::Crash, [2, 0, 0]),
    ] {
        let mut matchup = matchup("domineering:rows=4,cols=4", "bot:greedy", &format!("cmd:{command}"), 2);
        matchup.limits = PlayerLimits { movetime: Some(Duration::from_millis(1)), ..PlayerLimits::default() };
        matchup.margin = Duration::from_millis(300);
        let games = play(&matchup);
        for log in &games {
            assert_eq!(log.termination, end, "{log:?}");
            assert_eq!(log.points(), 1, "the program lost");
            assert!(log.note.is_some());
            let record = log.record(&matchup.spec, ["a", "b"]);
            agon_games::replay(&record).expect("a record that verifies");
        }
        let result = matchup.result(&games);
        assert_eq!((result.failures, result.notes.len()), ([[0; 3], failures], 2));
    }
}

#[test]
fn a_program_that_never_starts_is_a_mistake() {
    for (who, code) in [
        ("cmd:no-such-program-anywhere", "engine-start"),
        ("cmd:'open quote", "engine-command"),
        ("uci:true", "engine-exited"),
        ("qtp:true", "engine-exited"),
        ("ubgi:true", "engine-exited"),
        ("gnubg:0@program=true", "engine-exited"),
    ] {
        let matchup = matchup("domineering:rows=4,cols=4", who, "level:1", 2);
        let fault = matchup.run(Vec::new(), &mut |_| Ok(())).expect_err(who);
        assert_eq!(fault.kind.code, code, "{who}: {fault}");
    }
}

/// A program that writes many lines to standard error and crashes when it is asked for a turn.
fn noisy() -> String {
    universal(
        "for number in range(1000): print('line', number, file=sys.stderr)
        print('ValueError: out of ideas', file=sys.stderr, flush=True)
        os._exit(3)",
    )
}

#[test]
fn a_crash_is_reported_with_name_exit_code_last_lines_and_a_command_that_repeats_it() {
    let programs = Programs::new();
    let command = programs.python("crash.py", &noisy());
    let game = "domineering:rows=4,cols=4";
    let mut matchup = matchup(game, &format!("cmd:{command}@Seed=7,name=wobbly"), "bot:greedy", 2);
    matchup.limits = PlayerLimits { depth: Some(2), ..PlayerLimits::default() };
    matchup.openings = agon_arena::Openings::Random(0);
    let games = play(&matchup);
    let note = "p1: wobbly has ended with exit code 3; it wrote last: ValueError: out of ideas";
    assert_eq!(games[0].note.as_deref(), Some(note));
    let stderr = &games[0].stderr;
    assert_eq!((stderr.len(), stderr[0].as_str(), stderr[19].as_str()), (20, "line 981", "ValueError: out of ideas"));
    let repeat = games[0].repeat.as_deref().expect("a command");
    for part in ["printf", &format!("UGI_Variant value {game}"), "Seed value 7", "'position startpos'", "'go depth 2'"]
    {
        assert!(repeat.contains(part), "{part}: {repeat}");
    }
    let output = std::process::Command::new("sh").args(["-c", repeat]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(3), "{repeat}");
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("ValueError: out of ideas\n"));

    let report = MatchReport::new(&matchup, matchup.result(&games));
    let text = report.to_string();
    assert_eq!(text.matches(note).count(), 1, "{text}");
    assert!(text.contains("\n  | line 981\n") && text.contains(repeat), "{text}");
    assert_eq!(text.matches("  | ValueError").count(), 1, "once for each side: {text}");
    let noted = &report.json()["notes"][0];
    assert_eq!((&noted["stderr"][19], &noted["repeat"]), (&"ValueError: out of ideas".into(), &repeat.into()));
}

#[test]
fn a_position_in_the_middle_of_a_game_is_repeated_too() {
    let programs = Programs::new();
    let crash = programs.python("qtp.py", &QTP_WALKER.replace("row == rows[other]", "rows['nobody']"));
    let mut matchup = matchup("quoridor:size=5,walls=0", &format!("qtp:{crash}"), "baseline:greedy", 2);
    matchup.openings = agon_arena::Openings::Random(0);
    let games = play(&matchup);
    let log = &games[1];
    assert_eq!(log.note.as_deref().map(|note| note.ends_with("KeyError: 'nobody'")), Some(true), "{log:?}");
    let repeat = log.repeat.as_deref().expect("a command");
    assert!(repeat.contains("'playmove black ") && repeat.contains("'genmove white'"), "{repeat}");
}

#[test]
fn a_program_that_is_killed_or_closes_its_output_is_named_so() {
    let programs = Programs::new();
    for (name, go, said) in [
        ("killed.py", "os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("closed.py", "os.close(1); time.sleep(3600)", "has closed its input or output"),
    ] {
        let command = programs.python(name, &universal(go));
        let games = play(&matchup("domineering:rows=4,cols=4", "bot:greedy", &format!("cmd:{command}"), 2));
        let note = games[0].note.as_deref().unwrap_or_default();
        assert!(note.contains(said) && note.contains(name), "{note}");
        assert_eq!(games[0].termination, Termination::Crash);
    }
}

#[test]
fn a_tournament_goes_on_without_the_programs_that_fail_and_names_them() {
    let programs = Programs::new();
    let crash = programs.python("crash.py", &noisy());
    let config = programs.0.path().join("cup.toml");
    let text = format!(
        "game = \"domineering:rows=4,cols=4\"\ngames = 4\nmovetime = 1\nmargin = 300\nplayers = [\"bot:greedy\", \
         {{ who = \"cmd:no-such-program-anywhere\", name = \"missing\" }}, \
         {{ who = \"cmd:{crash}\", name = \"wobbly\" }}]\n"
    );
    std::fs::write(&config, text).expect("a file");
    let standings = Tournament::read(&config).expect("a tournament").run(&mut |_| {}).expect("standings");
    assert!(standings.is_finished());
    assert_eq!(standings.ranking()[0].0, "bot:greedy");
    let json = standings.json();
    let failures = |name: &str| {
        let rows = json["standings"].as_array().expect("rows").iter();
        rows.filter(|row| row["name"] == name).filter_map(|row| row["failures"].as_u64()).sum::<u64>()
    };
    assert_eq!((failures("bot:greedy"), failures("missing") + failures("wobbly")), (0, 12));
    for file in ["cup/arena.txt", "cup/1-3/games.jsonl", "cup/1-3/report.txt"] {
        let text = std::fs::read_to_string(programs.0.path().join(file)).expect(file);
        assert!(text.contains("wobbly has ended with exit code 3"), "{file}: {text}");
        assert!(text.contains("line 981") && text.contains("printf '%s"), "{file}: {text}");
    }
    let text = standings.to_string();
    assert!(text.contains("missing lost ") && text.contains("missing cannot be started"), "{text}");
}

/// A program that takes its time to fail does not cost that time in every game.
#[test]
fn a_program_that_does_not_start_twice_is_not_tried_again() {
    let programs = Programs::new();
    let count = programs.0.path().join("starts");
    let program = format!("import sys\nopen({:?}, 'a').write('x')\nsys.exit(1)\n", count.display());
    let command = programs.python("absent.py", &program);
    let mut matchup = matchup("domineering:rows=4,cols=4", "bot:greedy", &format!("cmd:{command}"), 6);
    matchup.absent_loses = true;
    assert_eq!(matchup.result(&play(&matchup)).failures, [[0; 3], [6, 0, 0]]);
    assert_eq!(std::fs::read_to_string(&count).expect("starts"), "xx");
}

/// Walks straight ahead on a Quoridor board without walls and jumps over the opponent.
const UCI_WALKER: &str = "
import sys
size = int(sys.argv[1])
moves = []
for line in sys.stdin:
    words = line.split()
    if words[0] == 'uci':
        print('id name walker')
        print('uciok', flush=True)
    elif words[0] == 'isready':
        print('readyok', flush=True)
    elif words[0] == 'position':
        moves = words[3:]
    elif words[0] == 'go':
        column = 'abcdefghi'[size // 2]
        rows = [1, size]
        for ply, move in enumerate(moves):
            rows[ply % 2] = int(move[1:])
        mover = len(moves) % 2
        step = 1 - 2 * mover
        row = rows[mover] + step
        if row == rows[1 - mover]:
            row += step
        print('info depth 1 score cp 0 nodes 7 pv ' + column + str(row))
        print('bestmove ' + column + str(row), flush=True)
";

const QTP_WALKER: &str = "
import sys
size = 9
rows = {}
for line in sys.stdin:
    words = line.split()
    answer = ''
    if words[0] == 'name':
        answer = 'walker'
    elif words[0] == 'list_commands':
        answer = '\\nname\\nlist_commands\\nplaymove\\ngenmove'
    elif words[0] == 'boardsize':
        size = int(words[1])
    elif words[0] == 'clear_board':
        rows = {'black': size, 'white': 1}
    elif words[0] == 'playmove':
        rows[words[1]] = int(words[2][1:])
    elif words[0] == 'genmove':
        other = 'white' if words[1] == 'black' else 'black'
        step = -1 if words[1] == 'black' else 1
        row = rows[words[1]] + step
        if row == rows[other]:
            row += step
        rows[words[1]] = row
        answer = 'abcdefghi'[size // 2].upper() + str(row)
    elif words[0] not in ('walls', 'quit'):
        print('? unknown command\\n', flush=True)
        continue
    print('= ' + answer + '\\n', flush=True)
";

#[test]
fn programs_of_other_dialects_play_whole_games() {
    let programs = Programs::new();
    let uci = programs.python("uci.py", UCI_WALKER);
    let qtp = programs.python("qtp.py", QTP_WALKER);
    let mut matchup = matchup("quoridor:size=5,walls=0", &format!("uci:{uci} 5"), &format!("qtp:{qtp}"), 4);
    matchup.openings = agon_arena::Openings::Random(0);
    let games = play(&matchup);
    for log in &games {
        assert_eq!(log.termination, Termination::Board, "{log:?}");
        // c2 c4, c3 jumped over by c2, and so on: the second player is faster by the jump.
        assert_eq!(log.plies.join(" "), "c2 c4 c3 c2 c4 c1");
    }
    let result = matchup.result(&games);
    assert_eq!((result.games, result.wins, result.losses), (4, 2, 2));
    assert_eq!(result.sides[0].nodes, 7 * result.sides[0].turns, "what the program said of its nodes");
}

const UBGI_FIRST: &str = "
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'ubgi':
        print('id name script')
        print('ubgiok', flush=True)
    elif words[0] == 'isready':
        print('readyok', flush=True)
    elif words[0] == 'position':
        identity = words[2]
    elif words[0] == 'dice':
        dice = words[1:]
    elif words[0] == 'go' and identity == '4HPwATDgc/ABMA':
        print('info pwin 0.5')
        print('bestmove 13/%d 13/%d' % (13 - int(dice[0]), 13 - int(dice[1])), flush=True)
    elif words[0] == 'go':
        print('error missing_context opening_only', flush=True)
";

#[test]
fn a_backgammon_program_is_given_position_and_dice() {
    let programs = Programs::new();
    let program = programs.python("ubgi.py", UBGI_FIRST);
    let table = agon_games::open("portes").expect("portes");
    let mut matchup = matchup("portes", &format!("ubgi:{program}"), "baseline:greedy", 2);
    matchup.openings = agon_arena::Openings::parse("42:", &*table).expect("a roll");
    let games = play(&matchup);
    assert_eq!(games[0].plies[..2], ["42:", "13/11,13/9"], "the program's turn from the start");
    assert_eq!(games[0].termination, Termination::Crash);
    assert!(games[0].note.as_ref().is_some_and(|note| note.contains("opening_only")), "{games:?}");
}

#[test]
fn the_baseline_beats_chance_at_every_game() {
    for spec in [
        "quoridor:size=5,walls=3",
        "blockade:rows=5,cols=6,walls=2",
        "domineering:rows=6,cols=6",
        "portes",
        "plakoto",
        "fevga",
    ] {
        let matchup = matchup(spec, "baseline:greedy", "bot:uniform", 8);
        let result = matchup.result(&play(&matchup));
        assert!(result.wins >= 6, "{spec}: {result:?}");
        assert!(result.failures == [[0; 3]; 2], "{spec}");
    }
}

/// Runs only where GNU Backgammon is installed.
#[test]
#[ignore = "needs GNU Backgammon"]
fn gnu_backgammon_plays_portes() {
    let matchup = matchup("portes", "gnubg:0", "baseline:greedy", 20);
    let games = play(&matchup);
    let result = matchup.result(&games);
    assert_eq!(result.failures, [[0; 3]; 2], "{:?}", result.notes);
    assert!(result.wins >= 14, "{result:?}");
    assert!(result.sides[0].cpu_ms.is_some());
}

/// Our nets without search against GNU Backgammon at 0-ply. About -0.1 points a game are measured over
/// thousands of games (`docs/training.md`); 200 games tell a broken evaluation from a sound one.
#[test]
#[ignore = "needs GNU Backgammon"]
fn our_nets_hold_their_own_against_gnu_backgammon() {
    let mut matchup = matchup("portes", "bot:expectimax@depth=1", "gnubg:0", 200);
    matchup.concurrency = 8;
    let result = matchup.result(&play(&matchup));
    assert_eq!(result.failures, [[0; 3]; 2], "{:?}", result.notes);
    let [ours, theirs] = result.points.map(|points| points as f64);
    println!("{:+.3} points a game", (ours - theirs) / 200.0);
    // Four standard errors below what is measured.
    assert!((ours - theirs) / 200.0 > -0.5, "{result:?}");
}
