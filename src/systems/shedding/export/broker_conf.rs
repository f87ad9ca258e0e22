//! Writing a lane as lines of broker.conf.

use std::fmt::Write as _;

use super::keys::{MANAGER_CLASS, PLACEMENT_CLASS, SHEDDING_CLASS};
use super::properties::escaped;
use crate::systems::shedding::Lane;
use crate::systems::shedding::placement::PlacementInfo;
use crate::systems::shedding::settings::{Key, Kind};
use crate::systems::shedding::strategy::ShedderInfo;

/// A lane as broker.conf: its classes, every key that something in it reads, and what else differs
/// from the defaults. What no broker knows stands in comments, which [`super::read`] reads back.
pub fn write_conf(lane: &Lane) -> String {
    let mut text = String::from("# Load balancing, as set in Shedscope.\n");
    own(&mut text, "release", lane.release.name());
    let manager =
        if lane.is_extensible() { "extensions.ExtensibleLoadManagerImpl" } else { "impl.ModularLoadManagerImpl" };
    setting(&mut text, MANAGER_CLASS, &format!("org.apache.pulsar.broker.loadbalance.{manager}"));
    match ShedderInfo::find(&lane.strategy) {
        Some(row) => class(&mut text, SHEDDING_CLASS, "strategy", row.id, row.class),
        None => setting(&mut text, SHEDDING_CLASS, &lane.strategy),
    }
    match PlacementInfo::find(&lane.placement) {
        Some(row) => class(&mut text, PLACEMENT_CLASS, "placement", row.id, row.class),
        None => setting(&mut text, PLACEMENT_CLASS, &lane.placement),
    }
    let reads = lane.reads();
    for &key in &reads {
        write_key(&mut text, lane, key);
    }
    let unread: Vec<Key> =
        lane.settings.overrides().map(|(row, _)| row.key).filter(|key| !reads.contains(key)).collect();
    if !unread.is_empty() {
        text.push_str("# Changed, but read by nothing in this set-up:\n");
    }
    for key in unread {
        write_key(&mut text, lane, key);
    }
    text
}

fn write_key(text: &mut String, lane: &Lane, key: Key) {
    let row = key.row();
    // Exactly: the table writes nine decimals at most.
    let value = lane.settings.get(key);
    let value = if row.kind == Kind::Switch { row.format(value) } else { value.to_string() };
    match row.name.strip_prefix("shedscope.") {
        Some(name) => own(text, name, &value),
        None => setting(text, row.name, &value),
    }
}

fn class(text: &mut String, key: &str, name: &str, id: &str, class: Option<&str>) {
    match class {
        Some(class) => setting(text, key, class),
        None => own(text, name, id),
    }
}

fn setting(text: &mut String, key: &str, value: &str) {
    // Writing to a String does not fail.
    let _ = writeln!(text, "{key}={}", escaped(value));
}

fn own(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "# shedscope.{name}={value}");
}
