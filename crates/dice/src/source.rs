use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Length of the server's secret in bytes.
pub const SECRET_LEN: usize = 32;
/// Length of a player's part in bytes.
pub const PART_LEN: usize = 16;

const COMMIT_LABEL: &[u8] = b"agon dice 1";
const PART_LABEL: &[u8] = b"agon dice part";
const ROLL_LABEL: &[u8] = b"roll";

/// The commitment that the server publishes before the first roll.
pub fn commitment(game: &str, secret: &[u8; SECRET_LEN]) -> [u8; 32] {
    Sha256::new().chain_update(COMMIT_LABEL).chain_update(game).chain_update(secret).finalize().into()
}

/// The commitment that a player publishes before the parts are revealed.
pub fn part_commitment(part: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(PART_LABEL).chain_update(part).finalize().into()
}

/// The source of the rolls of one game.
///
/// It has no `Debug`, so that the secret cannot reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceSource<G> {
    /// The game's id; binds the secret to one game.
    pub game: G,
    /// The server's secret.
    pub secret: [u8; SECRET_LEN],
    /// What the players added, p1 first; empty if they did not.
    pub parts: [Vec<u8>; 2],
}

impl<G: AsRef<str>> DiceSource<G> {
    /// The two dice at a ply, in the order they fell.
    pub fn roll(&self, ply: u32) -> [u8; 2] {
        let mut dice = self.dice(ply);
        [dice.next(), dice.next()]
    }

    /// The opening roll at a ply: one die for each player, never equal.
    pub fn opening(&self, ply: u32) -> [u8; 2] {
        let mut dice = self.dice(ply);
        loop {
            let pair = [dice.next(), dice.next()];
            if pair[0] != pair[1] {
                return pair;
            }
        }
    }

    /// The roll at a ply as records write it: `31:`, the higher die first.
    pub fn roll_notation(&self, ply: u32) -> String {
        let [a, b] = self.roll(ply);
        format!("{}{}:", a.max(b), a.min(b))
    }

    /// The opening roll at a ply as records write it: `o52:`, White's die first.
    pub fn opening_notation(&self, ply: u32) -> String {
        let [white, black] = self.opening(ply);
        format!("o{white}{black}:")
    }

    fn dice(&self, ply: u32) -> DieStream<'_, G> {
        DieStream { source: self, ply, block: 0, bytes: [0; 32], used: 32 }
    }

    fn block(&self, ply: u32, block: u32) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes keys of any length");
        mac.update(ROLL_LABEL);
        mac.update(self.game.as_ref().as_bytes());
        mac.update(&ply.to_be_bytes());
        mac.update(&self.parts[0]);
        mac.update(&self.parts[1]);
        mac.update(&block.to_be_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// The dice of one ply, without limit.
struct DieStream<'a, G> {
    source: &'a DiceSource<G>,
    ply: u32,
    block: u32,
    bytes: [u8; 32],
    used: usize,
}

impl<G: AsRef<str>> DieStream<'_, G> {
    fn next(&mut self) -> u8 {
        loop {
            if self.used == self.bytes.len() {
                self.bytes = self.source.block(self.ply, self.block);
                self.block += 1;
                self.used = 0;
            }
            let byte = self.bytes[self.used];
            self.used += 1;
            // 252 is the largest multiple of six in a byte; taking more would favour low faces.
            if byte < 252 {
                return byte % 6 + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(seed: u8) -> DiceSource<&'static str> {
        DiceSource { game: "game", secret: [seed; SECRET_LEN], parts: [vec![], vec![]] }
    }

    #[test]
    fn every_input_of_a_roll_matters() {
        let plain = source(1);
        let rolls = |source: &DiceSource<&str>| (0..40).map(|ply| source.roll(ply)).collect::<Vec<_>>();
        let base = rolls(&plain);
        assert_eq!(base, rolls(&plain));
        let others = [
            DiceSource { game: "other", ..plain.clone() },
            DiceSource { secret: [2; SECRET_LEN], ..plain.clone() },
            DiceSource { parts: [vec![1; PART_LEN], vec![]], ..plain.clone() },
            DiceSource { parts: [vec![1; PART_LEN], vec![2; PART_LEN]], ..plain.clone() },
        ];
        for other in &others {
            assert_ne!(base, rolls(other));
        }
        assert_ne!(rolls(&others[2]), rolls(&others[3]));
        assert_ne!(base[..20], base[20..]);
    }

    #[test]
    fn faces_and_pairs_are_even() {
        let mut faces = [0f64; 6];
        let mut pairs = [[0f64; 6]; 6];
        let (games, plies) = (100, 600);
        for seed in 0..games {
            let source = source(seed);
            for ply in 0..plies {
                let [a, b] = source.roll(ply);
                faces[usize::from(a) - 1] += 1.0;
                faces[usize::from(b) - 1] += 1.0;
                pairs[usize::from(a) - 1][usize::from(b) - 1] += 1.0;
            }
        }
        let rolls = f64::from(games) * f64::from(plies);
        let chi = |counts: &[f64], expected: f64| -> f64 {
            counts.iter().map(|count| (count - expected).powi(2) / expected).sum()
        };
        // 99.9 % limits for 5 and 35 degrees of freedom; the secrets are fixed, so is the answer.
        assert!(chi(&faces, rolls / 3.0) < 20.5);
        assert!(chi(pairs.as_flattened(), rolls / 36.0) < 66.6);
    }

    #[test]
    fn opening_rolls_are_never_equal_and_both_may_be_higher() {
        let source = source(3);
        let openings: Vec<_> = (0..400).map(|ply| source.opening(ply)).collect();
        assert!(openings.iter().all(|[a, b]| a != b));
        assert!(openings.iter().any(|[a, b]| a > b) && openings.iter().any(|[a, b]| a < b));
    }

    #[test]
    fn commitments_are_those_of_the_documentation() {
        // The labels and the order are part of the interface: these values must never change.
        assert_eq!(crate::to_hex(&commitment("game", &[7; 32]))[..16], *"d857e0ad445e3166");
        assert_eq!(crate::to_hex(&part_commitment(&[9; 16]))[..16], *"fcd93fa0806e4496");
        assert_eq!(source(7).roll_notation(0), "43:");
    }
}
