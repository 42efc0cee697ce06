use std::fmt::{Display, Write as _};

use agon_core::Player;

const STYLE: &str = "\
.agon{--ground:#f4efe4;--cell:#e3d9c3;--line:#b9ac90;--ink:#3b3528;--p1:#fdfbf5;--p1-ink:#2b2b2b;\
--p2:#33302b;--p2-ink:#f4efe4;--wall:#8a5a24;--green:#2e7d46;--blue:#2b5fa8;--goal1:#f2e6b8;\
--goal2:#cfc6b4;--dark:#c9a77c;--light:#e9d8ba;--mark:#c4412b;\
font-family:system-ui,sans-serif;background:var(--ground)}\
@media(prefers-color-scheme:dark){.agon{--ground:#211f1b;--cell:#3a362e;--line:#5b5446;--ink:#d9d2c1;\
--p1:#efe9da;--p1-ink:#211f1b;--p2:#0f0e0c;--p2-ink:#efe9da;--wall:#d39a4f;--green:#57b877;--blue:#6fa4ec;\
--goal1:#4d462c;--goal2:#2b2822;--dark:#5d472e;--light:#7d6748;--mark:#ff7d63}}\
.agon .ground{fill:var(--ground)}.agon .cell{fill:var(--cell)}\
.agon .goal.p1{fill:var(--goal1)}.agon .goal.p2{fill:var(--goal2)}\
.agon .frame{fill:none;stroke:var(--line);stroke-width:2}.agon .tray{fill:var(--cell);stroke:var(--line)}\
.agon .label{fill:var(--ink);font-size:15px;text-anchor:middle;dominant-baseline:central}\
.agon .faint{opacity:.55;font-size:12px}\
.agon .piece{stroke:var(--line);stroke-width:1.5}.agon .p1{fill:var(--p1)}.agon .p2{fill:var(--p2)}\
.agon .on.p1{fill:var(--p1-ink)}.agon .on.p2{fill:var(--p2-ink)}\
.agon .on{font-size:16px;font-weight:600;text-anchor:middle;dominant-baseline:central}\
.agon .wall{fill:var(--wall)}.agon .green{fill:var(--green)}.agon .blue{fill:var(--blue)}\
.agon .dark{fill:var(--dark)}.agon .light{fill:var(--light)}\
.agon .pinned{fill:none;stroke:var(--mark);stroke-width:3;stroke-dasharray:5 4}\
.agon .die{stroke:var(--line);stroke-width:1.5}.agon .played{opacity:.35}\
.agon .path{fill:none;stroke:var(--mark);stroke-width:4;stroke-linejoin:round;stroke-linecap:round;opacity:.7}\
.agon .path.p2{stroke-dasharray:1 9}";

/// A picture in the making.
pub(super) struct Picture {
    width: u32,
    height: u32,
    shapes: String,
}

impl Picture {
    /// An empty picture of a size.
    pub(super) fn new(width: u32, height: u32) -> Self {
        Self { width, height, shapes: String::new() }
    }

    /// The picture as a file, with its title, its description in words, and its style.
    pub(super) fn standalone(self, title: &str, description: &str) -> String {
        let Self { width, height, shapes } = self;
        // The role and the labels make screen readers speak title and description.
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"agon\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{shapes}</svg>\n",
            escape(title),
            escape(description)
        )
    }

    /// The picture as a part of a page, which styles it and says in words what it shows.
    pub(super) fn inline(self, kind: &str) -> String {
        let Self { width, height, shapes } = self;
        format!(
            "<svg class=\"agon {kind}\" viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\" focusable=\"false\">\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{shapes}</svg>\n"
        )
    }

    fn add(&mut self, text: impl Display) {
        // Writing to a String cannot fail.
        let _ = write!(self.shapes, "{text}");
    }

    /// A rectangle with round corners.
    pub(super) fn rect(&mut self, class: &str, [x, y, width, height]: [u32; 4], round: u32) {
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>\n"
        ));
    }

    /// A circle.
    pub(super) fn circle(&mut self, class: &str, [x, y]: [u32; 2], radius: u32) {
        self.add(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n"));
    }

    /// A line with corners.
    pub(super) fn line(&mut self, class: &str, corners: &[[u32; 2]]) {
        let points: Vec<String> = corners.iter().map(|[x, y]| format!("{x},{y}")).collect();
        self.add(format_args!("<polyline class=\"{class}\" points=\"{}\"/>\n", points.join(" ")));
    }

    /// A triangle.
    pub(super) fn triangle(&mut self, class: &str, corners: [[u32; 2]; 3]) {
        let points: Vec<String> = corners.iter().map(|[x, y]| format!("{x},{y}")).collect();
        self.add(format_args!("<polygon class=\"{class}\" points=\"{}\"/>\n", points.join(" ")));
    }

    /// A text centred on a point.
    pub(super) fn text(&mut self, class: &str, [x, y]: [u32; 2], text: &str) {
        self.add(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>\n", escape(text)));
    }

    /// A round piece of a player with something written on it.
    pub(super) fn piece(&mut self, player: Player, at: [u32; 2], radius: u32, text: &str) {
        self.circle(&format!("piece {player}"), at, radius);
        if !text.is_empty() {
            self.text(&format!("on {player}"), at, text);
        }
    }
}

/// Text that may stand between tags and inside quotes; characters that XML does not know are
/// left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && !"\t\n\r".contains(c) => {}
            c => out.push(c),
        }
    }
    out
}
