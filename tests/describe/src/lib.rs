//! The description of the web interface, made of the types of `agon-wire` and a table of operations.
//!
//! In reading order:
//! - `operations`: every operation with its parameters, its body and its answers;
//! - `schemas`: the JSON schemas of all types;
//! - `openapi`: both as an `OpenAPI` description, which the server embeds;
//! - `typescript`: the schemas as types for the type check of the page.

mod openapi;
mod operations;
mod schemas;
mod typescript;

use std::path::PathBuf;

pub use openapi::openapi;
pub use typescript::types;

/// A file that is generated.
pub struct GeneratedFile {
    /// The path in the repository.
    pub name: &'static str,
    /// Makes the content.
    pub content: fn() -> String,
}

impl GeneratedFile {
    /// The path on this machine.
    pub fn path(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(self.name)
    }
}

/// All generated files.
pub const FILES: &[GeneratedFile] = &[
    GeneratedFile { name: "crates/server/src/http/openapi.json", content: openapi },
    GeneratedFile { name: "web/js/types.d.ts", content: types },
];
