//! Parser of turns in every accepted form, with an error message for each mistake.
//!
//! All forms are split into the same tokens: `X1-64,G35`, `X 1 6 4 G 3 5` and `[X 1] [6 4] [Z 3 5]`
//! differ only in their separators.

use agon_core::{Fault, Player, faults as general};

use crate::faults;
use crate::square::{Label, label};
use crate::turn::letter;
use crate::{Board, Colour, Pawn, PawnMove, Square, SquareSet, Step, Turn, TurnKind, Wall};

/// The row and column tokens of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SquareTokens<'a> {
    row: &'a str,
    col: &'a str,
}

impl<'a> SquareTokens<'a> {
    /// Two tokens, or one of two characters.
    fn read(tokens: &[&'a str]) -> Option<Self> {
        match *tokens {
            [row, col] => Some(Self { row, col }),
            [both] => {
                let second = both.char_indices().nth(1)?.0;
                let (row, col) = both.split_at(second);
                (col.chars().count() == 1).then_some(Self { row, col })
            }
            _ => None,
        }
    }

    /// The tokens as a name: `35`, or `12 5` if they would run together.
    fn name(&self) -> String {
        let gap = if self.row.len() + self.col.len() == 2 { "" } else { " " };
        format!("{}{gap}{}", self.row.to_uppercase(), self.col.to_uppercase())
    }
}

/// Splits a text into tokens; a side or a colour is a separate token.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for token in text.split(|c: char| c.is_whitespace() || "[],-".contains(c)).filter(|token| !token.is_empty()) {
        let Some((head, tail)) = token.split_at_checked(1).filter(|(_, tail)| !tail.is_empty()) else {
            tokens.push(token);
            continue;
        };
        // `B4` may be a square: row 11, column 4. `B35` cannot.
        let is_pawn = tokens.is_empty() && side_of(head).is_some();
        let is_wall = tail.chars().count() >= 2 && Colour::read(head).is_some();
        if is_pawn || is_wall {
            tokens.extend([head, tail]);
        } else {
            tokens.push(token);
        }
    }
    tokens
}

fn side_of(token: &str) -> Option<Player> {
    match token {
        "X" | "x" => Some(Player::P1),
        "O" | "o" => Some(Player::P2),
        _ => None,
    }
}

fn is_pair(token: &str) -> bool {
    token.chars().count() == 2
}

/// Number of tokens that name a square: one of two characters, or a row and a column.
///
/// `35` is a square, and so is `12 5`; a number beyond every board is taken for a square if a colour
/// follows.
fn square_tokens(tokens: &[&str]) -> usize {
    let [first, second, ..] = tokens else { return tokens.len() };
    let could_be_row = Label::parse(first).is_some() && Label::parse(second).is_some();
    let beyond = Label::parse(first).is_none_or(|row| row.below(Square::MAX_COLS).is_none());
    let is_place = is_pair(first) && (!could_be_row || (beyond && Colour::read(second).is_some()));
    if is_place { 1 } else { 2 }
}

/// Number of tokens that name the target square, of the tokens after the pawn's name.
///
/// B and G are labels as well as colours; where both make sense, the number of tokens decides.
fn target_tokens(tokens: &[&str]) -> usize {
    let count = square_tokens(tokens);
    match tokens {
        [first, second, rest @ ..] if count == 2 && is_pair(first) && Colour::read(second).is_some() => {
            let two = match rest {
                [] => true,
                [_] => false,
                [third, fourth] => Colour::read(third).is_some() && is_pair(fourth),
                [third, ..] => Colour::read(third).is_some(),
            };
            1 + usize::from(two)
        }
        _ => count,
    }
}

impl<const W: usize, const S: usize> Board<W, S> {
    /// Parses a legal turn in any accepted form.
    pub(crate) fn read_turn(&self, text: &str) -> Result<Turn, Fault> {
        if self.result().is_some() {
            return Err(general::GAME_OVER.fault());
        }
        let tokens = tokens(text);
        match tokens.as_slice() {
            [side, number, rest @ ..] if side_of(side).is_some() => {
                let step = self.read_pawn_move(text, side, number, rest)?;
                self.read_rest(step, &rest[target_tokens(rest)..])
            }
            [colour, place @ ..] if Colour::read(colour).is_some() => {
                if self.rules.turn != TurnKind::Swift {
                    return Err(faults::NO_PAWN_MOVE.with("wall", text.trim()).with("example", self.example()));
                }
                self.read_wall(colour, place).map(Turn::wall)
            }
            _ => Err(general::NOT_A_MOVE.with("word", text.trim()).with("example", self.example())),
        }
    }

    fn example(&self) -> &'static str {
        self.rules.turn.example()
    }

    fn read_pawn_move(&self, text: &str, side: &str, number: &str, rest: &[&str]) -> Result<PawnMove, Fault> {
        let name = format!("{}{number}", side.to_uppercase());
        if side_of(side) != Some(self.side) {
            return Err(faults::NOT_YOUR_TURN.with("pawn", name).with("side", letter(self.side)));
        }
        let pawn = match number {
            "1" => Pawn::One,
            "2" => Pawn::Two,
            _ => return Err(faults::NO_SUCH_PAWN.with("pawn", name).with("side", letter(self.side))),
        };
        let spot = SquareTokens::read(&rest[..target_tokens(rest)])
            .ok_or_else(|| faults::NO_COLUMN.with("word", text.trim()).with("example", self.example()))?;
        let to = self.read_target(spot)?;
        self.check_target(pawn, to)?;
        Ok(PawnMove { pawn, to })
    }

    fn read_target(&self, spot: SquareTokens) -> Result<Square, Fault> {
        let (rows, cols) = (self.rules.rows, self.rules.cols);
        let row = Label::parse(spot.row)
            .and_then(|row| row.below(rows))
            .ok_or_else(|| faults::ROW_RANGE.with("row", spot.row).with("last", label(rows - 1)))?;
        let col = Label::parse(spot.col)
            .and_then(|col| col.below(cols))
            .ok_or_else(|| faults::COLUMN_RANGE.with("col", spot.col).with("last", label(cols - 1)))?;
        Ok(Square::at(row, col))
    }

    fn check_target(&self, pawn: Pawn, to: Square) -> Result<(), Fault> {
        let targets = self.pawn_targets(self.side, pawn);
        if targets.contains(to) {
            return Ok(());
        }
        let from = self.pawn(self.side, pawn);
        let opponent = self.side.opponent();
        let opponent_there = Pawn::ALL.into_iter().find(|&other| self.pawn(opponent, other) == to);
        let name = pawn.name(self.side);
        Err(if to == from {
            faults::ALREADY_THERE.with("pawn", name).with("square", to)
        } else if to == self.pawn(self.side, pawn.other()) {
            faults::OWN_PAWN_THERE.with("other", pawn.other().name(self.side)).with("square", to)
        } else if let Some(other) = opponent_there.filter(|_| !self.wins_on(self.side, to)) {
            faults::RIVAL_PAWN_THERE.with("other", other.name(opponent)).with("square", to)
        } else if targets.is_empty() {
            faults::CANNOT_MOVE.with("pawn", name).with("from", from)
        } else {
            let targets: Vec<String> = targets.iter().map(|square| square.to_string()).collect();
            faults::CANNOT_MOVE_THERE
                .with("pawn", name)
                .with("from", from)
                .with("square", to)
                .with("targets", targets.join(", "))
        })
    }

    /// Parses what follows a legal pawn move.
    fn read_rest(&self, step: PawnMove, tokens: &[&str]) -> Result<Turn, Fault> {
        let step_text = self.text_of(Step::Pawn(step));
        let [colour, place @ ..] = tokens else {
            if self.rules.turn == TurnKind::Classic && self.needs_wall_after(step) {
                return Err(faults::NO_WALL.with("move", step_text).with("example", self.example()));
            }
            return Ok(Turn::pawn(step));
        };
        if Colour::read(colour).is_none() {
            // Half a wall such as `G3` was not split, because it might be a square.
            let half = colour.split_at_checked(1).is_some_and(|(head, _)| Colour::read(head).is_some());
            let kind = if half { faults::NO_WALL_PLACE } else { faults::NO_SUCH_COLOUR };
            return Err(kind.with("word", colour));
        }
        if self.wins_on(self.side, step.to) && place.len() <= 2 {
            return Ok(Turn::pawn(step));
        }
        if self.rules.turn == TurnKind::Swift {
            let wall = SquareTokens::read(place).map_or_else(|| place.concat(), |spot| spot.name());
            let wall = format!("{}{wall}", colour.to_uppercase());
            return Err(faults::NOT_BOTH.with("move", step_text).with("wall", wall));
        }
        self.moved(step).read_wall(colour, place).map(|wall| Turn::both(step, wall))
    }

    fn text_of(&self, step: Step) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = step.write(self.side, &mut text);
        text
    }

    /// Parses a wall that the player to move may place with the pawns where they are.
    fn read_wall(&self, colour: &str, place: &[&str]) -> Result<Wall, Fault> {
        let kind = Colour::read(colour).ok_or_else(|| faults::NO_SUCH_COLOUR.with("word", colour))?;
        let used = square_tokens(place);
        let spot = SquareTokens::read(&place[..used])
            .ok_or_else(|| faults::NO_WALL_PLACE.with("word", format!("{colour} {}", place.join(" ")).trim()))?;
        if place.len() > used {
            let tokens = place[used..].join(" ");
            return Err(faults::EXTRA_WORDS.with("words", tokens).with("example", self.example()));
        }
        if self.stock(self.side, kind) == 0 {
            let fault = match kind {
                Colour::Green => faults::NO_GREEN_LEFT,
                Colour::Blue => faults::NO_BLUE_LEFT,
            };
            return Err(fault.with("side", letter(self.side)));
        }
        let wall = self
            .wall_at(kind, Label::parse(spot.row), Label::parse(spot.col))
            .ok_or_else(|| self.wall_range(&format!("{}{}", kind.letter(), spot.name())))?;
        self.check_fit(wall)?;
        self.check_paths(wall)?;
        Ok(wall)
    }

    /// Whether every pawn keeps a path to both goals (B6), or the reason why not.
    fn check_paths(&self, wall: Wall) -> Result<(), Fault> {
        let closed = self.closed_paths(&self.passages().with(wall));
        let Some(&(player, pawn, goal)) = closed.first() else { return Ok(()) };
        let mut pawns: Vec<String> = closed.iter().map(|(player, pawn, _)| pawn.name(*player)).collect();
        pawns.sort_unstable();
        pawns.dedup();
        let fault = faults::PATH_CLOSED.with("wall", wall).with("pawn", pawn.name(player)).with("square", goal);
        let passages = self.passages();
        let paths = closed.iter().map(|&(player, pawn, goal)| self.path(&passages, player, pawn, SquareSet::of(goal)));
        Err(fault.with("pawns", pawns.join(", ")).closing(paths.collect()))
    }

    /// The wall of a written row and column, if it is on the board.
    pub(crate) fn wall_at(&self, colour: Colour, row: Option<Label>, col: Option<Label>) -> Option<Wall> {
        let row = row?.below(self.rules.rows - 1)?;
        let col = col?.below(self.rules.cols - 1)?;
        Some(Wall { colour, anchor: Square::at(row, col) })
    }

    /// The fault of a wall that is not on the board.
    pub(crate) fn wall_range(&self, wall: &str) -> Fault {
        faults::WALL_RANGE
            .with("wall", wall)
            .with("row", label(self.rules.rows - 2))
            .with("col", label(self.rules.cols - 2))
    }

    /// Whether a wall fits between those on the board (B3), or the reason why not.
    pub(crate) fn check_fit(&self, wall: Wall) -> Result<(), Fault> {
        match self.wall_in_the_way(wall) {
            None => Ok(()),
            Some(other) if other.colour == wall.colour => {
                Err(faults::WALL_OVERLAPS.with("wall", wall).with("other", other))
            }
            Some(other) => Err(faults::WALL_CROSSES.with("wall", wall).with("other", other)),
        }
    }
}
