//! The slow generator of Tavli.
