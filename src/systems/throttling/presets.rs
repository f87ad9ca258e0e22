//! Presets: scenarios that each show one thing, with notes on what to see. Every number in the notes
//! comes from the run; `tests/throttling/presets.rs` holds them to it.

use super::event::{Event, Kind};
use super::limiter_version::LimiterVersion;
use super::scenario::{Scenario, Variant, World, scenario};
use super::settings::Key;
use crate::simulator;

/// A preset of this system.
pub type Preset = simulator::Preset<Scenario>;

const MIB: f64 = 1_048_576.0;
const V1011: LimiterVersion = LimiterVersion::V1011;
const V1027: LimiterVersion = LimiterVersion::V1027;
const V1135: LimiterVersion = LimiterVersion::V1135;

macro_rules! presets {
    ($($group:literal { $($make:ident: $id:literal, $title:literal, $rounds:literal, [$($line:literal),*], $world:expr, $variants:expr;)* })*) => {
        $($(fn $make() -> Scenario {
            scenario($title, &[$($line),*], $rounds, $world, $variants)
        })*)*

        /// Every preset, in the order of the list; the first is opened by default.
        pub static PRESETS: &[Preset] = &[$($(
            Preset { id: $id, title: $title, group: $group, make: $make },
        )*)*];
    };
}

presets! {
    "Start here" {
        brown_out: "brown-out", "Brown-out: the server slows down to 3 %", 420, [
            "Eight writers, a server of 4 MiB/s that has 128 KiB/s from 90 s to 180 s.",
            "The first cut comes at 92.3 s, from a 429; the next at 114.2 s and 138.2 s, from answers that took 23 s and 46 s. Signals in between fall into the cooldown.",
            "The server is well at 180 s; the limit is back at its greatest at 313 s. Try a shorter cooldown, or a larger step."
        ], World::new(
            &[(Key::Writers, 8.0), (Key::Capacity, 4.0 * MIB), (Key::BacklogLimitS, 45.0)],
            vec![Event::new(90.0, Kind::BrownOut, 3.125, 90.0)],
        ), vec![newest(&[])];
    }
    "How the limit rises" {
        pure_ramp: "pure-ramp", "Pure ramp: one writer, answers at once", 60, [
            "The limit starts at 500 KiB/s and rises by 100 KiB/s with every answer that finds 80 % of it in use.",
            "Each request passes at once and the next one pays for it: watch the debt under the bucket.",
            "30 raises take it to its maximum, 3500 KiB/s, in 43 s."
        ], World::new(
            &[(Key::Writers, 1.0), (Key::Capacity, 1000.0 * MIB), (Key::BaseLatencyMs, 0.0), (Key::BacklogLimitS, -1.0)], vec![],
        ), vec![newest(&[])];
        ramp: "ramp", "Ramp and settle: the limit stops where it is not used", 400, [
            "Four writers, a server of 2 MiB/s. The limit passes the server’s capacity at 56 s.",
            "At 64.1 s it stops at 2900 KiB/s (2.83 MiB/s) after 24 raises: at most 2 to 2.1 MiB/s are ever in use, and 80 % of the limit is more than that.",
            "Nothing is ever rejected, and latency stays at 2 s."
        ], World::new(&[(Key::Writers, 4.0)], vec![]), vec![newest(&[])];
        settle_older: "settle-older", "The same in documents, with the older versions", 40, [
            "20 000 documents a second, limit from 5000 to 50 000.",
            "v1011 raises on every success up to its maximum, which says nothing about the server.",
            "v1027 stops at 25 997, where less than 80 % of it is in use. It started at 5000 and reads one or two less along the way: see the reasons."
        ], World::new(&[(Key::Unit, 1.0), (Key::Writers, 4.0)], vec![]), vec![Variant::new(V1011, &[]), Variant::new(V1027, &[])];
        burst: "burst", "Ten permits in a burst, the answer after five seconds", 60, [
            "Ten permits are granted at once; the answer comes 5 s later. From the text of pull request 1135.",
            "By then the grant is out of the window of 3 s: 0 a second in use, so it is never raised.",
            "The window of 10 s still sees it: 10 permits in 10 s are 1 a second, the limit is 1 a second, and it is raised to 2; then the same answers are too few."
        ], World::new(
            &[(Key::Unit, 1.0), (Key::Writers, 1.0), (Key::Batch, 10.0), (Key::Capacity, 10_000.0),
              (Key::BaseLatencyMs, 5000.0), (Key::BacklogLimitS, -1.0)], vec![],
        ), vec![
            Variant::new(V1027, &[(Key::Min, 1.0), (Key::Max, 20.0), (Key::Step, 1.0)]),
            newest(&[(Key::Min, 1.0), (Key::Max, 20.0), (Key::Step, 1.0), (Key::WindowMs, 3000.0)]),
            newest(&[(Key::Min, 1.0), (Key::Max, 20.0), (Key::Step, 1.0)]),
        ];
        dead_zone: "dead-zone", "Dead zone: the limit is fully used and never rises", 200, [
            "One writer, 1 MiB at 50 KiB/s: a request every 20.5 s, all of the limit. Every answer takes 12 s.",
            "The window of 10 s is empty at every answer, so nothing is in use: no raise in 200 s. And 12 s is not slow, so no cut either.",
            "With 13 s the first answer finds 78.8 KiB/s in use, 40 KiB/s is needed, and the limit rises to 150 KiB/s."
        ], World::new(
            &[(Key::Writers, 1.0), (Key::Capacity, 100.0 * MIB), (Key::BaseLatencyMs, 12_000.0), (Key::BacklogLimitS, -1.0)], vec![],
        ), vec![newest(&[(Key::Min, 51_200.0)]), newest(&[(Key::Min, 51_200.0), (Key::WindowMs, 13_000.0)])];
        slow_eight: "slow-eight", "The same answers of 12 s, with eight writers", 200, [
            "Now the grants of the other writers keep the window filled.",
            "Four raises take the limit to 900 KiB/s at 24 s. There it stays: eight requests in 12 s are 680 KiB/s, less than 80 % of it."
        ], World::new(
            &[(Key::Writers, 8.0), (Key::Capacity, 100.0 * MIB), (Key::BaseLatencyMs, 12_000.0), (Key::BacklogLimitS, -1.0)], vec![],
        ), vec![newest(&[])];
    }
    "How the limit falls" {
        sawtooth: "sawtooth", "Sawtooth: steady rejections, three versions", 300, [
            "Twelve writers, a server of 2 MiB/s that accepts 2 s of backlog and rejects the rest. All count bytes and cut by half.",
            "v1135 is rejected 96 times and ignores 88 of them: its cooldown pauses cuts, and the successes between push it up to 3500 KiB/s. v1027 is rejected 15 times, v1011 43 times.",
            "More succeeds all the same: 480 MiB against 433 and 462, of 600."
        ], sawtooth_world(), vec![newest(&[]), Variant::new(V1027, &[(Key::Ratio, 0.5)]), Variant::new(V1011, &[(Key::Ratio, 0.5)])];
        asked_for: "asked-for", "The cooldown of issue 1084, which pauses raises", 300, [
            "Issue 1084 asked that increases pause after a failure. The merged version pauses decreases.",
            "The second variant pauses both, which was never released: 12 rejections instead of 96, and 436 MiB succeed instead of 480."
        ], sawtooth_world(), vec![newest(&[]), asked_for_variant()];
        cascade: "cascade", "Many fail at once: one cut or eleven", 100, [
            "Twelve writers, 1000 documents each, 50 000 a second. At 80 s the server stalls for two seconds: the first request fills it, the eleven behind it are rejected with 429.",
            "v1011 and v1027 cut on every one of them and fall from 50 000 to 5000 within half a second. v1135 cuts once, by half, and ignores the other ten."
        ], World::new(
            &[(Key::Unit, 1.0), (Key::Writers, 12.0), (Key::Capacity, 60_000.0), (Key::BacklogLimitS, 1.0)],
            vec![Event::new(80.0, Kind::BrownOut, 0.5, 2.0)],
        ), vec![newest(&[]), Variant::new(V1027, &[]), Variant::new(V1011, &[])];
        timeouts: "timeouts", "Timeouts: nothing is known until a minute has passed", 420, [
            "The server has 32 KiB/s from 60 s to 120 s and accepts every request, so answers take longer than the 60 s that clients wait.",
            "All eight writers wait: the first cut comes at 92 s from an answer of 32 s, the first timeout at 121 s. Then the limit is at its minimum.",
            "The server still processes what the clients gave up on; the requests sent again queue behind it, until 354 s."
        ], World::new(
            &[(Key::Writers, 8.0), (Key::Capacity, 4.0 * MIB), (Key::BacklogLimitS, -1.0)],
            vec![Event::new(60.0, Kind::BrownOut, 0.78125, 60.0)],
        ), vec![newest(&[])];
        outage: "outage", "Outage: a minute without connections", 240, [
            "No connection succeeds from 80 s to 140 s; every attempt ends after 10 s.",
            "v1135 cuts straight to its minimum, and is back at its maximum 81 s after the outage. v1027 ignores exceptions: it keeps its limit and continues as before.",
            "In 240 s, 233 MiB succeed with v1135 and 413 MiB with v1027."
        ], World::new(
            &[(Key::Writers, 8.0), (Key::Capacity, 3.0 * MIB), (Key::BacklogLimitS, 3.0)],
            vec![Event::new(80.0, Kind::Outage, 0.0, 60.0)],
        ), vec![newest(&[]), Variant::new(V1027, &[(Key::Ratio, 0.5)])];
    }
    "Batches larger than the limit" {
        first_waits: "first-waits", "3000 documents at 1000 a second", 60, [
            "Issue 1085: every first request waits 3 s. In fact the first passes at once, and the second waits.",
            "A request of any size passes if there is no debt; the next one waits for the permits it took beyond those stored."
        ], World::new(
            &[(Key::Unit, 1.0), (Key::Writers, 3.0), (Key::Batch, 3000.0)], vec![],
        ), vec![Variant::new(V1027, &[(Key::Min, 1000.0), (Key::Max, 10_000.0)])];
        slow_recovery: "slow-recovery", "5000 documents at 500 a second: recovery crawls", 120, [
            "Issue 1060: at 500 a second a batch of 5000 goes out every 10 s, and the limit rises one step per answer, so one step in 10 s.",
            "The second variant has steps of 500 instead of 100: the same four raises in the first 30 s, to 2500 instead of 900."
        ], World::new(
            &[(Key::Unit, 1.0), (Key::Writers, 4.0), (Key::Batch, 5000.0)], vec![],
        ), vec![
            Variant::new(V1027, &[(Key::Min, 500.0), (Key::Max, 50_000.0), (Key::Step, 100.0)]),
            Variant::new(V1027, &[(Key::Min, 500.0), (Key::Max, 50_000.0), (Key::Step, 500.0)]),
        ];
    }
    "Many" {
        four_executors: "four-executors", "Four executors, one server: none knows of the others", 300, [
            "Each executor has a limit of its own, and sees only the answers to its own writers.",
            "Together they may send far more than the server can process. A limiter that is rejected cuts, while the others keep rising.",
            "Add or remove writers at any time, and see which executor gains."
        ], World::new(
            &[(Key::Executors, 4.0), (Key::Writers, 3.0), (Key::Capacity, 4.0 * MIB), (Key::BacklogLimitS, 2.0), (Key::JitterMs, 100.0)],
            vec![Event::new(150.0, Kind::Writers, 2.0, 0.0), Event::new(220.0, Kind::Writers, -3.0, 0.0)],
        ), vec![newest(&[])];
        sixty_four: "sixty-four", "Sixty-four writers for ten minutes, four ways", 600, [
            "Four executors of sixteen writers, batches that differ by up to 20 %, retries with jitter; a brown-out at 200 s and an outage at 400 s.",
            "v1011, v1027, v1135, and the cooldown of issue 1084 that also pauses raises, over many seeds if you like."
        ], World::new(
            &[(Key::Executors, 4.0), (Key::Writers, 16.0), (Key::BatchSpread, 20.0), (Key::Capacity, 12.0 * MIB),
              (Key::BacklogLimitS, 4.0), (Key::JitterMs, 100.0)],
            vec![Event::new(200.0, Kind::BrownOut, 20.0, 60.0), Event::new(400.0, Kind::Outage, 0.0, 30.0)],
        ), vec![
            Variant::new(V1011, &[(Key::Ratio, 0.5)]), Variant::new(V1027, &[(Key::Ratio, 0.5)]), newest(&[]),
            asked_for_variant(),
        ];
    }
}

fn newest(settings: &[(Key, f64)]) -> Variant {
    Variant::new(V1135, settings)
}

fn asked_for_variant() -> Variant {
    Variant::new(LimiterVersion::I1084, &[])
}

fn sawtooth_world() -> World {
    World::new(&[(Key::Writers, 12.0), (Key::BacklogLimitS, 2.0)], vec![])
}

/// The preset with an id.
pub fn find(id: &str) -> Option<&'static Preset> {
    Preset::find(PRESETS, id)
}
