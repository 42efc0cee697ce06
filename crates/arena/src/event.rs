use std::path::Path;
use std::time::{Duration, Instant};

use agon_core::Fault;

use crate::{Contest, GameLog, Report, Store};

/// How often reports are brought up to date while games are played: judging all games after each
/// would take longer than quick games do.
const REFRESH: Duration = Duration::from_secs(2);

impl Contest {
    /// Plays the match, keeps its games in a folder if there is one, and goes on where it stopped.
    /// `progress` is told the result so far now and then.
    pub fn play(
        &self,
        folder: Option<&Path>,
        progress: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Report, Fault> {
        let (mut store, done) = match folder {
            Some(folder) => {
                let (store, done) = Store::open(folder, self)?;
                (Some(store), done)
            }
            None => (None, Vec::new()),
        };
        let mut games = done.clone();
        let mut refreshed = Instant::now();
        let mut finished = |game: &GameLog| {
            if let Some(store) = &mut store {
                store.add(game)?;
            }
            games.push(game.clone());
            if refreshed.elapsed() >= REFRESH {
                let report = Report::new(self, self.tally(&games));
                if let Some(store) = &store {
                    store.report(&report)?;
                }
                progress(&report);
                refreshed = Instant::now();
            }
            Ok(())
        };
        let games = self.run(done, &mut finished)?;
        let report = Report::new(self, self.tally(&games));
        if let Some(store) = &store {
            store.report(&report)?;
        }
        Ok(report)
    }
}
