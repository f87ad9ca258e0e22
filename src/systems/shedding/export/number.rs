//! Numbers as a broker prints them.

/// Writes a float with the fewest digits that read back as the same: as Java does, with a point always
/// (`3.0`) and a power of ten below 0.001 and from ten million on (`6.07E-5`). NaN and infinities are
/// written as Prometheus wants them.
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
    let written = shortest(value.abs());
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let digits = digits.replace('.', "");
    let power: i32 = exponent.parse().unwrap_or(0);
    if (-3..0).contains(&power) {
        let zeros = power.unsigned_abs() as usize - 1;
        return text.push_str(&format!("0.{:0<zeros$}{digits}", ""));
    }
    let is_plain = (0..7).contains(&power);
    let whole = if is_plain { power as usize + 1 } else { 1 };
    let padded = format!("{digits:0<width$}", width = whole + 1);
    text.push_str(&format!("{}.{}", &padded[..whole], &padded[whole..]));
    if !is_plain {
        text.push_str(&format!("E{power}"));
    }
}

/// The fewest digits of a float from 0 that read back as the same, with a power of ten.
fn shortest(value: f32) -> String {
    let nearest = format!("{value:e}");
    let digits = nearest.split('e').next().unwrap_or_default();
    let decimals = digits.len().saturating_sub(2);
    // Where two numbers of so few digits are equally near, Java takes the even one, as rounding to a given
    // number of digits does here.
    let even = format!("{value:.decimals$e}");
    if even.parse() == Ok(value) {
        even
    } else {
        nearest
    }
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
            (-0.0, "0.0"),
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
        for bits in (0..0x7f80_0000_u32)
            .step_by(65_537)
            .chain([1, 2, 0x007f_ffff, 0x7f7f_ffff])
        {
            let value = f32::from_bits(bits);
            let text = written(value);
            assert_eq!(text.parse::<f64>().unwrap() as f32, value, "{text}");
            assert_eq!(text.parse::<f32>().unwrap(), value, "{text}");
            let digits = |text: &str| {
                let mantissa = text.split(['E', 'e']).next().unwrap_or_default();
                mantissa.replace('.', "").trim_matches('0').len()
            };
            assert_eq!(
                digits(&text),
                digits(&format!("{value:e}")),
                "{text} for {value:e}"
            );
        }
    }
}
