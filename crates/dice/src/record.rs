//! The dice tags of a record and their verification.

use agon_core::{AnyTable, Fault, Record};

use crate::{DiceSource, PART_LEN, SECRET_LEN, commitment, from_hex, part_commitment, to_hex};

agon_core::faults! {
    /// A dice tag is malformed. The details include the line and the column of the tag, both 0 if the record was not
    /// read from a text.
    pub BAD_TAG = "dice-tag", "tag {tag} is {value}; {digits} hexadecimal digits were expected";
}

/// Names of the dice tags.
#[derive(Debug)]
pub struct Tags;

impl Tags {
    /// The id of the game the secret belongs to.
    pub const GAME: &'static str = "DiceGame";
    /// The server's commitment.
    pub const COMMIT: &'static str = "DiceCommit";
    /// The server's secret, once the game is over.
    pub const SECRET: &'static str = "DiceSecret";
    /// What each player added.
    pub const PARTS: [&'static str; 2] = ["DiceP1", "DiceP2"];
    /// What each player had committed to.
    pub const PART_COMMITS: [&'static str; 2] = ["DiceP1Commit", "DiceP2Commit"];
    /// The first ply rolled under this commitment; rolls before it came with an imported record.
    pub const FROM: &'static str = "DiceFrom";
}

/// The result of verifying a record's dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceReport {
    /// Number of rolls checked.
    pub checked: usize,
    /// Whether the secret matches the commitment; `None` if it is not revealed yet.
    pub commit: Option<bool>,
    /// Whether each player's part matches its commitment; `None` if the player added none.
    pub parts: [Option<bool>; 2],
    /// Plies whose roll does not follow from the secret.
    pub wrong: Vec<usize>,
}

impl DiceReport {
    /// Whether the secret is revealed and every check passed.
    pub fn is_right(&self) -> bool {
        self.commit == Some(true) && !self.parts.contains(&Some(false)) && self.wrong.is_empty()
    }
}

/// Verifies the commitments and every roll of a record; `None` if it has no commitment.
///
/// `start` is the table before the first ply, which knows whether the game begins with an opening roll. Whether the
/// plies are legal is not checked.
pub fn verify_dice(record: &Record, start: &dyn AnyTable) -> Result<Option<DiceReport>, Fault> {
    let (Some(game), Some(_)) = (record.tag(Tags::GAME), record.tag(Tags::COMMIT)) else { return Ok(None) };
    let commit = read(record, Tags::COMMIT, 32)?.unwrap_or_default();
    let mut report = DiceReport::default();
    let mut parts = [Vec::new(), Vec::new()];
    for (seat, part) in parts.iter_mut().enumerate() {
        let said = read(record, Tags::PART_COMMITS[seat], 32)?;
        if let Some(bytes) = read(record, Tags::PARTS[seat], PART_LEN)? {
            report.parts[seat] = said.map(|said| part_commitment(&bytes)[..] == said[..]);
            *part = bytes;
        }
    }
    let Some(secret) = read(record, Tags::SECRET, SECRET_LEN)? else { return Ok(Some(report)) };
    let mut key = [0; SECRET_LEN];
    key.copy_from_slice(&secret);
    report.commit = Some(commitment(game, &key)[..] == commit[..]);
    let from = record.tag(Tags::FROM).and_then(|from| from.parse().ok()).unwrap_or(0);
    let source = DiceSource { game, secret: key, parts };
    for (index, ply) in record.plies.iter().enumerate().skip(from) {
        let text = ply.text.to_ascii_lowercase();
        if !text.ends_with(':') {
            continue;
        }
        let is_opening = index == 0 && start.is_opening_due();
        let is_right = if is_opening {
            text == source.opening_notation(index as u32)
        } else {
            is_same_roll(&text, &source.roll_notation(index as u32))
        };
        report.checked += 1;
        if !is_right {
            report.wrong.push(index);
        }
    }
    Ok(Some(report))
}

/// A plain roll may be written with either die first.
fn is_same_roll(text: &str, due: &str) -> bool {
    let turned: String = due.chars().rev().skip(1).chain([':']).collect();
    text == due || text == turned
}

fn read(record: &Record, tag: &'static str, length: usize) -> Result<Option<Vec<u8>>, Fault> {
    let Some(value) = record.tag(tag) else { return Ok(None) };
    let bytes = from_hex(value).filter(|bytes| bytes.len() == length);
    bytes.map(Some).ok_or_else(|| {
        let (line, column) = record.tag_place(tag);
        let fault = BAD_TAG.with("tag", tag).with("value", value).with("digits", length * 2);
        fault.with("line", line).with("column", column)
    })
}

impl<G: AsRef<str>> DiceSource<G> {
    /// Writes the dice tags of a game into its record, with the secret if `reveal` is set.
    pub fn write_tags(&self, record: &mut Record, part_commits: &[Option<[u8; 32]>; 2], from: usize, reveal: bool) {
        record.set(Tags::GAME, self.game.as_ref());
        record.set(Tags::COMMIT, to_hex(&commitment(self.game.as_ref(), &self.secret)));
        for (seat, (commit, part)) in part_commits.iter().zip(&self.parts).enumerate() {
            if let Some(commit) = commit {
                record.set(Tags::PART_COMMITS[seat], to_hex(commit));
            }
            if !part.is_empty() {
                record.set(Tags::PARTS[seat], to_hex(part));
            }
        }
        if from > 0 {
            record.set(Tags::FROM, from.to_string());
        }
        if reveal {
            record.set(Tags::SECRET, to_hex(&self.secret));
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::RecordPly;

    use super::*;

    fn verify(record: &Record) -> Result<Option<DiceReport>, Fault> {
        verify_dice(record, &*agon_games::start_of(record).expect("a game"))
    }

    fn finished() -> (Record, DiceSource<&'static str>) {
        let source = DiceSource { game: "abc", secret: [5; SECRET_LEN], parts: [vec![1; PART_LEN], vec![2; PART_LEN]] };
        let mut record = Record::new("portes:opening=high_rerolls");
        let commits = [Some(part_commitment(&[1; PART_LEN])), Some(part_commitment(&[2; PART_LEN]))];
        source.write_tags(&mut record, &commits, 0, true);
        let plies = [
            source.opening_notation(0),
            source.roll_notation(1),
            "24/18".to_owned(),
            source.roll_notation(3),
            "pass".to_owned(),
        ];
        record.plies = plies.into_iter().map(RecordPly::new).collect();
        (record, source)
    }

    #[test]
    fn an_honest_record_is_right_also_after_being_written_and_read() {
        let (record, _) = finished();
        let read = Record::parse_all(&record.to_string()).expect("a record").remove(0);
        let report = verify(&read).expect("readable tags").expect("commitments");
        assert!(report.is_right(), "{report:?}");
        assert_eq!(report.checked, 3);
        assert_eq!(report.parts, [Some(true), Some(true)]);
    }

    /// The text of a ply does not decide what was due: an opening roll cannot pass for a roll, nor the reverse.
    #[test]
    fn the_table_knows_which_roll_opens_the_game() {
        let (mut record, source) = finished();
        record.plies[0].text = source.roll_notation(0);
        record.plies[1].text = source.opening_notation(1);
        assert_eq!(verify(&record).expect("tags").expect("commitments").wrong, [0, 1]);
        record.set("Game", "portes");
        record.plies[1].text = source.roll_notation(1);
        assert!(verify(&record).expect("tags").expect("commitments").is_right());
    }

    #[test]
    fn a_changed_roll_secret_or_part_is_found() {
        let (mut record, source) = finished();
        let other = if source.roll_notation(1) == "11:" { "22:" } else { "11:" };
        record.plies[1].text = other.to_owned();
        assert_eq!(verify(&record).expect("tags").expect("commitments").wrong, [1]);

        let (mut record, _) = finished();
        record.set(Tags::SECRET, "00".repeat(SECRET_LEN));
        let report = verify(&record).expect("tags").expect("commitments");
        assert_eq!(report.commit, Some(false));
        assert!(!report.is_right());

        let (mut record, _) = finished();
        record.set(Tags::PARTS[1], "03".repeat(PART_LEN));
        let report = verify(&record).expect("tags").expect("commitments");
        assert_eq!(report.parts, [Some(true), Some(false)]);
    }

    #[test]
    fn an_unfinished_record_is_not_yet_right_and_a_plain_one_has_no_report() {
        let (mut record, _) = finished();
        record.tags.retain(|tag| tag.name != Tags::SECRET);
        let report = verify(&record).expect("tags").expect("commitments");
        assert_eq!((report.commit, report.is_right()), (None, false));
        assert_eq!(verify(&Record::new("portes")), Ok(None));
    }

    #[test]
    fn a_tag_that_is_not_hexadecimal_is_refused() {
        let (mut record, _) = finished();
        record.set(Tags::COMMIT, "xyz");
        assert_eq!(verify(&record).expect_err("refused").kind, BAD_TAG);
        let read = Record::parse_all(&record.to_string()).expect("a record").remove(0);
        let fault = verify(&read).expect_err("refused");
        assert_eq!((fault.arg("line"), fault.arg("column")), (Some("4"), Some("1")), "{read}");
    }

    #[test]
    fn rolls_of_an_imported_beginning_are_not_checked() {
        let (mut record, _) = finished();
        record.plies[0].text = "o12:".to_owned();
        record.plies[1].text = "11:".to_owned();
        record.set(Tags::FROM, "2");
        let report = verify(&record).expect("tags").expect("commitments");
        assert_eq!((report.checked, report.wrong.is_empty()), (1, true));
    }
}
