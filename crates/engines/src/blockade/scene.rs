use agon_blockade::{Board, Colour, Distances, Pawn, PawnMove, Square, Squares, Wall, Walls, Ways};
use agon_core::{Player, Position};

/// What has to be known of a position to choose turns in it: distances, and what each wall on a
/// shortest way would do.
///
/// A wall that misses one shortest way of a pawn leaves its distance as it is, so only the walls
/// across one such way of each pawn have to be tried.
#[derive(Clone, Debug)]
pub(crate) struct Scene<const W: usize, const S: usize> {
    key: u64,
    /// How far squares are from the goals of the player to move.
    pub(crate) field: Distances<W, S>,
    /// The distances of his own pawns.
    own: [i32; 2],
    /// Walls across a shortest way of an opposing pawn.
    pub(crate) across: Walls<W, S>,
    /// Walls across a shortest way of an own pawn.
    pub(crate) harmful: Walls<W, S>,
    /// What these walls are worth to the player to move, in hundredths of a turn.
    effects: Vec<(Wall, i32)>,
}

/// The worth of the distances of a player's two pawns: one pawn is enough, the other is a spare.
pub(crate) fn burden(steps: [i32; 2]) -> i32 {
    let near = steps[0].min(steps[1]);
    let far = steps[0].max(steps[1]).min(near + 12);
    50 * near + 10 * far
}

/// The distances of two pawns to the nearer goal; a long way if there is none.
pub(crate) fn distances<const W: usize, const S: usize>(
    ways: &Ways<W, S>,
    goals: Squares<W, S>,
    pawns: [Square; 2],
) -> [i32; 2] {
    const FAR: i32 = 999;
    let mut found = [FAR; 2];
    let mut reached = goals;
    let mut steps = 0;
    loop {
        for (found, pawn) in found.iter_mut().zip(pawns) {
            if *found == FAR && reached.contains(pawn) {
                *found = steps;
            }
        }
        let wider = reached | ways.step(reached);
        if found.iter().all(|steps| *steps != FAR) || wider == reached {
            return found;
        }
        reached = wider;
        steps += 1;
    }
}

impl<const W: usize, const S: usize> Scene<W, S> {
    pub(crate) fn new(board: &Board<W, S>) -> Self {
        let mut scene = Self {
            key: board.key(),
            field: board.distances(board.side()),
            own: [0; 2],
            across: Walls::EMPTY,
            harmful: Walls::EMPTY,
            effects: Vec::new(),
        };
        scene.fill(board);
        scene
    }

    pub(crate) fn is_of(&self, board: &Board<W, S>) -> bool {
        self.key == board.key()
    }

    /// Looks at another position with the same memory.
    pub(crate) fn look(&mut self, board: &Board<W, S>) {
        if !self.is_of(board) {
            self.key = board.key();
            self.field = board.distances(board.side());
            self.fill(board);
        }
    }

    fn fill(&mut self, board: &Board<W, S>) {
        let (side, rival) = (board.side(), board.side().opponent());
        let ways = board.ways();
        let rival_field = board.distances(rival);
        self.own = board.pawns(side).map(|square| steps(&self.field, square));
        self.across = Walls::EMPTY;
        self.harmful = Walls::EMPTY;
        for square in board.pawns(rival) {
            cross(&ways, &rival_field, square, &mut self.across);
        }
        for square in board.pawns(side) {
            cross(&ways, &self.field, square, &mut self.harmful);
        }
        let fits = board.fitting_walls();
        self.across = self.across.and(&fits);
        self.harmful = self.harmful.and(&fits);
        let before = balance(board, &ways, side);
        self.effects.clear();
        for wall in self.across.or(&self.harmful).iter() {
            self.effects.push((wall, balance(board, &ways.with(wall), side) - before));
        }
    }

    /// What a wall is worth to the player to move.
    pub(crate) fn effect(&self, wall: Wall) -> i32 {
        if !self.across.contains(wall) && !self.harmful.contains(wall) {
            return 0;
        }
        self.effects.iter().find(|(known, _)| *known == wall).map_or(0, |(_, effect)| *effect)
    }

    /// What a pawn move is worth to the player to move.
    pub(crate) fn progress(&self, step: PawnMove) -> i32 {
        let mut after = self.own;
        after[step.pawn.index()] = steps(&self.field, step.to);
        burden(self.own) - burden(after)
    }

    /// The nearer of the pawns of a player.
    pub(crate) fn leader(board: &Board<W, S>, player: Player) -> Square {
        let steps = distances(&board.ways(), board.goals(player), board.pawns(player));
        board.pawn(player, if steps[0] <= steps[1] { Pawn::One } else { Pawn::Two })
    }
}

fn steps<const W: usize, const S: usize>(field: &Distances<W, S>, square: Square) -> i32 {
    field.get(square).map_or(999, i32::from)
}

/// How much better the distances are for a player than for the other.
pub(crate) fn balance<const W: usize, const S: usize>(
    board: &Board<W, S>,
    ways: &Ways<W, S>,
    player: Player,
) -> i32 {
    let of = |player| burden(distances(ways, board.goals(player), board.pawns(player)));
    of(player.opponent()) - of(player)
}

/// Adds the walls that would close a step of one shortest way from a square.
fn cross<const W: usize, const S: usize>(
    ways: &Ways<W, S>,
    field: &Distances<W, S>,
    from: Square,
    walls: &mut Walls<W, S>,
) {
    let Some(mut left) = field.get(from) else { return };
    let mut here = from;
    while left > 0 {
        left -= 1;
        let next = ways.step(Squares::of(here)).iter().find(|next| field.get(*next) == Some(left));
        let Some(next) = next else { return };
        for wall in closing(here, next).into_iter().flatten() {
            walls.insert(wall);
        }
        here = next;
    }
}

/// The two walls that close a passage between neighbours, as far as their anchors exist.
fn closing(a: Square, b: Square) -> [Option<Wall>; 2] {
    let first = a.min(b);
    let (row, col) = (first.row(), first.col());
    if a.row() == b.row() {
        [Some(first), row.checked_sub(1).and_then(|row| Square::new(row, col))]
            .map(|anchor| anchor.map(|anchor| Wall { colour: Colour::Green, anchor }))
    } else {
        [Some(first), col.checked_sub(1).and_then(|col| Square::new(row, col))]
            .map(|anchor| anchor.map(|anchor| Wall { colour: Colour::Blue, anchor }))
    }
}
