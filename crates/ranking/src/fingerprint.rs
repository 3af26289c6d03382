//! A short name for a set of features, a corpus or a block of bytes: equal bytes, equal name.

use std::fmt;
use std::str::FromStr;

/// 64 bits that stand for some content. It finds accidents (another feature set, a damaged block), not forgery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The fingerprint of these bytes, the same on every machine.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        let mut state = 0x243F_6A88_85A3_08D3 ^ bytes.len() as u64;
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            state = mix(state ^ u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        Fingerprint(mix(mix(state ^ u64::from_le_bytes(last))))
    }

    /// The fingerprint of several parts in their order.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Fingerprint {
        let joined = parts.into_iter().fold(0, |state, part| mix(state ^ Fingerprint::of(part).0));
        Fingerprint(mix(joined ^ 0x13))
    }
}

/// Multiplies to 128 bits and folds the halves: every bit of the input reaches every bit of the output.
fn mix(x: u64) -> u64 {
    let product = u128::from(x ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93_u128;
    (product as u64) ^ ((product >> 64) as u64) ^ x.rotate_left(32)
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The text is not 16 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a fingerprint: 16 hexadecimal digits are expected")]
pub struct NotAFingerprint(String);

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Fingerprint, NotAFingerprint> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let value = u64::from_str_radix(text, 16).ok().filter(|_| digits);
        value.map(Fingerprint).ok_or_else(|| NotAFingerprint(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_single_changed_bit_or_length_changes_it() {
        let bytes: Vec<u8> = (0..200).collect();
        let mut seen = HashSet::from([Fingerprint::of(&bytes)]);
        for bit in 0..bytes.len() * 8 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(Fingerprint::of(&other)), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(seen.insert(Fingerprint::of(&vec![0; length])), "length {length}");
        }
        let (head, tail) = bytes.split_at(70);
        assert_ne!(Fingerprint::of_parts([head, tail]), Fingerprint::of_parts([tail, head]));
    }

    #[test]
    fn its_text_reads_back() {
        let print = Fingerprint(0x0012_3456_789A_BCDE);
        assert_eq!(print.to_string(), "00123456789abcde");
        assert_eq!(print.to_string().parse(), Ok(print));
        assert!("123".parse::<Fingerprint>().is_err());
        assert!("+0123456789abcde".parse::<Fingerprint>().is_err());
    }
}
