use agon_core::view::TavliView;
use agon_core::{PlaceView, Player};
use agon_games::draw::piece;
use agon_i18n::Catalogue;

use super::{BoardDisplay, MatchScore};

impl BoardDisplay for TavliView {
    fn home(&self) -> PlaceView {
        PlaceView::Point { point: 24 }
    }

    fn sign(&self, player: Player, ascii: bool) -> Option<char> {
        Some(piece(player, ascii))
    }

    fn left(&self, catalogue: &Catalogue, player: Player) -> Option<String> {
        Some(catalogue.count("count.pips", self.pips[player.index()].into(), &[]))
    }

    fn mover(&self) -> Option<Player> {
        Some(self.mover)
    }

    fn dice_left(&self) -> &[u8] {
        &self.dice_left
    }

    fn match_score(&self) -> Option<MatchScore<'_>> {
        let [p1, p2, needed] = self.match_score?;
        Some(MatchScore { variant: &self.variant, points: [p1, p2], needed })
    }
}
