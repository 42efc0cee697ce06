#![no_main]

use agon_properties::record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| record(data));
