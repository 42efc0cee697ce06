use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// Lines that are kept, in a file or a log, come no closer than this.
const MIN_LINE_INTERVAL: Duration = Duration::from_secs(30);

/// How far a match has come, on standard error: one line that changes on a terminal, elsewhere a
/// plain line now and then.
pub(crate) struct MatchProgress {
    on_terminal: bool,
    total: usize,
    /// When the last plain line was written, and after how many games.
    last: (Instant, usize),
}

impl MatchProgress {
    /// The progress of a number of games.
    pub(crate) fn new(total: usize) -> Self {
        Self { on_terminal: stderr().is_terminal(), total, last: (Instant::now(), 0) }
    }

    /// Shows the state after a number of games.
    pub(crate) fn show(&mut self, games: usize, line: &str) {
        self.write(&mut stderr().lock(), games, line, Instant::now());
    }

    /// Takes the line away that a terminal shows.
    pub(crate) fn clear(&self) {
        if self.on_terminal {
            overwrite(&mut stderr().lock(), "");
        }
    }

    fn write(&mut self, out: &mut dyn Write, games: usize, line: &str, now: Instant) {
        if self.on_terminal {
            overwrite(out, line);
        } else if self.is_due(games, now) {
            self.last = (now, games);
            // The result is wanted even if standard error is closed.
            let _ = writeln!(out, "{line}");
        }
    }

    /// A tenth of the games and half a minute have to pass, so that neither quick games nor long
    /// matches fill a log.
    fn is_due(&self, games: usize, now: Instant) -> bool {
        let (then, before) = self.last;
        now.duration_since(then) >= MIN_LINE_INTERVAL && games.saturating_sub(before) * 10 >= self.total
    }
}

/// Writes over the line that stands there.
fn overwrite(out: &mut dyn Write, line: &str) {
    let _ = write!(out, "\r\x1b[K{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(on_terminal: bool, told: &[(u64, usize)]) -> String {
        let start = Instant::now();
        let mut progress = MatchProgress { on_terminal, total: 100, last: (start, 0) };
        let mut out = Vec::new();
        for (seconds, games) in told {
            let now = start + Duration::from_secs(*seconds);
            progress.write(&mut out, *games, &format!("{games}/100 games"), now);
        }
        String::from_utf8(out).expect("a text")
    }

    #[test]
    fn a_log_gets_a_plain_line_at_most_every_half_minute_and_tenth_of_the_games() {
        let quick: Vec<(u64, usize)> = (1..=50).map(|second| (second, second as usize * 2)).collect();
        assert_eq!(written(false, &quick), "60/100 games\n");
        let slow: Vec<(u64, usize)> = (1..=35).map(|game| (game * 60, game as usize)).collect();
        assert_eq!(written(false, &slow), "10/100 games\n20/100 games\n30/100 games\n");
        assert_eq!(written(false, &[(29, 100)]), "");
    }

    #[test]
    fn a_terminal_shows_every_one_in_the_same_line() {
        assert_eq!(written(true, &[(2, 1), (4, 2)]), "\r\x1b[K1/100 games\r\x1b[K2/100 games");
    }
}
