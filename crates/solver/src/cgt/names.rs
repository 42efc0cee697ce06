//! Values in standard notation.

use std::fmt::Write as _;

use crate::cgt::{Dyadic, Games, Value};

/// Largest nimber, and largest multiple of up, that is recognised.
const LARGEST_NIMBER: u32 = 8;
const MOST_UPS: i32 = 8;

/// A written value, and its number of bars outside of braces.
struct Written {
    text: String,
    bars: usize,
}

impl Written {
    fn whole(text: impl Into<String>) -> Self {
        Self { text: text.into(), bars: 0 }
    }

    /// With braces around it if it has bars.
    fn closed(self) -> String {
        if self.bars == 0 { self.text } else { format!("{{{}}}", self.text) }
    }
}

/// The bars between the options of a switch, by how deeply it is nested.
const BARS_BY_DEPTH: [&str; 3] = ["", "|", "‖"];

impl Games {
    /// The canonical form in standard notation: `3/4`, `2*`, `↑*`, `±1`, `{5/2|1/2‖0|-3/2}`, `⧾1`.
    ///
    /// Two bars bind less tightly than one: `{a|b‖c}` is `{{a|b}|c}`.
    pub fn text(&mut self, value: Value) -> String {
        self.write(value).closed()
    }

    fn write(&mut self, value: Value) -> Written {
        if let Some(number) = self.number(value) {
            return Written::whole(number.to_string());
        }
        if let Some(name) = self.name(value) {
            return Written::whole(name);
        }
        let negative = self.negative(value);
        if negative == value {
            let options = self.left(value).to_vec();
            let list = self.list(&options);
            let simple = options.len() == 1 && self.number(options[0]).is_some();
            return Written::whole(if simple { format!("±{list}") } else { format!("±{{{list}}}") });
        }
        self.write_options(value)
    }

    fn write_options(&mut self, value: Value) -> Written {
        let (left, right) = (self.left(value).to_vec(), self.right(value).to_vec());
        let (mut left, mut right) = (self.side(&left), self.side(&right));
        let mut bars = left.bars.max(right.bars) + 1;
        if bars >= BARS_BY_DEPTH.len() {
            let close = |side: Written| match side.bars {
                bars if bars + 1 >= BARS_BY_DEPTH.len() => Written::whole(side.closed()),
                _ => side,
            };
            (left, right) = (close(left), close(right));
            bars = left.bars.max(right.bars) + 1;
        }
        Written { text: format!("{}{}{}", left.text, BARS_BY_DEPTH[bars], right.text), bars }
    }

    /// The options of one side; a single one needs no braces.
    fn side(&mut self, options: &[Value]) -> Written {
        match *options {
            [option] => self.write(option),
            _ => Written::whole(self.list(options)),
        }
    }

    fn list(&mut self, options: &[Value]) -> String {
        let mut texts: Vec<String> = options.iter().map(|&option| self.write(option).closed()).collect();
        // Sorted, as the order in the store depends on what was computed before.
        texts.sort_by(|a, b| a.chars().count().cmp(&b.chars().count()).then_with(|| a.cmp(b)));
        texts.join(",")
    }

    /// The name of a value that is the sum of a number and a known infinitesimal.
    fn name(&mut self, value: Value) -> Option<String> {
        let number = self.left_stop(value);
        if number != self.right_stop(value) {
            return None;
        }
        let shift = self.dyadic(number);
        let rest = self.difference(value, shift);
        let name = self.infinitesimal(rest)?;
        Some(if number == Dyadic::ZERO { name } else { format!("{number}{name}") })
    }

    fn infinitesimal(&mut self, value: Value) -> Option<String> {
        for size in 1..=LARGEST_NIMBER {
            if self.nimber(size) == value {
                return Some(star(size));
            }
        }
        for count in 1..=MOST_UPS {
            for count in [count, -count] {
                let ups = self.ups(count);
                for size in 0..=LARGEST_NIMBER {
                    let nimber = self.nimber(size);
                    if self.sum(ups, nimber) == value {
                        return Some(arrows(count) + &star(size));
                    }
                }
            }
        }
        self.tiny(value).map(|name| format!("⧾{name}")).or_else(|| {
            let negative = self.negative(value);
            self.tiny(negative).map(|name| format!("⧿{name}"))
        })
    }

    /// The name of `x` if the value is `{0 ‖ 0 | -x}`.
    fn tiny(&mut self, value: Value) -> Option<String> {
        let zero = self.zero();
        let (&[left], &[threat]) = (self.left(value), self.right(value)) else { return None };
        let (&[stay], &[loss]) = (self.left(threat), self.right(threat)) else { return None };
        if left != zero || stay != zero || self.at_most(zero, loss) {
            return None;
        }
        let size = self.negative(loss);
        Some(self.text(size))
    }
}

fn star(size: u32) -> String {
    match size {
        0 => String::new(),
        1 => "*".to_owned(),
        _ => format!("*{size}"),
    }
}

fn arrows(count: i32) -> String {
    let mut text = String::from(match (count > 0, count.abs()) {
        (true, 2) => "⇑",
        (true, _) => "↑",
        (false, 2) => "⇓",
        (false, _) => "↓",
    });
    if count.abs() > 2 {
        // Writing to a String cannot fail.
        let _ = write!(text, "{}", count.abs());
    }
    text
}
