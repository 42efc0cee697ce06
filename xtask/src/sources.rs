//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of what is built or installed.
const SKIPPED: [&str; 3] = [".git", "node_modules", "target"];

/// The files in a folder and below, by their paths in it, without what is built.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let shown = folder.join(&inner);
        let failed = |error| format!("{}: {error}", shown.display());
        for entry in fs::read_dir(&shown).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = inner.join(entry.file_name());
            // The server's crate has a link to the page.
            if !entry.path().is_dir() {
                found.push(path);
            } else if !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped) {
                folders.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a text.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a text, and the folders that it needs.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
