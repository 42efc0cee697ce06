//! The web page: embedded at build time, or read from a folder while it is being written.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file as it is served.
#[derive(Debug)]
pub struct File {
    /// The content.
    pub bytes: Cow<'static, [u8]>,
    /// The same compressed, if that is worth it.
    pub gzip: Option<&'static [u8]>,
    /// Its media type.
    pub kind: &'static str,
}

/// Where files come from.
#[derive(Debug)]
pub struct Files {
    folder: Option<PathBuf>,
}

const FALLBACK: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Agon</title>\
    <h1>Agon</h1><p>The server runs; the web page was not built into it. See <a href=\"/api/openapi.json\">\
    the interface</a>.</p></html>";

impl Files {
    /// Embedded files, or those of a folder.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The hash under which files may be cached for ever; none while they change.
    pub fn hash(&self) -> Option<&'static str> {
        self.folder.is_none().then_some(HASH)
    }

    /// A file by its exact name. Names are looked up, never handed to the file system.
    pub fn get(&self, name: &str) -> Option<File> {
        let found = match &self.folder {
            None => WEB.iter().find(|(known, _, _)| *known == name).map(|(_, bytes, gzip)| File {
                bytes: Cow::Borrowed(bytes),
                gzip: (!gzip.is_empty()).then_some(gzip),
                kind: kind(name),
            }),
            Some(folder) => read(folder, name),
        };
        let fallback =
            || File { bytes: Cow::Borrowed(FALLBACK.as_bytes()), gzip: None, kind: kind("index.html") };
        found.or_else(|| (name == "index.html").then(fallback))
    }

    /// The rules of a game for players, and the language they are in.
    pub fn rules(game: &str, language: &str) -> Option<(&'static str, String)> {
        let find = |name: String| RULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        let base = language.split('-').next().unwrap_or(language);
        for tag in [language, base] {
            let text = find(format!("{tag}/{game}.md")).or_else(|| find(format!("{game}.{tag}.md")));
            if let Some(text) = text {
                return Some((text, tag.to_owned()));
            }
        }
        find(format!("{game}.md")).map(|text| (text, "en".to_owned()))
    }
}

/// Walks the folder and compares names, so that no name can lead out of it.
fn read(folder: &Path, name: &str) -> Option<File> {
    let mut place = folder.to_owned();
    for part in name.split('/') {
        let entry = std::fs::read_dir(&place).ok()?.flatten().find(|entry| entry.file_name() == *part)?;
        place = entry.path();
    }
    let bytes = std::fs::read(place).ok()?;
    let bytes = match std::str::from_utf8(&bytes) {
        Ok(text) if text.contains("%ASSETS%") => text.replace("%ASSETS%", "/a/dev").into_bytes(),
        _ => bytes,
    };
    Some(File { bytes: Cow::Owned(bytes), gzip: None, kind: kind(name) })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "gif" => "image/gif",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "jpg" => "image/jpeg",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wav" => "audio/wav",
        "webmanifest" => "application/manifest+json",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_files_and_nothing_outside() {
        let folder = tempfile::tempdir().expect("a folder");
        let web = folder.path().join("web");
        std::fs::create_dir_all(web.join("boards")).expect("a folder");
        std::fs::write(web.join("index.html"), "base %ASSETS%/app.js").expect("a file");
        std::fs::write(web.join("boards/tavli.js"), "x").expect("a file");
        std::fs::write(folder.path().join("secret.txt"), "s").expect("a file");
        let files = Files::new(Some(web));
        assert_eq!(&*files.get("index.html").expect("a page").bytes, b"base /a/dev/app.js");
        assert_eq!(files.get("boards/tavli.js").expect("a file").kind, "text/javascript; charset=utf-8");
        for wrong in
            ["../secret.txt", "boards/../../secret.txt", "/etc/passwd", "boards", "", "boards//tavli.js", "."]
        {
            assert!(files.get(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn there_is_always_a_first_page() {
        assert!(Files::new(None).get("index.html").is_some());
    }
}
