//! Bundles the page's modules into chunks: one that all pages share, and one for each part that is loaded on demand.
//! Fewer files mean fewer requests and better compression.
//!
//! The modules of a chunk share one scope, so no two modules may declare the same top-level name; the build fails if
//! they do. Nothing is renamed, and no code is parsed beyond `import` and `export` lines.

use std::collections::{BTreeMap, BTreeSet};

use super::strip;

/// The module that every page loads first.
const ENTRY: &str = "js/app.js";

/// Globals of the browser that a top-level declaration would hide from the other modules.
const BROWSER_GLOBALS: &[&str] = &[
    "caches",
    "close",
    "crypto",
    "document",
    "event",
    "fetch",
    "find",
    "focus",
    "history",
    "length",
    "location",
    "name",
    "navigator",
    "open",
    "origin",
    "parent",
    "performance",
    "print",
    "screen",
    "scroll",
    "self",
    "status",
    "stop",
    "top",
    "window",
];

struct Module {
    /// The code without comments and imports.
    body: String,
    /// The imported names by module.
    imports: Vec<(String, Vec<String>)>,
    /// The modules it loads on demand.
    dynamic_imports: Vec<String>,
    /// The exported names.
    exports: Vec<String>,
}

type Modules = BTreeMap<String, Module>;

/// The chunks by name. A chunk loaded on demand has the name of its module.
///
/// # Panics
///
/// If two modules declare the same name, or one contains syntax that cannot be bundled.
pub(crate) fn bundle(sources: &[(String, String)]) -> Vec<(String, String)> {
    check_names(sources);
    let modules: Modules = sources.iter().map(|(name, source)| (name.clone(), parse(name, source))).collect();
    let chunks = Chunks::new(&modules);
    chunks.parents.keys().map(|chunk| (chunk.clone(), chunks.text(chunk))).collect()
}

fn check_names(sources: &[(String, String)]) {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (module, source) in sources {
        for name in source.lines().filter_map(declared) {
            assert!(!BROWSER_GLOBALS.contains(&name), "{module}: {name} is a global of the browser");
            if let Some(other) = seen.insert(name, module) {
                panic!("{module} and {other} both declare {name}; rename one");
            }
        }
    }
}

/// The top-level name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = ["function ", "class ", "const ", "let "].iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    assert!(end > 0, "{line}: only plain names may be declared at the top level of a module");
    Some(&rest[..end])
}

fn parse(name: &str, source: &str) -> Module {
    let text = strip::script(source);
    let mut module =
        Module { body: String::new(), imports: Vec::new(), dynamic_imports: Vec::new(), exports: Vec::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().unwrap_or(";"));
            }
            module.imports.push(parse_import(name, &statement));
            continue;
        }
        let own = line.strip_prefix("export ").unwrap_or(line);
        if own.len() < line.len() {
            let exported = declared(own).unwrap_or_else(|| panic!("{name}: {line} cannot be bundled"));
            module.exports.push(exported.to_owned());
        }
        module.body.push_str(own);
        module.body.push('\n');
    }
    module.dynamic_imports = dynamic_imports(&module.body).map(|path| resolve(name, path)).collect();
    module
}

/// `import { a, b } from "./c.js";`
fn parse_import(name: &str, statement: &str) -> (String, Vec<String>) {
    let parts = statement.strip_prefix("import {").and_then(|rest| rest.split_once("} from \""));
    let Some((names, path)) = parts.filter(|_| !statement.contains(" as ")) else {
        panic!("{name}: {statement} cannot be bundled; import names without renaming them");
    };
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    (resolve(name, path.trim_end_matches("\";")), names.collect())
}

/// The paths of the modules that a text loads on demand.
fn dynamic_imports(text: &str) -> impl Iterator<Item = &str> {
    text.split("import(\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// Resolves the relative path of an import.
pub(crate) fn resolve(name: &str, path: &str) -> String {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The relative path from one file to another.
fn relative_path(from: &str, to: &str) -> String {
    format!("{}{to}", "../".repeat(from.matches('/').count()))
}

/// The assignment of modules to chunks.
struct Chunks<'a> {
    modules: &'a Modules,
    /// For each chunk, the chunk that is always loaded before it.
    parents: BTreeMap<String, String>,
    /// The chunk of each module.
    chunk_of: BTreeMap<&'a str, String>,
}

impl<'a> Chunks<'a> {
    fn new(modules: &'a Modules) -> Self {
        let mut files: BTreeSet<&str> =
            modules.values().flat_map(|one| &one.dynamic_imports).map(String::as_str).collect();
        files.insert(ENTRY);
        let needs: BTreeMap<&str, BTreeSet<&str>> = files.iter().map(|file| (*file, closure(modules, file))).collect();
        let users = |module: &str| -> Vec<&str> {
            needs.iter().filter(|(_, all)| all.contains(module)).map(|(file, _)| *file).collect()
        };
        let mut chunks = Self { modules, parents: BTreeMap::new(), chunk_of: BTreeMap::new() };
        chunks.parents.insert(ENTRY.to_owned(), ENTRY.to_owned());
        // A chunk comes after all chunks that load it, so those are placed first.
        while chunks.parents.len() < files.len() {
            let askers = |file: &str| -> BTreeSet<&str> {
                let asking = modules.iter().filter(|(_, one)| one.dynamic_imports.iter().any(|name| name == file));
                asking.flat_map(|(name, _)| users(name)).filter(|user| *user != file).collect()
            };
            let waiting: Vec<&str> =
                files.iter().filter(|file| !chunks.parents.contains_key(**file)).copied().collect();
            let ready = waiting
                .iter()
                .find(|file| askers(file).iter().all(|asker| chunks.parents.contains_key(*asker)))
                .unwrap_or(&waiting[0]);
            let known = askers(ready).into_iter().filter(|asker| chunks.parents.contains_key(*asker));
            let parent = chunks.common_ancestor(known);
            chunks.parents.insert((*ready).to_owned(), parent);
        }
        for module in modules.keys() {
            let users = users(module);
            if !users.is_empty() {
                chunks.chunk_of.insert(module, chunks.common_ancestor(users.into_iter()));
            }
        }
        chunks
    }

    /// A chunk and its ancestors, the entry last.
    fn ancestors(&self, file: &str) -> Vec<String> {
        let mut line = vec![file.to_owned()];
        while let Some(parent) = self.parents.get(&line[line.len() - 1]).filter(|parent| !line.contains(parent)) {
            line.push(parent.clone());
        }
        line
    }

    /// The nearest chunk that is loaded whenever any of these is.
    fn common_ancestor<'b>(&self, files: impl Iterator<Item = &'b str>) -> String {
        let shared = files.map(|file| self.ancestors(file)).reduce(|mut shared, line| {
            shared.retain(|file| line.contains(file));
            shared
        });
        shared.and_then(|line| line.into_iter().next()).unwrap_or_else(|| ENTRY.to_owned())
    }

    /// The text of a chunk: imports, modules, exports.
    fn text(&self, file: &str) -> String {
        let mut taken: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut body = String::new();
        for module in self.order(file) {
            let one = &self.modules[module];
            for (target, names) in &one.imports {
                let home = self.chunk_of[target.as_str()].as_str();
                if home != file {
                    taken.entry(home).or_default().extend(names.iter().map(String::as_str));
                }
            }
            body.push_str(&rebase_imports(file, module, &one.body));
        }
        let mut exported = self.exported(file);
        let own = &self.modules[file];
        if self.chunk_of[file] == file {
            exported.extend(own.exports.iter().map(String::as_str));
        }
        let mut text = String::new();
        for (home, names) in taken {
            text.extend(["import { ", &list(&names), " } from \"", &relative_path(file, home), "\";\n"]);
        }
        text += &body;
        if !exported.is_empty() {
            text.extend(["export { ", &list(&exported), " };\n"]);
        }
        if self.chunk_of[file] != file {
            let names = own.exports.iter().map(String::as_str).collect();
            let home = relative_path(file, &self.chunk_of[file]);
            text.extend(["export { ", &list(&names), " } from \"", &home, "\";\n"]);
        }
        text
    }

    /// The names that other chunks import from this one.
    fn exported(&self, file: &str) -> BTreeSet<&'a str> {
        let mut exported = BTreeSet::new();
        for (name, module) in self.modules {
            let Some(home) = self.chunk_of.get(name.as_str()) else { continue };
            for (target, names) in &module.imports {
                if home != file && self.chunk_of[target.as_str()] == file {
                    exported.extend(names.iter().map(String::as_str));
                }
            }
        }
        // A module of this chunk that is also loaded on demand is re-exported by the chunk of its name.
        for name in self.parents.keys().filter(|name| *name != file && self.chunk_of[name.as_str()] == file) {
            exported.extend(self.modules[name].exports.iter().map(String::as_str));
        }
        exported
    }

    /// The modules of a chunk, each after those it imports; the one that names the chunk comes last.
    fn order(&self, file: &str) -> Vec<&'a str> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let own = self.chunk_of.iter().filter(|(name, home)| *home == file && **name != file);
        for name in own.map(|(name, _)| *name).chain(self.chunk_of.get_key_value(file).map(|(name, _)| *name)) {
            self.visit(file, name, &mut seen, &mut order);
        }
        order
    }

    fn visit(&self, file: &str, name: &'a str, seen: &mut BTreeSet<&'a str>, order: &mut Vec<&'a str>) {
        if self.chunk_of.get(name).is_none_or(|home| home != file) || !seen.insert(name) {
            return;
        }
        for (target, _) in &self.modules[name].imports {
            self.visit(file, target, seen, order);
        }
        order.push(name);
    }
}

/// A module's code with the paths of its dynamic imports relative to its chunk.
fn rebase_imports(file: &str, module: &str, body: &str) -> String {
    let mut parts = body.split("import(\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (old, rest) = part.split_once('"').unwrap_or((part, ""));
        out.extend(["import(\"", &relative_path(file, &resolve(module, old)), "\"", rest]);
    }
    out
}

/// A module and everything it imports, directly or not.
fn closure<'a>(modules: &'a Modules, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(name) = waiting.pop() {
        let module = modules.get(name).unwrap_or_else(|| panic!("there is no script {name}"));
        if found.insert(name) {
            waiting.extend(module.imports.iter().map(|(target, _)| target.as_str()));
        }
    }
    found
}

fn list(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
        let sources: Vec<_> = sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        bundle(&sources).into_iter().collect()
    }

    const APP: (&str, &str) = ("js/app.js", "import { h } from \"./dom.js\";\nimport(\"./pages/a.js\");\nh();\n");

    #[test]
    fn shared_modules_go_into_the_entry_and_others_into_the_chunk_that_needs_them() {
        let files = bundled(&[
            APP,
            ("js/dom.js", "/** Makes. */\nexport function h() {\n    return 1;\n}\n"),
            (
                "js/pages/a.js",
                "import { h } from \"../dom.js\";\nimport { own } from \"../own.js\";\nexport const a = () => [h, own, import(\"../late.js\")];\n",
            ),
            ("js/own.js", "export let own = 2;\n"),
            ("js/late.js", "import { own } from \"./own.js\";\nexport class Late {}\n"),
            ("js/unused.js", "export const nothing = 0;\n"),
        ]);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["js/app.js", "js/late.js", "js/pages/a.js"]);
        assert_eq!(
            files["js/app.js"],
            "function h() {\nreturn 1;\n}\nimport(\"../js/pages/a.js\");\nh();\nexport { h };\n"
        );
        assert_eq!(
            files["js/pages/a.js"],
            "import { h } from \"../../js/app.js\";\nlet own = 2;\nconst a = () => [h, own, import(\"../../js/late.js\")];\nexport { a, own };\n"
        );
        assert_eq!(files["js/late.js"], "import { own } from \"../js/pages/a.js\";\nclass Late {}\nexport { Late };\n");
    }

    #[test]
    fn a_module_in_an_earlier_chunk_is_re_exported() {
        let files = bundled(&[
            APP,
            ("js/dom.js", "export function h() {}\n"),
            (
                "js/pages/a.js",
                "import { b } from \"../b.js\";\nexport const a = [b, import(\"../c.js\"), import(\"../b.js\")];\n",
            ),
            ("js/b.js", "export const b = 1;\n"),
            ("js/c.js", "import { b } from \"./b.js\";\nexport const c = b;\n"),
        ]);
        assert_eq!(files["js/b.js"], "export { b } from \"../js/pages/a.js\";\n");
        assert!(files["js/pages/a.js"].starts_with("const b = 1;\n"));
        assert!(files["js/c.js"].starts_with("import { b } from \"../js/pages/a.js\";\n"));
    }

    #[test]
    #[should_panic(expected = "both declare own")]
    fn a_name_is_declared_once() {
        bundled(&[("js/app.js", "const own = 1;\n"), ("js/b.js", "export const own = 2;\n")]);
    }

    #[test]
    #[should_panic(expected = "is a global of the browser")]
    fn globals_of_the_browser_may_not_be_declared() {
        bundled(&[("js/app.js", "function open() {}\n")]);
    }

    #[test]
    #[should_panic(expected = "cannot be bundled")]
    fn renamed_imports_are_refused() {
        bundled(&[("js/app.js", "import { a as b } from \"./c.js\";\n"), ("js/c.js", "export const a = 1;\n")]);
    }
}
