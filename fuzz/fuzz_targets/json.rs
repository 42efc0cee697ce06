#![no_main]

use agon_invariants::json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| json(data));
