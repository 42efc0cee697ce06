//! Games on a server: by a link, new ones, the lobby.
//!
//! - `wait`: waits for an opponent before the full screen opens.
//! - `lobby`: lists games and lets a person choose one.
//! - `news`: what happens in a game, as text.

pub(crate) mod lobby;
pub(crate) mod news;
pub(crate) mod wait;

use agon_arena::faults::SETTING_ONLINE;
use agon_arena::{PlayerKind, PlayerSpec};
use agon_client::{Arrival, Client, ClientError, GameLink, SeatStore, ServerAddress};
use agon_core::{Fault, Player};
use agon_i18n::Catalogue;
use agon_wire::{ClockSetup, CreateRequest, DiceRequest, ObjectOnly, SeatRequest};

use crate::config::HostedServer;
use crate::session::{GameSession, OnlineGame, Phase};
use crate::{PlayConfig, faults, names};

/// A game on a server that `agon play` is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum OnlineRequest {
    /// The game of a link.
    Join(GameLink),
    /// A new game, to which the other player is invited.
    Open {
        /// The server.
        server: ServerAddress,
        /// Addresses by which others reach the server, if it runs on this machine.
        shown: Vec<ServerAddress>,
        /// The time control.
        clock: Option<ClockSetup>,
        /// Whether the lobby lists the game.
        public: bool,
    },
}

impl OnlineRequest {
    /// What the link of a game or the address of a server asks for: to join the game, or to open one there.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        if text.contains("/g/") {
            return GameLink::parse(text).map(Self::Join);
        }
        let server = ServerAddress::parse(text)?;
        Ok(Self::Open { server, shown: Vec::new(), clock: None, public: false })
    }
}

/// A way to play over the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// A game that is open already, by its link.
    Join,
    /// A new game on a server.
    Open,
    /// A new game on a server that is started on this machine.
    Host,
}

impl Connection {
    /// All, in the order menus list them.
    pub(crate) const ALL: [Self; 3] = [Self::Join, Self::Open, Self::Host];

    /// Whether it can be chosen here.
    pub(crate) fn is_possible(self, config: &PlayConfig) -> bool {
        self != Self::Host || config.host.is_some()
    }

    /// The key of its text.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Join => "network.join",
            Self::Open => "network.open",
            Self::Host => "network.host",
        }
    }

    /// The key of the question that follows.
    pub(crate) const fn question(self) -> Option<&'static str> {
        match self {
            Self::Join => Some("ask.link"),
            Self::Open => Some("ask.server"),
            Self::Host => None,
        }
    }
}

/// A game on a server, and what to say before it is shown.
pub(crate) struct OnlineStart {
    pub(crate) session: GameSession,
    pub(crate) notes: Vec<String>,
    /// The server, if it runs here for this game.
    pub(crate) server: Option<HostedServer>,
}

/// Opens a game on a server that is started on this machine.
pub(crate) fn host(config: &PlayConfig, catalogue: &Catalogue) -> Result<OnlineStart, ClientError> {
    let server = config.host.ok_or_else(|| faults::ONLINE_ONLY.fault())?()?;
    let own = server.addresses.last().ok_or_else(|| faults::NOT_CONNECTED.fault())?.clone();
    let request = OnlineRequest::Open { server: own, shown: server.addresses.clone(), clock: None, public: false };
    let mut started = start(config, &request, catalogue)?;
    started.notes.insert(0, catalogue.text("online.hosted").to_owned());
    started.server = Some(server);
    Ok(started)
}

/// Joins, resumes, watches or opens the game.
pub(crate) fn start(
    config: &PlayConfig,
    request: &OnlineRequest,
    catalogue: &Catalogue,
) -> Result<OnlineStart, ClientError> {
    let store = config.seats.clone().map_or_else(SeatStore::none, SeatStore::new);
    let (client, game, arrival, shown) = match request {
        OnlineRequest::Join(link) => {
            let client = Client::new(link.server.clone(), store)?;
            let (game, arrival) = client.enter(link, &config.name)?;
            (client, game, arrival, &[][..])
        }
        OnlineRequest::Open { server, shown, clock, public } => {
            let client = Client::new(server.clone(), store)?;
            let game = client.create(&create_request(config, *clock, *public)?)?;
            (client, game, Arrival::Created, shown.as_slice())
        }
    };
    let session = GameSession::online(OnlineGame::new(client, game));
    let notes = notes(catalogue, &session, arrival, shown);
    Ok(OnlineStart { session, notes, server: None })
}

/// What a person reads first: the side, the link for the other player, why they only watch.
fn notes(catalogue: &Catalogue, session: &GameSession, arrival: Arrival, shown: &[ServerAddress]) -> Vec<String> {
    let own = Player::ALL.into_iter().find(|player| session.who(*player).is_human());
    let mut notes = Vec::new();
    notes.extend(match (arrival, own) {
        (Arrival::Full, _) => Some(catalogue.text("online.full").to_owned()),
        (Arrival::NotInvited, _) => Some(catalogue.text("seating.invited_only").to_owned()),
        (Arrival::Resumed, Some(player)) => {
            Some(catalogue.format("online.resumed", &[("side", &names::side(catalogue, session, player))]))
        }
        (_, Some(player)) => {
            Some(catalogue.format("online.side", &[("side", &names::side(catalogue, session, player))]))
        }
        (_, None) => None,
    });
    if let Some(game) = session.as_online()
        && session.phase() == Phase::Open
        && own.is_some()
    {
        notes.push(catalogue.text("seating.send").to_owned());
        let link = game.invitation();
        let here = [link.server.clone()];
        let servers = if shown.is_empty() { &here } else { shown };
        notes.extend(servers.iter().map(|server| GameLink { server: server.clone(), ..link.clone() }.to_string()));
    }
    notes
}

/// The request for a game with an open seat, or against a bot of the server.
fn create_request(config: &PlayConfig, clock: Option<ClockSetup>, public: bool) -> Result<CreateRequest, Fault> {
    let spec = config.spec.as_deref().ok_or_else(|| faults::GAME_MISSING.fault())?;
    // Mistakes in the game are found before anything is opened.
    let table = agon_games::open(spec)?;
    let free = if public { SeatRequest::Open {} } else { SeatRequest::Invite {} };
    let seats = match [&config.p1, &config.p2] {
        [None, Some(who)] if who.is_human() => [free, seat(who, config)?],
        [p1, p2] => {
            let first = p1.as_ref().map_or_else(|| Ok(own_seat(config)), |who| seat(who, config))?;
            let second = p2.as_ref().map_or(Ok(free), |who| seat(who, config))?;
            [first, second]
        }
    };
    if seats.iter().all(|seat| matches!(seat, SeatRequest::Human { .. })) {
        return Err(faults::TWO_HERE.fault());
    }
    let mut request = CreateRequest::new(table.spec(), None, None, seats);
    request.clock = clock.map(ObjectOnly);
    request.public = public;
    // Neither the server nor one of the players alone decides the dice.
    request.dice = DiceRequest::Shared;
    Ok(request)
}

fn own_seat(config: &PlayConfig) -> SeatRequest {
    SeatRequest::Human { name: config.name.clone() }
}

/// The seat of a player, with the settings that the server carries out; it refuses limits that a bot does not take.
fn seat(who: &PlayerSpec, config: &PlayConfig) -> Result<SeatRequest, Fault> {
    let (seat, taken) = match &who.kind {
        PlayerKind::Human => match &who.custom_name {
            Some(name) => (SeatRequest::Human { name: name.clone() }, PERSON_SETTINGS),
            None => (own_seat(config), PERSON_SETTINGS),
        },
        PlayerKind::Level(level) => (bot_seat(who, Some(*level), None), BOT_SETTINGS),
        PlayerKind::Bot(name) => (bot_seat(who, None, Some(name.clone())), BOT_SETTINGS),
        _ => return Err(faults::WHO_HERE.with("who", who)),
    };
    match who.settings().find(|setting| !taken.contains(setting)) {
        Some(setting) => {
            let wanted = taken.join(", ");
            Err(SETTING_ONLINE.with("who", who).with("setting", setting).with("wanted", wanted))
        }
        None => Ok(seat),
    }
}

/// The settings of a person and of a bot that a server takes.
const PERSON_SETTINGS: &[&str] = &["name"];
const BOT_SETTINGS: &[&str] = &["depth", "movetime"];

fn bot_seat(who: &PlayerSpec, level: Option<u8>, bot: Option<String>) -> SeatRequest {
    let movetime_ms = who.limits.movetime.map(|time| time.as_millis() as u64);
    SeatRequest::Bot { level, bot, depth: who.limits.depth, movetime_ms }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(p2: &str) -> Result<[SeatRequest; 2], Fault> {
        let config = PlayConfig {
            spec: Some("domineering".to_owned()),
            p2: Some(p2.parse().expect(p2)),
            name: "Ada".to_owned(),
            ..PlayConfig::default()
        };
        let seats = create_request(&config, None, false)?.seats.0;
        Ok([seats.p1.0, seats.p2.0])
    }

    #[test]
    fn a_setting_reaches_the_server_or_is_refused() {
        for (who, depth, movetime) in [
            ("level:5", None, None),
            ("level:5@depth=3", Some(3), None),
            ("bot:minimax@depth=2,movetime=30", Some(2), Some(30)),
        ] {
            let [_, seat] = seats(who).expect(who);
            let SeatRequest::Bot { depth: sent, movetime_ms, .. } = seat else { panic!("{who} is a bot") };
            assert_eq!((sent, movetime_ms), (depth, movetime), "{who}");
        }
        for (who, setting) in [
            ("level:5@nodes=9", "nodes"),
            ("bot:minimax@depth=2,threads=2", "threads"),
            ("level:10@net=a.net", "net"),
            ("level:5@seed=1", "seed"),
            ("level:5@book=off", "book"),
            ("level:5@hash=4", "hash"),
            ("level:5@tc=60+1", "tc"),
            ("level:5@name=Bo", "name"),
        ] {
            let fault = seats(who).expect_err(who);
            assert_eq!((fault.kind.code, fault.arg("setting")), ("setting-online", Some(setting)), "{who}");
        }
        let [_, seat] = seats("human@name=Bo").expect("a person");
        assert!(matches!(seat, SeatRequest::Human { name } if name == "Bo"));
    }
}
