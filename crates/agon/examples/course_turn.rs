//! A game of each of the three tavli games, one checker by one die at a time:
//! `cargo run -p agon --example course_turn`.

use agon::{Fault, Outcome, Player, Rng, Turn};

/// The games of a match of tavli, in their order.
const GAMES: [&str; 3] = ["portes", "plakoto", "fevga"];

fn main() -> Result<(), Fault> {
    for name in GAMES {
        let mut dice = Rng::new(7);
        let mut turn = Turn::new(agon::open(name)?);
        let mut played = Played::default();
        while turn.game().outcome().is_none() {
            play(&mut turn, &mut dice, &mut played)?;
        }
        let winner = match turn.game().outcome() {
            Some(Outcome::Win { winner: Player::P1, points }) => format!("White wins {points}"),
            Some(Outcome::Win { winner: Player::P2, points }) => format!("Black wins {points}"),
            _ => "a draw".to_owned(),
        };
        let Played { turns, passes, taken_back } = played;
        println!(
            "{name}: {winner} after {turns} turns, {passes} of them passes; {taken_back} dead ends were left again"
        );
    }
    Ok(())
}

/// What happened in a game.
#[derive(Default)]
struct Played {
    turns: u32,
    passes: u32,
    taken_back: u32,
}

/// Plays a turn at random, as a hand does that looks at one checker after the other.
fn play(turn: &mut Turn, dice: &mut Rng, played: &mut Played) -> Result<(), Fault> {
    // An opening roll decides who starts, and another may follow.
    while turn.roll(dice).is_some() {}
    // Whole plays, for a program that wants to choose among them. A roll that cannot be played has one: the pass.
    let plays = turn.possible_plays();
    played.passes += u32::from(plays == ["pass"]);
    while !turn.can_end() {
        let moves = turn.possible_moves();
        let Some(&(from, die)) = dice.choose(&moves) else { break };
        turn.make_move(from, die)?;
        // More dice could be played otherwise: no legal play begins like this.
        if turn.is_dead_end() {
            turn.undo();
            played.taken_back += 1;
        }
    }
    // A clone is a table of its own: what the game would be after this turn.
    let mut after = turn.clone();
    let ended = after.end()?;
    assert!(turn.game().position() != after.game().position(), "only the clone has moved on by {ended}");
    turn.end()?;
    assert_eq!(turn.game().position(), after.game().position());
    played.turns += 1;
    Ok(())
}
