//! Positions that cannot be solved are refused.

#[test]
fn other_games_and_larger_boards_are_refused() {
    let fault = |spec: &str| {
        let table = agon_games::open(spec).unwrap();
        agon_solver::solver(table.as_ref(), 1).err().map(|fault| fault.kind.code)
    };
    assert_eq!(fault("portes"), Some("not-solvable"));
    assert_eq!(fault("quoridor:size=10"), Some("too-many-squares"));
    assert_eq!(fault("blockade"), Some("too-many-squares"));
    assert_eq!(fault("quoridor"), None);
    assert_eq!(fault("domineering:rows=12,cols=11"), Some("board-too-large"));
    assert_eq!(fault("domineering:rows=11,cols=11"), None);
}
