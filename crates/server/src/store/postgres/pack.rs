//! Finished games in little space: a day after the last event, all events of a game become one compressed record.
//!
//! The record has everything that the game can be shown, studied and exported from. The clients' ids of commands are
//! left out, since nobody sends a command again after a day. The secret of the dice, which is public by then, is in
//! the record.

use std::io::Read as _;

use tokio_postgres::types::ToSql;

use super::connection::{Link, PgError};
use super::log::{Log, READ, event_row};
use crate::GameId;
use crate::store::{EventRow, StoreError};

/// How long nothing has happened to a game that is packed.
const QUIET_MS: i64 = 24 * 3_600_000;
/// The most games packed in one transaction.
const MAX_PACKED: i64 = 100;
/// The most bytes that a record may unpack to.
const MAX_UNPACKED: u64 = 64 << 20;

/// Games to pack, locked so that no other server packs them. Their last event comes from the log.
const CANDIDATES: &str = "
    SELECT id FROM agon.game
    WHERE status = 2 AND NOT packed AND at < $1
        AND coalesce((SELECT e.at FROM agon.event e WHERE e.game = game.id ORDER BY seq DESC LIMIT 1), 0) < $1
    ORDER BY at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED";

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Signed numbers near zero become small ones.
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// The numbers of the rows in the order of their bodies: first rolls, then what players did. Bodies that resemble each
/// other stand together.
fn body_order(seats: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..seats.len()).collect();
    order.sort_by_key(|row| seats[*row] < 2);
    order
}

/// Packs consecutive events. Columns of one kind stand together, which compresses better than row by row.
pub(super) fn pack(rows: &[EventRow]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(rows.len() * 12 + 512);
    put_number(&mut plain, rows.len() as u64);
    put_number(&mut plain, rows.first().map_or(0, |row| row.seq).into());
    let seats: Vec<u8> = rows.iter().map(|row| row.seat).collect();
    plain.extend_from_slice(&seats);
    plain.extend(rows.iter().map(|row| row.kind));
    for row in rows {
        put_number(&mut plain, row.body.len() as u64);
    }
    for row in body_order(&seats) {
        plain.extend_from_slice(rows[row].body.as_bytes());
    }
    let mut before = 0;
    for row in rows {
        put_number(&mut plain, zigzag(row.at.wrapping_sub(before)));
        before = row.at;
    }
    let best = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 18, ..Default::default() };
    let mut packed = Vec::new();
    // Writing to memory does not fail.
    let _ = brotli::BrotliCompress(&mut &plain[..], &mut packed, &best);
    packed
}

/// The events of a record; `None` if it is damaged.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<EventRow>> {
    let mut plain = Vec::new();
    brotli::Decompressor::new(packed, 4096).take(MAX_UNPACKED).read_to_end(&mut plain).ok()?;
    let bytes = &mut &plain[..];
    let count = usize::try_from(take_number(bytes)?).ok().filter(|count| *count <= plain.len())?;
    let first = u32::try_from(take_number(bytes)?).ok()?;
    let mut column = || {
        let (column, rest) = bytes.split_at_checked(count)?;
        *bytes = rest;
        Some(column.to_vec())
    };
    let (seats, kinds) = (column()?, column()?);
    let lens = (0..count).map(|_| take_number(bytes).map(|len| len as usize)).collect::<Option<Vec<usize>>>()?;
    let mut bodies = vec![String::new(); count];
    for row in body_order(&seats) {
        let (body, rest) = bytes.split_at_checked(lens[row])?;
        *bytes = rest;
        bodies[row] = String::from_utf8(body.to_vec()).ok()?;
    }
    let mut rows = Vec::with_capacity(count);
    for (index, body) in bodies.into_iter().enumerate() {
        let seq = first.checked_add(index as u32)?;
        rows.push(EventRow { seq, at: 0, seat: seats[index], kind: kinds[index], body, client: None });
    }
    let mut at = 0i64;
    for row in &mut rows {
        at = at.wrapping_add(unzigzag(take_number(bytes)?));
        row.at = at;
    }
    Some(rows)
}

/// Packs the games to which nothing has happened for a day, as of `now`. Returns their number.
pub(super) async fn pack_finished(log: &Log, now: i64) -> Result<usize, StoreError> {
    let link = Link::open(log.target(), None).await?;
    let mut count = 0;
    loop {
        let packed = pack_some(&link, now - QUIET_MS).await?;
        count += packed;
        if (packed as i64) < MAX_PACKED {
            return Ok(count);
        }
    }
}

async fn pack_some(link: &Link, before: i64) -> Result<usize, PgError> {
    let client = &link.client;
    client.batch_execute("BEGIN").await?;
    let found = client.query(CANDIDATES, &[&before, &MAX_PACKED]).await?;
    let games: Vec<GameId> = found.iter().map(|row| row.get(0)).collect();
    let read = client.prepare(READ).await?;
    for game in &games {
        let rows: Vec<EventRow> = client.query(&read, &[game, &0i32]).await?.iter().map(event_row).collect();
        let Some(last) = rows.last() else { continue };
        let last_seq = last.seq as i32;
        let record = pack(&rows);
        let values: [&(dyn ToSql + Sync); 3] = [game, &last_seq, &record];
        client.execute("INSERT INTO agon.packed(game, last_seq, record) VALUES ($1, $2, $3)", &values).await?;
        client.execute("DELETE FROM agon.event WHERE game = $1 AND seq <= $2", &[game, &last_seq]).await?;
    }
    client.execute("DELETE FROM agon.secret WHERE game = ANY($1)", &[&games]).await?;
    client.execute("UPDATE agon.game SET packed = true WHERE id = ANY($1)", &[&games]).await?;
    client.batch_execute("COMMIT").await?;
    Ok(games.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::PostgresStore;
    use super::*;
    use crate::store::{Append, Appended, GameStatus, IndexEntry, Store as _};

    proptest! {
        #[test]
        fn packed_events_come_back(rows in prop::collection::vec((any::<i64>(), any::<u8>(), any::<u8>(), ".{0,20}"), 1..50)) {
            let rows: Vec<_> = rows
                .into_iter()
                .zip(7..)
                .map(|((at, seat, kind, body), seq)| EventRow { seq, at, seat, kind, body, client: None })
                .collect();
            prop_assert_eq!(unpack(&pack(&rows)), Some(rows));
        }

        #[test]
        fn damaged_records_are_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = unpack(&bytes);
        }
    }

    /// A game of 60 turns with dice, as people play it: turns and rolls, ids of commands, uneven times.
    fn sixty_turns() -> Vec<EventRow> {
        let hex = |seed: u8| agon_dice::to_hex(&<sha2::Sha256 as sha2::Digest>::digest([seed]));
        let setup = format!(
            "{{\"spec\":\"portes\",\"seats\":[{{\"kind\":\"human\",\"name\":\"Ada\",\"token\":\"{}\"}},\
             {{\"kind\":\"human\",\"name\":\"Bo\",\"token\":\"{}\"}}],\"clock\":{{\"initial_ms\":300000,\
             \"increment_ms\":5000}},\"public\":true,\"chat\":true,\"takebacks\":\"ask\",\"shared_dice\":false,\
             \"pace_ms\":0,\"secret\":\"{}\"}}",
            hex(1),
            hex(2),
            hex(3)
        );
        let mut table = agon_games::open("portes").expect("a game");
        let mut random = agon_core::Rng::new(5);
        let mut at = 1_790_000_000_000i64;
        let mut row = |seq: u32, seat: u8, kind: u8, body: &str| {
            // A roll follows the turn before it at once.
            at += if seat < 2 { 300 + i64::from(random.below(20_000)) } else { 0 };
            let client = (seat < 2).then(|| format!("{seat}{}", &hex(seq as u8)[..12]).into());
            EventRow { seq, at, seat, kind, body: body.to_owned(), client }
        };
        let mut rows = vec![row(1, 2, 0, &setup)];
        let mut picks = agon_core::Rng::new(6);
        let mut turns = 0;
        while turns < 60 {
            let number = rows.len() as u32 + 1;
            if let Some(player) = table.actor().player() {
                let legal = table.legal();
                let word = &legal[picks.below(legal.len() as u32) as usize];
                rows.push(row(number, player.index() as u8, 2, word));
                table.play(word).expect("legal");
                turns += 1;
            } else {
                let roll = table.roll(&mut picks).expect("a roll is due");
                rows.push(row(number, 2, 2, &roll));
            }
        }
        rows
    }

    #[test]
    fn a_finished_game_is_packed_after_a_day_and_read_as_before() {
        let cluster = agon_pgtest::Cluster::start(agon_pgtest::Options::default());
        let url = cluster.database();
        let name = url.rsplit('/').next().expect("a name");
        let store = PostgresStore::open(&url).expect("a database");
        let rows = sixty_turns();
        let last = rows.last().expect("rows").clone();
        let index = |status| Some(IndexEntry { status, spec: "portes".to_owned(), at: rows[0].at, deadline: None });
        let [over, live] = [GameStatus::Over, GameStatus::Live].map(|status| {
            let id = GameId::random();
            let append = Append { game: id, rows: rows.clone(), index: index(status) };
            assert_eq!(store.append(&[append]).expect("stored"), [Appended::Done]);
            id
        });
        assert_eq!(store.pack_finished(last.at + QUIET_MS).expect("tried"), 0, "not a day yet");
        assert_eq!(store.pack_finished(last.at + QUIET_MS + 1).expect("packed"), 1);
        assert_eq!(cluster.execute(name, "SELECT count(DISTINCT game) FROM agon.event"), "1");
        assert_eq!(cluster.execute(name, "SELECT count(*) FROM agon.secret"), "1");
        let size: usize =
            cluster.execute(name, "SELECT max(pg_column_size(packed.*)) FROM agon.packed").parse().expect("a number");
        assert!(size <= 1024, "{size} bytes");

        let plain: Vec<_> = rows.iter().map(|row| EventRow { client: None, ..row.clone() }).collect();
        assert_eq!(store.read(over, 0).expect("read"), plain);
        assert_eq!(store.read(over, 50).expect("read"), plain[50..]);
        assert_eq!(store.read(live, 0).expect("read"), rows);
        // The game goes on in the log, as when a player asks for a rematch, and nobody can create it again.
        let next = EventRow { seq: last.seq + 1, kind: 11, body: String::new(), ..last.clone() };
        let tries = [
            Append { game: over, rows: vec![EventRow { seq: 1, ..next.clone() }], index: None },
            Append { game: over, rows: vec![EventRow { seq: 9, ..next.clone() }], index: None },
            Append { game: over, rows: vec![next.clone()], index: None },
        ];
        assert_eq!(store.append(&tries).expect("answered"), [Appended::Conflict, Appended::Conflict, Appended::Done]);
        let whole: Vec<_> = plain.into_iter().chain([next]).collect();
        assert_eq!(store.read(over, 0).expect("read"), whole);
        assert_eq!(store.read(over, last.seq).expect("read"), whole[whole.len() - 1..]);
        assert_eq!(store.counts().expect("counts").games, [0, 1, 1]);
    }
}
