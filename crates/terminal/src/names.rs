use agon_arena::{PlayerKind, PlayerSpec, short_command};
use agon_core::faults::OPTION_VALUE;
use agon_core::{AnyTable, Fault, GameInfo, Outcome, PathView, Player, Successor};
use agon_i18n::Catalogue;
use agon_wire::EndReason;

use crate::board;
use crate::clock::minutes;
use crate::config::Paths;
use crate::online::news;
use crate::session::{GameSession, OnlineGame};

/// The points of both players in a match.
fn match_score(session: &GameSession) -> Option<[u8; 2]> {
    session.board().ok().and_then(|view| Some(board::of(&view).match_score()?.points))
}

/// The name of a side: White, X, Vertical.
pub(crate) fn side(catalogue: &Catalogue, session: &GameSession, player: Player) -> String {
    catalogue.text(&format!("side.{}.{player}", session.table().info().name)).to_owned()
}

/// The side with the name of its player: `X (level 5)`.
pub(crate) fn full(catalogue: &Catalogue, session: &GameSession, player: Player) -> String {
    format!("{} ({})", side(catalogue, session, player), player_name(catalogue, session.who(player)))
}

/// The side and its player, for prompts: with the letter of the side's pieces if the name of the side does not say it,
/// `Vertical (X, human)`.
pub(crate) fn mover(catalogue: &Catalogue, session: &GameSession, player: Player) -> String {
    let letter = session.board().ok().and_then(|view| board::of(&view).letter(player));
    match letter {
        Some(letter) => {
            let name = player_name(catalogue, session.who(player));
            format!("{} ({letter}, {name})", side(catalogue, session, player))
        }
        None => full(catalogue, session, player),
    }
}

/// The name of a player, without the folders of programs.
pub(crate) fn player_name(catalogue: &Catalogue, who: &PlayerSpec) -> String {
    match &who.kind {
        _ if who.custom_name.is_some() => who.name().to_owned(),
        PlayerKind::Human => catalogue.text("who.human").to_owned(),
        PlayerKind::Bot(name) => {
            let title = catalogue.get(&format!("bot.{name}.title")).unwrap_or(name);
            catalogue.format("who.bot", &[("name", &title)])
        }
        PlayerKind::Level(level) => catalogue.format("who.level", &[("level", level)]),
        PlayerKind::Ugi(command) | PlayerKind::Uci(command) | PlayerKind::Qtp(command) | PlayerKind::Ubgi(command) => {
            short_command(command)
        }
        PlayerKind::Url(_) => catalogue.text("player.nameless").to_owned(),
        PlayerKind::Gnubg(_) | PlayerKind::Baseline => who.kind.to_string(),
    }
}

/// A fault in the words of the game being played.
pub(crate) fn fault(catalogue: &Catalogue, session: &GameSession, fault: &Fault) -> String {
    catalogue.fault_in(session.table().info().name, fault)
}

/// Why a game cannot be opened with options that were chosen by their names for people.
pub(crate) fn option_fault(catalogue: &Catalogue, info: &GameInfo, fault: &Fault) -> String {
    let arg = |wanted: &str| fault.args.iter().find(|(name, _)| *name == wanted).map_or("", |(_, value)| value);
    let option = info.options.iter().find(|option| fault.kind == OPTION_VALUE && option.name == arg("option"));
    let Some(option) = option else { return catalogue.fault_in(info.name, fault) };
    let allowed = match catalogue.option_values(option) {
        // What a game accepts as free text it says itself.
        values if values.is_empty() => arg("allowed").to_owned(),
        values => values,
    };
    let name = catalogue.text(&format!("option.{}", option.name)).to_owned();
    catalogue.format("ask.refused", &[("name", &name), ("value", &arg("value")), ("allowed", &allowed)])
}

/// What a bot does.
pub(crate) fn bot_summary(catalogue: &Catalogue, game: &str, bot: &str) -> String {
    let own = catalogue.get(&format!("bot.{game}.{bot}.summary"));
    own.or_else(|| catalogue.get(&format!("bot.{bot}.summary"))).unwrap_or_default().to_owned()
}

/// The name of a game.
pub(crate) fn game(catalogue: &Catalogue, name: &str) -> String {
    catalogue.text(&format!("game.{name}.title")).to_owned()
}

/// A roll, and whether the turn was passed automatically.
pub(crate) fn roll(catalogue: &Catalogue, session: &GameSession, player: Option<Player>, notation: &str) -> String {
    let dice = notation.trim_end_matches(':');
    // The opening roll: White's die, then Black's.
    if let Some((white, black)) = dice.strip_prefix('o').and_then(|dice| dice.split_at_checked(1)) {
        return catalogue.format("play.opening", &[("white", &white), ("black", &black)]);
    }
    let passed = session.just_passed();
    let side = passed.or(player).map(|player| side(catalogue, session, player)).unwrap_or_default();
    let key = if passed.is_some() { "play.passed" } else { "play.rolled" };
    catalogue.format(key, &[("player", &side), ("dice", &dice)])
}

/// The game of a match that the last ply has ended, and the score then; `None` in other moments and games.
pub(crate) fn game_of_match(catalogue: &Catalogue, session: &GameSession) -> Option<String> {
    let table = session.table();
    let before = table.view_at(table.plies().len().checked_sub(1)?)?;
    let now = table.view_at(table.plies().len())?;
    let (before, now) = (board::of(&before).match_score()?, board::of(&now).match_score()?);
    let (points, score) = (now.points, format!("{}:{}", now.points[0], now.points[1]));
    let won = Player::ALL.into_iter().find(|player| points[player.index()] > before.points[player.index()]);
    match won {
        Some(player) => {
            let side = side(catalogue, session, player);
            let won = u64::from(points[player.index()] - before.points[player.index()]);
            Some(catalogue.count("match.game", won, &[("player", &side), ("score", &score)]))
        }
        None if before.variant != now.variant => Some(catalogue.format("match.drawn", &[("score", &score)])),
        None => None,
    }
}

/// A group of the turns that can be played, and the positions after them.
pub(crate) struct SuccessorGroup {
    /// Empty in games without groups.
    pub title: String,
    pub turns: Vec<Successor>,
}

/// The turns that can be played, in the groups of the game.
pub(crate) fn successor_groups(catalogue: &Catalogue, table: &dyn AnyTable) -> Vec<SuccessorGroup> {
    let mut groups: Vec<(&str, Vec<Successor>)> = Vec::new();
    for successor in table.successors() {
        match groups.iter_mut().find(|(group, _)| *group == successor.group) {
            Some((_, turns)) => turns.push(successor),
            None => groups.push((successor.group, vec![successor])),
        }
    }
    let titled = |(group, turns): (&str, Vec<Successor>)| {
        let title = match group {
            "" => String::new(),
            group => catalogue.format(&format!("states.{group}"), &[("n", &turns.len())]),
        };
        SuccessorGroup { title, turns }
    };
    groups.into_iter().map(titled).collect()
}

/// The result of the game and the time it took.
pub(crate) fn result(catalogue: &Catalogue, session: &GameSession) -> Vec<String> {
    let mut lines: Vec<String> = reason(catalogue, session).into_iter().collect();
    match session.outcome() {
        Some(Outcome::Win { winner, points }) => {
            let name = full(catalogue, session, winner);
            lines.push(match match_score(session) {
                Some([p1, p2]) => {
                    let score = if winner == Player::P1 { format!("{p1}:{p2}") } else { format!("{p2}:{p1}") };
                    catalogue.format("result.match", &[("player", &name), ("score", &score)])
                }
                None if session.has_dice() => catalogue.count("result.points", points.into(), &[("player", &name)]),
                None => catalogue.format("result.wins", &[("player", &name)]),
            });
        }
        Some(Outcome::Draw) => {
            lines.push(catalogue.text("result.draw").to_owned());
        }
        None => return lines,
    }
    let turns = session.table().plies().iter().filter(|ply| !ply.ends_with(':')).count();
    lines.push(catalogue.count("result.turns", turns as u64, &[("time", &minutes(session.total_time()))]));
    for player in Player::ALL {
        let time = minutes(session.time(player));
        lines.push(catalogue.format("result.time", &[("player", &full(catalogue, session, player)), ("time", &time)]));
    }
    if let Some(verdict) = session.as_online().and_then(OnlineGame::verify_dice) {
        lines.extend(news::dice(catalogue, &verdict));
    }
    lines
}

/// Why the game ended.
fn reason(catalogue: &Catalogue, session: &GameSession) -> Option<String> {
    let winner = session.outcome().and_then(Outcome::winner);
    let name = |player: Player| side(catalogue, session, player);
    let key = match session.as_online().and_then(OnlineGame::end_reason) {
        _ if session.resigned().is_some() => "reason.resign",
        _ if session.table().is_repetition() => "reason.repetition",
        Some(EndReason::Time) => "reason.time",
        Some(EndReason::Agreement) => "reason.agreement",
        Some(EndReason::Claim) => "reason.claim",
        Some(EndReason::Abort) => "reason.abort",
        _ => return ending(catalogue, session.table(), winner, name),
    };
    let loser = winner.map(|winner| name(winner.opponent())).unwrap_or_default();
    Some(catalogue.format(key, &[("player", &loser)]))
}

/// Why the game on a table ended, if it ended on the board.
pub fn ending(
    catalogue: &Catalogue,
    table: &dyn AnyTable,
    winner: Option<Player>,
    name: impl Fn(Player) -> String,
) -> Option<String> {
    let winner = winner.unwrap_or(Player::P1);
    catalogue.ending(table.ending()?, &name(winner), &name(winner.opponent()))
}

/// The length of a shortest path, with the goal where all paths are shown, and its squares.
pub struct PathText {
    /// The pawn and the turns: `White: 8 turns to go`.
    pub length: String,
    /// The squares: `e1 e2 e3`.
    pub squares: String,
}

/// The text of a path on a table's board.
pub fn path(catalogue: &Catalogue, table: &dyn AnyTable, shown: Paths, path: &PathView) -> PathText {
    let view = table.view(&[]).ok();
    let square = |cell: &(u8, u8)| view.as_ref().map(|view| board::of(view).square(*cell)).unwrap_or_default();
    let side = catalogue.text(&format!("side.{}.{}", table.info().name, path.player)).to_owned();
    let pawn = if path.pawn.is_empty() { side } else { path.pawn.clone() };
    let turns = path.turns.into();
    let length = match (shown, path.cells.last()) {
        (Paths::All, Some(goal)) => catalogue.count("paths.to", turns, &[("pawn", &pawn), ("square", &square(goal))]),
        _ => catalogue.count("paths.turns", turns, &[("pawn", &pawn)]),
    };
    PathText { length, squares: path.cells.iter().map(square).collect::<Vec<_>>().join(" ") }
}
