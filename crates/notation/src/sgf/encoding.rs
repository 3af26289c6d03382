//! Which encoding a record is in: the one that it names, UTF-8, or the likeliest of the East.

use super::event::{Event, Events};
use super::warning::{Damage, Warning};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8};
use memchr::memmem;
use std::borrow::Cow;

/// How far into a text its encoding is looked for.
const SAMPLE: usize = 256 * 1024;

/// The text in UTF-8, and what it was in.
pub(super) fn decoded<'a>(
    bytes: &'a [u8],
    warnings: &mut Vec<Warning>,
) -> (Cow<'a, str>, &'static Encoding) {
    let encoding = encoding_of(bytes, warnings);
    let (text, used, has_errors) = encoding.decode(bytes);
    if has_errors {
        let n_places = text.matches('\u{fffd}').count();
        warnings.push(Warning { at: 0, damage: Damage::Undecodable { n_places } });
    }
    (text, used)
}

/// The encoding that the text is in, believing what it says about itself if that can be true.
fn encoding_of(bytes: &[u8], warnings: &mut Vec<Warning>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let Some((at, label)) = named(bytes) else { return unnamed(bytes) };
    let text = || String::from_utf8_lossy(label).chars().take(40).collect::<String>();
    let Some(encoding) = for_label(label) else {
        if !bytes.is_ascii() {
            warnings.push(Warning { at, damage: Damage::UnknownEncoding { label: text() } });
        }
        return unnamed(bytes);
    };
    if is_believable(encoding, bytes) {
        return encoding;
    }
    let used = unnamed(bytes);
    if used != encoding {
        let damage = Damage::WrongEncoding { label: text(), used: used.name() };
        warnings.push(Warning { at, damage });
    }
    used
}

/// The encoding of a text that does not say.
fn unnamed(bytes: &[u8]) -> &'static Encoding {
    if is_believable(UTF_8, bytes) { UTF_8 } else { guessed(bytes) }
}

/// Can the text be in this encoding? A few damaged characters do not disprove it; text in another
/// encoding would be damaged all over.
fn is_believable(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    if !has_errors {
        return true;
    }
    let n_foreign = text.chars().filter(|c| !c.is_ascii()).count();
    let n_errors = text.chars().filter(|&c| c == '\u{fffd}').count();
    5 * n_errors <= n_foreign
}

/// Does a second byte of this text's characters look like a bracket or a backslash now and then?
pub(crate) fn has_double_bytes(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if sample.is_ascii() {
        return false;
    }
    let encoding = match named(sample).and_then(|(_, label)| for_label(label)) {
        Some(encoding) => encoding,
        None => unnamed(sample),
    };
    [SHIFT_JIS, GBK, GB18030, BIG5].contains(&encoding)
}

/// The value of the first root's `CA` that there is, and where it stands. A `CA[` in a comment is none.
fn named(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    // Most records have none, and need not be walked through to know that.
    memmem::find(sample, b"CA")?;
    let mut events = Events::partial(sample);
    let (mut n_nodes, mut found) = (0, None);
    while let Some(event) = events.next_event() {
        match (event, found) {
            (Event::Game, _) => n_nodes = 0,
            (Event::Node, _) => n_nodes += 1,
            (Event::Property(b"CA"), _) if n_nodes == 1 => found = Some(events.at()),
            (Event::Property(_), _) => found = None,
            (Event::Value(value), Some(at)) => return Some((at, value.trim_ascii())),
            _ => {}
        }
    }
    None
}

/// The encoding of this name, with the names that Windows programs use.
fn for_label(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).or_else(|| {
        let lower = label.to_ascii_lowercase();
        match lower.as_slice() {
            b"cp932" | b"932" | b"shift-jis" | b"shiftjis" | b"s-jis" => Some(SHIFT_JIS),
            b"cp936" | b"936" | b"gb" | b"gb-2312" => Some(GB18030),
            b"cp949" | b"949" | b"uhc" | b"euckr" => Some(EUC_KR),
            b"cp950" | b"950" | b"big-5" => Some(BIG5),
            b"utf8mb4" | b"utf" => Some(UTF_8),
            _ => None,
        }
    })
}

/// The likeliest encoding of text that is not UTF-8 and does not say what it is.
fn guessed(bytes: &[u8]) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    if encoding == GBK { GB18030 } else { encoding }
}
