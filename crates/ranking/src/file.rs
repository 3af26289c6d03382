//! Contests on disk: a compact file that is mapped into memory and decoded block by block.
//!
//! ```text
//! header  64 bytes  magic · format version · finished? · feature set · contests · games · features
//! block   24 bytes  payload length · contests · games · last game · checksum
//!         payload   the block's contests, varints, whole games only
//! block   …
//! ```
//! All numbers are little-endian. A block's checksum covers its header fields and its payload, and is looked
//! at every time the block is read.

mod codec;
mod error;
mod writer;

use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;

pub use error::{FileCause, FileError};
pub use writer::Writer;

use crate::contest::{Contest, Contests};
use crate::corpus::Corpus;
use crate::fingerprint::Fingerprint;

/// The version of the format that is written and read.
pub const FORMAT_VERSION: u32 = 1;
const MAGIC: [u8; 8] = *b"AJI-CTST";
const HEADER_BYTES: usize = 64;
const BLOCK_HEADER_BYTES: usize = 24;

/// What the file's header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Whether the writer came to its end.
    pub finished: bool,
    /// Which features the ids mean.
    pub feature_set: Fingerprint,
    /// How many contests there are, once finished.
    pub n_contests: u64,
    /// How many games there are, once finished.
    pub n_games: u64,
    /// One more than the largest feature id, once finished.
    pub n_features: u32,
}

impl Header {
    fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[12] = u8::from(self.finished);
        bytes[16..24].copy_from_slice(&self.feature_set.0.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.n_contests.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.n_games.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.n_features.to_le_bytes());
        let checksum = Fingerprint::of(&bytes[..56]);
        bytes[56..].copy_from_slice(&checksum.0.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Header, FileCause> {
        if bytes.get(..8).is_none_or(|magic| magic != MAGIC) {
            return Err(FileCause::Foreign);
        }
        let Some(bytes) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(FileCause::Truncated);
        };
        let version = u32_at(bytes, 8);
        if version != FORMAT_VERSION {
            return Err(FileCause::Version { found: version });
        }
        if Fingerprint::of(&bytes[..56]).0 != u64_at(bytes, 56) {
            return Err(FileCause::Damaged { block: None });
        }
        Ok(Header {
            finished: bytes[12] == 1,
            feature_set: Fingerprint(u64_at(bytes, 16)),
            n_contests: u64_at(bytes, 24),
            n_games: u64_at(bytes, 32),
            n_features: u32_at(bytes, 40),
        })
    }
}

/// What a block's header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockHeader {
    n_bytes: u32,
    n_contests: u32,
    n_games: u32,
    last_game: u32,
    checksum: u64,
}

impl BlockHeader {
    fn new(n_contests: u32, n_games: u32, last_game: u32, payload: &[u8]) -> BlockHeader {
        let n_bytes = payload.len() as u32;
        let mut header = BlockHeader { n_bytes, n_contests, n_games, last_game, checksum: 0 };
        header.checksum = header.checksum_with(payload);
        header
    }

    fn checksum_with(&self, payload: &[u8]) -> u64 {
        Fingerprint::of_parts([&self.to_bytes()[..16], payload]).0
    }

    fn to_bytes(self) -> [u8; BLOCK_HEADER_BYTES] {
        let mut bytes = [0; BLOCK_HEADER_BYTES];
        for (at, value) in
            [self.n_bytes, self.n_contests, self.n_games, self.last_game].iter().enumerate()
        {
            bytes[4 * at..4 * at + 4].copy_from_slice(&value.to_le_bytes());
        }
        bytes[16..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; BLOCK_HEADER_BYTES]) -> BlockHeader {
        BlockHeader {
            n_bytes: u32_at(bytes, 0),
            n_contests: u32_at(bytes, 4),
            n_games: u32_at(bytes, 8),
            last_game: u32_at(bytes, 12),
            checksum: u64_at(bytes, 16),
        }
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

/// A finished file of contests, mapped into memory.
pub struct ContestFile {
    path: PathBuf,
    header: Header,
    map: Mmap,
    /// Where each block's header begins.
    blocks: Vec<usize>,
}

impl ContestFile {
    /// Opens a finished file, which must be about the given feature set, and finds its blocks.
    ///
    /// Nobody may change the file while it is open.
    pub fn open(path: &Path, feature_set: Fingerprint) -> Result<ContestFile, FileError> {
        let fail = |cause| FileError::new(path, cause);
        let file = File::open(path).map_err(|e| fail(FileCause::of_io(e)))?;
        // SAFETY: the mapping is only read. That no other process changes or shortens the file meanwhile is asked
        // of the caller above, as every reader of mapped files must; our own writer never touches a finished file.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| fail(FileCause::of_io(e)))?;
        let header = Header::from_bytes(&map).map_err(fail)?;
        if header.feature_set != feature_set {
            let found = header.feature_set;
            return Err(fail(FileCause::OtherFeatureSet { found, expected: feature_set }));
        }
        if !header.finished {
            return Err(fail(FileCause::Unfinished));
        }
        let found = find_blocks(&map);
        let sums = found.headers.iter().fold((0, 0), |(contests, games), block| {
            (contests + u64::from(block.n_contests), games + u64::from(block.n_games))
        });
        if found.end != map.len() || sums != (header.n_contests, header.n_games) {
            return Err(fail(FileCause::Truncated));
        }
        Ok(ContestFile { path: path.into(), header, map, blocks: found.starts })
    }

    /// What the header says.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The payload of a block, checked against its checksum.
    fn payload(&self, block: usize) -> Result<(BlockHeader, &[u8]), FileCause> {
        let bytes = &self.map[self.blocks[block]..];
        let damaged = FileCause::Damaged { block: Some(block) };
        let Some((header, rest)) = bytes.split_first_chunk() else { return Err(damaged) };
        let header = BlockHeader::from_bytes(header);
        match rest.get(..header.n_bytes as usize) {
            Some(payload) if header.checksum_with(payload) == header.checksum => {
                Ok((header, payload))
            }
            _ => Err(damaged),
        }
    }
}

impl Corpus for ContestFile {
    fn n_contests(&self) -> u64 {
        self.header.n_contests
    }

    fn n_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn visit(
        &self,
        block: usize,
        scratch: &mut Contests,
        see: &mut dyn FnMut(Contest<'_>),
    ) -> Result<(), FileError> {
        let fail = |cause| FileError::new(&self.path, cause);
        let (header, payload) = self.payload(block).map_err(fail)?;
        scratch.clear();
        let whole = codec::decode(payload, header.n_contests, scratch).is_some();
        if !whole || scratch.iter().any(|c| c.ids().iter().any(|&id| id >= self.header.n_features))
        {
            return Err(fail(FileCause::Damaged { block: Some(block) }));
        }
        scratch.iter().for_each(see);
        Ok(())
    }
}

/// The blocks that lie whole within the bytes, and where the last of them ends.
struct Blocks {
    starts: Vec<usize>,
    headers: Vec<BlockHeader>,
    end: usize,
}

fn find_blocks(bytes: &[u8]) -> Blocks {
    let mut found = Blocks { starts: Vec::new(), headers: Vec::new(), end: HEADER_BYTES };
    while let Some(header) = bytes.get(found.end..).and_then(|rest| rest.first_chunk()) {
        let header = BlockHeader::from_bytes(header);
        let end = found.end + BLOCK_HEADER_BYTES + header.n_bytes as usize;
        if end > bytes.len() {
            break;
        }
        found.starts.push(found.end);
        found.headers.push(header);
        found.end = end;
    }
    found
}

#[cfg(test)]
mod tests;
