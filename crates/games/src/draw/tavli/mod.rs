//! Tavli boards.

mod layout;
mod svg;
mod text;

use agon_core::view::TavliView;
use agon_core::{PlaceView, Player};

use super::{BoardDrawing, Layout, Marks, piece};
use layout::TavliLayout;

impl BoardDrawing for TavliView {
    fn printed(&self) -> Box<dyn Layout> {
        Box::new(TavliLayout::printed(self.clone()))
    }

    fn fit(&self, room: (usize, usize), _cursor: Option<PlaceView>) -> Box<dyn Layout> {
        Box::new(TavliLayout::fit(self.clone(), room))
    }

    /// Pips, bar and tray of both, then the dice and the score of a match.
    fn status(&self, ascii: bool) -> Vec<String> {
        let mut lines: Vec<String> = Player::ALL
            .into_iter()
            .map(|player| {
                let i = player.index();
                let bar = if self.bar[i] > 0 { format!(", {} on the bar", self.bar[i]) } else { String::new() };
                let side = name(player);
                format!("{} {side}: {} pips, {} off{bar}", piece(player, ascii), self.pips[i], self.off[i])
            })
            .collect();
        let dice: Vec<String> = self.dice.iter().map(u8::to_string).collect();
        let roll = if dice.is_empty() { "to roll".to_owned() } else { format!("rolled {}", dice.join(" ")) };
        lines.push(format!("{} {roll}", name(self.mover)));
        if let Some([white, black, points]) = self.match_score {
            let now = if white.max(black) >= points { "over".to_owned() } else { format!("now {}", self.variant) };
            lines.push(format!("Match to {points}: White {white}, Black {black}; {now}"));
        }
        lines
    }

    fn svg(&self, title: &str, marks: &Marks) -> String {
        svg::draw(self, marks).standalone(title, &svg::describe(self))
    }

    fn figure(&self, marks: &Marks) -> String {
        svg::draw(self, marks).inline("tavli")
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::P1 => "White",
        Player::P2 => "Black",
    }
}
