//! The versions of the schema, and how a database gets from one to the next.
//!
//! Several nodes may start at once, also of different versions: an advisory lock lets one of them migrate while the
//! others wait. A version only adds tables and columns with defaults, so that nodes of the version before go on
//! working until they are replaced. One that must break this names itself as the oldest compatible version.

use super::connection::{Link, PgError};

/// A version of the schema.
struct Version {
    number: i32,
    /// The oldest version that a program must have been written for to work with this one.
    compatible: i32,
    sql: &'static str,
}

/// Never changed once released; new ones are added at the end.
const VERSIONS: &[Version] = &[
    Version { number: 1, compatible: 1, sql: include_str!("migrations/1.sql") },
    Version { number: 2, compatible: 1, sql: include_str!("migrations/2.sql") },
    Version { number: 3, compatible: 1, sql: include_str!("migrations/3.sql") },
    // A program that does not know packed games would not find them.
    Version { number: 4, compatible: 4, sql: include_str!("migrations/4.sql") },
];

/// The version that this program is written for.
pub(super) const CURRENT: i32 = VERSIONS[VERSIONS.len() - 1].number;

/// The key of the advisory lock: "agon" in ASCII.
const LOCK: i64 = 0x6167_6f6e;

/// What a database without our tables gets first.
const BEGINNING: &str = "
    CREATE SCHEMA IF NOT EXISTS agon;
    CREATE TABLE IF NOT EXISTS agon.migration(
        version integer PRIMARY KEY,
        compatible integer NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );";

/// The version of a database and the oldest one that a program must know.
async fn version(link: &Link) -> Result<(i32, i32), PgError> {
    let exists = link.client.query_one("SELECT to_regclass('agon.migration') IS NOT NULL", &[]).await?;
    if !exists.get::<_, bool>(0) {
        return Ok((0, 0));
    }
    let newest = "SELECT coalesce(max(version), 0), coalesce(max(compatible), 0) FROM agon.migration";
    let row = link.client.query_one(newest, &[]).await?;
    Ok((row.get(0), row.get(1)))
}

/// Checks that this program can work with the database as it is.
pub(super) async fn check(link: &Link) -> Result<(), PgError> {
    match version(link).await? {
        (_, compatible) if compatible > CURRENT => Err(newer(compatible)),
        (found, _) if found < CURRENT => Err(PgError::Refused(format!(
            "the database has tables of version {found}, and this program needs version {CURRENT}: \
             start a server of this version first, which migrates them"
        ))),
        _ => Ok(()),
    }
}

fn newer(compatible: i32) -> PgError {
    PgError::Refused(format!(
        "the database has tables that need a program for version {compatible} or later; \
         this program supports versions up to {CURRENT}"
    ))
}

/// Brings a database to the current version. Does nothing if it has that or a later, compatible one.
pub(super) async fn migrate(link: &Link) -> Result<(), PgError> {
    let (found, compatible) = version(link).await?;
    if compatible > CURRENT {
        return Err(newer(compatible));
    }
    if found >= CURRENT {
        return Ok(());
    }
    link.client.execute("SELECT pg_advisory_lock($1)", &[&LOCK]).await?;
    let done = migrate_locked(link).await;
    let unlocked = link.client.execute("SELECT pg_advisory_unlock($1)", &[&LOCK]).await;
    done?;
    unlocked?;
    Ok(())
}

async fn migrate_locked(link: &Link) -> Result<(), PgError> {
    link.client.batch_execute(BEGINNING).await?;
    let (found, compatible) = version(link).await?;
    if compatible > CURRENT {
        return Err(newer(compatible));
    }
    for Version { number, compatible, sql } in VERSIONS.iter().filter(|version| version.number > found) {
        let noted = format!("INSERT INTO agon.migration(version, compatible) VALUES ({number}, {compatible})");
        let whole = format!("BEGIN; {sql}; {noted}; COMMIT;");
        if let Err(error) = link.client.batch_execute(&whole).await {
            let _ = link.client.batch_execute("ROLLBACK").await;
            return Err(error.into());
        }
        tracing::info!(version = number, "the tables were migrated");
    }
    Ok(())
}
