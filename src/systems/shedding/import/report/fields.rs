//! The fields of a report: numbers that may be missing, NaN, negative or absurd.

use super::super::json::Json;
use crate::engine::format::format_number;
use crate::engine::limits::{MAX_AMOUNT, MAX_PERCENT};
use crate::engine::{Cause, Problem};
use crate::systems::shedding::import::lists::{List, Tally};
use crate::systems::shedding::model::load_data::Rates;
use crate::systems::shedding::model::usage::{Reading, Resource};

/// Bytes per second in a kbit/s.
pub(super) const BYTES_PER_KBIT: f64 = 125.0;

/// Reads the fields of one report or of one bundle, with remarks about it.
pub(super) struct Fields<'a> {
    /// What remarks name.
    pub(super) broker: &'a str,
    pub(super) tally: &'a mut Tally,
}

impl Fields<'_> {
    /// A number; `None` where it is missing, null or NaN.
    ///
    /// # Errors
    /// When it is something else.
    fn number(&mut self, value: Option<&Json>, place: &str) -> Result<Option<f64>, Problem> {
        match value {
            None | Some(Json::Null) => Ok(None),
            Some(Json::Number(number)) => Ok(Some(*number)),
            Some(value) if value.is_not_finite() => {
                self.tally.say(
                    List::Assumed,
                    "Not a number (NaN or infinite), so taken as missing: {who}.",
                    format!("{place} of {}", self.broker),
                );
                Ok(None)
            }
            // Jackson takes a number in quotes as well.
            Some(Json::Text(text)) if text.trim().parse().is_ok_and(f64::is_finite) => {
                Ok(text.trim().parse().ok())
            }
            Some(other) => Err(wrong_kind(place, other, "a number")),
        }
    }

    /// A rate or count: not negative, not absurd; 0 where it is missing.
    ///
    /// # Errors
    /// When it is no amount.
    fn amount(&mut self, object: &Json, key: &str, most: f64) -> Result<f64, Problem> {
        let value = self.number(object.get(key), key)?.unwrap_or(0.0);
        if (0.0..=most).contains(&value) {
            return Ok(value);
        }
        let is_negative = value < 0.0;
        let (value, expected) = (value.to_string(), format!("0 to {most}, or leave it out"));
        let cause = if is_negative {
            Cause::Negative { value, expected }
        } else {
            Cause::Absurd { value, expected }
        };
        Err(Problem::at(key, cause))
    }

    /// The four rates of a broker or bundle.
    pub(super) fn rates(&mut self, object: &Json) -> Result<Rates, Problem> {
        let mut rates = [0.0; 4];
        for (rate, key) in rates.iter_mut().zip([
            "msgRateIn",
            "msgRateOut",
            "msgThroughputIn",
            "msgThroughputOut",
        ]) {
            *rate = self.amount(object, key, MAX_AMOUNT)?;
        }
        Ok(Rates::from_array(rates))
    }

    /// Topics, producers and consumers of a bundle.
    pub(super) fn counts(&mut self, object: &Json) -> Result<[u32; 3], Problem> {
        let mut counts = [0; 3];
        for (count, key) in counts
            .iter_mut()
            .zip(["topics", "producerCount", "consumerCount"])
        {
            *count = self.amount(object, key, f64::from(i32::MAX))? as u32;
        }
        Ok(counts)
    }

    /// Usage and limit of one resource, in the report's units; a limit of 0 is not known.
    pub(super) fn reading(
        &mut self,
        object: Option<&Json>,
        resource: Resource,
        key: &str,
    ) -> Result<Reading, Problem> {
        let object = match object {
            None | Some(Json::Null) => {
                self.say("Not in the report, so counted as unused: {who}.", resource);
                return Ok(Reading::default());
            }
            Some(object @ Json::Object(_)) => object,
            Some(other) => {
                return Err(wrong_kind(key, other, "an object with usage and limit"));
            }
        };
        let limit = self
            .number(object.get("limit"), &format!("{key}.limit"))?
            .unwrap_or(0.0);
        let usage = self.number(object.get("usage"), &format!("{key}.usage"))?;
        check_sign(limit, &format!("{key}.limit"))?;
        check_sign(usage.unwrap_or(0.0), &format!("{key}.usage"))?;
        if limit <= 0.0 {
            self.say(
                "Without a limit (-1 or 0), so counted as 0 %, as brokers do: {who}.",
                resource,
            );
            return Ok(Reading::default());
        }
        match usage {
            Some(usage) if usage >= 0.0 => {
                self.judge(Reading { usage, limit }, resource, key)?;
                Ok(Reading { usage, limit })
            }
            _ => {
                self.say(
                    "Not measured (-1 or missing), so taken as 0 %: {who}.",
                    resource,
                );
                Ok(Reading { usage: 0.0, limit })
            }
        }
    }

    fn say(&mut self, sentence: &'static str, resource: Resource) {
        self.tally.say(
            List::Assumed,
            sentence,
            format!("{} of {}", resource.label(), self.broker),
        );
    }

    fn judge(&mut self, reading: Reading, resource: Resource, key: &str) -> Result<(), Problem> {
        let percent = reading.percent();
        if percent > MAX_PERCENT || reading.limit > MAX_AMOUNT / BYTES_PER_KBIT {
            let Reading { usage, limit } = reading;
            let (value, expected) = (
                format!("{usage} of {limit}"),
                format!("up to {MAX_PERCENT} % of a limit"),
            );
            return Err(Problem::at(key, Cause::Absurd { value, expected }));
        }
        if percent > 100.0 {
            let sentence = if resource == Resource::Cpu {
                "CPU above 100 %: {who}. Usage and limit are then taken over different numbers of CPUs, for instance of the machine and of the process that is pinned to some of them (apache/pulsar issue 17815); taken as reported."
            } else {
                "Memory or network above 100 %: {who}. The limit is then not the real one; taken as reported."
            };
            self.tally.say(
                List::Assumed,
                sentence,
                format!("{} with {} %", self.broker, format_number(percent, 1)),
            );
        }
        Ok(())
    }
}

/// -1 is the brokers' own word for "not known"; other negative numbers mean nothing.
fn check_sign(value: f64, place: &str) -> Result<(), Problem> {
    if value < 0.0 && value != -1.0 {
        let expected = "a number from 0, or -1 where it is not known".to_owned();
        return Err(Problem::at(
            place,
            Cause::Negative {
                value: value.to_string(),
                expected,
            },
        ));
    }
    Ok(())
}

/// A value of another kind than belongs there.
pub(super) fn wrong_kind(place: &str, value: &Json, expected: &str) -> Problem {
    Problem::at(
        place,
        Cause::WrongType {
            is: value.kind().to_owned(),
            expected: expected.to_owned(),
        },
    )
}
