//! The tavli board as a picture, laid out as in text.

use agon_core::view::{PointView, TavliView};
use agon_core::{PlaceView, Player};

use super::name;
use crate::draw::picture::Picture;
use crate::draw::{BoardDrawing, Marks};

/// Width of a point, radius of a checker.
const POINT_WIDTH: u32 = 44;
const CHECKER_RADIUS: u32 = 20;
const BAR_WIDTH: u32 = 48;
const TRAY_WIDTH: u32 = 56;
/// Room for labels above and below.
const LABEL_MARGIN: u32 = 44;
const SIDE_MARGIN: u32 = 16;
const BOARD_HEIGHT: u32 = 500;
const POINT_LENGTH: u32 = 216;
/// Checkers drawn on a point; the innermost one carries the number of more.
const MAX_STACK: u32 = 5;

/// Draws the board with its labels, dice and trays, and the checkers that can be picked up and where they may go.
pub(super) fn draw(view: &TavliView, marks: &Marks) -> Picture {
    let width = 2 * SIDE_MARGIN + 12 * POINT_WIDTH + BAR_WIDTH + TRAY_WIDTH;
    let picture = Picture::new(width, BOARD_HEIGHT + 2 * LABEL_MARGIN);
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
    SIDE_MARGIN + from_left * POINT_WIDTH + POINT_WIDTH / 2 + if from_left >= 6 { BAR_WIDTH } else { 0 }
}

/// The middle of a place of a stack, 0 at the edge of the board.
fn height(top: bool, place: u32) -> u32 {
    let inwards = CHECKER_RADIUS + 2 + place * 2 * CHECKER_RADIUS;
    if top { LABEL_MARGIN + inwards } else { LABEL_MARGIN + BOARD_HEIGHT - inwards }
}

struct Drawing<'a> {
    view: &'a TavliView,
    picture: Picture,
}

impl Drawing<'_> {
    fn ground(&mut self) {
        self.picture.rect("cell", [SIDE_MARGIN, LABEL_MARGIN, 12 * POINT_WIDTH + BAR_WIDTH, BOARD_HEIGHT], 0);
        self.picture.rect("tray", [SIDE_MARGIN + 6 * POINT_WIDTH, LABEL_MARGIN, BAR_WIDTH, BOARD_HEIGHT], 0);
        self.picture.rect(
            "tray",
            [SIDE_MARGIN + 12 * POINT_WIDTH + BAR_WIDTH, LABEL_MARGIN, TRAY_WIDTH, BOARD_HEIGHT],
            0,
        );
        self.picture.rect(
            "frame",
            [SIDE_MARGIN, LABEL_MARGIN, 12 * POINT_WIDTH + BAR_WIDTH + TRAY_WIDTH, BOARD_HEIGHT],
            4,
        );
    }

    fn point(&mut self, point: u8) {
        let (x, top) = (column(point), point > 12);
        let (edge, tip) = if top {
            (LABEL_MARGIN, LABEL_MARGIN + POINT_LENGTH)
        } else {
            (LABEL_MARGIN + BOARD_HEIGHT, LABEL_MARGIN + BOARD_HEIGHT - POINT_LENGTH)
        };
        let class = if point.is_multiple_of(2) { "dark" } else { "light" };
        self.picture.triangle(class, [[x - POINT_WIDTH / 2, edge], [x + POINT_WIDTH / 2, edge], [x, tip]]);
        let (inner, outer) = if top {
            (LABEL_MARGIN - 12, LABEL_MARGIN - 30)
        } else {
            (LABEL_MARGIN + BOARD_HEIGHT + 12, LABEL_MARGIN + BOARD_HEIGHT + 30)
        };
        self.picture.text("label", [x, inner], &self.view.pip_number(self.view.mover, point).to_string());
        self.picture.text("label faint", [x, outer], &format!("P{point}"));
        let here = self.view.points.get(usize::from(point) - 1).copied().unwrap_or_default();
        self.stack(x, top, here);
    }

    fn stack(&mut self, x: u32, top: bool, here: PointView) {
        let Some(owner) = here.owner else { return };
        if here.pinned {
            let at = [x, height(top, 0)];
            self.picture.piece(owner.opponent(), at, CHECKER_RADIUS, "");
            self.picture.circle("pinned", at, CHECKER_RADIUS - 5);
        }
        self.pile(x, top, u32::from(here.pinned), owner, here.count);
    }

    fn pile(&mut self, x: u32, top: bool, base: u32, owner: Player, count: u8) {
        let room = MAX_STACK - base;
        let drawn = u32::from(count).min(room);
        for place in 0..drawn {
            let text = if place + 1 == room && u32::from(count) > room { count.to_string() } else { String::new() };
            self.picture.piece(owner, [x, height(top, base + place)], CHECKER_RADIUS, &text);
        }
    }

    fn bar(&mut self, player: Player) {
        let top = self.view.entry[player.index()] > 12;
        self.pile(SIDE_MARGIN + 6 * POINT_WIDTH + BAR_WIDTH / 2, top, 0, player, self.view.bar[player.index()]);
    }

    fn tray(&mut self, player: Player) {
        let top = self.view.home[player.index()].iter().all(|point| *point > 12);
        let count = self.view.off[player.index()];
        let x = SIDE_MARGIN + 12 * POINT_WIDTH + BAR_WIDTH + TRAY_WIDTH / 2;
        self.picture.piece(player, [x, height(top, 0)], CHECKER_RADIUS, &count.to_string());
        let pips = self.view.pips[player.index()].to_string();
        self.picture.text("label faint", [x, height(top, 1)], &pips);
    }

    fn marks(&mut self, marks: &Marks) {
        for at in marks.sources.iter().filter_map(|place| self.end_of_stack(*place, false)).collect::<Vec<_>>() {
            self.picture.circle("source", at, CHECKER_RADIUS - 4);
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
                (column(point), point > 12, u32::from(own).min(MAX_STACK) + u32::from(here.pinned))
            }
            PlaceView::Bar { player } => {
                let held = u32::from(self.view.bar[index(player)]).min(MAX_STACK);
                (SIDE_MARGIN + 6 * POINT_WIDTH + BAR_WIDTH / 2, self.view.entry[index(player)] > 12, held)
            }
            PlaceView::Off { player } => {
                let top = self.view.home[index(player)].iter().all(|point| *point > 12);
                (SIDE_MARGIN + 12 * POINT_WIDTH + BAR_WIDTH + TRAY_WIDTH / 2, top, 2)
            }
            PlaceView::Cell { .. } | PlaceView::Wall { .. } => return None,
        };
        Some([x, height(top, if next { stands } else { stands.saturating_sub(1) })])
    }

    fn dice(&mut self) {
        const DIE_SIZE: u32 = 40;
        let mut left = self.view.dice_left.clone();
        let mover = self.view.mover;
        let mut x = SIDE_MARGIN + 6 * POINT_WIDTH + BAR_WIDTH + 2 * POINT_WIDTH;
        let y = LABEL_MARGIN + BOARD_HEIGHT / 2 - DIE_SIZE / 2;
        for &die in &self.view.dice {
            let open = left.iter().position(|other| *other == die).map(|index| left.remove(index));
            let played = if open.is_some() { "" } else { " played" };
            self.picture.rect(&format!("die {mover}{played}"), [x, y, DIE_SIZE, DIE_SIZE], 7);
            for (col, row) in die_dots(die) {
                self.picture.circle(&format!("on {mover}{played}"), [x + 10 * col, y + 10 * row], 4);
            }
            x += DIE_SIZE + 12;
        }
        if !left.is_empty() {
            self.picture.text("label", [x + 8, y + DIE_SIZE / 2], &format!("+{}", left.len()));
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
