use super::bits::Bits;
use super::frame::Frame;
use super::region::Region;

/// A position: the free cells as both players see them, and mirrored for the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<B> {
    /// As Vertical and as Horizontal see the board, each with upright dominoes.
    pub(crate) views: [B; 2],
    /// Vertical's view mirrored left to right, upside down, and both.
    images: [B; 3],
}

impl<B: Bits> State<B> {
    /// The same for all mirror images.
    #[inline]
    pub(crate) fn key(&self) -> u128 {
        let [a, b, c] = self.images;
        self.views[0].min(a).min(b).min(c).wide()
    }
}

/// The size of a board and where dominoes fit on it.
#[derive(Clone, Debug)]
pub(crate) struct Geometry<B> {
    pub(crate) frames: [Frame<B>; 2],
    /// What a domino covers, by player and lower cell in his own frame.
    dominoes: [Vec<State<B>>; 2],
}

impl<B: Bits> Geometry<B> {
    pub(crate) fn new(rows: u32, cols: u32) -> Self {
        let frames = [Frame::new(rows, cols), Frame::new(cols, rows)];
        let mut geometry = Self { frames, dominoes: [Vec::new(), Vec::new()] };
        geometry.dominoes = [0, 1].map(|player| {
            let frame = frames[player];
            let places = 0..frame.rows.saturating_sub(1) * frame.cols;
            places
                .map(|place| {
                    // From the player's own frame to rows and columns of the board.
                    let at = |cell: u32| match player {
                        0 => (cell / frame.cols, cell % frame.cols),
                        _ => (cell % frame.cols, cell / frame.cols),
                    };
                    geometry.state([at(place), at(place + frame.cols)])
                })
                .collect()
        });
        geometry
    }

    /// The position with these free cells, each given by row and column.
    fn state(&self, cells: impl IntoIterator<Item = (u32, u32)>) -> State<B> {
        let (rows, cols) = (self.frames[0].rows, self.frames[0].cols);
        let mut state = State { views: [B::default(); 2], images: [B::default(); 3] };
        for (row, col) in cells {
            let (up, left) = (rows - 1 - row, cols - 1 - col);
            state.views[0] |= B::bit(row * cols + col);
            state.views[1] |= B::bit(col * rows + row);
            for (image, (row, col)) in state.images.iter_mut().zip([(row, left), (up, col), (up, left)]) {
                *image |= B::bit(row * cols + col);
            }
        }
        state
    }

    /// The position in which the cells of a region at the corner are free.
    pub(crate) fn position(&self, region: &Region) -> State<B> {
        self.state(region.cells())
    }

    #[inline]
    pub(crate) fn play(&self, state: &State<B>, player: usize, place: u32) -> State<B> {
        let domino = &self.dominoes[player][place as usize];
        State {
            views: std::array::from_fn(|i| state.views[i] & !domino.views[i]),
            images: std::array::from_fn(|i| state.images[i] & !domino.images[i]),
        }
    }
}
