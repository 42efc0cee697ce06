//! Where pawns can go among the walls of one configuration.

use crate::quoridor::configurations::stands;
use crate::quoridor::field::{Field, Passages, WallSet, members};
use agon_core::bits::UintBits;

/// The ways of both pawns on a board with walls.
///
/// The first pawn's squares are numbered from a1 and end before its goal row: the number
/// [`Ways::goal`] stands for all of that row, [`Ways::nowhere`] for a way that is none. The second
/// pawn's squares are bits of a word and begin after its goal row.
pub(crate) struct Ways<W> {
    cols: u32,
    /// By square of the first pawn: where it can step.
    pub(crate) steps: Vec<[u8; 4]>,
    /// By square of the first pawn: squares of the second one where the pawns do not meet, both
    /// having a path to their goals.
    pub(crate) apart: Vec<W>,
    /// By square of the first pawn: every square of the second one, both having a path.
    pub(crate) legal: Vec<W>,
    /// Where the pawns are neighbours with no wall between them.
    pub(crate) meetings: Vec<Meeting<W>>,
    /// Squares of the second pawn that are one open step from its goal.
    pub(crate) before_goal: W,
    up: W,
    right: W,
}

/// Pawns beside each other, with no wall between: what each can do is jumping too.
pub(crate) struct Meeting<W> {
    pub(crate) first: u8,
    pub(crate) second: W,
    /// Where the first pawn can go.
    pub(crate) first_to: [u8; 5],
    /// Where the second pawn can go if not to its goal.
    pub(crate) second_to: W,
    /// Whether the second pawn can go to its goal.
    pub(crate) second_home: bool,
}

impl<W: UintBits> Ways<W> {
    pub(crate) fn new(field: Field) -> Self {
        let stands = field.stands() as usize;
        Self {
            cols: field.cols,
            steps: vec![[0; 4]; stands],
            apart: vec![W::EMPTY; stands],
            legal: vec![W::EMPTY; stands],
            meetings: Vec::new(),
            before_goal: W::EMPTY,
            up: W::EMPTY,
            right: W::EMPTY,
        }
    }

    pub(crate) fn goal(field: Field) -> u8 {
        field.stands() as u8
    }

    pub(crate) fn nowhere(field: Field) -> u8 {
        field.stands() as u8 + 1
    }

    /// Looks at another configuration.
    pub(crate) fn set(&mut self, field: Field, walls: WallSet) {
        let passages = field.passages(walls);
        let stands = stands(field, &passages);
        let cols = field.cols;
        let seconds = W::truncate(stands[1] >> cols);
        self.up = W::truncate(passages.up >> cols);
        self.right = W::truncate(passages.right >> cols);
        self.before_goal = W::truncate(passages.up & field.goals()[1]) & seconds;
        self.meetings.clear();
        for first in 0..field.stands() {
            let neighbours = passages.neighbours(first);
            let own = stands[0] >> first & 1 != 0;
            let step = |to: Option<u32>| match to {
                None => Self::nowhere(field),
                Some(to) if to >= field.stands() => Self::goal(field),
                Some(to) => to as u8,
            };
            let near = neighbours.into_iter().flatten().chain([first]).fold(0, |set: u128, to| set | 1 << to);
            let index = first as usize;
            self.steps[index] = neighbours.map(step);
            self.legal[index] = W::all_if(own) & seconds & !W::truncate(1 << first >> cols);
            self.apart[index] = self.legal[index] & !W::truncate(near >> cols);
            if own {
                for (way, second) in neighbours.into_iter().enumerate() {
                    let Some(second) = second.filter(|&second| stands[1] >> second & 1 != 0) else {
                        continue;
                    };
                    self.meetings.push(Self::meeting(field, &passages, first, second, way));
                }
            }
        }
    }

    /// The pawns on neighbouring squares, the second one in a direction from the first.
    fn meeting(field: Field, passages: &Passages, first: u32, second: u32, way: usize) -> Meeting<W> {
        let first_set = targets(passages, first, second, way);
        let second_set = targets(passages, second, first, (way + 2) % 4);
        let mut first_to = [Self::nowhere(field); 5];
        for (place, to) in first_to.iter_mut().zip(members(first_set)) {
            *place = to.min(field.stands()) as u8;
        }
        let home = second_set & field.goals()[1] != 0;
        Meeting {
            first: first as u8,
            second: W::bit(second - field.cols),
            first_to,
            second_to: W::truncate(second_set >> field.cols),
            second_home: home,
        }
    }

    /// The squares of the second pawn from which one step leads into a set of them.
    #[inline]
    pub(crate) fn before(&self, set: W) -> W {
        (set & self.up) << self.cols
            | set >> self.cols & self.up
            | (set & self.right) << 1
            | set >> 1 & self.right
    }
}

/// Where a pawn can go that meets another one in a direction.
fn targets(passages: &Passages, from: u32, over: u32, way: usize) -> u128 {
    let set = |squares: &mut dyn Iterator<Item = Option<u32>>| {
        squares.flatten().fold(0u128, |set, to| set | 1 << to)
    };
    let steps = set(&mut passages.neighbours(from).into_iter()) & !(1 << over);
    let beyond = passages.neighbours(over);
    match beyond[way] {
        Some(straight) => steps | 1 << straight,
        None => steps | set(&mut [beyond[(way + 1) % 4], beyond[(way + 3) % 4]].into_iter()),
    }
}
