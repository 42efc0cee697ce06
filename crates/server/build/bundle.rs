//! Bundles the page's modules into chunks: one that all pages share, and one for each module that is loaded on demand.
//! Fewer files mean fewer requests and better compression.
//!
//! The modules of a chunk share one scope, so no two modules may declare the same top-level name; the build fails if
//! they do. Nothing is renamed, and no code is parsed beyond `import` and `export` lines.

use std::collections::{BTreeMap, BTreeSet};

use super::strip;

/// The module that every page loads first.
const ENTRY: &str = "js/app.js";

/// Modules that only some chunks need are worth a request of their own if they have this many bytes in all.
const MIN_SHARED_LEN: usize = 800;

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

/// A module of the page.
struct Module {
    /// The code without imports, comments and needless white space.
    body: String,
    /// The imported names by module.
    imports: Vec<(String, Vec<String>)>,
    /// The modules it loads on demand.
    dynamic_imports: Vec<String>,
    /// The exported names.
    exports: Vec<String>,
}

type Modules = BTreeMap<String, Module>;

/// A file with the code of some modules.
pub(crate) struct Chunk {
    /// The name of the module that is loaded on demand, of the entry, or of its first module.
    pub(crate) name: String,
    /// The code.
    pub(crate) text: String,
    /// The chunks it imports.
    pub(crate) imports: Vec<String>,
}

/// The chunks of the page.
///
/// # Panics
///
/// If two modules declare the same name, if a module that is always loaded is also loaded on demand, or if one contains
/// syntax that cannot be bundled.
pub(crate) fn bundle(sources: &[(String, String)]) -> Vec<Chunk> {
    check_names(sources);
    let modules: Modules = sources.iter().map(|(name, source)| (name.clone(), parse(name, source))).collect();
    let layout = Layout::new(&modules);
    layout.files.iter().map(|file| layout.chunk(file)).collect()
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
    let (mut code, mut imports, mut exports) = (String::new(), Vec::new(), Vec::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().unwrap_or(";"));
            }
            imports.push(parse_import(name, &statement));
            continue;
        }
        let own = line.strip_prefix("export ").unwrap_or(line);
        if own.len() < line.len() {
            let exported = declared(own).unwrap_or_else(|| panic!("{name}: {line} cannot be bundled"));
            exports.push(exported.to_owned());
        }
        code.extend([own, "\n"]);
    }
    let body = strip::script(&code);
    let dynamic_imports = dynamic_imports(&body).map(|path| resolve(name, path)).collect();
    Module { body, imports, dynamic_imports, exports }
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
fn resolve(name: &str, path: &str) -> String {
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
struct Layout<'a> {
    modules: &'a Modules,
    /// The names of the chunks: the entry, each module that is loaded on demand, and the first module of each other.
    files: BTreeSet<&'a str>,
    /// The chunk of each module that the entry needs.
    chunk_of: BTreeMap<&'a str, &'a str>,
}

impl<'a> Layout<'a> {
    /// Puts each module into the nearest chunk that is always loaded before it: its closest dominator in the graph of
    /// all imports. If that chunk itself does not need it, it may go into a chunk of its own, together with the modules
    /// that the same chunks need.
    fn new(modules: &'a Modules) -> Self {
        let dynamic = modules.values().flat_map(|module| &module.dynamic_imports).map(String::as_str);
        let mut files: BTreeSet<&str> = dynamic.chain([ENTRY]).collect();
        let dominators = dominators(modules);
        let nearest = |module: &str| {
            let chunks = dominators[module].iter().filter(|chunk| files.contains(**chunk));
            chunks.max_by_key(|chunk| dominators[**chunk].len()).copied().unwrap_or(ENTRY)
        };
        let mut chunk_of: BTreeMap<&str, &str> = dominators.keys().map(|&module| (module, nearest(module))).collect();
        let needs: BTreeMap<&str, BTreeSet<&str>> = files.iter().map(|file| (*file, closure(modules, file))).collect();
        let mut shared: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
        for (&module, &chunk) in &chunk_of {
            for target in modules[module].imports.iter().map(|(target, _)| target.as_str()) {
                let is_earlier = target != chunk && dominators[target].contains(chunk);
                assert!(
                    !is_earlier || !files.contains(target),
                    "{module} imports {target}, which others load on demand"
                );
            }
            if !needs[chunk].contains(module) {
                let users = needs.iter().filter(|(_, all)| all.contains(module)).map(|(file, _)| *file);
                shared.entry(users.collect()).or_default().push(module);
            }
        }
        for group in shared.into_values() {
            if group.iter().map(|module| modules[*module].body.len()).sum::<usize>() >= MIN_SHARED_LEN {
                files.insert(group[0]);
                chunk_of.extend(group.iter().map(|module| (*module, group[0])));
            }
        }
        Self { modules, files, chunk_of }
    }

    /// Writes a chunk: imports, modules, exports.
    fn chunk(&self, file: &str) -> Chunk {
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut body = String::new();
        for module in self.order(file) {
            for (target, names) in &self.modules[module].imports {
                let home = self.chunk_of[target.as_str()];
                if home != file {
                    imports.entry(home).or_default().extend(names.iter().map(String::as_str));
                }
            }
            body.extend([&rebase_imports(file, module, &self.modules[module].body), "\n"]);
        }
        let mut text = String::new();
        for (home, names) in &imports {
            text.extend(["import{", &list(names), "}from\"", &relative_path(file, home), "\";"]);
        }
        text += &body;
        let exported = self.exported(file);
        if !exported.is_empty() {
            text.extend(["export{", &list(&exported), "};"]);
        }
        Chunk { name: file.to_owned(), text, imports: imports.into_keys().map(str::to_owned).collect() }
    }

    /// The names that other chunks import from this one, on demand or not.
    fn exported(&self, file: &str) -> BTreeSet<&'a str> {
        let mut exported: BTreeSet<&str> = self.modules[file].exports.iter().map(String::as_str).collect();
        for (module, _) in self.chunk_of.iter().filter(|(_, home)| **home != file) {
            for (target, names) in &self.modules[*module].imports {
                if self.chunk_of[target.as_str()] == file {
                    exported.extend(names.iter().map(String::as_str));
                }
            }
        }
        exported
    }

    /// The modules of a chunk, each after those it imports.
    fn order(&self, file: &str) -> Vec<&'a str> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        for module in self.chunk_of.keys() {
            self.visit(file, module, &mut seen, &mut order);
        }
        order
    }

    fn visit(&self, file: &str, module: &'a str, seen: &mut BTreeSet<&'a str>, order: &mut Vec<&'a str>) {
        if self.chunk_of[module] != file || !seen.insert(module) {
            return;
        }
        for (target, _) in &self.modules[module].imports {
            self.visit(file, target, seen, order);
        }
        order.push(module);
    }
}

/// For each module the modules on every path of imports from the entry to it, itself included.
fn dominators(modules: &Modules) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::from([(ENTRY, BTreeSet::from([ENTRY]))]);
    let mut waiting = vec![ENTRY];
    while let Some(name) = waiting.pop() {
        let module = modules.get(name).unwrap_or_else(|| panic!("there is no script {name}"));
        let above = found[name].clone();
        for target in module.imports.iter().map(|(target, _)| target).chain(&module.dynamic_imports) {
            let mut through: BTreeSet<&str> = above.clone();
            if let Some(known) = found.get(target.as_str()) {
                through.retain(|one| known.contains(one));
            }
            through.insert(target);
            if found.get(target.as_str()) != Some(&through) {
                found.insert(target, through);
                waiting.push(target);
            }
        }
    }
    found
}

/// A module and everything it imports, directly or not.
fn closure<'a>(modules: &'a Modules, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(name) = waiting.pop() {
        if found.insert(name) {
            waiting.extend(modules[name].imports.iter().map(|(target, _)| target.as_str()));
        }
    }
    found
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

fn list(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(sources: &[(&str, &str)]) -> BTreeMap<String, Chunk> {
        let sources: Vec<_> = sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        bundle(&sources).into_iter().map(|chunk| (chunk.name.clone(), chunk)).collect()
    }

    const APP: (&str, &str) = ("js/app.js", "import { h } from \"./dom.js\";\nimport(\"./pages/a.js\");\nh();\n");
    const DOM: (&str, &str) =
        ("js/dom.js", "/** Makes {@link import(\"./x.js\")}. */\nexport function h() {\n    return 1; // one\n}\n");

    #[test]
    fn a_module_goes_into_the_nearest_chunk_that_is_loaded_before_it() {
        let files = bundled(&[
            APP,
            DOM,
            (
                "js/pages/a.js",
                "import { h } from \"../dom.js\";\nimport { own } from \"../own.js\";\nexport const a = () => [h, own, import(\"../late.js\")];\n",
            ),
            ("js/own.js", "export let own = 2;\n"),
            ("js/late.js", "import { own } from \"./own.js\";\nexport class Late {}\n"),
            ("js/unused.js", "export const nothing = 0;\n"),
        ]);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["js/app.js", "js/late.js", "js/pages/a.js"]);
        assert_eq!(files["js/app.js"].text, "function h(){return 1;}\nimport(\"../js/pages/a.js\");h();\nexport{h};");
        assert_eq!(
            files["js/pages/a.js"].text,
            "import{h}from\"../../js/app.js\";let own=2;\nconst a=()=>[h,own,import(\"../../js/late.js\")];\nexport{a,own};"
        );
        assert_eq!(files["js/late.js"].text, "import{own}from\"../js/pages/a.js\";class Late{}\nexport{Late};");
        assert_eq!(files["js/late.js"].imports, ["js/pages/a.js"]);
    }

    #[test]
    fn a_chunk_imports_another_that_is_also_loaded_on_demand() {
        let files = bundled(&[
            APP,
            DOM,
            ("js/pages/a.js", "export const a = [import(\"../b.js\"), import(\"../c.js\")];\n"),
            ("js/b.js", "export const b = 1;\n"),
            ("js/c.js", "import { b } from \"./b.js\";\nexport const c = b;\n"),
        ]);
        assert_eq!(files["js/b.js"].text, "const b=1;\nexport{b};");
        assert_eq!(files["js/c.js"].imports, ["js/b.js"]);
    }

    #[test]
    fn what_only_some_chunks_need_has_a_chunk_of_its_own_if_it_is_long() {
        let long = format!("export const long = \"{}\";\n", "x".repeat(MIN_SHARED_LEN));
        let page = "import { long } from \"../long.js\";\nimport { short } from \"../short.js\";\n";
        let files = bundled(&[
            ("js/app.js", "import(\"./pages/a.js\");\nimport(\"./pages/b.js\");\nimport(\"./pages/c.js\");\n"),
            ("js/pages/a.js", &format!("{page}export const a = [long, short];\n")),
            ("js/pages/b.js", &format!("{page}export const b = [long, short];\n")),
            ("js/pages/c.js", "import { short } from \"../short.js\";\nexport const c = short;\n"),
            ("js/long.js", &long),
            ("js/short.js", "export const short = 1;\n"),
        ]);
        assert_eq!(files["js/pages/a.js"].imports, ["js/app.js", "js/long.js"]);
        assert_eq!(files["js/pages/b.js"].imports, ["js/app.js", "js/long.js"]);
        assert_eq!(files["js/pages/c.js"].imports, ["js/app.js"]);
    }

    #[test]
    #[should_panic(expected = "js/pages/a.js imports js/b.js, which others load on demand")]
    fn what_is_loaded_anyway_is_not_loaded_on_demand() {
        bundled(&[
            APP,
            DOM,
            ("js/pages/a.js", "import { b } from \"../b.js\";\nexport const a = [b, import(\"../c.js\")];\n"),
            ("js/b.js", "export const b = 1;\n"),
            ("js/c.js", "export const c = () => import(\"./b.js\");\n"),
        ]);
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
