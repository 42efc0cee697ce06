//! Prepares the web page for embedding: scripts and style sheets are stripped and bundled, and everything is compressed.

mod bundle;
mod strip;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use bundle::Chunk;

/// The extensions of the files to embed.
const EXTENSIONS: &[&str] = &["css", "html", "js", "png", "svg", "txt", "webmanifest", "woff2"];
/// Folders that are not embedded.
const EXCLUDED: &[&str] = &["node_modules", "tests"];

/// The pages by name, with the scripts to preload together with their imports, and the style sheets of their own.
const PAGES: &[(&str, &[&str], &[&str])] = &[
    (
        "start",
        &["js/app.js", "js/pages/start.js", "js/boards/grid.js", "js/boards/tavli.js"],
        &["style/grid.css", "style/tavli.css", "style/places.css"],
    ),
    ("game", &["js/app.js", "js/pages/game.js"], &["style/game.css"]),
    ("other", &["js/app.js"], &["style/places.css"]),
];

/// The files by name.
type Files = BTreeMap<String, Vec<u8>>;

fn main() {
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("web");
    let web = web_folder();
    let mut files = Files::new();
    read(&web, "", &mut files);
    let chunks = bundle_scripts(&mut files);
    bundle_styles(&mut files);
    add_pages(&mut files, &chunks);
    add_cache_list(&mut files);
    let hash = hash(&files);
    let _ = fs::remove_dir_all(&out);
    for (name, bytes) in files {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => text.replace("%ASSETS%", &format!("/a/{hash}")).into_bytes(),
            Err(error) => error.into_bytes(),
        };
        write(&out, &name, &bytes);
    }
    println!("cargo:rustc-env=WEB_HASH={hash}");
    println!("cargo:rerun-if-changed={}", web.display());
    println!("cargo:rerun-if-changed=build");
}

/// The folder of the page, which is a link in the repository, or what it links to where links are not supported.
fn web_folder() -> PathBuf {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let link = package.join("web");
    if link.is_dir() { link } else { package.join("../../web") }
}

/// Reads the files of a folder and its subfolders.
fn read(folder: &Path, prefix: &str, files: &mut Files) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        if path.is_dir() {
            if !EXCLUDED.contains(&name.as_str()) {
                read(&path, &format!("{prefix}{name}/"), files);
            }
        } else if path.extension().is_some_and(|one| EXTENSIONS.iter().any(|known| one == *known)) {
            files.insert(format!("{prefix}{name}"), fs::read(path).expect("a readable file"));
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Replaces the modules by their chunks, and strips the service worker.
fn bundle_scripts(files: &mut Files) -> Vec<Chunk> {
    let is_module = |name: &String| name.starts_with("js/");
    let modules = files.iter().filter(|(name, _)| is_module(name));
    let chunks = bundle::bundle(&modules.map(|(name, bytes)| (name.clone(), text(bytes))).collect::<Vec<_>>());
    files.retain(|name, _| !is_module(name));
    files.extend(chunks.iter().map(|chunk| (chunk.name.clone(), chunk.text.clone().into_bytes())));
    if let Some(worker) = files.get_mut("sw.js") {
        *worker = strip::script(&text(worker)).into_bytes();
    }
    chunks
}

/// Strips the style sheets, and replaces those that the page links by one, in their order. Scripts load the others on
/// demand.
fn bundle_styles(files: &mut Files) {
    for (_, sheet) in files.iter_mut().filter(|(name, _)| name.starts_with("style/")) {
        *sheet = strip::style(&text(sheet)).into_bytes();
    }
    let Some(index) = files.get("index.html").map(|index| text(index)) else { return };
    let (links, others): (Vec<&str>, Vec<&str>) =
        index.lines().partition(|line| line.starts_with("<link rel=\"stylesheet\""));
    let mut all = Vec::new();
    for link in links {
        let name = link.split("%ASSETS%/").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        all.extend(files.remove(name).expect("the page links existing style sheets"));
    }
    let link = "<link rel=\"stylesheet\" href=\"%ASSETS%/style/all.css\">\n%PRELOAD%";
    files.insert("style/all.css".to_owned(), all);
    files.insert("index.html".to_owned(), (others.join("\n").replace("%PRELOAD%", link) + "\n").into_bytes());
}

/// Replaces the page by its variants, which differ in the files they load.
fn add_pages(files: &mut Files, chunks: &[Chunk]) {
    let Some(index) = files.remove("index.html") else { return };
    for (page, entries, sheets) in PAGES {
        let mut links = String::new();
        for sheet in *sheets {
            writeln!(links, "<link rel=\"stylesheet\" href=\"%ASSETS%/{sheet}\">").expect("written");
        }
        for script in preloads(chunks, entries).iter().skip(1) {
            writeln!(links, "<link rel=\"modulepreload\" href=\"%ASSETS%/{script}\">").expect("written");
        }
        let page_text = text(&index).replace("%PRELOAD%\n", &links);
        files.insert(format!("index/{page}.html"), page_text.into_bytes());
    }
}

/// The scripts that some entries need, each once, an entry before its imports.
fn preloads<'a>(chunks: &'a [Chunk], entries: &[&'a str]) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    let mut waiting: Vec<&str> = entries.iter().rev().copied().collect();
    while let Some(name) = waiting.pop() {
        let chunk = chunks.iter().find(|chunk| chunk.name == name).expect("pages preload existing scripts");
        if !found.contains(&name) {
            found.push(name);
            waiting.extend(chunk.imports.iter().map(String::as_str));
        }
    }
    found
}

/// Inserts the list of files to cache into the service worker (`sw.js`).
fn add_cache_list(files: &mut Files) {
    let is_cached = |name: &str| name.starts_with("js/") || name.starts_with("style/") || name == "index/other.html";
    let names: Vec<String> = files.keys().filter(|name| is_cached(name)).map(|name| format!("{name:?}")).collect();
    if let Some(worker) = files.get_mut("sw.js") {
        *worker = text(worker).replace("%FILES%", &format!("[{}]", names.join(","))).into_bytes();
    }
}

/// Writes a file as it is, and what gzip and brotli make of it if that is much smaller, each into a folder of its own.
/// The server compresses pages itself, after it has put texts into them.
fn write(out: &Path, name: &str, bytes: &[u8]) {
    let compressed = [("gzip", gzip(bytes)), ("br", brotli(bytes))];
    let is_page = name.starts_with("index/");
    let smaller = compressed.iter().filter(|(_, content)| !is_page && content.len() * 10 <= bytes.len() * 9);
    for (encoding, content) in smaller.map(|(encoding, content)| (*encoding, &content[..])).chain([("plain", bytes)]) {
        let path = out.join(encoding).join(name);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("the build folder can be written");
        fs::write(path, content).expect("the build folder can be written");
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

/// A hash that changes with any file.
fn hash(files: &Files) -> String {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
