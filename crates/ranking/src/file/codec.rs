//! How contests become bytes: variable-length numbers, seven bits in a byte, small numbers short.
//!
//! One contest is: game, number, teams, chosen, then for each team its length and its
//! features, each as the difference to the one before it. The order of features is kept: sums depend on it.

use crate::contest::{Contest, Contests};

/// Appends a contest.
pub fn encode(contest: Contest<'_>, bytes: &mut Vec<u8>) {
    put(u64::from(contest.game), bytes);
    put(u64::from(contest.number), bytes);
    put(contest.n_teams() as u64, bytes);
    put(contest.chosen as u64, bytes);
    for team in contest.teams() {
        put(team.len() as u64, bytes);
        let mut last = 0;
        for &id in team {
            put(zigzag(id, last), bytes);
            last = id;
        }
    }
}

/// Reads exactly `n` contests that fill `bytes`; `None` if they do not.
pub fn decode(bytes: &[u8], n: u32, contests: &mut Contests) -> Option<()> {
    let mut rest = bytes;
    for _ in 0..n {
        let game = u32::try_from(take(&mut rest)?).ok()?;
        let number = u32::try_from(take(&mut rest)?).ok()?;
        let n_teams = take(&mut rest)?;
        let chosen = usize::try_from(take(&mut rest)?).ok()?;
        for _ in 0..n_teams {
            let mut id = 0;
            for _ in 0..take(&mut rest)? {
                id = unzigzag(take(&mut rest)?, id)?;
                contests.feature(id);
            }
            contests.end_team();
        }
        contests.close(chosen, game, number).ok()?;
    }
    rest.is_empty().then_some(())
}

/// The difference as an unsigned number that is small if the difference is small either way.
fn zigzag(value: u32, last: u32) -> u64 {
    let difference = i64::from(value) - i64::from(last);
    ((difference << 1) ^ (difference >> 63)) as u64
}

#[inline]
fn unzigzag(code: u64, last: u32) -> Option<u32> {
    let difference = (code >> 1) as i64 ^ -((code & 1) as i64);
    u32::try_from(i64::from(last).checked_add(difference)?).ok()
}

fn put(mut value: u64, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[inline]
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn numbers_and_differences_of_any_size_read_back() {
        let extremes = [0, 1, 63, 64, 127, 128, 16_383, 16_384, u32::MAX - 1, u32::MAX];
        for (value, last) in extremes.iter().flat_map(|&v| extremes.map(|l| (v, l))) {
            let mut bytes = Vec::new();
            put(zigzag(value, last), &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(take(&mut rest).and_then(|code| unzigzag(code, last)), Some(value));
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn random_bytes_are_refused_without_panic() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.next_u64() as u8).collect();
            let mut contests = Contests::default();
            if decode(&bytes, 2, &mut contests).is_some() {
                assert_eq!(contests.len(), 2);
            }
        }
    }
}
