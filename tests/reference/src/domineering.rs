//! The slow generator of Domineering: a grid of characters.

use crate::Reference;
use crate::options::Options;
use crate::random::Random;

/// What a cell holds: `FREE`, `v`, `h` or `#`, by row from the top and column from the left.
type Grid = Vec<Vec<char>>;

const FREE: char = '.';

struct Rules {
    rows: usize,
    cols: usize,
}

#[derive(Clone)]
struct Position {
    grid: Grid,
    /// `v` or `h`.
    mover: char,
}

/// Lists every legal turn of a position by its result.
pub fn successors(spec: &str, position: &str) -> Result<Reference, String> {
    let rules = Rules::read(spec)?;
    let position = rules.parse(position)?;
    let mut successors = Vec::new();
    for spot in rules.spots(&position) {
        let mut next = position.clone();
        cover(&mut next, spot);
        successors.push(print(&next));
    }
    // D3: a player who cannot move loses.
    let mover = usize::from(position.mover == 'h');
    let winner = successors.is_empty().then_some(1 - mover);
    Ok(Reference::of_turns(print(&position), mover, winner, successors))
}

impl Rules {
    fn read(spec: &str) -> Result<Self, String> {
        let options = Options::read(spec, "domineering", &["rows", "cols"])?;
        Ok(Self {
            rows: options.number("rows", 1..=16, 8)? as usize,
            cols: options.number("cols", 1..=16, 8)? as usize,
        })
    }

    fn start(&self) -> Position {
        Position { grid: vec![vec![FREE; self.cols]; self.rows], mover: 'v' }
    }

    /// D2: the upper or left cell of every two free ones that the mover could cover.
    fn spots(&self, position: &Position) -> Vec<(usize, usize)> {
        let (down, right) = other_half(position.mover);
        let mut spots = Vec::new();
        for row in 0..self.rows - down {
            for col in 0..self.cols - right {
                if position.grid[row][col] == FREE && position.grid[row + down][col + right] == FREE {
                    spots.push((row, col));
                }
            }
        }
        spots
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let text = text.trim().to_ascii_lowercase();
        if text == "startpos" {
            return Ok(self.start());
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, mover] = words[..] else { return Err("a position is a board and v or h".to_owned()) };
        let mover = match mover {
            "v" => 'v',
            "h" => 'h',
            _ => return Err(format!("{mover} is neither v nor h")),
        };
        let grid: Grid = board.split('/').map(parse_row).collect::<Result<_, _>>()?;
        if grid.len() != self.rows || grid.iter().any(|row| row.len() != self.cols) {
            return Err(format!("the board has {} rows of {} cells", self.rows, self.cols));
        }
        self.check_dominoes(&grid)?;
        Ok(Position { grid, mover })
    }

    /// Refuses half dominoes: `v` cells come in pairs down a column, `h` cells along a row.
    fn check_dominoes(&self, grid: &Grid) -> Result<(), String> {
        let columns = (0..self.cols).map(|col| grid.iter().map(|row| row[col]).collect::<String>());
        let rows = grid.iter().map(|row| row.iter().collect::<String>());
        let is_paired = |line: &str, half: char| line.split(|c| c != half).all(|run| run.len().is_multiple_of(2));
        if columns.into_iter().all(|line| is_paired(&line, 'v')) && rows.into_iter().all(|line| is_paired(&line, 'h')) {
            Ok(())
        } else {
            Err("half a domino lies on the board".to_owned())
        }
    }
}

/// How far down and right a player's domino reaches.
fn other_half(mover: char) -> (usize, usize) {
    if mover == 'v' { (1, 0) } else { (0, 1) }
}

fn cover(position: &mut Position, (row, col): (usize, usize)) {
    let (down, right) = other_half(position.mover);
    position.grid[row][col] = position.mover;
    position.grid[row + down][col + right] = position.mover;
    position.mover = if position.mover == 'v' { 'h' } else { 'v' };
}

fn parse_row(text: &str) -> Result<Vec<char>, String> {
    let mut row = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if matches!(c, 'v' | 'h' | '#') {
            row.push(c);
            rest = &rest[1..];
            continue;
        }
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let free = match rest[..digits].parse::<usize>() {
            Ok(free @ 1..=16) if c != '0' => free,
            _ => return Err(format!("{text} is not a row of cells")),
        };
        row.extend(vec![FREE; free]);
        rest = &rest[digits..];
    }
    Ok(row)
}

fn print(position: &Position) -> String {
    let rows: Vec<String> = position.grid.iter().map(|row| print_row(row)).collect();
    format!("{} {}", rows.join("/"), position.mover)
}

fn print_row(row: &[char]) -> String {
    let mut text = String::new();
    let mut free = 0;
    for &cell in row {
        if cell == FREE {
            free += 1;
            continue;
        }
        if free > 0 {
            text.push_str(&free.to_string());
            free = 0;
        }
        text.push(cell);
    }
    if free > 0 {
        text.push_str(&free.to_string());
    }
    text
}

/// A random valid position; the same seed gives the same one.
///
/// Some boards lack cells, from a few scattered ones to a rectangle. Dominoes are placed up to a random
/// number or until a player is stuck, by the players in turn or in any order. An invalid spec gives
/// `startpos`.
pub fn random_position(spec: &str, seed: u64) -> String {
    let Ok(rules) = Rules::read(spec) else { return "startpos".to_owned() };
    let random = &mut Random::new(seed);
    let mut position = rules.start();
    if random.percent(40) {
        cut_out(&rules, &mut position.grid, random);
    }
    let in_turn = random.percent(60);
    if random.percent(30) {
        position.mover = 'h';
    }
    for _ in 0..random.within(0..(rules.rows * rules.cols / 2 + 2) as i32) {
        let spots = rules.spots(&position);
        if spots.is_empty() {
            break;
        }
        cover(&mut position, random.pick(&spots));
        if !in_turn {
            position.mover = random.pick(&['v', 'h']);
        }
    }
    print(&position)
}

/// Takes cells off the board: scattered, or a rectangle.
fn cut_out(rules: &Rules, grid: &mut Grid, random: &mut Random) {
    let (rows, cols) = (rules.rows as i32, rules.cols as i32);
    if random.percent(50) {
        let share = random.pick(&[5, 20, 60]);
        for cell in grid.iter_mut().flatten() {
            if random.percent(share) {
                *cell = '#';
            }
        }
    } else {
        let (top, left) = (random.within(0..rows), random.within(0..cols));
        let (bottom, right) = (random.within(top..rows), random.within(left..cols));
        for row in &mut grid[top as usize..=bottom as usize] {
            row[left as usize..=right as usize].fill('#');
        }
    }
}
