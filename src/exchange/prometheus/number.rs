//! Numbers as a broker prints them, without the standard library's printing of floats, which the page
//! does not carry.

/// Most digits that tell a 32-bit float from its neighbours.
const MAX_DIGITS: i32 = 9;

/// Writes a whole number.
pub(super) fn push_count(text: &mut String, count: u64) {
    if count >= 10 {
        push_count(text, count / 10);
    }
    text.push(char::from(b'0' + (count % 10) as u8));
}

/// Writes a float with the fewest digits that read back as the same: as Java does, with a point always
/// (`3.0`) and a power of ten below 0.001 and from ten million on (`6.07E-5`). What is no number or
/// infinite is written as Prometheus wants it.
pub(super) fn push_float(text: &mut String, value: f32) {
    if value.is_nan() {
        return text.push_str("NaN");
    }
    if value.is_infinite() {
        return text.push_str(if value > 0.0 { "+Inf" } else { "-Inf" });
    }
    if value < 0.0 {
        text.push('-');
    }
    let (digits, places) = shortest(value.abs());
    let mut written = String::new();
    push_count(&mut written, digits);
    let exponent = written.len() as i32 - 1 - places;
    let written = written.trim_end_matches('0');
    match exponent {
        _ if digits == 0 => text.push_str("0.0"),
        0..7 => {
            let (whole, rest) = written.split_at(written.len().min(exponent as usize + 1));
            text.push_str(whole);
            push_zeros(text, exponent + 1 - whole.len() as i32);
            push_fraction(text, rest);
        }
        -3..0 => {
            text.push_str("0.");
            push_zeros(text, -exponent - 1);
            text.push_str(written);
        }
        _ => {
            let (whole, rest) = written.split_at(1);
            text.push_str(whole);
            push_fraction(text, rest);
            text.push_str(if exponent < 0 { "E-" } else { "E" });
            push_count(text, u64::from(exponent.unsigned_abs()));
        }
    }
}

fn push_fraction(text: &mut String, digits: &str) {
    text.push('.');
    text.push_str(if digits.is_empty() { "0" } else { digits });
}

fn push_zeros(text: &mut String, count: i32) {
    (0..count).for_each(|_| text.push('0'));
}

/// The fewest digits of a float from 0, as a whole number, and how many of them stand behind the point.
fn shortest(value: f32) -> (u64, i32) {
    let size = f64::from(value);
    let (mut scaled, mut exponent) = (size, 0);
    while scaled >= 10.0 {
        scaled /= 10.0;
        exponent += 1;
    }
    while scaled > 0.0 && scaled < 1.0 {
        scaled *= 10.0;
        exponent -= 1;
    }
    let mut found = (0, 0);
    for count in 0..MAX_DIGITS {
        let places = count - exponent;
        found = (rounded(times_ten(size, places)), places);
        // Both the digits and the power are exact in 64 bits, so this is what a reader makes of them.
        if times_ten(found.0 as f64, -places) as f32 == value {
            break;
        }
    }
    found
}

/// To the nearest whole number, from halfway to the even one, as Java has it.
fn rounded(value: f64) -> u64 {
    let above = (value + 0.5) as u64;
    if above as f64 - value == 0.5 { above & !1 } else { above }
}

fn times_ten(value: f64, power: i32) -> f64 {
    let mut factor = 1.0_f64;
    (0..power.abs()).for_each(|_| factor *= 10.0);
    if power < 0 { value / factor } else { value * factor }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: f32) -> String {
        let mut text = String::new();
        push_float(&mut text, value);
        text
    }

    #[test]
    fn floats_are_written_as_brokers_write_them() {
        for (value, expected) in [
            (0.0, "0.0"),
            (3.0, "3.0"),
            (400.0, "400.0"),
            (73.828_125, "73.828125"),
            (1.660_156_2, "1.6601562"),
            (6.072_312_3e-5, "6.0723123E-5"),
            (0.04, "0.04"),
            (0.001, "0.001"),
            (0.000_999, "9.99E-4"),
            (99.999_99, "99.99999"),
            (1234.5, "1234.5"),
            (9_999_999.0, "9999999.0"),
            (1e7, "1.0E7"),
            (1.25e9, "1.25E9"),
            (-12.5, "-12.5"),
            (f32::NAN, "NaN"),
            (f32::INFINITY, "+Inf"),
            (f32::NEG_INFINITY, "-Inf"),
        ] {
            assert_eq!(written(value), expected);
        }
    }

    #[test]
    fn floats_of_every_size_are_read_back() {
        // A stride that is coprime to the number of floats meets every exponent with all sorts of digits.
        for bits in (0..0x7f80_0000_u32).step_by(65_537).chain([1, 2, 0x007f_ffff, 0x7f7f_ffff]) {
            let value = f32::from_bits(bits);
            let text = written(value);
            assert_eq!(text.parse::<f64>().unwrap() as f32, value, "{text}");
            assert_eq!(text.parse::<f32>().unwrap(), value, "{text}");
            let digits = |text: &str| {
                let mantissa = text.split(['E', 'e']).next().unwrap_or_default();
                mantissa.replace('.', "").trim_matches('0').len()
            };
            assert_eq!(digits(&text), digits(&format!("{value:e}")), "{text} for {value:e}");
        }
    }

    #[test]
    fn counts_are_written_whole() {
        for count in [0, 7, 10, 1_000_203, u64::MAX] {
            let mut text = String::new();
            push_count(&mut text, count);
            assert_eq!(text, count.to_string());
        }
    }
}
