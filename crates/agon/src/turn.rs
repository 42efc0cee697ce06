use agon_core::view::TavliView;
use agon_core::{Actor, AnyTable, BoardView, Fault, PlaceView, Player, Rng, StepView, StepsView, TurnState, faults};

/// The turn at a table of a tavli game, as hands play it: a roll, one checker by one die at a time, the end.
///
/// After [`Turn::end`] the object is the next turn. A clone is independent: a program can try a continuation on it and
/// drop it.
///
/// # Examples
///
/// A game of each of the three, played at random. A move that spoils the rest of the play is taken back.
///
/// ```
/// use agon::{Rng, Turn};
///
/// for name in ["portes", "plakoto", "fevga"] {
///     let mut turn = Turn::new(agon::open(name)?);
///     let mut rng = Rng::new(1);
///     while turn.game().outcome().is_none() {
///         while turn.roll(&mut rng).is_some() {}
///         // A roll that cannot be played leaves one play: the pass.
///         assert!(!turn.possible_plays().is_empty());
///         while !turn.can_end() {
///             let moves = turn.possible_moves();
///             match rng.choose(&moves) {
///                 Some(&(from, die)) => turn.make_move(from, die)?,
///                 None => drop(turn.undo()),
///             }
///             if turn.is_dead_end() {
///                 turn.undo();
///             }
///         }
///         turn.end()?;
///     }
///     assert!(turn.into_game().outcome().is_some());
/// }
/// # Ok::<(), agon::Fault>(())
/// ```
#[derive(Clone)]
pub struct Turn {
    game: Box<dyn AnyTable>,
    /// The moves made so far.
    moves: Vec<String>,
}

impl Turn {
    /// The present turn of a game.
    pub fn new(game: Box<dyn AnyTable>) -> Self {
        Self { game, moves: Vec::new() }
    }

    /// The game. The moves of the unfinished turn are not played in it.
    pub fn game(&self) -> &dyn AnyTable {
        &*self.game
    }

    /// The game without the unfinished turn.
    pub fn into_game(self) -> Box<dyn AnyTable> {
        self.game
    }

    /// Whose turn it is; `None` before an opening roll and at the end of the game.
    pub fn player(&self) -> Option<Player> {
        match self.game.actor() {
            Actor::Player(player) => Some(player),
            Actor::Chance if !self.game.is_opening_due() => self.tavli().map(|board| board.mover),
            Actor::Chance | Actor::Nobody => None,
        }
    }

    /// Rolls the dice and returns the notation of the roll; `None` if no roll is due.
    ///
    /// After an opening roll the dice may be due again.
    pub fn roll(&mut self, rng: &mut Rng) -> Option<String> {
        self.game.roll(rng)
    }

    /// The dice that are still to be played.
    pub fn dice(&self) -> Vec<u8> {
        self.tavli().map(|board| board.dice_left).unwrap_or_default()
    }

    /// The board with the moves made so far.
    pub fn board(&self) -> Result<BoardView, Fault> {
        self.game.view(&self.moves)
    }

    /// The notation of every legal play of the roll, from the beginning of the turn.
    ///
    /// Plays that lead to the same position are listed once. A roll that cannot be played has one: the pass.
    pub fn possible_plays(&self) -> Vec<String> {
        if self.game.actor().player().is_some() { self.game.legal() } else { Vec::new() }
    }

    /// Every move of one checker by one die that the rules allow now, whether or not the turn can then be completed.
    pub fn possible_moves(&self) -> Vec<(PlaceView, u8)> {
        let (Some(board), steps) = (self.tavli(), self.steps()) else { return Vec::new() };
        steps.next.iter().filter_map(|step| Some((step.places.from?, die_of(&board, step)?))).collect()
    }

    /// Moves one checker by one die.
    ///
    /// # Errors
    ///
    /// If no checker of the player can move from there by this die, with the reason.
    pub fn make_move(&mut self, from: PlaceView, die: u8) -> Result<(), Fault> {
        let refused = || faults::NO_SUCH_STEP.with("word", die);
        let board = self.tavli().ok_or_else(refused)?;
        let mut steps = self.steps().next.into_iter();
        let step = steps.find(|step| step.places.from == Some(from) && die_of(&board, step) == Some(die));
        match step {
            Some(step) => {
                self.moves.push(step.notation);
                Ok(())
            }
            None => Err(self.refusal(&board, from, die).unwrap_or_else(refused)),
        }
    }

    /// Takes back the last move of the unfinished turn; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.moves.pop().is_some()
    }

    /// The moves of the unfinished turn.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Whether no legal play begins with the moves made, so that one must be taken back.
    pub fn is_dead_end(&self) -> bool {
        self.steps().state == TurnState::DeadEnd
    }

    /// Whether the turn may end here.
    pub fn can_end(&self) -> bool {
        self.steps().turn.is_some()
    }

    /// Ends the turn and returns its notation.
    ///
    /// # Errors
    ///
    /// If more dice must be played, or a move taken back.
    pub fn end(&mut self) -> Result<String, Fault> {
        let StepsView { turn, state, .. } = self.steps();
        let turn = turn.ok_or_else(|| match state {
            TurnState::DeadEnd => faults::DEAD_END.fault(),
            TurnState::Open | TurnState::Complete => faults::TURN_INCOMPLETE.fault(),
        })?;
        let turn = self.game.play(&turn)?;
        self.moves.clear();
        Ok(turn)
    }

    fn steps(&self) -> StepsView {
        let none = StepsView { next: Vec::new(), turn: None, state: TurnState::Open };
        self.game.steps(&self.moves).unwrap_or(none)
    }

    fn tavli(&self) -> Option<TavliView> {
        match self.board() {
            Ok(BoardView::Tavli(board)) => Some(board),
            _ => None,
        }
    }

    /// Why a checker cannot move by a die.
    fn refusal(&self, board: &TavliView, from: PlaceView, die: u8) -> Option<Fault> {
        let start = pips(board, from)?;
        let name = |pips: u8| match pips {
            25 => "bar".to_owned(),
            0 => "off".to_owned(),
            pips => pips.to_string(),
        };
        let notation = format!("{}/{}", name(start), name(start.saturating_sub(die)));
        let mut moves = self.moves.clone();
        moves.push(notation);
        self.game.check(&moves.join(",")).err()
    }
}

/// The die that a step takes: its distance, or the lowest higher one that bears the checker off.
fn die_of(board: &TavliView, step: &StepView) -> Option<u8> {
    let distance = pips(board, step.places.from?)?.checked_sub(pips(board, step.places.to)?)?;
    let fits = |die: &u8| *die == distance || (*die > distance && is_off(step.places.to));
    board.dice_left.iter().copied().filter(fits).min()
}

fn is_off(place: PlaceView) -> bool {
    matches!(place, PlaceView::Off { .. })
}

/// The pips that a checker of the mover has left at a place: 25 on the bar, 0 when borne off.
fn pips(board: &TavliView, place: PlaceView) -> Option<u8> {
    match place {
        PlaceView::Point { point } if (1..=24).contains(&point) => Some(board.pip_number(board.mover, point)),
        PlaceView::Bar { .. } => Some(25),
        PlaceView::Off { .. } => Some(0),
        _ => None,
    }
}
