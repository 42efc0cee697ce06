use crate::{Actor, Fault, Game, OpeningRoll, Outcome, Position, Rng, faults};

/// A game in progress: its positions and the plies between them.
///
/// Handles what depends on history: the opening roll, repetition, taking back.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    game: G,
    /// The position at the start, then one for each ply.
    positions: Vec<G::Position>,
    plies: Vec<String>,
    /// The possible opening rolls; empty in games without one and in games from a given position.
    openings: Vec<OpeningRoll<G::Position>>,
    from_position: bool,
}

impl<G: Game> Table<G> {
    /// A new game from the start.
    pub fn new(game: G) -> Self {
        let openings = game.openings();
        Self { positions: vec![game.start()], plies: Vec::new(), openings, from_position: false, game }
    }

    /// A game from any position, without opening roll.
    pub fn from_position(game: G, position: G::Position) -> Self {
        Self { positions: vec![position], plies: Vec::new(), openings: Vec::new(), from_position: true, game }
    }

    /// The rule set.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position on the table.
    pub fn position(&self) -> &G::Position {
        // The first position is never removed.
        &self.positions[self.positions.len() - 1]
    }

    /// Every position of the game, the present one last.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The turns and rolls so far.
    pub fn plies(&self) -> &[String] {
        &self.plies
    }

    /// Whether the game began from a given position instead of the start.
    pub fn is_from_position(&self) -> bool {
        self.from_position
    }

    /// The opening rolls that are possible now; empty except before the first ply.
    pub fn pending_openings(&self) -> &[OpeningRoll<G::Position>] {
        if self.plies.is_empty() { &self.openings } else { &[] }
    }

    /// Who decides what happens next.
    pub fn actor(&self) -> Actor {
        if self.outcome().is_some() {
            Actor::Nobody
        } else if !self.pending_openings().is_empty() {
            Actor::Chance
        } else {
            self.position().actor()
        }
    }

    /// The result, on the board or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            let third = self.game.draws_by_repetition() && self.occurrences() >= 3;
            third.then_some(Outcome::Draw)
        })
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.positions.iter().filter(|earlier| *earlier == now).count()
    }

    /// Plays a turn or roll and returns its canonical notation.
    pub fn play(&mut self, notation: &str) -> Result<String, Fault> {
        let (canonical, next) = self.read(notation)?;
        self.push(canonical.clone(), next);
        Ok(canonical)
    }

    /// Parses a turn or roll; returns its canonical notation and the position after it.
    pub fn read(&self, notation: &str) -> Result<(String, G::Position), Fault> {
        let notation = notation.trim();
        if self.outcome().is_some() {
            return Err(faults::GAME_OVER.fault());
        }
        if !self.pending_openings().is_empty() {
            return self
                .openings
                .iter()
                .find(|opening| opening.notation.eq_ignore_ascii_case(notation))
                .map(|opening| (opening.notation.clone(), opening.position))
                .ok_or_else(|| faults::OPENING_DUE.with("word", notation));
        }
        let mut next = *self.position();
        match (next.actor(), notation.ends_with(':')) {
            (Actor::Chance, true) => {
                let chance = next.parse_chance(notation)?;
                let canonical = next.chance_text(chance);
                next.resolve_unchecked(chance);
                Ok((canonical, next))
            }
            (Actor::Chance, false) => Err(faults::ROLL_DUE.with("word", notation)),
            (Actor::Player(player), true) => Err(faults::NO_ROLL_DUE.with("word", notation).with("actor", player)),
            (Actor::Player(_), false) => {
                let m = next.parse_move(notation)?;
                let canonical = next.move_text(m);
                next.play_unchecked(m);
                Ok((canonical, next))
            }
            (Actor::Nobody, _) => Err(faults::GAME_OVER.fault()),
        }
    }

    /// Plays a legal turn.
    pub fn play_move(&mut self, m: <G::Position as Position>::Move) -> Result<(), Fault> {
        let mut next = *self.position();
        if self.outcome().is_some() {
            return Err(faults::GAME_OVER.fault());
        }
        let canonical = next.move_text(m);
        if self.actor().player().is_none() {
            return Err(faults::ROLL_DUE.with("word", canonical));
        }
        next.play(m)?;
        self.push(canonical, next);
        Ok(())
    }

    /// Rolls the dice if a roll is due, by the weights of the rules.
    pub fn roll(&mut self, rng: &mut Rng) -> Option<&str> {
        if self.actor() != Actor::Chance {
            return None;
        }
        if let Some(opening) = rng.choose(self.pending_openings()).cloned() {
            self.push(opening.notation, opening.position);
        } else {
            let mut next = *self.position();
            let chance = rng.choose_weighted(next.chances())?;
            let notation = next.chance_text(chance);
            next.resolve_unchecked(chance);
            self.push(notation, next);
        }
        self.plies.last().map(String::as_str)
    }

    /// Takes back the last ply; `None` at the start.
    pub fn undo(&mut self) -> Option<String> {
        let notation = self.plies.pop()?;
        self.positions.pop();
        Some(notation)
    }

    fn push(&mut self, notation: String, next: G::Position) {
        self.plies.push(notation);
        self.positions.push(next);
    }
}
