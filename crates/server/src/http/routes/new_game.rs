//! What somebody wants when a game is made, of a spec or of a record.

use agon_core::{Actor, AnyTable, Fault, Player};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::options::GameOptions;
use crate::game::clean_text::clean_name;
use crate::wire::ObjectOnly;
use crate::{ClockSetup, GameSetup, SeatSetup, Takebacks, Token, faults};

/// How somebody wants a seat.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum SeatRequest {
    Human {
        #[serde(default)]
        name: String,
    },
    Open {},
    Invite {},
    Bot {
        #[serde(default)]
        level: Option<u8>,
        #[serde(default)]
        bot: Option<String>,
    },
}

/// Both seats.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatRequests {
    p1: ObjectOnly<SeatRequest>,
    p2: ObjectOnly<SeatRequest>,
}

/// Where the dice come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DiceRequest {
    #[default]
    Server,
    Shared,
}

/// What can be chosen for any game, wherever it comes from.
pub(crate) struct PlaySettings {
    seats: ObjectOnly<SeatRequests>,
    clock: Option<ObjectOnly<ClockSetup>>,
    public: bool,
    chat: Option<bool>,
    takebacks: Option<Takebacks>,
    dice: DiceRequest,
    pace_ms: Option<u32>,
}

/// A request that makes a game: fields of its own beside the terms. Written out by a macro, since
/// serde cannot flatten a structure and refuse unknown fields at once.
macro_rules! making {
    ($(#[$doc:meta])* $name:ident, $own:ident { $($field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($field: $kind,)*
            seats: ObjectOnly<SeatRequests>,
            clock: Option<ObjectOnly<ClockSetup>>,
            #[serde(default)]
            public: bool,
            chat: Option<bool>,
            takebacks: Option<Takebacks>,
            #[serde(default)]
            dice: DiceRequest,
            pace_ms: Option<u32>,
        }

        /// What only this request has.
        pub(crate) struct $own {
            $(pub(super) $field: $kind,)*
        }

        impl $name {
            pub(crate) fn split(self) -> ($own, PlaySettings) {
                let Self { $($field,)* seats, clock, public, chat, takebacks, dice, pace_ms } = self;
                ($own { $($field),* }, PlaySettings { seats, clock, public, chat, takebacks, dice, pace_ms })
            }
        }
    };
}

making! {
    /// A game of a spec, from the start or from a position.
    CreateRequest, CreateFields { game: String, options: Option<GameOptions>, position: Option<String> }
}
making! {
    /// A game of a record.
    ImportRequest, ImportFields { record: String }
}

/// What a game is made of.
pub(crate) struct NewGame {
    pub(super) table: Box<dyn AnyTable>,
    pub(super) result: Option<String>,
    pub(super) terms: PlaySettings,
}

impl NewGame {
    /// Checks it; gives the first event and what its maker is told: tokens and invitations.
    pub(crate) fn setup(self) -> Result<(GameSetup, Map<String, Value>), Fault> {
        let Self { table, result, terms } = self;
        let PlaySettings { seats, clock, public, chat, takebacks, dice, pace_ms } = terms;
        let ObjectOnly(SeatRequests { p1: ObjectOnly(p1), p2: ObjectOnly(p2) }) = seats;
        let clock = clock.map(|ObjectOnly(clock)| clock);
        if let Some(clock) = clock {
            check("clock.initial_ms", clock.initial_ms, 10_000, 86_400_000)?;
            check("clock.increment_ms", clock.increment_ms, 0, 600_000)?;
        }
        check("pace_ms", u64::from(pace_ms.unwrap_or(0)), 0, 10_000)?;
        let (mut tokens, mut invites) = (Map::new(), Map::new());
        let mut seat = |player: Player, request: SeatRequest| -> Result<SeatSetup, Fault> {
            Ok(match request {
                SeatRequest::Human { name } => {
                    let token = Token::random();
                    tokens.insert(player.name().to_owned(), token.reveal().into());
                    SeatSetup::Human { name: clean_name(&name), token: token.hash() }
                }
                SeatRequest::Open {} => SeatSetup::Open,
                SeatRequest::Invite {} => {
                    let key = Token::random();
                    invites.insert(player.name().to_owned(), key.reveal().into());
                    SeatSetup::Invite { key: key.hash() }
                }
                SeatRequest::Bot { level, bot } => bot_seat(table.info().name, level, bot)?,
            })
        };
        let seats = [seat(Player::P1, p1)?, seat(Player::P2, p2)?];
        let has_bot = seats.iter().any(SeatSetup::is_bot);
        let is_one_screen = tokens.len() == 2;
        let takebacks = takebacks.unwrap_or(match (has_bot, is_one_screen) {
            (true, _) => Takebacks::Free,
            (_, true) => Takebacks::Once,
            _ => Takebacks::Ask,
        });
        let has_dice = agon_games::open(&table.spec())?.actor() == Actor::Chance;
        let setup = GameSetup {
            spec: table.spec(),
            position: table.is_from_position().then(|| table.position_at(0)).flatten(),
            words: table.plies().to_vec(),
            result,
            seats,
            clock,
            public,
            chat: chat.unwrap_or(true),
            takebacks,
            shared_dice: has_dice && dice == DiceRequest::Shared,
            pace_ms: pace_ms.unwrap_or(700),
            secret: has_dice.then(|| agon_dice::to_hex(&crate::game::ids::random::<32>())),
        };
        let mut answer = Map::new();
        answer.insert("tokens".to_owned(), tokens.into());
        answer.insert("invites".to_owned(), invites.into());
        Ok((setup, answer))
    }
}

fn check(field: &'static str, value: u64, low: u64, high: u64) -> Result<(), Fault> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(faults::BAD_SETUP.with("field", field).with("value", value).with("low", low).with("high", high))
}

fn bot_seat(game: &str, level: Option<u8>, bot: Option<String>) -> Result<SeatSetup, Fault> {
    if let Some(bot) = bot {
        let known = agon_engines::bots(game);
        let found = known.iter().find(|one| one.name.eq_ignore_ascii_case(&bot));
        let found = found.ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|one| one.name).collect();
            agon_engines::UNKNOWN_BOT.with("game", game).with("bot", &bot).with("bots", names.join(", "))
        })?;
        return Ok(SeatSetup::Bot { level: None, bot: Some(found.name.to_owned()) });
    }
    let levels = agon_engines::LEVELS;
    let level = level.unwrap_or(5);
    if levels.contains(&level) {
        return Ok(SeatSetup::Bot { level: Some(level), bot: None });
    }
    Err(agon_engines::LEVEL_RANGE.with("level", level).with("low", levels.start()).with("high", levels.end()))
}
