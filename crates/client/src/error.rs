use std::fmt;

use agon_core::Fault;
use agon_wire::FaultBody;

/// Why something on a server did not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientError {
    /// Found by this program.
    Fault(Fault),
    /// Said by the server.
    Refused(FaultBody),
}

impl ClientError {
    /// The code, by which catalogues know the text.
    pub fn code(&self) -> &str {
        match self {
            Self::Fault(fault) => fault.kind.code,
            Self::Refused(body) => &body.code,
        }
    }
}

impl From<Fault> for ClientError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Refused(body) => f.write_str(&body.text),
        }
    }
}

impl std::error::Error for ClientError {}
