//! Options of games on a server, and the server that `agon play --host` starts.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::ExitCode;

use agon_arena::TimeControl;
use agon_client::{Client, GameLink, SeatStore, ServerAddress};
use agon_core::Fault;
use agon_i18n::{Catalogue, Language};
use agon_server::{BackgroundServer, Config};
use agon_terminal::{OnlineRequest, PlayConfig};
use agon_wire::ClockSetup;
use anyhow::{Context, anyhow, bail};
use clap::Args;

use super::data_folder::data_folder;
use super::input::{language, no_color};

/// Where `--host` listens unless another address is given.
const HOST_ADDRESS: &str = "0.0.0.0:8080";

/// How a game is shown, and to whom.
#[derive(Debug, Args)]
pub(crate) struct ScreenArgs {
    /// Language: en, sr, sr-Cyrl, el, he
    #[arg(long, value_name = "L")]
    lang: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Use lines of text instead of the full screen
    #[arg(long)]
    plain: bool,
    /// Reorder right-to-left text, for terminals that do not
    #[arg(long)]
    bidi: bool,
    /// End a turn of checkers as soon as it is complete, without confirmation
    #[arg(long)]
    instant: bool,
    /// Your name in games on a server
    #[arg(long, default_value = "", hide_default_value = true)]
    name: String,
}

impl ScreenArgs {
    /// The language of the interface.
    pub(crate) fn language(&self) -> anyhow::Result<Language> {
        language(self.lang.as_deref())
    }

    /// The configuration of a game with these settings and nothing else.
    pub(crate) fn config(self) -> anyhow::Result<PlayConfig> {
        Ok(PlayConfig {
            language: self.language()?,
            ascii: self.ascii,
            color: !no_color(),
            plain: self.plain,
            bidi: self.bidi,
            instant: self.instant,
            name: self.name,
            seats: data_folder().map(|folder| folder.join("seats")),
            ..PlayConfig::default()
        })
    }
}

/// How a new game on a server is opened.
#[derive(Debug, Args)]
pub(crate) struct OnlineArgs {
    /// Open the game on this server, print its link and wait for the other player
    #[arg(long, value_name = "URL", group = "opened", conflicts_with = "load")]
    on: Option<String>,
    /// Start a server for this game, print its addresses and the link, and wait for the other player
    #[arg(
        long, value_name = "ADDR", group = "opened", conflicts_with = "load",
        num_args = 0..=1, require_equals = true, default_missing_value = HOST_ADDRESS
    )]
    host: Option<SocketAddr>,
    /// Clock of a game opened by --on or --host: seconds for the game, and added after each turn
    #[arg(long, value_name = "BASE+INC", requires = "opened")]
    tc: Option<String>,
    /// List a game opened by --on or --host in the lobby, so that anyone can join
    #[arg(long, requires = "opened")]
    public: bool,
}

impl OnlineArgs {
    /// What is asked for, and the server that must live as long as the game.
    pub(crate) fn request(
        self,
        spec: Option<&str>,
        language: Language,
    ) -> anyhow::Result<(Option<OnlineRequest>, Option<BackgroundServer>)> {
        let said = |fault: Fault| anyhow!(Catalogue::of(language).fault(&fault));
        let link = spec.filter(|spec| GameLink::is_meant(spec));
        let clock = self.tc.map(|text| text.parse().map_err(said).map(clock_setup)).transpose().context("--tc")?;
        let open = |server, shown| OnlineRequest::Open { server, shown, clock, public: self.public };
        match (link, self.on, self.host) {
            (Some(link), None, None) => {
                let link = GameLink::parse(link).map_err(said)?;
                Ok((Some(OnlineRequest::Join(link)), None))
            }
            (Some(_), ..) => bail!("a link joins a game that is open already; --on and --host open a new one"),
            (None, Some(url), _) => Ok((Some(open(ServerAddress::parse(&url).map_err(said)?, Vec::new())), None)),
            (None, None, Some(listen)) => {
                let server = host(listen).context("--host")?;
                let port = server.address().port();
                let shown: Vec<ServerAddress> = shown_addresses(listen.ip())
                    .into_iter()
                    .map(|ip| address(SocketAddr::new(ip, port)))
                    .collect::<Result<_, _>>()
                    .map_err(said)?;
                let own = shown.last().cloned().context("--host")?;
                Ok((Some(open(own, shown)), Some(server)))
            }
            (None, None, None) => Ok((None, None)),
        }
    }
}

fn clock_setup(control: TimeControl) -> ClockSetup {
    ClockSetup { initial_ms: control.base.as_millis() as u64, increment_ms: control.increment.as_millis() as u64 }
}

fn address(socket: SocketAddr) -> Result<ServerAddress, Fault> {
    ServerAddress::parse(&format!("http://{socket}"))
}

/// Starts a server in memory. If the usual port is taken, the system chooses another one.
fn host(listen: SocketAddr) -> anyhow::Result<BackgroundServer> {
    let start = |listen| BackgroundServer::start(Config { listen, ..Config::default() });
    let started = match start(listen) {
        Err(_) if listen.to_string() == HOST_ADDRESS => start(SocketAddr::new(listen.ip(), 0)),
        started => started,
    };
    started.map_err(|error| anyhow!(error))
}

/// The addresses of this machine by which a server can be reached, the one for this machine itself last.
fn shown_addresses(listen: IpAddr) -> Vec<IpAddr> {
    if !listen.is_unspecified() {
        return vec![listen];
    }
    let (any, far, near): (IpAddr, IpAddr, IpAddr) = match listen {
        IpAddr::V4(any) => (any.into(), Ipv4Addr::new(192, 0, 2, 1).into(), Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(any) => {
            let far = std::net::Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
            (any.into(), far.into(), std::net::Ipv6Addr::LOCALHOST.into())
        }
    };
    // Connecting a datagram socket sends nothing; it chooses the address from which other machines would be reached.
    let chosen = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect((far, 9))?;
        socket.local_addr()
    });
    chosen.map(|socket| socket.ip()).into_iter().chain([near]).collect()
}

#[derive(Debug, Args)]
pub(crate) struct LobbyArgs {
    /// Address of the server, such as <https://agon.example>
    url: String,
    /// Print the lobby as JSON instead of asking
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// `agon lobby`: the public games of a server, to join and to watch.
pub(crate) fn lobby(args: LobbyArgs) -> anyhow::Result<ExitCode> {
    let config = args.screen.config()?;
    let server = ServerAddress::parse(&args.url);
    let server = server.map_err(|fault| anyhow!(Catalogue::of(config.language).fault(&fault)))?;
    if args.json {
        let lobby = Client::new(server, SeatStore::none()).and_then(|client| client.lobby());
        let lobby = lobby.map_err(|error| anyhow!(agon_terminal::error_text(config.language, &error)))?;
        println!("{}", agon_wire::to_json(&lobby));
        return Ok(ExitCode::SUCCESS);
    }
    agon_terminal::play_from_lobby(config, server)?;
    Ok(ExitCode::SUCCESS)
}
