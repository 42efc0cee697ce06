//! The game in the library `OpenSpiel`.

use agon_core::OpenSpielGame;

pub(crate) const OPENSPIEL: OpenSpielGame = OpenSpielGame {
    name: "quoridor",
    notation: NOTATION,
    cases: &[("start", "quoridor start"), ("middle", "quoridor middle")],
};

/// It numbers rows from the top: pawn row r is 10-r, wall row r is 9-r.
const NOTATION: &str = r"
def theirs(word):
    row = int(word[1])
    return word[0] + str((9 if len(word) == 3 else 10) - row) + word[2:]
";
