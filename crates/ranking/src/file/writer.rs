//! Writing contests game by game, so that an interrupted extraction resumes at a whole game.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use super::{BlockHeader, FileCause, FileError, HEADER_BYTES, Header, codec, find_blocks};
use crate::contest::{Contest, Contests};
use crate::fingerprint::Fingerprint;

/// A block is written at the first end of a game past this many bytes.
const BLOCK_BYTES: usize = 256 * 1024;

/// Complete games that are not yet in the file.
#[derive(Default)]
struct Block {
    payload: Vec<u8>,
    n_contests: u32,
    n_games: u32,
    last_game: u32,
}

/// The game at hand.
#[derive(Default)]
struct OpenGame {
    bytes: Vec<u8>,
    n_contests: u32,
    game: u32,
}

/// Writes contests to disk as they come. When the process ends early, the games since the last block are lost;
/// [`Writer::resume`] says which were kept.
pub struct Writer {
    path: PathBuf,
    file: File,
    /// Counts what is in the file.
    header: Header,
    last_game: Option<u32>,
    block: Block,
    open: OpenGame,
}

impl Writer {
    /// Starts a new file, in place of any that was there.
    pub fn create(path: &Path, feature_set: Fingerprint) -> Result<Writer, FileError> {
        let header =
            Header { finished: false, feature_set, n_contests: 0, n_games: 0, n_features: 0 };
        let file = File::create(path).map_err(|e| FileError::new(path, FileCause::of_io(e)))?;
        let mut writer = Writer::new(path, file, header, None);
        writer.put(&header.to_bytes())?;
        Ok(writer)
    }

    /// Takes up an unfinished file after its last whole, undamaged block. Ask [`Writer::n_games`] and
    /// [`Writer::last_game`] where to go on.
    pub fn resume(path: &Path, feature_set: Fingerprint) -> Result<Writer, FileError> {
        let fail = |cause| FileError::new(path, cause);
        let io = |e| fail(FileCause::of_io(e));
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        // SAFETY: only read, and dropped before this writer, the file's only one, changes it.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let mut header = Header::from_bytes(&map).map_err(fail)?;
        if header.feature_set != feature_set {
            let found = header.feature_set;
            return Err(fail(FileCause::OtherFeatureSet { found, expected: feature_set }));
        }
        if header.finished {
            return Err(fail(FileCause::Finished));
        }
        let (end, last_game) = count_whole_blocks(&map, &mut header);
        drop(map);
        file.set_len(end as u64).map_err(io)?;
        let mut writer = Writer::new(path, file, header, last_game);
        writer.file.seek(SeekFrom::Start(end as u64)).map_err(io)?;
        Ok(writer)
    }

    fn new(path: &Path, file: File, header: Header, last_game: Option<u32>) -> Writer {
        let (block, open) = (Block::default(), OpenGame::default());
        Writer { path: path.into(), file, header, last_game, block, open }
    }

    /// Adds a contest to the game at hand.
    pub fn contest(&mut self, contest: Contest<'_>) {
        codec::encode(contest, &mut self.open.bytes);
        self.open.n_contests += 1;
        self.open.game = contest.game;
        let largest = contest.ids().iter().max().map_or(0, |&id| id.saturating_add(1));
        self.header.n_features = self.header.n_features.max(largest);
    }

    /// Ends the game at hand. Games without contests do not count.
    pub fn end_game(&mut self) -> Result<(), FileError> {
        if self.open.n_contests > 0 {
            self.block.payload.append(&mut self.open.bytes);
            self.block.n_contests += self.open.n_contests;
            self.block.n_games += 1;
            self.block.last_game = self.open.game;
            self.open.n_contests = 0;
        }
        if self.block.payload.len() >= BLOCK_BYTES { self.flush() } else { Ok(()) }
    }

    /// Adds contests in memory; every change of the game number ends a game.
    pub fn games(&mut self, contests: &Contests) -> Result<(), FileError> {
        let mut game = None;
        for contest in contests.iter() {
            if game.replace(contest.game).is_some_and(|last| last != contest.game) {
                self.end_game()?;
            }
            self.contest(contest);
        }
        self.end_game()
    }

    /// How many games are complete, in the file or about to be.
    pub fn n_games(&self) -> u64 {
        self.header.n_games + u64::from(self.block.n_games)
    }

    /// How many contests the complete games have.
    pub fn n_contests(&self) -> u64 {
        self.header.n_contests + u64::from(self.block.n_contests)
    }

    /// The number of the last game that is in the file.
    pub fn last_game(&self) -> Option<u32> {
        self.last_game
    }

    /// Hands the complete games to the system, as happens after every block by itself.
    pub fn flush(&mut self) -> Result<(), FileError> {
        if self.block.n_contests == 0 {
            return Ok(());
        }
        let Block { payload, n_contests, n_games, last_game } = std::mem::take(&mut self.block);
        if u32::try_from(payload.len()).is_err() {
            return Err(FileError::new(&self.path, FileCause::TooLarge));
        }
        self.put(&BlockHeader::new(n_contests, n_games, last_game, &payload).to_bytes())?;
        self.put(&payload)?;
        self.header.n_contests += u64::from(n_contests);
        self.header.n_games += u64::from(n_games);
        self.last_game = Some(last_game);
        Ok(())
    }

    /// Ends the game at hand, writes what is left and marks the file as finished.
    pub fn finish(mut self) -> Result<Header, FileError> {
        self.end_game()?;
        self.flush()?;
        // On disk before the header says so.
        self.io(|file| file.sync_all())?;
        self.header.finished = true;
        self.io(|file| file.seek(SeekFrom::Start(0)))?;
        self.put(&self.header.to_bytes())?;
        self.io(|file| file.sync_all())?;
        Ok(self.header)
    }

    fn io<T>(
        &mut self,
        work: impl FnOnce(&mut File) -> std::io::Result<T>,
    ) -> Result<T, FileError> {
        work(&mut self.file).map_err(|e| FileError::new(&self.path, FileCause::of_io(e)))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.io(|file| file.write_all(bytes))
    }
}

/// Counts the blocks that are whole and undamaged into `header`; gives their end and the last game in them.
fn count_whole_blocks(bytes: &[u8], header: &mut Header) -> (usize, Option<u32>) {
    let found = find_blocks(bytes);
    let (mut end, mut last_game) = (HEADER_BYTES, None);
    (header.n_contests, header.n_games, header.n_features) = (0, 0, 0);
    for (&start, block) in found.starts.iter().zip(&found.headers) {
        let start = start + super::BLOCK_HEADER_BYTES;
        let payload = &bytes[start..start + block.n_bytes as usize];
        let mut contests = Contests::default();
        let decoded = codec::decode(payload, block.n_contests, &mut contests);
        if block.checksum_with(payload) != block.checksum || decoded.is_none() {
            break;
        }
        let largest = contests.iter().flat_map(|c| c.ids()).max();
        header.n_features = header.n_features.max(largest.map_or(0, |&id| id.saturating_add(1)));
        header.n_contests += u64::from(block.n_contests);
        header.n_games += u64::from(block.n_games);
        (end, last_game) = (start + payload.len(), Some(block.last_game));
    }
    (end, last_game)
}
