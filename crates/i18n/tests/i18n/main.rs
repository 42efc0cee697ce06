//! The catalogues are complete: every text and every fault in every language.

mod catalogues;
mod faults;

use std::collections::BTreeSet;

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}
