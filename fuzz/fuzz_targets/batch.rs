#![no_main]

use agon_properties::batch;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| batch(data));
