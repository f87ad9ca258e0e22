//! Recorded closed loops: writers and a server around the real limiter. The same world as a scenario runs to the same
//! events, in the same order, at the same microseconds.

use serde_json::{Value, json};
use shedscope::systems::throttling::event::{Event, Kind};
use shedscope::systems::throttling::limiter::Effect;
use shedscope::systems::throttling::round::{Step, StepKind};
use shedscope::systems::throttling::scenario::{check, scenario};
use shedscope::systems::throttling::server::Answer;
use shedscope::systems::throttling::{Key, Scenario, Simulation, World};

use super::golden::{Trace, VARIABLE, files, trace};
use crate::common::play::{details, play};
use crate::common::recordings;

/// The world of a recorded closed loop, from its note; `None` for loops that are not known.
fn world(name: &str) -> Option<(World, usize)> {
    let dip = |percent, from, length| Event::new(from, Kind::BrownOut, percent, length);
    let mib = 1_048_576.0;
    let documents = |writers: f64, batch: f64, backlog: f64| {
        vec![
            (Key::Unit, 1.0),
            (Key::Writers, writers),
            (Key::Batch, batch),
            (Key::BacklogLimitS, backlog),
        ]
    };
    let bytes = |writers: f64, capacity: f64, backlog: f64| {
        vec![
            (Key::Writers, writers),
            (Key::Capacity, capacity),
            (Key::BacklogLimitS, backlog),
        ]
    };
    let (settings, events, rounds) = match name {
        "closed-steady" => (bytes(4.0, 2.0 * mib, 10.0), vec![], 400),
        "closed-sawtooth" | "v1011-closed-sawtooth-bytes" | "v1027-closed-sawtooth-bytes" => {
            (bytes(12.0, 2.0 * mib, 2.0), vec![], 300)
        }
        "closed-brownout" => (
            bytes(8.0, 4.0 * mib, 45.0),
            vec![dip(3.125, 90.0, 90.0)],
            420,
        ),
        "closed-timeout" => (
            bytes(8.0, 4.0 * mib, -1.0),
            vec![dip(0.78125, 60.0, 60.0)],
            420,
        ),
        "closed-slow-eight" => {
            let mut settings = bytes(8.0, 100.0 * mib, -1.0);
            settings.push((Key::BaseLatencyMs, 12_000.0));
            (settings, vec![], 200)
        }
        "closed-deadzone" => {
            let mut settings = bytes(1.0, 100.0 * mib, -1.0);
            settings.push((Key::BaseLatencyMs, 12_000.0));
            (settings, vec![], 200)
        }
        "v1011-closed-steady" | "v1027-closed-steady" => (documents(4.0, 1000.0, 10.0), vec![], 40),
        "v1011-closed-brownout" | "v1027-closed-brownout" => (
            documents(8.0, 5000.0, 45.0),
            vec![dip(3.125, 90.0, 90.0)],
            420,
        ),
        _ => return None,
    };
    Some((World::new(&settings, events), rounds))
}

/// A recorded closed loop as a document.
fn document(trace: &Trace) -> Option<Scenario> {
    let (world, rounds) = world(&trace.name)?;
    let scenario = scenario(&trace.name, &[], rounds, world, vec![trace.variant()]);
    check(&scenario).unwrap_or_else(|problem| panic!("{}: {problem}", trace.name));
    Some(scenario)
}

/// A step as the recordings write it.
fn event(step: &Step, has_cooldown: bool) -> Value {
    match step.kind {
        StepKind::Asked { permits, wait_us } => {
            json!({"t_us": step.at_us, "op": "reserve", "w": step.writer, "permits": permits, "wait_us": wait_us})
        }
        StepKind::Granted { permits } => {
            json!({"t_us": step.at_us, "op": "granted", "w": step.writer, "permits": permits})
        }
        StepKind::Answered {
            answer,
            latency_ms,
            applied,
            no_cut_before_ms,
        } => {
            let kind = match answer {
                Answer::Success => "success",
                Answer::Rejected => "failure",
                Answer::TimedOut | Answer::Unreachable => "timeout",
            };
            let applied = applied.unwrap();
            let effect = match applied.effect {
                Effect::Raised => "increase",
                Effect::Cut => "decrease",
                _ => "hold",
            };
            let estimate = applied.estimate.map_or(-1, |rate| rate as i64);
            let mut value = json!({"t_us": step.at_us, "op": "feedback", "w": step.writer, "kind": kind,
                "latency_ms": latency_ms, "est_before": estimate, "rate_before": applied.before,
                "rate_after": applied.after, "effect": effect});
            if has_cooldown {
                value["no_decrease_before_ms"] = json!(no_cut_before_ms);
            }
            value
        }
    }
}

#[test]
fn closed_loops_run_to_the_recorded_events() {
    let (mut loops, mut events) = (0, 0);
    for (name, value) in files() {
        if !name.contains("closed") {
            continue;
        }
        let trace = trace(&name, &value);
        let Some(scenario) = document(&trace) else {
            // The events of an unknown loop are still replayed, without the world around the limiter.
            assert!(
                recordings::is_elsewhere(VARIABLE),
                "{name}: its world is not known"
            );
            println!("{name}: its world is not known");
            continue;
        };
        let details = details(&mut play(Simulation::new(&scenario, 0)));
        let steps: Vec<Step> = details
            .into_iter()
            .flat_map(|detail| detail.steps)
            .collect();
        let has_cooldown = trace.version == shedscope::systems::throttling::LimiterVersion::V1135;
        for (index, expected) in trace.events.iter().enumerate() {
            let ours = steps.get(index).map(|step| event(step, has_cooldown));
            assert_eq!(ours.as_ref(), Some(expected), "{name}, event {index}");
        }
        assert_eq!(steps.len(), trace.events.len(), "{name}");
        loops += 1;
        events += steps.len();
    }
    println!("{loops} closed loops, {events} events");
    assert!(loops > 0 || recordings::is_elsewhere(VARIABLE));
}
