use agon_blockade::{Square, SquareSet};
use agon_core::Rng;

use super::{Rows, WideRows, portable};
use crate::blockade::planes::BoardPlane;

/// A random set of squares within a frame, so that no shift by two leaves the words.
fn random<const W: usize, const S: usize>(rng: &mut Rng) -> SquareSet<W, S> {
    let one_in = [2, 6, 60][rng.below(3) as usize];
    let mut set = SquareSet::EMPTY;
    for row in 2..(W * 64 / S - 2) as u8 {
        for col in 2..(S - 4) as u8 {
            if rng.below(one_in) == 0 {
                set.insert(Square::new(row, col).unwrap());
            }
        }
    }
    set
}

/// Every operation gives the same in two kinds of planes.
fn compare<A: BoardPlane<W, S>, B: BoardPlane<W, S>, const W: usize, const S: usize>() {
    let mut rng = Rng::new(1);
    for _ in 0..2_000 {
        let sets = [random::<W, S>(&mut rng), random(&mut rng)];
        let (a, b) = (sets.map(A::from_squares), sets.map(B::from_squares));
        assert_eq!(a[0].squares(), sets[0]);
        assert_eq!(a[0].or(a[1]).squares(), b[0].or(b[1]).squares());
        assert_eq!(a[0].and(a[1]).squares(), b[0].and(b[1]).squares());
        assert_eq!(a[0].without(a[1]).squares(), b[0].without(b[1]).squares());
        assert_eq!(a[0].left().left().squares(), b[0].left().left().squares());
        assert_eq!(a[0].right().squares(), b[0].right().squares());
        assert_eq!(a[0].up().up().squares(), b[0].up().up().squares());
        assert_eq!(a[0].down().down().squares(), b[0].down().down().squares());
        assert_eq!(a[0].is_empty(), b[0].is_empty());
        assert_eq!(a[0].meets(a[1]), b[0].meets(b[1]));
        assert_eq!(a[0].covers(a[1]), b[0].covers(b[1]));
        assert!(a[0].or(a[1]).covers(a[1]));
        assert_eq!(a[0].count(), b[0].count());
        assert_eq!(a[0] == a[1], b[0] == b[1]);
        assert!(a[0] == a[0].or(a[0]));
    }
    for row in 0..(W * 64 / S).min(22) as u8 {
        for col in 0..S.min(28) as u8 {
            let square = Square::new(row, col).unwrap();
            assert_eq!(A::of(square).squares(), SquareSet::of(square));
            assert_eq!(B::of(square).squares(), SquareSet::of(square));
        }
    }
    assert!(A::empty().is_empty() && B::empty().is_empty());
}

#[test]
fn vectors_do_what_plain_rows_do() {
    compare::<Rows, portable::Rows, 3, 16>();
    compare::<Rows, SquareSet<3, 16>, 3, 16>();
}

#[test]
fn wide_vectors_do_what_the_sets_of_the_rules_do() {
    compare::<WideRows, SquareSet<11, 32>, 11, 32>();
}
