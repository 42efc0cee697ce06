//! The state of a game: a fold over its events. Everything here follows from the log.

use agon_core::{Actor, AnyTable, Fault, Player};
use agon_dice::DiceSource;

use crate::game::clock::Clocks;
use crate::game::event::{EndReason, Event, GameEnding, LogEntry};
use crate::store::{EventRow, GameStatus, IndexEntry};
use crate::{GameId, GameSetup, SeatSetup, Token, TokenHash};

/// A game in memory.
pub struct GameState {
    /// The game's id.
    pub id: GameId,
    /// The setup; free seats are replaced as people take them.
    pub setup: Box<GameSetup>,
    /// The table: position, history and rules.
    pub table: Box<dyn AnyTable>,
    /// The player of each ply; `None` for rolls.
    pub ply_players: Vec<Option<Player>>,
    /// The time each ply took, in milliseconds.
    pub ply_millis: Vec<u32>,
    /// The mover's clock after each ply, in milliseconds; `None` for rolls, empty without clocks.
    pub clock_after: Vec<Option<u32>>,
    /// The number of the last event.
    pub seq: u32,
    /// The number of the last event that added or removed plies.
    pub plies_seq: u32,
    /// When the game was created, in Unix milliseconds.
    pub created_at: i64,
    /// The time of the last event, in Unix milliseconds.
    pub last_at: i64,
    /// How the game ended.
    pub ending: Option<GameEnding>,
    /// The id of the rematch.
    pub rematch_id: Option<GameId>,
    /// The player who offers a draw.
    pub draw_offerer: Option<Player>,
    /// The player who asks for a takeback.
    pub takeback_asker: Option<Player>,
    /// Which players want a rematch.
    pub wants_rematch: [bool; 2],
    /// Takebacks granted to each player.
    pub takebacks_used: [u32; 2],
    /// The clocks, if any.
    pub clocks: Option<Clocks>,
    /// The dice, if any.
    pub dice: Option<GameDice>,
    /// The ply of the last turn; `None` right after a takeback.
    pub last_turn_ply: Option<usize>,
    turn_started_at: i64,
    executed: Vec<ExecutedCommand>,
}

/// A command already executed: the hash of its id, the id, and the number of its event.
struct ExecutedCommand {
    hash: u32,
    seq: u32,
    id: Box<str>,
}

/// The dice of a game.
pub struct GameDice {
    /// The generator of the rolls.
    pub source: DiceSource<String>,
    /// The players' commitments.
    pub commits: [Option<[u8; 32]>; 2],
    /// The first ply rolled by this server.
    pub from: usize,
}

/// The stage of the agreement on shared dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceStage {
    /// Waiting for the players' commitments.
    Commit,
    /// Waiting for the players' contributions.
    Reveal,
    /// Dice can be rolled.
    Ready,
    /// The game is over and the secret is public.
    Over,
}

impl DiceStage {
    /// The stage's name in messages.
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
    /// Creates a game and its first events.
    pub fn create(id: GameId, setup: GameSetup, now: i64) -> Result<(Self, Vec<LogEntry>), Fault> {
        let mut state = Self::empty(id, Box::new(setup), now)?;
        let mut entries = Vec::new();
        let created = Event::Created(state.setup.clone());
        state.record(&mut entries, now, None, created);
        state.play_forced(now, &mut entries);
        Ok((state, entries))
    }

    /// Folds the log of a game.
    ///
    /// # Errors
    ///
    /// The reason, if the log cannot be decoded or replayed.
    pub fn load(id: GameId, rows: &[EventRow]) -> Result<Self, String> {
        let mut entries = rows.iter().map(|row| {
            LogEntry::from_row(row).ok_or_else(|| format!("event {} of kind {} cannot be read", row.seq, row.kind))
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
            if let Event::Ply { notation, .. } = &entry.event {
                state.table.play(notation).map_err(|fault| format!("event {}: {fault}", entry.seq))?;
            }
            state.apply(&entry);
        }
        Ok(state)
    }

    /// A game before its first event.
    fn empty(id: GameId, setup: Box<GameSetup>, now: i64) -> Result<Self, Fault> {
        let position = setup.position.as_deref().unwrap_or("startpos");
        let mut table = agon_games::open_at(&setup.spec, position)?;
        let mut ply_players = Vec::new();
        for notation in &setup.plies {
            ply_players.push(table.actor().player());
            table.play(notation)?;
        }
        let dice = setup.secret.as_deref().and_then(agon_dice::from_hex).and_then(|secret| {
            let source = DiceSource { game: id.to_string(), secret: secret.try_into().ok()?, parts: [vec![], vec![]] };
            Some(GameDice { source, commits: [None, None], from: setup.plies.len() })
        });
        Ok(Self {
            id,
            clocks: setup.clock.map(Clocks::new),
            ply_millis: vec![0; ply_players.len()],
            clock_after: vec![None; if setup.clock.is_some() { ply_players.len() } else { 0 }],
            last_turn_ply: ply_players.iter().rposition(Option::is_some),
            ply_players,
            dice,
            setup,
            table,
            seq: 0,
            plies_seq: 0,
            created_at: now,
            last_at: now,
            ending: None,
            rematch_id: None,
            draw_offerer: None,
            takeback_asker: None,
            wants_rematch: [false; 2],
            takebacks_used: [0; 2],
            turn_started_at: now,
            executed: Vec::new(),
        })
    }

    /// Whether the game is open, live or over.
    pub fn status(&self) -> GameStatus {
        if self.ending.is_some() {
            GameStatus::Over
        } else if self.setup.seats.iter().any(SeatSetup::is_free) {
            GameStatus::Open
        } else {
            GameStatus::Live
        }
    }

    /// Who acts next; nobody once the game has ended.
    pub fn actor(&self) -> Actor {
        if self.ending.is_some() { Actor::Nobody } else { self.table.actor() }
    }

    /// The number of plies on the table.
    pub fn ply(&self) -> usize {
        self.ply_players.len()
    }

    /// The number of turns on the table; rolls are not counted.
    pub fn turns(&self) -> usize {
        self.ply_players.iter().flatten().count()
    }

    /// The seat to move, if a bot plays it and the game is live.
    pub fn bot_to_move(&self) -> Option<Player> {
        let player = self.actor().player()?;
        (self.status() == GameStatus::Live && self.setup.seat(player).is_bot()).then_some(player)
    }

    /// The seat that a token opens.
    pub fn seat_of(&self, token: &Token) -> Option<Player> {
        // Both hashes are always compared, so that timing reveals nothing.
        let opens = Player::ALL.map(|player| match self.setup.seat(player) {
            SeatSetup::Human { token: hash, .. } => hash.opens(token),
            _ => false,
        });
        Player::ALL.into_iter().find(|player| opens[player.index()])
    }

    /// The event of a command with this id, if it was executed before.
    pub fn executed_command(&self, seat: Player, id: &str) -> Option<u32> {
        let digit = b'0' + seat.index() as u8;
        let hash = hash_of(std::iter::once(digit).chain(id.bytes()));
        let is_same = |command: &&ExecutedCommand| {
            command.hash == hash && command.id.as_bytes().split_first() == Some((&digit, id.as_bytes()))
        };
        self.executed.iter().rev().find(is_same).map(|command| command.seq)
    }

    /// The stage of the dice; `None` for a game without dice.
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

    /// The game's entry in the index of games.
    pub fn index(&self) -> IndexEntry {
        IndexEntry { status: self.status(), spec: self.setup.spec.clone(), at: self.created_at }
    }

    /// Applies a checked event and appends it to the list.
    pub(crate) fn record(&mut self, entries: &mut Vec<LogEntry>, at: i64, id: Option<Box<str>>, event: Event) {
        let entry = LogEntry { seq: self.seq + 1, at: at.max(self.last_at), id, event };
        self.apply(&entry);
        entries.push(entry);
    }

    /// Seats a person on a free seat.
    pub(crate) fn join(&mut self, seat: Player, name: String, token: TokenHash, now: i64) -> Vec<LogEntry> {
        let mut entries = Vec::new();
        self.record(&mut entries, now, None, Event::Joined { seat, name, token });
        self.play_forced(now, &mut entries);
        entries
    }

    /// Plays everything that needs no decision: rolls, forced passes, and the end of the game.
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
            let Some(notation) = self.forced_ply() else { return };
            let seat = self.table.actor().player();
            // Rolls and forced passes are legal by construction, so this does not fail.
            let Ok(notation) = self.table.play(&notation) else { return };
            self.record(entries, now, None, Event::Ply { seat, notation });
        }
    }

    fn board_ending(&self) -> Option<GameEnding> {
        let outcome = self.table.outcome()?;
        let reason = if self.table.is_repetition() { EndReason::Repetition } else { EndReason::Board };
        Some(GameEnding { winner: outcome.winner(), points: outcome.points(), reason })
    }

    /// The roll that is due, or the only turn if the player has no choice.
    fn forced_ply(&self) -> Option<String> {
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

    /// Applies an event. The caller has already played a ply on the table; the rest of its effects follow here.
    fn apply(&mut self, entry: &LogEntry) {
        let at = entry.at;
        self.seq = entry.seq;
        self.last_at = at;
        if let Some(id) = &entry.id {
            self.executed.push(ExecutedCommand { hash: hash_of(id.bytes()), seq: entry.seq, id: id.clone() });
        }
        match &entry.event {
            Event::Created(_) => {}
            Event::Joined { seat, name, token } => {
                self.setup.seats[seat.index()] = SeatSetup::Human { name: name.clone(), token: *token };
                self.turn_started_at = at;
            }
            Event::Ply { seat, notation } => self.apply_ply(*seat, notation, at),
            Event::DrawOffered(seat) => self.draw_offerer = Some(*seat),
            Event::DrawDeclined(_) => self.draw_offerer = None,
            Event::TakebackAsked(seat) => self.takeback_asker = Some(*seat),
            Event::TakebackDeclined(_) => self.takeback_asker = None,
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
                (self.draw_offerer, self.takeback_asker) = (None, None);
                self.run_clock(at);
            }
            Event::RematchWanted(seat) => self.wants_rematch[seat.index()] = true,
            Event::RematchDeclined(seat) => self.wants_rematch[seat.opponent().index()] = false,
            Event::Rematch(next) => self.rematch_id = Some(*next),
        }
    }

    fn apply_ply(&mut self, seat: Option<Player>, notation: &str, at: i64) {
        self.plies_seq = self.seq;
        if seat.is_some() {
            self.last_turn_ply = Some(self.ply_players.len());
        }
        self.ply_players.push(seat);
        self.ply_millis.push((at - self.turn_started_at).clamp(0, i64::from(u32::MAX)) as u32);
        self.turn_started_at = at;
        if let Some(player) = seat {
            if notation != PASS
                && let Some(clocks) = &mut self.clocks
            {
                clocks.add_increment(player);
            }
            // Playing on declines the opponent's offers.
            if self.draw_offerer == Some(player.opponent()) {
                self.draw_offerer = None;
            }
            self.takeback_asker = None;
        }
        self.run_clock(at);
        if let Some(clocks) = &self.clocks {
            let left = seat.map(|player| clocks.left(at)[player.index()] as u32);
            self.clock_after.push(left);
        }
    }

    fn apply_takeback(&mut self, seat: Player, to: usize, at: i64) {
        while self.ply_players.len() > to && self.table.undo().is_some() {
            self.ply_players.pop();
            self.ply_millis.pop();
            self.clock_after.pop();
        }
        self.plies_seq = self.seq;
        self.last_turn_ply = None;
        self.takebacks_used[seat.index()] += 1;
        (self.takeback_asker, self.draw_offerer) = (None, None);
        self.turn_started_at = at;
        self.run_clock(at);
    }

    fn run_clock(&mut self, at: i64) {
        let player = self.actor().player();
        // Time to find the board is free: each player's clock starts with their second turn.
        let player = player.filter(|player| self.ply_players.contains(&Some(*player)));
        if let Some(clocks) = &mut self.clocks {
            clocks.run(player, at);
        }
    }
}

/// FNV-1a. Most command ids are new, and comparing hashes shows that without comparing ids.
fn hash_of(bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A client's command id as the log stores it: prefixed with the seat, since both players may use the same id.
pub(crate) fn stored_command_id(seat: Player, id: &str) -> Box<str> {
    format!("{}{id}", seat.index()).into_boxed_str()
}

/// The notation of a turn in which nothing can be played.
pub(crate) const PASS: &str = "pass";

fn record_ending(result: &str) -> GameEnding {
    match agon_core::Outcome::parse(result) {
        Some(outcome) => GameEnding { winner: outcome.winner(), points: outcome.points(), reason: EndReason::Record },
        None => GameEnding { winner: None, points: 0, reason: EndReason::Abort },
    }
}
