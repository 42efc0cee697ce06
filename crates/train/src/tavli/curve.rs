//! The learning curve, as a table and as a picture.

use std::fmt::{self, Display, Write};

use super::duel::DuelResult;

/// A measurement of the nets' strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checkpoint {
    /// Games played so far.
    pub games: u64,
    /// Seconds of training so far, without those of checkpoints.
    pub seconds: f64,
    /// Positions evaluated a second.
    pub positions_per_second: f64,
    /// The result against the hand-written player.
    pub hand: DuelResult,
    /// The result against the best nets so far.
    pub best: DuelResult,
    /// Whether these nets are the best so far.
    pub promoted: bool,
}

impl Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, seconds, positions_per_second, hand, best, promoted } = self;
        write!(f, "{games} games, {seconds:.0} s, {positions_per_second:.0} positions/s: ")?;
        write!(f, "{hand} against the hand-written player, {best} against the best before")?;
        f.write_str(if *promoted { ", the best so far" } else { "" })
    }
}

/// The learning curve: all checkpoints in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The checkpoints.
    pub checkpoints: Vec<Checkpoint>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;

impl Curve {
    /// Writes comma-separated values with a header line.
    pub fn csv(&self) -> String {
        let mut out =
            String::from("games,seconds,positions_per_second,hand_points,hand_error,best_points,best_error,promoted\n");
        for check in &self.checkpoints {
            let Checkpoint { games, seconds, positions_per_second, hand, best, promoted } = check;
            let _ = writeln!(
                out,
                "{games},{seconds:.0},{positions_per_second:.0},{:.4},{:.4},{:.4},{:.4},{promoted}",
                hand.points, hand.error, best.points, best.error
            );
        }
        out
    }

    /// Reads what [`Curve::csv`] writes; other lines are left out.
    pub fn from_csv(text: &str) -> Self {
        let read = |line: &str| {
            let numbers: Vec<f64> = line.split(',').take(7).filter_map(|field| field.parse().ok()).collect();
            let [games, seconds, positions_per_second, hand, hand_error, best, best_error] = numbers[..] else {
                return None;
            };
            let duel = |points, error| DuelResult { points, error, ..DuelResult::default() };
            Some(Checkpoint {
                games: games as u64,
                seconds,
                positions_per_second,
                hand: duel(hand, hand_error),
                best: duel(best, best_error),
                promoted: line.ends_with("true"),
            })
        };
        Self { checkpoints: text.lines().filter_map(read).collect() }
    }

    /// Draws the points a game against the hand-written player, with error bars.
    pub fn svg(&self, title: &str) -> String {
        let most = self.checkpoints.iter().map(|check| check.games).max().unwrap_or(1).max(1) as f64;
        let highest = self.checkpoints.iter().map(|check| check.hand.points + check.hand.error).fold(1.0, f64::max);
        let lowest = self.checkpoints.iter().map(|check| check.hand.points - check.hand.error).fold(-0.5, f64::min);
        let x = |games: u64| MARGIN + (WIDTH - 2.0 * MARGIN) * games as f64 / most;
        let y = |points: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (highest - points) / (highest - lowest);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"{MARGIN}\" y=\"24\">{}</text>\n",
            title.replace('&', "&amp;").replace('<', "&lt;")
        );
        for tenth in ((lowest * 10.0).ceil() as i32..=(highest * 10.0) as i32).filter(|tenth| tenth % 5 == 0) {
            let points = f64::from(tenth) / 10.0;
            let _ = writeln!(
                out,
                "<path d=\"M{MARGIN} {0:.1}H{1}\" stroke=\"#ccc\"/><text x=\"8\" y=\"{0:.1}\">{points:+.1}</text>",
                y(points),
                WIDTH - MARGIN
            );
        }
        let mut line = String::new();
        for check in &self.checkpoints {
            let (at, value, error) = (x(check.games), check.hand.points, check.hand.error);
            let _ = write!(line, "{}{at:.1} {:.1}", if line.is_empty() { "M" } else { "L" }, y(value));
            let _ =
                writeln!(out, "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#88a\"/>", y(value - error), y(value + error));
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
        let duel = DuelResult { points: 0.25, error: 0.05, ..DuelResult::default() };
        let check = Checkpoint {
            games: 5000,
            seconds: 12.0,
            positions_per_second: 9e5,
            hand: duel,
            best: duel,
            promoted: true,
        };
        let curve = Curve { checkpoints: vec![check, Checkpoint { games: 10_000, promoted: false, ..check }] };
        assert_eq!(Curve::from_csv(&curve.csv()), curve);
        let svg = curve.svg("a < b");
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
    }
}
