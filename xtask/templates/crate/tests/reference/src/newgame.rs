//! The slow generator of Newgame: a grid of characters.

use crate::Reference;
use crate::options::Options;
use crate::random::Random;

/// What a cell holds, by row from the top and column from the left: `w`, `b` or `FREE`.
type Grid = Vec<Vec<char>>;

const FREE: char = '.';
const STONES: [char; 2] = ['w', 'b'];

/// Lists every legal turn of a position by its result.
pub fn successors(spec: &str, position: &str) -> Result<Reference, String> {
    let (grid, mover) = parse(size(spec)?, position)?;
    let successors: Vec<String> = placements(&grid, mover).iter().map(|next| print(next, 1 - mover)).collect();
    let winner = successors.is_empty().then_some(1 - mover);
    Ok(Reference::of_turns(print(&grid, mover), mover, winner, successors))
}

/// A random position from play; the same seed gives the same one. An invalid spec gives `startpos`.
pub fn random_position(spec: &str, seed: u64) -> String {
    let Ok(size) = size(spec) else { return "startpos".to_owned() };
    let random = &mut Random::new(seed);
    let (mut grid, mut mover) = (vec![vec![FREE; size]; size], 0);
    for _ in 0..random.within(0..(size * size) as i32) {
        let next = placements(&grid, mover);
        if next.is_empty() {
            break;
        }
        grid = next[random.within(0..next.len() as i32) as usize].clone();
        mover = 1 - mover;
    }
    print(&grid, mover)
}

fn size(spec: &str) -> Result<usize, String> {
    Ok(Options::read(spec, "newgame", &["size"])?.number("size", 2..=8, 6)? as usize)
}

/// The boards after each stone that the player may place.
fn placements(grid: &Grid, mover: usize) -> Vec<Grid> {
    let mut boards = Vec::new();
    for row in 0..grid.len() {
        for col in 0..grid.len() {
            if grid[row][col] == FREE && !has_beside(grid, row, col, STONES[1 - mover]) {
                let mut next = grid.clone();
                next[row][col] = STONES[mover];
                boards.push(next);
            }
        }
    }
    boards
}

fn has_beside(grid: &Grid, row: usize, col: usize, stone: char) -> bool {
    let distance = |(r, c): (usize, usize)| r.abs_diff(row) + c.abs_diff(col);
    let all = (0..grid.len()).flat_map(|r| (0..grid.len()).map(move |c| (r, c)));
    all.filter(|cell| distance(*cell) == 1).any(|(r, c)| grid[r][c] == stone)
}

fn parse(size: usize, text: &str) -> Result<(Grid, usize), String> {
    let text = text.trim().to_ascii_lowercase();
    if text == "startpos" {
        return Ok((vec![vec![FREE; size]; size], 0));
    }
    let (rows, side) = text.split_once(' ').ok_or("a position is a board and w or b")?;
    let mover = STONES.iter().position(|stone| side.trim() == stone.to_string()).ok_or("neither w nor b is to move")?;
    let spelt_out = |row: &str| {
        let cells = row.chars().map(|c| c.to_digit(10).map_or(c.to_string(), |free| ".".repeat(free as usize)));
        cells.collect::<String>().chars().collect::<Vec<char>>()
    };
    let grid: Grid = rows.split('/').map(spelt_out).collect();
    let is_cell = |cell: &char| *cell == FREE || STONES.contains(cell);
    let touching = |(r, row): (usize, &Vec<char>)| (0..size).any(|c| row[c] == 'w' && has_beside(&grid, r, c, 'b'));
    let is_board = grid.len() == size && grid.iter().all(|row| row.len() == size && row.iter().all(is_cell));
    if !is_board || rows.contains(['0', '9', FREE]) || grid.iter().enumerate().any(touching) {
        return Err(format!("{rows} is not a possible board of {size} x {size} cells"));
    }
    Ok((grid, mover))
}

fn print(grid: &Grid, mover: usize) -> String {
    let row_text = |row: &Vec<char>| {
        let mut text: String = row.iter().collect();
        for free in (1..=row.len()).rev() {
            text = text.replace(&FREE.to_string().repeat(free), &free.to_string());
        }
        text
    };
    let rows: Vec<String> = grid.iter().map(row_text).collect();
    format!("{} {}", rows.join("/"), STONES[mover])
}
