//! What can be wrong with a weight file.

use agon_core::FaultKind;

/// Not a weight file at all.
pub const NET_FOREIGN: FaultKind =
    FaultKind::new("net-foreign", "this is not a weight file: it should begin with {magic}");
/// A weight file of another time.
pub const NET_VERSION: FaultKind =
    FaultKind::new("net-version", "the weight file has version {version}, this program reads {known}");
/// A line of the head cannot be understood.
pub const NET_HEAD: FaultKind = FaultKind::new("net-head", "the weight file's head has a bad line: {line}");
/// Bytes are missing, superfluous or changed.
pub const NET_DAMAGED: FaultKind =
    FaultKind::new("net-damaged", "the weight file is damaged: {what}; get it again or train anew");
/// A sound file, but not what is needed here.
pub const NET_UNFIT: FaultKind =
    FaultKind::new("net-unfit", "the weight file does not fit: {found}, but {needed} is needed");

/// Every mistake this crate reports, for the catalogues.
pub const FAULTS: &[FaultKind] = &[NET_FOREIGN, NET_VERSION, NET_HEAD, NET_DAMAGED, NET_UNFIT];
