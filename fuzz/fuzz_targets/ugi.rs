#![no_main]

use agon_properties::ugi;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| ugi(data));
