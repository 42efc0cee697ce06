use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_core::Fault;
use serde::Deserialize;

use crate::{Book, Contest, Pace, Report, Standings, Who, faults};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Everybody meets the next in the list.
    Ladder,
}

impl Pairing {
    /// The name in settings and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Ladder => "ladder",
        }
    }

    /// The pairs among so many players.
    fn pairs(self, players: usize) -> Vec<[usize; 2]> {
        let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        all.filter(|[a, b]| match self {
            Self::RoundRobin => true,
            Self::Gauntlet => *a == 0,
            Self::Ladder => a + 1 == *b,
        })
        .collect()
    }
}

/// Several players, the matches between them, and the folder that keeps them.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players.
    pub players: Vec<Who>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// The matches, with the numbers of their players.
    pub contests: Vec<([usize; 2], Contest)>,
    /// Where everything is kept.
    pub folder: PathBuf,
}

/// The file of settings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    game: String,
    games: usize,
    #[serde(default)]
    pairing: Pairing,
    players: Vec<Entry>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    tc: Option<String>,
    seed: Option<u64>,
    concurrency: Option<usize>,
    openings: Option<PathBuf>,
    opening_turns: Option<usize>,
    max_turns: Option<usize>,
    margin: Option<u64>,
    out: Option<PathBuf>,
}

/// A player in the file: its text alone, or with a name.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Entry {
    Text(String),
    Named { who: String, name: String },
}

impl Entry {
    fn who(&self) -> Result<Who, Fault> {
        match self {
            Self::Text(who) => who.parse(),
            Self::Named { who, name } => who.parse::<Who>().map(|who| who.called(name)),
        }
    }
}

impl Tournament {
    /// Reads a file of settings. Paths in it count from the file's own folder.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let wrong = |reason: String| faults::FILE.with("file", path.display()).with("reason", reason);
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let settings: Settings = toml::from_str(&text).map_err(|error| wrong(reason_of(&error, &text)))?;
        Self::new(&settings, path)
    }

    fn new(settings: &Settings, path: &Path) -> Result<Self, Fault> {
        let beside = |file: &Path| path.parent().unwrap_or(Path::new("")).join(file);
        let players = settings.players.iter().map(Entry::who).collect::<Result<Vec<Who>, Fault>>()?;
        if players.len() < 2 || settings.games == 0 {
            return Err(faults::TOO_FEW.with("file", path.display()));
        }
        for (index, who) in players.iter().enumerate() {
            if players[..index].iter().any(|other| other.title() == who.title()) {
                return Err(faults::SAME_NAME.with("name", who.title()));
            }
        }
        let table = agon_games::open(&settings.game)?;
        let book = match (&settings.openings, settings.opening_turns) {
            (Some(file), _) => {
                let file = beside(file);
                let text = std::fs::read_to_string(&file)
                    .map_err(|error| faults::FILE.with("file", file.display()).with("reason", error))?;
                Book::parse(&text, &*table)?
            }
            (None, Some(turns)) => Book::Random(turns),
            (None, None) => Book::customary(&*table),
        };
        let mut contests = Vec::new();
        for [a, b] in settings.pairing.pairs(players.len()) {
            let mut contest = Contest::new(&settings.game, [players[a].clone(), players[b].clone()])?;
            contest.pace = Pace {
                movetime: settings.movetime.map(Duration::from_millis),
                nodes: settings.nodes,
                depth: settings.depth,
                clock: settings.tc.as_deref().map(str::parse).transpose()?,
            }
            .checked()?;
            contest.games = settings.games;
            contest.concurrency = settings.concurrency.unwrap_or(1);
            contest.seed = settings.seed.unwrap_or(1);
            contest.book = book.clone();
            contest.turns = settings.max_turns.unwrap_or(contest.turns);
            contest.margin = settings.margin.map_or(contest.margin, Duration::from_millis);
            contests.push(([a, b], contest));
        }
        let folder = settings.out.as_deref().map_or_else(|| path.with_extension(""), beside);
        // A file without an extension must not be taken for its own folder.
        let folder = if folder == path { path.with_extension("arena") } else { folder };
        Ok(Self { players, pairing: settings.pairing, contests, folder })
    }

    /// Plays what has not been played yet. `progress` is told the standings now and then.
    pub fn run(&self, progress: &mut (dyn FnMut(&Standings) + Send)) -> Result<Standings, Fault> {
        let mut reports: Vec<Report> = Vec::new();
        for ([a, b], contest) in &self.contests {
            let folder = self.folder.join(format!("{}-{}", a + 1, b + 1));
            let before = reports.clone();
            let report = contest.play(Some(&folder), &mut |report| {
                let so_far = [&before[..], std::slice::from_ref(report)].concat();
                progress(&Standings::new(self, so_far));
            })?;
            reports.push(report);
            Standings::new(self, reports.clone()).write(&self.folder)?;
        }
        Ok(Standings::new(self, reports))
    }
}

/// What is wrong with a TOML text, in one line: its own message draws the place over several.
fn reason_of(error: &toml::de::Error, text: &str) -> String {
    let message = error.message().lines().collect::<Vec<_>>().join("; ");
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else { return message };
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let (line, column) = (before.matches('\n').count() + 1, before[start..].chars().count() + 1);
    format!("line {line}, column {column}: {message}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_of_a_file_are_told_in_one_line_with_their_place() {
        for (text, place) in [
            ("game = 3\n", "line 1, column 8: invalid type: integer `3`, expected a string"),
            ("# č\ngame = \"quoridor\"\nč = \n", "line 3, column "),
            ("game = \"quoridor\"\nrounds = 3\n", "line 2, column 1: unknown field `rounds`"),
            ("game = \"quoridor\"\n", "missing field `games`"),
        ] {
            let error = toml::from_str::<Settings>(text).expect_err(text);
            let reason = reason_of(&error, text);
            assert!(reason.contains(place) && !reason.contains('\n'), "{text:?}: {reason}");
        }
    }

    #[test]
    fn pairings() {
        assert_eq!(Pairing::RoundRobin.pairs(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Pairing::Gauntlet.pairs(3), [[0, 1], [0, 2]]);
        assert_eq!(Pairing::Ladder.pairs(3), [[0, 1], [1, 2]]);
    }
}
