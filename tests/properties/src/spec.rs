use agon_games::open;

use crate::text;

/// A spec string that is accepted has a canonical form that opens the same game.
pub fn spec(data: &[u8]) {
    let given = text(data);
    match open(&given) {
        Ok(table) => {
            let canonical = table.spec();
            let again = open(&canonical).unwrap_or_else(|fault| panic!("{given:?} -> {canonical:?}: {fault}"));
            assert_eq!(again.spec(), canonical, "from {given:?}");
            assert_eq!(again.position(), table.position(), "from {given:?}");
            assert!(table.outcome().is_some() || !table.legal().is_empty(), "nothing to play in {canonical:?}");
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}
