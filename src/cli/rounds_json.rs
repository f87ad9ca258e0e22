//! A run as JSON: every round with its decision, moves and reasons. The shape stands in docs/formats.md.

use std::io::Write;

use serde_json::{Value as Json, json};

use super::Failure;
use super::play::{Played, Rounds};
use crate::engine::{Digest, Evidence, Operand, Unit, Value};
use crate::systems::shedding::explain::reason::sentence;
use crate::systems::shedding::manager::round::Ended;
use crate::systems::shedding::model::load_data::NOBODY;
use crate::systems::shedding::placement::PlacementInfo;
use crate::systems::shedding::strategy::{Scale, ShedderInfo};
use crate::systems::shedding::{Reason, Scenario, Simulation, Subject};

/// The version of this shape.
const RUN_FORMAT: u32 = 1;

/// Prints rounds as JSON, a line each.
pub(super) struct JsonRounds<W: Write> {
    output: W,
    is_first: bool,
}

impl<W: Write> JsonRounds<W> {
    pub(super) fn to(output: W) -> Self {
        Self { output, is_first: true }
    }
}

impl<W: Write> Rounds for JsonRounds<W> {
    const TELLS: bool = true;

    fn begin(&mut self, scenario: &Scenario, _: &Simulation) -> Result<(), Failure> {
        let variant = scenario.variant();
        let fidelity = ShedderInfo::find(&variant.strategy).map(|row| row.fidelity(variant.release).label());
        let placement_proof = PlacementInfo::find(&variant.placement).map(|row| row.fidelity(variant.release).label());
        let text = |value: &Json| value.to_string();
        writeln!(self.output, "{{\"shedscope_run\":{RUN_FORMAT},")?;
        writeln!(self.output, "\"title\":{},", text(&json!(scenario.title)))?;
        writeln!(self.output, "\"variant\":{},", text(&serde_json::to_value(variant).unwrap_or_default()))?;
        let proofs = json!({"strategy": fidelity, "placement": placement_proof});
        writeln!(self.output, "\"proof\":{},", text(&proofs))?;
        Ok(write!(self.output, "\"rounds\":[")?)
    }

    fn round(&mut self, played: &Played<'_>) -> Result<(), Failure> {
        let separator = if std::mem::take(&mut self.is_first) { "\n" } else { ",\n" };
        Ok(write!(self.output, "{separator}{}", round(played))?)
    }

    fn end(&mut self, digest: Digest) -> Result<(), Failure> {
        Ok(writeln!(self.output, "\n],\"digest\":\"{digest}\"}}")?)
    }
}

fn round(played: &Played<'_>) -> Json {
    let decision = &played.detail.decision;
    let brokers: Vec<Json> = played
        .brokers()
        .map(|id| {
            json!({
                "broker": played.broker(id),
                "usage_percent": number(played.usage_percent(id)),
                "resource": played.detail.resources[id.index()].label(),
                "score": played.score(id).map(number),
                "bundles": played.bundles[id.index()],
                "bundles_out": played.out[id.index()],
                "bundles_in": played.into[id.index()],
            })
        })
        .collect();
    let selections = decision.selections.iter().map(|selection| {
        json!({
            "bundle": played.bundle(selection.bundle),
            "from": played.broker(selection.from),
            "target": selection.target.map(|target| played.broker(target)),
        })
    });
    let moves = played.round.moves.iter().map(|moved| {
        json!({
            "bundle": played.bundle(moved.bundle),
            "from": played.broker(moved.from),
            "to": played.broker(moved.to),
            "is_planned": moved.is_planned,
        })
    });
    let placed = played.round.placed.iter().map(|placed| {
        let name = |id| if id == NOBODY { Json::Null } else { json!(played.broker(id)) };
        json!({
            "at_s": placed.at_ms as f64 / 1000.0,
            "bundle": played.bundle(placed.bundle),
            "from": name(placed.from),
            "to": name(placed.to),
            "why": placed.cause.phrase(),
        })
    });
    let stays = played.round.stays.iter().map(|stay| {
        let why = stay.reason.phrase();
        json!({"bundle": played.bundle(stay.bundle), "owner": played.broker(stay.owner), "why": why})
    });
    json!({
        "round": played.round.index + 1,
        "time_min": number(played.round.time_min),
        "ended": played.round.ended.map(ended),
        "scale": scale(decision.scale),
        "brokers": brokers,
        "selections": selections.collect::<Vec<_>>(),
        "placed": placed.collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "stays": stays.collect::<Vec<_>>(),
        "reasons": played.reasons.iter().map(|item| reason(item, played)).collect::<Vec<_>>(),
    })
}

fn reason(reason: &Reason, played: &Played<'_>) -> Json {
    let mut told = json!({
        "subject": subject(reason.subject, played),
        "rule": reason.rule.name(),
        "sentence": sentence(reason, played),
    });
    let (kind, evidence) = evidence(&reason.evidence);
    told[kind] = evidence;
    told
}

/// What a reason consists of: its kind, and what there is of it.
pub(super) fn evidence(evidence: &Evidence) -> (&'static str, Json) {
    match evidence {
        Evidence::Check(test) => (
            "test",
            json!({
                "left": side(&test.left),
                "op": test.op.sign(),
                "right": side(&test.right),
                "unit": unit(test.unit),
                "holds": test.holds,
            }),
        ),
        Evidence::Change { what, unit: of, before, after } => {
            ("change", json!({"what": what, "unit": unit(*of), "before": number(*before), "after": number(*after)}))
        }
        Evidence::Fact { side: of, unit: in_unit } => ("fact", json!({"side": side(of), "unit": unit(*in_unit)})),
    }
}

fn subject(subject: Subject, played: &Played<'_>) -> Json {
    match subject {
        Subject::Round => json!({"kind": "round"}),
        Subject::Broker(id) => json!({"kind": "broker", "broker": played.broker(id)}),
        Subject::Pair(high, low) => json!({"kind": "pair", "high": played.broker(high), "low": played.broker(low)}),
        Subject::Bundle(id) => json!({"kind": "bundle", "bundle": played.bundle(id)}),
        Subject::Candidate { bundle, broker } => {
            json!({"kind": "candidate", "bundle": played.bundle(bundle), "broker": played.broker(broker)})
        }
    }
}

fn side(side: &Operand) -> Json {
    let value = match &side.value {
        Value::Number(value) => number(*value),
        Value::Name(name) => json!(&**name),
    };
    json!({"value": value, "what": side.what, "setting": side.setting})
}

/// A number; JSON has none for NaN and the infinities, so they are texts.
pub(super) fn number(value: f64) -> Json {
    if value.is_finite() {
        json!(value)
    } else if value.is_nan() {
        json!("NaN")
    } else if value > 0.0 {
        json!("Infinity")
    } else {
        json!("-Infinity")
    }
}

pub(super) fn unit(unit: Unit) -> &'static str {
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

fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Usage => "usage in percent",
        Scale::RunningUsage => "running usage in percent",
        Scale::MessageRate => "messages per second",
        Scale::Throughput => "bytes per second",
    }
}

/// Why a round ended before anything could move.
pub(super) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::SheddingOff => "Shedding is switched off.",
        Ended::TooFewBrokers => "There is nobody to give to.",
        Ended::Refused(refusal) => refusal.about(),
        Ended::Failed(_) => "The strategy failed: brokers sorted by whole points ran into a contradiction.",
    }
}
