//! The lines below a board.

use agon_core::Player;
use agon_core::view::{GridView, TavliView};

/// The mark of a player's pieces: what is drawn on a pawn without a name, and a checker.
pub(crate) fn piece(player: Player, ascii: bool) -> char {
    match (player, ascii) {
        (Player::P1, false) => '○',
        (Player::P2, false) => '●',
        (Player::P1, true) => 'W',
        (Player::P2, true) => 'B',
    }
}

/// What is drawn for a player's pawn: its name, or the player's mark.
pub(crate) fn pawn(player: Player, label: &str, ascii: bool) -> String {
    if label.is_empty() { piece(player, ascii).to_string() } else { label.to_owned() }
}

/// The player's name on a grid: the letter of his pawns, or his mark.
fn side(view: &GridView, player: Player, ascii: bool) -> String {
    let label = view.pawns.iter().find(|pawn| pawn.player == player).map_or("", |pawn| &pawn.label);
    let letters: String = label.chars().filter(|c| c.is_alphabetic()).collect();
    pawn(player, &letters, ascii)
}

/// Walls left: `X: 9 green, 9 blue   O: 9 green, 9 blue`.
pub(crate) fn grid(view: &GridView, ascii: bool) -> Vec<String> {
    let of = |player: Player| {
        let left: Vec<String> = view
            .stocks
            .iter()
            .filter(|stock| stock.player == player)
            .map(|stock| format!("{} {}", stock.left, stock.kind))
            .collect();
        (!left.is_empty()).then(|| format!("{}: {}", side(view, player, ascii), left.join(", ")))
    };
    let sides: Vec<String> = Player::ALL.into_iter().filter_map(of).collect();
    if sides.is_empty() { Vec::new() } else { vec![sides.join("   ")] }
}

/// Pips, bar and tray of both, then the dice and the score of a match.
pub(crate) fn tavli(view: &TavliView, ascii: bool) -> Vec<String> {
    let mut lines: Vec<String> = Player::ALL
        .into_iter()
        .map(|player| {
            let i = player.index();
            let bar = if view.bar[i] > 0 { format!(", {} on the bar", view.bar[i]) } else { String::new() };
            format!("{} {}: {} pips, {} off{bar}", piece(player, ascii), name(player), view.pips[i], view.off[i])
        })
        .collect();
    let dice: Vec<String> = view.dice.iter().map(u8::to_string).collect();
    let roll = if dice.is_empty() { "to roll".to_owned() } else { format!("rolled {}", dice.join(" ")) };
    lines.push(format!("{} {roll}", name(view.mover)));
    if let Some([white, black, points]) = view.match_score {
        lines.push(format!("Match to {points}: White {white}, Black {black}; now {}", view.variant));
    }
    lines
}

fn name(player: Player) -> &'static str {
    match player {
        Player::P1 => "White",
        Player::P2 => "Black",
    }
}
