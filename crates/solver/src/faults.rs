//! The faults that solving can report.

agon_core::faults! {
    /// No solver for this game.
    pub NOT_SOLVABLE = "not-solvable", "{game} cannot be solved; games with a solver are {games}";
    /// The board is larger than the solver can hold.
    pub BOARD_TOO_LARGE = "board-too-large", "the free cells span {rows} x {cols}; the solver takes regions of up to {most} cells";
    /// Values are not known for this game.
    pub NO_VALUES = "no-values", "{game} has no combinatorial values; domineering has";
    /// The exact value of a region takes too long.
    pub REGION_TOO_LARGE = "region-too-large", "a connected region of {cells} cells is too large for its exact value; up to about {most} cells are worked out";
    /// The file does not continue this proof.
    pub NOT_THIS_PROOF = "not-this-proof", "the file belongs to {found}, not to {wanted}";
    /// The file is damaged, or no such file at all.
    pub DAMAGED_PROOF = "damaged-proof", "the file is damaged or was not written by agon solve; delete it to start again";

    /// The solver of this game cannot go on from a file.
    pub NOT_RESUMABLE = "not-resumable", "only proofs of domineering can be kept in a file and gone on with; leave --resume out";
    /// The board does not fit the sets of a solver.
    pub TOO_MANY_SQUARES = "too-many-squares", "boards of {rows} x {cols} squares are not solved; {game} is on up to {most}";
    /// The tables would need more memory than is allowed.
    pub TOO_MUCH_MEMORY = "too-much-memory", "solving this takes more than the {megabytes} MB of memory it may use; allow more with --hash, or take fewer walls or a smaller board";
}
