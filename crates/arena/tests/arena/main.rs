//! Whole matches, with players of ours and with external programs.

mod matches;
mod programs;

use agon_arena::{GameLog, Match};

/// A match of this number of games.
fn matchup(spec: &str, a: &str, b: &str, games: usize) -> Match {
    let players = [a, b].map(|who| who.parse().expect(who));
    let mut matchup = Match::new(spec, players).expect(spec);
    matchup.games = games;
    matchup
}

/// Plays a match and sorts its games.
fn play(matchup: &Match) -> Vec<GameLog> {
    let mut games = matchup.run(Vec::new(), &mut |_| Ok(())).expect("a match");
    games.sort_by_key(|log| log.game);
    games
}
