//! Requests that create a game, from a spec or from a record.

use std::ops::RangeInclusive;
use std::time::Duration;

use agon_core::{AnyTable, Fault, Player};
use agon_engines::{EngineSpec, SearchLimit};
use agon_wire::limits::{DEPTH, INCREMENT_MS, INITIAL_MS, MIN_MOVETIME_MS, PACE_MS};
use agon_wire::{BotLimits, DiceRequest, Entries, ObjectOnly, PlaySettings, SeatRequest, SeatRequests};

use crate::bots::jobs::HASH_MB;
use crate::game::clean_text::clean_name;
use crate::{GameSetup, SeatSetup, Takebacks, Token, faults};

/// The pause between turns of two bots, unless the request says otherwise.
const DEFAULT_PACE_MS: u32 = 700;
/// The level of a bot, unless the request says otherwise.
const DEFAULT_LEVEL: u8 = 5;

/// A game to create: the table and the settings.
pub(crate) struct NewGame {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) result: Option<String>,
    pub(crate) settings: PlaySettings,
}

impl NewGame {
    /// Checks the request. Returns the setup of the game, the tokens of its seats and the keys of its invitations.
    ///
    /// `think` is the longest time that a bot searches.
    pub(crate) fn setup(self, think: Duration) -> Result<(GameSetup, Entries<String>, Entries<String>), Fault> {
        let Self { table, result, settings } = self;
        let PlaySettings { seats, clock, public, chat, takebacks, dice, pace_ms } = settings;
        let SeatRequests { p1: ObjectOnly(p1), p2: ObjectOnly(p2) } = seats;
        if let Some(clock) = clock {
            check_range("clock.initial_ms", clock.initial_ms, INITIAL_MS)?;
            check_range("clock.increment_ms", clock.increment_ms, INCREMENT_MS)?;
        }
        check_range("pace_ms", u64::from(pace_ms.unwrap_or(0)), PACE_MS)?;
        let (mut tokens, mut invites) = (Vec::new(), Vec::new());
        let mut seat = |player: Player, request: SeatRequest| -> Result<SeatSetup, Fault> {
            Ok(match request {
                SeatRequest::Human { name } => {
                    let token = Token::random();
                    tokens.push((player.name(), token.reveal().to_owned()));
                    SeatSetup::Human { name: clean_name(&name), token: token.hash() }
                }
                SeatRequest::Open {} => SeatSetup::Open,
                SeatRequest::Invite {} => {
                    let key = Token::random();
                    invites.push((player.name(), key.reveal().to_owned()));
                    SeatSetup::Invite { key: key.hash() }
                }
                SeatRequest::Bot { level, bot, depth, movetime_ms } => {
                    let limits = BotLimits { depth, movetime_ms };
                    check_limits(table.info().name, bot.as_deref(), limits, think)?;
                    bot_seat(&*table, level, bot, limits)?
                }
            })
        };
        let seats = [seat(Player::P1, p1)?, seat(Player::P2, p2)?];
        let has_bot = seats.iter().any(SeatSetup::is_bot);
        let is_shared_screen = tokens.len() == 2;
        let takebacks = takebacks.unwrap_or(match (has_bot, is_shared_screen) {
            (true, _) => Takebacks::Free,
            (_, true) => Takebacks::Once,
            _ => Takebacks::Ask,
        });
        let has_dice = table.info().has_dice;
        let setup = GameSetup {
            spec: table.spec(),
            position: table.is_from_position().then(|| table.position_at(0)).flatten(),
            plies: table.plies().to_vec(),
            result,
            seats,
            clock,
            public,
            chat: chat.unwrap_or(true),
            takebacks,
            shared_dice: has_dice && dice == DiceRequest::Shared,
            pace_ms: pace_ms.unwrap_or(DEFAULT_PACE_MS),
            secret: has_dice.then(|| agon_dice::to_hex(&crate::game::ids::random_bytes::<32>())),
        };
        Ok((setup, tokens.into_iter().collect(), invites.into_iter().collect()))
    }
}

fn check_range(field: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<(), Fault> {
    if range.contains(&value) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(faults::BAD_SETUP.with("field", field).with("value", value).with("low", low).with("high", high))
}

/// The seat of a bot, which is set up as for its turns: what cannot play is refused now, not when it is to move.
fn bot_seat(
    table: &dyn AnyTable,
    level: Option<u8>,
    bot: Option<String>,
    limits: BotLimits,
) -> Result<SeatSetup, Fault> {
    let level = if bot.is_some() { None } else { Some(level.unwrap_or(DEFAULT_LEVEL)) };
    let spec = EngineSpec { level, bot, hash_mb: HASH_MB, ..EngineSpec::default() };
    agon_engines::build(table, &spec)?;
    let known = agon_engines::bots(table.info().name).iter();
    let is_meant = |name: &str| spec.bot.as_ref().is_some_and(|bot| bot.trim().eq_ignore_ascii_case(name));
    let bot = known.map(|bot| bot.name).find(|name| is_meant(name)).map(str::to_owned);
    Ok(SeatSetup::Bot { level, bot, limits })
}

/// Checks that the bot takes these limits. Levels and bots that do not search take none.
fn check_limits(game: &str, bot: Option<&str>, limits: BotLimits, think: Duration) -> Result<(), Fault> {
    let named = |name: &str| bot.is_some_and(|bot| bot.trim().eq_ignore_ascii_case(name));
    let taken = agon_engines::bots(game).iter().find(|one| named(one.name)).map_or(&[][..], |bot| bot.limits);
    let chosen = [
        (SearchLimit::Depth, limits.depth.map(u64::from), u64::from(*DEPTH.start())..=u64::from(*DEPTH.end())),
        (SearchLimit::MoveTime, limits.movetime_ms, MIN_MOVETIME_MS..=think.as_millis() as u64),
    ];
    for (limit, value, range) in chosen {
        let Some(value) = value else { continue };
        if !taken.contains(&limit) {
            return Err(faults::NO_BOT_LIMIT.with("bot", bot.unwrap_or("level")).with("limit", limit.name()));
        }
        check_range(limit.name(), value, range)?;
    }
    Ok(())
}
