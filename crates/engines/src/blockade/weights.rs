//! The evaluation's weights and the features they apply to.

use std::fmt::{self, Display};
use std::sync::LazyLock;

use agon_blockade::TurnKind;

/// The largest distance with a weight of its own; longer paths count as this long.
pub const MAX_DISTANCE: usize = 40;
/// The largest number of walls with a weight of its own.
pub const MAX_WALLS: usize = 36;

/// The values of distances and stocks, in hundredths of a turn.
///
/// Both tables of distances rise: a longer path never has a higher value.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The cost of each distance of the nearer pawn.
    pub near: [i16; MAX_DISTANCE + 1],
    /// The cost of each distance of the other pawn.
    pub far: [i16; MAX_DISTANCE + 1],
    /// The value of each number of walls in stock.
    pub stock: [i16; MAX_WALLS + 1],
    /// The value of being on move.
    pub tempo: i16,
}

/// What the evaluation counts for one player: the distances of the two pawns to their goals, and the walls in stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideFeatures {
    pub(super) distances: [u8; 2],
    pub(super) stock: [u8; 2],
}

/// A pawn that is farther behind the other one than this is out of the race.
const MAX_LAG: usize = 12;

impl SideFeatures {
    #[inline]
    pub(super) fn near(self) -> u8 {
        self.distances[0].min(self.distances[1])
    }

    /// The indices into the tables of weights: of the nearer pawn, of the farther one, of the stock.
    #[inline]
    pub fn indices(self) -> [usize; 3] {
        let near = usize::from(self.near());
        let far = usize::from(self.distances[0].max(self.distances[1]));
        let walls = usize::from(self.stock[0]) + usize::from(self.stock[1]);
        [near.min(MAX_DISTANCE), far.min(near + MAX_LAG).min(MAX_DISTANCE), walls.min(MAX_WALLS)]
    }
}

/// The weights in a file of this crate. A program with a file that cannot be read does not pass its tests.
fn shipped(text: &str) -> Weights {
    Weights::read(text).expect("shipped weights")
}

/// The first lines of each file say how it was made.
static CLASSIC: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/classic.txt")));
static SWIFT: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/swift.txt")));
static OPTIONAL: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/optional.txt")));

impl Weights {
    /// The trained weights for a kind of turn.
    pub(super) fn trained(kind: TurnKind) -> &'static Self {
        match kind {
            TurnKind::Classic => &CLASSIC,
            TurnKind::Swift => &SWIFT,
            TurnKind::Optional => &OPTIONAL,
        }
    }

    /// The linear weights, set by hand, that training starts from.
    pub fn untrained(kind: TurnKind) -> &'static Self {
        // A wall that has to be placed has no value; one that costs a turn was measured in matches.
        const WALL_VALUES: [i16; 3] = [0, 60, 20];
        static UNTRAINED: LazyLock<[Weights; 3]> = LazyLock::new(|| {
            WALL_VALUES.map(|value| Weights {
                near: std::array::from_fn(|distance| 50 * distance as i16),
                far: std::array::from_fn(|distance| 10 * distance as i16),
                stock: std::array::from_fn(|walls| value * walls as i16),
                tempo: 50,
            })
        });
        &UNTRAINED[match kind {
            TurnKind::Classic => 0,
            TurnKind::Swift => 1,
            TurnKind::Optional => 2,
        }]
    }

    /// The value to `own`, the other player being on move.
    #[inline]
    pub(super) fn value(&self, own: SideFeatures, other: SideFeatures) -> i32 {
        self.side_value(own) - self.side_value(other) - i32::from(self.tempo)
    }

    #[inline]
    fn side_value(&self, side: SideFeatures) -> i32 {
        let [near, far, walls] = side.indices();
        i32::from(self.stock[walls]) - i32::from(self.near[near]) - i32::from(self.far[far])
    }

    /// Reads what [`Display`] writes; `None` if a table or a number is missing.
    fn read(text: &str) -> Option<Self> {
        let mut weights =
            Self { near: [0; MAX_DISTANCE + 1], far: [0; MAX_DISTANCE + 1], stock: [0; MAX_WALLS + 1], tempo: 0 };
        let tables: [(&str, &mut [i16]); 4] = [
            ("near", &mut weights.near),
            ("far", &mut weights.far),
            ("stock", &mut weights.stock),
            ("tempo", std::slice::from_mut(&mut weights.tempo)),
        ];
        for (name, table) in tables {
            let numbers = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
            let numbers: Vec<i16> = numbers.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
            (numbers.len() == table.len()).then(|| table.copy_from_slice(&numbers))?;
        }
        Some(weights)
    }
}

impl Display for Weights {
    /// Writes a line for each table: its name and its numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables: [(&str, &[i16]); 4] = [
            ("near", &self.near),
            ("far", &self.far),
            ("stock", &self.stock),
            ("tempo", std::slice::from_ref(&self.tempo)),
        ];
        for (name, table) in tables {
            f.write_str(name)?;
            for number in table {
                write!(f, " {number}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_complete_and_a_longer_path_never_has_a_higher_value() {
        for kind in [TurnKind::Classic, TurnKind::Swift, TurnKind::Optional] {
            let weights = Weights::trained(kind);
            assert_eq!(Weights::read(&weights.to_string()).as_ref(), Some(weights));
            assert_eq!(Weights::read(weights.to_string().trim_end_matches(|c: char| c != ' ').trim_end()), None);
            for table in [&weights.near, &weights.far] {
                assert!(table.is_sorted() && table[MAX_DISTANCE] > table[1], "{kind:?}");
            }
            assert!(weights.tempo > 0, "{kind:?}");
        }
    }
}
