//! `.mat` match files, as GNU Backgammon and others write them.
//!
//! ```text
//!  3 point match
//!
//!  Game 1
//!  Ada : 0                        Ben : 0
//!   1) 31: 8/5 6/5                 62: 24/18 13/11
//! ```
//!
//! Both players count from their own side. The games have no doubling cube: cube actions are kept as comments. A game
//! that ends without bearing off keeps the result of the file.

use std::fmt::Write as _;

use agon_core::{
    Actor, AnyTable, Fault, Game, Options, Outcome, Player, Position as _, Record, RecordError, RecordFormat,
    RecordPly, Table, spec::split_spec,
};

use crate::board::setup;
use crate::formats::gnubg::GnubgGame;
use crate::{GNUBG_GAMES, Place, Position, Tavli, Turn, Variant};

/// The column where the right player's cells begin.
const RIGHT_COLUMN: usize = 33;
/// Cells that begin at or before this column belong to the left player.
const LAST_LEFT_COLUMN: usize = 14;
/// The tag with the length of the match.
const LENGTH_TAG: &str = "MatchLength";

/// The format; its name may say which game the files hold: `mat:portes`.
pub(crate) const FORMAT: RecordFormat = RecordFormat {
    name: "mat",
    recognises,
    takes_game: true,
    read: |text, spec| read(text, spec.unwrap_or(GNUBG_GAMES[0].name)),
    write,
};

/// Match files have a line such as `7 point match` or `Game 1`.
fn recognises(text: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    !text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
        && text.lines().any(|line| {
            let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
            match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                [length, "point", "match"] => is_number(length),
                ["game", number] => is_number(number),
                _ => false,
            }
        })
}

/// Parses all games of a file as records of `spec`.
pub fn read(text: &str, spec: &str) -> Result<Vec<Record>, RecordError> {
    let (name, options) = split_spec(spec);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match GnubgGame::named(&name) {
        Some(game) => (game.read)(text, options),
        None => Err(refuse(format!("{name} has no .mat files; {} have", GnubgGame::names()))),
    }
}

fn refuse(message: String) -> RecordError {
    RecordError { line: 1, column: 1, message }
}

/// Parses all games of a file as records of one variant.
pub(crate) fn read_games<V: Variant>(text: &str, options: &str) -> Result<Vec<Record>, RecordError> {
    let options = Options::parse(V::INFO, options).map_err(|fault| refuse(fault.to_string()))?;
    let mut reader =
        Reader::<V> { game: Tavli::new(options), tags: Vec::new(), names: None, current: None, games: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line.trim_end())?;
    }
    reader.end_game();
    if reader.games.is_empty() {
        return Err(refuse("there is no game in the file; a game begins with a line such as Game 1".to_owned()));
    }
    Ok(reader.games)
}

/// One player's part of a line, and the column it begins at, from 1.
struct MatCell<'a> {
    player: Player,
    column: usize,
    text: &'a str,
}

struct OpenGame<V: Variant> {
    /// Set up at the first roll, which decides who begins.
    table: Option<Table<Tavli<V>>>,
    record: Record,
    result: Option<Outcome>,
}

struct Reader<V: Variant> {
    game: Tavli<V>,
    /// Tags of the whole match.
    tags: Vec<(&'static str, String)>,
    names: Option<(String, String)>,
    current: Option<OpenGame<V>>,
    games: Vec<Record>,
}

impl<V: Variant> Reader<V> {
    fn line(&mut self, number: usize, line: &str) -> Result<(), RecordError> {
        let trimmed = line.trim();
        let lower = trimmed.to_ascii_lowercase();
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(comment) = trimmed.strip_prefix(';') {
            self.header(comment);
            return Ok(());
        }
        if let Some(length) = lower.strip_suffix("point match").and_then(|length| length.trim().parse::<u32>().ok()) {
            self.set_tag(LENGTH_TAG, length.to_string());
            return Ok(());
        }
        if lower.strip_prefix("game").is_some_and(|rest| rest.trim().parse::<u32>().is_ok()) {
            self.end_game();
            let record = Record::new(&self.game.spec());
            self.current = Some(OpenGame { table: None, record, result: None });
            self.names = None;
            return Ok(());
        }
        if self.current.is_some() && self.names.is_none() && !starts_row(trimmed) {
            self.names = Some(read_names(trimmed).ok_or_else(|| RecordError {
                line: number,
                column: 1,
                message: format!("{trimmed:?} does not name the players; it looks like Ada : 0   Ben : 0"),
            })?);
            return Ok(());
        }
        // Text before the first game is commentary.
        if self.current.is_some() {
            for cell in cells(line) {
                self.cell(number, &cell)?;
            }
        }
        Ok(())
    }

    /// `[EventDate "2026.01.31"]` and its like.
    fn header(&mut self, comment: &str) {
        let Some(tag) = comment.trim().strip_prefix('[').and_then(|tag| tag.strip_suffix(']')) else {
            return;
        };
        let Some((name, value)) = tag.split_once('"') else { return };
        if name.trim() == "EventDate" {
            self.set_tag("Date", value.trim_end_matches('"').to_owned());
        }
    }

    fn set_tag(&mut self, name: &'static str, value: String) {
        self.tags.retain(|(other, _)| *other != name);
        self.tags.push((name, value));
    }

    fn end_game(&mut self) {
        let Some(open) = self.current.take() else { return };
        let mut record = open.record;
        if let Some((left, right)) = &self.names {
            record.set("P1", left);
            record.set("P2", right);
        }
        for (name, value) in &self.tags {
            record.set(name, value);
        }
        let on_board = open.table.as_ref().and_then(Table::outcome);
        let result = on_board.or(open.result).map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
        record.set("Result", result);
        if on_board.is_none() && open.result.is_some() {
            record.set("Termination", "resignation");
        }
        self.games.push(record);
    }

    fn cell(&mut self, line: usize, cell: &MatCell<'_>) -> Result<(), RecordError> {
        let error = |message: String| RecordError { line, column: cell.column, message };
        let game = &self.game;
        let Some(open) = &mut self.current else { return Ok(()) };
        if let Some((dice, play)) = cell.text.split_once(':').filter(|(dice, _)| crate::Dice::parse(dice).is_some()) {
            return open.turn(game, cell.player, dice, play).map_err(|fault| error(fault.to_string()));
        }
        let lower = cell.text.to_ascii_lowercase();
        if let Some(wins) = lower.strip_prefix("wins") {
            let points = wins.split_whitespace().next().and_then(|points| points.parse().ok());
            let points = points.ok_or_else(|| error(format!("{:?} does not say how many points", cell.text)))?;
            open.result = Some(Outcome::Win { winner: cell.player, points });
            return Ok(());
        }
        let known = ["doubles", "takes", "drops", "resigns", "beavers", "rejects", "accepts", "redoubles"];
        if known.iter().any(|word| lower.starts_with(word)) {
            open.note(cell);
            return Ok(());
        }
        Err(error(format!("{:?} is neither a roll with its moves, such as 31: 8/5 6/5, nor a cube action", cell.text)))
    }
}

impl<V: Variant> OpenGame<V> {
    /// Plays a roll and the turn after it.
    fn turn(&mut self, game: &Tavli<V>, player: Player, dice: &str, play: &str) -> Result<(), Fault> {
        if self.table.is_none() {
            self.begin(game, player, dice)?;
        }
        let Some(table) = &mut self.table else { return Ok(()) };
        if table.actor() == Actor::Chance {
            let ply = table.play(&format!("{dice}:"))?;
            self.record.plies.push(RecordPly::new(ply));
        }
        let mover = table.position().mover();
        if mover != player {
            return Err(crate::faults::MAT_ORDER.with("player", mover).with("other", player));
        }
        let play = play.trim();
        let passes = play.is_empty() || play.to_ascii_lowercase().starts_with("can");
        let ply = table.play(if passes { agon_core::record::PASS } else { play })?;
        self.record.plies.push(RecordPly::new(ply));
        Ok(())
    }

    /// Sets up the table for the player of the first roll: by an opening roll if the rules have one that is played,
    /// from a position otherwise.
    fn begin(&mut self, game: &Tavli<V>, player: Player, dice: &str) -> Result<(), Fault> {
        let ordered = |white: char, black: char| match player {
            Player::P1 => format!("o{}{}:", white.max(black), white.min(black)),
            Player::P2 => format!("o{}{}:", white.min(black), white.max(black)),
        };
        let mut faces = dice.chars();
        let (one, two) = (faces.next().unwrap_or('1'), faces.next().unwrap_or('1'));
        let mut table = Table::new(game.clone());
        let plays = table.pending_openings().iter().any(|opening| opening.position.dice().is_some());
        if plays && one != two {
            let ply = table.play(&ordered(one, two))?;
            self.record.plies.push(RecordPly::new(ply));
        } else {
            let start = Position::start(*game.rules(), player);
            table = Table::from_position(game.clone(), start);
            // Without opening roll White begins, and no position is needed.
            if player == Player::P2 || !game.openings().is_empty() {
                self.record.set("Position", setup::text(&start));
            }
        }
        self.table = Some(table);
        Ok(())
    }

    /// Keeps a cube action as a comment.
    fn note(&mut self, cell: &MatCell<'_>) {
        let text = format!("{}: {}", cell.player, cell.text);
        let slot = match self.record.plies.last_mut() {
            Some(ply) => &mut ply.comment,
            None => &mut self.record.comment,
        };
        match slot {
            Some(comment) => *comment = format!("{comment} {text}"),
            None => *slot = Some(text),
        }
    }
}

/// `Ada : 0     Ben : 0`
fn read_names(line: &str) -> Option<(String, String)> {
    let (left, rest) = line.split_once(" : ")?;
    let (score, right) = rest.trim_start().split_once(char::is_whitespace)?;
    let (right, other_score) = right.rsplit_once(':')?;
    score.trim().parse::<u32>().ok()?;
    other_score.trim().parse::<u32>().ok()?;
    Some((left.trim().to_owned(), right.trim().to_owned()))
}

/// Whether a line is a row, with its number or without.
fn starts_row(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    (digits.len() < line.len() && digits.starts_with(')')) || line.to_ascii_lowercase().starts_with("wins")
}

/// Splits a row into cells: they begin after its number and where a roll or a cube action follows a gap.
fn cells(line: &str) -> Vec<MatCell<'_>> {
    let after_number =
        line.find(')').filter(|at| line[..*at].trim().bytes().all(|byte| byte.is_ascii_digit())).map_or(0, |at| at + 1);
    let mut cells: Vec<MatCell<'_>> = Vec::new();
    let mut rest = after_number;
    while let Some(offset) = line[rest..].find(|c: char| !c.is_whitespace()) {
        let start = rest + offset;
        let end = cell_end(line, start);
        let column = line[..start].chars().count() + 1;
        let player = if cells.is_empty() && column <= LAST_LEFT_COLUMN { Player::P1 } else { Player::P2 };
        cells.push(MatCell { player, column, text: line[start..end].trim_end() });
        rest = end;
    }
    cells
}

/// A cell ends where, after a blank, the next roll or a cube action begins.
fn cell_end(line: &str, start: usize) -> usize {
    let mut previous = ' ';
    for (offset, c) in line[start..].char_indices().skip(1) {
        let at = start + offset;
        if previous.is_whitespace() && !c.is_whitespace() {
            let word = line[at..].split_whitespace().next().unwrap_or_default();
            let roll = word.split_once(':').is_some_and(|(dice, _)| crate::Dice::parse(dice).is_some());
            let after_gap = line[..at].ends_with("  ") && c.is_ascii_alphabetic();
            let bar_or_off = ["bar", "off", "can"].iter().any(|known| word.to_ascii_lowercase().starts_with(known));
            if roll || (after_gap && !bar_or_off) {
                return at;
            }
        }
        previous = c;
    }
    line.len()
}

/// Writes records as one match.
pub fn write(records: &[Record]) -> Result<String, RecordError> {
    let length = records.first().and_then(|record| record.tag(LENGTH_TAG)).unwrap_or("0");
    let mut out = String::new();
    if let Some(date) = records.first().and_then(|record| record.tag("Date")) {
        let _ = writeln!(out, "; [EventDate \"{date}\"]\n");
    }
    let _ = writeln!(out, " {length} point match");
    let mut score = [0u32; 2];
    for (index, record) in records.iter().enumerate() {
        let name = |tag, other: &str| {
            record.tag(tag).map(plain_name).filter(|name| !name.is_empty()).unwrap_or_else(|| other.to_owned())
        };
        let left = format!(" {} : {}", name("P1", "White"), score[0]);
        let _ = writeln!(
            out,
            "\n Game {}\n{left:<width$} {} : {}",
            index + 1,
            name("P2", "Black"),
            score[1],
            // A blank stands before the right name, however long the left one is.
            width = RIGHT_COLUMN - 2
        );
        let (turns, outcome) = replay(record)?;
        write_rows(&mut out, &turns);
        if let Some(Outcome::Win { winner, points }) = outcome {
            score[winner.index()] += u32::from(points);
            let indent = if winner == Player::P1 { 6 } else { RIGHT_COLUMN + 1 };
            let plural = if points == 1 { "" } else { "s" };
            let whole = length.parse().is_ok_and(|length: u32| length > 0 && score[winner.index()] >= length);
            let last = if whole { " and the match" } else { "" };
            let _ = writeln!(out, "{:indent$}Wins {points} point{plural}{last}", "");
        }
    }
    Ok(out)
}

/// A name as a line with two names and scores can hold it: no line ends, no colon by itself.
fn plain_name(name: &str) -> String {
    name.split_whitespace().filter(|word| *word != ":").collect::<Vec<_>>().join(" ")
}

fn write_rows(out: &mut String, turns: &[(Player, String)]) {
    let mut row = 0;
    let mut left_open = false;
    for (player, text) in turns {
        match player {
            Player::P1 => {
                row += 1;
                let lead = if left_open { "\n" } else { "" };
                let _ = write!(out, "{lead}{row:>3}) {text}");
                left_open = true;
            }
            Player::P2 => {
                if !left_open {
                    row += 1;
                    let _ = write!(out, "{row:>3})");
                }
                let line_start = out.rfind('\n').map_or(0, |at| at + 1);
                let used = out[line_start..].chars().count();
                // A long cell still ends with two blanks.
                let _ = writeln!(out, "{:gap$}{text}", "", gap = RIGHT_COLUMN.saturating_sub(used).max(2));
                left_open = false;
            }
        }
    }
    if left_open {
        out.push('\n');
    }
}

/// The turns of a game with their players, and its outcome.
pub(crate) type Turns = (Vec<(Player, String)>, Option<Outcome>);

fn replay(record: &Record) -> Result<Turns, RecordError> {
    let (name, options) = split_spec(record.spec());
    let Some(game) = GnubgGame::named(&name) else {
        let reason = format!("{name} cannot be written as .mat; {} can", GnubgGame::names());
        return Err(record.wrong_tag("Game", reason));
    };
    (game.replay)(record, options)
}

/// Replays a record of one variant.
pub(crate) fn replay_game<V: Variant>(record: &Record, options: &str) -> Result<Turns, RecordError> {
    let wrong = |tag: &'static str| move |fault: Fault| record.wrong_tag(tag, fault);
    let mut table = Table::new(Tavli::<V>::from_text(options).map_err(wrong("Game"))?);
    if let Some(position) = record.tag("Position") {
        AnyTable::set_position(&mut table, position).map_err(wrong("Position"))?;
    }
    let mut turns = Vec::new();
    for ply in &record.plies {
        let before = *table.position();
        let at_ply = |fault: Fault| RecordError { line: ply.line, column: ply.column, message: fault.to_string() };
        let canonical = table.play(&ply.text).map_err(at_ply)?;
        if let (Some(dice), false) = (before.dice(), canonical.ends_with(':')) {
            let turn = before.parse_move(&canonical).map_err(at_ply)?;
            turns.push((before.mover(), format!("{dice}: {}", turn_text(&before, turn))));
        }
    }
    let written = record.tag("Result").and_then(Outcome::parse);
    Ok((turns, table.outcome().or(written)))
}

/// A turn with hit marks, the bar as 25 and off as 0.
fn turn_text<V: Variant>(position: &Position<V>, turn: Turn) -> String {
    if turn.is_pass() {
        return "Cannot Move".to_owned();
    }
    let mut enemies = *position.other();
    let mut parts = Vec::new();
    for step in turn.steps() {
        let facing = Place::new(V::MOVEMENT.opponent_point(step.to.number().clamp(1, 24)));
        let hits = step.to != Place::OFF && enemies.count(facing) == 1;
        if hits {
            enemies.take(facing);
        }
        parts.push(format!("{}/{}{}", step.from.pips(), step.to.pips(), if hits { "*" } else { "" }));
    }
    parts.join(" ")
}
