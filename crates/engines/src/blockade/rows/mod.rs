//! Rows of squares in 256-bit words, where the machine has them: sixteen rows of sixteen squares in
//! one word, or twenty-four rows of thirty-two in three.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2_wide;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
mod portable;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) use portable::Rows;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use {avx2::Rows, avx2_wide::WideRows};
/// The sets of the rules themselves.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) type WideRows = agon_blockade::SquareSet<11, 32>;

#[cfg(all(test, target_arch = "x86_64", target_feature = "avx2"))]
mod tests;
