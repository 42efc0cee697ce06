//! The tavli board: P13 to P24 above from left to right, P12 to P1 below, the bar between the
//! quarters, the trays on the right.

use agon_core::Player;
use agon_core::view::{PointView, TavliView};

use super::status::piece;
use super::{Canvas, Paint};

/// Checkers drawn on a point; beyond that the innermost place shows the number.
const STACK: usize = 5;
/// Columns of a point, and of a quarter of six.
const POINT: usize = 4;
const QUARTER: usize = 6 * POINT;
/// Column of the frame, width of bar and trays between their lines.
const LEFT: usize = 2;
const BAR: usize = 5;
const TRAY: usize = 5;
/// Lines: two of labels, frame, stacks, dice, stacks, frame, two of labels.
const TOP: usize = 3;
const MIDDLE: usize = TOP + STACK;
const BOTTOM: usize = MIDDLE + STACK;

/// Draws the board with its labels.
pub(crate) fn draw(view: &TavliView, ascii: bool) -> Canvas {
    let mut board = Drawing { view, ascii, canvas: Canvas::new(BOTTOM + 4) };
    board.frame();
    for point in 1..=24u8 {
        board.label(point);
        let here = view.points.get(usize::from(point) - 1).copied().unwrap_or_default();
        board.stack(column(point), point > 12, here);
    }
    for player in Player::ALL {
        board.bar(player);
        board.tray(player);
    }
    board.dice();
    board.canvas
}

/// The middle column of a point.
fn column(point: u8) -> usize {
    let from_left = usize::from(if point > 12 { point - 13 } else { 12 - point });
    let bar = if from_left >= 6 { BAR + 2 } else { 0 };
    LEFT + 1 + from_left * POINT + 1 + bar
}

struct Drawing<'a> {
    view: &'a TavliView,
    ascii: bool,
    canvas: Canvas,
}

impl Drawing<'_> {
    fn mark(&self, player: Player) -> String {
        piece(player, self.ascii).to_string()
    }

    fn frame(&mut self) {
        let dash = if self.ascii { "-" } else { "─" };
        let side = if self.ascii { "|" } else { "│" };
        let widths = [QUARTER, BAR, QUARTER, TRAY];
        for (line, corners) in [(TOP - 1, ["┌", "┬", "┐"]), (BOTTOM + 1, ["└", "┴", "┘"])] {
            let [first, tee, last] = if self.ascii { ["+"; 3] } else { corners };
            let parts = widths.map(|width| dash.repeat(width)).join(tee);
            self.canvas.put(line, LEFT, &format!("{first}{parts}{last}"), Paint::Plain);
        }
        for line in TOP..=BOTTOM {
            let mut at = LEFT;
            self.canvas.put(line, at, side, Paint::Plain);
            for width in widths {
                at += width + 1;
                self.canvas.put(line, at, side, Paint::Plain);
            }
        }
    }

    /// The board's own number on the outside, the mover's on the inside.
    fn label(&mut self, point: u8) {
        let (outer, inner) = if point > 12 { (0, 1) } else { (BOTTOM + 3, BOTTOM + 2) };
        let at = column(point) - 1;
        let mover = self.view.mover;
        self.canvas.put(outer, at, &format!("{point:>2}"), Paint::Faint);
        self.canvas.put(inner, at, &format!("{:>2}", self.view.pip_number(mover, point)), Paint::Player(mover));
        self.canvas.put(outer, 0, "P", Paint::Faint);
        self.canvas.put(inner, 0, &self.mark(mover), Paint::Player(mover));
    }

    /// The line of a place of a stack, 0 at the edge of the board.
    fn line(top: bool, place: usize) -> usize {
        if top { TOP + place } else { BOTTOM - place }
    }

    fn stack(&mut self, column: usize, top: bool, here: PointView) {
        let Some(owner) = here.owner else {
            let dot = if self.ascii { "." } else { "·" };
            self.canvas.put(Self::line(top, 0), column, dot, Paint::Faint);
            return;
        };
        let base = usize::from(here.pinned);
        if here.pinned {
            let below = owner.opponent();
            let prisoner = if self.ascii { self.mark(below).to_lowercase() } else { self.mark(below) };
            self.canvas.put(Self::line(top, 0), column - 1, &format!("[{prisoner}]"), Paint::Player(below));
        }
        self.pile(column, top, base, owner, here.count);
    }

    /// Checkers from a place inwards, with their number if they are too many.
    fn pile(&mut self, column: usize, top: bool, base: usize, owner: Player, count: u8) {
        let room = STACK - base;
        let drawn = usize::from(count).min(room);
        for place in 0..drawn {
            let line = Self::line(top, base + place);
            if place + 1 == room && usize::from(count) > room {
                self.canvas.put(line, column - 1, &format!("{count:>2}"), Paint::Player(owner));
            } else {
                self.canvas.put(line, column, &self.mark(owner), Paint::Player(owner));
            }
        }
    }

    /// The half of the board where a player bears off.
    fn bears_off_on_top(&self, player: Player) -> bool {
        self.view.home[player.index()].iter().all(|point| *point > 12)
    }

    fn bar(&mut self, player: Player) {
        let count = self.view.bar[player.index()];
        // Checkers wait in the half where they enter.
        let top = self.view.entry[player.index()] > 12;
        self.pile(LEFT + QUARTER + 1 + BAR / 2 + 1, top, 0, player, count);
    }

    fn tray(&mut self, player: Player) {
        let count = self.view.off[player.index()];
        let line = Self::line(self.bears_off_on_top(player), 0);
        let text = format!("{} {count}", self.mark(player));
        let at = LEFT + 2 * QUARTER + BAR + 5;
        self.canvas.put(line, at, &text, Paint::Player(player));
    }

    /// The dice in the middle of the mover's right-hand quarters; played ones lose their box.
    fn dice(&mut self) {
        let mut left = self.view.dice_left.clone();
        let mut at = LEFT + QUARTER + BAR + 4;
        for &die in &self.view.dice {
            let open = left.iter().position(|other| *other == die).map(|index| left.remove(index));
            let (text, paint) = match open {
                Some(_) => (format!("[{die}]"), Paint::Player(self.view.mover)),
                None => (format!(" {die} "), Paint::Faint),
            };
            self.canvas.put(MIDDLE, at, &text, paint);
            at += 4;
        }
        // A double is shown as two dice but played four times.
        if !left.is_empty() {
            self.canvas.put(MIDDLE, at, &format!("+{}", left.len()), Paint::Player(self.view.mover));
        }
    }
}
