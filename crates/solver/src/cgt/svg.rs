use std::fmt::Write as _;

use crate::cgt::{Dyadic, Thermograph, Trajectory};

/// Picture units for one unit of value or temperature.
const SCALE: f64 = 60.0;
const MARGIN: f64 = 40.0;
/// Room for the heading.
const HEADING: f64 = 52.0;
/// Length of the mast above the point where the trajectories meet.
const MAST: f64 = 0.75;
/// Approximate width of a letter of the heading.
const LETTER: f64 = 8.0;
/// Longer names are shortened in the heading; the title has them in full.
const LONGEST_NAME: usize = 56;

const STYLE: &str = "
    .paper { fill: #fff }
    .wall { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round }
    .left { stroke: #1f5fa8 }
    .right { stroke: #b3432b }
    .mast { stroke: #444 }
    .top { fill: #444 }
    .grid { stroke: #ddd; stroke-width: 1 }
    .axis { stroke: #888; stroke-width: 1.5 }
    text { font: 12px sans-serif; text-anchor: middle; fill: #444 }
    .name { font-size: 15px; fill: #111 }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #17191d }
      .left { stroke: #6fa8e8 }
      .right { stroke: #ee8a6f }
      .mast { stroke: #ccc }
      .top { fill: #ccc }
      .grid { stroke: #33373d }
      .axis { stroke: #7d838c }
      text { fill: #b9bec6 }
      .name { fill: #f2f3f5 }
    }
";

/// Draws a thermograph in the usual orientation: Left's advantage to the left, temperature upwards.
///
/// The picture has its own background and follows the reader's colour scheme.
pub fn thermograph_svg(thermograph: &Thermograph, title: &str) -> String {
    let picture = ThermographPicture::new(thermograph, title);
    let mut svg = picture.head(title);
    picture.grid(&mut svg);
    for (wall, class) in [(&thermograph.left, "left"), (&thermograph.right, "right")] {
        let points: Vec<String> = picture.points(wall).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(svg, r#"  <polyline class="wall {class}" points="{}"/>"#, points.join(" "));
    }
    picture.mast(&mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// The part of the plane that is drawn.
struct ThermographPicture<'a> {
    thermograph: &'a Thermograph,
    least: i64,
    greatest: i64,
    hottest: f64,
    coldest: Dyadic,
    /// Margin on either side, at least as wide as the heading needs.
    side: f64,
    name: String,
}

impl<'a> ThermographPicture<'a> {
    fn new(thermograph: &'a Thermograph, title: &str) -> Self {
        let cold = thermograph.temperature < Dyadic::ZERO;
        // Temperatures below zero matter for numbers only.
        let coldest = if cold { Dyadic::integer(-1) } else { Dyadic::ZERO };
        let (least, greatest) = (thermograph.right.at(coldest), thermograph.left.at(coldest));
        let least = least.min(thermograph.mean).floor() - 1;
        let greatest = greatest.max(thermograph.mean).ceil() + 1;
        let name = shortened(title);
        let drawn = (greatest - least) as f64 * SCALE;
        let heading = LETTER * name.chars().count().max(caption(thermograph).len()) as f64;
        Self {
            thermograph,
            least,
            greatest,
            hottest: thermograph.temperature.to_f64().max(0.0) + MAST,
            coldest,
            side: MARGIN.max((heading - drawn) / 2.0 + MARGIN / 2.0),
            name,
        }
    }

    fn x(&self, value: f64) -> f64 {
        self.side + (self.greatest as f64 - value) * SCALE
    }

    fn y(&self, temperature: f64) -> f64 {
        HEADING + (self.hottest - temperature) * SCALE
    }

    fn head(&self, title: &str) -> String {
        let width = self.x(self.least as f64) + self.side;
        let height = self.y(self.coldest.to_f64()) + MARGIN;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" aria-label="{label}">
  <title>{title}</title>
  <style>{STYLE}  </style>
  <rect class="paper" width="100%" height="100%"/>
  <text class="name" x="{middle:.1}" y="22">{name}</text>
  <text x="{middle:.1}" y="41">{caption}</text>
"#,
            label = escaped(title).replace('"', "&quot;"),
            title = escaped(title),
            middle = width / 2.0,
            name = escaped(&self.name),
            caption = caption(self.thermograph),
        )
    }

    fn grid(&self, svg: &mut String) {
        let (left, right) = (self.x(self.greatest as f64), self.x(self.least as f64));
        let (top, bottom) = (self.y(self.hottest), self.y(self.coldest.to_f64()));
        for value in self.least..=self.greatest {
            let x = self.x(value as f64);
            let class = if value == 0 { "axis" } else { "grid" };
            let _ = writeln!(
                svg,
                r#"  <line class="{class}" x1="{x:.1}" y1="{top:.1}" x2="{x:.1}" y2="{bottom:.1}"/>
  <text x="{x:.1}" y="{:.1}">{}</text>"#,
                bottom + 18.0,
                with_minus(&value.to_string()),
            );
        }
        let mut degree = self.coldest.to_f64();
        while degree <= self.hottest {
            let y = self.y(degree);
            let class = if degree == 0.0 { "axis" } else { "grid" };
            let _ = writeln!(
                svg,
                r#"  <line class="{class}" x1="{left:.1}" y1="{y:.1}" x2="{right:.1}" y2="{y:.1}"/>
  <text x="{:.1}" y="{:.1}">{}</text>"#,
                left - 18.0,
                y + 4.0,
                with_minus(&degree.to_string()),
            );
            degree += 1.0;
        }
    }

    /// The corners of a trajectory in the picture, up to the mast.
    fn points(&self, wall: &'a Trajectory) -> impl Iterator<Item = (f64, f64)> {
        let coldest = self.coldest;
        let start = (self.x(wall.at(coldest).to_f64()), self.y(coldest.to_f64()));
        let corners = wall
            .corners()
            .iter()
            .filter(move |corner| corner.0 > coldest)
            .map(|&(t, value)| (self.x(value.to_f64()), self.y(t.to_f64())));
        std::iter::once(start).chain(corners).chain(std::iter::once(self.meeting()))
    }

    /// The point where the trajectories meet.
    fn meeting(&self) -> (f64, f64) {
        (self.x(self.thermograph.mean.to_f64()), self.y(self.thermograph.temperature.to_f64()))
    }

    fn mast(&self, svg: &mut String) {
        let ((x, y), top) = (self.meeting(), self.y(self.hottest));
        let _ = writeln!(
            svg,
            r#"  <polyline class="wall mast" points="{x:.1},{y:.1} {x:.1},{top:.1}"/>
  <circle class="top" cx="{x:.1}" cy="{y:.1}" r="4.5"/>"#
        );
    }
}

fn caption(thermograph: &Thermograph) -> String {
    let text = format!("mean {}, temperature {}", thermograph.mean, thermograph.temperature);
    with_minus(&text)
}

/// With the typographic minus sign.
fn with_minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return with_minus(name);
    }
    let kept: String = name.chars().take(LONGEST_NAME - 1).collect();
    with_minus(&kept) + "…"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
