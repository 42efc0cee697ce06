use std::io::{self, BufRead, Write};

use agon_client::{Client, GameLink, ServerAddress};
use agon_core::Player;
use agon_i18n::Catalogue;
use agon_wire::{ClockSetup, LiveGame, Lobby, Seek};

use super::news;
use crate::clock::minutes;

/// Lists the games of a lobby until a person chooses one to join or watch; `None` if they choose none.
pub(crate) fn choose(
    client: &Client,
    catalogue: &Catalogue,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Option<GameLink>> {
    loop {
        let lobby = match client.lobby() {
            Ok(lobby) => lobby,
            Err(error) => return Err(io::Error::other(news::error(catalogue, None, &error))),
        };
        for line in list(catalogue, &lobby) {
            writeln!(output, "{line}")?;
        }
        write!(output, "{} ", catalogue.text("lobby.ask"))?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || matches!(line.trim(), "q" | "quit") {
            return Ok(None);
        }
        let ids = lobby.seeks.iter().map(|seek| &seek.id).chain(lobby.live.iter().map(|game| &game.id));
        let number = line.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(id) = number.and_then(|number| ids.into_iter().nth(number)) {
            return Ok(link(client.server(), id));
        }
    }
}

fn link(server: &ServerAddress, id: &str) -> Option<GameLink> {
    GameLink::parse(&format!("{server}/g/{id}")).ok()
}

/// The lines of a lobby: games to join and games to watch, numbered together.
fn list(catalogue: &Catalogue, lobby: &Lobby) -> Vec<String> {
    let text = |key: &str| catalogue.text(key).to_owned();
    let mut lines = vec![text("lobby.seeks")];
    if lobby.seeks.is_empty() {
        lines.push(format!("    {}", text("lobby.no_seeks")));
    }
    lines.extend((1..).zip(&lobby.seeks).map(|(number, seek)| seek_line(catalogue, number, seek)));
    lines.push(text("lobby.live"));
    if lobby.live.is_empty() {
        lines.push(format!("    {}", text("lobby.no_games")));
    }
    lines.extend((lobby.seeks.len() + 1..).zip(&lobby.live).map(|(number, game)| live_line(catalogue, number, game)));
    lines
}

fn seek_line(catalogue: &Catalogue, number: usize, seek: &Seek) -> String {
    let (title, side) = (game(catalogue, &seek.spec), side(catalogue, &seek.spec, seek.seat));
    let (name, clock) = (named(catalogue, &seek.name), clock(catalogue, seek.clock));
    let join = catalogue.format("seating.join", &[("side", &side)]);
    format!("{number:>2}  {title}: {name}, {clock}. {join}")
}

fn live_line(catalogue: &Catalogue, number: usize, live: &LiveGame) -> String {
    let title = game(catalogue, &live.spec);
    let [p1, p2] = [&live.p1, &live.p2].map(|name| named(catalogue, name));
    let plies = catalogue.count("count.plies", live.ply as u64, &[]);
    let watchers = catalogue.count("count.watchers", live.watchers as u64, &[]);
    format!("{number:>2}  {title}: {p1} - {p2}, {plies}, {watchers}")
}

/// The name of a game with its options.
fn game(catalogue: &Catalogue, spec: &str) -> String {
    catalogue.game_title(&agon_core::printable(spec))
}

fn side(catalogue: &Catalogue, spec: &str, player: Player) -> String {
    let name = spec.split(':').next().unwrap_or(spec);
    catalogue.text(&format!("side.{name}.{player}")).to_owned()
}

fn named(catalogue: &Catalogue, name: &str) -> String {
    if name.is_empty() { catalogue.text("player.nameless").to_owned() } else { agon_core::printable(name) }
}

fn clock(catalogue: &Catalogue, clock: Option<ClockSetup>) -> String {
    let Some(ClockSetup { initial_ms, increment_ms }) = clock else { return catalogue.text("clock.none").to_owned() };
    let base = minutes(std::time::Duration::from_millis(initial_ms));
    format!("{base} + {}", increment_ms / 1000)
}
