//! Opens the full screen from a program: a person against level 3 on a small board.

use agon_terminal::PlayConfig;

fn main() -> anyhow::Result<()> {
    let config = PlayConfig {
        spec: Some("quoridor:size=7,walls=6".to_owned()),
        p1: Some("human".parse()?),
        p2: Some("level:3".parse()?),
        ..PlayConfig::default()
    };
    agon_terminal::play(config)
}
