#![no_main]

use agon_properties::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| convert(data));
