//! The picture of the layers in `docs/architecture.md` is checked against what cargo says.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const PICTURE_START: &str = "```text layers\n";

/// The layer of every crate, counted from the top.
fn layers(page: &str) -> BTreeMap<&str, usize> {
    let picture = page.split(PICTURE_START).nth(1).expect("docs/architecture.md has a picture of the layers");
    let picture = picture.split("```").next().expect("a fence");
    let mut layers = BTreeMap::new();
    for (layer, line) in picture.lines().enumerate() {
        let (_, crates) = line.split_once(':').unwrap_or_else(|| panic!("no layer name in {line:?}"));
        for name in crates.split(',').map(str::trim) {
            assert_eq!(layers.insert(name, layer), None, "{name} stands twice in the picture");
        }
    }
    layers
}

fn short(name: &str) -> &str {
    name.strip_prefix("agon-").unwrap_or(name)
}

#[test]
fn dependencies_point_down_the_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).expect("docs/architecture.md");
    let layers = layers(&page);
    let output = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .output()
        .expect("cargo metadata");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON of cargo metadata");
    let packages = metadata["packages"].as_array().expect("packages");
    for package in packages {
        let name = short(package["name"].as_str().expect("a name"));
        let layer = layers.get(name).unwrap_or_else(|| panic!("{name} is missing in the picture"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let used = dependency["name"].as_str().expect("a name");
            let is_ours = dependency["path"].is_string() && dependency["kind"].is_null();
            if is_ours {
                let below = layers.get(short(used)).unwrap_or_else(|| panic!("{used} is missing in the picture"));
                assert!(below > layer, "{name} uses {used}, which does not stand below it in the picture");
            }
        }
    }
    assert_eq!(layers.len(), packages.len(), "the picture names a crate that does not exist");
}
