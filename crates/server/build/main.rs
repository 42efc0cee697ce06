//! Embeds the web page and the rules of the games, plain and compressed, under one hash.

mod bundle;
mod preload;
mod strip;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The extensions of the files to embed.
const EXTENSIONS: &[&str] = &[
    "css",
    "gif",
    "html",
    "ico",
    "jpg",
    "js",
    "json",
    "mp3",
    "ogg",
    "png",
    "svg",
    "txt",
    "wav",
    "webmanifest",
    "webp",
    "woff2",
];
/// Files and folders that are not embedded.
const EXCLUDED: &[&str] = &["node_modules", "test", "tests", "package.json", "package-lock.json", "tsconfig.json"];

/// The pages by name, with the scripts to preload together with their imports.
const PAGES: &[(&str, &[&str])] = &[
    ("start", &["js/app.js", "js/pages/start.js", "js/boards/grid.js", "js/boards/tavli.js"]),
    ("game", &["js/app.js", "js/pages/game.js"]),
    ("other", &["js/app.js"]),
];

fn main() {
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    let mut code = String::new();
    embed_web(&folder("web", "../../web"), &out, &mut code);
    embed_rules(&folder("rules", "../../docs/rules"), &mut code);
    fs::write(out.join("embedded.rs"), code).expect("the build folder can be written");
    println!("cargo:rerun-if-changed=build");
}

/// A folder of the package, which is a link in the repository, or what it links to where links are not supported.
fn folder(linked: &str, origin: &str) -> PathBuf {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let link = package.join(linked);
    if link.is_dir() { link } else { package.join(origin) }
}

/// Lists the files of a folder and its subfolders.
fn files(folder: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || EXCLUDED.contains(&name.as_str()) {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            files(&path, &format!("{prefix}{name}/"), found);
        } else {
            found.push((format!("{prefix}{name}"), path));
        }
    }
}

fn embed_web(web: &Path, out: &Path, code: &mut String) {
    println!("cargo:rerun-if-changed={}", web.display());
    let mut found = Vec::new();
    files(web, "", &mut found);
    found.retain(|(name, _)| name.rsplit('.').next().is_some_and(|extension| EXTENSIONS.contains(&extension)));
    found.sort();
    let mut contents: Vec<(String, Vec<u8>)> =
        found.into_iter().map(|(name, path)| (name, fs::read(path).expect("a readable file"))).collect();
    bundle_scripts(&mut contents);
    bundle_styles(&mut contents);
    contents.sort();
    add_pages(&mut contents);
    add_cache_list(&mut contents);
    let hash = hash(&contents);
    writeln!(code, "/// One hash over all files.\npub(crate) const HASH: &str = \"{hash}\";").expect("written");
    code.push_str("/// Name, content, and the content compressed as gzip and as brotli (empty if not smaller).\n");
    code.push_str("pub(crate) static WEB: &[Embedded] = &[\n");
    for (number, (name, bytes)) in contents.iter().enumerate() {
        let bytes = match std::str::from_utf8(bytes) {
            Ok(text) => text.replace("%ASSETS%", &format!("/a/{hash}")).into_bytes(),
            Err(_) => bytes.clone(),
        };
        let if_smaller = |compressed: Vec<u8>| {
            if compressed.len() * 10 > bytes.len() * 9 { Vec::new() } else { compressed }
        };
        fs::write(out.join(format!("{number}.gz")), if_smaller(gzip(&bytes))).expect("written");
        fs::write(out.join(format!("{number}.br")), if_smaller(brotli(&bytes))).expect("written");
        fs::write(out.join(format!("{number}.bin")), bytes).expect("written");
        let [plain, gzip, brotli] = ["bin", "gz", "br"].map(|kind| include(number, kind));
        writeln!(code, "    ({name:?}, {plain}, {gzip}, {brotli}),").expect("written");
    }
    code.push_str("];\n");
}

/// Replaces the modules by their chunks.
fn bundle_scripts(contents: &mut Vec<(String, Vec<u8>)>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let is_module = |name: &str| name.starts_with("js/");
    // Types exist only for development.
    let modules: Vec<(String, String)> = contents
        .iter()
        .filter(|(name, _)| is_module(name) && name != "js/types.js")
        .map(|(name, bytes)| (name.clone(), text(bytes)))
        .collect();
    contents.retain(|(name, _)| !is_module(name));
    contents.extend(bundle::bundle(&modules).into_iter().map(|(name, text)| (name, text.into_bytes())));
    if let Some((_, worker)) = contents.iter_mut().find(|(name, _)| name == "sw.js") {
        *worker = strip::script(&text(worker)).into_bytes();
    }
}

/// Replaces the style sheets that the page links by one, in their order. Scripts load the others on demand.
fn bundle_styles(contents: &mut Vec<(String, Vec<u8>)>) {
    const ALL: &str = "style/all.css";
    let Some((_, index)) = contents.iter().find(|(name, _)| name == "index.html") else { return };
    let index = String::from_utf8_lossy(index).into_owned();
    let (links, others): (Vec<&str>, Vec<&str>) =
        index.lines().partition(|line| line.starts_with("<link rel=\"stylesheet\""));
    let mut all = String::new();
    let mut bundled = vec!["index.html".to_owned()];
    for link in links {
        let name = link.split("%ASSETS%/").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let sheet = contents.iter().find(|(known, _)| known == name).expect("the page links existing style sheets");
        all += &strip::style(&String::from_utf8_lossy(&sheet.1));
        bundled.push(name.to_owned());
    }
    let link = format!("<link rel=\"stylesheet\" href=\"%ASSETS%/{ALL}\">\n%PRELOAD%");
    let page = others.join("\n").replace("%PRELOAD%", &link) + "\n";
    contents.retain(|(name, _)| !bundled.contains(name));
    for (_, sheet) in contents.iter_mut().filter(|(name, _)| name.starts_with("style/")) {
        *sheet = strip::style(&String::from_utf8_lossy(sheet)).into_bytes();
    }
    contents.push((ALL.to_owned(), all.into_bytes()));
    contents.push(("index.html".to_owned(), page.into_bytes()));
}

/// Adds the variants of the page, which differ in the scripts they preload.
fn add_pages(contents: &mut Vec<(String, Vec<u8>)>) {
    let Some((_, index)) = contents.iter().find(|(name, _)| name == "index.html") else { return };
    let index = String::from_utf8_lossy(index).into_owned();
    for (page, entries) in PAGES {
        let mut links = String::new();
        for script in preload::preloads(contents, entries).iter().skip(1) {
            writeln!(links, "<link rel=\"modulepreload\" href=\"%ASSETS%/{script}\">").expect("written");
        }
        let text = index.replace("%PRELOAD%\n", &links);
        contents.push((format!("index/{page}.html"), text.into_bytes()));
    }
    contents.retain(|(name, _)| name != "index.html");
}

/// Inserts the list of files to cache into the service worker (`sw.js`).
fn add_cache_list(contents: &mut [(String, Vec<u8>)]) {
    let is_cached = |name: &str| name.starts_with("js/") || name.starts_with("style/") || name == "index/other.html";
    let names: Vec<String> =
        contents.iter().filter(|(name, _)| is_cached(name)).map(|(name, _)| format!("{name:?}")).collect();
    if let Some((_, worker)) = contents.iter_mut().find(|(name, _)| name == "sw.js") {
        let text = String::from_utf8_lossy(worker).replace("%FILES%", &format!("[{}]", names.join(",")));
        *worker = text.into_bytes();
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes).expect("written");
    gzip.finish().expect("compressed")
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let best = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 18, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &best).expect("compressed");
    out
}

/// The code that embeds a file of the build folder.
fn include(number: usize, kind: &str) -> String {
    format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{number}.{kind}\"))")
}

fn embed_rules(rules: &Path, code: &mut String) {
    println!("cargo:rerun-if-changed={}", rules.display());
    let mut found = Vec::new();
    files(rules, "", &mut found);
    found.retain(|(name, _)| name.rsplit('.').next() == Some("md"));
    found.sort();
    code.push_str("/// The names and texts of the rules pages.\npub(crate) static RULES: &[(&str, &str)] = &[\n");
    for (name, path) in found {
        let text = fs::read_to_string(path).expect("a readable page");
        writeln!(code, "    ({name:?}, {text:?}),").expect("written");
    }
    code.push_str("];\n");
}

/// Two FNV-1a hashes with different seeds; the result only has to change with the content.
fn hash(contents: &[(String, Vec<u8>)]) -> String {
    let mut state = [0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142];
    for (name, bytes) in contents {
        for byte in name.bytes().chain([0]).chain(bytes.iter().copied()).chain([1]) {
            for half in &mut state {
                *half = (*half ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            state[1] = state[1].rotate_left(5);
        }
    }
    format!("{:016x}{:04x}", state[0], state[1] as u16)
}
