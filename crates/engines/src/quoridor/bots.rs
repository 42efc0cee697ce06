use std::marker::PhantomData;
use std::time::Instant;

use agon_core::{Fault, Player, Position, Rng, Table};
use agon_quoridor::{Board, Grid, Move, Orientation, Quoridor, Square, Wall};
use agon_search::{Engine, NOBODY_TO_MOVE, SearchRequest, Thought, WRONG_TABLE};

use crate::BotInfo;
use crate::bots::BY_TIME;

/// The bots of Quoridor.
pub(crate) const BOTS: &[BotInfo] = &[
    BotInfo::MINIMAX,
    BotInfo::new("puct", "Best first", "grows a search tree along the most promising lines until its time is up")
        .limited_by(BY_TIME),
    BotInfo::new(
        "greediest",
        "Greediest",
        "places a wall in front of the opponent whenever it can, otherwise takes the shortest path",
    ),
    BotInfo::new(
        "greedy",
        "Greedy",
        "places a wall in front of the opponent two times in three, otherwise takes the shortest path",
    ),
    BotInfo::new(
        "random",
        "Random",
        "places a wall in front of the opponent half of the time, otherwise takes the shortest path",
    ),
    BotInfo::new(
        "hesitant",
        "Hesitant",
        "places a wall in front of the opponent one time in four, otherwise takes the shortest path",
    ),
    BotInfo::new("passive", "Passive", "always takes the shortest path and never places a wall"),
    BotInfo::new("mixed", "Mixed", "imitates one of the other five bots, chosen anew each turn"),
    BotInfo::UNIFORM,
];

/// How often a bot blocks the opponent instead of walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotStyle {
    Greediest,
    Greedy,
    Random,
    Hesitant,
    Passive,
    /// Imitates one of the other five, chosen anew each turn.
    Mixed,
}

/// The styles that the mixed bot imitates.
const PLAIN_STYLES: [BotStyle; 5] =
    [BotStyle::Greediest, BotStyle::Greedy, BotStyle::Random, BotStyle::Hesitant, BotStyle::Passive];

impl BotStyle {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        PLAIN_STYLES.into_iter().chain([Self::Mixed]).find(|style| style.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Greediest => "greediest",
            Self::Greedy => "greedy",
            Self::Random => "random",
            Self::Hesitant => "hesitant",
            Self::Passive => "passive",
            Self::Mixed => "mixed",
        }
    }

    /// The odds of trying a wall, as times out of attempts.
    const fn walls(self) -> (u32, u32) {
        match self {
            Self::Greediest | Self::Mixed => (1, 1),
            Self::Greedy => (2, 3),
            Self::Random => (1, 2),
            Self::Hesitant => (1, 4),
            Self::Passive => (0, 1),
        }
    }
}

/// A bot that either walks its shortest path or puts a wall in front of the opponent.
pub(crate) struct WallBot<G> {
    style: BotStyle,
    /// The style of the last turn, for the mixed bot.
    last: BotStyle,
    seed: u64,
    rng: Rng,
    grid: PhantomData<fn() -> G>,
}

impl<G: Grid> WallBot<G> {
    pub(crate) fn new(style: BotStyle, seed: u64) -> Self {
        Self { style, last: BotStyle::Mixed, seed, rng: Rng::new(seed), grid: PhantomData }
    }

    fn current_style(&mut self) -> BotStyle {
        if self.style != BotStyle::Mixed {
            return self.style;
        }
        let others = PLAIN_STYLES.into_iter().filter(|style| *style != self.last).collect::<Vec<_>>();
        self.last = self.rng.choose(&others).copied().unwrap_or(BotStyle::Passive);
        self.last
    }

    fn choose(&mut self, board: &Board<G>) -> Option<Move> {
        let (times, of) = self.current_style().walls();
        let wants_wall = self.rng.below(of) < times;
        let wall = if wants_wall { wall_in_front(board) } else { None };
        wall.map(Move::wall).or_else(|| step_forward(board).map(Move::pawn))
    }
}

/// The legal wall that blocks the next step of the opponent's shortest path and makes the path longest; among equal ones
/// the one that lengthens the own path least.
fn wall_in_front<G: Grid>(board: &Board<G>) -> Option<Wall> {
    let player = board.mover();
    if board.walls_left(player) == 0 {
        return None;
    }
    let opponent = player.opponent();
    let path = board.passages().shortest_path_squares(board.pawn(opponent), opponent);
    let (&from, &to) = (path.first()?, path.get(1)?);
    let steps = |board: &Board<G>, player: Player| board.distance(player).map_or(i32::MAX, i32::from);
    walls_between(from, to).into_iter().flatten().filter(|wall| board.is_placeable(*wall)).max_by_key(|&wall| {
        let mut next = *board;
        next.play_unchecked(Move::wall(wall));
        (steps(&next, opponent), -steps(&next, player))
    })
}

/// The two walls that close a step between neighbours, if they exist.
fn walls_between(from: Square, to: Square) -> [Option<Wall>; 2] {
    let first = from.min(to);
    let (col, row) = (first.col(), first.row());
    if from.row() == to.row() {
        let wall = |row| Wall::new(Square::new(col, row), Orientation::Vertical);
        [Some(wall(row)), row.checked_sub(1).map(wall)]
    } else {
        let wall = |col| Wall::new(Square::new(col, row), Orientation::Horizontal);
        [Some(wall(col)), col.checked_sub(1).map(wall)]
    }
}

/// The step to the square nearest to the goal.
fn step_forward<G: Grid>(board: &Board<G>) -> Option<Square> {
    let player = board.mover();
    let passages = board.passages();
    board.targets(player).min_by_key(|to| passages.distance(*to, player).unwrap_or(u16::MAX))
}

impl<G: Grid> Engine for WallBot<G> {
    fn name(&self) -> String {
        format!("Agon quoridor {}", self.style.name())
    }

    fn new_game(&mut self) {
        self.rng = Rng::new(self.seed);
        self.last = BotStyle::Mixed;
    }

    fn think(&mut self, request: SearchRequest<'_>) -> Result<Thought, Fault> {
        let SearchRequest { table, limits, stop, .. } = request;
        let start = Instant::now();
        let spec = || WRONG_TABLE.with("spec", table.spec());
        let typed = table.as_any().downcast_ref::<Table<Quoridor<G>>>().ok_or_else(spec)?;
        let nobody = || NOBODY_TO_MOVE.with("actor", typed.actor());
        typed.actor().player().ok_or_else(nobody)?;
        let board = typed.position();
        let mut turn = self.choose(board).map(|m| board.move_text(m)).ok_or_else(nobody)?;
        if !limits.search_moves.is_empty() {
            // If the turn is not among those asked for, the bot plays the first of them.
            let allowed = limits.search_moves.iter().map(|text| table.check(text)).collect::<Result<Vec<_>, _>>()?;
            if !allowed.contains(&turn) {
                turn.clone_from(&allowed[0]);
            }
        }
        agon_search::wait_until_stopped(limits, stop);
        Ok(Thought { turn, line: None, nodes: 1, time: start.elapsed() })
    }
}
