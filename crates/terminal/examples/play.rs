//! The terminal interface on its own: `cargo run -p agon-terminal --example play -- quoridor human level:3`.
//!
//! Arguments: a game, the first player, the second; `plain`, `ascii` and `lang=el` anywhere.

use agon_i18n::Language;
use agon_terminal::{PlayConfig, PlayerSpec};

fn main() -> anyhow::Result<()> {
    let mut config = PlayConfig {
        language: Language::from_env(),
        color: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ..PlayConfig::default()
    };
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "plain" => config.plain = true,
            "ascii" => config.ascii = true,
            text if text.starts_with("lang=") => {
                config.language = Language::parse(&text[5..]).unwrap_or_default();
            }
            text if text.starts_with("load=") => config.load = Some(text[5..].into()),
            text if config.spec.is_none() => config.spec = Some(text.to_owned()),
            text if config.p1.is_none() => config.p1 = Some(text.parse::<PlayerSpec>()?),
            text => config.p2 = Some(text.parse::<PlayerSpec>()?),
        }
    }
    agon_terminal::play(config)
}
