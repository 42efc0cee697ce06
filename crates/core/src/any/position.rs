use crate::{Actor, Outcome, Player, Position, Rng};

/// A position of any game, for searches that do not know the game.
///
/// A *choice* is the index of a legal turn, or of a roll if a roll is due, in the order of
/// [`AnyTable::legal`](crate::AnyTable::legal).
pub trait AnyPosition: Send {
    /// Who decides what happens next.
    fn actor(&self) -> Actor;
    /// The result if the game is over on the board.
    fn outcome(&self) -> Option<Outcome>;
    /// The number of choices; 0 if the game is over.
    fn choices(&self) -> usize;
    /// The position after a choice.
    fn after(&self, choice: usize) -> Option<Box<dyn AnyPosition>>;
    /// The notation of a choice.
    fn notation(&self, choice: usize) -> String;
    /// A roll by the weights of the rules; `None` if no roll is due.
    fn roll(&self, rng: &mut Rng) -> Option<usize>;
    /// The notation of a uniformly random turn; `None` if no player is to move.
    fn random_turn(&self, rng: &mut Rng) -> Option<String>;
    /// The turn that ends the game with the most points for its player, if any wins at once.
    fn winning_turn(&self) -> Option<usize>;
    /// How many legal turns more than the opponent a player has, averaged over random continuations of one turn of each.
    fn mobility(&self, player: Player, samples: u32, rng: &mut Rng) -> f32;
    /// The result of a uniformly random game from here, or `None` if it lasts longer than `max_turns`.
    fn playout(&self, rng: &mut Rng, max_turns: usize) -> Option<Outcome>;
}

/// A position with its type erased. A type of its own, so that the methods of both traits do not collide.
pub(crate) struct ErasedPosition<P>(pub(crate) P);

impl<P: Position> ErasedPosition<P> {
    fn moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.0.legal_moves(&mut moves);
        moves
    }

    fn played(&self, m: P::Move) -> P {
        let mut next = self.0;
        next.play_unchecked(m);
        next
    }
}

/// Rolls the dice if a roll is due.
fn roll_due<P: Position>(position: &mut P, rng: &mut Rng) {
    if position.actor() == Actor::Chance
        && let Some(chance) = rng.choose_weighted(position.chances())
    {
        position.resolve_unchecked(chance);
    }
}

impl<P: Position> AnyPosition for ErasedPosition<P> {
    fn actor(&self) -> Actor {
        self.0.actor()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn choices(&self) -> usize {
        match self.0.actor() {
            Actor::Nobody => 0,
            Actor::Chance => self.0.chances().len(),
            Actor::Player(_) => self.0.count_moves(&mut Vec::new()) as usize,
        }
    }

    fn after(&self, choice: usize) -> Option<Box<dyn AnyPosition>> {
        let next = match self.0.actor() {
            Actor::Nobody => return None,
            Actor::Chance => {
                let mut next = self.0;
                next.resolve_unchecked(self.0.chances().get(choice)?.0);
                next
            }
            Actor::Player(_) => self.played(*self.moves().get(choice)?),
        };
        Some(Box::new(Self(next)))
    }

    fn notation(&self, choice: usize) -> String {
        let notation = match self.0.actor() {
            Actor::Nobody => None,
            Actor::Chance => self.0.chances().get(choice).map(|(chance, _)| self.0.chance_text(*chance)),
            Actor::Player(_) => self.moves().get(choice).map(|m| self.0.move_text(*m)),
        };
        notation.unwrap_or_default()
    }

    fn roll(&self, rng: &mut Rng) -> Option<usize> {
        let chances = self.0.chances();
        let weighted: Vec<(usize, u32)> = chances.iter().enumerate().map(|(at, (_, weight))| (at, *weight)).collect();
        rng.choose_weighted(&weighted)
    }

    fn random_turn(&self, rng: &mut Rng) -> Option<String> {
        self.0.actor().player()?;
        self.0.random_move(rng, &mut Vec::new()).map(|m| self.0.move_text(m))
    }

    fn winning_turn(&self) -> Option<usize> {
        let player = self.0.actor().player()?;
        let wins = self.moves().into_iter().enumerate().filter_map(|(choice, m)| {
            let outcome = self.played(m).outcome()?;
            (outcome.winner() == Some(player)).then_some((choice, outcome.points()))
        });
        // The first of equals.
        wins.reduce(|best, win| if win.1 > best.1 { win } else { best }).map(|(choice, _)| choice)
    }

    fn mobility(&self, player: Player, samples: u32, rng: &mut Rng) -> f32 {
        let (mut sum, mut scratch) = (0.0, Vec::new());
        for _ in 0..samples {
            let mut position = self.0;
            for _ in Player::ALL {
                roll_due(&mut position, rng);
                let Some(mover) = position.actor().player() else { break };
                let count = position.count_moves(&mut scratch) as f32;
                sum += if mover == player { count } else { -count };
                let Some(m) = position.random_move(rng, &mut scratch) else { break };
                position.play_unchecked(m);
            }
        }
        sum / samples.max(1) as f32
    }

    fn playout(&self, rng: &mut Rng, max_turns: usize) -> Option<Outcome> {
        let (mut position, mut scratch) = (self.0, Vec::new());
        for _ in 0..max_turns {
            roll_due(&mut position, rng);
            if position.actor().player().is_none() {
                break;
            }
            let m = position.random_move(rng, &mut scratch)?;
            position.play_unchecked(m);
        }
        position.outcome()
    }
}
