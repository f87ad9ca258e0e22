//! When events can happen: from the start of a run to its end.

use super::{Cause, Problem};

/// Checks the time of an event, in seconds after the start, in a run that ends at `end_s`.
///
/// # Errors
/// Where it is before the start, after the end, or not a number; with the times that are possible.
pub fn check_event_time(at_s: f64, end_s: f64) -> Result<(), Problem> {
    if (0.0..=end_s).contains(&at_s) {
        return Ok(());
    }
    Err(Problem::at("at_s", Cause::OutsideRun { at_s, end_s }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_between_the_start_and_the_end() {
        for at_s in [0.0, 0.5, 3600.0] {
            assert_eq!(check_event_time(at_s, 3600.0), Ok(()));
        }
        let why = |at_s| check_event_time(at_s, 3600.0).unwrap_err().to_string();
        assert_eq!(
            why(5940.0),
            "at_s: 5940 s (01:39:00) is not within the run; give 0 to 3600 s (01:00:00)."
        );
        assert_eq!(
            why(-1.5),
            "at_s: -1.5 s (-00:00:01.5) is not within the run; give 0 to 3600 s (01:00:00)."
        );
        for at_s in [3600.1, f64::NAN, f64::INFINITY] {
            assert!(
                why(at_s).ends_with("is not within the run; give 0 to 3600 s (01:00:00)."),
                "{at_s}"
            );
        }
    }
}
