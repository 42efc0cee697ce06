/// Parses a list such as `hidden=64,steps=1e-3/1e-4` and calls `set` for every key and value.
///
/// Fails with the first item that is not a pair or for which `set` returns `None`; earlier pairs have been set.
pub fn read_pairs<'a>(list: &'a str, mut set: impl FnMut(&'a str, &'a str) -> Option<()>) -> Result<(), &'a str> {
    for pair in list.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let done = pair.split_once('=').and_then(|(key, value)| set(key.trim(), value.trim()));
        done.ok_or(pair)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_until_one_is_refused() {
        let read = |list| {
            let mut seen = Vec::new();
            let end = read_pairs(list, |key, value| {
                seen.push(format!("{key}:{value}"));
                (key != "no").then_some(())
            });
            (seen.join(" "), end)
        };
        assert_eq!(read(""), (String::new(), Ok(())));
        assert_eq!(read(" a = 1,,b=2=3, "), ("a:1 b:2=3".to_owned(), Ok(())));
        assert_eq!(read("a=1, b, c=2"), ("a:1".to_owned(), Err("b")));
        assert_eq!(read("no=1,c=2"), ("no:1".to_owned(), Err("no=1")));
    }
}
