use std::path::{Path, PathBuf};
use std::time::Duration;

use agon_core::Fault;
use serde::Deserialize;

use crate::{Match, MatchReport, Openings, PlayerLimits, PlayerSpec, Standings, faults};

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets every other.
    Gauntlet,
    /// Every player meets the next in the list.
    Ladder,
}

impl Pairing {
    /// The name in config and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Ladder => "ladder",
        }
    }

    /// The pairs among a number of players.
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

/// Several players, the matches between them, and the folder where they are stored.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// Which players meet.
    pub pairing: Pairing,
    /// The matches, with the indices of their players.
    pub matches: Vec<([usize; 2], Match)>,
    /// Where the games and the standings are stored.
    pub folder: PathBuf,
}

/// The configuration file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TournamentConfig {
    game: String,
    games: usize,
    #[serde(default)]
    pairing: Pairing,
    players: Vec<PlayerEntry>,
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

/// A player in the file: its specification, optionally with a name.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PlayerEntry {
    Text(String),
    Named { who: String, name: String },
}

impl PlayerEntry {
    fn spec(&self) -> Result<PlayerSpec, Fault> {
        match self {
            Self::Text(who) => who.parse(),
            Self::Named { who, name } => who.parse::<PlayerSpec>().map(|who| who.with_name(name)),
        }
    }
}

impl Tournament {
    /// Reads a configuration file. Paths in it are relative to its folder.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let wrong = |reason: String| faults::FILE.with("file", path.display()).with("reason", reason);
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let config: TournamentConfig = toml::from_str(&text).map_err(|error| wrong(reason_of(&error, &text)))?;
        Self::new(&config, path)
    }

    fn new(config: &TournamentConfig, path: &Path) -> Result<Self, Fault> {
        let beside = |file: &Path| path.parent().unwrap_or(Path::new("")).join(file);
        let players = config.players.iter().map(PlayerEntry::spec).collect::<Result<Vec<PlayerSpec>, Fault>>()?;
        if players.len() < 2 || config.games == 0 {
            return Err(faults::TOO_FEW.with("file", path.display()));
        }
        for (index, who) in players.iter().enumerate() {
            if players[..index].iter().any(|other| other.name() == who.name()) {
                return Err(faults::SAME_NAME.with("name", who.name()));
            }
        }
        let table = agon_games::open(&config.game)?;
        let openings = match (&config.openings, config.opening_turns) {
            (Some(file), _) => {
                let file = beside(file);
                let text = std::fs::read_to_string(&file)
                    .map_err(|error| faults::FILE.with("file", file.display()).with("reason", error))?;
                Openings::parse(&text, &*table)?
            }
            (None, Some(turns)) => Openings::Random(turns),
            (None, None) => Openings::Random(table.info().opening_turns),
        };
        let mut matches = Vec::new();
        for [a, b] in config.pairing.pairs(players.len()) {
            let mut matchup = Match::new(&config.game, [players[a].clone(), players[b].clone()])?;
            matchup.limits = PlayerLimits {
                movetime: config.movetime.map(Duration::from_millis),
                nodes: config.nodes,
                depth: config.depth,
                clock: config.tc.as_deref().map(str::parse).transpose()?,
            }
            .checked()?;
            matchup.games = config.games;
            // One missing program does not keep the others from playing.
            matchup.absent_loses = true;
            matchup.concurrency = config.concurrency.unwrap_or(1);
            matchup.seed = config.seed.unwrap_or(1);
            matchup.openings = openings.clone();
            matchup.max_turns = config.max_turns.unwrap_or(matchup.max_turns);
            matchup.margin = config.margin.map_or(matchup.margin, Duration::from_millis);
            matches.push(([a, b], matchup));
        }
        let folder = config.out.as_deref().map_or_else(|| path.with_extension(""), beside);
        // A file without an extension would otherwise be its own folder.
        let folder = if folder == path { path.with_extension("arena") } else { folder };
        Ok(Self { players, pairing: config.pairing, matches, folder })
    }

    /// Plays the games that have not been played yet. Passes interim standings to `progress` every few seconds.
    pub fn run(&self, progress: &mut (dyn FnMut(&Standings) + Send)) -> Result<Standings, Fault> {
        let mut reports: Vec<MatchReport> = Vec::new();
        for ([a, b], matchup) in &self.matches {
            let folder = self.folder.join(format!("{}-{}", a + 1, b + 1));
            let before = reports.clone();
            let report = matchup.play(Some(&folder), &mut |report| {
                let so_far = [&before[..], std::slice::from_ref(report)].concat();
                progress(&Standings::new(self, so_far));
            })?;
            reports.push(report);
            Standings::new(self, reports.clone()).write(&self.folder)?;
        }
        Ok(Standings::new(self, reports))
    }
}

/// A TOML error in one line; its own text draws the place over several lines.
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
    fn mistakes_of_a_file_are_reported_in_one_line_with_their_place() {
        for (text, place) in [
            ("game = 3\n", "line 1, column 8: invalid type: integer `3`, expected a string"),
            ("# č\ngame = \"quoridor\"\nč = \n", "line 3, column "),
            ("game = \"quoridor\"\nrounds = 3\n", "line 2, column 1: unknown field `rounds`"),
            ("game = \"quoridor\"\n", "missing field `games`"),
        ] {
            let error = toml::from_str::<TournamentConfig>(text).expect_err(text);
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
