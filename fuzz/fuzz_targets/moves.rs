#![no_main]

use agon_properties::moves;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| moves(data));
