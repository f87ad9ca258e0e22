//! Writing a variant as lines of broker.conf.

use std::fmt::Write as _;

use crate::engine::Kind;
use crate::systems::shedding::Variant;
use crate::systems::shedding::import::conf::keys::{
    MANAGER_CLASS, PLACEMENT_CLASS, SHEDDING_CLASS,
};
use crate::systems::shedding::import::conf::properties::escaped;
use crate::systems::shedding::placement::PlacementInfo;
use crate::systems::shedding::settings::Key;
use crate::systems::shedding::strategy::ShedderInfo;

/// A variant as broker.conf: its classes, every key that something in it reads, and what else differs
/// from the defaults. What no broker knows stands in comments, which [`read`](crate::systems::shedding::import::conf::read) reads back.
pub fn write_conf(variant: &Variant) -> String {
    let mut text = String::from("# Load balancing, as set in Shedscope.\n");
    own(&mut text, "release", variant.release.name());
    let manager = if variant.is_extensible() {
        "extensions.ExtensibleLoadManagerImpl"
    } else {
        "impl.ModularLoadManagerImpl"
    };
    setting(
        &mut text,
        MANAGER_CLASS,
        &format!("org.apache.pulsar.broker.loadbalance.{manager}"),
    );
    match ShedderInfo::find(&variant.strategy) {
        Some(row) => class(&mut text, SHEDDING_CLASS, "strategy", row.id, row.class),
        None => setting(&mut text, SHEDDING_CLASS, &variant.strategy),
    }
    match PlacementInfo::find(&variant.placement) {
        Some(row) => class(&mut text, PLACEMENT_CLASS, "placement", row.id, row.class),
        None => setting(&mut text, PLACEMENT_CLASS, &variant.placement),
    }
    let reads = variant.reads();
    for &key in &reads {
        write_key(&mut text, variant, key);
    }
    let unread: Vec<Key> = variant
        .settings
        .iter()
        .map(|(key, _)| key)
        .filter(|key| !reads.contains(key))
        .collect();
    if !unread.is_empty() {
        text.push_str("# Changed, but read by nothing in this set-up:\n");
    }
    for key in unread {
        write_key(&mut text, variant, key);
    }
    text
}

fn write_key(text: &mut String, variant: &Variant, key: Key) {
    let row = key.row();
    // Exactly: the table writes nine decimals at most.
    let value = variant.setting(key);
    let value = if row.value_type.kind == Kind::Switch {
        row.format_conf_value(value)
    } else {
        value.to_string()
    };
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
