//! The faults that solving can report.

agon_core::faults! {
    /// No solver for this game.
    pub NOT_SOLVABLE = "not-solvable", "{game} cannot be solved; games with a solver are {games}";
    /// The board is larger than the solver can hold.
    pub BOARD_TOO_LARGE = "board-too-large", "the free cells span {rows} x {cols}; the solver takes regions of up to {most} cells";
    /// The game has no combinatorial values.
    pub NO_VALUES = "no-values", "{game} has no combinatorial values; games with values are {games}";
    /// The exact value of the region would take too long.
    pub REGION_TOO_LARGE = "region-too-large", "a connected region of {cells} cells is too large to compute its exact value; the limit is about {most} cells";
    /// The file belongs to another proof.
    pub NOT_THIS_PROOF = "not-this-proof", "the file belongs to {found}, not to {wanted}";
    /// The file is damaged, or is no proof file.
    pub DAMAGED_PROOF = "damaged-proof", "the file is damaged or was not written by agon solve; delete it to start again";

    /// The solver of this game cannot be resumed.
    pub NOT_RESUMABLE = "not-resumable", "proofs of {game} cannot be saved and resumed; leave out --resume";
    /// The board is too large for the bit sets of the solver.
    pub TOO_MANY_SQUARES = "too-many-squares", "the solver of {game} does not support boards of {rows} x {cols} squares; the limit is {most}";
    /// The tables need more memory than allowed.
    pub TOO_MUCH_MEMORY = "too-much-memory", "solving this position needs more than {megabytes} MB of memory; raise --hash, or choose fewer walls or a smaller board";
}
