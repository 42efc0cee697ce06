//! Limits that the server enforces.

use std::ops::RangeInclusive;

/// The longest ordinary body of a request, in bytes.
pub const MAX_BODY_LEN: usize = 4096;
/// The longest body with a record, in bytes.
pub const MAX_RECORD_BODY_LEN: usize = 256 * 1024;
/// The longest message of a client, in bytes.
pub const MAX_MESSAGE_LEN: usize = 4096;
/// The longest id of a command or query, in characters: ASCII letters and digits, `_` and `-`.
pub const MAX_ID_LEN: usize = 24;
/// The most characters of a name that are kept.
pub const MAX_NAME_LEN: usize = 24;
/// The most characters of a chat line that are kept.
pub const MAX_CHAT_LEN: usize = 200;
/// The most steps of an unfinished turn.
pub const MAX_STEPS: usize = 8;
/// The time of a clock at the start, in milliseconds.
pub const INITIAL_MS: RangeInclusive<u64> = 10_000..=86_400_000;
/// The time added after each turn, in milliseconds.
pub const INCREMENT_MS: RangeInclusive<u64> = 0..=600_000;
/// The depth that a bot's search can be limited to, in turns.
pub const DEPTH: RangeInclusive<u32> = 1..=30;
/// The shortest time that a bot's search can be limited to, in milliseconds.
pub const MIN_MOVETIME_MS: u64 = 10;
/// The shortest time between the turns of two bots, in milliseconds.
pub const PACE_MS: RangeInclusive<u64> = 0..=10_000;
