use std::fmt::Write as _;

use crate::{Dyadic, Thermograph, Wall};

/// Picture units for one unit of value or temperature.
const SCALE: f64 = 60.0;
const MARGIN: f64 = 40.0;
/// How far the mast is drawn above the point where the walls meet.
const MAST: f64 = 0.75;

/// Draws a thermograph in the customary way: Left's advantage to the left, temperature upwards.
pub fn thermograph_svg(thermograph: &Thermograph, title: &str) -> String {
    let picture = Picture::new(thermograph);
    let mut svg = picture.head(title);
    picture.grid(&mut svg);
    for (wall, class) in [(&thermograph.left, "left"), (&thermograph.right, "right")] {
        let points: Vec<String> = picture.points(wall).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(svg, r#"  <polyline class="wall {class}" points="{}"/>"#, points.join(" "));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The part of the plane that is drawn.
struct Picture<'a> {
    thermograph: &'a Thermograph,
    least: i64,
    greatest: i64,
    hottest: f64,
    coldest: f64,
}

impl<'a> Picture<'a> {
    fn new(thermograph: &'a Thermograph) -> Self {
        let cold = thermograph.temperature < Dyadic::ZERO;
        // What happens below nought only matters for numbers.
        let coldest = if cold { Dyadic::integer(-1) } else { Dyadic::ZERO };
        let (least, greatest) = (thermograph.right.at(coldest), thermograph.left.at(coldest));
        Self {
            thermograph,
            least: least.min(thermograph.mean).floor() - 1,
            greatest: greatest.max(thermograph.mean).ceil() + 1,
            hottest: thermograph.temperature.to_f64().max(0.0) + MAST,
            coldest: coldest.to_f64(),
        }
    }

    fn x(&self, value: f64) -> f64 {
        MARGIN + (self.greatest as f64 - value) * SCALE
    }

    fn y(&self, temperature: f64) -> f64 {
        MARGIN + (self.hottest - temperature) * SCALE
    }

    fn head(&self, title: &str) -> String {
        let width = self.x(self.least as f64) + MARGIN;
        let height = self.y(self.coldest) + MARGIN;
        let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" role="img" aria-label="{label}">
  <title>{title}</title>
  <style>
    .wall {{ fill: none; stroke-width: 3; stroke-linejoin: round }}
    .left {{ stroke: #1f5fa8 }}
    .right {{ stroke: #b3432b }}
    .grid {{ stroke: #ccc; stroke-width: 1 }}
    text {{ font: 12px sans-serif; text-anchor: middle; fill: #555 }}
  </style>
"#,
            label = title.replace('"', "&quot;"),
        )
    }

    fn grid(&self, svg: &mut String) {
        let (left, right) = (self.x(self.greatest as f64), self.x(self.least as f64));
        let (top, bottom) = (self.y(self.hottest), self.y(self.coldest));
        for value in self.least..=self.greatest {
            let x = self.x(value as f64);
            let _ = writeln!(
                svg,
                r#"  <line class="grid" x1="{x:.1}" y1="{top:.1}" x2="{x:.1}" y2="{bottom:.1}"/>
  <text x="{x:.1}" y="{:.1}">{value}</text>"#,
                bottom + 18.0
            );
        }
        let mut degree = self.coldest;
        while degree <= self.hottest {
            let y = self.y(degree);
            let _ = writeln!(
                svg,
                r#"  <line class="grid" x1="{left:.1}" y1="{y:.1}" x2="{right:.1}" y2="{y:.1}"/>
  <text x="{:.1}" y="{:.1}">{degree}</text>"#,
                left - 18.0,
                y + 4.0
            );
            degree += 1.0;
        }
    }

    /// The corners of a wall in the picture, with the mast above it.
    fn points(&self, wall: &'a Wall) -> impl Iterator<Item = (f64, f64)> {
        let coldest = if self.coldest < 0.0 { Dyadic::integer(-1) } else { Dyadic::ZERO };
        let start = (self.x(wall.at(coldest).to_f64()), self.y(self.coldest));
        let corners = wall
            .corners()
            .iter()
            .filter(move |corner| corner.0 > coldest)
            .map(|&(t, value)| (self.x(value.to_f64()), self.y(t.to_f64())));
        let end = (self.x(self.thermograph.mean.to_f64()), self.y(self.hottest));
        std::iter::once(start).chain(corners).chain(std::iter::once(end))
    }
}
