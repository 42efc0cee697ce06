//! The web page: embedded at build time, or read from a folder during development.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Name, content, and the content compressed as gzip and as brotli (empty if not smaller).
type Embedded = (&'static str, &'static [u8], &'static [u8], &'static [u8]);

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file to serve.
#[derive(Debug)]
pub struct WebFile {
    /// The content.
    pub bytes: Cow<'static, [u8]>,
    /// The compressed contents by encoding, best first; empty if compression gains little.
    pub compressed: [(&'static str, &'static [u8]); 2],
    /// The media type.
    pub content_type: &'static str,
}

/// The source of the files.
#[derive(Debug)]
pub struct WebFiles {
    folder: Option<PathBuf>,
}

/// The page of a server without the web page.
const FALLBACK_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Agon</title>\
    <h1>Agon</h1><p>The server runs; the web page was not built into it. See <a href=\"/api/openapi.json\">\
    the interface</a>.</p></html>";

const UNCOMPRESSED: [(&str, &[u8]); 2] = [("br", &[]), ("gzip", &[])];

impl WebFiles {
    /// The embedded files, or those of a folder.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The hash of the embedded files, under which they may be cached forever; `None` for a folder.
    pub fn hash(&self) -> Option<&'static str> {
        self.folder.is_none().then_some(HASH)
    }

    /// A file by its exact name. Names are compared and never passed to the file system.
    pub fn get(&self, name: &str) -> Option<WebFile> {
        match &self.folder {
            None => WEB.iter().find(|(known, ..)| *known == name).map(|(_, bytes, gzip, brotli)| WebFile {
                bytes: Cow::Borrowed(bytes),
                compressed: [("br", brotli), ("gzip", gzip)],
                content_type: content_type(name),
            }),
            Some(folder) => read(folder, name),
        }
    }

    /// The page for a kind of address. A folder has one page for all.
    pub fn page(&self, page: &str) -> WebFile {
        let found = match &self.folder {
            None => self.get(&format!("index/{page}.html")),
            Some(_) => self.get("index.html"),
        };
        found.unwrap_or(WebFile {
            bytes: Cow::Borrowed(FALLBACK_PAGE.as_bytes()),
            compressed: UNCOMPRESSED,
            content_type: content_type(".html"),
        })
    }

    /// All embedded scripts.
    #[cfg(test)]
    pub(crate) fn scripts() -> impl Iterator<Item = (&'static str, &'static [u8])> {
        WEB.iter().filter(|(name, ..)| name.starts_with("js/")).map(|(name, bytes, ..)| (*name, *bytes))
    }

    /// The rules of a game in Markdown, and their language.
    pub fn rules(game: &str, language: &str) -> Option<(Cow<'static, str>, String)> {
        let find = |name: String| RULES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        let base = language.split('-').next().unwrap_or(language);
        if let Some(text) = find(format!("{base}/{game}.md")) {
            // Serbian is stored in Latin script, with `~` around what stays Latin in Cyrillic.
            return Some(match language {
                "sr-Cyrl" => (transliterated(text, agon_i18n::to_cyrillic).into(), language.to_owned()),
                _ if base == "sr" => (transliterated(text, |latin| latin.replace('~', "")).into(), base.to_owned()),
                _ => (text.into(), base.to_owned()),
            });
        }
        find(format!("{game}.md")).map(|text| (text.into(), "en".to_owned()))
    }
}

/// Transliterates the prose of a Markdown page, but not code, links and table borders.
fn transliterated(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        if line.starts_with("    ") {
            out.push_str(line);
            continue;
        }
        for (number, part) in line.split('`').enumerate() {
            if number > 0 {
                out.push('`');
            }
            if number % 2 == 1 {
                out.push_str(part);
                continue;
            }
            for (number, cell) in part.split('|').enumerate() {
                if number > 0 {
                    out.push('|');
                }
                let mut rest = cell;
                while let Some((label, (address, after))) =
                    rest.split_once("](").and_then(|(label, rest)| Some((label, rest.split_once(')')?)))
                {
                    out.push_str(&change(label));
                    out.push_str("](");
                    out.push_str(address);
                    out.push(')');
                    rest = after;
                }
                out.push_str(&change(rest));
            }
        }
    }
    out
}

/// Walks the folder comparing names, so that no name leads out of it.
fn read(folder: &Path, name: &str) -> Option<WebFile> {
    let mut path = folder.to_owned();
    for part in name.split('/') {
        let entry = std::fs::read_dir(&path).ok()?.flatten().find(|entry| entry.file_name() == *part)?;
        path = entry.path();
    }
    let bytes = std::fs::read(path).ok()?;
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => text.replace("%PRELOAD%\n", "").replace("%FILES%", "[]").replace("%ASSETS%", "/a/dev").into_bytes(),
        Err(error) => error.into_bytes(),
    };
    Some(WebFile { bytes: Cow::Owned(bytes), compressed: UNCOMPRESSED, content_type: content_type(name) })
}

fn content_type(name: &str) -> &'static str {
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

// The modules of the build script are tested here, since a build script has no test target.
#[cfg(test)]
#[path = "../../build/bundle.rs"]
mod bundle;
#[cfg(test)]
#[path = "../../build/preload.rs"]
mod preload;
#[cfg(test)]
#[path = "../../build/strip.rs"]
mod strip;

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
        let files = WebFiles::new(Some(web));
        assert_eq!(&*files.page("start").bytes, b"base /a/dev/app.js");
        assert_eq!(files.get("boards/tavli.js").expect("a file").content_type, "text/javascript; charset=utf-8");
        for wrong in ["../secret.txt", "boards/../../secret.txt", "/etc/passwd", "boards", "", "boards//tavli.js", "."]
        {
            assert!(files.get(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn every_game_has_its_rules_in_every_language() {
        for entry in agon_games::entries() {
            let name = entry.info.name;
            let (english, _) = WebFiles::rules(name, "en").expect(name);
            let heads = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
            for tag in ["sr", "sr-Cyrl", "el", "he"] {
                let (text, language) = WebFiles::rules(name, tag).expect(name);
                assert_eq!(language, tag, "{name}");
                assert!(!text.contains('~'), "{name} {tag}");
                assert_eq!(heads(&text), heads(&english), "{name} {tag}");
                // Code is the same in every language.
                for code in english.split('`').skip(1).step_by(2).filter(|code| code.contains(['=', '/', ':'])) {
                    assert!(text.contains(code), "{name} {tag} lacks {code}");
                }
            }
        }
        assert_eq!(WebFiles::rules("portes", "xx").expect("rules").1, "en");
        assert!(WebFiles::rules("chess", "en").is_none());
    }

    #[test]
    fn cyrillic_leaves_code_addresses_and_tables_alone() {
        let latin = "Ljudi `e3h` [Portes](portes.md) ~GNU~\n| njiva | `b` |\n    kod\n";
        assert_eq!(
            transliterated(latin, agon_i18n::to_cyrillic),
            "Људи `e3h` [Портес](portes.md) GNU\n| њива | `b` |\n    kod\n"
        );
    }

    #[test]
    fn there_is_always_a_first_page() {
        for page in ["start", "game", "other", "unheard of"] {
            assert!(!WebFiles::new(None).page(page).bytes.is_empty());
        }
    }

    #[test]
    fn pages_name_the_scripts_they_begin_with_and_these_exist() {
        let files = WebFiles::new(None);
        let names = |page: &str| -> Vec<String> {
            let text = String::from_utf8_lossy(&files.page(page).bytes).into_owned();
            assert!(!text.contains('%'), "{text}");
            let base = format!("href=\"/a/{HASH}/");
            text.split(&base).skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
        };
        let (start, game) = (names("start"), names("game"));
        assert!(start.contains(&"js/pages/start.js".to_owned()) && !start.contains(&"js/pages/game.js".to_owned()));
        assert!(game.contains(&"js/pages/game.js".to_owned()) && !game.contains(&"js/pages/start.js".to_owned()));
        for name in start.iter().chain(&game).chain(&names("other")) {
            assert!(files.get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_service_worker_caches_every_script_and_no_response_of_the_api() {
        let files = WebFiles::new(None);
        let worker = String::from_utf8_lossy(&files.get("sw.js").expect("a service worker").bytes).into_owned();
        assert!(worker.contains(&format!("/a/{HASH}")) && !worker.contains("%FILES%") && !worker.contains("/api/"));
        for (name, _) in WebFiles::scripts() {
            assert!(worker.contains(&format!("{name:?}")), "{name}");
        }
    }

    #[test]
    fn embedded_scripts_have_no_comments() {
        let files = WebFiles::new(None);
        let script = files.get("js/app.js").expect("the first script");
        assert!(!String::from_utf8_lossy(&script.bytes).contains("/**"));
        assert!(script.compressed.iter().all(|(_, bytes)| !bytes.is_empty() && bytes.len() < script.bytes.len()));
    }
}
