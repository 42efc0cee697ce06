//! Reading turns as people write them, with a message for every mistake.
//!
//! All forms are brought to the same words: `X1-64,G35`, `X 1 6 4 G 3 5` and
//! `[X 1] [6 4] [Z 3 5]` differ only in how the words are set apart.

use agon_core::{Fault, Player, faults as general};

use crate::faults;
use crate::square::{Label, label};
use crate::turn::letter;
use crate::{Board, Colour, Pawn, PawnMove, Square, Step, Turn, TurnKind, Wall};

/// A row and a column as they were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot<'a> {
    row: &'a str,
    col: &'a str,
}

impl<'a> Spot<'a> {
    /// Two words, or one of two characters.
    fn read(words: &[&'a str]) -> Option<Self> {
        match *words {
            [row, col] => Some(Self { row, col }),
            [both] => {
                let second = both.char_indices().nth(1)?.0;
                let (row, col) = both.split_at(second);
                (col.chars().count() == 1).then_some(Self { row, col })
            }
            _ => None,
        }
    }

    /// The words as a name: `35`, or `12 5` where they would run together.
    fn name(&self) -> String {
        let gap = if self.row.len() + self.col.len() == 2 { "" } else { " " };
        format!("{}{gap}{}", self.row.to_uppercase(), self.col.to_uppercase())
    }
}

/// Splits a text into words; a side or a colour is a word of its own.
fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || "[],-".contains(c)).filter(|word| !word.is_empty())
    {
        let Some((head, tail)) = word.split_at_checked(1).filter(|(_, tail)| !tail.is_empty()) else {
            words.push(word);
            continue;
        };
        // `B4` may be a square: row 11, column 4. `B35` cannot.
        let is_pawn = words.is_empty() && side_of(head).is_some();
        let is_wall = tail.chars().count() >= 2 && Colour::read(head).is_some();
        if is_pawn || is_wall {
            words.extend([head, tail]);
        } else {
            words.push(word);
        }
    }
    words
}

fn side_of(word: &str) -> Option<Player> {
    match word {
        "X" | "x" => Some(Player::P1),
        "O" | "o" => Some(Player::P2),
        _ => None,
    }
}

fn is_pair(word: &str) -> bool {
    word.chars().count() == 2
}

/// How many of these words name a place: one of two characters, or a row and a column.
///
/// `35` is a place, `12 5` is another; a number beyond every board is taken for a place if a
/// colour follows.
fn place_words(words: &[&str]) -> usize {
    let [first, second, ..] = words else { return words.len() };
    let could_be_row = Label::read_word(first).is_some() && Label::read_word(second).is_some();
    let beyond = Label::read_word(first).is_none_or(|row| row.below(Square::MAX_COLS).is_none());
    let is_place = is_pair(first) && (!could_be_row || (beyond && Colour::read(second).is_some()));
    if is_place { 1 } else { 2 }
}

/// How many words name the target square, of the words after the pawn's name.
///
/// B and G are labels as well as colours, so where both make sense the number of words decides.
fn target_words(words: &[&str]) -> usize {
    let count = place_words(words);
    match words {
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
    /// Reads a turn in any accepted form and checks it.
    pub(crate) fn read_turn(&self, text: &str) -> Result<Turn, Fault> {
        if self.result().is_some() {
            return Err(general::GAME_OVER.fault());
        }
        let words = split(text);
        match words.as_slice() {
            [side, number, rest @ ..] if side_of(side).is_some() => {
                let step = self.read_pawn_move(text, side, number, rest)?;
                self.read_rest(step, &rest[target_words(rest)..])
            }
            [colour, place @ ..] if Colour::read(colour).is_some() => {
                if self.rules.turn != TurnKind::Swift {
                    return Err(faults::NO_PAWN_MOVE
                        .with("wall", text.trim())
                        .with("example", self.example()));
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
        let spot = Spot::read(&rest[..target_words(rest)])
            .ok_or_else(|| faults::NO_COLUMN.with("word", text.trim()).with("example", self.example()))?;
        let to = self.read_target(spot)?;
        self.check_target(pawn, to)?;
        Ok(PawnMove { pawn, to })
    }

    fn read_target(&self, spot: Spot) -> Result<Square, Fault> {
        let (rows, cols) = (self.rules.rows, self.rules.cols);
        let row = Label::read_word(spot.row)
            .and_then(|row| row.below(rows))
            .ok_or_else(|| faults::ROW_RANGE.with("row", spot.row).with("last", label(rows - 1)))?;
        let col = Label::read_word(spot.col)
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
        let rival = self.side.opponent();
        let rival_there = Pawn::ALL.into_iter().find(|&other| self.pawn(rival, other) == to);
        let name = pawn.name(self.side);
        Err(if to == from {
            faults::ALREADY_THERE.with("pawn", name).with("square", to)
        } else if to == self.pawn(self.side, pawn.other()) {
            faults::OWN_PAWN_THERE.with("other", pawn.other().name(self.side)).with("square", to)
        } else if let Some(other) = rival_there.filter(|_| !self.wins_on(self.side, to)) {
            faults::RIVAL_PAWN_THERE.with("other", other.name(rival)).with("square", to)
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

    /// What follows a legal pawn move.
    fn read_rest(&self, step: PawnMove, words: &[&str]) -> Result<Turn, Fault> {
        let step_text = self.text_of(Step::Pawn(step));
        let [colour, place @ ..] = words else {
            if self.rules.turn == TurnKind::Classic && self.needs_wall_after(step) {
                return Err(faults::NO_WALL.with("move", step_text).with("example", self.example()));
            }
            return Ok(Turn::pawn(step));
        };
        if Colour::read(colour).is_none() {
            // Half a wall, `G3`, was not split: it might have been a square.
            let half = colour.split_at_checked(1).is_some_and(|(head, _)| Colour::read(head).is_some());
            let kind = if half { faults::NO_WALL_PLACE } else { faults::NO_SUCH_COLOUR };
            return Err(kind.with("word", colour));
        }
        if self.wins_on(self.side, step.to) && place.len() <= 2 {
            return Ok(Turn::pawn(step));
        }
        if self.rules.turn == TurnKind::Swift {
            let wall = Spot::read(place).map_or_else(|| place.concat(), |spot| spot.name());
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

    /// Reads a wall that the player to move may place, the pawns standing as they do.
    fn read_wall(&self, colour: &str, place: &[&str]) -> Result<Wall, Fault> {
        let kind = Colour::read(colour).ok_or_else(|| faults::NO_SUCH_COLOUR.with("word", colour))?;
        let used = place_words(place);
        let spot = Spot::read(&place[..used]).ok_or_else(|| {
            faults::NO_WALL_PLACE.with("word", format!("{colour} {}", place.join(" ")).trim())
        })?;
        if place.len() > used {
            let words = place[used..].join(" ");
            return Err(faults::EXTRA_WORDS.with("words", words).with("example", self.example()));
        }
        if self.stock(self.side, kind) == 0 {
            let fault = match kind {
                Colour::Green => faults::NO_GREEN_LEFT,
                Colour::Blue => faults::NO_BLUE_LEFT,
            };
            return Err(fault.with("side", letter(self.side)));
        }
        let wall = self
            .wall_at(kind, Label::read_word(spot.row), Label::read_word(spot.col))
            .ok_or_else(|| self.wall_range(&format!("{}{}", kind.letter(), spot.name())))?;
        self.check_fit(wall)?;
        let passages = self.passages().with(wall);
        if let Some((player, pawn, goal)) = self.closed_path(&passages) {
            return Err(faults::PATH_CLOSED
                .with("wall", wall)
                .with("pawn", pawn.name(player))
                .with("square", goal));
        }
        Ok(wall)
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
