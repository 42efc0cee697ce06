//! Dice that both players take part in, and dishonest servers.

use agon_core::Rng;
use agon_wire::{CreateRequest, DiceRequest, DiceStage};

use crate::common::{by_invitation, play_to_the_end, server, two_players, until};

#[test]
fn shared_dice_are_agreed_on_played_and_right() {
    let server = server();
    let request = CreateRequest { dice: DiceRequest::Shared, ..by_invitation("portes") };
    let mut games = two_players(&server, &request);
    until(&mut games, "the first roll", |[ada, _]| !ada.table().plies().is_empty());
    play_to_the_end(&mut games, &mut Rng::new(9));
    for game in &games {
        assert_eq!(game.state().rest.dice.as_ref().map(|dice| dice.stage), Some(DiceStage::Over));
        let verdict = game.verify_dice().expect("dice");
        assert!(verdict.is_right() && verdict.own_part == Some(true), "{verdict:?}");
        assert!(verdict.report.checked > 10, "{verdict:?}");
    }
}

#[test]
fn nothing_is_verified_before_the_end_or_without_dice() {
    let server = server();
    let games = two_players(&server, &by_invitation("portes"));
    assert_eq!(games[0].verify_dice(), None);
    let games = two_players(&server, &by_invitation("quoridor"));
    assert_eq!(games[0].verify_dice(), None);
}
