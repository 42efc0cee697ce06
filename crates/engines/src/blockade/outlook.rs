use agon_blockade::{Board, Colour, Pawn, Turn, TurnKind, Wall, Walls};
use agon_core::Player;
use agon_search::Score;

use super::field::{Cuts, FAR, Field};
use super::plane::{Passages, Plane, Terrain};
use super::turns::Stride;
use super::weights;
use super::worth::{Camp, Worth};

/// The memory in which positions are looked over.
#[derive(Clone, Debug)]
pub(crate) struct Outlook<P> {
    pub(super) mine: Field<P>,
    pub(super) his: Field<P>,
    /// With some wall.
    pub(super) bent: Field<P>,
    pub(super) strides: Vec<Stride<P>>,
    pub(super) turns: Vec<Turn>,
    /// Turns that were accounted for at horizons.
    pub(crate) children: u64,
    /// Lists every turn, not only those worth trying.
    pub(crate) wide: bool,
    /// Judges by the weights that learning begins with.
    pub(crate) by_hand: bool,
}

/// What a position gives to both players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<P, const W: usize, const S: usize> {
    pub(super) passages: Passages<P>,
    /// The goals of the player to move.
    pub(super) goals: P,
    /// The player to move, then the other.
    pub(super) pawns: [[P; 2]; 2],
    /// Where the pawns of the player to move may go.
    pub(super) targets: [P; 2],
    /// These and where they stand.
    pub(super) wanted: P,
    /// Walls in stock that fit, and those of them that may close a path.
    pub(super) fits: Walls<W, S>,
    pub(super) doubtful: Walls<W, S>,
    pub(super) worth: &'static Worth,
    pub(super) me: Camp,
    pub(super) him: Camp,
}

/// The best so far: nothing, a loss at once, or a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Best {
    Nothing,
    Lost,
    Worth(i32),
}

/// A pawn that is at most so many steps from a goal arrives with its next turn (B4).
pub(crate) const ARRIVING: u8 = 2;

fn stock<const W: usize, const S: usize>(board: &Board<W, S>, player: Player) -> [u8; 2] {
    Colour::ALL.map(|colour| board.stock(player, colour))
}

impl<P: Plane> Default for Outlook<P> {
    fn default() -> Self {
        Self {
            mine: Field::default(),
            his: Field::default(),
            bent: Field::default(),
            strides: Vec::with_capacity(24),
            turns: Vec::new(),
            children: 0,
            wide: false,
            by_hand: false,
        }
    }
}

impl<P> Outlook<P> {
    /// The worth of a position to the player to move, by nothing but its looks.
    pub(crate) fn evaluate<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> i32
    where
        P: Terrain<W, S>,
    {
        let [mine, his] = self.camps(board);
        -self.worth(board.turn_kind()).after(his, mine)
    }

    fn worth(&self, kind: TurnKind) -> &'static Worth {
        if self.by_hand { weights::by_hand(kind) } else { weights::of(kind) }
    }

    /// What is counted of a position, that of the player to move first.
    pub(crate) fn camps<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> [Camp; 2]
    where
        P: Terrain<W, S>,
    {
        let passages = Passages::new(&board.ways());
        [board.side(), board.side().opponent()].map(|player| self.camp(board, &passages, player))
    }

    fn camp<const W: usize, const S: usize>(
        &mut self,
        board: &Board<W, S>,
        passages: &Passages<P>,
        player: Player,
    ) -> Camp
    where
        P: Terrain<W, S>,
    {
        let [one, two] = board.pawns(player).map(P::of);
        self.bent.fill(passages, P::from_squares(board.goals(player)), one.or(two));
        Camp { steps: [self.bent.distance(one), self.bent.distance(two)], stock: stock(board, player) }
    }

    /// Looks the position over: both fields, the targets and the walls.
    pub(super) fn survey<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Ground<P, W, S>
    where
        P: Terrain<W, S>,
    {
        let side = board.side();
        let ways = board.ways();
        let passages = Passages::new(&ways);
        let pawns = [side, side.opponent()].map(|player| board.pawns(player).map(P::of));
        let targets = Pawn::ALL.map(|pawn| P::from_squares(board.pawn_targets_by(&ways, side, pawn)));
        let wanted = pawns[0][0].or(pawns[0][1]).or(targets[0]).or(targets[1]);
        let goals = P::from_squares(board.goals(side));
        self.mine.fill(&passages, goals, wanted);
        self.his.fill(&passages, P::from_squares(board.goals(side.opponent())), pawns[1][0].or(pawns[1][1]));
        let fits = board.stocked_walls();
        Ground {
            passages,
            goals,
            pawns,
            targets,
            wanted,
            fits,
            doubtful: board.touching_twice(&fits),
            worth: self.worth(board.turn_kind()),
            me: Camp { steps: pawns[0].map(|pawn| self.mine.distance(pawn)), stock: stock(board, side) },
            him: Camp {
                steps: pawns[1].map(|pawn| self.his.distance(pawn)),
                stock: stock(board, side.opponent()),
            },
        }
    }

    /// The walls that can lengthen the way of an opposing pawn.
    pub(super) fn hindering<const W: usize, const S: usize>(&self, ground: &Ground<P, W, S>) -> Walls<W, S>
    where
        P: Terrain<W, S>,
    {
        let cuts = ground.pawns[1].map(|pawn| self.his.cuts(&ground.passages, pawn));
        walls(cuts[0].or(cuts[1])).and(&ground.fits)
    }

    /// What is certain without search: the player to move arrives, or cannot keep the opponent from it.
    pub(crate) fn proven_score<const W: usize, const S: usize>(
        &mut self,
        board: &Board<W, S>,
    ) -> Option<Score>
    where
        P: Terrain<W, S>,
    {
        let passages = Passages::new(&board.ways());
        let arrives = |player: Player| {
            let [one, two] = board.pawns(player).map(P::of);
            let near = passages.step(one.or(two));
            near.or(passages.step(near)).meets(P::from_squares(board.goals(player)))
        };
        if arrives(board.side()) {
            return Some(Score::Win(1));
        }
        if arrives(board.side().opponent()) {
            return (!self.can_hold(board)).then_some(Score::Loss(2));
        }
        self.race(board)
    }

    /// Whether the player to move has a turn after which the opponent, who is about to arrive, is not.
    ///
    /// Pawns hold nobody up: they are passed over, and taken on a goal. Only walls can.
    fn can_hold<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> bool
    where
        P: Terrain<W, S>,
    {
        let ground = self.survey(board);
        self.hindering(&ground).iter().any(|wall| {
            let his = self.his.distances_with(&ground.passages, wall, ground.pawns[1]);
            !his.contains(&FAR)
                && his[0].min(his[1]) > ARRIVING
                && match board.turn_kind() {
                    TurnKind::Swift => board.is_wall_legal(wall),
                    TurnKind::Classic | TurnKind::Optional => {
                        board.targets_before(wall).iter().any(|targets| !targets.is_empty())
                    }
                }
        })
    }

    /// The worth of the best turn, exactly as if every legal turn had been played and the
    /// position after it evaluated; `None` where that cannot be said without listing them.
    ///
    /// A wall changes the distances of a player only if it is one of his [`Field::cuts`]. One that does
    /// not hinder the opponent is at best as good as any wall that changes nothing: as soon as there is such a
    /// wall, only those that hinder him have to be measured, each once for all pawn moves, of which
    /// only the nearest target of each pawn counts.
    pub(crate) fn horizon<const W: usize, const S: usize>(&mut self, board: &Board<W, S>) -> Option<Score>
    where
        P: Terrain<W, S>,
    {
        let ground = self.survey(board);
        let sets = [ground.pawns[0][0], ground.pawns[0][1], ground.targets[0], ground.targets[1]];
        let hindering = self.hindering(&ground);
        let cuts = sets.map(|set| self.mine.cuts(&ground.passages, set));
        let harming = walls(cuts[0].or(cuts[1]).or(cuts[2].or(cuts[3]))).and(&ground.fits);
        let idle = ground.fits.without(&ground.doubtful).without(&hindering).without(&harming);
        let plain = sets.map(|set| self.mine.distance(set));
        let reach = Reach { ground: &ground, kind: board.turn_kind() };
        let mut best = match board.turn_kind() {
            _ if ground.fits.is_empty() => reach.moving(plain, ground.him.steps, None),
            TurnKind::Classic if idle.is_empty() => return None,
            TurnKind::Classic => reach.idling(plain, &idle),
            // A wall that does not hinder is worse than none where walls need not be placed.
            TurnKind::Optional => reach.moving(plain, ground.him.steps, None),
            TurnKind::Swift => {
                let walking = reach.moving(plain, ground.him.steps, None);
                if idle.is_empty() && walking == Best::Nothing {
                    return None;
                }
                walking.max(reach.idling(plain, &idle))
            }
        };
        self.children += reach.count(board);
        for doubt in [false, true] {
            for wall in hindering.iter().filter(|wall| ground.doubtful.contains(*wall) == doubt) {
                let his = self.his.distances_with(&ground.passages, wall, ground.pawns[1]);
                if his.contains(&FAR) {
                    continue;
                }
                // My own ways can only get longer: what would not be better without that need not be measured.
                if reach.with(plain, his, wall) <= best {
                    continue;
                }
                let mine = if doubt {
                    self.mine.distances_with(&ground.passages, wall, legal_sets(board, wall, sets))
                } else if harming.contains(wall) {
                    self.mine.distances_with(&ground.passages, wall, sets)
                } else {
                    plain
                };
                best = best.max(reach.with(mine, his, wall));
            }
        }
        match best {
            Best::Nothing => None,
            Best::Lost => Some(Score::Loss(2)),
            Best::Worth(score) => Some(Score::Cp(score)),
        }
    }
}

/// The sets of which a doubtful wall leaves only those squares that pawns may go to before it.
fn legal_sets<const W: usize, const S: usize, P: Terrain<W, S>>(
    board: &Board<W, S>,
    wall: Wall,
    sets: [P; 4],
) -> [P; 4] {
    if board.turn_kind() == TurnKind::Swift {
        return if board.is_wall_legal(wall) { sets } else { [P::empty(); 4] };
    }
    let [one, two] = board.targets_before(wall).map(P::from_squares);
    [sets[0], sets[1], one, two]
}

/// The scores of turns by the distances they lead to.
struct Reach<'a, P, const W: usize, const S: usize> {
    ground: &'a Ground<P, W, S>,
    kind: TurnKind,
}

impl<P, const W: usize, const S: usize> Reach<'_, P, W, S> {
    /// The best turn with this wall; `mine` are the distances of my pawns, then of their targets.
    #[inline]
    fn with(&self, mine: [u8; 4], his: [u8; 2], wall: Wall) -> Best {
        match self.kind {
            TurnKind::Swift => self.standing(mine, his, wall),
            TurnKind::Classic | TurnKind::Optional => self.moving(mine, his, Some(wall.colour)),
        }
    }

    /// The best turn with some wall that changes no distance.
    fn idling(&self, mine: [u8; 4], idle: &Walls<W, S>) -> Best {
        let colours = Colour::ALL.into_iter().filter(|colour| !idle.of(*colour).is_empty());
        let scores = colours.map(|colour| match self.kind {
            TurnKind::Swift => self.score(mine[0], mine[1], self.ground.him.steps, Some(colour)),
            TurnKind::Classic | TurnKind::Optional => self.moving(mine, self.ground.him.steps, Some(colour)),
        });
        scores.max().unwrap_or(Best::Nothing)
    }

    #[inline]
    fn standing(&self, mine: [u8; 4], his: [u8; 2], wall: Wall) -> Best {
        self.score(mine[0], mine[1], his, Some(wall.colour))
    }

    /// The better of moving the one pawn and the other, with a wall of a colour or none.
    #[inline]
    fn moving(&self, mine: [u8; 4], his: [u8; 2], wall: Option<Colour>) -> Best {
        self.score(mine[2], mine[1], his, wall).max(self.score(mine[0], mine[3], his, wall))
    }

    #[inline]
    fn score(&self, one: u8, two: u8, his: [u8; 2], wall: Option<Colour>) -> Best {
        if one == FAR || two == FAR {
            return Best::Nothing;
        }
        if his[0].min(his[1]) <= ARRIVING {
            return Best::Lost;
        }
        let mut me = Camp { steps: [one, two], ..self.ground.me };
        if let Some(colour) = wall {
            me.stock[colour.index()] -= 1;
        }
        let him = Camp { steps: his, ..self.ground.him };
        Best::Worth(self.ground.worth.after(me, him))
    }

    /// About how many turns there are: walls that turn out to be illegal are counted.
    fn count(&self, board: &Board<W, S>) -> u64
    where
        P: Terrain<W, S>,
    {
        let steps = u64::from(self.ground.targets[0].count() + self.ground.targets[1].count());
        let walls = u64::from(self.ground.fits.count());
        match board.turn_kind() {
            TurnKind::Swift => steps + walls,
            TurnKind::Optional => steps * (walls + 1),
            TurnKind::Classic => steps * walls.max(1),
        }
    }
}

pub(crate) fn walls<const W: usize, const S: usize, P: Terrain<W, S>>(cuts: Cuts<P>) -> Walls<W, S> {
    Walls { green: cuts.green.squares(), blue: cuts.blue.squares() }
}
