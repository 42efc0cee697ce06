//! Position strings: `<green> / <blue> / <X1> <X2> <O1> <O2> / <stocks> / <1|2>`.

use std::fmt::Write;

use agon_core::{Fault, Player, faults as general};

use crate::faults;
use crate::rules::Rules;
use crate::square::{Label, label};
use crate::turn::letter;
use crate::{Board, Colour, Pawn, Square};

/// An example for error messages: the start on the standard board.
const EXAMPLE: &str = "/ / 44 84 4B 8B / 9 9 9 9 / 1";

impl<const W: usize, const S: usize> Board<W, S> {
    /// The canonical position string.
    pub(crate) fn text(&self) -> String {
        let mut text = String::with_capacity(96);
        for colour in Colour::ALL {
            let walls = self.walls.of(colour);
            walls.iter().for_each(|anchor| {
                let _ = write!(text, "{anchor}");
            });
            text.push_str(if walls.is_empty() { "/ " } else { " / " });
        }
        let pawns: Vec<String> = self.pawns.as_flattened().iter().map(Square::to_string).collect();
        let stocks: Vec<String> = self.stocks.as_flattened().iter().map(u8::to_string).collect();
        let _ = write!(text, "{} / {} / {}", pawns.join(" "), stocks.join(" "), self.side.index() + 1);
        text
    }

    /// Parses and validates a position string.
    pub(crate) fn read(rules: Rules, text: &str) -> Result<Self, Fault> {
        let syntax = || general::POSITION_SYNTAX.with("text", text.trim()).with("example", EXAMPLE);
        let fields: Vec<&str> = text.split('/').map(str::trim).collect();
        let &[green, blue, pawns, stocks, side] = fields.as_slice() else { return Err(syntax()) };
        let mut board = Self::start(rules);
        board.side = match side {
            "1" => Player::P1,
            "2" => Player::P2,
            _ => return Err(syntax()),
        };
        board.read_pawns(pawns, &syntax)?;
        board.read_stocks(stocks, &syntax)?;
        board.read_walls(Colour::Green, green)?;
        board.read_walls(Colour::Blue, blue)?;
        board.check_numbers()?;
        board.check_pawns()?;
        if let Some(&(player, pawn, goal)) = board.closed_paths(&board.passages()).first() {
            return Err(faults::NO_WAY
                .with("pawn", pawn.name(player))
                .with("from", board.pawn(player, pawn))
                .with("square", goal));
        }
        Ok(board)
    }

    fn read_pawns(&mut self, text: &str, syntax: &dyn Fn() -> Fault) -> Result<(), Fault> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let squares: &[&str; 4] = words.as_slice().try_into().map_err(|_| syntax())?;
        for (word, (player, pawn)) in squares.iter().zip(all_pawns()) {
            let square = read_square(&self.rules, word).ok_or_else(|| {
                faults::PAWN_OFF_BOARD
                    .with("pawn", pawn.name(player))
                    .with("square", word)
                    .with("row", label(self.rules.rows - 1))
                    .with("col", label(self.rules.cols - 1))
            })?;
            self.pawns[player.index()][pawn.index()] = square;
        }
        Ok(())
    }

    fn read_stocks(&mut self, text: &str, syntax: &dyn Fn() -> Fault) -> Result<(), Fault> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let counts: &[&str; 4] = words.as_slice().try_into().map_err(|_| syntax())?;
        for (index, word) in counts.iter().enumerate() {
            if !word.bytes().all(|b| b.is_ascii_digit()) {
                return Err(syntax());
            }
            let player = Player::ALL[index / 2];
            let count = word.parse().ok().filter(|count| *count <= self.rules.walls).ok_or_else(|| {
                faults::STOCK.with("side", letter(player)).with("count", word).with("walls", self.rules.walls)
            })?;
            self.stocks[player.index()][index % 2] = count;
        }
        Ok(())
    }

    fn read_walls(&mut self, colour: Colour, text: &str) -> Result<(), Fault> {
        let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        for name in chars.chunks(2) {
            let &[row, col] = name else { return Err(faults::WALL_SYNTAX.with("text", text)) };
            let (row, col) = (row.to_ascii_uppercase(), col.to_ascii_uppercase());
            let wall = self
                .wall_at(colour, Label::read(row), Label::read(col))
                .ok_or_else(|| self.wall_range(&format!("{}{row}{col}", colour.letter())))?;
            self.check_fit(wall)?;
            self.walls.insert(wall);
        }
        Ok(())
    }

    /// Checks that there are no more walls on the board and in stock than the players had.
    fn check_numbers(&self) -> Result<(), Fault> {
        for colour in Colour::ALL {
            let stocks: u32 = Player::ALL.iter().map(|&player| u32::from(self.stock(player, colour))).sum();
            let count = self.walls.of(colour).count() + stocks;
            let total = 2 * u32::from(self.rules.walls);
            let fault = match colour {
                Colour::Green => faults::TOO_MANY_GREEN,
                Colour::Blue => faults::TOO_MANY_BLUE,
            };
            if count > total {
                return Err(fault.with("count", count).with("total", total));
            }
        }
        Ok(())
    }

    /// Checks that pawns share a square only if one has taken the other, and that one player has won at
    /// most.
    fn check_pawns(&self) -> Result<(), Fault> {
        let pawns: Vec<(Player, Pawn)> = all_pawns().collect();
        for (index, &(player, pawn)) in pawns.iter().enumerate() {
            let square = self.pawn(player, pawn);
            let sharing = pawns[..index].iter().find(|(owner, other)| self.pawn(*owner, *other) == square);
            if let Some(&(owner, other)) = sharing {
                let taken = owner != player && (self.is_taken(player, pawn) || self.is_taken(owner, other));
                if !taken {
                    return Err(faults::TWO_PAWNS
                        .with("pawn", other.name(owner))
                        .with("other", pawn.name(player))
                        .with("square", square));
                }
            }
        }
        if Player::ALL.into_iter().all(|player| self.has_arrived(player)) {
            return Err(faults::BOTH_ARRIVED.fault());
        }
        Ok(())
    }
}

/// X1, X2, O1, O2.
fn all_pawns() -> impl Iterator<Item = (Player, Pawn)> {
    Player::ALL.into_iter().flat_map(|player| Pawn::ALL.map(|pawn| (player, pawn)))
}

/// Parses a square of the board.
pub(crate) fn read_square(rules: &Rules, text: &str) -> Option<Square> {
    let (row, col) = Square::parse(text)?;
    Some(Square::at(row.below(rules.rows)?, col.below(rules.cols)?))
}
