use agon_arena::{PlayerKind, PlayerSpec, short_command};
use agon_core::{BoardView, Outcome, PathView, Player};
use agon_i18n::Catalogue;

use crate::clock::minutes;
use crate::session::GameSession;

/// The name of a side: White, X, Vertical.
pub(crate) fn side(catalogue: &Catalogue, session: &GameSession, player: Player) -> String {
    let own = format!("side.{}.{player}", session.table().info().name);
    let family = if session.has_dice() { "dice" } else { "other" };
    catalogue.get(&own).unwrap_or(catalogue.text(&format!("side.{family}.{player}"))).to_owned()
}

/// The side with the name of its player: `X (level 5)`.
pub(crate) fn full(catalogue: &Catalogue, session: &GameSession, player: Player) -> String {
    format!("{} ({})", side(catalogue, session, player), player_name(catalogue, session.who(player)))
}

/// The name of a player, without the folders of programs.
pub(crate) fn player_name(catalogue: &Catalogue, who: &PlayerSpec) -> String {
    match &who.kind {
        _ if who.custom_name.is_some() => who.name().to_owned(),
        PlayerKind::Human => catalogue.text("who.human").to_owned(),
        PlayerKind::Bot(name) => catalogue.format("who.bot", &[("name", name)]),
        PlayerKind::Level(level) => catalogue.format("who.level", &[("level", level)]),
        PlayerKind::Ugi(command) | PlayerKind::Uci(command) | PlayerKind::Qtp(command) | PlayerKind::Ubgi(command) => {
            short_command(command)
        }
        PlayerKind::Url(_) | PlayerKind::Gnubg(_) | PlayerKind::Baseline => who.kind.to_string(),
    }
}

/// The name of a game.
pub(crate) fn game(catalogue: &Catalogue, name: &str, title: &str) -> String {
    catalogue.get(&format!("game.{name}.title")).unwrap_or(title).to_owned()
}

/// A roll, and whether the turn was passed automatically.
pub(crate) fn roll(catalogue: &Catalogue, session: &GameSession, player: Option<Player>, word: &str) -> String {
    let dice = word.trim_end_matches(':');
    // The opening roll: White's die, then Black's.
    if let Some((white, black)) = dice.strip_prefix('o').and_then(|dice| dice.split_at_checked(1)) {
        return catalogue.format("play.opening", &[("white", &white), ("black", &black)]);
    }
    let passed = session.just_passed();
    let side = passed.or(player).map(|player| side(catalogue, session, player)).unwrap_or_default();
    let key = if passed.is_some() { "play.passed" } else { "play.rolled" };
    catalogue.format(key, &[("player", &side), ("dice", &dice)])
}

/// The result of the game and the time it took.
pub(crate) fn result(catalogue: &Catalogue, session: &GameSession) -> Vec<String> {
    let mut lines = Vec::new();
    match session.outcome() {
        Some(Outcome::Win { winner, points }) => {
            let name = full(catalogue, session, winner);
            if let Some(loser) = session.resigned() {
                lines.push(catalogue.format("result.resigned", &[("player", &side(catalogue, session, loser))]));
            }
            lines.push(if session.has_dice() {
                catalogue.count("result.points", points.into(), &[("player", &name)])
            } else {
                catalogue.format("result.wins", &[("player", &name)])
            });
        }
        Some(Outcome::Draw) => {
            lines.push(catalogue.text("result.draw").to_owned());
            if session.table().is_repetition() {
                lines.push(catalogue.text("result.repetition").to_owned());
            }
        }
        None => return lines,
    }
    let turns = session.table().plies().iter().filter(|word| !word.ends_with(':')).count();
    lines.push(catalogue.count("result.turns", turns as u64, &[("time", &minutes(session.total_time()))]));
    for player in Player::ALL {
        let time = minutes(session.time(player));
        lines.push(catalogue.format("result.time", &[("player", &full(catalogue, session, player)), ("time", &time)]));
    }
    lines
}

/// What a player has left: walls, or pips to go.
pub(crate) fn left(catalogue: &Catalogue, board: &BoardView, player: Player) -> Option<String> {
    match board {
        BoardView::Grid(view) => {
            let stocks: Vec<String> = view
                .stocks
                .iter()
                .filter(|stock| stock.player == player)
                .map(|stock| catalogue.count(&format!("count.{}", stock.kind), stock.left.into(), &[]))
                .collect();
            (!stocks.is_empty()).then(|| stocks.join(", "))
        }
        BoardView::Tavli(view) => Some(catalogue.count("count.pips", view.pips[player.index()].into(), &[])),
    }
}

/// The length of a shortest path.
pub(crate) fn path(catalogue: &Catalogue, session: &GameSession, path: &PathView) -> String {
    let pawn = if path.pawn.is_empty() { side(catalogue, session, path.player) } else { path.pawn.clone() };
    catalogue.count("paths.turns", path.turns.into(), &[("pawn", &pawn)])
}
