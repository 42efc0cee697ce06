use std::collections::HashSet;
use std::fmt;

use agon_core::{PlaceView, Player, Position as _, StepPlaces, Steps, TurnState};

use super::movegen::{PartialTurn, TurnGenerator};
use super::notation;
use crate::{Place, Position, Side, Step, Turn, Variant, places};

/// A turn being made step by step.
pub(crate) struct TurnBuilder<'a, V: Variant> {
    pub(crate) generator: TurnGenerator<'a, V>,
    pub(crate) partial: PartialTurn,
    /// The dice left.
    pub(crate) left: Vec<u8>,
}

impl<'a, V: Variant> TurnBuilder<'a, V> {
    /// The turn before its first step; `None` if no dice are on the board.
    pub(crate) fn new(position: &'a Position<V>) -> Option<Self> {
        let dice = position.dice()?;
        let generator = TurnGenerator::new(position, dice);
        Some(Self { generator, partial: generator.start(), left: dice.numbers() })
    }

    /// The turn after some steps; `None` if one of them is illegal.
    pub(crate) fn after(position: &'a Position<V>, prefix: &[Step]) -> Option<Self> {
        let mut builder = Self::new(position)?;
        for step in prefix {
            builder = builder.next(*step)?;
        }
        Some(builder)
    }

    /// The index of the die for a step: the exact one, or the lowest that bears off.
    pub(crate) fn die_for(&self, step: Step) -> Option<usize> {
        let fits = |die: u8| {
            Step::by(step.from, die) == step
                && self.generator.starts(&self.partial, die) & (1 << step.from.number()) != 0
        };
        (0..self.left.len()).filter(|index| fits(self.left[*index])).min_by_key(|index| self.left[*index])
    }

    /// Every legal step.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut last = 0;
        // The dice are sorted, so equal ones are adjacent.
        for &die in &self.left {
            if die != last {
                steps.extend(places(self.generator.starts(&self.partial, die)).map(|from| Step::by(from, die)));
            }
            last = die;
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// The turn after one more step; `None` if it is illegal.
    pub(crate) fn next(&self, step: Step) -> Option<Self> {
        let mut left = self.left.clone();
        left.remove(self.die_for(step)?);
        Some(Self { generator: self.generator, partial: self.generator.play(self.partial, step), left })
    }
}

/// The legal turns of a position and the keys of the positions after them.
pub(crate) struct LegalTurns {
    pub(crate) turns: Vec<Turn>,
    keys: Vec<u128>,
}

impl LegalTurns {
    pub(crate) fn of<V: Variant>(generator: &TurnGenerator<'_, V>) -> Self {
        let mut turns = Vec::new();
        generator.legal_turns(&mut turns);
        let start = generator.start();
        let end = |turn: &Turn| turn.steps().iter().fold(start, |partial, step| generator.play(partial, *step)).key();
        let keys = turns.iter().map(end).collect();
        Self { turns, keys }
    }

    /// The number of steps of a turn, the same for all.
    pub(crate) fn steps(&self) -> usize {
        self.turns.first().map_or(0, |turn| turn.steps().len())
    }

    /// The turn that leads to the same position.
    pub(crate) fn find(&self, partial: &PartialTurn) -> Option<Turn> {
        self.keys.iter().position(|key| *key == partial.key()).map(|index| self.turns[index])
    }

    /// The turn that `steps` steps complete; bearing off the last checker always completes it.
    fn complete(&self, partial: &PartialTurn, steps: usize) -> Option<Turn> {
        let turn = self.find(partial)?;
        (steps == self.steps() || partial.own.off() == Side::CHECKERS).then_some(turn)
    }

    /// Whether further steps can complete a turn.
    fn completes<V: Variant>(&self, builder: &TurnBuilder<'_, V>, steps: usize, seen: &mut HashSet<u128>) -> bool {
        if self.complete(&builder.partial, steps).is_some() {
            return true;
        }
        if steps >= self.steps() || !seen.insert(builder.partial.key()) {
            return false;
        }
        let next = builder.steps().into_iter().filter_map(|step| builder.next(step));
        next.into_iter().any(|next| self.completes(&next, steps + 1, seen))
    }
}

impl<V: Variant> Steps for Position<V> {
    type Step = Step;

    fn next_steps(&self, prefix: &[Step], out: &mut Vec<Step>) {
        if self.outcome().is_none()
            && let Some(builder) = TurnBuilder::after(self, prefix)
        {
            out.extend(builder.steps());
        }
    }

    fn finish(&self, prefix: &[Step]) -> Option<Turn> {
        let builder = TurnBuilder::after(self, prefix)?;
        LegalTurns::of(&builder.generator).complete(&builder.partial, prefix.len())
    }

    fn turn_state(&self, prefix: &[Step]) -> TurnState {
        let Some(builder) = TurnBuilder::after(self, prefix) else { return TurnState::DeadEnd };
        let legal = LegalTurns::of(&builder.generator);
        if legal.complete(&builder.partial, prefix.len()).is_some() {
            TurnState::Complete
        } else if legal.completes(&builder, prefix.len(), &mut HashSet::new()) {
            TurnState::Open
        } else {
            TurnState::DeadEnd
        }
    }

    fn fmt_step(&self, step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{step}")
    }

    fn is_step_text(&self, step: Step, text: &str) -> bool {
        notation::is_step_text(self, step, text)
    }

    fn step_places(&self, step: Step) -> StepPlaces {
        let on_screen = |place| screen_place::<V>(self.mover(), place);
        StepPlaces::shift(on_screen(step.from), on_screen(step.to))
    }
}

fn screen_place<V: Variant>(player: Player, place: Place) -> PlaceView {
    match place {
        Place::BAR => PlaceView::Bar { player },
        Place::OFF => PlaceView::Off { player },
        point => PlaceView::Point { point: Position::<V>::board_point(player, point.number()) },
    }
}
