//! A game as its events make it. Everything here follows from the log.

use agon_core::{Actor, AnyTable, Fault, Player};
use agon_dice::DiceSource;

use crate::game::clock::Clocks;
use crate::game::event::{EndReason, Event, GameEnding, LogEntry};
use crate::store::{EventRow, GameStatus, IndexEntry};
use crate::{GameId, GameSetup, SeatSetup, Token, TokenHash};

/// A game in memory.
pub struct GameState {
    /// Its id.
    pub id: GameId,
    /// How it was set up; seats are replaced as people take them.
    pub setup: Box<GameSetup>,
    /// The table it is played on.
    pub table: Box<dyn AnyTable>,
    /// Who made each word; `None` for rolls.
    pub by: Vec<Option<Player>>,
    /// How long each word took.
    pub spent: Vec<u32>,
    /// What the mover's clock showed after each word; none for rolls and games without clocks.
    pub clock_after: Vec<Option<u32>>,
    /// Number of the last event.
    pub seq: u32,
    /// Number of the last event that changed the words.
    pub words_seq: u32,
    /// When it was made.
    pub created: i64,
    /// When the last thing happened.
    pub last_at: i64,
    /// How it ended.
    pub ending: Option<GameEnding>,
    /// The rematch.
    pub next: Option<GameId>,
    /// Who offers a draw.
    pub draw: Option<Player>,
    /// Who asks for a takeback.
    pub takeback: Option<Player>,
    /// Who wants a rematch.
    pub rematch: [bool; 2],
    /// Takebacks granted to each.
    pub takebacks_used: [u32; 2],
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// The dice, if there are any.
    pub dice: Option<GameDice>,
    /// Where the last turn begins among the words; `None` right after a takeback.
    pub last_turn: Option<usize>,
    turn_began: i64,
    ids: Vec<Known>,
}

/// An act that was received: a hash of what the client called it, its event, and the name itself.
struct Known {
    hash: u32,
    seq: u32,
    id: Box<str>,
}

/// The dice of a game.
pub struct GameDice {
    /// Where the rolls come from.
    pub source: DiceSource<String>,
    /// What the players announced.
    pub commits: [Option<[u8; 32]>; 2],
    /// The first ply rolled here.
    pub from: usize,
}

/// How far the agreement on shared dice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceStage {
    /// Announcements are awaited.
    Commit,
    /// Parts are awaited.
    Reveal,
    /// RollCounts are made.
    Ready,
    /// The game is over, the secret known.
    Over,
}

impl DiceStage {
    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Reveal => "reveal",
            Self::Ready => "ready",
            Self::Over => "over",
        }
    }
}

impl GameState {
    /// Makes a game and the events of its beginning.
    pub fn create(id: GameId, setup: GameSetup, now: i64) -> Result<(Self, Vec<LogEntry>), Fault> {
        let mut state = Self::empty(id, Box::new(setup), now)?;
        let mut entries = Vec::new();
        let created = Event::Created(state.setup.clone());
        state.record(&mut entries, now, None, created);
        state.play_forced(now, &mut entries);
        Ok((state, entries))
    }

    /// Folds the log of a game; the reason if it cannot be read.
    pub fn load(id: GameId, rows: &[EventRow]) -> Result<Self, String> {
        let mut entries = rows.iter().map(|row| {
            LogEntry::from_row(row)
                .ok_or_else(|| format!("event {} of kind {} cannot be read", row.seq, row.kind))
        });
        let first = entries.next().ok_or("the log is empty")??;
        let Event::Created(setup) = &first.event else { return Err("the log has no beginning".to_owned()) };
        let mut state = Self::empty(id, setup.clone(), first.at).map_err(|fault| fault.to_string())?;
        state.apply(&first);
        for entry in entries {
            let entry = entry?;
            if entry.seq != state.seq + 1 {
                return Err(format!("event {} follows event {}", entry.seq, state.seq));
            }
            if let Event::Ply { word, .. } = &entry.event {
                state.table.play(word).map_err(|fault| format!("event {}: {fault}", entry.seq))?;
            }
            state.apply(&entry);
        }
        Ok(state)
    }

    fn empty(id: GameId, setup: Box<GameSetup>, now: i64) -> Result<Self, Fault> {
        let position = setup.position.as_deref().unwrap_or("startpos");
        let mut table = agon_games::open_at(&setup.spec, position)?;
        let mut by = Vec::new();
        for word in &setup.words {
            by.push(table.actor().player());
            table.play(word)?;
        }
        let dice = setup.secret.as_deref().and_then(agon_dice::from_hex).and_then(|secret| {
            let source =
                DiceSource { game: id.to_string(), secret: secret.try_into().ok()?, parts: [vec![], vec![]] };
            Some(GameDice { source, commits: [None, None], from: setup.words.len() })
        });
        Ok(Self {
            id,
            clocks: setup.clock.map(Clocks::new),
            spent: vec![0; by.len()],
            clock_after: vec![None; if setup.clock.is_some() { by.len() } else { 0 }],
            last_turn: by.iter().rposition(Option::is_some),
            by,
            dice,
            setup,
            table,
            seq: 0,
            words_seq: 0,
            created: now,
            last_at: now,
            ending: None,
            next: None,
            draw: None,
            takeback: None,
            rematch: [false; 2],
            takebacks_used: [0; 2],
            turn_began: now,
            ids: Vec::new(),
        })
    }

    /// How far it is.
    pub fn status(&self) -> GameStatus {
        if self.ending.is_some() {
            GameStatus::Over
        } else if self.setup.seats.iter().any(SeatSetup::is_free) {
            GameStatus::Open
        } else {
            GameStatus::Live
        }
    }

    /// Who is to act; nobody unless the game is being played.
    pub fn turn(&self) -> Actor {
        if self.ending.is_some() { Actor::Nobody } else { self.table.actor() }
    }

    /// Number of words on the table.
    pub fn ply(&self) -> usize {
        self.by.len()
    }

    /// Turns made by people or bots, rolls not counted.
    pub fn turns(&self) -> usize {
        self.by.iter().flatten().count()
    }

    /// The bot that is to move, if it is a bot's turn.
    pub fn bot_to_move(&self) -> Option<Player> {
        let player = self.turn().player()?;
        (self.status() == GameStatus::Live && self.setup.seat(player).is_bot()).then_some(player)
    }

    /// The seat that a token opens.
    pub fn seat_of(&self, token: &Token) -> Option<Player> {
        // Both are always compared, so that the time tells nothing.
        let opens = Player::ALL.map(|player| match self.setup.seat(player) {
            SeatSetup::Human { token: hash, .. } => hash.opens(token),
            _ => false,
        });
        Player::ALL.into_iter().find(|player| opens[player.index()])
    }

    /// The event that a client's message became, if it was received before.
    pub fn seen(&self, seat: Player, id: &str) -> Option<u32> {
        let digit = b'0' + seat.index() as u8;
        let hash = hash_of(std::iter::once(digit).chain(id.bytes()));
        let is_it = |known: &&Known| {
            known.hash == hash && known.id.as_bytes().split_first() == Some((&digit, id.as_bytes()))
        };
        self.ids.iter().rev().find(is_it).map(|known| known.seq)
    }

    /// How far the agreement on the dice is.
    pub fn dice_stage(&self) -> Option<DiceStage> {
        let dice = self.dice.as_ref()?;
        let people = || Player::ALL.into_iter().filter(|player| !self.setup.seat(*player).is_bot());
        Some(if self.ending.is_some() {
            DiceStage::Over
        } else if !self.setup.shared_dice {
            DiceStage::Ready
        } else if people().any(|player| dice.commits[player.index()].is_none()) {
            DiceStage::Commit
        } else if people().any(|player| dice.source.parts[player.index()].is_empty()) {
            DiceStage::Reveal
        } else {
            DiceStage::Ready
        })
    }

    /// What the index of games should say now.
    pub fn index(&self) -> IndexEntry {
        IndexEntry { status: self.status(), spec: self.setup.spec.clone(), at: self.created }
    }

    /// Adds an event that has been checked: applies it and puts it on the list.
    pub(crate) fn record(
        &mut self,
        entries: &mut Vec<LogEntry>,
        at: i64,
        id: Option<Box<str>>,
        event: Event,
    ) {
        let entry = LogEntry { seq: self.seq + 1, at: at.max(self.last_at), id, event };
        self.apply(&entry);
        entries.push(entry);
    }

    /// Takes a free seat for a person.
    pub(crate) fn join(&mut self, seat: Player, name: String, token: TokenHash, now: i64) -> Vec<LogEntry> {
        let mut entries = Vec::new();
        self.record(&mut entries, now, None, Event::Joined { seat, name, token });
        self.play_forced(now, &mut entries);
        entries
    }

    /// Does what happens by itself: rolls, passes that are forced, the end on the board.
    pub(crate) fn play_forced(&mut self, now: i64, entries: &mut Vec<LogEntry>) {
        if self.ending.is_some() {
            return;
        }
        if let Some(ending) = self.setup.result.as_deref().filter(|_| self.seq == 1).map(record_ending) {
            self.record(entries, now, None, Event::Over { seat: None, ending });
            return;
        }
        while self.ending.is_none() {
            if let Some(ending) = self.board_ending() {
                self.record(entries, now, None, Event::Over { seat: None, ending });
                return;
            }
            let Some(word) = self.forced_word() else { return };
            let seat = self.table.actor().player();
            // The dice and the forced pass are legal by construction; if not, nothing happens.
            let Ok(word) = self.table.play(&word) else { return };
            self.record(entries, now, None, Event::Ply { seat, word });
        }
    }

    fn board_ending(&self) -> Option<GameEnding> {
        let outcome = self.table.outcome()?;
        let reason = if self.table.is_repetition() { EndReason::Repetition } else { EndReason::Board };
        Some(GameEnding { winner: outcome.winner(), points: outcome.points(), reason })
    }

    /// The roll that is due, or the turn if there is nothing to choose after a roll.
    fn forced_word(&self) -> Option<String> {
        if self.status() != GameStatus::Live || self.dice_stage()? != DiceStage::Ready {
            return None;
        }
        match self.table.actor() {
            Actor::Chance => {
                let source = &self.dice.as_ref()?.source;
                let ply = self.ply() as u32;
                let is_opening = ply == 0 && self.table.legal().first()?.starts_with('o');
                Some(if is_opening { source.opening_notation(ply) } else { source.roll_notation(ply) })
            }
            Actor::Player(_) => {
                let steps = self.table.steps(&[]).ok()?;
                if steps.next.is_empty() { steps.turn } else { None }
            }
            Actor::Nobody => None,
        }
    }

    /// Applies an event; of a word only what the table does not know (the word is played already).
    fn apply(&mut self, entry: &LogEntry) {
        let at = entry.at;
        self.seq = entry.seq;
        self.last_at = at;
        if let Some(id) = &entry.id {
            self.ids.push(Known { hash: hash_of(id.bytes()), seq: entry.seq, id: id.clone() });
        }
        match &entry.event {
            Event::Created(_) => {}
            Event::Joined { seat, name, token } => {
                self.setup.seats[seat.index()] = SeatSetup::Human { name: name.clone(), token: *token };
                self.turn_began = at;
            }
            Event::Ply { seat, word } => self.apply_ply(*seat, word, at),
            Event::DrawOffered(seat) => self.draw = Some(*seat),
            Event::DrawDeclined(_) => self.draw = None,
            Event::TakebackAsked(seat) => self.takeback = Some(*seat),
            Event::TakebackDeclined(_) => self.takeback = None,
            Event::Takeback { seat, to } => self.apply_takeback(*seat, *to, at),
            Event::Committed { seat, hash } => {
                if let Some(dice) = &mut self.dice {
                    dice.commits[seat.index()] = Some(*hash);
                }
            }
            Event::Revealed { seat, part } => {
                if let Some(dice) = &mut self.dice {
                    dice.source.parts[seat.index()].clone_from(part);
                }
            }
            Event::Over { ending, .. } => {
                self.ending = Some(*ending);
                (self.draw, self.takeback) = (None, None);
                self.run_clock(at);
            }
            Event::RematchWanted(seat) => self.rematch[seat.index()] = true,
            Event::RematchDeclined(seat) => self.rematch[seat.opponent().index()] = false,
            Event::Rematch(next) => self.next = Some(*next),
        }
    }

    fn apply_ply(&mut self, seat: Option<Player>, word: &str, at: i64) {
        self.words_seq = self.seq;
        if seat.is_some() {
            self.last_turn = Some(self.by.len());
        }
        self.by.push(seat);
        self.spent.push((at - self.turn_began).clamp(0, i64::from(u32::MAX)) as u32);
        self.turn_began = at;
        if let Some(player) = seat {
            if word != PASS
                && let Some(clocks) = &mut self.clocks
            {
                clocks.add_increment(player);
            }
            // A turn answers the other side's offers: it goes on.
            if self.draw == Some(player.opponent()) {
                self.draw = None;
            }
            self.takeback = None;
        }
        self.run_clock(at);
        if let Some(clocks) = &self.clocks {
            let left = seat.map(|player| clocks.left(at)[player.index()] as u32);
            self.clock_after.push(left);
        }
    }

    fn apply_takeback(&mut self, seat: Player, to: usize, at: i64) {
        while self.by.len() > to && self.table.undo().is_some() {
            self.by.pop();
            self.spent.pop();
            self.clock_after.pop();
        }
        self.words_seq = self.seq;
        self.last_turn = None;
        self.takebacks_used[seat.index()] += 1;
        (self.takeback, self.draw) = (None, None);
        self.turn_began = at;
        self.run_clock(at);
    }

    fn run_clock(&mut self, at: i64) {
        let player = self.turn().player();
        // Nobody pays for finding the board: each side's clock starts with its second turn.
        let player = player.filter(|player| self.by.contains(&Some(*player)));
        if let Some(clocks) = &mut self.clocks {
            clocks.run(player, at);
        }
    }
}

/// Most acts are new, and are found to be so by this without a look at a name.
fn hash_of(bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A client's id as the log keeps it: the seat goes before it, so that two clients may use the same.
pub(crate) fn own_id(seat: Player, id: &str) -> Box<str> {
    format!("{}{id}", seat.index()).into_boxed_str()
}

/// The word of a turn in which nothing can be played.
pub(crate) const PASS: &str = "pass";

fn record_ending(result: &str) -> GameEnding {
    match agon_core::Outcome::parse(result) {
        Some(outcome) => {
            GameEnding { winner: outcome.winner(), points: outcome.points(), reason: EndReason::Record }
        }
        None => GameEnding { winner: None, points: 0, reason: EndReason::Abort },
    }
}
