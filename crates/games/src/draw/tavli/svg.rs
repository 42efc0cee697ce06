//! The tavli board as a picture, laid out as in text.

use agon_core::view::{PointView, TavliView};
use agon_core::{PlaceView, Player};

use super::name;
use crate::draw::picture::Picture;
use crate::draw::{Board, Marks};

/// Width of a point, radius of a checker.
const POINT: u32 = 44;
const RADIUS: u32 = 20;
const BAR: u32 = 48;
const TRAY: u32 = 56;
/// Room for labels above and below.
const MARGIN: u32 = 44;
const SIDE: u32 = 16;
const BOARD: u32 = 500;
const LENGTH: u32 = 216;
/// Checkers drawn on a point; the innermost one carries the number of more.
const STACK: u32 = 5;

/// Draws the board with its labels, dice and trays, and the checkers that can be picked up and where they may go.
pub(super) fn draw(view: &TavliView, marks: &Marks) -> Picture {
    let width = 2 * SIDE + 12 * POINT + BAR + TRAY;
    let picture = Picture::new(width, BOARD + 2 * MARGIN);
    let mut board = Drawing { view, picture };
    board.ground();
    for point in 1..=24 {
        board.point(point);
    }
    for player in Player::ALL {
        board.bar(player);
        board.tray(player);
    }
    board.dice();
    board.marks(marks);
    board.picture
}

/// The middle of a point, from the left.
fn column(point: u8) -> u32 {
    let from_left = u32::from(if point > 12 { point - 13 } else { 12 - point });
    SIDE + from_left * POINT + POINT / 2 + if from_left >= 6 { BAR } else { 0 }
}

/// The middle of a place of a stack, 0 at the edge of the board.
fn height(top: bool, place: u32) -> u32 {
    let inwards = RADIUS + 2 + place * 2 * RADIUS;
    if top { MARGIN + inwards } else { MARGIN + BOARD - inwards }
}

struct Drawing<'a> {
    view: &'a TavliView,
    picture: Picture,
}

impl Drawing<'_> {
    fn ground(&mut self) {
        self.picture.rect("cell", [SIDE, MARGIN, 12 * POINT + BAR, BOARD], 0);
        self.picture.rect("tray", [SIDE + 6 * POINT, MARGIN, BAR, BOARD], 0);
        self.picture.rect("tray", [SIDE + 12 * POINT + BAR, MARGIN, TRAY, BOARD], 0);
        self.picture.rect("frame", [SIDE, MARGIN, 12 * POINT + BAR + TRAY, BOARD], 4);
    }

    fn point(&mut self, point: u8) {
        let (x, top) = (column(point), point > 12);
        let (edge, tip) = if top { (MARGIN, MARGIN + LENGTH) } else { (MARGIN + BOARD, MARGIN + BOARD - LENGTH) };
        let class = if point.is_multiple_of(2) { "dark" } else { "light" };
        self.picture.triangle(class, [[x - POINT / 2, edge], [x + POINT / 2, edge], [x, tip]]);
        let (inner, outer) = if top { (MARGIN - 12, MARGIN - 30) } else { (MARGIN + BOARD + 12, MARGIN + BOARD + 30) };
        self.picture.text("label", [x, inner], &self.view.pip_number(self.view.mover, point).to_string());
        self.picture.text("label faint", [x, outer], &format!("P{point}"));
        let here = self.view.points.get(usize::from(point) - 1).copied().unwrap_or_default();
        self.stack(x, top, here);
    }

    fn stack(&mut self, x: u32, top: bool, here: PointView) {
        let Some(owner) = here.owner else { return };
        if here.pinned {
            let at = [x, height(top, 0)];
            self.picture.piece(owner.opponent(), at, RADIUS, "");
            self.picture.circle("pinned", at, RADIUS - 5);
        }
        self.pile(x, top, u32::from(here.pinned), owner, here.count);
    }

    fn pile(&mut self, x: u32, top: bool, base: u32, owner: Player, count: u8) {
        let room = STACK - base;
        let drawn = u32::from(count).min(room);
        for place in 0..drawn {
            let text = if place + 1 == room && u32::from(count) > room { count.to_string() } else { String::new() };
            self.picture.piece(owner, [x, height(top, base + place)], RADIUS, &text);
        }
    }

    fn bar(&mut self, player: Player) {
        let top = self.view.entry[player.index()] > 12;
        self.pile(SIDE + 6 * POINT + BAR / 2, top, 0, player, self.view.bar[player.index()]);
    }

    fn tray(&mut self, player: Player) {
        let top = self.view.home[player.index()].iter().all(|point| *point > 12);
        let count = self.view.off[player.index()];
        let x = SIDE + 12 * POINT + BAR + TRAY / 2;
        self.picture.piece(player, [x, height(top, 0)], RADIUS, &count.to_string());
        let pips = self.view.pips[player.index()].to_string();
        self.picture.text("label faint", [x, height(top, 1)], &pips);
    }

    fn marks(&mut self, marks: &Marks) {
        for at in marks.sources.iter().filter_map(|place| self.end_of_stack(*place, false)).collect::<Vec<_>>() {
            self.picture.circle("source", at, RADIUS - 4);
        }
        for at in marks.targets.iter().filter_map(|place| self.end_of_stack(*place, true)).collect::<Vec<_>>() {
            self.picture.circle("target", at, 9);
        }
    }

    /// Where the outermost checker of a place is, or where the mover's next one goes. It goes on top of a single enemy.
    fn end_of_stack(&self, place: PlaceView, next: bool) -> Option<[u32; 2]> {
        let index = |player: Player| player.index();
        let (x, top, stands) = match place {
            PlaceView::Point { point } => {
                let here = self.view.points.get(usize::from(point) - 1).copied().unwrap_or_default();
                let is_enemy = here.owner.is_some_and(|owner| owner != self.view.mover);
                let own = if next && is_enemy { 0 } else { here.count };
                (column(point), point > 12, u32::from(own).min(STACK) + u32::from(here.pinned))
            }
            PlaceView::Bar { player } => {
                let held = u32::from(self.view.bar[index(player)]).min(STACK);
                (SIDE + 6 * POINT + BAR / 2, self.view.entry[index(player)] > 12, held)
            }
            PlaceView::Off { player } => {
                let top = self.view.home[index(player)].iter().all(|point| *point > 12);
                (SIDE + 12 * POINT + BAR + TRAY / 2, top, 2)
            }
            PlaceView::Cell { .. } | PlaceView::Wall { .. } => return None,
        };
        Some([x, height(top, if next { stands } else { stands.saturating_sub(1) })])
    }

    fn dice(&mut self) {
        const SIZE: u32 = 40;
        let mut left = self.view.dice_left.clone();
        let mover = self.view.mover;
        let mut x = SIDE + 6 * POINT + BAR + 2 * POINT;
        let y = MARGIN + BOARD / 2 - SIZE / 2;
        for &die in &self.view.dice {
            let open = left.iter().position(|other| *other == die).map(|index| left.remove(index));
            let played = if open.is_some() { "" } else { " played" };
            self.picture.rect(&format!("die {mover}{played}"), [x, y, SIZE, SIZE], 7);
            for (col, row) in die_dots(die) {
                self.picture.circle(&format!("on {mover}{played}"), [x + 10 * col, y + 10 * row], 4);
            }
            x += SIZE + 12;
        }
        if !left.is_empty() {
            self.picture.text("label", [x + 8, y + SIZE / 2], &format!("+{}", left.len()));
        }
    }
}

/// Where the dots of a die are, on a grid of quarters.
fn die_dots(die: u8) -> Vec<(u32, u32)> {
    let mut dots = Vec::new();
    if die % 2 == 1 {
        dots.push((2, 2));
    }
    if die >= 2 {
        dots.extend([(1, 1), (3, 3)]);
    }
    if die >= 4 {
        dots.extend([(1, 3), (3, 1)]);
    }
    if die >= 6 {
        dots.extend([(1, 2), (3, 2)]);
    }
    dots
}

/// Describes the board in words, for screen readers.
pub(super) fn describe(view: &TavliView) -> String {
    let mut parts = Vec::new();
    for player in Player::ALL {
        let held: Vec<String> = (1..)
            .zip(&view.points)
            .filter(|(_, point)| point.owner == Some(player))
            .map(|(number, point)| {
                let pinned = if point.pinned { " pinning one" } else { "" };
                format!("{} on P{number}{pinned}", point.count)
            })
            .collect();
        if !held.is_empty() {
            parts.push(format!("{}: {}.", name(player), held.join(", ")));
        }
    }
    parts.extend(view.status(true).into_iter().map(|line| format!("{line}.")));
    parts.join(" ")
}
