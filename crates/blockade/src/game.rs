use agon_core::{
    AnyTable, BoardView, Fault, Game, GameEntry, GameInfo, MovegenCase, OptionInfo, Options, PathView, Table, Values,
};

use crate::faults::{self, FAULTS};
use crate::rules::Rules;
use crate::square::label;
use crate::text::setup::read_square;
use crate::{Board, Colour, SingleStep, Square, SquareSet, Step, Turn, TurnKind};

/// The registry entry of the game.
pub static ENTRY: GameEntry = GameEntry { faults: FAULTS, ..GameEntry::new(&INFO, open) };

/// Name and options of the game.
pub static INFO: GameInfo = GameInfo {
    name: "blockade",
    title: "Blockade",
    summary: "Bring one of your two pawns to a start square of the opponent, and block the opponent's pawns with walls.",
    options: &[
        OptionInfo {
            name: "turn",
            values: Values::OneOf(&TurnKind::NAMES),
            default: "classic",
            help: "a pawn move and a wall (classic), a pawn move or a wall (swift), or a pawn move and optionally a wall (optional)",
        },
        OptionInfo {
            name: "rows",
            values: Values::Range(3, Square::MAX_ROWS as u32),
            default: "11",
            help: "number of rows",
        },
        OptionInfo {
            name: "cols",
            values: Values::Range(3, Square::MAX_COLS as u32),
            default: "14",
            help: "number of columns",
        },
        OptionInfo {
            name: "walls",
            values: Values::Range(0, 18),
            default: "9",
            help: "walls of each colour for each player",
        },
        OptionInfo {
            name: "starts",
            values: Values::Text("the squares of X1, X2, O1 and O2, such as 44-84-4B-8B"),
            default: "",
            help: "start squares; by default those of the standard board, or in proportion on other sizes",
        },
        OptionInfo {
            name: "single",
            values: Values::OneOf(&SingleStep::NAMES),
            default: "any",
            help: "when a pawn may move one step: another pawn stands in the way (any), an opponent's does \
                   (opponent), never (none), always (free)",
        },
        OptionInfo::one_of("repetition", &["draw", "off"], "whether the third occurrence of a position is a draw"),
    ],
    sides: ["X", "O"],
    opening_turns: 2,
    sample: Some("354A6772 / 37586A83 / 36 84 49 8B / 7 7 7 7 / 1"),
    movegen_cases: &[
        MovegenCase { name: "blockade classic", options: "", plies: "" },
        MovegenCase { name: "blockade swift", options: "turn=swift", plies: "" },
    ],
    playout_cases: &["", "turn=swift"],
    texts: agon_core::texts!("texts": "en", "sr", "el", "he"),
    ..GameInfo::NEW
};

/// Blockade with its options, on boards that fit `W` words of rows that are `S` bits apart.
#[derive(Clone, Debug)]
pub struct Blockade<const W: usize, const S: usize> {
    rules: Rules,
    repetition: bool,
    spec: String,
}

/// Boards of up to 12 rows and 16 columns, including the standard board.
pub type Standard = Blockade<3, 16>;

/// Boards of every size.
pub type Large = Blockade<11, 32>;

impl<const W: usize, const S: usize> Blockade<W, S> {
    /// The game with these options; `None` if the board does not fit the bit sets.
    ///
    /// # Errors
    ///
    /// If the start squares are not four different squares of the board.
    pub fn new(options: &Options) -> Result<Option<Self>, Fault> {
        let (rules, options) = read_rules(options)?;
        let fits = usize::from(rules.rows) <= SquareSet::<W, S>::ROWS && usize::from(rules.cols) <= S;
        Ok(fits.then(|| Self { rules, repetition: options.text("repetition") == "draw", spec: options.spec() }))
    }

    /// The options that positions need.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

/// Opens a table, of the faster kind if the board fits.
#[allow(clippy::needless_pass_by_value, reason = "the signature is that of every game")]
fn open(options: Options) -> Result<Box<dyn AnyTable>, Fault> {
    if let Some(game) = Standard::new(&options)? {
        return Ok(Box::new(Table::new(game)));
    }
    match Large::new(&options)? {
        Some(game) => Ok(Box::new(Table::new(game))),
        // Every size that the options allow fits a large board.
        None => Err(INFO.options[1].refuse(options.text("rows"))),
    }
}

/// The rules for some options, and the options with canonical start squares.
fn read_rules(options: &Options) -> Result<(Rules, Options), Fault> {
    let mut options = options.clone();
    let (rows, cols) = (options.number("rows") as u8, options.number("cols") as u8);
    let derived = Rules::derived_starts(rows, cols);
    let mut rules = Rules {
        starts: derived,
        rows,
        cols,
        walls: options.number("walls") as u8,
        turn: TurnKind::named(options.text("turn")),
        single: SingleStep::named(options.text("single")),
    };
    if !options.text("starts").is_empty() {
        rules.starts = read_starts(&rules, options.text("starts"))?;
    }
    let starts = if rules.starts == derived { String::new() } else { starts_text(rules.starts) };
    options.set("starts", starts);
    Ok((rules, options))
}

fn starts_text(starts: [[Square; 2]; 2]) -> String {
    starts.as_flattened().iter().map(Square::to_string).collect::<Vec<_>>().join("-")
}

fn read_starts(rules: &Rules, text: &str) -> Result<[[Square; 2]; 2], Fault> {
    let words: Vec<&str> = text.split('-').map(str::trim).collect();
    let shaped = words.len() == 4 && words.iter().all(|word| Square::parse(word).is_some());
    if !shaped {
        let example = starts_text(rules.starts);
        return Err(faults::STARTS_SYNTAX.with("value", text).with("example", example));
    }
    let mut squares = Vec::with_capacity(4);
    for word in words {
        let square = read_square(rules, word).ok_or_else(|| {
            faults::STARTS_OFF_BOARD
                .with("square", word.to_uppercase())
                .with("row", label(rules.rows - 1))
                .with("col", label(rules.cols - 1))
        })?;
        if squares.contains(&square) {
            return Err(faults::STARTS_TWICE.with("square", square));
        }
        squares.push(square);
    }
    Ok([[squares[0], squares[1]], [squares[2], squares[3]]])
}

impl<const W: usize, const S: usize> Game for Blockade<W, S> {
    type Position = Board<W, S>;

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn start(&self) -> Board<W, S> {
        Board::start(self.rules)
    }

    fn parse_position(&self, text: &str) -> Result<Board<W, S>, Fault> {
        Board::read(self.rules, text)
    }

    fn position_text(&self, position: &Board<W, S>) -> String {
        position.text()
    }

    fn draws_by_repetition(&self) -> bool {
        self.repetition
    }

    fn view(&self, position: &Board<W, S>, prefix: &[Step]) -> BoardView {
        BoardView::Grid(position.view_after(prefix))
    }

    fn paths(&self, position: &Board<W, S>) -> Vec<PathView> {
        position.shortest_paths()
    }

    fn all_paths(&self, position: &Board<W, S>) -> Vec<PathView> {
        position.all_shortest_paths()
    }

    /// The groups of the report: pawn moves, green walls, blue walls.
    fn group(&self, turn: Turn) -> &'static str {
        match turn.wall.map(|wall| wall.colour) {
            None => "pawn",
            Some(Colour::Green) => "green",
            Some(Colour::Blue) => "blue",
        }
    }

    fn ending(&self, position: &Board<W, S>) -> Option<&'static str> {
        let no_turn = || position.result().map(|_| "no_turn_left");
        position.arrived().map(|_| "start_reached").or_else(no_turn)
    }
}
