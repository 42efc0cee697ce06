use crate::{BoardView, Fault, GameInfo, PathView, Position, Steps};

/// A rule set with its options: where a game starts and how its positions are written.
pub trait Game: Clone + Send + Sync + 'static {
    /// The positions of the game.
    type Position: Steps;

    /// Name and options of the rule set.
    fn info(&self) -> &'static GameInfo;

    /// The canonical spec string, options included.
    fn spec(&self) -> String;

    /// The position every game starts from.
    fn start(&self) -> Self::Position;

    /// Parses a position; an impossible one is refused with the reason.
    fn parse_position(&self, text: &str) -> Result<Self::Position, Fault>;

    /// The canonical string of a position.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Whether the third occurrence of a position is a draw.
    fn draws_by_repetition(&self) -> bool {
        false
    }

    /// The opening rolls, all equally likely; none if the game starts from [`Game::start`].
    fn openings(&self) -> Vec<OpeningRoll<Self::Position>> {
        Vec::new()
    }

    /// The board as a screen draws it, after some steps of an unfinished turn.
    fn view(&self, position: &Self::Position, prefix: &[<Self::Position as Steps>::Step]) -> BoardView;

    /// Shortest paths to the goals, for games that have some.
    fn paths(&self, position: &Self::Position) -> Vec<PathView> {
        let _ = position;
        Vec::new()
    }

    /// Shortest paths of every pawn to every goal, for games whose pawns have several.
    fn all_paths(&self, position: &Self::Position) -> Vec<PathView> {
        self.paths(position)
    }

    /// The group of a turn in lists of turns, a catalogue key such as `pawn`; empty in games without groups.
    fn group(&self, m: <Self::Position as Position>::Move) -> &'static str {
        let _ = m;
        ""
    }

    /// Why the game is over in this position, as a code; catalogues have a sentence for `ending.CODE`.
    fn ending(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// Why the only turn in this position is a pass, as a code; catalogues have a phrase for `pass.CODE`.
    fn pass_reason(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// A move as an example in messages and prompts: `e2`.
    fn example_move(&self) -> String {
        let mut moves = Vec::new();
        let mut start = self.start();
        if let Some(&(chance, _)) = start.chances().first() {
            start.resolve_unchecked(chance);
        }
        start.legal_moves(&mut moves);
        moves.first().map(|&m| start.move_text(m)).unwrap_or_default()
    }
}

/// An opening roll and the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRoll<P> {
    /// The notation of the roll: `o52:`.
    pub notation: String,
    /// The position after the roll.
    pub position: P,
}
