#![no_main]

use agon_invariants::spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| spec(data));
