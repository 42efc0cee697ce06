//! What can be wrong with a weight file.

agon_core::faults! {
    /// Not a weight file at all.
    pub NET_FOREIGN = "net-foreign", "this is not a weight file: it should begin with {magic}";
    /// A weight file of another time.
    pub NET_VERSION = "net-version", "the weight file has version {version}, this program reads {known}";
    /// A line of the head cannot be understood.
    pub NET_HEAD = "net-head", "the weight file's head has a bad line: {line}";
    /// Bytes are missing, superfluous or changed.
    pub NET_DAMAGED = "net-damaged", "the weight file is damaged: {what}; get it again or train anew";
    /// A sound file, but not what is needed here.
    pub NET_UNFIT = "net-unfit", "the weight file does not fit: {found}, but {needed} is needed";
}
