#![no_main]

use agon_properties::gnubg;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| gnubg(data));
