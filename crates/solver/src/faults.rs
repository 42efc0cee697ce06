use agon_core::FaultKind;

/// No solver for this game.
pub const NOT_SOLVABLE: FaultKind =
    FaultKind::new("not-solvable", "{game} cannot be solved; games with a solver are {games}");
/// The board is larger than the solver can hold.
pub const BOARD_TOO_LARGE: FaultKind = FaultKind::new(
    "board-too-large",
    "the free cells span {rows} x {cols}; the solver takes regions of up to {most} cells",
);
/// Values are not known for this game.
pub const NO_VALUES: FaultKind =
    FaultKind::new("no-values", "{game} has no combinatorial values; domineering has");
/// The exact value of a region takes too long.
pub const REGION_TOO_LARGE: FaultKind = FaultKind::new(
    "region-too-large",
    "a connected region of {cells} cells is too large for its exact value; up to about {most} cells are worked out",
);
/// The file does not continue this proof.
pub const NOT_THIS_PROOF: FaultKind =
    FaultKind::new("not-this-proof", "the file belongs to {found}, not to {wanted}");
/// The file is damaged, or no such file at all.
pub const DAMAGED_PROOF: FaultKind = FaultKind::new(
    "damaged-proof",
    "the file is damaged or was not written by agon solve; delete it to start again",
);

/// The solver of this game cannot go on from a file.
pub const NOT_RESUMABLE: FaultKind = FaultKind::new(
    "not-resumable",
    "only proofs of domineering can be kept in a file and gone on with; leave --resume out",
);
/// The board does not fit the sets of a solver.
pub const TOO_MANY_SQUARES: FaultKind = FaultKind::new(
    "too-many-squares",
    "boards of {rows} x {cols} squares are not solved; {game} is on up to {most}",
);
/// The tables would need more memory than is allowed.
pub const TOO_MUCH_MEMORY: FaultKind = FaultKind::new(
    "too-much-memory",
    "solving this takes more than the {megabytes} MB of memory it may use; allow more with --hash, or take fewer walls or a smaller board",
);

/// Every mistake this crate reports, for the catalogues.
pub const FAULTS: &[FaultKind] = &[
    NOT_SOLVABLE,
    BOARD_TOO_LARGE,
    NO_VALUES,
    REGION_TOO_LARGE,
    NOT_THIS_PROOF,
    DAMAGED_PROOF,
    NOT_RESUMABLE,
    TOO_MANY_SQUARES,
    TOO_MUCH_MEMORY,
];
