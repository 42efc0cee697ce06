//! A fast hash map for internal keys.

use std::hash::{BuildHasherDefault, Hasher};

/// A hash map for keys that no user chooses: one multiplication is a good enough hash and much faster than the standard one.
pub type FastMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<MultiplyHasher>>;

/// The hasher of a [`FastMap`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
