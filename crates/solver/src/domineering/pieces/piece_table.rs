//! The shipped lookup table: values of the pieces that proofs need most.
//!
//! The file holds the canonical forms first, each after its options: the numbers of options of Left and Right, the
//! lower bound as a switch, the indices of the options. Then come the pieces: cells and index of the form. All numbers
//! are little endian.

use crate::cgt::hash::FastMap;
use crate::cgt::{Games, Value};

use crate::domineering::board::SmallRegion;
use crate::domineering::pieces::{PieceValues, SwitchSum};

/// Written by `agon train domineering --recipe file=pieces`.
pub(crate) const SHIPPED: &[u8] = include_bytes!("../../../data/pieces.bin");

/// The contents of the table.
#[derive(Debug, Default)]
pub(crate) struct PieceTable {
    /// Every form with its lower bound.
    pub(crate) forms: Vec<(Value, SwitchSum)>,
    pub(crate) pieces: Vec<(SmallRegion, Value)>,
}

impl PieceTable {
    /// Reads a table; nothing if it is damaged.
    pub(crate) fn read(bytes: &[u8], games: &mut Games) -> Option<Self> {
        let mut input = ByteReader(bytes);
        let (forms, pieces) = (input.number::<4>()?, input.number::<4>()?);
        let mut shipped = Self::default();
        shipped.forms.reserve(forms as usize);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for _ in 0..forms {
            let (lefts, rights) = (input.number::<1>()?, input.number::<1>()?);
            let mean = input.number::<2>()? as i16;
            let temperatures = read_temperatures(input.number::<1>()?)?;
            for (options, count) in [(&mut left, lefts), (&mut right, rights)] {
                options.clear();
                for _ in 0..count {
                    options.push(shipped.forms.get(input.number::<2>()? as usize)?.0);
                }
                options.sort_unstable();
            }
            shipped.forms.push((games.intern(&left, &right), SwitchSum { mean: i32::from(mean), temperatures }));
        }
        shipped.pieces.reserve(pieces as usize);
        for _ in 0..pieces {
            let cells = input.number::<8>()?;
            let (value, _) = *shipped.forms.get(input.number::<2>()? as usize)?;
            shipped.pieces.push((SmallRegion(cells), value));
        }
        Some(shipped)
    }
}

/// Byte 0 stands for a number, any other for a switch of a temperature less by one: a switch of temperature 0 is no
/// number.
fn read_temperatures(byte: u64) -> Option<u64> {
    match byte {
        0 => Some(0),
        1..=48 => Some(1 << (byte - 1)),
        _ => None,
    }
}

struct ByteReader<'a>(&'a [u8]);

impl ByteReader<'_> {
    fn number<const BYTES: usize>(&mut self) -> Option<u64> {
        let (bytes, rest) = self.0.split_first_chunk::<BYTES>()?;
        self.0 = rest;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }
}

/// Writes the table of these pieces; nothing if it is too large for the format.
pub(crate) fn write_piece_table(pieces: &[SmallRegion]) -> Option<Vec<u8>> {
    let mut known = PieceValues::default();
    let mut forms = FormWriter::default();
    let mut last = Vec::new();
    for &small_region in pieces {
        let value = known.small_region(small_region);
        let number = forms.enter(value, &mut known)?;
        last.extend(small_region.0.to_le_bytes());
        last.extend(number.to_le_bytes());
    }
    let mut out = Vec::new();
    out.extend(u32::try_from(forms.numbers.len()).ok()?.to_le_bytes());
    out.extend(u32::try_from(pieces.len()).ok()?.to_le_bytes());
    out.extend(forms.out);
    out.extend(last);
    Some(out)
}

#[derive(Default)]
struct FormWriter {
    numbers: FastMap<u32, u16>,
    out: Vec<u8>,
}

impl FormWriter {
    /// Returns the index of a form, and writes it after its options if it is new.
    fn enter(&mut self, value: Value, pieces: &mut PieceValues) -> Option<u16> {
        let key = u32::try_from(value.index()).ok()?;
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        let games = pieces.games();
        let (left, right) = (games.left(value).to_vec(), games.right(value).to_vec());
        let counts = [u8::try_from(left.len()).ok()?, u8::try_from(right.len()).ok()?];
        let options: Vec<u16> =
            left.into_iter().chain(right).map(|option| self.enter(option, pieces)).collect::<Option<_>>()?;
        let sum = pieces.sum(value);
        self.out.extend(counts);
        self.out.extend(i16::try_from(sum.mean).ok()?.to_le_bytes());
        self.out.push(u8::try_from(sum.temperatures.checked_ilog2().map_or(0, |temperature| temperature + 1)).ok()?);
        for option in options {
            self.out.extend(option.to_le_bytes());
        }
        let number = u16::try_from(self.numbers.len()).ok()?;
        self.numbers.insert(key, number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::pieces::RegionValues;

    #[test]
    fn shipped_values_agree_with_computed_ones() {
        let mut values = RegionValues::new();
        let shipped = PieceTable::read(SHIPPED, values.games()).unwrap();
        assert!(shipped.pieces.len() > 10_000, "{} pieces", shipped.pieces.len());
        for &(small_region, value) in &shipped.pieces {
            assert_eq!(small_region, small_region.normalized());
            assert_eq!(values.small_region(small_region), Some(value), "{small_region:?}");
        }
        for &(value, sum) in shipped.forms.iter().step_by(10) {
            assert_eq!(SwitchSum::lower_bound(values.games(), value), sum);
        }
    }

    #[test]
    fn a_damaged_table_is_not_read() {
        let mut games = Games::new();
        assert!(PieceTable::read(&SHIPPED[..SHIPPED.len() - 1], &mut games).is_none());
        // A form whose option comes after it.
        assert!(PieceTable::read(&[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 7, 0], &mut games).is_none());
    }
}
