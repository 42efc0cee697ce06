use std::time::Duration;

use agon_arena::PlayerSpec;
use agon_core::{Actor, AnyTable, Fault, Outcome, Player, Rng, StepsView, faults as core_faults};

use super::Phase;
use crate::clock::Clock;
use crate::{Takebacks, board, faults};

/// A game that this program keeps itself: people and engines at this terminal.
pub(super) struct LocalGame {
    pub(super) table: Box<dyn AnyTable>,
    pub(super) seats: [PlayerSpec; 2],
    /// The origin of each ply of the table.
    pub(super) sources: Vec<PlySource>,
    pub(super) takebacks: Takebacks,
    pub(super) taken_back: [u32; 2],
    pub(super) resigned: Option<Player>,
    pub(super) clock: Clock,
    rng: Rng,
}

/// The origin of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlySource {
    /// The dice.
    Chance,
    /// A player who chose it.
    Player(Player),
    /// A forced pass that was played automatically.
    Forced(Player),
}

impl LocalGame {
    pub(super) fn new(
        table: Box<dyn AnyTable>,
        seats: [PlayerSpec; 2],
        takebacks: Takebacks,
        seed: Option<u64>,
    ) -> Self {
        Self {
            sources: vec![PlySource::Chance; table.plies().len()],
            table,
            seats,
            takebacks,
            taken_back: [0; 2],
            resigned: None,
            clock: Clock::default(),
            rng: seed.map_or_else(Rng::from_entropy, Rng::new),
        }
    }

    fn who(&self, player: Player) -> &PlayerSpec {
        &self.seats[player.index()]
    }

    pub(super) fn phase(&self) -> Phase {
        if self.resigned.is_some() {
            return Phase::Over;
        }
        match self.table.actor() {
            Actor::Nobody => Phase::Over,
            Actor::Chance => Phase::Roll(board::roller(&*self.table)),
            Actor::Player(player) if self.who(player).is_human() => Phase::Human(player),
            Actor::Player(player) => Phase::Engine(player),
        }
    }

    pub(super) fn time(&self, player: Player) -> Duration {
        self.clock.used(player, self.phase().mover())
    }

    pub(super) fn time_left(&self, player: Player) -> Option<Duration> {
        let control = self.who(player).limits.clock?;
        let turns = self.sources.iter().filter(|source| **source == PlySource::Player(player)).count();
        let given = control.base + control.increment * u32::try_from(turns).unwrap_or(u32::MAX);
        Some(given.saturating_sub(self.time(player)))
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|player| Outcome::win(player.opponent())).or_else(|| self.table.outcome())
    }

    pub(super) fn play_engine(&mut self, notation: &str) -> Result<String, Fault> {
        match self.phase() {
            Phase::Engine(player) => self.push(notation, PlySource::Player(player)),
            Phase::Over => Err(core_faults::GAME_OVER.fault()),
            phase => Err(faults::NOT_YOUR_TURN.with("actor", phase.mover().map_or("none", Player::name))),
        }
    }

    pub(super) fn roll(&mut self) -> Option<String> {
        let notation = self.table.roll(&mut self.rng)?;
        self.sources.push(PlySource::Chance);
        self.pass_if_forced();
        Some(notation)
    }

    /// Plays a forced pass: a turn that is complete without a step.
    pub(super) fn pass_if_forced(&mut self) {
        let Some(player) = self.table.actor().player() else { return };
        if !self.table.info().has_dice {
            return;
        }
        if let Ok(StepsView { next, turn: Some(turn), .. }) = self.table.steps(&[])
            && next.is_empty()
        {
            // The rules have just returned this turn as legal.
            let _ = self.push(&turn, PlySource::Forced(player));
        }
    }

    pub(super) fn just_passed(&self) -> Option<Player> {
        match self.sources.last() {
            Some(PlySource::Forced(player)) => Some(*player),
            _ => None,
        }
    }

    pub(super) fn resign(&mut self) -> Result<Player, Fault> {
        let player = self.phase().mover().ok_or_else(|| core_faults::GAME_OVER.fault())?;
        let player = if self.who(player).is_human() { player } else { player.opponent() };
        self.clock.charge(Some(player));
        self.clock.run(false);
        self.resigned = Some(player);
        Ok(player)
    }

    pub(super) fn rematch(&mut self) {
        self.table.restart();
        self.seats.reverse();
        self.sources.clear();
        self.taken_back = [0; 2];
        self.resigned = None;
        self.clock = Clock::default();
    }

    pub(super) fn push(&mut self, notation: &str, maker: PlySource) -> Result<String, Fault> {
        let mover = self.phase().mover();
        let notation = self.table.play(notation)?;
        self.clock.charge(mover);
        self.sources.push(maker);
        if self.table.outcome().is_some() {
            self.clock.run(false);
        }
        Ok(notation)
    }
}
