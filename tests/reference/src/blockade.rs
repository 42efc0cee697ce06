//! The slow generator of Blockade: it labels the connected regions of the board anew for every wall.

use crate::Reference;
use crate::options::Options;
use crate::squares::{self, Square, fields, number, only, plus};

mod random_positions;

pub use random_positions::random_position;

const STEPS: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The pawns in the order of position strings: X1, X2, O1, O2.
const PAWNS: [usize; 4] = [0, 1, 2, 3];

/// Which anchors hold a wall, by row and column, with room for lookups beside the board.
type Walls = [[bool; 31]; 25];

/// The region of every square, by row and column; open passages join squares of equal numbers.
type Regions = [[u16; 31]; 25];

const GREEN: usize = 0;
const BLUE: usize = 1;

struct Rules {
    rows: i32,
    cols: i32,
    walls: i32,
    starts: [Square; 4],
    /// `classic`, `swift` or `optional`.
    turn: &'static str,
    /// `any`, `opponent`, `none` or `free`.
    single: &'static str,
}

#[derive(Clone)]
struct Position {
    /// Green walls, then blue ones.
    walls: [Walls; 2],
    /// A pawn that was taken stays on the square of the pawn that took it.
    pawns: [Square; 4],
    /// By player, then colour.
    stock: [[i32; 2]; 2],
    mover: usize,
}

/// A wall that fits, and the regions of the board with it.
struct Candidate {
    colour: usize,
    anchor: Square,
    regions: Regions,
}

/// Lists every legal turn of a position by its result.
pub fn successors(spec: &str, position: &str) -> Result<Reference, String> {
    let rules = Rules::read(spec)?;
    let position = rules.parse(position)?;
    let arrived = rules.arrived(&position);
    let successors: Vec<String> = match arrived {
        Some(_) => Vec::new(),
        None => rules.turns(&position).iter().map(|next| rules.print(next)).collect(),
    };
    // B8: without a legal turn the mover loses.
    let winner = arrived.or_else(|| successors.is_empty().then_some(1 - position.mover));
    Ok(Reference::of_turns(rules.print(&position), position.mover, winner, successors))
}

impl Rules {
    fn read(spec: &str) -> Result<Self, String> {
        let known = ["turn", "rows", "cols", "walls", "starts", "single", "repetition"];
        let options = Options::read(spec, "blockade", &known)?;
        options.choice("repetition", &["draw", "off"])?;
        let rows = options.number("rows", 3..=22, 11)?;
        let cols = options.number("cols", 3..=28, 14)?;
        let rules = Self {
            rows,
            cols,
            walls: options.number("walls", 0..=18, 9)?,
            starts: match options.text("starts") {
                Some(text) => parse_starts(text)?,
                None => default_starts(rows, cols),
            },
            turn: options.choice("turn", &["classic", "swift", "optional"])?,
            single: options.choice("single", &["any", "opponent", "none", "free"])?,
        };
        let is_twice = PAWNS.iter().any(|&i| rules.starts[..i].contains(&rules.starts[i]));
        if is_twice || rules.starts.iter().any(|&start| !rules.on_board(start)) {
            return Err("the start squares are four distinct squares of the board".to_owned());
        }
        Ok(rules)
    }

    fn start(&self) -> Position {
        Position { walls: [[[false; 31]; 25]; 2], pawns: self.starts, stock: [[self.walls; 2]; 2], mover: 0 }
    }

    fn on_board(&self, (row, col): Square) -> bool {
        (1..=self.rows).contains(&row) && (1..=self.cols).contains(&col)
    }

    /// The start squares of a player's opponent.
    fn goals(&self, player: usize) -> [Square; 2] {
        let opponent = 1 - player;
        [self.starts[2 * opponent], self.starts[2 * opponent + 1]]
    }

    /// B5: the player with a pawn on a start square of the opponent.
    fn arrived(&self, position: &Position) -> Option<usize> {
        PAWNS.into_iter().find(|&pawn| self.goals(owner(pawn)).contains(&position.pawns[pawn])).map(owner)
    }

    /// Every legal turn of a game that is not over (B7).
    fn turns(&self, position: &Position) -> Vec<Position> {
        let candidates = self.candidates(position);
        let mut turns = Vec::new();
        if self.turn == "swift" {
            self.add_walls(position, &candidates, &mut turns);
        }
        for pawn in [2 * position.mover, 2 * position.mover + 1] {
            for target in self.pawn_targets(position, pawn) {
                let mut moved = position.clone();
                moved.pawns[pawn] = target;
                let before = turns.len();
                if self.turn != "swift" && self.arrived(&moved).is_none() {
                    self.add_walls(&moved, &candidates, &mut turns);
                }
                let has_walls = turns.len() > before;
                if self.turn == "optional" || !has_walls {
                    moved.mover = 1 - moved.mover;
                    turns.push(moved);
                }
            }
        }
        turns
    }

    /// Adds the position after each wall that is legal with the pawns where they are.
    fn add_walls(&self, position: &Position, candidates: &[Candidate], turns: &mut Vec<Position>) {
        for wall in candidates {
            if self.keeps_paths(&wall.regions, &position.pawns) {
                let mut next = position.clone();
                next.put_wall(wall.colour, wall.anchor);
                next.stock[position.mover][wall.colour] -= 1;
                next.mover = 1 - position.mover;
                turns.push(next);
            }
        }
    }

    /// The walls the mover has in stock, wherever they fit; paths are not checked yet.
    fn candidates(&self, position: &Position) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for colour in [GREEN, BLUE] {
            if position.stock[position.mover][colour] == 0 {
                continue;
            }
            for row in 1..self.rows {
                for col in 1..self.cols {
                    if self.fits(position, colour, (row, col)) {
                        let mut with_wall = position.clone();
                        with_wall.put_wall(colour, (row, col));
                        let regions = self.regions(&with_wall);
                        candidates.push(Candidate { colour, anchor: (row, col), regions });
                    }
                }
            }
        }
        candidates
    }

    /// B3, but for the stock.
    fn fits(&self, position: &Position, colour: usize, (row, col): Square) -> bool {
        if !(1..self.rows).contains(&row) || !(1..self.cols).contains(&col) {
            return false;
        }
        let has = |colour: usize, r: i32, c: i32| position.walls[colour][r as usize][c as usize];
        if colour == GREEN {
            !has(GREEN, row - 1, col) && !has(GREEN, row, col) && !has(GREEN, row + 1, col) && !has(BLUE, row, col)
        } else {
            !has(BLUE, row, col - 1) && !has(BLUE, row, col) && !has(BLUE, row, col + 1) && !has(GREEN, row, col)
        }
    }

    /// B2: whether both neighbours are on the board and the passage between them is open.
    fn is_open(&self, position: &Position, a: Square, b: Square) -> bool {
        if !self.on_board(a) || !self.on_board(b) {
            return false;
        }
        let (row, col) = (a.0.min(b.0) as usize, a.1.min(b.1) as usize);
        if a.0 == b.0 {
            !position.walls[GREEN][row][col] && !position.walls[GREEN][row - 1][col]
        } else {
            !position.walls[BLUE][row][col] && !position.walls[BLUE][row][col - 1]
        }
    }

    fn regions(&self, position: &Position) -> Regions {
        let mut regions = [[0; 31]; 25];
        let mut count = 0;
        let mut queue = Vec::with_capacity((self.rows * self.cols) as usize);
        for row in 1..=self.rows {
            for col in 1..=self.cols {
                if regions[row as usize][col as usize] > 0 {
                    continue;
                }
                count += 1;
                regions[row as usize][col as usize] = count;
                queue.push((row, col));
                while let Some(square) = queue.pop() {
                    for step in STEPS {
                        let next = plus(square, step);
                        if regions[next.0 as usize][next.1 as usize] == 0 && self.is_open(position, square, next) {
                            regions[next.0 as usize][next.1 as usize] = count;
                            queue.push(next);
                        }
                    }
                }
            }
        }
        regions
    }

    /// B6: each pawn is joined to both start squares of its opponent, pawns ignored.
    fn keeps_paths(&self, regions: &Regions, pawns: &[Square; 4]) -> bool {
        let region = |square: Square| regions[square.0 as usize][square.1 as usize];
        PAWNS.into_iter().all(|pawn| self.goals(owner(pawn)).iter().all(|&goal| region(goal) == region(pawns[pawn])))
    }

    /// B4: where a pawn may go.
    fn pawn_targets(&self, position: &Position, pawn: usize) -> Vec<Square> {
        let from = position.pawns[pawn];
        let mut targets = Vec::new();
        let mut add = |target: Square| {
            if self.is_landable(position, pawn, target) && !targets.contains(&target) {
                targets.push(target);
            }
        };
        for first in STEPS {
            let beside = plus(from, first);
            if !self.is_open(position, from, beside) {
                continue;
            }
            // Two steps, straight (1) or round a corner (2); pawns in between do not matter.
            for second in STEPS {
                let target = plus(beside, second);
                if target != from && self.is_open(position, beside, target) {
                    add(target);
                }
            }
            if self.goals(owner(pawn)).contains(&beside) || self.may_step_once(position, pawn, first) {
                add(beside);
            }
        }
        targets
    }

    /// B4 (4): whether a single step onto an open neighbour is allowed because it is blocked behind.
    fn may_step_once(&self, position: &Position, pawn: usize, step: Square) -> bool {
        let beside = plus(position.pawns[pawn], step);
        let behind = plus(beside, step);
        let is_blocked = |player: Option<usize>| {
            is_empty(position, beside)
                && self.is_open(position, beside, behind)
                && PAWNS.into_iter().any(|other| {
                    other != pawn
                        && position.pawns[other] == behind
                        && player.is_none_or(|player| owner(other) == player)
                })
        };
        match self.single {
            "free" => true,
            "any" => is_blocked(None),
            "opponent" => is_blocked(Some(1 - owner(pawn))),
            _ => false,
        }
    }

    /// Empty, or a start square of the opponent with an opposing pawn on it.
    fn is_landable(&self, position: &Position, pawn: usize, target: Square) -> bool {
        let has_opponent =
            PAWNS.into_iter().any(|other| owner(other) != owner(pawn) && position.pawns[other] == target);
        is_empty(position, target) || (has_opponent && self.goals(owner(pawn)).contains(&target))
    }

    fn print(&self, position: &Position) -> String {
        let mut text = String::with_capacity(160);
        for walls in &position.walls {
            let before = text.len();
            for row in 1..self.rows {
                for col in 1..self.cols {
                    if walls[row as usize][col as usize] {
                        text.extend(square_chars((row, col)));
                    }
                }
            }
            text.push_str(if text.len() == before { "/ " } else { " / " });
        }
        for pawn in position.pawns {
            text.extend(square_chars(pawn));
            text.push(' ');
        }
        text.push_str("/ ");
        for stock in position.stock.as_flattened() {
            text.push_str(&stock.to_string());
            text.push(' ');
        }
        text.push_str("/ ");
        text.push_str(["1", "2"][position.mover]);
        text
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let text = text.trim().to_ascii_lowercase();
        let mut position = self.start();
        if text == "startpos" {
            return Ok(position);
        }
        let [green, blue, pawns, stock, mover] = fields(&text)?;
        for (colour, anchors) in [(GREEN, green), (BLUE, blue)] {
            for anchor in read_squares(anchors)? {
                if !self.fits(&position, colour, anchor) {
                    return Err(format!("the wall {} does not fit", square_text(anchor)));
                }
                position.put_wall(colour, anchor);
            }
        }
        let pawns: Vec<Square> = pawns.split_whitespace().map(square).collect::<Result<_, _>>()?;
        position.pawns = pawns.try_into().map_err(|_| "there are four pawns".to_owned())?;
        let stock: Vec<i32> = stock.split_whitespace().map(|stock| number(stock, 2)).collect::<Result<_, _>>()?;
        let [xg, xb, og, ob] = stock[..] else { return Err("there are four stocks of walls".to_owned()) };
        position.stock = [[xg, xb], [og, ob]];
        position.mover = squares::mover(mover)?;
        self.check(&position)?;
        Ok(position)
    }

    fn check(&self, position: &Position) -> Result<(), String> {
        let pawns = &position.pawns;
        if pawns.iter().any(|&pawn| !self.on_board(pawn)) {
            return Err("a pawn is off the board".to_owned());
        }
        for pawn in PAWNS {
            for other in PAWNS {
                let was_taken = owner(pawn) != owner(other)
                    && (self.goals(owner(pawn)).contains(&pawns[pawn])
                        || self.goals(owner(other)).contains(&pawns[other]));
                if pawn != other && pawns[pawn] == pawns[other] && !was_taken {
                    return Err("two pawns stand on one square".to_owned());
                }
            }
        }
        let has_arrived = |player| PAWNS.iter().any(|&p| owner(p) == player && self.goals(player).contains(&pawns[p]));
        if has_arrived(0) && has_arrived(1) {
            return Err("both players have arrived".to_owned());
        }
        for colour in [GREEN, BLUE] {
            let placed = position.walls[colour].iter().flatten().filter(|wall| **wall).count() as i32;
            let stocks = position.stock.map(|stock| stock[colour]);
            if stocks.iter().any(|stock| *stock > self.walls) || placed + stocks[0] + stocks[1] > 2 * self.walls {
                return Err("there are more walls than the players had".to_owned());
            }
        }
        if !self.keeps_paths(&self.regions(position), pawns) {
            return Err("a pawn is shut off from a start square of its opponent".to_owned());
        }
        Ok(())
    }
}

impl Position {
    fn put_wall(&mut self, colour: usize, (row, col): Square) {
        self.walls[colour][row as usize][col as usize] = true;
    }
}

fn owner(pawn: usize) -> usize {
    pawn / 2
}

fn is_empty(position: &Position, square: Square) -> bool {
    !position.pawns.contains(&square)
}

/// B1 on a board of any size.
fn default_starts(rows: i32, cols: i32) -> [Square; 4] {
    let (a, b) = ((rows + 1) / 3, (cols + 2) / 4);
    [(a, b), (rows + 1 - a, b), (a, cols + 1 - b), (rows + 1 - a, cols + 1 - b)]
}

fn parse_starts(text: &str) -> Result<[Square; 4], String> {
    let starts: Vec<Square> = text.split('-').map(square).collect::<Result<_, _>>()?;
    starts.try_into().map_err(|_| "there are four start squares".to_owned())
}

fn square_chars((row, col): Square) -> [char; 2] {
    [row, col].map(|n| char::from(b"0123456789ABCDEFGHIJKLMNOPQRS"[n as usize]))
}

fn square_text(square: Square) -> String {
    square_chars(square).iter().collect()
}

/// The squares written one after the other, two characters each.
fn read_squares(text: &str) -> Result<Vec<Square>, String> {
    let numbers: Vec<i32> = text
        .chars()
        .map(|c| match c {
            '1'..='9' => Ok(c as i32 - '0' as i32),
            'a'..='s' => Ok(c as i32 - 'a' as i32 + 10),
            _ => Err(format!("{text} is not a row of squares")),
        })
        .collect::<Result<_, _>>()?;
    if !numbers.len().is_multiple_of(2) {
        return Err(format!("{text} has half a square"));
    }
    Ok(numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

fn square(text: &str) -> Result<Square, String> {
    only(&read_squares(text)?, text)
}
