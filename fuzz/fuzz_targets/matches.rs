#![no_main]

use agon_invariants::matches;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| matches(data));
