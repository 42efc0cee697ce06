use agon_core::Preset;

/// The rules without options, where no text sets them so.
pub(crate) const fn standard(summary: &'static str) -> Preset {
    Preset { name: "standard", title: "Standard rules", summary, options: "" }
}

/// The rules of the programming course that set these three games.
pub(crate) const fn course(options: &'static str, summary: &'static str) -> Preset {
    Preset { name: "course", title: "Course rules", summary, options }
}

/// The rules of the books.
pub(crate) const fn book(options: &'static str, summary: &'static str) -> Preset {
    Preset { name: "book", title: "Book rules", summary, options }
}

/// The rules of tournaments.
pub(crate) const fn tournament(options: &'static str, summary: &'static str) -> Preset {
    Preset { name: "tournament", title: "Tournament rules", summary, options }
}
