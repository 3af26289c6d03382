//! Numbers of 16 bits (IEEE 754 binary16), for weight files of half the size.

/// The nearest number of 16 bits, ties to even; too large ones become infinite.
pub fn to_half(x: f32) -> u16 {
    let sign = (x.to_bits() >> 16) as u16 & 0x8000;
    let size = x.to_bits() & 0x7FFF_FFFF;
    let magnitude = if size > 0x7F80_0000 {
        0x7E00
    } else if size >= 0x477F_F000 {
        0x7C00
    } else if size < 0x3880_0000 {
        // Below the smallest normal number, counted in units of 2⁻²⁴.
        (f32::from_bits(size) * 16_777_216.0).round_ties_even() as u16
    } else {
        let rounded = size + 0xFFF + ((size >> 13) & 1);
        ((rounded - 0x3800_0000) >> 13) as u16
    };
    sign | magnitude
}

/// The number that 16 bits mean.
pub fn from_half(half: u16) -> f32 {
    let (sign, rest) = (u32::from(half & 0x8000) << 16, u32::from(half & 0x7FFF));
    let magnitude = match rest {
        0..0x0400 => (rest as f32 / 16_777_216.0).to_bits(),
        0x0400..0x7C00 => (rest << 13) + 0x3800_0000,
        _ => (rest << 13) + 0x7000_0000,
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_16_bits_survives_the_way_there_and_back() {
        for half in 0..=u16::MAX {
            let x = from_half(half);
            if x.is_nan() {
                assert!(from_half(to_half(x)).is_nan());
            } else {
                assert_eq!(to_half(x), half, "{x}");
            }
        }
    }

    #[test]
    fn rounding_goes_to_the_nearest_and_ties_to_even() {
        for half in 0..0x7BFF_u16 {
            let (low, high) = (from_half(half), from_half(half + 1));
            let middle = (low + high) / 2.0;
            assert_eq!(to_half(middle), half + (half & 1), "between {low} and {high}");
            assert_eq!(to_half(f32::from_bits(middle.to_bits() - 1)), half);
            assert_eq!(to_half(f32::from_bits(middle.to_bits() + 1)), half + 1);
        }
        assert_eq!(from_half(to_half(1.0)), 1.0);
        assert_eq!(from_half(to_half(65_504.0)), 65_504.0);
        assert!(from_half(to_half(65_520.0)).is_infinite());
        assert_eq!(from_half(to_half(-2.5)), -2.5);
    }
}
