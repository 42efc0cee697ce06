/// What an expert counts in a position, under way.
#[derive(Clone, Debug)]
pub struct Counts {
    values: [f32; Self::MOST],
    len: usize,
}

impl Default for Counts {
    fn default() -> Self {
        Self { values: [0.0; Self::MOST], len: 0 }
    }
}

impl Counts {
    /// As many as any game has, with room to spare.
    const MOST: usize = 72;

    /// Forgets them.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// All so far.
    #[inline]
    pub fn values(&self) -> &[f32] {
        &self.values[..self.len]
    }

    /// The next in order.
    #[inline]
    pub(crate) fn add(&mut self, value: f32) {
        self.values[self.len] = value;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn flag(&mut self, is: bool) {
        self.add(f32::from(is));
    }

    /// Nothing to say, so many times.
    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.values[self.len..self.len + count].fill(0.0);
        self.len += count;
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
