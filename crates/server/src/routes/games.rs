use std::sync::Arc;

use agon_core::{Actor, AnyTable, Fault, Player};
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, json};

use super::body::{SMALL, bearer, read, tag_of, tagged};
use super::{Answer, json};
use crate::app::Shared;
use crate::failure::Failure;
use crate::limits::Deed;
use crate::names::clean_name;
use crate::room::Room;
use crate::security::Client;
use crate::wire::{Object, SeatName, at_ply};
use crate::{ClockSetup, GameId, SeatSetup, Setup, Takebacks, Token, faults};

/// How somebody wants a seat.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum SeatRequest {
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
pub(super) struct SeatRequests {
    p1: SeatRequest,
    p2: SeatRequest,
}

/// Where the dice come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum DiceRequest {
    #[default]
    Server,
    Shared,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CreateRequest {
    game: String,
    seats: SeatRequests,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    clock: Option<ClockSetup>,
    #[serde(default)]
    public: bool,
    #[serde(default)]
    chat: Option<bool>,
    #[serde(default)]
    takebacks: Option<Takebacks>,
    #[serde(default)]
    dice: DiceRequest,
    #[serde(default)]
    pace_ms: Option<u32>,
}

/// What a game is made of, wherever it came from.
pub(super) struct Wish {
    pub(super) table: Box<dyn AnyTable>,
    pub(super) result: Option<String>,
    pub(super) seats: SeatRequests,
    pub(super) clock: Option<ClockSetup>,
    pub(super) public: bool,
    pub(super) chat: Option<bool>,
    pub(super) takebacks: Option<Takebacks>,
    pub(super) dice: DiceRequest,
    pub(super) pace_ms: Option<u32>,
}

/// Makes a game.
pub(super) async fn create(
    State(app): State<Shared>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Answer {
    let body: CreateRequest = read(&app, request, SMALL).await?;
    let CreateRequest { game, seats, position, clock, public, chat, takebacks, dice, pace_ms } = body;
    let table = agon_games::open_at(&game, position.as_deref().unwrap_or("startpos"))?;
    let wish = Wish { table, result: None, seats, clock, public, chat, takebacks, dice, pace_ms };
    make(app, client, wish, Deed::Create).await
}

/// Checks the wish, stores the game and hands over the tokens.
pub(super) async fn make(app: Shared, client: Client, wish: Wish, deed: Deed) -> Answer {
    app.addresses.take(client.0, deed).map_err(Failure::too_many)?;
    let (setup, mut answer) = setup(wish)?;
    // In a task of its own: a client that hangs up must not leave a game half made.
    let room = tokio::spawn(async move { app.create(setup, Some(client.0)).await });
    let room = room.await.map_err(|_| Failure::from(faults::NOT_STORED))??;
    let id = room.id.to_string();
    answer.insert("url".to_owned(), format!("/g/{id}").into());
    answer.insert("id".to_owned(), id.into());
    answer.insert("seq".to_owned(), room.core().await.state.seq.into());
    Ok(json(StatusCode::CREATED, serde_json::Value::from(answer).to_string()))
}

fn setup(wish: Wish) -> Result<(Setup, Map<String, serde_json::Value>), Fault> {
    let Wish { table, result, seats, clock, public, chat, takebacks, dice, pace_ms } = wish;
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
    let seats = [seat(Player::P1, seats.p1)?, seat(Player::P2, seats.p2)?];
    let has_bot = seats.iter().any(SeatSetup::is_bot);
    let is_one_screen = tokens.len() == 2;
    let takebacks = takebacks.unwrap_or(match (has_bot, is_one_screen) {
        (true, _) => Takebacks::Free,
        (_, true) => Takebacks::Once,
        _ => Takebacks::Ask,
    });
    let has_dice = agon_games::open(&table.spec())?.actor() == Actor::Chance;
    let setup = Setup {
        spec: table.spec(),
        position: table.is_from_position().then(|| table.position_at(0)).flatten(),
        words: table.words().to_vec(),
        result,
        seats,
        clock,
        public,
        chat: chat.unwrap_or(true),
        takebacks,
        shared_dice: has_dice && dice == DiceRequest::Shared,
        pace_ms: pace_ms.unwrap_or(700),
        secret: has_dice.then(|| agon_dice::to_hex(&crate::ids::random::<32>())),
    };
    let mut answer = Map::new();
    answer.insert("tokens".to_owned(), tokens.into());
    answer.insert("invites".to_owned(), invites.into());
    Ok((setup, answer))
}

fn check(field: &'static str, value: u64, low: u64, high: u64) -> Result<(), Fault> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let allowed = format!("{low} to {high} is");
    Err(faults::BAD_SETUP.with("field", field).with("value", value).with("allowed", allowed))
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

/// The game of an id in a path.
pub(super) async fn room(app: &Shared, id: &str) -> Result<Arc<Room>, Failure> {
    let id = GameId::parse(id).ok_or(faults::NOT_FOUND)?;
    Ok(app.room(id).await?.ok_or(faults::NOT_FOUND)?)
}

/// Everything about a game.
pub(super) async fn show(State(app): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let room = room(&app, &id).await?;
    let token = bearer(&headers)?;
    Ok(json(StatusCode::OK, room.snapshot(&app, token.as_ref()).await?))
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinRequest {
    #[serde(default)]
    name: String,
    #[serde(default)]
    seat: Option<SeatName>,
    #[serde(default)]
    key: Option<String>,
}

/// Takes a free seat.
pub(super) async fn join(State(app): State<Shared>, Path(id): Path<String>, request: Request) -> Answer {
    let room = room(&app, &id).await?;
    let JoinRequest { name, seat, key } = read(&app, request, SMALL).await?;
    let key = key.map(|key| Token::new(&key));
    // In a task of its own: a client that hangs up must not leave a seat half taken.
    let task = tokio::spawn(async move {
        room.join(&app, seat.map(Player::from), clean_name(&name), key.as_ref()).await
    });
    let (seat, token, seq) = task.await.map_err(|_| Failure::from(faults::NOT_STORED))??;
    let answer = json!({"seat": seat.name(), "token": token.reveal(), "seq": seq});
    Ok(json(StatusCode::OK, answer.to_string()))
}

/// An earlier board.
pub(super) async fn ply(State(app): State<Shared>, Path((id, ply)): Path<(String, String)>) -> Answer {
    let room = room(&app, &id).await?;
    let core = room.core().await;
    let plies = core.state.ply();
    let found = ply.parse::<usize>().ok().filter(|ply| *ply <= plies);
    let found = found.ok_or_else(|| faults::NO_SUCH_PLY.with("ply", &ply).with("plies", plies))?;
    let mut object = Object::new();
    at_ply(&mut object, &core.state, found);
    Ok(json(StatusCode::OK, object.finish()))
}

/// Open seeks and games to watch.
pub(super) async fn lobby(State(app): State<Shared>, headers: HeaderMap) -> Response {
    let text = app.lobby();
    tagged(&headers, "application/json", &tag_of(&text), text.as_bytes().to_vec())
}
