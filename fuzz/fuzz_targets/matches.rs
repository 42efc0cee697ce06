#![no_main]

use agon_properties::matches;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| matches(data));
