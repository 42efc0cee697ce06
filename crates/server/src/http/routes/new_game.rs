//! Requests that create a game, from a spec or from a record.

use agon_core::{Actor, AnyTable, Fault, Player};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::options::GameOptions;
use crate::game::clean_text::clean_name;
use crate::wire::ObjectOnly;
use crate::{ClockSetup, GameSetup, SeatSetup, Takebacks, Token, faults};

/// The pause between turns of two bots, unless the request says otherwise.
const DEFAULT_PACE_MS: u32 = 700;
/// The level of a bot, unless the request says otherwise.
const DEFAULT_LEVEL: u8 = 5;

/// The request for a seat.
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

/// The requests for both seats.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatRequests {
    p1: ObjectOnly<SeatRequest>,
    p2: ObjectOnly<SeatRequest>,
}

/// Who decides the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DiceRequest {
    #[default]
    Server,
    Shared,
}

/// The settings of any new game.
pub(crate) struct PlaySettings {
    seats: ObjectOnly<SeatRequests>,
    clock: Option<ObjectOnly<ClockSetup>>,
    public: bool,
    chat: Option<bool>,
    takebacks: Option<Takebacks>,
    dice: DiceRequest,
    pace_ms: Option<u32>,
}

/// A request that creates a game: its own fields and the settings. Defined by a macro, since serde cannot both
/// flatten a structure and refuse unknown fields.
macro_rules! new_game_request {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($field: $type,)*
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

        impl $name {
            /// The fields of this request, and the settings.
            pub(crate) fn split(self) -> (($($type,)*), PlaySettings) {
                let Self { $($field,)* seats, clock, public, chat, takebacks, dice, pace_ms } = self;
                (($($field,)*), PlaySettings { seats, clock, public, chat, takebacks, dice, pace_ms })
            }
        }
    };
}

new_game_request! {
    /// A game of a spec, from the start or from a position.
    CreateRequest { game: String, options: Option<GameOptions>, position: Option<String> }
}
new_game_request! {
    /// A game from a record.
    ImportRequest { record: String }
}

/// A game to create: the table and the settings.
pub(crate) struct NewGame {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) result: Option<String>,
    pub(crate) settings: PlaySettings,
}

impl NewGame {
    /// Checks the request. Returns the setup of the game, and the tokens and invitations for the response.
    pub(crate) fn setup(self) -> Result<(GameSetup, Map<String, Value>), Fault> {
        let Self { table, result, settings } = self;
        let PlaySettings { seats, clock, public, chat, takebacks, dice, pace_ms } = settings;
        let ObjectOnly(SeatRequests { p1: ObjectOnly(p1), p2: ObjectOnly(p2) }) = seats;
        let clock = clock.map(|ObjectOnly(clock)| clock);
        if let Some(clock) = clock {
            check_range("clock.initial_ms", clock.initial_ms, 10_000, 86_400_000)?;
            check_range("clock.increment_ms", clock.increment_ms, 0, 600_000)?;
        }
        check_range("pace_ms", u64::from(pace_ms.unwrap_or(0)), 0, 10_000)?;
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
        let is_shared_screen = tokens.len() == 2;
        let takebacks = takebacks.unwrap_or(match (has_bot, is_shared_screen) {
            (true, _) => Takebacks::Free,
            (_, true) => Takebacks::Once,
            _ => Takebacks::Ask,
        });
        let has_dice = agon_games::open(&table.spec())?.actor() == Actor::Chance;
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
        let mut answer = Map::new();
        answer.insert("tokens".to_owned(), tokens.into());
        answer.insert("invites".to_owned(), invites.into());
        Ok((setup, answer))
    }
}

fn check_range(field: &'static str, value: u64, low: u64, high: u64) -> Result<(), Fault> {
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
    let level = level.unwrap_or(DEFAULT_LEVEL);
    if levels.contains(&level) {
        return Ok(SeatSetup::Bot { level: Some(level), bot: None });
    }
    Err(agon_engines::LEVEL_RANGE.with("level", level).with("low", levels.start()).with("high", levels.end()))
}
