use std::path::Path;
use std::time::{Duration, SystemTime};

use agon_arena::PlayerSpec;
use agon_core::spec::split_spec;
use agon_core::{Actor, Fault, Outcome, Player, Record, RecordPly, date_text};
use agon_i18n::Catalogue;

use super::GameSession;
use super::local::{LocalGame, PlySource};
use crate::clock::Clock;
use crate::{Takebacks, faults};

impl LocalGame {
    /// The record of the game so far, with the steps of an unfinished turn.
    pub(super) fn record(&self, steps: &[String]) -> Record {
        let mut record = Record::new(&self.table.spec());
        for (tag, who) in ["P1", "P2"].into_iter().zip(&self.seats) {
            record.set(tag, who.to_string());
        }
        record.set("Date", date_text(SystemTime::now()));
        record.set("Result", self.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()));
        if self.table.is_from_position() {
            record.set("Position", self.table.position_at(0).unwrap_or_default());
        }
        if self.resigned.is_some() {
            record.set("Termination", "resignation");
        } else if self.table.is_repetition() {
            record.set("Termination", "repetition");
        }
        if !steps.is_empty() {
            record.set("Steps", steps.join(","));
        }
        if self.taken_back != [0; 2] {
            record.set("Takebacks", format!("{} {}", self.taken_back[0], self.taken_back[1]));
        }
        let used = Player::ALL.map(|player| self.time(player).as_secs_f64());
        record.set("TimeUsed", format!("{:.1} {:.1}", used[0], used[1]));
        record.plies = self.table.plies().iter().map(RecordPly::new).collect();
        record
    }
}

impl GameSession {
    /// Loads a saved game, the last one if the file has several.
    ///
    /// Players given here replace those of the record; unknown names in the record become people. Faults of moves are in
    /// the catalogue's language.
    pub fn load(
        path: &Path,
        seats: [Option<PlayerSpec>; 2],
        takebacks: Takebacks,
        seed: Option<u64>,
        catalogue: &Catalogue,
    ) -> Result<Self, Fault> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| faults::FILE_READ.with("file", path.display()).with("reason", error))?;
        let wrong = |reason: String| faults::FILE_RECORD.with("file", path.display()).with("reason", reason);
        let games = Record::parse_all(&text).map_err(|error| wrong(error.to_string()))?;
        let record = games.last().ok_or_else(|| wrong(String::new()))?;
        let (game, _) = split_spec(record.spec());
        Self::from_record(record, seats, takebacks, seed).map_err(|(line, column, fault)| match line {
            0 => wrong(catalogue.fault_in(&game, &fault)),
            _ => faults::FILE_WORD
                .with("file", path.display())
                .with("line", line)
                .with("column", column)
                .with("reason", catalogue.fault_in(&game, &fault)),
        })
    }

    fn from_record(
        record: &Record,
        seats: [Option<PlayerSpec>; 2],
        takebacks: Takebacks,
        seed: Option<u64>,
    ) -> Result<Self, (usize, usize, Fault)> {
        let whole = |fault: Fault| (0, 0, fault);
        let mut table = agon_games::open(record.spec()).map_err(whole)?;
        if let Some(position) = record.tag("Position") {
            table.set_position(position).map_err(whole)?;
        }
        let [p1, p2] = seats;
        let seat = |given: Option<PlayerSpec>, tag: &str| {
            given.or_else(|| record.tag(tag).and_then(|who| who.parse().ok())).unwrap_or_default()
        };
        let seats = [seat(p1, "P1"), seat(p2, "P2")];
        let mut sources = Vec::with_capacity(record.plies.len());
        for ply in &record.plies {
            sources.push(match table.actor() {
                Actor::Player(player) if table.steps(&[]).is_ok_and(|steps| steps.next.is_empty()) => {
                    PlySource::Forced(player)
                }
                Actor::Player(player) => PlySource::Player(player),
                Actor::Chance | Actor::Nobody => PlySource::Chance,
            });
            table.play(&ply.text).map_err(|fault| (ply.line, ply.column, fault))?;
        }
        let mut game = LocalGame::new(table, seats, takebacks, seed);
        game.sources = sources;
        game.restore_tags(record);
        game.pass_if_forced();
        let mut session = Self::keep(game);
        session.restore_steps(record);
        Ok(session)
    }

    /// Restores an unfinished turn, up to its first wrong step.
    fn restore_steps(&mut self, record: &Record) {
        for step in record.tag("Steps").unwrap_or_default().split(',').filter(|step| !step.is_empty()) {
            if self.step(step).is_err() {
                break;
            }
        }
    }
}

impl LocalGame {
    /// Restores tags that only this program writes. Invalid ones are ignored: the game itself has been checked.
    fn restore_tags(&mut self, record: &Record) {
        let pair = |tag: &str| -> Option<[f64; 2]> {
            let (first, second) = record.tag(tag)?.split_once(' ')?;
            let number = |text: &str| text.parse().ok().filter(|n: &f64| (0.0..1e9).contains(n));
            Some([number(first)?, number(second)?])
        };
        if let Some(counts) = pair("Takebacks") {
            self.taken_back = counts.map(|count| count as u32);
        }
        if let Some(used) = pair("TimeUsed") {
            self.clock = Clock::with_used(used.map(Duration::from_secs_f64));
        }
        if self.table.outcome().is_none() && record.tag("Termination") == Some("resignation") {
            let result = record.tag("Result").and_then(Outcome::parse);
            self.resigned = result.and_then(Outcome::winner).map(Player::opponent);
        }
        self.clock.run(self.outcome().is_none());
    }
}
