//! Every preset still shows what its lines say.

use shedscope::engine::Fidelity;
use shedscope::systems::throttling::explanation::headline;
use shedscope::systems::throttling::limiter::Effect;
use shedscope::systems::throttling::metrics::RunMetrics;
use shedscope::systems::throttling::presets::{self, PRESETS};
use shedscope::systems::throttling::round::{Round, Step, StepKind};
use shedscope::systems::throttling::scenario::{check, from_json};
use shedscope::systems::throttling::server::Answer;
use shedscope::systems::throttling::{Key, LimiterVersion, Simulation};

use crate::common::play::{details, play};

struct Played {
    rounds: Vec<Round>,
    steps: Vec<Step>,
    sums: RunMetrics,
}

fn played(id: &str, variant: usize) -> Played {
    let scenario = (presets::find(id).unwrap().make)();
    let mut timeline = play(Simulation::new(&scenario, variant));
    let steps = details(&mut timeline)
        .into_iter()
        .flat_map(|detail| detail.steps)
        .collect();
    let rounds = timeline.rounds().to_vec();
    Played {
        sums: RunMetrics::from_rounds(&rounds),
        rounds,
        steps,
    }
}

impl Played {
    /// When the limit changed, in seconds, from what and to what.
    fn limit_changes(&self) -> Vec<(f64, u64, u64)> {
        let changes = self.steps.iter().filter_map(|step| match step.kind {
            StepKind::Answered {
                applied: Some(applied),
                ..
            } if applied.before != applied.after => {
                Some((step.at_us as f64 / 1e6, applied.before, applied.after))
            }
            _ => None,
        });
        changes.collect()
    }

    fn cuts(&self) -> Vec<f64> {
        self.limit_changes()
            .into_iter()
            .filter(|(_, before, after)| after < before)
            .map(|(at_s, ..)| at_s)
            .collect()
    }

    /// When the limit rose to a value or above for the first time after a time.
    fn reached(&self, limit: u64, after_s: f64) -> f64 {
        let changes = self.limit_changes();
        changes
            .iter()
            .find(|(at_s, _, after)| *at_s > after_s && *after >= limit)
            .map_or(f64::NAN, |change| change.0)
    }

    fn last_change(&self) -> (f64, u64) {
        self.limit_changes()
            .last()
            .map_or((f64::NAN, 0), |(at_s, _, after)| (*at_s, *after))
    }

    fn good_mib(&self) -> f64 {
        self.sums.good / 1_048_576.0
    }
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 0.06, "{value} is not {expected}");
}

#[test]
fn all_are_good_documents_and_come_back_as_they_went() {
    for row in PRESETS {
        let scenario = (row.make)();
        check(&scenario).unwrap_or_else(|problem| panic!("{}: {problem}", row.id));
        let text = scenario.write();
        assert_eq!(from_json(&text).unwrap(), scenario, "{}", row.id);
        assert!((2..=4).contains(&scenario.notes.len()), "{}", row.id);
        assert_eq!(
            (scenario.title.as_str(), PRESETS[0].id),
            (row.title, "brown-out")
        );
    }
}

#[test]
fn the_brown_out_cuts_three_times_and_takes_133_s_to_recover() {
    let played = played("brown-out", 0);
    let cuts = played.cuts();
    assert_eq!(cuts.len(), 3);
    for (at_s, expected) in cuts.into_iter().zip([92.3, 114.2, 138.2]) {
        near(at_s, expected);
    }
    near(played.reached(3_584_000, 180.0), 312.98);
}

#[test]
fn the_ramp_reaches_its_greatest_in_43_s() {
    let played = played("pure-ramp", 0);
    assert_eq!(played.sums.raises, 30);
    near(played.reached(3_584_000, 0.0), 43.0);
}

#[test]
fn the_limit_settles_where_it_is_not_used() {
    let played = played("ramp", 0);
    near(played.reached(2_097_153, 0.0), 56.05);
    near(played.last_change().0, 64.13);
    assert_eq!(
        (
            played.last_change().1,
            played.sums.raises,
            played.sums.rejections
        ),
        (2_969_600, 24, 0)
    );
    assert_eq!(played.sums.latency_max_ms, 2000.0);
    assert_eq!(
        (
            self::played("settle-older", 0).last_change().1,
            self::played("settle-older", 1).last_change().1
        ),
        (50_000, 25_997)
    );
}

#[test]
fn a_burst_is_seen_by_the_longer_window_alone() {
    for (variant, raises) in [(0, 0), (1, 0), (2, 1)] {
        let played = played("burst", variant);
        assert_eq!(played.sums.raises, raises, "variant {variant}");
        let first = played.steps.iter().find_map(|step| match step.kind {
            StepKind::Answered {
                applied: Some(applied),
                ..
            } => Some((step.at_us, applied.estimate)),
            _ => None,
        });
        assert_eq!(
            first,
            Some((5_001_000, Some(u64::from(variant == 2)))),
            "variant {variant}"
        );
    }
}

#[test]
fn in_the_dead_zone_nothing_moves_and_eight_writers_leave_it() {
    let (ten, thirteen, eight) = (
        played("dead-zone", 0),
        played("dead-zone", 1),
        played("slow-eight", 0),
    );
    assert_eq!((ten.sums.raises, ten.sums.cuts), (0, 0));
    assert_eq!(thirteen.limit_changes()[0].2, 153_600);
    near(thirteen.limit_changes()[0].0, 12.01);
    assert_eq!((eight.sums.raises, eight.last_change().1), (4, 921_600));
    near(eight.last_change().0, 24.30);
}

#[test]
fn the_sawtooth_in_three_versions() {
    for (variant, rejections, good_mib) in [(0, 96, 480.0), (1, 15, 433.0), (2, 43, 462.0)] {
        let played = played("sawtooth", variant);
        assert_eq!(
            (played.sums.rejections, played.good_mib()),
            (rejections, good_mib),
            "variant {variant}"
        );
        near(played.sums.processable / 1_048_576.0, 600.0);
    }
    let newest = played("sawtooth", 0);
    assert_eq!((newest.sums.ignored, newest.sums.cuts), (88, 8));
    assert!(
        newest
            .rounds
            .iter()
            .map(|round| round.limit)
            .fold(0.0, f64::max)
            >= 3_580_000.0
    );
    let asked_for = played("asked-for", 1);
    assert_eq!(
        (asked_for.sums.rejections, asked_for.good_mib()),
        (12, 436.0)
    );
}

#[test]
fn a_cascade_is_one_cut_or_eleven() {
    for (variant, cuts, ignored) in [(0, 1, 10), (1, 11, 0), (2, 11, 0)] {
        let played = played("cascade", variant);
        assert_eq!(
            (
                played.sums.cuts,
                played.sums.ignored,
                played.sums.rejections
            ),
            (cuts, ignored, 11),
            "variant {variant}"
        );
        let fall: Vec<_> = played
            .limit_changes()
            .into_iter()
            .filter(|(_, before, after)| after < before)
            .collect();
        assert!(fall[0].1 >= 49_990 && fall[0].0 > 80.0, "{fall:?}");
        assert!(fall[fall.len() - 1].0 - fall[0].0 < 0.5, "{fall:?}");
        assert_eq!(
            fall[fall.len() - 1].2,
            if variant == 0 { 25_000 } else { 5000 },
            "{fall:?}"
        );
    }
}

#[test]
fn timeouts_are_known_after_a_minute() {
    let played = played("timeouts", 0);
    let cuts = played.cuts();
    near(cuts[0], 92.26);
    near(cuts[1], 121.06);
    let timeout = |step: &&Step| {
        matches!(
            step.kind,
            StepKind::Answered {
                answer: Answer::TimedOut,
                ..
            }
        )
    };
    near(
        played
            .steps
            .iter()
            .find(timeout)
            .map_or(f64::NAN, |step| step.at_us as f64 / 1e6),
        121.06,
    );
    let good = |step: &&Step| {
        matches!(
            step.kind,
            StepKind::Answered {
                answer: Answer::Success,
                ..
            }
        ) && step.at_us > 130_000_000
    };
    near(
        played
            .steps
            .iter()
            .find(good)
            .map_or(f64::NAN, |step| step.at_us as f64 / 1e6),
        354.51,
    );
}

#[test]
fn an_outage_is_heard_by_the_newest_alone() {
    let (newest, older) = (played("outage", 0), played("outage", 1));
    assert_eq!((newest.sums.cuts, older.sums.cuts), (1, 0));
    near(newest.reached(3_584_000, 140.0) - 140.0, 80.73);
    assert_eq!((newest.good_mib(), older.good_mib()), (233.0, 413.0));
}

#[test]
fn large_batches_wait_for_the_one_before() {
    let waits: Vec<u64> = played("first-waits", 0)
        .steps
        .iter()
        .filter_map(|step| {
            if let StepKind::Asked { wait_us, .. } = step.kind {
                Some(wait_us)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(waits[0], 0);
    near(waits[1] as f64 / 1e6, 3.0);
    for (variant, limit) in [(0, 900), (1, 2500)] {
        let changes = played("slow-recovery", variant).limit_changes();
        assert_eq!(changes[3].2, limit);
        near(changes[3].0, 30.3);
        near(changes[2].0 - changes[1].0, 10.0);
    }
}

#[test]
fn many_are_played_and_nothing_is_lost() {
    let played = played("four-executors", 0);
    assert!(
        played.sums.rejections > 50 && played.sums.cuts > 10,
        "{:?}",
        played.sums
    );
    let together = |at_s: usize| played.rounds[at_s].limit;
    assert!((0..300).map(together).fold(0.0, f64::max) > 2.0 * 4_194_304.0 * 0.9);
}

#[test]
fn raises_that_are_paused_are_counted_and_said_apart() {
    let scenario = (presets::find("asked-for").unwrap().make)();
    let mut timeline = play(Simulation::new(&scenario, 1));
    let (mut paused, mut blocked) = (0, 0);
    for index in 0..scenario.rounds {
        let detail = timeline.detail(index).unwrap().detail;
        let round = timeline.rounds()[index];
        let with = |effect: Effect| {
            let has = |step: &&Step| matches!(step.kind, StepKind::Answered { applied: Some(applied), .. } if applied.effect == effect);
            detail.steps.iter().filter(has).count() as u32
        };
        assert_eq!(
            (with(Effect::Paused), with(Effect::Blocked)),
            (round.paused, round.blocked)
        );
        paused += round.paused;
        blocked += round.blocked;
        let said = headline(timeline.simulation(), &round, &detail);
        assert_eq!(
            said.contains("the cooldown pauses raises too"),
            round.paused > 0 && round.raises == 0,
            "{said}"
        );
        assert_eq!(
            said.contains("in use, at least"),
            round.blocked > 0 && round.raises == 0,
            "{said}"
        );
    }
    assert!(paused > 50 && blocked > 0, "{paused} {blocked}");
    // Where nothing pauses raises, nothing is counted as paused.
    assert_eq!(played("asked-for", 0).sums.paused, 0);
}

#[test]
fn what_was_asked_for_is_a_version_of_its_own_that_plays_a_text() {
    let proofs = LimiterVersion::ALL.map(LimiterVersion::fidelity);
    assert_eq!(
        proofs,
        [
            Fidelity::Recorded,
            Fidelity::Recorded,
            Fidelity::Recorded,
            Fidelity::Proposal
        ]
    );
    for id in ["asked-for", "sixty-four"] {
        let scenario = (presets::find(id).unwrap().make)();
        let variant = scenario.variants.last().unwrap();
        // The one number that the issue gives.
        let slow_ms = scenario
            .world
            .settings(variant)
            .get(Key::LatencyThresholdMs);
        assert_eq!(
            (variant.version, slow_ms),
            (LimiterVersion::I1084, 30_000.0),
            "{id}"
        );
    }
}
