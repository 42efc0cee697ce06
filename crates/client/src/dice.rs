//! The dice of a game: what this client adds to them, and whether they were right in the end.

use std::collections::HashSet;

use agon_core::{AnyTable, Player, Record, RecordPly};
use agon_dice::{DiceReport, PART_LEN, Tags, from_hex, part_commitment, to_hex, verify_dice};
use agon_wire::{ClientMessage, Dice, DiceStage, GameState};

use crate::Seat;
use crate::random::random;

/// What a client knows of the dice beside the server's last message.
pub(crate) struct OwnDice {
    /// What the server announced first: the commitment, the game's id, the first ply it rolls.
    announced: Option<(String, String, usize)>,
    /// The stages whose message was sent.
    sent: Vec<DiceStage>,
    commands: HashSet<String>,
}

fn announcement(dice: &Dice) -> (String, String, usize) {
    (dice.commit.clone(), dice.game.clone(), dice.from)
}

/// A message that shared dice wait for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DuePart {
    /// The hash of the part.
    Commit(String),
    /// The part.
    Reveal(String),
}

impl DuePart {
    pub(crate) fn message(self, id: String, seat: Option<Player>) -> ClientMessage {
        match self {
            Self::Commit(hash) => ClientMessage::Commit { id, seat, hash },
            Self::Reveal(part) => ClientMessage::Reveal { id, seat, part },
        }
    }
}

/// Whether the dice of a finished game were those that the server was committed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceVerdict {
    /// The recomputed rolls, and whether the secret and the players' parts match what was announced.
    pub report: DiceReport,
    /// Whether the announcement is the one that this client saw first.
    pub is_same_announcement: bool,
    /// Whether this client's part was used as it was sent; `None` if it added none.
    pub own_part: Option<bool>,
}

impl DiceVerdict {
    /// Whether every check passed.
    pub fn is_right(&self) -> bool {
        self.report.is_right() && self.is_same_announcement && self.own_part != Some(false)
    }
}

impl OwnDice {
    pub(crate) fn new(dice: Option<&Dice>) -> Self {
        Self { announced: dice.map(announcement), sent: Vec::new(), commands: HashSet::new() }
    }

    /// Remembers the command of a part.
    pub(crate) fn note_command(&mut self, id: String) {
        self.commands.insert(id);
    }

    /// Whether a command was one of the parts.
    pub(crate) fn is_own(&self, id: &str) -> bool {
        self.commands.contains(id)
    }

    /// The message that the dice wait for, once for each stage. The part is drawn and kept before it is announced.
    pub(crate) fn due(&mut self, dice: &Dice, seat: &mut Seat) -> Option<DuePart> {
        if !matches!(dice.stage, DiceStage::Commit | DiceStage::Reveal) || self.sent.contains(&dice.stage) {
            return None;
        }
        self.sent.push(dice.stage);
        let part = seat.part(|| to_hex(&random::<PART_LEN>()));
        Some(match dice.stage {
            DiceStage::Commit => DuePart::Commit(to_hex(&part_commitment(&from_hex(&part).unwrap_or_default()))),
            _ => DuePart::Reveal(part),
        })
    }

    pub(crate) fn verify(
        &self,
        state: &GameState<'_>,
        table: &dyn AnyTable,
        seat: Option<&Seat>,
    ) -> Option<DiceVerdict> {
        let dice = state.rest.dice.as_ref()?;
        let record = record(dice, table)?;
        // Tags that are not hexadecimal prove nothing.
        let mut start = table.clone_box();
        while start.undo().is_some() {}
        let report = verify_dice(&record, &*start).unwrap_or_else(|_| Some(DiceReport::default()))?;
        let own = seat.and_then(|seat| Some((seat.player(), seat.saved.part.as_ref()?)));
        let used = |player| if player == Player::P1 { &dice.p1 } else { &dice.p2 };
        Some(DiceVerdict {
            report,
            is_same_announcement: self.announced == Some(announcement(dice)),
            own_part: own.map(|(player, part)| used(player).as_ref() == Some(part)),
        })
    }
}

/// The plies and the dice tags, once the secret is public.
fn record(dice: &Dice, table: &dyn AnyTable) -> Option<Record> {
    let mut record = Record::new(&table.spec());
    record.set(Tags::GAME, dice.game.clone());
    record.set(Tags::COMMIT, dice.commit.clone());
    record.set(Tags::SECRET, dice.secret.clone()?);
    for (tag, part) in Tags::PARTS.into_iter().zip([&dice.p1, &dice.p2]) {
        if let Some(part) = part {
            record.set(tag, part.clone());
        }
    }
    record.set(Tags::FROM, dice.from.to_string());
    record.plies = table.plies().iter().map(RecordPly::new).collect();
    Some(record)
}
