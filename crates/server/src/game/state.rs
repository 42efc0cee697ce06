//! The state of a game: a fold over its events. Everything here follows from the log.

use agon_core::record::PASS;
use agon_core::{Actor, AnyTable, Fault, Player};
use agon_dice::DiceSource;
pub(crate) use agon_wire::DiceStage;

use crate::game::clock::Clocks;
use crate::game::event::{EndReason, Event, GameResult, LogEntry};
use crate::game::record;
use crate::store::{EventRow, GameStatus, IndexEntry};
use crate::{GameId, GameSetup, SeatSetup, Token};

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
    pub ending: Option<GameResult>,
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
    /// The number of the event that was the opening roll.
    pub opening_seq: Option<u32>,
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

impl GameState {
    /// Creates a game and its first events.
    pub fn create(id: GameId, setup: GameSetup, now: i64) -> Result<(Self, Vec<LogEntry>), Fault> {
        let mut state = Self::empty(id, Box::new(setup), now)?;
        let created = Event::Created(state.setup.clone());
        let entries = state.advance(created, None, now)?;
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
        for entry in std::iter::once(Ok(first)).chain(entries) {
            let entry = entry?;
            if entry.seq != state.seq + 1 {
                return Err(format!("event {} follows event {}", entry.seq, state.seq));
            }
            state.apply(&entry).map_err(|fault| format!("event {}: {fault}", entry.seq))?;
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
            opening_seq: None,
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
        IndexEntry {
            status: self.status(),
            spec: self.setup.spec.clone(),
            at: self.created_at,
            deadline: self.deadline(),
        }
    }

    /// When the running clock reaches zero.
    pub fn deadline(&self) -> Option<i64> {
        let deadline = self.clocks.as_ref().and_then(Clocks::deadline).map(|(_, deadline)| deadline);
        deadline.filter(|_| self.ending.is_none())
    }

    /// Applies stored events that follow the last one, as another server has written them.
    ///
    /// # Errors
    ///
    /// The reason, if they cannot be decoded or do not follow. Some of them may be applied already.
    pub fn follow(&mut self, rows: &[EventRow]) -> Result<Vec<LogEntry>, String> {
        let mut entries = Vec::with_capacity(rows.len());
        for row in rows {
            let entry = LogEntry::from_row(row).ok_or_else(|| format!("event {} cannot be read", row.seq))?;
            if entry.seq != self.seq + 1 {
                return Err(format!("event {} follows event {}", entry.seq, self.seq));
            }
            self.apply(&entry).map_err(|fault| format!("event {}: {fault}", entry.seq))?;
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Applies an event and everything that follows from it without a decision.
    ///
    /// Returns the new entries of the log; they take effect once they are stored. If the event itself cannot be
    /// applied, nothing changes.
    pub fn advance(&mut self, event: Event, id: Option<Box<str>>, now: i64) -> Result<Vec<LogEntry>, Fault> {
        let mut entries = Vec::new();
        let (mut next, mut id) = (Some(event), id);
        while let Some(event) = next {
            let entry = LogEntry { seq: self.seq + 1, at: now.max(self.last_at), id: id.take(), event };
            match self.apply(&entry) {
                Err(fault) if entries.is_empty() => return Err(fault),
                // Rolls and forced passes are legal by construction, so this does not happen.
                Err(_) => break,
                Ok(()) => entries.push(entry),
            }
            next = self.forced_event();
        }
        Ok(entries)
    }

    /// The event that follows without a decision: a roll, a forced pass, the end of the game, a bot's refusal.
    fn forced_event(&self) -> Option<Event> {
        if self.ending.is_some() {
            return None;
        }
        let imported = self.setup.result.as_deref().filter(|_| self.seq == 1).map(record::ending);
        if let Some(ending) = imported.or_else(|| self.board_ending()) {
            return Some(Event::Over { seat: None, ending });
        }
        let asked = self.draw_offerer.map(Player::opponent);
        if let Some(bot) = asked.filter(|asked| self.setup.seat(*asked).is_bot()) {
            return Some(Event::DrawDeclined(bot));
        }
        self.forced_ply()
    }

    fn board_ending(&self) -> Option<GameResult> {
        let outcome = self.table.outcome()?;
        let reason = if self.table.is_repetition() { EndReason::Repetition } else { EndReason::Board };
        Some(GameResult { winner: outcome.winner(), points: outcome.points(), reason })
    }

    /// The roll that is due, or the pass of a player who cannot move.
    fn forced_ply(&self) -> Option<Event> {
        if self.status() != GameStatus::Live || self.dice_stage()? != DiceStage::Ready {
            return None;
        }
        match self.table.actor() {
            Actor::Chance => {
                let source = &self.dice.as_ref()?.source;
                let ply = self.ply() as u32;
                let is_opening = self.table.is_opening_due();
                let notation = if is_opening { source.opening_notation(ply) } else { source.roll_notation(ply) };
                Some(Event::Roll { notation })
            }
            Actor::Player(seat) => {
                let steps = self.table.steps(&[]).ok()?;
                let notation = steps.turn.filter(|_| steps.next.is_empty())?;
                Some(Event::Turn { seat, notation })
            }
            Actor::Nobody => None,
        }
    }

    /// Applies an event: the only way a game changes, live and when its log is loaded. An event that does not fit the
    /// table changes nothing.
    fn apply(&mut self, entry: &LogEntry) -> Result<(), Fault> {
        let at = entry.at;
        if let Event::Turn { notation, .. } | Event::Roll { notation } = &entry.event {
            let is_opening = self.table.is_opening_due();
            self.table.play(notation)?;
            if is_opening {
                self.opening_seq = Some(entry.seq);
            }
        }
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
            Event::Turn { seat, notation } => self.apply_turn(*seat, notation, at),
            Event::Roll { .. } => self.apply_ply(None, at),
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
        Ok(())
    }

    fn apply_turn(&mut self, seat: Player, notation: &str, at: i64) {
        self.last_turn_ply = Some(self.ply_players.len());
        if notation != PASS
            && let Some(clocks) = &mut self.clocks
        {
            clocks.add_increment(seat);
        }
        // Playing on declines the opponent's offers.
        if self.draw_offerer == Some(seat.opponent()) {
            self.draw_offerer = None;
        }
        self.takeback_asker = None;
        self.apply_ply(Some(seat), at);
    }

    /// What a turn and a roll have in common.
    fn apply_ply(&mut self, seat: Option<Player>, at: i64) {
        self.plies_seq = self.seq;
        self.ply_players.push(seat);
        self.ply_millis.push((at - self.turn_started_at).clamp(0, i64::from(u32::MAX)) as u32);
        self.turn_started_at = at;
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
