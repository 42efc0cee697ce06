//! The weights in the repository, and how they are written.

use std::fmt::Write;
use std::sync::LazyLock;

use agon_blockade::TurnKind;

use super::worth::{LONGEST, MOST_WALLS, Worth};

/// How they were made stands in the files' first lines.
static CLASSIC: LazyLock<Worth> = LazyLock::new(|| read(include_str!("weights/classic.txt")));
static SWIFT: LazyLock<Worth> = LazyLock::new(|| read(include_str!("weights/swift.txt")));
static OPTIONAL: LazyLock<Worth> = LazyLock::new(|| read(include_str!("weights/optional.txt")));

/// The weights for a kind of turn.
pub(super) fn of(kind: TurnKind) -> &'static Worth {
    match kind {
        TurnKind::Classic => &CLASSIC,
        TurnKind::Swift => &SWIFT,
        TurnKind::Optional => &OPTIONAL,
    }
}

/// A line for every table, by hand: what learning begins with.
pub(super) fn by_hand(kind: TurnKind) -> &'static Worth {
    // A wall that has to be placed is worth nothing; one that costs a turn was measured in matches.
    const STOCKS: [i16; 3] = [0, 60, 20];
    static BY_HAND: LazyLock<[Worth; 3]> = LazyLock::new(|| {
        STOCKS.map(|stock| Worth {
            near: std::array::from_fn(|steps| 50 * steps as i16),
            far: std::array::from_fn(|steps| 10 * steps as i16),
            stock: std::array::from_fn(|walls| stock * walls as i16),
            tempo: 50,
        })
    });
    &BY_HAND[match kind {
        TurnKind::Classic => 0,
        TurnKind::Swift => 1,
        TurnKind::Optional => 2,
    }]
}

/// Reads the lines of [`text`]; what is missing counts nothing.
pub(super) fn read(text: &str) -> Worth {
    let mut worth =
        Worth { near: [0; LONGEST + 1], far: [0; LONGEST + 1], stock: [0; MOST_WALLS + 1], tempo: 0 };
    for line in text.lines() {
        let mut words = line.split(' ');
        let table: &mut [i16] = match words.next() {
            Some("near") => &mut worth.near,
            Some("far") => &mut worth.far,
            Some("stock") => &mut worth.stock,
            Some("tempo") => std::slice::from_mut(&mut worth.tempo),
            _ => continue,
        };
        for (place, number) in table.iter_mut().zip(words.filter_map(|word| word.parse().ok())) {
            *place = number;
        }
    }
    worth
}

/// A name and the numbers of a table on each line.
pub(super) fn text(worth: &Worth) -> String {
    let tables: [(&str, &[i16]); 4] = [
        ("near", &worth.near),
        ("far", &worth.far),
        ("stock", &worth.stock),
        ("tempo", std::slice::from_ref(&worth.tempo)),
    ];
    let mut text = String::new();
    for (name, table) in tables {
        text.push_str(name);
        for number in table {
            // Writing to a string cannot fail.
            let _ = write!(text, " {number}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_complete_and_a_longer_way_is_never_worth_more() {
        for kind in [TurnKind::Classic, TurnKind::Swift, TurnKind::Optional] {
            let worth = of(kind);
            assert_eq!(read(&text(worth)), *worth);
            for table in [&worth.near, &worth.far] {
                assert!(table.is_sorted() && table[LONGEST] > table[1], "{kind:?}");
            }
            assert!(worth.tempo > 0, "{kind:?}");
        }
    }
}
