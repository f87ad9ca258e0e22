//! OverloadShedder: which resource drives it, and how much it means to move.

use shedscope::systems::shedding::import::conf::keys::Reader;
use shedscope::systems::shedding::import::conf::{self, NoteKind};
use shedscope::systems::shedding::model::cluster::{Amounts, Broker, default_limits};
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::{Rule, Variant};

use super::build::{MIB, at, broker, scenario, variant, with_bytes};
use super::facts::Facts;
use super::played::{Played, Told};

fn overload() -> Variant {
    variant("OverloadShedder", "LeastLongTermMessageRate")
}

/// The first round of a broker beside an idle one.
fn beside_an_idle_one(hot: Broker) -> Told {
    Played::of(&scenario(vec![hot, broker("idle", 0.0)], overload(), 1)).told(1)
}

pub fn arithmetic_of_a_log_line(facts: &Facts) {
    let throughput = facts.number("throughput_mib") * MIB;
    let mut hot = with_bytes(broker("broker-1", 0.0), &[throughput / 4.0; 4]);
    hot.limits = default_limits();
    hot.base = Amounts {
        cpu: 87.081_861_495_971_68,
        memory: 12.71,
        direct_memory: 17.19,
        bandwidth_in: 11.28,
        bandwidth_out: 0.0,
    };
    let told = beside_an_idle_one(hot);
    let test = told.test(Rule::UnderOverloadLine, "broker-1");
    assert!(!test.holds);
    assert_eq!(test.left.label, Resource::Cpu.usage_phrase());
    facts.near("share", test.left.number() - test.right.number() + 0.05);
    facts.near(
        "offload_mib",
        told.fact(Rule::AmountToMove, "broker-1") / MIB,
    );
    assert_eq!(told.givers(), ["broker-1"]);
}

pub fn more_cpu_than_there_is(facts: &Facts) {
    for (percent, share) in [
        ("reported_percent", "share_reported"),
        ("true_percent", "share_true"),
    ] {
        // 23 CPUs are what the process may use.
        let mut pinned = with_bytes(broker("broker-1", facts.number(percent)), &[MIB; 10]);
        pinned.limits.cpu = 2300.0;
        let told = beside_an_idle_one(pinned);
        facts.near(
            share,
            told.fact(Rule::AmountToMove, "broker-1") / (10.0 * MIB),
        );
        assert_eq!(told.givers(), ["broker-1"]);
    }
}

pub fn network_card(facts: &Facts) {
    const GIGABIT: f64 = 1.25e8;
    let carrying = |limit: f64| {
        let mut broker = with_bytes(broker("broker-1", 0.0), &[0.9 * GIGABIT / 9.0; 9]);
        broker.limits.bandwidth_in = limit;
        beside_an_idle_one(broker)
    };
    let detected = carrying(10.0 * GIGABIT);
    facts.near(
        "usage_detected",
        detected
            .test(Rule::UnderOverloadLine, "broker-1")
            .left
            .number(),
    );
    assert!(detected.test(Rule::UnderOverloadLine, "broker-1").holds && detected.selected() == 0);
    let overridden = carrying(GIGABIT);
    facts.near(
        "usage_override",
        overridden
            .test(Rule::UnderOverloadLine, "broker-1")
            .left
            .number(),
    );
    facts.near(
        "share_override",
        overridden.fact(Rule::AmountToMove, "broker-1") / (0.9 * GIGABIT),
    );
    assert!(overridden.selected() > 0);
    // The key itself takes fractions, and empty means to detect.
    for value in ["0.8", "1", ""] {
        let text = format!("loadBalancerOverrideBrokerNicSpeedGbps={value}\n");
        let note = &conf::read(&text, &overload()).unwrap().notes[0];
        assert_eq!(note.kind, NoteKind::Foreign(Reader::Reports), "{value}");
    }
}

/// Nothing but the CPU is in the report, as an autoscaler keeps it.
pub fn throttled_container(facts: &Facts) {
    let cpu = r#""cpu":{"usage":8.130785075483013,"limit":200.0}"#;
    let text = format!("[{{\"brokerId\":\"a\",{cpu}}},{{\"brokerId\":\"b\",{cpu}}}]");
    let base = scenario(at(&[0.0]), overload(), 1);
    let scenario = shedscope::systems::shedding::import::import_pasted(&text, &base)
        .unwrap()
        .scenario;
    let told = Played::of(&scenario).told(1);
    for broker in ["a", "b"] {
        let test = told.test(Rule::UnderOverloadLine, broker);
        facts.near("usage", test.left.number());
        assert!(test.holds);
    }
    assert_eq!(told.selected(), facts.count("unloads"));
}
