//! The state of a game is a fold over its events, whatever happened.

use agon_core::{Player, Rng};
use agon_server::store::{Append, EventRow, MemoryStore, Store};
use agon_server::{
    BotLimits, ClockSetup, Event, GameCommand, GameId, GameSetup, GameState, LogEntry, Seat, SeatSetup, Takebacks,
    Token,
};
use proptest::prelude::*;

use super::common::two_seats;

fn setup(spec: &str, shared_dice: bool, takebacks: Takebacks) -> GameSetup {
    let has_dice = agon_games::open(spec).expect("a game").actor() == agon_core::Actor::Chance;
    GameSetup {
        spec: spec.to_owned(),
        clock: Some(ClockSetup { initial_ms: 60_000, increment_ms: 100 }),
        takebacks,
        shared_dice,
        secret: has_dice.then(|| "0123456789abcdef".repeat(4)),
        ..two_seats(spec, [&Token::random(), &Token::random()])
    }
}

/// Everything that can be observed of a game.
fn observable(state: &GameState) -> String {
    let clocks = state.clocks.as_ref().map(|clocks| (clocks.left(state.last_at), clocks.running()));
    format!(
        "{:?}",
        (
            (state.table.position(), state.table.plies(), &state.ply_players, &state.ply_millis, &state.clock_after),
            (state.seq, state.plies_seq, state.last_at, state.status(), state.actor(), state.last_turn_ply),
            (
                state.ending,
                state.rematch_id,
                state.draw_offerer,
                state.takeback_asker,
                state.wants_rematch,
                state.takebacks_used,
                state.opening_seq
            ),
            (clocks, state.dice_stage(), &state.setup),
        )
    )
}

fn rows(entries: &[LogEntry]) -> Vec<EventRow> {
    entries.iter().map(LogEntry::to_row).collect()
}

fn random_command(state: &GameState, rng: &mut Rng, seat: Player) -> GameCommand {
    match rng.below(20) {
        0 => GameCommand::Draw,
        1 => GameCommand::DeclineDraw,
        2 | 3 => GameCommand::Takeback,
        4 => GameCommand::DeclineTakeback,
        5 if rng.below(20) == 0 => GameCommand::Resign,
        6 if rng.below(10) == 0 => GameCommand::Abort,
        7 => GameCommand::Commit { hash: agon_dice::part_commitment(&[seat.index() as u8; 16]) },
        8 => GameCommand::Reveal { part: vec![seat.index() as u8; 16] },
        9 => GameCommand::Rematch,
        11 => GameCommand::DeclineRematch,
        12 if rng.below(20) == 0 => GameCommand::Claim { draw: rng.below(2) == 0 },
        10 => GameCommand::Turn { notation: "nonsense".to_owned(), ply: state.ply(), seq: None },
        _ => {
            let legal = state.table.legal();
            let notation = rng.choose(&legal).cloned().unwrap_or_default();
            GameCommand::Turn { notation, ply: state.ply(), seq: Some(state.seq) }
        }
    }
}

/// A setup with or without clock, plies of an imported record, a free seat and a bot.
fn random_setup(spec: &str, rng: &mut Rng) -> GameSetup {
    let takebacks = [Takebacks::Ask, Takebacks::Once, Takebacks::Free, Takebacks::None][rng.below(4) as usize];
    let mut setup = setup(spec, rng.below(2) == 0, takebacks);
    if rng.below(3) == 0 {
        setup.clock = None;
    }
    match rng.below(4) {
        0 => setup.seats[1] = SeatSetup::Open,
        1 => setup.seats[1] = SeatSetup::Bot { level: Some(1), bot: None, limits: BotLimits::default() },
        _ => {}
    }
    if rng.below(4) == 0 {
        let mut table = agon_games::open(spec).expect("a game");
        for _ in 0..rng.below(8) {
            let legal = table.legal();
            let Some(notation) = rng.choose(&legal) else { break };
            table.play(notation).expect("legal");
        }
        setup.plies = table.plies().to_vec();
        setup.result = (rng.below(8) == 0).then(|| "p1 1".to_owned());
    }
    setup
}

/// Does something at random. The new entries, or the reason for a refusal.
fn act(state: &mut GameState, rng: &mut Rng, now: i64) -> Result<Vec<LogEntry>, agon_core::Fault> {
    if let Some(entries) = state.end_on_time(now) {
        return Ok(entries);
    }
    let player = if rng.below(2) == 0 { Player::P1 } else { Player::P2 };
    if state.setup.seat(player).is_free() && rng.below(3) == 0 {
        let joined = Event::Joined { seat: player, name: "Cy".to_owned(), token: Token::random().hash() };
        return state.advance(joined, None, now);
    }
    if state.is_rematch_agreed(false) {
        return state.advance(Event::Rematch(GameId::random()), None, now);
    }
    let seat = Seat { player, holds_both: rng.below(4) == 0 };
    let command = random_command(state, rng, player);
    state.execute(seat, Some("id"), command, now)
}

fn check_history(spec: &str, seed: u64) {
    let mut rng = Rng::new(seed);
    let id = GameId::random();
    let (mut state, entries) = GameState::create(id, random_setup(spec, &mut rng), 1000).expect("a game");
    let store = MemoryStore::default();
    let mut stored = 0;
    let mut entries = rows(&entries);
    let mut now = 1000;
    for _ in 0..80 {
        stored += entries.len();
        if !entries.is_empty() {
            store.append(&[Append { game: id, rows: entries, index: None }]).expect("stored");
        }
        let loaded = GameState::load(id, &store.read(id, 0).expect("read")).expect("the log folds");
        assert_eq!(observable(&loaded), observable(&state));
        for player in Player::ALL {
            assert_eq!(loaded.executed_command(player, "id"), state.executed_command(player, "id"));
        }
        assert_eq!(stored, state.seq as usize, "numbers are dense");
        now += i64::from(rng.below(4000));
        let before = observable(&state);
        entries = if let Ok(entries) = act(&mut state, &mut rng, now) {
            rows(&entries)
        } else {
            assert_eq!(observable(&state), before, "a refusal changes nothing");
            Vec::new()
        };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn the_live_state_is_the_fold_of_the_stored_log(seed in any::<u64>()) {
        for entry in agon_games::entries() {
            let spec = entry.info.name;
            let spec = if spec == "blockade" { "blockade:rows=5,cols=6,walls=2,starts=22-42-25-45" } else { spec };
            check_history(spec, seed);
        }
    }
}

#[test]
fn dice_do_not_change_when_turns_are_taken_back() {
    let Some(spec) = ["portes", "plakoto", "fevga"].into_iter().find(|spec| agon_games::entry(spec).is_ok()) else {
        return;
    };
    let (mut state, _) = GameState::create(GameId::random(), setup(spec, false, Takebacks::Free), 0).expect("a game");
    for _ in 0..10 {
        let Some(seat) = state.actor().player() else { break };
        let ply = state.ply();
        let roll = state.table.plies()[ply - 1].clone();
        let legal = state.table.legal();
        let seat = Seat { player: seat, holds_both: false };
        let turn = |notation: &String| GameCommand::Turn { notation: notation.clone(), ply, seq: None };
        state.execute(seat, None, turn(&legal[0]), 0).expect("legal");
        let next_roll = state.table.plies().get(ply + 1).cloned();
        state.execute(seat, None, GameCommand::Takeback, 0).expect("free takebacks");
        assert_eq!((state.ply(), &state.table.plies()[ply - 1]), (ply, &roll));
        state.execute(seat, None, turn(&legal[legal.len() - 1]), 0).expect("legal");
        assert_eq!(state.table.plies().get(ply + 1).cloned(), next_roll, "another turn, the same dice");
    }
}

#[test]
fn a_log_that_no_version_wrote_is_refused_with_the_reason() {
    let id = GameId::random();
    let (_, entries) = GameState::create(id, setup("domineering", false, Takebacks::Ask), 0).expect("a game");
    let good = rows(&entries);
    let turn = |seq: u32, body: &str| EventRow { seq, at: 0, seat: 0, kind: 2, body: body.to_owned(), client: None };
    for (log, part) in [
        (vec![], "empty"),
        (vec![turn(1, "a1")], "beginning"),
        (vec![good[0].clone(), turn(3, "a1")], "follows"),
        (vec![good[0].clone(), turn(2, "zz")], "event 2"),
        (vec![good[0].clone(), EventRow { kind: 99, ..turn(2, "") }], "kind 99"),
        (vec![EventRow { body: "{".to_owned(), ..good[0].clone() }], "cannot be read"),
    ] {
        let error = GameState::load(id, &log).err().expect("refused");
        assert!(error.contains(part), "{error}");
    }
}
