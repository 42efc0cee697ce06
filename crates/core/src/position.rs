use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::{Actor, Fault, Outcome, Rng, StepPlaces, faults};

/// The chance type of a game without dice; it has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoChance {}

/// The state of a game at one moment, without history, clock or random source.
///
/// A move is one whole turn. Searches copy positions instead of undoing moves: copying is cheaper than an undo
/// record.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// One whole turn.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What the dice can show, or [`NoChance`].
    type Chance: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Who decides what happens next. `Nobody` if and only if there is an outcome.
    fn actor(&self) -> Actor;

    /// The result if the game is over on the board; [`Table`](crate::Table) handles repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal turn of the player to move, each resulting position once.
    ///
    /// A forced pass is a move. Appends nothing if a roll is due or the game is over. Callers may use the buffer as a
    /// stack: its contents are left alone.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move that is known to be legal.
    ///
    /// An illegal move gives an unspecified position, but never undefined behaviour.
    fn play_unchecked(&mut self, m: Self::Move);

    /// What the dice can show now, with weights; empty unless the actor is `Chance`.
    fn chances(&self) -> &'static [(Self::Chance, u32)] {
        &[]
    }

    /// Applies a roll; call it only when a roll is due, which is never without dice.
    fn resolve_unchecked(&mut self, chance: Self::Chance) {
        let _ = chance;
    }

    /// A hash of the whole position; equal positions have equal keys.
    fn key(&self) -> u64;

    /// Writes a legal move in its canonical form.
    fn fmt_move(&self, m: Self::Move, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Parses a move in any accepted notation; the result is a legal move, or the reason why it is not.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Fault>;

    /// Writes a roll with its colon: `31:`.
    fn fmt_chance(&self, chance: Self::Chance, out: &mut dyn fmt::Write) -> fmt::Result {
        let _ = (chance, out);
        Ok(())
    }

    /// Parses a roll, which ends in a colon.
    fn parse_chance(&self, text: &str) -> Result<Self::Chance, Fault> {
        Err(faults::NO_ROLL_DUE.with("word", text).with("actor", self.actor()))
    }

    /// Counts the legal moves. Games override it where counting is cheaper than listing.
    ///
    /// The buffer is scratch space used as a stack.
    fn count_moves(&self, scratch: &mut Vec<Self::Move>) -> u64 {
        let base = scratch.len();
        self.legal_moves(scratch);
        let count = scratch.len() - base;
        scratch.truncate(base);
        count as u64
    }

    /// Chooses a legal move with equal probability. Games override it where that is possible without a list.
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        let base = scratch.len();
        self.legal_moves(scratch);
        let chosen = rng.choose(&scratch[base..]).copied();
        scratch.truncate(base);
        chosen
    }

    /// Whether no earlier position can occur again after this move.
    ///
    /// `false` is always correct; `true` lets repetition checks forget the earlier positions.
    fn is_irreversible(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Whether a move is legal. Games may override it with something faster than a list.
    fn is_legal(&self, m: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    /// Plays a move after checking it. /* FINAL */
    fn play(&mut self, m: Self::Move) -> Result<(), Fault> {
        if self.outcome().is_some() {
            return Err(faults::GAME_OVER.fault());
        }
        if !self.is_legal(m) {
            return Err(faults::ILLEGAL.with("word", self.move_text(m)));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// The canonical text of a move. /* FINAL */
    fn move_text(&self, m: Self::Move) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.fmt_move(m, &mut text);
        text
    }

    /// The canonical text of a roll. /* FINAL */
    fn chance_text(&self, chance: Self::Chance) -> String {
        let mut text = String::new();
        let _ = self.fmt_chance(chance, &mut text);
        text
    }
}

/// Whether an unfinished turn is complete or can be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TurnState {
    /// More steps are needed.
    Open,
    /// The turn may end here. Further steps may still be possible (a wall that is optional).
    Complete,
    /// No legal turn begins with these steps.
    DeadEnd,
}

/// Turns entered step by step, as people make them on a board.
///
/// Taking back a step means dropping the last one of the prefix; nothing is stored. The notations of the steps,
/// joined by commas, are a move that `parse_move` accepts.
pub trait Steps: Position {
    /// One step: a pawn move, a wall, one checker moved by one die.
    type Step: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Appends every step that is legal after these, whether or not the turn can then be completed.
    fn next_steps(&self, prefix: &[Self::Step], out: &mut Vec<Self::Step>);

    /// The turn made of these steps, if it is a complete and legal one.
    fn finish(&self, prefix: &[Self::Step]) -> Option<Self::Move>;

    /// Whether these steps complete a turn or can still do so.
    fn turn_state(&self, prefix: &[Self::Step]) -> TurnState;

    /// Writes a step without blanks and commas.
    fn fmt_step(&self, step: Self::Step, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Where the step is on the board.
    fn step_places(&self, step: Self::Step) -> StepPlaces;

    /// Whether a text names this step. Games that accept several notations override it.
    fn is_step_text(&self, step: Self::Step, text: &str) -> bool {
        self.step_text(step).eq_ignore_ascii_case(text.trim())
    }

    /// The notation of a step. /* FINAL */
    fn step_text(&self, step: Self::Step) -> String {
        let mut text = String::new();
        let _ = self.fmt_step(step, &mut text);
        text
    }
}

/// A game whose every turn is a single step, which gives it [`Steps`].
pub trait SingleStep: Position {
    /// Where a move is on the board.
    fn move_places(&self, m: Self::Move) -> StepPlaces;
}

impl<P: SingleStep> Steps for P {
    type Step = P::Move;

    fn next_steps(&self, prefix: &[P::Move], out: &mut Vec<P::Move>) {
        if prefix.is_empty() {
            self.legal_moves(out);
        }
    }

    fn finish(&self, prefix: &[P::Move]) -> Option<P::Move> {
        match prefix {
            [m] if self.is_legal(*m) => Some(*m),
            _ => None,
        }
    }

    fn turn_state(&self, prefix: &[P::Move]) -> TurnState {
        match prefix {
            [] => TurnState::Open,
            _ if self.finish(prefix).is_some() => TurnState::Complete,
            _ => TurnState::DeadEnd,
        }
    }

    fn fmt_step(&self, step: P::Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.fmt_move(step, out)
    }

    fn step_places(&self, step: P::Move) -> StepPlaces {
        self.move_places(step)
    }
}
