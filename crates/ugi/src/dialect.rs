use crate::{Go, UgiCommand};

/// The commands that a program expects: UGI, or UCI with the moves of another game than chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Game Interface.
    #[default]
    Ugi,
    /// UCI with the moves of the game: `uci`, `ucinewgame`, `wtime` and `btime`; p1 is white.
    Uci,
}

impl Dialect {
    /// A command in this dialect.
    pub(crate) fn line(self, command: &UgiCommand) -> String {
        let line = command.to_string();
        if self == Self::Ugi {
            return line;
        }
        match command {
            UgiCommand::Ugi => "uci".to_owned(),
            UgiCommand::NewGame => "ucinewgame".to_owned(),
            UgiCommand::Go(Go::Think(_)) => line
                .split(' ')
                .map(|word| match word {
                    "p1time" => "wtime",
                    "p2time" => "btime",
                    "p1inc" => "winc",
                    "p2inc" => "binc",
                    word => word,
                })
                .collect::<Vec<_>>()
                .join(" "),
            _ => line,
        }
    }

    /// The option that names the game.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Ugi => "UGI_Variant",
            Self::Uci => "UCI_Variant",
        }
    }

    /// Whether a line ends the introduction.
    pub(crate) fn is_ok(self, line: &str) -> bool {
        line == if self == Self::Ugi { "ugiok" } else { "uciok" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_renames_some_commands() {
        let go = UgiCommand::parse("go p1time 100 p2time 200 p1inc 1 p2inc 2").unwrap().unwrap();
        assert_eq!(Dialect::Uci.line(&go), "go wtime 100 btime 200 winc 1 binc 2");
        assert_eq!(Dialect::Uci.line(&UgiCommand::NewGame), "ucinewgame");
        assert_eq!(Dialect::Uci.line(&UgiCommand::IsReady), "isready");
        assert_eq!(Dialect::Ugi.line(&go), go.to_string());
    }
}
