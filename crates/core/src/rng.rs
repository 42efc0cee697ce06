//! The random generator of playouts, tests and bots, and the mixing function of hash keys.

/// The random generator xoshiro256**, seeded by `SplitMix64`.
///
/// A seed gives the same sequence in every version. It is not cryptographic: verifiable dice come from `agon-dice`.
///
/// # Examples
///
/// ```
/// use agon_core::Rng;
/// let mut rng = Rng::new(7);
/// assert!(rng.below(6) < 6);
/// assert_eq!(Rng::new(7), Rng::new(7));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The algorithm's name, for records and reports.
    pub const NAME: &'static str = "xoshiro256**";

    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        let mut seed = seed;
        Self { state: std::array::from_fn(|_| split_mix(&mut seed)) }
    }

    /// Creates a generator with a random seed.
    pub fn from_entropy() -> Self {
        use std::hash::{BuildHasher, Hasher, RandomState};
        Self::new(RandomState::new().build_hasher().finish())
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A uniform number below `bound` (Lemire's multiplication with rejection).
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        let mut product = (self.next_u64() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A fraction in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An element of the slice, or `None` if it is empty.
    #[inline]
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len() as u32) as usize]) }
    }

    /// An element chosen by weight, or `None` if all weights are 0.
    #[inline]
    pub fn choose_weighted<T: Copy>(&mut self, items: &[(T, u32)]) -> Option<T> {
        let total: u32 = items.iter().map(|(_, weight)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = self.below(total);
        for &(item, weight) in items {
            if ticket < weight {
                return Some(item);
            }
            ticket -= weight;
        }
        None
    }

    /// Puts the slice into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// One step of `SplitMix64`; hash keys are made with it.
#[inline]
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// The finaliser of `SplitMix64`: every bit of the input changes about half of the output.
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let z = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_sequence_of_the_named_algorithm() {
        // Reference: the public C code of xoshiro256** started from the state 1, 2, 3, 4.
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        assert_eq!(first, [11520, 0, 1509978240, 1215971899390074240]);
    }

    #[test]
    fn weights_are_respected() {
        let mut rng = Rng::new(1);
        let hits = (0..30_000).filter(|_| rng.choose_weighted(&[('a', 2), ('b', 1)]) == Some('a')).count();
        assert!((19_500..20_500).contains(&hits), "{hits}");
        assert_eq!(rng.choose_weighted(&[('a', 0)]), None);
    }

    #[test]
    fn below_reaches_every_number_equally() {
        let mut rng = Rng::new(3);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
    }
}
