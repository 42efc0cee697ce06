//! The solver for the position on a table.

use agon_blockade::{Blockade, Board};
use agon_core::{AnyTable, Fault, Player, Table};

use crate::blockade::exhaustive::{Exhaustive, Standing, Unsolved};
use crate::blockade::ground::Ground;
use crate::blockade::memory::Memory;
use crate::blockade::search::Search;
use crate::blockade::spot::Spot;
use crate::{NOT_SOLVABLE, Proof, ProvenResult, SolveLimits, SolveProgress, Solver, TOO_MANY_SQUARES};

/// After so many positions without a win it is tried whether all can be looked at; and again when
/// the number has grown so many times.
const PATIENCE: u64 = 2_000;
const GROWTH: u64 = 8;
/// Then about as much work as before goes into it: so many bytes for each position visited.
const BYTES_FOR_EACH: u64 = 400;

/// The solver for the position on a table of Blockade.
pub(crate) fn solver(table: &dyn AnyTable, hash_mb: usize) -> Result<Box<dyn Solver>, Fault> {
    sized::<3, 16>(table, hash_mb).or_else(|| sized::<11, 32>(table, hash_mb)).unwrap_or_else(|| {
        Err(NOT_SOLVABLE.with("game", table.info().name).with("games", crate::GAMES.join(", ")))
    })
}

type Built = Result<Box<dyn Solver>, Fault>;

fn sized<const W: usize, const S: usize>(table: &dyn AnyTable, hash_mb: usize) -> Option<Built> {
    let table = table.as_any().downcast_ref::<Table<Blockade<W, S>>>()?;
    let board = table.position();
    let rules = table.game().rules();
    let Some(ground) = Ground::new(rules) else {
        return Some(Err(TOO_MANY_SQUARES
            .with("game", "blockade")
            .with("rows", rules.rows())
            .with("cols", rules.cols())
            .with("most", "7 x 8")));
    };
    Some(Ok(Box::new(Prover::new(ground, board, (hash_mb as u64) << 20))))
}

/// Looks for wins of either player, deeper and deeper; on small boards at everything.
struct Prover {
    ground: Ground,
    /// By player to move.
    spots: [Spot; 2],
    /// Who has arrived already.
    winner: Option<Player>,
    bytes: u64,
    /// By attacker: what is known of his wins.
    memories: [Memory; 2],
    everything: Option<Exhaustive>,
}

/// Tells how far it is and when to stop.
struct Watch<'a> {
    limits: &'a SolveLimits,
    report: &'a mut dyn FnMut(SolveProgress),
    /// Positions visited by searches that have ended.
    nodes: u64,
}

impl Watch<'_> {
    fn is_over(&mut self, nodes: u64) -> bool {
        let nodes = self.nodes + nodes;
        (self.report)(SolveProgress { nodes, done: 0.0 });
        self.limits.stop.is_set() || self.limits.nodes.is_some_and(|most| nodes >= most)
    }
}

impl Prover {
    fn new<const W: usize, const S: usize>(ground: Ground, board: &Board<W, S>, bytes: u64) -> Self {
        let spots = Player::ALL.map(|player| Spot::new(&ground, board, player));
        let arrived = |player: &Player| spots[0].pawns[player.index()] & ground.goals[player.index()] != 0;
        Self {
            winner: Player::ALL.into_iter().find(arrived),
            spots,
            bytes,
            memories: [Memory::new(bytes / 4), Memory::new(bytes / 4)],
            everything: None,
            ground,
        }
    }

    /// Whether a player wins within so many of his turns; nothing if it was stopped.
    fn wins(&mut self, starter: Player, attacker: Player, turns: u16, watch: &mut Watch<'_>) -> Option<bool> {
        let memory = &mut self.memories[attacker.index()];
        let mut stop = |nodes| watch.is_over(nodes);
        let mut search = Search::new(&self.ground, attacker.index(), memory, &mut stop);
        let won = search.wins(&self.spots[starter.index()], turns);
        let nodes = search.nodes;
        watch.nodes += nodes;
        won
    }

    /// Looks at every position, if there are not too many; `false` if it was stopped.
    fn look_at_everything(&mut self, watch: &mut Watch<'_>) -> bool {
        let bytes = (self.bytes / 2).min(BYTES_FOR_EACH * watch.nodes);
        let mut seen = 0;
        let mut stop = |nodes| {
            seen = nodes;
            watch.is_over(nodes)
        };
        let solved = Exhaustive::solve(&self.ground, &self.spots, bytes, &mut stop);
        watch.nodes += solved.as_ref().map_or(seen, Exhaustive::len);
        match solved {
            Ok(everything) => self.everything = Some(everything),
            Err(Unsolved::Stopped) => return false,
            Err(Unsolved::TooLarge) => {}
        }
        true
    }

    fn known(&self, starter: Player) -> Option<ProvenResult> {
        if let Some(winner) = self.winner {
            return Some(ProvenResult::Win(winner));
        }
        let key = self.spots[starter.index()].key(&self.ground);
        Some(match self.everything.as_ref()?.standing(key)? {
            Standing::Won => ProvenResult::Win(starter),
            Standing::Lost => ProvenResult::Win(starter.opponent()),
            Standing::Open => ProvenResult::Draw,
        })
    }

    fn prove(&mut self, starter: Player, watch: &mut Watch<'_>) -> Option<ProvenResult> {
        let mut patience = PATIENCE;
        for turns in 1..u16::MAX {
            for attacker in Player::ALL {
                if let Some(result) = self.known(starter) {
                    return Some(result);
                }
                if self.wins(starter, attacker, turns, watch)? {
                    return Some(ProvenResult::Win(attacker));
                }
                if watch.nodes > patience {
                    if !self.look_at_everything(watch) {
                        return None;
                    }
                    patience = GROWTH * watch.nodes;
                }
            }
        }
        None
    }
}

impl Solver for Prover {
    fn solve(
        &mut self,
        starter: Player,
        limits: &SolveLimits,
        report: &mut dyn FnMut(SolveProgress),
    ) -> Result<Proof, Fault> {
        let mut watch = Watch { limits, report, nodes: 0 };
        let result = self.prove(starter, &mut watch);
        Ok(Proof { result, nodes: watch.nodes.max(1) })
    }
}
