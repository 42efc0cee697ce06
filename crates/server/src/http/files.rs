//! The web page: embedded at build time, or read from a folder during development.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use agon_i18n::{Catalogue, Language};
use include_dir::{Dir, include_dir};

/// A folder for each encoding: `plain` with all files, `br` and `gzip` with those that become much smaller.
static WEB: Dir = include_dir!("$OUT_DIR/web");
/// One hash over all files.
const HASH: &str = env!("WEB_HASH");

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
            None => embedded("plain", name).map(|bytes| WebFile {
                bytes: Cow::Borrowed(bytes),
                compressed: ["br", "gzip"].map(|encoding| (encoding, embedded(encoding, name).unwrap_or_default())),
                content_type: content_type(name),
            }),
            Some(folder) => read(folder, name),
        }
    }

    /// The page for a kind of address, with the texts of a language. A folder has one page for all.
    pub fn page(&self, page: &str, language: Language) -> String {
        let found = match &self.folder {
            None => self.get(&format!("index/{page}.html")),
            Some(_) => self.get("index.html"),
        };
        let text = found.and_then(|file| String::from_utf8(file.bytes.into_owned()).ok());
        translated(&text.unwrap_or_else(|| FALLBACK_PAGE.to_owned()), language)
    }

    /// All embedded scripts.
    #[cfg(test)]
    pub(crate) fn scripts() -> Vec<(&'static str, &'static [u8])> {
        let name =
            |file: &include_dir::File<'static>| file.path().to_str().and_then(|path| path.strip_prefix("plain/"));
        let scripts = WEB.get_dir("plain/js").map(files_of).unwrap_or_default().into_iter();
        scripts.map(|file| (name(file).expect("a name"), file.contents())).collect()
    }
}

#[cfg(test)]
fn files_of(folder: &'static Dir<'static>) -> Vec<&'static include_dir::File<'static>> {
    folder.dirs().flat_map(files_of).chain(folder.files()).collect()
}

fn embedded(encoding: &str, name: &str) -> Option<&'static [u8]> {
    Some(WEB.get_file(format!("{encoding}/{name}"))?.contents())
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

/// A page with its language and, instead of each `%text:KEY%`, the text with that key.
fn translated(page: &str, language: Language) -> String {
    let texts = Catalogue::of(language);
    let direction = if language.is_right_to_left() { "rtl" } else { "ltr" };
    let page = page.replace("%LANGUAGE%", language.tag()).replace("%DIRECTION%", direction);
    let mut parts = page.split("%text:");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once('%').unwrap_or((part, ""));
        let text = texts.text(key).replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        out.extend([&text, rest]);
    }
    out
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

// The modules of the build script are tested here, since a build script has no test target.
#[cfg(test)]
#[path = "../../build/bundle.rs"]
mod bundle;
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
        std::fs::write(web.join("index.html"), "base %ASSETS%/app.js %text:a&b%").expect("a file");
        std::fs::write(web.join("boards/tavli.js"), "x").expect("a file");
        std::fs::write(folder.path().join("secret.txt"), "s").expect("a file");
        let files = WebFiles::new(Some(web));
        assert_eq!(files.page("start", Language::English), "base /a/dev/app.js a&amp;b");
        assert_eq!(files.get("boards/tavli.js").expect("a file").content_type, "text/javascript; charset=utf-8");
        for wrong in ["../secret.txt", "boards/../../secret.txt", "/etc/passwd", "boards", "", "boards//tavli.js", "."]
        {
            assert!(files.get(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn there_is_always_a_first_page() {
        for page in ["start", "game", "other", "unheard of"] {
            assert!(!WebFiles::new(None).page(page, Language::English).is_empty());
        }
    }

    #[test]
    fn pages_name_the_scripts_they_begin_with_and_these_exist() {
        let files = WebFiles::new(None);
        let names = |page: &str| -> Vec<String> {
            let text = files.page(page, Language::Greek);
            assert!(!text.contains('%'), "{text}");
            assert!(text.contains("<html lang=\"el\" dir=\"ltr\""), "{text}");
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
        assert!(!String::from_utf8_lossy(&script.bytes).contains("/*"));
        assert!(script.compressed.iter().all(|(_, bytes)| !bytes.is_empty() && bytes.len() < script.bytes.len()));
    }
}
