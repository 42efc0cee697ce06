use agon_core::{PathView, PlaceView};

/// What is drawn on a board besides its pieces.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The place of the cursor.
    pub cursor: Option<PlaceView>,
    /// What has been picked up.
    pub selected: Option<PlaceView>,
    /// Pieces that can be picked up.
    pub sources: Vec<PlaceView>,
    /// Where the piece in hand may go.
    pub targets: Vec<PlaceView>,
    /// What would be placed at the cursor, and whether it may be.
    pub preview: Vec<(PlaceView, bool)>,
    /// What the last turn touched.
    pub last: Vec<PlaceView>,
    /// What an engine suggests.
    pub hint: Vec<PlaceView>,
    /// Shortest paths.
    pub paths: Vec<PathView>,
}

impl Marks {
    /// All marked places; later marks win over earlier ones.
    pub(super) fn places(&self) -> impl Iterator<Item = (PlaceView, Mark)> {
        let marked = [
            (&self.last, Mark::Last),
            (&self.sources, Mark::Source),
            (&self.targets, Mark::Target),
            (&self.hint, Mark::Hint),
        ];
        let preview = |&(place, legal): &(PlaceView, bool)| (place, if legal { Mark::Preview } else { Mark::Refused });
        let marked = marked.into_iter().flat_map(|(places, mark)| places.iter().map(move |place| (*place, mark)));
        marked.chain(self.preview.iter().map(preview)).chain(self.selected.map(|place| (place, Mark::Selected)))
    }
}

/// A kind of mark on a place; see the fields of [`Marks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Touched by the last turn.
    Last,
    /// Can be picked up.
    Source,
    /// Can be moved to.
    Target,
    /// Suggested by an engine.
    Hint,
    /// Would be placed here.
    Preview,
    /// Would be placed here, but may not.
    Refused,
    /// Picked up.
    Selected,
}

impl Mark {
    /// The character of the mark on an empty place, if it has one.
    pub(super) fn symbol(self, ascii: bool) -> Option<&'static str> {
        let (unicode, plain) = match self {
            Self::Target => ("•", "o"),
            Self::Hint => ("◆", "!"),
            Self::Preview => ("▒", "*"),
            Self::Refused => ("×", "x"),
            Self::Last | Self::Source | Self::Selected => return None,
        };
        Some(if ascii { plain } else { unicode })
    }
}
