//! A run as data: the one shape in which programs get the run of any system. `docs/run.schema.json` describes it.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::explanation::Explanation;
use super::field::Field;
use super::outcome::RoundOutcome;
use super::session::Session;
use super::table::Cell;
use crate::engine::number::to_short_json;
use crate::engine::{Evidence, Operand, Unit, Value};

/// The version of this shape.
pub const RUN_FORMAT: u32 = 2;

/// The run of a variant. Its rounds are computed while it is written.
#[derive(Serialize)]
pub struct RunRecord<'a> {
    shedscope_run: u32,
    system: &'static str,
    title: &'a str,
    seed: u64,
    variant: Json,
    fidelity: Map<String, Json>,
    settings: Map<String, Json>,
    rounds: Rounds<'a>,
    metrics: Metrics<'a>,
    digest: Digest<'a>,
}

impl<'a> RunRecord<'a> {
    /// The run of a variant, from 0, of a scenario that is open.
    ///
    /// # Errors
    /// Where the variant cannot be written.
    pub fn new(session: &'a dyn Session, variant: usize) -> Result<Self, crate::engine::Problem> {
        let setting = |field: Field| {
            let value = |value: f64| field.value_type.to_json_value(value);
            let record = json!({
                "value": value(field.value),
                "default": value(field.default),
                "unit": field.unit,
                "is_of_variant": field.is_of_variant,
            });
            (field.name.to_owned(), record)
        };
        let fidelity = session.choices(variant).into_iter().filter_map(|choice| {
            let fidelity = choice.option()?.fidelity?;
            Some((choice.id.to_owned(), json!(fidelity.label())))
        });
        Ok(Self {
            shedscope_run: RUN_FORMAT,
            system: session.info().id,
            title: session.title(),
            seed: session.seed(),
            variant: session.variant_document(variant)?,
            fidelity: fidelity.collect(),
            settings: session
                .fields(variant, None)
                .into_iter()
                .map(setting)
                .collect(),
            rounds: Rounds { session, variant },
            metrics: Metrics { session, variant },
            digest: Digest { session, variant },
        })
    }
}

/// The rounds, each computed when it is written.
struct Rounds<'a> {
    session: &'a dyn Session,
    variant: usize,
}

impl Serialize for Rounds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rounds = serializer.serialize_seq(Some(self.session.rounds()))?;
        for index in 0..self.session.rounds() {
            rounds.serialize_element(&RoundRecord::new(self.session, self.variant, index))?;
        }
        rounds.end()
    }
}

/// The metrics of the whole run, measured when they are written.
struct Metrics<'a> {
    session: &'a dyn Session,
    variant: usize,
}

impl Serialize for Metrics<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.session.measure(self.variant, self.session.rounds());
        let metric = |(metric, value): (super::MetricInfo, Option<f64>)| {
            json!({
                "label": metric.label,
                "value": value.map(to_short_json),
                "unit": unit_name(metric.unit),
            })
        };
        serializer.collect_seq(self.session.metrics().into_iter().zip(values).map(metric))
    }
}

/// The digest of the rounds, once all have been computed.
struct Digest<'a> {
    session: &'a dyn Session,
    variant: usize,
}

impl Serialize for Digest<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.session.digest(self.variant).serialize(serializer)
    }
}

/// A round with its table, its outcome and its reasons.
#[derive(Serialize)]
pub(crate) struct RoundRecord {
    round: usize,
    time_s: Json,
    headline: String,
    #[serde(flatten)]
    outcome: RoundOutcome,
    units: Map<String, Json>,
    rows: Vec<Map<String, Json>>,
    reasons: Vec<Json>,
}

impl RoundRecord {
    /// A round, from 0, of a variant.
    pub(crate) fn new(session: &dyn Session, variant: usize, index: usize) -> Self {
        let table = session.table(variant, index);
        let row = |cells: &[Cell]| -> Map<String, Json> {
            let named = table.columns.iter().zip(cells);
            named
                .map(|(column, cell)| (column.id.to_owned(), cell_value(cell)))
                .collect()
        };
        let units = table
            .columns
            .iter()
            .enumerate()
            .filter_map(|(place, column)| {
                let unit = table
                    .rows
                    .iter()
                    .find_map(|(_, cells)| match cells.get(place) {
                        Some(Cell::Number(_, unit)) => Some(*unit),
                        _ => None,
                    });
                Some((column.id.to_owned(), json!(unit_name(unit?))))
            });
        Self {
            round: index + 1,
            time_s: to_short_json(session.time_s(index)),
            headline: session.headline(variant, index),
            outcome: session.outcome(variant, index),
            units: units.collect(),
            rows: table.rows.iter().map(|(_, cells)| row(cells)).collect(),
            reasons: session
                .reasons(variant, index)
                .iter()
                .map(|reason| reason_record(session, reason))
                .collect(),
        }
    }
}

fn cell_value(cell: &Cell) -> Json {
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Number(value, _) if value.is_nan() => Json::Null,
        Cell::Number(value, _) => to_short_json(*value),
        Cell::Missing(_) => Json::Null,
    }
}

/// A reason as data: its subject, its rule, its sentence, and one of `check`, `flag`, `change` and `fact`.
pub(crate) fn reason_record(session: &dyn Session, reason: &Explanation) -> Json {
    let subject = reason.subject;
    let mut record = json!({
        "subject": {"kind": session.subject_kind(subject), "name": session.subject_name(subject)},
        "rule": reason.rule,
        "sentence": reason.sentence,
    });
    let (kind, evidence) = evidence_record(&reason.evidence);
    record[kind] = evidence;
    record
}

fn evidence_record(evidence: &Evidence) -> (&'static str, Json) {
    match evidence {
        Evidence::Check(check) => (
            "check",
            json!({
                "left": operand_record(&check.left),
                "op": check.op.sign(),
                "right": operand_record(&check.right),
                "unit": unit_name(check.unit),
                "holds": check.holds,
            }),
        ),
        Evidence::Flag {
            label,
            holds,
            setting,
        } => (
            "flag",
            json!({"label": label, "holds": holds, "setting": setting}),
        ),
        Evidence::Change {
            label,
            unit,
            before,
            after,
        } => (
            "change",
            json!({
                "label": label,
                "unit": unit_name(*unit),
                "before": to_short_json(*before),
                "after": to_short_json(*after),
            }),
        ),
        Evidence::Fact { operand, unit } => {
            let mut fact = operand_record(operand);
            fact["unit"] = json!(unit_name(*unit));
            ("fact", fact)
        }
    }
}

fn operand_record(operand: &Operand) -> Json {
    let value = match &operand.value {
        Value::Number(value) => to_short_json(*value),
        Value::Name(name) => json!(&**name),
    };
    json!({"value": value, "label": operand.label, "setting": operand.setting})
}

/// The name of a unit in data.
pub(crate) fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Fraction => "fraction",
        Unit::Percent => "percent",
        Unit::Points => "points",
        Unit::MsgRate => "messages per second",
        Unit::ByteRate => "bytes per second",
        Unit::Count => "count",
        Unit::Number => "number",
        Unit::Minutes => "minutes",
        Unit::Seconds => "seconds",
        Unit::Times => "times",
        Unit::Bytes => "bytes",
        Unit::PerSecond => "per second",
        Unit::Millis => "milliseconds",
        Unit::Name => "name",
    }
}
