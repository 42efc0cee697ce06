use crate::reached::reached;
use crate::text;

/// Accepted notation has a canonical form that is in the list of legal turns and rolls.
///
/// The first line is the spec, the second a number that chooses a position reached by random
/// play, the rest the notation.
pub fn moves(data: &[u8]) {
    let input = text(data);
    let mut lines = input.splitn(3, '\n');
    let (Some(spec), Some(seed), Some(notation)) = (lines.next(), lines.next(), lines.next()) else { return };
    let seed = seed.trim().parse().unwrap_or_default();
    let Some(reached) = reached(spec, seed) else { return };
    let position = reached.table.position();
    match reached.table.check(notation) {
        Ok(canonical) => {
            assert!(reached.legal.contains(&canonical), "{position}: {notation:?} is read as {canonical:?}");
            assert_eq!(reached.table.check(&canonical).as_ref(), Ok(&canonical), "{position}: {notation:?}");
            let mut table = reached.table.clone_box();
            assert_eq!(table.play(notation).as_ref(), Ok(&canonical), "{position}");
            table.undo();
            assert_eq!(table.position(), position, "after taking back {canonical}");
        }
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            assert!(!reached.legal.contains(notation), "{position}: {notation:?} is legal but refused: {fault}");
        }
    }
}
