use std::time::{Duration, Instant};

use agon_arena::{PlayerKind, PlayerSpec};
use agon_client::{Client, ClientError, DiceVerdict, GameClient, GameLink, GameNews, LinkState};
use agon_core::{AnyTable, Fault, Outcome, PlaceView, Player, Record, faults as core_faults};
use agon_wire::{ChatLine, ClaimResult, EndReason, GameResult, Mover, Offer, SeatKind, SeatView};

use super::Phase;
use crate::{board, faults};

/// How long the server may take to confirm that the player leaves.
const LEAVE_TIME: Duration = Duration::from_secs(3);
/// The shortest time between two pictures of the turn in progress.
const TOUCH_INTERVAL: Duration = Duration::from_millis(100);

/// A game that a server keeps, played or watched from this terminal.
pub(crate) struct OnlineGame {
    client: Client,
    game: GameClient,
    seats: [PlayerSpec; 2],
    is_opponent_here: bool,
    shown: ShownTurn,
}

/// What the others were shown of the turn in progress.
struct ShownTurn {
    prefix: Vec<String>,
    hover: Option<String>,
    at: Instant,
}

/// A question that the player may answer with yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Draw,
    Takeback,
    Rematch,
    /// The opponent has left: claim the win?
    Claim,
}

impl OnlineGame {
    pub(crate) fn new(client: Client, game: GameClient) -> Self {
        let shown = ShownTurn { prefix: Vec::new(), hover: None, at: Instant::now() };
        let mut online = Self { client, game, seats: <[PlayerSpec; 2]>::default(), is_opponent_here: true, shown };
        online.name_players();
        online
    }

    /// Whether the other player is connected, as far as the server has said.
    fn opponent_is_here(&self) -> bool {
        self.game.seat().is_none_or(|seat| self.game.player(seat.opponent()).here)
    }

    fn name_players(&mut self) {
        let (own, server) = (self.game.seat(), self.client.server());
        self.seats = Player::ALL.map(|player| spec_of(self.game.player(player), own == Some(player), server));
    }

    pub(super) fn table(&self) -> &dyn AnyTable {
        self.game.table()
    }

    pub(super) fn seats(&self) -> &[PlayerSpec; 2] {
        &self.seats
    }

    pub(super) fn time(&self, player: Player) -> Duration {
        self.game.time_used(player)
    }

    pub(super) fn time_left(&self, player: Player) -> Option<Duration> {
        self.game.time_left(player)
    }

    pub(super) fn phase(&self) -> Phase {
        let player = match self.game.state().progress.turn {
            _ if self.game.is_over() => return Phase::Over,
            _ if self.game.is_open() => return Phase::Open,
            Mover::P1 => Player::P1,
            Mover::P2 => Player::P2,
            Mover::Chance | Mover::None => board::roller(self.table()),
        };
        if self.game.is_my_turn() { Phase::Human(player) } else { Phase::Remote(player) }
    }

    fn result(&self) -> Option<GameResult> {
        self.game.state().rest.result
    }

    /// Why the game ended.
    pub(crate) fn end_reason(&self) -> Option<EndReason> {
        self.result().map(|result| result.reason)
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let GameResult { winner, points, reason } = self.result()?;
        match winner {
            Some(winner) => Some(Outcome::Win { winner, points }),
            None => (reason != EndReason::Abort).then_some(Outcome::Draw),
        }
    }

    pub(super) fn resigned(&self) -> Option<Player> {
        let result = self.result().filter(|result| result.reason == EndReason::Resign)?;
        result.winner.map(Player::opponent)
    }

    /// Whether the rolls were those that the server was committed to, once that can be known.
    pub(crate) fn verify_dice(&self) -> Option<DiceVerdict> {
        self.game.verify_dice()
    }

    /// The link for others, with the invitation while a seat is free.
    pub(crate) fn invitation(&self) -> GameLink {
        self.game.invitation()
    }

    /// The link by which a player returns.
    pub(crate) fn link(&self) -> &GameLink {
        self.game.link()
    }

    /// Whether this terminal has a seat.
    pub(crate) fn is_player(&self) -> bool {
        self.game.seat().is_some()
    }

    /// Whether the server can be reached.
    pub(crate) fn link_state(&self) -> LinkState {
        self.game.link_state()
    }

    /// The steps of the opponent's turn in progress.
    pub(super) fn touched_steps(&self) -> Option<&[String]> {
        self.game.touch().map(|touch| touch.prefix.as_slice())
    }

    /// Where the opponent considers to play.
    pub(crate) fn lifted(&self) -> Vec<PlaceView> {
        let hover = self.game.touch().and_then(|touch| touch.hover.as_ref());
        hover.map(|step| std::iter::once(step.places.to).chain(step.places.also).collect()).unwrap_or_default()
    }

    /// The last chat lines.
    pub(crate) fn talk(&self) -> impl Iterator<Item = &ChatLine> {
        self.game.talk()
    }

    /// Whether the players may chat.
    pub(crate) fn may_chat(&self) -> bool {
        self.is_player() && self.game.state().chat
    }

    pub(super) fn may_help(&self) -> bool {
        self.game.is_over() || !self.game.has_opponent()
    }

    /// Whether the game is being played here, so that leaving loses it.
    pub(crate) fn leaving_loses(&self) -> bool {
        self.is_player() && !self.game.is_over()
    }

    /// Whether leaving only aborts the game, since it has hardly begun.
    pub(crate) fn leaving_aborts(&self) -> bool {
        let turns = self.game.state().progress.by.iter().filter(|by| **by != Mover::Chance).count();
        self.leaving_loses() && turns < 2
    }

    /// What the opponent asks, or the server on the opponent's behalf.
    pub(crate) fn question(&self) -> Option<Question> {
        let other = self.game.seat()?.opponent();
        let offers = self.game.offers();
        if offers.draw == Some(other) {
            Some(Question::Draw)
        } else if offers.takeback == Some(other) {
            Some(Question::Takeback)
        } else if self.game.is_over() && offers.rematch.contains(&other) && self.game.next().is_none() {
            Some(Question::Rematch)
        } else {
            self.game.claim_in().filter(Duration::is_zero).map(|_| Question::Claim)
        }
    }

    /// How long until the game that the opponent has left may be claimed.
    pub(crate) fn claim_in(&self) -> Option<Duration> {
        self.game.claim_in()
    }

    pub(super) fn play(&mut self, turn: &str) -> Result<String, Fault> {
        self.shown.prefix.clear();
        self.shown.hover = None;
        self.game.play(turn)
    }

    pub(super) fn resign(&mut self) -> Result<Player, Fault> {
        let player = self.player()?;
        if self.leaving_aborts() {
            self.game.abort();
        } else {
            self.game.resign();
        }
        Ok(player)
    }

    /// Leaves the game: loses it at once if it is being played. `false` if the server could not be told.
    pub(crate) fn leave(&mut self) -> bool {
        !self.leaving_loses() || (self.resign().is_ok() && self.game.settle(LEAVE_TIME))
    }

    pub(super) fn take_back(&mut self) -> Result<(), Fault> {
        let player = self.player()?;
        // The server obeys commands in their order, so a turn that it has not confirmed yet can be taken back too.
        let has_played = self.game.state().progress.by.contains(&Mover::from(player));
        if !has_played && self.game.sent_turn().is_none() {
            return Err(faults::NO_TAKEBACK.fault());
        }
        self.game.takeback();
        Ok(())
    }

    pub(super) fn rematch(&mut self) {
        self.game.rematch();
    }

    /// Goes on to the rematch, if there is one; `false` if there is none.
    pub(crate) fn follow(&mut self) -> Result<bool, ClientError> {
        let Some(next) = self.client.follow(&mut self.game) else { return Ok(false) };
        *self = Self::new(self.client.clone(), next?);
        Ok(true)
    }

    /// Offers a draw, or accepts one.
    pub(crate) fn draw(&mut self) -> Result<(), Fault> {
        self.player()?;
        // Of a game that the opponent has left, half may be claimed.
        match self.question() {
            Some(Question::Claim) => self.game.claim(ClaimResult::Draw),
            _ => self.game.draw(),
        }
        Ok(())
    }

    /// Answers the question that is open; `false` if none is.
    pub(crate) fn answer(&mut self, yes: bool) -> bool {
        match (self.question(), yes) {
            (None, _) | (Some(Question::Claim), false) => return false,
            (Some(Question::Draw), true) => self.game.draw(),
            (Some(Question::Draw), false) => self.game.decline(Offer::Draw),
            (Some(Question::Takeback), true) => self.game.takeback(),
            (Some(Question::Takeback), false) => self.game.decline(Offer::Takeback),
            (Some(Question::Rematch), true) => self.game.rematch(),
            (Some(Question::Rematch), false) => self.game.decline(Offer::Rematch),
            (Some(Question::Claim), true) => self.game.claim(ClaimResult::Win),
        }
        true
    }

    /// Sends a chat line.
    pub(crate) fn chat(&mut self, text: &str) -> Result<(), Fault> {
        if !self.may_chat() {
            return Err(faults::NO_CHAT_HERE.fault());
        }
        // Unlike commands, chat lines are not sent again after a reconnect.
        if self.game.link_state() != LinkState::Up {
            return Err(faults::NOT_CONNECTED.fault());
        }
        self.game.chat(text);
        Ok(())
    }

    /// Shows the opponent the turn in progress, if it has changed.
    pub(crate) fn show_turn(&mut self, prefix: &[String], hover: Option<String>) {
        let shown = &mut self.shown;
        let is_new = shown.prefix != prefix || shown.hover != hover;
        if is_new && shown.at.elapsed() >= TOUCH_INTERVAL && self.game.is_my_turn() && self.game.has_opponent() {
            *shown = ShownTurn { prefix: prefix.to_vec(), hover: hover.clone(), at: Instant::now() };
            self.game.show_touch(prefix, hover);
        }
    }

    fn player(&self) -> Result<Player, Fault> {
        let player = self.game.seat().ok_or_else(|| faults::WATCHING.fault())?;
        if self.game.is_over() { Err(core_faults::GAME_OVER.fault()) } else { Ok(player) }
    }

    /// The plies so far; the server's own record has clocks and dice too.
    pub(super) fn record(&self) -> Record {
        let [p1, p2] = &self.seats;
        let mut record = agon_games::record_of(self.table(), p1.name(), p2.name());
        if let Some(outcome) = self.outcome() {
            record.set("Result", outcome.to_string());
        }
        record
    }

    /// The server's record of the game.
    pub(super) fn record_text(&self) -> Result<String, ClientError> {
        self.client.record(self.game.link())
    }

    /// Reads what has arrived. Also returns whether a turn in progress belongs to an earlier position now.
    pub(super) fn poll(&mut self, wait: Duration) -> (Vec<GameNews>, bool) {
        let before = (self.game.revision(), self.game.sent_turn().is_some());
        let mut news = self.game.poll(wait);
        if news.is_empty() {
            return (news, false);
        }
        self.name_players();
        let here = self.opponent_is_here();
        let is_change = here != self.is_opponent_here;
        self.is_opponent_here = here;
        news.retain(|one| *one != GameNews::Presence || is_change);
        let is_answered = before.1 && self.game.sent_turn().is_none();
        (news, is_answered || self.game.revision() != before.0)
    }

    /// Whether the opponent is connected.
    pub(crate) fn is_opponent_here(&self) -> bool {
        self.is_opponent_here
    }
}

/// A seat of a server as a player of this program. Only this terminal's own player is a person here.
fn spec_of(seat: &SeatView<'_>, is_own: bool, server: &impl ToString) -> PlayerSpec {
    let kind = match (seat.kind, seat.level, &seat.bot) {
        _ if is_own => PlayerKind::Human,
        (SeatKind::Bot, _, Some(bot)) => PlayerKind::Bot(bot.to_string()),
        (SeatKind::Bot, Some(level), None) => PlayerKind::Level(level),
        _ => PlayerKind::Url(server.to_string()),
    };
    let player = PlayerSpec::from(kind);
    if seat.name.is_empty() { player } else { player.with_name(&seat.name) }
}
