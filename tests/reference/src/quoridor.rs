//! The slow generator of Quoridor: a flood fill per pawn for every wall.

use crate::Reference;
use crate::options::Options;
use crate::random::Random;
use crate::squares::{self, Square, fields, number, only, plus};

const STEPS: [Square; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// Which anchors hold a wall, by column and row, with room for lookups beside the board.
type Walls = [[bool; 18]; 18];

struct Rules {
    rows: i32,
    cols: i32,
    walls: i32,
}

#[derive(Clone)]
struct Position {
    /// Horizontal walls: `horizontal[c][r]` lies above the squares (c, r) and (c + 1, r).
    horizontal: Walls,
    /// Vertical walls: `vertical[c][r]` stands right of the squares (c, r) and (c, r + 1).
    vertical: Walls,
    pawns: [Square; 2],
    left: [i32; 2],
    mover: usize,
}

/// Lists every legal turn of a position by its result.
pub fn successors(spec: &str, position: &str) -> Result<Reference, String> {
    let rules = Rules::read(spec)?;
    let position = rules.parse(position)?;
    let winner = (0..2).find(|&player| rules.is_goal(player, position.pawns[player]));
    let successors: Vec<String> = match winner {
        Some(_) => Vec::new(),
        None => rules.turns(&position).iter().map(|next| rules.print(next)).collect(),
    };
    Ok(Reference::of_turns(rules.print(&position), position.mover, winner, successors))
}

impl Rules {
    fn read(spec: &str) -> Result<Self, String> {
        let options = Options::read(spec, "quoridor", &["size", "walls", "repetition", "rows", "cols"])?;
        options.choice("repetition", &["draw", "off"])?;
        let size = options.number("size", 3..=15, 9)?;
        let rows = options.number("rows", 3..=9, size)?;
        let cols = options.number("cols", 2..=9, size)?;
        if rows != cols && rows.max(cols) > 9 {
            return Err(format!("{rows} x {cols} squares: only boards of up to 9 need not be square"));
        }
        Ok(Self { rows, cols, walls: options.number("walls", 0..=99, 10)? })
    }

    /// Q1: p1 in the middle of the first row, p2 in the middle of the last.
    fn start(&self) -> Position {
        let (middle_p1, middle_p2) = if self.cols % 2 == 1 {
            (self.cols / 2 + 1, self.cols / 2 + 1)
        } else {
            (self.cols / 2, self.cols / 2 + 1)
        };
        Position {
            horizontal: [[false; 18]; 18],
            vertical: [[false; 18]; 18],
            pawns: [(middle_p1, 1), (middle_p2, self.rows)],
            left: [self.walls; 2],
            mover: 0,
        }
    }

    fn on_board(&self, (column, row): Square) -> bool {
        (1..=self.cols).contains(&column) && (1..=self.rows).contains(&row)
    }

    fn is_goal(&self, player: usize, (_, row): Square) -> bool {
        row == if player == 0 { self.rows } else { 1 }
    }

    /// Every legal turn of a game that is not over (Q2).
    fn turns(&self, position: &Position) -> Vec<Position> {
        let mut turns = Vec::new();
        for target in self.pawn_targets(position) {
            let mut next = position.clone();
            next.pawns[position.mover] = target;
            next.mover = 1 - position.mover;
            turns.push(next);
        }
        for column in 1..self.cols {
            for row in 1..self.rows {
                for horizontal in [true, false] {
                    turns.extend(self.after_wall(position, horizontal, (column, row)));
                }
            }
        }
        turns
    }

    /// Q3 and Q4.
    fn pawn_targets(&self, position: &Position) -> Vec<Square> {
        let own = position.pawns[position.mover];
        let other = position.pawns[1 - position.mover];
        let mut targets = Vec::new();
        for step in STEPS {
            let beside = plus(own, step);
            if !self.is_open(position, own, beside) {
                continue;
            }
            if beside != other {
                targets.push(beside);
                continue;
            }
            let behind = plus(other, step);
            if self.is_open(position, other, behind) {
                targets.push(behind);
                continue;
            }
            for side in STEPS {
                let square = plus(other, side);
                let is_diagonal = side != step && square != own;
                if is_diagonal && self.is_open(position, other, square) {
                    targets.push(square);
                }
            }
        }
        targets
    }

    /// The position after the mover places a wall, if it is legal (Q5, Q6).
    fn after_wall(&self, position: &Position, horizontal: bool, anchor: Square) -> Option<Position> {
        let mover = position.mover;
        if position.left[mover] == 0 || !self.fits(position, horizontal, anchor) {
            return None;
        }
        let mut next = position.clone();
        next.put_wall(horizontal, anchor);
        next.left[mover] -= 1;
        next.mover = 1 - mover;
        (0..2).all(|player| self.has_path(&next, player)).then_some(next)
    }

    /// Q5: wholly on the board, no overlap, no crossing.
    fn fits(&self, position: &Position, horizontal: bool, (column, row): Square) -> bool {
        let has_h = |c: i32, r: i32| position.horizontal[c as usize][r as usize];
        let has_v = |c: i32, r: i32| position.vertical[c as usize][r as usize];
        if !(1..self.cols).contains(&column) || !(1..self.rows).contains(&row) {
            return false;
        }
        if has_h(column, row) || has_v(column, row) {
            return false;
        }
        if horizontal {
            !has_h(column - 1, row) && !has_h(column + 1, row)
        } else {
            !has_v(column, row - 1) && !has_v(column, row + 1)
        }
    }

    /// Whether both neighbours are on the board and no wall stands between them.
    fn is_open(&self, position: &Position, a: Square, b: Square) -> bool {
        if !self.on_board(a) || !self.on_board(b) {
            return false;
        }
        let (column, row) = (a.0.min(b.0) as usize, a.1.min(b.1) as usize);
        if a.0 == b.0 {
            !position.horizontal[column][row] && !position.horizontal[column - 1][row]
        } else {
            !position.vertical[column][row] && !position.vertical[column][row - 1]
        }
    }

    /// Q6: whether a pawn can walk to its goal row, pawns ignored.
    fn has_path(&self, position: &Position, player: usize) -> bool {
        let mut seen = [[false; 18]; 18];
        let mut queue = vec![position.pawns[player]];
        while let Some(square) = queue.pop() {
            if self.is_goal(player, square) {
                return true;
            }
            if std::mem::replace(&mut seen[square.0 as usize][square.1 as usize], true) {
                continue;
            }
            for step in STEPS {
                let next = plus(square, step);
                if self.is_open(position, square, next) && !seen[next.0 as usize][next.1 as usize] {
                    queue.push(next);
                }
            }
        }
        false
    }

    fn print(&self, position: &Position) -> String {
        let mut fields = Vec::new();
        for walls in [&position.horizontal, &position.vertical] {
            let mut text = String::new();
            for column in 1..self.cols {
                for row in 1..self.rows {
                    if walls[column as usize][row as usize] {
                        text.push_str(&square_text((column, row)));
                    }
                }
            }
            fields.push(text);
        }
        let [p1, p2] = position.pawns;
        fields.push(format!("{} {}", square_text(p1), square_text(p2)));
        fields.push(format!("{} {}", position.left[0], position.left[1]));
        fields.push((position.mover + 1).to_string());
        fields.join(" / ").replace("  ", " ").trim_start().to_owned()
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let text = text.trim().to_ascii_lowercase();
        let mut position = self.start();
        if text == "startpos" {
            return Ok(position);
        }
        let [horizontal, vertical, pawns, left, mover] = fields(&text)?;
        for (is_horizontal, anchors) in [(true, horizontal), (false, vertical)] {
            for anchor in read_squares(anchors)? {
                if !self.fits(&position, is_horizontal, anchor) {
                    return Err(format!("the wall {} does not fit", square_text(anchor)));
                }
                position.put_wall(is_horizontal, anchor);
            }
        }
        let pawns: Vec<&str> = pawns.split_whitespace().collect();
        let [p1, p2] = pawns[..] else { return Err("there are two pawns".to_owned()) };
        position.pawns = [square(p1)?, square(p2)?];
        let left: Vec<&str> = left.split_whitespace().collect();
        let [p1, p2] = left[..] else { return Err("there are two stocks of walls".to_owned()) };
        position.left = [number(p1, 3)?, number(p2, 3)?];
        position.mover = squares::mover(mover)?;
        self.check(&position)?;
        Ok(position)
    }

    fn check(&self, position: &Position) -> Result<(), String> {
        let [p1, p2] = position.pawns;
        if !self.on_board(p1) || !self.on_board(p2) {
            return Err("a pawn is off the board".to_owned());
        }
        if p1 == p2 {
            return Err("both pawns stand on one square".to_owned());
        }
        if self.is_goal(0, p1) && self.is_goal(1, p2) {
            return Err("both pawns have arrived".to_owned());
        }
        let placed: usize =
            [position.horizontal, position.vertical].iter().flatten().flatten().filter(|wall| **wall).count();
        if position.left.iter().any(|left| *left > self.walls)
            || placed as i32 + position.left[0] + position.left[1] > 2 * self.walls
        {
            return Err("there are more walls than the players had".to_owned());
        }
        if !(0..2).all(|player| self.has_path(position, player)) {
            return Err("a pawn is shut off from its goal row".to_owned());
        }
        Ok(())
    }
}

impl Position {
    fn put_wall(&mut self, horizontal: bool, (column, row): Square) {
        let walls = if horizontal { &mut self.horizontal } else { &mut self.vertical };
        walls[column as usize][row as usize] = true;
    }
}

fn square_text((column, row): Square) -> String {
    format!("{}{row}", char::from(b'a' + (column - 1) as u8))
}

/// The squares written one after the other: `d2f10`.
fn read_squares(text: &str) -> Result<Vec<Square>, String> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if !letter.is_ascii_lowercase() {
            return Err(format!("{text} is not a row of squares"));
        }
        rest = &rest[1..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if rest.starts_with('0') {
            return Err(format!("{text}: no row begins with 0"));
        }
        squares.push((letter as i32 - 'a' as i32 + 1, number(&rest[..digits], 3)?));
        rest = &rest[digits..];
    }
    Ok(squares)
}

fn square(text: &str) -> Result<Square, String> {
    only(&read_squares(text)?, text)
}

/// A random valid position; the same seed gives the same one.
///
/// Half of them come from random play, half are set up: pawns side by side or near their goals, walls
/// in clusters until no more fit, few or no walls left. An invalid spec gives `startpos`.
pub fn random_position(spec: &str, seed: u64) -> String {
    let Ok(rules) = Rules::read(spec) else { return "startpos".to_owned() };
    let random = &mut Random::new(seed);
    let position = if random.percent(50) { played(&rules, random) } else { set_up(&rules, random) };
    rules.print(&position)
}

fn played(rules: &Rules, random: &mut Random) -> Position {
    let mut position = rules.start();
    let walls_percent = random.pick(&[10, 40, 80]);
    for _ in 0..random.within(0..3 * (rules.rows + rules.cols)) {
        let before = position.clone();
        let wall = random.percent(walls_percent).then(|| random_wall(rules, &position, random)).flatten();
        position = wall.unwrap_or_else(|| {
            let mut next = before;
            next.pawns[next.mover] = random.pick(&rules.pawn_targets(&next));
            next.mover = 1 - next.mover;
            next
        });
        if (0..2).any(|player| rules.is_goal(player, position.pawns[player])) {
            break;
        }
    }
    position
}

/// The position after a random wall of the mover, if one of a few tries is legal.
fn random_wall(rules: &Rules, position: &Position, random: &mut Random) -> Option<Position> {
    let near_a_pawn = random.percent(50);
    (0..10).find_map(|_| {
        let horizontal = random.percent(50);
        let anchor = if near_a_pawn {
            let (column, row) = random.pick(&position.pawns);
            (column + random.within(-2..2), row + random.within(-2..2))
        } else {
            (random.within(1..rules.cols), random.within(1..rules.rows))
        };
        rules.after_wall(position, horizontal, anchor)
    })
}

fn set_up(rules: &Rules, random: &mut Random) -> Position {
    let mut position = rules.start();
    position.pawns = random_pawns(rules, random);
    let most = random.pick(&[0, 4, 12, 2 * rules.walls]).min(2 * rules.walls);
    let mut placed = 0;
    for _ in 0..6 * most {
        // One wall at a time in a stock that never runs out.
        position.left = [1; 2];
        if placed < most
            && let Some(next) = random_wall(rules, &position, random)
        {
            position = next;
            placed += 1;
        }
    }
    let pool = 2 * rules.walls - placed;
    let few = if random.percent(50) { 2 } else { rules.walls };
    position.left[0] = random.within(0..pool.min(rules.walls).min(few) + 1);
    position.left[1] = random.within(0..(pool - position.left[0]).min(rules.walls).min(few) + 1);
    // After the winning turn the loser is to move.
    let winner = (0..2).find(|&player| rules.is_goal(player, position.pawns[player]));
    position.mover = winner.map_or_else(|| random.within(0..2) as usize, |winner| 1 - winner);
    position
}

fn random_pawns(rules: &Rules, random: &mut Random) -> [Square; 2] {
    let finished = random.percent(4);
    loop {
        let any = (random.within(1..rules.cols + 1), random.within(1..rules.rows + 1));
        let p1 = if random.percent(30) { (any.0, rules.rows - 1) } else { any };
        let p2 = if random.percent(60) {
            plus(p1, random.pick(&STEPS))
        } else {
            (random.within(1..rules.cols + 1), random.within(1..rules.rows + 1))
        };
        let arrived = [rules.is_goal(0, p1), rules.is_goal(1, p2)];
        if rules.on_board(p2) && p1 != p2 && arrived != [true; 2] && finished == (arrived[0] || arrived[1]) {
            return [p1, p2];
        }
    }
}
