//! Embeds the web page and the rules for players: plain and compressed, under one hash.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const KINDS: &[&str] = &[
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
const LEFT_OUT: &[&str] =
    &["node_modules", "test", "tests", "package.json", "package-lock.json", "tsconfig.json"];
const WITH_BASE: &[&str] = &["index.html", "manifest.webmanifest", "sw.js"];

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    let mut code = String::new();
    embed_web(&root.join("web"), &out, &mut code);
    embed_rules(&root.join("docs/rules"), &mut code);
    fs::write(out.join("embedded.rs"), code).expect("the build folder can be written");
    println!("cargo:rerun-if-changed=build.rs");
}

fn files(folder: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || LEFT_OUT.contains(&name.as_str()) {
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
    found.retain(|(name, _)| name.rsplit('.').next().is_some_and(|kind| KINDS.contains(&kind)));
    found.sort();
    let contents: Vec<(String, Vec<u8>)> =
        found.into_iter().map(|(name, path)| (name, fs::read(path).expect("a readable file"))).collect();
    let hash = hash(&contents);
    writeln!(code, "/// One hash over all files.\npub(crate) const HASH: &str = \"{hash}\";")
        .expect("written");
    code.push_str("/// Name, content, compressed content (empty if that is not smaller).\n");
    code.push_str("pub(crate) static WEB: &[(&str, &[u8], &[u8])] = &[\n");
    for (number, (name, bytes)) in contents.iter().enumerate() {
        let bytes = if WITH_BASE.contains(&name.as_str()) {
            String::from_utf8_lossy(bytes).replace("%ASSETS%", &format!("/a/{hash}")).into_bytes()
        } else {
            bytes.clone()
        };
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&bytes).expect("written");
        let mut gzip = gzip.finish().expect("compressed");
        if gzip.len() * 10 > bytes.len() * 9 {
            gzip.clear();
        }
        fs::write(out.join(format!("{number}.bin")), bytes).expect("written");
        fs::write(out.join(format!("{number}.gz")), gzip).expect("written");
        writeln!(code, "    ({name:?}, {}, {}),", include(number, "bin"), include(number, "gz"))
            .expect("written");
    }
    code.push_str("];\n");
}

/// The code that takes in a file of the build folder.
fn include(number: usize, kind: &str) -> String {
    format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{number}.{kind}\"))")
}

fn embed_rules(rules: &Path, code: &mut String) {
    println!("cargo:rerun-if-changed={}", rules.display());
    let mut found = Vec::new();
    files(rules, "", &mut found);
    found.retain(|(name, _)| name.rsplit('.').next() == Some("md"));
    found.sort();
    code.push_str("/// Name and text of the rules pages.\npub(crate) static RULES: &[(&str, &str)] = &[\n");
    for (name, path) in found {
        let text = fs::read_to_string(path).expect("a readable page");
        writeln!(code, "    ({name:?}, {text:?}),").expect("written");
    }
    code.push_str("];\n");
}

/// FNV-1a, twice with other beginnings: it only has to differ when the content does.
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
