#![no_main]

use agon_properties::json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| json(data));
