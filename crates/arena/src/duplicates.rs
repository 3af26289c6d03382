//! Games that are the same up to turning and mirroring the board.

use aji_goban::{Move, Size, Symmetry};

/// A number that is the same for all eight images of a sequence of moves, and almost surely different for
/// different games.
pub fn key(moves: &[Move], size: Size) -> u64 {
    Symmetry::ALL.into_iter().map(|symmetry| image(moves, size, symmetry)).min().unwrap_or(0)
}

fn image(moves: &[Move], size: Size, symmetry: Symmetry) -> u64 {
    let bytes = moves.iter().flat_map(|play| {
        let number = match play {
            Move::Place(point) => symmetry.apply(*point, size).index() as u16,
            Move::Pass => u16::MAX,
        };
        number.to_le_bytes()
    });
    fnv1a([size.lines() as u8].into_iter().chain(bytes))
}

/// The FNV-1a hash of 64 bits (Fowler, Noll, Vo): short, and the same on every machine.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::Point;

    fn moves(names: &str, size: Size) -> Vec<Move> {
        names.split(' ').map(|name| Move::Place(Point::parse(name, size).unwrap())).collect()
    }

    #[test]
    fn turned_and_mirrored_games_are_the_same() {
        let size = Size::new(9).unwrap();
        let game = moves("C3 G7 E5 D5", size);
        for symmetry in Symmetry::ALL {
            let turned: Vec<Move> = game
                .iter()
                .map(|play| Move::Place(symmetry.apply(play.point().unwrap(), size)))
                .collect();
            assert_eq!(key(&turned, size), key(&game, size));
        }
    }

    #[test]
    fn other_games_differ() {
        let size = Size::new(9).unwrap();
        let game = key(&moves("C3 G7 E5", size), size);
        assert_ne!(game, key(&moves("G7 C3 E5 E6", size), size));
        assert_ne!(game, key(&moves("C3 G7 E6", size), size));
        assert_ne!(game, key(&moves("C3 G7 E5", Size::new(13).unwrap()), Size::new(13).unwrap()));
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(*b"foobar"), 0x8594_4171_F739_67E8);
    }
}
