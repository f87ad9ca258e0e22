//! Replays recorded runs of the project's own classes, event by event, exactly.
//!
//! The recordings are in `tests/golden/throttling/`; `SHEDSCOPE_GOLDEN_THROTTLING` names another directory of the
//! same format. A failure names the file, the event and what differs.

use serde_json::Value;
use shedscope::engine::Explain;
use shedscope::systems::throttling::limiter::{Limiter, Signal};
use shedscope::systems::throttling::reason::ReasonRecorder;
use shedscope::systems::throttling::values::Settings;
use shedscope::systems::throttling::{Key, LimiterVersion, Unit, Variant, World};

use crate::common::recordings;

/// A recorded run.
pub struct Trace {
    pub name: String,
    pub version: LimiterVersion,
    pub unit: Unit,
    pub config: Vec<(Key, f64)>,
    pub events: Vec<Value>,
}

/// The environment variable that names another directory.
pub const VARIABLE: &str = "SHEDSCOPE_GOLDEN_THROTTLING";

/// Every recording by the name of its file. Stated facts of unit tests, if there are any, are not replayed.
pub fn files() -> Vec<(String, Value)> {
    let mut files = recordings::all("throttling", VARIABLE);
    files.retain(|(name, _)| name != "unit-test-facts");
    files
}

pub fn trace(name: &str, value: &Value) -> Trace {
    let word = |key: &str| {
        value[key]
            .as_str()
            .unwrap_or_else(|| panic!("{name}: no {key}"))
    };
    let version = LimiterVersion::from_id(word("variant"))
        .unwrap_or_else(|| panic!("{name}: {}", word("variant")));
    let unit = match word("unit") {
        "bytes" => Unit::Bytes,
        "documents" => Unit::Documents,
        other => panic!("{name}: unit {other}"),
    };
    let key = |name: &str| match name {
        "min" => Some(Key::Min),
        "max" => Some(Key::Max),
        "step" => Some(Key::Step),
        "ratio" => Some(Key::Ratio),
        "window_ms" => Some(Key::WindowMs),
        "increase_threshold" => Some(Key::UseThreshold),
        "latency_threshold_ms" => Some(Key::LatencyThresholdMs),
        "cooldown_ms" => Some(Key::CooldownMs),
        "timeout_ratio" => Some(Key::TimeoutRatio),
        _ => None,
    };
    let config = value["config"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(setting, value)| {
            let key = key(setting).unwrap_or_else(|| panic!("{name}: setting {setting}"));
            (key, value.as_f64().unwrap())
        });
    let events = value["events"].as_array().unwrap().clone();
    Trace {
        name: name.to_owned(),
        version,
        unit,
        config: config.collect(),
        events,
    }
}

impl Trace {
    pub fn variant(&self) -> Variant {
        Variant::new(self.version, &self.config)
    }

    pub fn settings(&self) -> Settings {
        let unit = if self.unit == Unit::Bytes { 0.0 } else { 1.0 };
        World::new(&[(Key::Unit, unit)], Vec::new()).settings(&self.variant())
    }
}

/// Applies a trace's events to a limiter and compares; returns how many there were.
fn replay(trace: &Trace) -> usize {
    let settings = trace.settings();
    let mut limiter = Limiter::new(0, &settings);
    for (index, event) in trace.events.iter().enumerate() {
        let place = format!("{}, event {index}: {event}", trace.name);
        let number = |key: &str| {
            event[key]
                .as_u64()
                .unwrap_or_else(|| panic!("{place}: no {key}"))
        };
        let at_us = number("t_us");
        let mut explain = Explain::disabled();
        let mut recorder = ReasonRecorder {
            explain: &mut explain,
            at_us,
            writer: 0,
            unit: trace.unit,
        };
        match event["op"].as_str() {
            Some("reserve") => {
                let wait_us = limiter
                    .reserve(number("permits"), at_us, &mut recorder)
                    .unwrap_or(0);
                assert_eq!(wait_us, number("wait_us"), "{place}");
            }
            Some("granted") => limiter.record_grant(number("permits"), at_us, &settings),
            Some("set_rate") => {
                limiter.set(
                    event["requested"].as_f64().unwrap(),
                    at_us,
                    &settings,
                    &mut recorder,
                );
                assert_eq!(limiter.bucket.rate(), number("rate_after"), "{place}");
            }
            Some("estimate") => assert_eq!(
                limiter.estimate(at_us, &settings),
                Some(number("est")),
                "{place}"
            ),
            Some("feedback") => apply_signal(&mut limiter, event, &settings, &mut recorder, &place),
            other => panic!("{place}: op {other:?}"),
        }
    }
    trace.events.len()
}

fn apply_signal(
    limiter: &mut Limiter,
    event: &Value,
    settings: &Settings,
    recorder: &mut ReasonRecorder<'_>,
    place: &str,
) {
    let signal = match event["kind"].as_str() {
        Some("success") => Signal::Success,
        Some("failure") => Signal::Failure,
        Some("timeout") => Signal::Timeout,
        other => panic!("{place}: kind {other:?}"),
    };
    // The recordings of some unit tests leave the latency out.
    let applied = limiter.apply_signal(
        signal,
        event["latency_ms"].as_u64().unwrap_or(0),
        settings,
        recorder,
    );
    let estimate = applied.estimate.map_or(-1, |rate| rate as i64);
    if let Some(expected) = event["est_before"].as_i64() {
        assert_eq!(estimate, expected, "{place}: estimate");
    }
    for (key, ours) in [
        ("rate_before", applied.before),
        ("rate_after", applied.after),
    ] {
        assert_eq!(Some(ours), event[key].as_u64(), "{place}: {key}");
    }
    if let Some(expected) = event.get("no_decrease_before_ms") {
        assert_eq!(
            Some(limiter.no_cut_before_ms),
            expected.as_u64(),
            "{place}: cooldown"
        );
    }
}

#[test]
fn every_recording_is_replayed_exactly() {
    let (mut traces, mut events) = (0, 0);
    for (name, value) in files() {
        events += replay(&trace(&name, &value));
        traces += 1;
    }
    println!("{traces} recordings, {events} events");
    assert!(traces > 0 && events > 0);
}
