use agon_core::{GameInfo, Values};

use crate::entries;

/// A number whose default is larger than this is a size or a supply, which a short game has less of.
const LARGE: u32 = 7;

/// Specs that together have every game and every value of each option with named values, on small boards: for tests that
/// play whole games.
///
/// ```
/// let specs = agon_games::rule_sets();
/// assert!(specs.iter().any(|spec| spec == "blockade:turn=swift,rows=5,cols=5,walls=2,single=opponent,repetition=off"));
/// ```
pub fn rule_sets() -> Vec<String> {
    entries().iter().flat_map(|entry| rule_sets_of(entry.info)).collect()
}

/// As many specs as the option with the most values has values: the first has the first value of each option.
fn rule_sets_of(info: &GameInfo) -> Vec<String> {
    let count = |values: &Values| if let Values::OneOf(values) = values { values.len() } else { 1 };
    let most = info.options.iter().map(|option| count(&option.values)).max().unwrap_or(1);
    let spec = |round: usize| {
        let chosen = info.options.iter().filter_map(|option| {
            let value = match option.values {
                Values::OneOf(values) => (*values.get(round)?).to_owned(),
                Values::Range(low, high) => {
                    let is_large = option.default.parse().is_ok_and(|number: u32| number > LARGE);
                    if is_large { (low + 2).min(high).to_string() } else { low.to_string() }
                }
                Values::Text(_) => return None,
            };
            (value != option.default).then(|| format!("{}={value}", option.name))
        });
        let chosen: Vec<String> = chosen.collect();
        if chosen.is_empty() { info.name.to_owned() } else { format!("{}:{}", info.name, chosen.join(",")) }
    };
    (0..most).map(spec).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_value_of_every_option_is_in_a_rule_set_that_can_be_opened() {
        let specs = rule_sets();
        let tables: Vec<_> =
            specs.iter().map(|spec| crate::open(spec).unwrap_or_else(|fault| panic!("{spec}: {fault}"))).collect();
        assert_eq!(tables.iter().map(|table| table.spec()).collect::<HashSet<_>>().len(), specs.len(), "none twice");
        for info in entries().iter().map(|entry| entry.info) {
            for option in info.options {
                let Values::OneOf(values) = option.values else { continue };
                for value in values {
                    let text = format!("{}={value}", option.name);
                    let is_there = |spec: &String| {
                        let (name, options) = agon_core::spec::split_spec(spec);
                        let is_given = options.split(',').any(|given| given == text);
                        let is_default = *value == option.default && !options.contains(&format!("{}=", option.name));
                        name == info.name && (is_given || is_default)
                    };
                    assert!(specs.iter().any(is_there), "{} {text}", info.name);
                }
            }
        }
    }

    #[test]
    fn games_on_small_boards_end() {
        for spec in rule_sets() {
            let mut table = crate::open(&spec).unwrap();
            let mut rng = agon_core::Rng::new(2);
            while table.outcome().is_none() {
                assert!(table.plies().len() < 5000, "{spec}");
                if table.roll(&mut rng).is_none() {
                    let turn = rng.choose(&table.legal()).cloned().unwrap();
                    table.play(&turn).unwrap();
                }
            }
        }
    }
}
