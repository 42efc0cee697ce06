//! Options of games on a server, and the lobby.

use std::net::SocketAddr;
use std::process::ExitCode;

use agon_arena::TimeControl;
use agon_client::{Client, GameLink, SeatStore, ServerAddress};
use agon_core::Fault;
use agon_i18n::{Catalogue, Language};
use agon_terminal::{HostedServer, OnlineRequest, PlayConfig, faults};
use agon_wire::ClockSetup;
use anyhow::{Context, anyhow};
use clap::Args;

use super::data_folder::data_folder;
use super::host;
use super::input::{language, no_color};

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
            host: Some(host::at_usual_address),
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
        num_args = 0..=1, require_equals = true, default_missing_value = host::USUAL_ADDRESS
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
    ) -> anyhow::Result<(Option<OnlineRequest>, Option<HostedServer>)> {
        let said = |fault: Fault| anyhow!(Catalogue::of(language).fault(&fault));
        let link = spec.filter(|spec| GameLink::is_meant(spec));
        let clock = self.tc.map(|text| text.parse().map_err(said).map(clock_setup)).transpose().context("--tc")?;
        let open = |server, shown| OnlineRequest::Open { server, shown, clock, public: self.public };
        match (link, self.on, self.host) {
            (Some(link), None, None) => {
                let link = GameLink::parse(link).map_err(said)?;
                Ok((Some(OnlineRequest::Join(link)), None))
            }
            (Some(_), ..) => Err(said(faults::LINK_OPENED.fault())),
            (None, Some(url), _) => Ok((Some(open(ServerAddress::parse(&url).map_err(said)?, Vec::new())), None)),
            (None, None, Some(listen)) => {
                let is_usual = listen.to_string() == host::USUAL_ADDRESS;
                let server = if is_usual { host::at_usual_address() } else { host::at(listen) };
                let server = server.map_err(said).context("--host")?;
                let own = server.addresses.last().cloned().context("--host")?;
                Ok((Some(open(own, server.addresses.clone())), Some(server)))
            }
            (None, None, None) => Ok((None, None)),
        }
    }
}

fn clock_setup(control: TimeControl) -> ClockSetup {
    ClockSetup { initial_ms: control.base.as_millis() as u64, increment_ms: control.increment.as_millis() as u64 }
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
