//! Joins the page's modules into as few files as its pages need: one for what all share, one for
//! each part that is loaded on demand. Fewer requests, and what is alike is compressed together.
//!
//! Modules of one file share one scope, so no name may be declared at the top of two of them. That
//! is checked here, and the build fails with the name. Nothing is renamed, no code is read beyond
//! its `import` and `export` lines.

use std::collections::{BTreeMap, BTreeSet};

use super::strip;

/// Where everything begins.
const FIRST: &str = "js/app.js";

/// Names of the browser's own that a declaration would hide from every other module.
const TAKEN: &[&str] = &[
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
    /// Without comments and imports.
    body: String,
    /// What is imported: names by module.
    imports: Vec<(String, Vec<String>)>,
    /// What may be loaded later.
    later: Vec<String>,
    /// What is exported.
    exports: Vec<String>,
}

type Modules = BTreeMap<String, Module>;

/// The joined files by name. Those loaded on demand keep the name of their module.
///
/// # Panics
///
/// If two modules declare the same name, or one is written in a way that cannot be joined.
pub(crate) fn join(sources: &[(String, String)]) -> Vec<(String, String)> {
    check_names(sources);
    let modules: Modules = sources.iter().map(|(name, source)| (name.clone(), read(name, source))).collect();
    let plan = Plan::new(&modules);
    plan.parents.keys().map(|file| (file.clone(), plan.text(file))).collect()
}

fn check_names(sources: &[(String, String)]) {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (module, source) in sources {
        for name in source.lines().filter_map(declared) {
            assert!(!TAKEN.contains(&name), "{module}: {name} is a name of the browser's own");
            if let Some(other) = seen.insert(name, module) {
                panic!("{module} and {other} both declare {name}; rename one");
            }
        }
    }
}

/// The name that a line of the source declares, if it stands at the top.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("export ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = ["function ", "class ", "const ", "let "].iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    assert!(end > 0, "{line}: only plain names are declared at the top of a module");
    Some(&rest[..end])
}

fn read(name: &str, source: &str) -> Module {
    let text = strip::script(source);
    let mut module =
        Module { body: String::new(), imports: Vec::new(), later: Vec::new(), exports: Vec::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().unwrap_or(";"));
            }
            module.imports.push(import(name, &statement));
            continue;
        }
        let own = line.strip_prefix("export ").unwrap_or(line);
        if own.len() < line.len() {
            let exported = declared(own).unwrap_or_else(|| panic!("{name}: {line} cannot be joined"));
            module.exports.push(exported.to_owned());
        }
        module.body.push_str(own);
        module.body.push('\n');
    }
    module.later = addresses(&module.body).map(|address| beside(name, address)).collect();
    module
}

/// `import { a, b } from "./c.js";`
fn import(name: &str, statement: &str) -> (String, Vec<String>) {
    let parts = statement.strip_prefix("import {").and_then(|rest| rest.split_once("} from \""));
    let Some((names, address)) = parts.filter(|_| !statement.contains(" as ")) else {
        panic!("{name}: {statement} cannot be joined; import names as they are");
    };
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    (beside(name, address.trim_end_matches("\";")), names.collect())
}

/// The addresses of what is loaded on demand.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.split("import(\"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// The name of a file that another one calls `./x` or `../x`.
pub(crate) fn beside(name: &str, address: &str) -> String {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// How a file calls another one.
fn address(from: &str, to: &str) -> String {
    format!("{}{to}", "../".repeat(from.matches('/').count()))
}

/// Which module goes into which file.
struct Plan<'a> {
    modules: &'a Modules,
    /// Every file, and the one that is always there before it.
    parents: BTreeMap<String, String>,
    /// The file of each module.
    homes: BTreeMap<&'a str, String>,
}

impl<'a> Plan<'a> {
    fn new(modules: &'a Modules) -> Self {
        let mut files: BTreeSet<&str> =
            modules.values().flat_map(|one| &one.later).map(String::as_str).collect();
        files.insert(FIRST);
        let needs: BTreeMap<&str, BTreeSet<&str>> =
            files.iter().map(|file| (*file, needed(modules, file))).collect();
        let users = |module: &str| -> Vec<&str> {
            needs.iter().filter(|(_, all)| all.contains(module)).map(|(file, _)| *file).collect()
        };
        let mut plan = Self { modules, parents: BTreeMap::new(), homes: BTreeMap::new() };
        plan.parents.insert(FIRST.to_owned(), FIRST.to_owned());
        // A file comes after all that ask for it; those have to be placed first.
        while plan.parents.len() < files.len() {
            let askers = |file: &str| -> BTreeSet<&str> {
                let asking = modules.iter().filter(|(_, one)| one.later.iter().any(|later| later == file));
                asking.flat_map(|(name, _)| users(name)).filter(|user| *user != file).collect()
            };
            let waiting: Vec<&str> =
                files.iter().filter(|file| !plan.parents.contains_key(**file)).copied().collect();
            let ready = waiting
                .iter()
                .find(|file| askers(file).iter().all(|asker| plan.parents.contains_key(*asker)))
                .unwrap_or(&waiting[0]);
            let known = askers(ready).into_iter().filter(|asker| plan.parents.contains_key(*asker));
            let parent = plan.common(known);
            plan.parents.insert((*ready).to_owned(), parent);
        }
        for module in modules.keys() {
            let users = users(module);
            if !users.is_empty() {
                plan.homes.insert(module, plan.common(users.into_iter()));
            }
        }
        plan
    }

    /// A file and those before it, the first one last.
    fn line(&self, file: &str) -> Vec<String> {
        let mut line = vec![file.to_owned()];
        while let Some(parent) =
            self.parents.get(&line[line.len() - 1]).filter(|parent| !line.contains(parent))
        {
            line.push(parent.clone());
        }
        line
    }

    /// The nearest file that is there whenever any of these is.
    fn common<'b>(&self, files: impl Iterator<Item = &'b str>) -> String {
        let shared = files.map(|file| self.line(file)).reduce(|mut shared, line| {
            shared.retain(|file| line.contains(file));
            shared
        });
        shared.and_then(|line| line.into_iter().next()).unwrap_or_else(|| FIRST.to_owned())
    }

    /// A file: what it takes from others, its modules, what it gives.
    fn text(&self, file: &str) -> String {
        let mut taken: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut body = String::new();
        for module in self.order(file) {
            let one = &self.modules[module];
            for (target, names) in &one.imports {
                let home = self.homes[target.as_str()].as_str();
                if home != file {
                    taken.entry(home).or_default().extend(names.iter().map(String::as_str));
                }
            }
            body.push_str(&readdressed(file, module, &one.body));
        }
        let mut given = self.given(file);
        let own = &self.modules[file];
        if self.homes[file] == file {
            given.extend(own.exports.iter().map(String::as_str));
        }
        let mut text = String::new();
        for (home, names) in taken {
            text.extend(["import { ", &list(&names), " } from \"", &address(file, home), "\";\n"]);
        }
        text += &body;
        if !given.is_empty() {
            text.extend(["export { ", &list(&given), " };\n"]);
        }
        if self.homes[file] != file {
            let names = own.exports.iter().map(String::as_str).collect();
            let home = address(file, &self.homes[file]);
            text.extend(["export { ", &list(&names), " } from \"", &home, "\";\n"]);
        }
        text
    }

    /// What other files take from this one.
    fn given(&self, file: &str) -> BTreeSet<&'a str> {
        let mut given = BTreeSet::new();
        for (name, module) in self.modules {
            let Some(home) = self.homes.get(name.as_str()) else { continue };
            for (target, names) in &module.imports {
                if home != file && self.homes[target.as_str()] == file {
                    given.extend(names.iter().map(String::as_str));
                }
            }
        }
        // A module of this file that is also asked for by itself is given to the file of its name.
        for name in self.parents.keys().filter(|name| *name != file && self.homes[name.as_str()] == file) {
            given.extend(self.modules[name].exports.iter().map(String::as_str));
        }
        given
    }

    /// The modules of a file, each after those it imports, the one that gave it its name last.
    fn order(&self, file: &str) -> Vec<&'a str> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let own = self.homes.iter().filter(|(name, home)| *home == file && **name != file);
        for name in own.map(|(name, _)| *name).chain(self.homes.get_key_value(file).map(|(name, _)| *name)) {
            self.visit(file, name, &mut seen, &mut order);
        }
        order
    }

    fn visit(&self, file: &str, name: &'a str, seen: &mut BTreeSet<&'a str>, order: &mut Vec<&'a str>) {
        if self.homes.get(name).is_none_or(|home| home != file) || !seen.insert(name) {
            return;
        }
        for (target, _) in &self.modules[name].imports {
            self.visit(file, target, seen, order);
        }
        order.push(name);
    }
}

/// A module's code, with what it loads later named as its new file has to.
fn readdressed(file: &str, module: &str, body: &str) -> String {
    let mut parts = body.split("import(\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (old, rest) = part.split_once('"').unwrap_or((part, ""));
        out.extend(["import(\"", &address(file, &beside(module, old)), "\"", rest]);
    }
    out
}

/// A module and all that it imports.
fn needed<'a>(modules: &'a Modules, from: &'a str) -> BTreeSet<&'a str> {
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

    fn joined(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
        let sources: Vec<_> =
            sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        join(&sources).into_iter().collect()
    }

    const APP: (&str, &str) =
        ("js/app.js", "import { h } from \"./dom.js\";\nimport(\"./pages/a.js\");\nh();\n");

    #[test]
    fn what_all_need_comes_first_and_what_one_needs_with_it() {
        let files = joined(&[
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
        assert_eq!(
            files["js/late.js"],
            "import { own } from \"../js/pages/a.js\";\nclass Late {}\nexport { Late };\n"
        );
    }

    #[test]
    fn a_part_that_others_need_too_is_passed_on() {
        let files = joined(&[
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
        joined(&[("js/app.js", "const own = 1;\n"), ("js/b.js", "export const own = 2;\n")]);
    }

    #[test]
    #[should_panic(expected = "of the browser's own")]
    fn names_of_the_browser_are_left_to_it() {
        joined(&[("js/app.js", "function open() {}\n")]);
    }

    #[test]
    #[should_panic(expected = "cannot be joined")]
    fn renamed_imports_are_refused() {
        joined(&[
            ("js/app.js", "import { a as b } from \"./c.js\";\n"),
            ("js/c.js", "export const a = 1;\n"),
        ]);
    }
}
