#![no_main]

use agon_properties::position;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| position(data));
