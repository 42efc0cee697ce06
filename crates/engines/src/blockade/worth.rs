/// The distances that are told apart; longer ways count as this long.
pub(crate) const LONGEST: usize = 40;
/// The stocks that are told apart.
pub(crate) const MOST_WALLS: usize = 36;

/// What distances and stocks are worth, in hundredths of a turn.
///
/// Both tables of distances rise: a longer way is never worth more.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Worth {
    /// What it costs to be so far away with the nearer pawn.
    pub(crate) near: [i16; LONGEST + 1],
    /// What it costs to be so far away with the other pawn.
    pub(crate) far: [i16; LONGEST + 1],
    /// What so many walls in stock are worth.
    pub(crate) stock: [i16; MOST_WALLS + 1],
    /// Being on move.
    pub(crate) tempo: i16,
}

/// What is counted of a position: the distances of two pawns to their goals, and what is in stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Camp {
    pub(crate) steps: [u8; 2],
    pub(crate) stock: [u8; 2],
}

impl Camp {
    #[inline]
    pub(crate) fn near(self) -> u8 {
        self.steps[0].min(self.steps[1])
    }

    /// The places in the tables: of the nearer pawn, of the farther one, of the stock.
    #[inline]
    pub(crate) fn places(self) -> [usize; 3] {
        let near = usize::from(self.near());
        let far = usize::from(self.steps[0].max(self.steps[1]));
        let walls = usize::from(self.stock[0]) + usize::from(self.stock[1]);
        // A pawn that is far behind is out of the race, however far.
        [near.min(LONGEST), far.min(near + BEHIND).min(LONGEST), walls.min(MOST_WALLS)]
    }
}

/// A pawn that is farther behind than this is out of the race.
const BEHIND: usize = 12;

impl Worth {
    /// The worth to the player of the first camp, the other being on move.
    #[inline]
    pub(crate) fn after(&self, mine: Camp, his: Camp) -> i32 {
        self.camp(mine) - self.camp(his) - i32::from(self.tempo)
    }

    #[inline]
    fn camp(&self, camp: Camp) -> i32 {
        let [near, far, walls] = camp.places();
        i32::from(self.stock[walls]) - i32::from(self.near[near]) - i32::from(self.far[far])
    }
}
