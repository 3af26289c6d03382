//! Games in one SQLite file.
//!
//! Each game is a row with the columns one would ask for, and the whole record as JSON beside them. A row is
//! its own transaction: a process that is killed loses the games it was playing, and no other.

use super::{Store, StoreError};
use crate::date;
use crate::record::GameRecord;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::time::Duration;

/// "AJI" and the version of the tables, so that no other program's file is taken for ours.
const APPLICATION: i32 = 0x0041_4A49;
const VERSION: i32 = 1;

const TABLES: &str = "
    CREATE TABLE matches (
        id          TEXT PRIMARY KEY,
        description TEXT NOT NULL,
        begun       TEXT NOT NULL
    ) STRICT;
    CREATE TABLE games (
        match_id TEXT NOT NULL,
        number   INTEGER NOT NULL,
        black    TEXT NOT NULL,
        white    TEXT NOT NULL,
        result   TEXT NOT NULL,
        reason   TEXT NOT NULL,
        n_moves  INTEGER NOT NULL,
        seconds  REAL NOT NULL,
        finished TEXT NOT NULL,
        record   TEXT NOT NULL,
        PRIMARY KEY (match_id, number)
    ) STRICT;
";

/// Any number of matches in one file, or in memory.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
}

impl SqliteStore {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let foreign = |_| StoreError::Foreign(path.to_owned());
        let connection = Connection::open(path)?;
        let mut store = SqliteStore { connection };
        // A file that is no database at all shows itself at the first question.
        let marks = store.marks().map_err(foreign)?;
        store.prepare(marks).map_err(|error| match error {
            Some(error) => StoreError::Database(error),
            None => StoreError::Foreign(path.to_owned()),
        })?;
        Ok(store)
    }

    /// Forgets everything when it is dropped.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(TABLES)?;
        Ok(SqliteStore { connection })
    }

    /// The marks that say whose file it is, and how many tables it has.
    fn marks(&self) -> rusqlite::Result<(i32, i32, i64)> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get(0));
        let tables = "SELECT count(*) FROM sqlite_schema";
        let n_tables = self.connection.query_row(tables, [], |row| row.get(0))?;
        Ok((pragma("application_id")?, pragma("user_version")?, n_tables))
    }

    /// Makes the tables of a new file; `None` as the error if the file is not ours.
    fn prepare(&mut self, marks: (i32, i32, i64)) -> Result<(), Option<rusqlite::Error>> {
        self.connection.busy_timeout(Duration::from_secs(20)).map_err(Some)?;
        match marks {
            (APPLICATION, VERSION, _) => Ok(()),
            (0, 0, 0) => self.make().map_err(Some),
            _ => Err(None),
        }
    }

    fn make(&mut self) -> rusqlite::Result<()> {
        // Write-ahead logging lets others read while a match runs.
        self.connection.pragma_update(None, "journal_mode", "wal")?;
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        // Another process may have made the tables while this one waited for the lock.
        let n: i64 =
            transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if n == 0 {
            transaction.execute_batch(TABLES)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()
    }
}

impl Store for SqliteStore {
    fn begin(&mut self, match_id: &str, description: &str) -> Result<(), StoreError> {
        let known: Option<String> = self
            .connection
            .query_row("SELECT description FROM matches WHERE id = ?1", [match_id], |row| {
                row.get(0)
            })
            .optional()?;
        match known {
            Some(known) if known == description => Ok(()),
            Some(_) => Err(StoreError::Clash(match_id.to_owned())),
            None => {
                self.connection.execute(
                    "INSERT OR IGNORE INTO matches (id, description, begun) VALUES (?1, ?2, ?3)",
                    params![match_id, description, date::now()],
                )?;
                Ok(())
            }
        }
    }

    fn games(&mut self, match_id: &str) -> Result<Vec<GameRecord>, StoreError> {
        let mut query = self
            .connection
            .prepare("SELECT number, record FROM games WHERE match_id = ?1 ORDER BY number")?;
        let mut rows = query.query([match_id])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            let (number, text): (i64, String) = (row.get(0)?, row.get(1)?);
            let number = number as u64;
            let match_id = match_id.to_owned();
            let game = serde_json::from_str(&text).map_err(|error| StoreError::Game {
                match_id,
                number,
                error,
            })?;
            games.push(game);
        }
        Ok(games)
    }

    fn save(&mut self, game: &GameRecord) -> Result<bool, StoreError> {
        let record = serde_json::to_string(game).map_err(|error| StoreError::Game {
            match_id: game.match_id.clone(),
            number: game.number,
            error,
        })?;
        let n_rows = self.connection.execute(
            "INSERT OR IGNORE INTO games
                (match_id, number, black, white, result, reason, n_moves, seconds, finished, record)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                game.match_id,
                game.number as i64,
                game.black.name,
                game.white.name,
                game.result,
                game.reason,
                game.moves.len() as i64,
                game.seconds,
                game.finished,
                record,
            ],
        )?;
        Ok(n_rows == 1)
    }
}
