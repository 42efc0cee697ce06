/// Random bytes from the operating system.
///
/// # Panics
///
/// If the system cannot provide them: no secret could be made then, and no TLS connection either.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
