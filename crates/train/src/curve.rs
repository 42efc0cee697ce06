use std::fmt::Write;

use crate::Duel;

/// One check of the strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Games played so far.
    pub games: u64,
    /// Seconds of training so far, checks left out.
    pub seconds: f64,
    /// Positions judged a second.
    pub judged: f64,
    /// Against the hand-made player.
    pub hand: Duel,
    /// Against the best nets so far.
    pub best: Duel,
    /// Whether these nets are the best now.
    pub promoted: bool,
}

/// The learning curve: every check in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The checks.
    pub checks: Vec<Check>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;

impl Curve {
    /// As comma separated values with a head line.
    pub fn csv(&self) -> String {
        let mut out = String::from(
            "games,seconds,positions_per_second,hand_points,hand_error,best_points,best_error,promoted\n",
        );
        for check in &self.checks {
            let Check { games, seconds, judged, hand, best, promoted } = check;
            let _ = writeln!(
                out,
                "{games},{seconds:.0},{judged:.0},{:.4},{:.4},{:.4},{:.4},{promoted}",
                hand.points, hand.error, best.points, best.error
            );
        }
        out
    }

    /// Reads what [`Curve::csv`] wrote; lines that cannot be read are left out.
    pub fn from_csv(text: &str) -> Self {
        let read = |line: &str| {
            let numbers: Vec<f64> = line.split(',').take(7).filter_map(|word| word.parse().ok()).collect();
            let [games, seconds, judged, hand, hand_error, best, best_error] = numbers[..] else {
                return None;
            };
            let duel = |points, error| Duel { points, error, ..Duel::default() };
            Some(Check {
                games: games as u64,
                seconds,
                judged,
                hand: duel(hand, hand_error),
                best: duel(best, best_error),
                promoted: line.ends_with("true"),
            })
        };
        Self { checks: text.lines().filter_map(read).collect() }
    }

    /// As a picture: points for each game against the hand-made player, with error bars.
    pub fn svg(&self, title: &str) -> String {
        let most = self.checks.iter().map(|check| check.games).max().unwrap_or(1).max(1) as f64;
        let highest =
            self.checks.iter().map(|check| check.hand.points + check.hand.error).fold(1.0, f64::max);
        let lowest =
            self.checks.iter().map(|check| check.hand.points - check.hand.error).fold(-0.5, f64::min);
        let x = |games: u64| MARGIN + (WIDTH - 2.0 * MARGIN) * games as f64 / most;
        let y = |points: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (highest - points) / (highest - lowest);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"{MARGIN}\" y=\"24\">{}</text>\n",
            title.replace('&', "&amp;").replace('<', "&lt;")
        );
        for tenth in ((lowest * 10.0).ceil() as i32..=(highest * 10.0) as i32).filter(|tenth| tenth % 5 == 0)
        {
            let points = f64::from(tenth) / 10.0;
            let _ = writeln!(
                out,
                "<path d=\"M{MARGIN} {0:.1}H{1}\" stroke=\"#ccc\"/><text x=\"8\" y=\"{0:.1}\">{points:+.1}</text>",
                y(points),
                WIDTH - MARGIN
            );
        }
        let mut line = String::new();
        for check in &self.checks {
            let (at, value, error) = (x(check.games), check.hand.points, check.hand.error);
            let _ = write!(line, "{}{at:.1} {:.1}", if line.is_empty() { "M" } else { "L" }, y(value));
            let _ = writeln!(
                out,
                "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#88a\"/>",
                y(value - error),
                y(value + error)
            );
        }
        let _ = writeln!(out, "<path d=\"{line}\" fill=\"none\" stroke=\"#226\" stroke-width=\"2\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"{}\">0</text><text x=\"{}\" y=\"{0}\" text-anchor=\"end\">{most} games</text>\n</svg>",
            HEIGHT - 16.0,
            WIDTH - MARGIN
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_is_read_back() {
        let duel = Duel { points: 0.25, error: 0.05, ..Duel::default() };
        let check = Check { games: 5000, seconds: 12.0, judged: 9e5, hand: duel, best: duel, promoted: true };
        let curve = Curve { checks: vec![check, Check { games: 10_000, promoted: false, ..check }] };
        assert_eq!(Curve::from_csv(&curve.csv()), curve);
        let svg = curve.svg("a < b");
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
    }
}
