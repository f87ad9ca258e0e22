//! How long decisions, rounds and worlds take, and how that grows with the cluster.
//!
//! `make bench` runs everything; `cargo bench -- NAME` what has the name in its own. The table of
//! growth at the end has a line for each size and the slope of time against brokers on a log-log
//! scale: 1 is linear, n log n is a little above it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, SamplingMode};
use shedscope::engine::{Simulation as _, Timeline};
use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::model::cluster::Cluster;
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::presets::clusters::{broker, cluster};
use shedscope::systems::shedding::settings::{Key, Settings};
use shedscope::systems::shedding::strategy::{Shedder, ShedderInfo};
use shedscope::systems::shedding::{
    Explain, LoadData, Release, Scenario, Simulation, Subject, Variant,
};

/// The shedders that are measured.
const SHEDDERS: [&str; 4] = [
    "AvgShedder",
    "ThresholdShedder",
    "OverloadShedder",
    "UniformLoadShedder",
];

/// `count` brokers of `bundles` bundles each, usages spread evenly over a range of percent.
fn spread(count: usize, bundles: usize, lowest: f64, highest: f64) -> Cluster {
    let step = (highest - lowest) / (count - 1).max(1) as f64;
    let draft = |index: usize| {
        broker(
            format!("broker-{index:05}"),
            lowest + step * index as f64,
            bundles,
            0.5,
        )
    };
    cluster(&(0..count).map(draft).collect::<Vec<_>>(), 4)
}

/// Brokers from idle to full.
fn busy(count: usize, bundles: usize) -> Cluster {
    spread(count, bundles, 5.0, 95.0)
}

/// Brokers all alike.
fn calm(count: usize, bundles: usize) -> Cluster {
    spread(count, bundles, 50.0, 51.0)
}

fn report(cluster: &Cluster) -> LoadData {
    let world = World::new(cluster);
    fresh_report(&world, &world.first_owners())
}

/// One hit is enough, and half of a difference may move.
fn eager() -> Settings {
    let settings = Settings::default()
        .with(Key::AvgHitCountHigh, 1.0)
        .with(Key::AvgHitCountLow, 1.0);
    settings.with(Key::MaxUnloadPercentage, 0.5)
}

fn shedder(id: &str) -> Box<dyn Shedder> {
    let row = ShedderInfo::find(id).unwrap_or_else(|| panic!("{id} is no shedder"));
    (row.make)(Release::Y2026)
}

/// One decision of each strategy on 1,000 brokers of 100 bundles.
fn decisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("decision of 1000 brokers with 100 bundles");
    let settings = eager();
    for (state, load) in [
        ("busy", report(&busy(1000, 100))),
        ("calm", report(&calm(1000, 100))),
    ] {
        for id in SHEDDERS {
            let mut shedder = shedder(id);
            let decide = || {
                shedder
                    .shed(black_box(&load), &settings, &mut Explain::disabled())
                    .selections
                    .len()
            };
            let mut decide = decide;
            group.bench_function(format!("{state}, {id}"), |bencher| {
                bencher.iter(&mut decide)
            });
        }
    }
    group.finish();
}

/// A scenario of one round, in which as much moves as may.
fn one_round(world: Cluster, strategy: &str, placement: &str) -> Simulation {
    let variant = Variant {
        settings: eager().overrides_in(Release::Y2026),
        ..Variant::new(strategy, placement, Release::Y2026)
    };
    Simulation::new(&Scenario::of("", &[], world, variant))
}

/// Whole rounds of the manager: reports, the decision, the placements of all that was selected.
fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first round of 1000 busy brokers with 20 bundles");
    group.sample_size(10);
    let setups = [
        ("AvgShedder", "AvgShedder"),
        ("ThresholdShedder", "LeastLongTermMessageRate"),
        ("ThresholdShedder", "LeastResourceUsageWithWeight"),
        ("ThresholdShedder", "RoundRobinBrokerSelector"),
        ("OverloadShedder", "random"),
    ];
    for (strategy, placement) in setups {
        let simulation = one_round(busy(1000, 20), strategy, placement);
        let play = || {
            let (round, _) = simulation.step(&mut simulation.start(), 0, &mut Explain::disabled());
            round.moves.len()
        };
        group.bench_function(
            format!("{strategy}, {placement}, {} moves", play()),
            |bencher| bencher.iter(play),
        );
    }
    group.finish();
}

/// Situations from the table to the screen: building them, making them ready, playing them to the end.
fn situations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("situations");
    group.sample_size(10);
    for id in ["twenty", "hundred", "thousand"] {
        let Some(row) = presets::find(id) else {
            continue;
        };
        group.bench_function(format!("{id}: build"), |bencher| {
            bencher.iter(|| row.build())
        });
        let scenario = row.build();
        group.bench_function(format!("{id}: make ready"), |bencher| {
            bencher.iter(|| Simulation::new(&scenario))
        });
        group.bench_function(format!("{id}: play 60 rounds"), |bencher| {
            bencher.iter(|| {
                let mut timeline = Timeline::new(Simulation::new(&scenario));
                timeline.complete();
                timeline.digest()
            });
        });
    }
    group.finish();
}

/// A thousand rounds of a hundred brokers with ten thousand bundles in all, in four variants: computing all of them;
/// then, for rounds all over the run, what it takes to draw one and to tell why.
fn long_runs(criterion: &mut Criterion) {
    let mut group =
        criterion.benchmark_group("1000 rounds of 100 brokers with 10000 bundles, 4 variants");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(2));
    for (loads, fluctuation_percent) in [("steady", 0.0), ("fluctuating", 30.0)] {
        let variants = [
            ("AvgShedder", "AvgShedder"),
            ("ThresholdShedder", "LeastResourceUsageWithWeight"),
            ("UniformLoadShedder", "LeastLongTermMessageRate"),
            ("OverloadShedder", "LeastLongTermMessageRate"),
        ];
        let variants: Vec<Variant> = variants
            .map(|(shedder, placement)| Variant::new(shedder, placement, Release::Y2026))
            .into();
        let world = Cluster {
            fluctuation_percent,
            ..busy(100, 100)
        };
        let scenario = Scenario {
            rounds: 1000,
            variants: variants.clone(),
            ..Scenario::of("", &[], world, variants[0].clone())
        };
        let compute = || {
            let mut timelines: Vec<_> = Simulation::of_variants(&scenario)
                .into_iter()
                .map(Timeline::new)
                .collect();
            timelines.iter_mut().for_each(Timeline::complete);
            timelines
        };
        group.bench_function(format!("{loads}: compute all"), |bencher| {
            bencher.iter(compute)
        });
        let mut timelines = compute();
        let mut next = 0;
        let mut elsewhere = || {
            next = (next + 617) % 1000;
            next
        };
        group.bench_function(format!("{loads}: data to draw a round"), |bencher| {
            bencher.iter(|| {
                let round = elsewhere();
                for timeline in &timelines {
                    black_box(timeline.simulation().preview(timeline.rounds(), round));
                }
            });
        });
        group.bench_function(format!("{loads}: a round with its reports"), |bencher| {
            bencher.iter(|| {
                let round = elsewhere();
                timelines
                    .iter_mut()
                    .for_each(|timeline| drop(black_box(timeline.detail(round))));
            });
        });
        group.bench_function(
            format!("{loads}: the reasons of a round, main variant"),
            |bencher| {
                bencher.iter(|| {
                    timelines[0].explain_only(elsewhere(), |subject| {
                        !matches!(subject, Subject::Candidate { .. })
                    })
                });
            },
        );
    }
    group.finish();
}

/// The sizes of the table of growth.
const SIZES: [usize; 4] = [10, 100, 1000, 10_000];

/// The shortest of as many runs as fit into a tenth of a second, at least three.
fn shortest(mut run: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let mut shortest = Duration::MAX;
    let mut runs = 0;
    while runs < 3 || begin.elapsed() < Duration::from_millis(100) {
        let start = Instant::now();
        run();
        shortest = shortest.min(start.elapsed());
        runs += 1;
    }
    shortest
}

/// The slope of the line through the points (ln brokers, ln time), by least squares.
fn slope(times: &[Duration]) -> f64 {
    let points: Vec<(f64, f64)> = SIZES
        .iter()
        .zip(times)
        .map(|(size, time)| ((*size as f64).ln(), time.as_secs_f64().ln()))
        .collect();
    let count = points.len() as f64;
    let (mean_x, mean_y) = (
        points.iter().map(|at| at.0).sum::<f64>() / count,
        points.iter().map(|at| at.1).sum::<f64>() / count,
    );
    let rise: f64 = points
        .iter()
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    rise / points
        .iter()
        .map(|(x, _)| (x - mean_x) * (x - mean_x))
        .sum::<f64>()
}

fn print_row(label: &str, time_of: impl Fn(usize) -> Duration) {
    let times: Vec<Duration> = SIZES.into_iter().map(time_of).collect();
    print!("{label:<52}");
    for time in &times {
        print!("{:>14}", format!("{:.3} ms", time.as_secs_f64() * 1000.0));
    }
    println!("{:>8.2}", slope(&times));
}

/// Time against size: busy brokers of 20 bundles each.
fn print_growth() {
    print!("\n{:<52}", "busy brokers with 20 bundles each");
    SIZES.iter().for_each(|size| print!("{size:>14}"));
    println!("{:>8}", "slope");
    for id in SHEDDERS {
        print_row(&format!("decision of {id}"), |size| {
            let (load, settings, mut shedder) = (report(&busy(size, 20)), eager(), shedder(id));
            shortest(|| {
                drop(black_box(shedder.shed(
                    &load,
                    &settings,
                    &mut Explain::disabled(),
                )))
            })
        });
    }
    for (strategy, placement) in [
        ("AvgShedder", "AvgShedder"),
        ("OverloadShedder", "LeastLongTermMessageRate"),
    ] {
        print_row(&format!("round of {strategy}, {placement}"), |size| {
            let simulation = one_round(busy(size, 20), strategy, placement);
            shortest(|| {
                drop(black_box(simulation.step(
                    &mut simulation.start(),
                    0,
                    &mut Explain::disabled(),
                )))
            })
        });
    }
    print_row("n log n, for comparison", |size| {
        Duration::from_nanos((size as f64 * (size as f64).ln()) as u64)
    });
    print_row("report of every broker", |size| {
        let world = World::new(&busy(size, 20));
        let owners = world.first_owners();
        shortest(|| drop(black_box(fresh_report(&world, &owners))))
    });
}

/// Work of the standard library alone: what tells how fast the machine is.
fn reference(criterion: &mut Criterion) {
    criterion.bench_function("reference: sort 10000 numbers", |bencher| {
        let numbers: Vec<u64> = (0..10_000_u64)
            .map(|place| place.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17))
            .collect();
        bencher.iter(|| {
            let mut numbers = black_box(numbers.clone());
            numbers.sort_unstable();
            numbers
        });
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    reference(&mut criterion);
    decisions(&mut criterion);
    rounds(&mut criterion);
    situations(&mut criterion);
    long_runs(&mut criterion);
    criterion.final_summary();
    if !std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        print_growth();
    }
}
