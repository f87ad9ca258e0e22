//! Scenarios for outcomes of rules that chance hardly ever brings about.

use std::sync::Arc;

use shedscope::systems::shedding::model::cluster::{Broker, Bundle, Cluster};
use shedscope::systems::shedding::model::event::{Event, Kind};
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::presets::clusters::{broker, brokers, cluster};
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::{Release, Scenario, Variant};

/// Of the modular manager's strategies.
pub fn rare_scenarios() -> [Scenario; 4] {
    let variant = || {
        Variant::new("ThresholdShedder", "random", Release::Y2026)
            .with(Key::LowerBoundaryEnabled, 1.0)
    };
    let of = |usages: &[f64]| {
        Scenario::of(
            "rare",
            &[],
            cluster(&brokers(usages, 5.0, 0.0), 1),
            variant(),
        )
    };
    // Forty brokers that cannot be sorted; an average of zero; nobody under the lower line; a line at
    // zero and a broker that reaches it without traffic, whose first bundle goes all the same.
    let unsortable = presets::find("whole-points")
        .map(|row| row.build())
        .unwrap();
    let idle = [
        broker("busy", 40.0, 4, 0.0),
        broker("idle", 0.0, 0, 0.0).with_idle(2),
    ];
    let all_shed = Variant::new("OverloadShedder", "random", Release::Y2026)
        .with(Key::OverloadedPercentage, 0.0);
    let idle = Scenario::of("rare", &[], cluster(&idle, 1), all_shed);
    [unsortable, of(&[0.0, 0.0]), of(&[40.0, 40.0]), idle]
}

/// A cluster by name, and by points of CPU and bytes per second of each bundle.
fn preview(brokers: &[(String, Vec<(f64, f64)>)]) -> Cluster {
    let broker = |(name, bundles): &(String, Vec<(f64, f64)>)| {
        let bundle = |(index, (cpu, bytes_per_s)): (usize, &(f64, f64))| Bundle {
            cpu: *cpu,
            msg_throughput_out: *bytes_per_s,
            ..Bundle::idle(format!("t/{name}/0x{index:08x}_0x{:08x}", index + 1))
        };
        let bundles = Arc::new(bundles.iter().enumerate().map(bundle).collect());
        Broker {
            bundles,
            ..Broker::empty(name.clone())
        }
    };
    Cluster::of(brokers.iter().map(broker).collect())
}

/// Of TransferShedder: one broker far above very many; a swap in debug mode; a bundle that was
/// unloaded by hand after its broker's report.
pub fn rare_transfers() -> [Scenario; 3] {
    let variant = |key, value| {
        let variant = Variant::new(
            "TransferShedder",
            "LeastLongTermMessageRate",
            Release::Y2026,
        );
        variant.with(Key::ConditionHits, 0.0).with(key, value)
    };
    let of = |world, variant| Scenario {
        rounds: 1,
        ..Scenario::of("rare", &[], world, variant)
    };
    let many = (0..99).map(|index| (format!("b-{index:02}"), vec![(0.5, 6e6), (0.5, 7e6)]));
    let many: Vec<_> = many
        .chain([("hot".to_owned(), vec![(30.0, 3e7), (70.0, 7e7)])])
        .collect();
    let pair = [
        ("low".to_owned(), vec![(24.0, 2.4e6); 2]),
        ("top".to_owned(), vec![(50.0, 5e6); 2]),
    ];
    let mut late = preview(&[
        ("low".to_owned(), vec![(1.0, 1e5)]),
        ("top".to_owned(), vec![(30.0, 1e6); 3]),
    ]);
    let name = late.brokers[1].bundles[0].name.clone();
    late.events.push(Event {
        id: 1,
        at_s: 30,
        kind: Kind::Unload,
        target: name,
        ..Event::default()
    });
    [
        of(preview(&many), variant(Key::DebugMode, 0.0)),
        of(preview(&pair), variant(Key::DebugMode, 1.0)),
        of(late, variant(Key::FreshReports, 0.0)),
    ]
}
