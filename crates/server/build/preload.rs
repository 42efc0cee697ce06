//! The scripts that a page preloads: its own script and everything it imports.

use super::bundle::resolve;

/// The scripts that some entries need, each once, an entry before its imports.
pub(crate) fn preloads<'a>(files: &'a [(String, Vec<u8>)], entries: &[&str]) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    let mut waiting: Vec<String> = entries.iter().rev().map(|name| (*name).to_owned()).collect();
    while let Some(wanted) = waiting.pop() {
        let Some((name, bytes)) = files.iter().find(|(name, _)| *name == wanted) else { continue };
        if found.contains(&name.as_str()) {
            continue;
        }
        found.push(name);
        let text = String::from_utf8_lossy(bytes);
        waiting.extend(imports(&text).map(|path| resolve(name, path)));
    }
    found
}

/// The paths of a script's static imports.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| line.starts_with("import ") || line.starts_with("} from ") || line.starts_with("export "))
        .filter_map(|line| {
            let (_, path) = line.split_once("from \"").or_else(|| line.split_once("import \""))?;
            path.split('"').next()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_imports_are_preloaded_and_dynamic_ones_are_not() {
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let files = [
            file("js/app.js", "import { a } from \"./dom.js\";\nconst x = () => import(\"./late.js\");"),
            file("js/dom.js", "import {\nb,\n} from \"./pages/b.js\";"),
            file("js/late.js", ""),
            file("js/pages/b.js", "import * as dom from \"../dom.js\";\nexport { c } from \"../gone.js\";"),
        ];
        assert_eq!(preloads(&files, &["js/app.js"]), ["js/app.js", "js/dom.js", "js/pages/b.js"]);
        assert_eq!(preloads(&files, &["js/late.js", "js/none.js"]), ["js/late.js"]);
    }
}
