use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::position::ErasedPosition;
use crate::{
    Actor, AnyPosition, BoardView, Division, Fault, Game, GameInfo, MovegenTimes, Outcome, PathView, PerftPlan,
    PlayoutSum, Playouts, Position, Rng, StepPlaces, Steps, Table, TurnState, faults, movegen, perft,
};

/// A table of any game, for code that works with every game: server, terminal, protocol.
///
/// Every [`Table`] implements it.
pub trait AnyTable: Send + Sync {
    /// Name and options of the rule set.
    fn info(&self) -> &'static GameInfo;
    /// The canonical spec string.
    fn spec(&self) -> String;
    /// Who decides what happens next.
    fn actor(&self) -> Actor;
    /// Whether the roll that is due is the opening roll, which decides who begins.
    fn is_opening_due(&self) -> bool;
    /// The result, on the board or by repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// Why the game is over on the board, as a code of the game: `mana_pinned`.
    fn ending(&self) -> Option<&'static str>;
    /// Why the player could only pass after the first `ply` plies, as a code of the game: `no_step`.
    fn pass_reason(&self, ply: usize) -> Option<&'static str>;
    /// Whether the game ended by the third occurrence of a position.
    fn is_repetition(&self) -> bool;
    /// The canonical string of the present position.
    fn position(&self) -> String;
    /// The canonical string of the position after the first `ply` plies.
    fn position_at(&self, ply: usize) -> Option<String>;
    /// Whether the game began from a given position instead of the start.
    fn is_from_position(&self) -> bool;
    /// Turns and rolls so far.
    fn plies(&self) -> &[String];
    /// The legal turns, or the rolls if a roll is due, in canonical form.
    fn legal(&self) -> Vec<String>;
    /// Every turn or roll with the position it leads to, each position once.
    fn successors(&self) -> Vec<Successor>;
    /// Returns the canonical notation of a turn or roll that can be played now, or why it cannot.
    fn check(&self, notation: &str) -> Result<String, Fault>;
    /// Plays a turn or a roll and returns its canonical form.
    fn play(&mut self, notation: &str) -> Result<String, Fault>;
    /// Rolls the dice if a roll is due and returns the notation of the roll.
    fn roll(&mut self, rng: &mut Rng) -> Option<String>;
    /// Takes back the last ply.
    fn undo(&mut self) -> Option<String>;
    /// Returns to the start of the game.
    fn restart(&mut self);
    /// Starts a new game from a position.
    fn set_position(&mut self, text: &str) -> Result<(), Fault>;
    /// The steps that may follow these steps of a turn.
    fn steps(&self, prefix: &[String]) -> Result<StepsView, Fault>;
    /// The first steps of a turn as written in any accepted notation, in canonical form.
    fn read_steps(&self, prefix: &[String]) -> Result<Vec<String>, Fault>;
    /// The steps of a turn played from the position after the first `ply` plies, up to the first illegal one.
    fn turn_steps(&self, ply: usize, notation: &str) -> Vec<StepView>;
    /// The board after these steps of a turn.
    fn view(&self, prefix: &[String]) -> Result<BoardView, Fault>;
    /// The board after the first `ply` plies.
    fn view_at(&self, ply: usize) -> Option<BoardView>;
    /// Shortest paths to the goals, for games that have some.
    fn paths(&self) -> Vec<PathView>;
    /// Shortest paths of every pawn to every goal.
    fn all_paths(&self) -> Vec<PathView>;
    /// A move as an example in prompts.
    fn example_move(&self) -> String;
    /// Counts turn sequences below every turn of the present position.
    fn divide(&self, plan: PerftPlan) -> Vec<Division> {
        self.divide_until(plan, &AtomicBool::new(false)).unwrap_or_default()
    }
    /// The same; `None` if `stop` is set before the count is complete.
    fn divide_until(&self, plan: PerftPlan, stop: &AtomicBool) -> Option<Vec<Division>>;
    /// Plays uniform random games from the start.
    fn playouts(&self, time: Duration, seed: u64) -> PlayoutSum;
    /// Times move generation and move counting in positions two random turns from the present one.
    fn time_movegen(&self, samples: usize, seed: u64, time: Duration) -> MovegenTimes;
    /// The positions that [`AnyTable::time_movegen`] measures, as position strings.
    fn sample_positions(&self, samples: usize, seed: u64) -> Vec<String>;
    /// A copy.
    fn clone_box(&self) -> Box<dyn AnyTable>;
    /// The present position, for searches that do not know the game.
    fn search_position(&self) -> Box<dyn AnyPosition>;
    /// The typed table, for engines.
    fn as_any(&self) -> &dyn Any;
}

/// A turn or roll and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The turn or roll.
    pub notation: String,
    /// The canonical string of the position after it.
    pub position: String,
    /// The weight of a roll.
    pub weight: Option<u32>,
    /// The group of a turn, a catalogue key such as `pawn`; empty for rolls and in games without groups.
    pub group: &'static str,
}

/// A step of a turn, as a screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepView {
    /// The step's notation.
    #[cfg_attr(feature = "serde", serde(rename = "word"))]
    pub notation: String,
    /// Where it is on the board.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub places: StepPlaces,
}

/// An unfinished turn and how it can continue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepsView {
    /// The steps that may follow.
    pub next: Vec<StepView>,
    /// The whole turn in canonical form, if it may end here.
    pub turn: Option<String>,
    /// Whether the turn is complete.
    pub state: TurnState,
}

impl Clone for Box<dyn AnyTable> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

type StepOf<G> = <<G as Game>::Position as Steps>::Step;

/// Parses the steps of a prefix; fails at the first that cannot be played.
fn read_steps<G: Game>(table: &Table<G>, prefix: &[String]) -> Result<Vec<StepOf<G>>, Fault> {
    let position = table.position();
    if !prefix.is_empty() && table.actor().player().is_none() {
        return Err(faults::NO_SUCH_STEP.with("word", &prefix[0]));
    }
    let mut steps = Vec::with_capacity(prefix.len());
    let mut next = Vec::new();
    for notation in prefix {
        next.clear();
        position.next_steps(&steps, &mut next);
        let step = next.iter().find(|step| position.is_step_text(**step, notation));
        steps.push(*step.ok_or_else(|| faults::NO_SUCH_STEP.with("word", notation))?);
    }
    Ok(steps)
}

impl<G: Game> AnyTable for Table<G> {
    fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    fn spec(&self) -> String {
        self.game().spec()
    }

    fn actor(&self) -> Actor {
        Table::actor(self)
    }

    fn is_opening_due(&self) -> bool {
        !self.pending_openings().is_empty()
    }

    fn outcome(&self) -> Option<Outcome> {
        Table::outcome(self)
    }

    fn ending(&self) -> Option<&'static str> {
        self.game().ending(Table::position(self))
    }

    fn pass_reason(&self, ply: usize) -> Option<&'static str> {
        self.game().pass_reason(self.positions().get(ply)?)
    }

    fn is_repetition(&self) -> bool {
        Table::position(self).outcome().is_none() && Table::outcome(self).is_some()
    }

    fn position(&self) -> String {
        self.game().position_text(Table::position(self))
    }

    fn position_at(&self, ply: usize) -> Option<String> {
        self.positions().get(ply).map(|position| self.game().position_text(position))
    }

    fn is_from_position(&self) -> bool {
        Table::is_from_position(self)
    }

    fn plies(&self) -> &[String] {
        Table::plies(self)
    }

    fn legal(&self) -> Vec<String> {
        let position = Table::position(self);
        match Table::actor(self) {
            Actor::Nobody => Vec::new(),
            Actor::Chance if self.is_opening_due() => {
                self.pending_openings().iter().map(|opening| opening.notation.clone()).collect()
            }
            Actor::Chance => position.chances().iter().map(|(c, _)| position.chance_text(*c)).collect(),
            Actor::Player(_) => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves.into_iter().map(|m| position.move_text(m)).collect()
            }
        }
    }

    fn successors(&self) -> Vec<Successor> {
        let position = Table::position(self);
        let game = self.game();
        match Table::actor(self) {
            Actor::Nobody => Vec::new(),
            Actor::Chance if self.is_opening_due() => self
                .pending_openings()
                .iter()
                .map(|opening| Successor {
                    notation: opening.notation.clone(),
                    position: game.position_text(&opening.position),
                    weight: Some(1),
                    group: "",
                })
                .collect(),
            Actor::Chance => position
                .chances()
                .iter()
                .map(|&(chance, weight)| {
                    let mut next = *position;
                    next.resolve_unchecked(chance);
                    Successor {
                        notation: position.chance_text(chance),
                        position: game.position_text(&next),
                        weight: Some(weight),
                        group: "",
                    }
                })
                .collect(),
            Actor::Player(_) => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves
                    .into_iter()
                    .map(|m| {
                        let mut next = *position;
                        next.play_unchecked(m);
                        Successor {
                            notation: position.move_text(m),
                            position: game.position_text(&next),
                            weight: None,
                            group: game.group(m),
                        }
                    })
                    .collect()
            }
        }
    }

    fn check(&self, notation: &str) -> Result<String, Fault> {
        self.read(notation).map(|(canonical, _)| canonical)
    }

    fn play(&mut self, notation: &str) -> Result<String, Fault> {
        Table::play(self, notation)
    }

    fn roll(&mut self, rng: &mut Rng) -> Option<String> {
        Table::roll(self, rng).map(str::to_owned)
    }

    fn undo(&mut self) -> Option<String> {
        Table::undo(self)
    }

    fn restart(&mut self) {
        *self = Table::new(self.game().clone());
    }

    fn set_position(&mut self, text: &str) -> Result<(), Fault> {
        let position = self.game().parse_position(text)?;
        *self = Table::from_position(self.game().clone(), position);
        Ok(())
    }

    fn steps(&self, prefix: &[String]) -> Result<StepsView, Fault> {
        let steps = read_steps(self, prefix)?;
        let position = Table::position(self);
        if Table::actor(self).player().is_none() {
            return Ok(StepsView { next: Vec::new(), turn: None, state: TurnState::Open });
        }
        let mut next = Vec::new();
        position.next_steps(&steps, &mut next);
        let next = next
            .into_iter()
            .map(|step| StepView { notation: position.step_text(step), places: position.step_places(step) })
            .collect();
        let turn = position.finish(&steps).map(|m| position.move_text(m));
        Ok(StepsView { next, turn, state: position.turn_state(&steps) })
    }

    fn read_steps(&self, prefix: &[String]) -> Result<Vec<String>, Fault> {
        let steps = read_steps(self, prefix)?;
        Ok(steps.into_iter().map(|step| Table::position(self).step_text(step)).collect())
    }

    fn turn_steps(&self, ply: usize, notation: &str) -> Vec<StepView> {
        let Some(position) = self.positions().get(ply) else { return Vec::new() };
        if position.actor().player().is_none() {
            return Vec::new();
        }
        let (mut steps, mut next, mut views) = (Vec::new(), Vec::new(), Vec::new());
        for part in notation.split(',') {
            next.clear();
            position.next_steps(&steps, &mut next);
            let mut texts = next.iter().map(|step| (*step, position.step_text(*step)));
            let Some((step, notation)) = texts.find(|(_, text)| text == part) else { break };
            steps.push(step);
            views.push(StepView { notation, places: position.step_places(step) });
        }
        views
    }

    fn view(&self, prefix: &[String]) -> Result<BoardView, Fault> {
        let steps = read_steps(self, prefix)?;
        Ok(self.game().view(Table::position(self), &steps))
    }

    fn view_at(&self, ply: usize) -> Option<BoardView> {
        self.positions().get(ply).map(|position| self.game().view(position, &[]))
    }

    fn paths(&self) -> Vec<PathView> {
        self.game().paths(Table::position(self))
    }

    fn all_paths(&self) -> Vec<PathView> {
        self.game().all_paths(Table::position(self))
    }

    fn example_move(&self) -> String {
        self.game().example_move()
    }

    fn divide_until(&self, plan: PerftPlan, stop: &AtomicBool) -> Option<Vec<Division>> {
        if Table::outcome(self).is_some() {
            return Some(Vec::new());
        }
        perft::divide_until(Table::position(self), plan, stop)
    }

    fn playouts(&self, time: Duration, seed: u64) -> PlayoutSum {
        Playouts::new(self.game(), seed).run_for(time)
    }

    fn time_movegen(&self, samples: usize, seed: u64, time: Duration) -> MovegenTimes {
        movegen::time_movegen(&movegen::sample_positions(Table::position(self), 2, samples, seed), time)
    }

    fn sample_positions(&self, samples: usize, seed: u64) -> Vec<String> {
        let found = movegen::sample_positions(Table::position(self), 2, samples, seed);
        found.iter().map(|position| self.game().position_text(position)).collect()
    }

    fn clone_box(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }

    fn search_position(&self) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition(*Table::position(self)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
