//! Class names in broker.conf, and what they are called here.

use super::nearest::wrong_letters;
use crate::systems::shedding::placement::PLACEMENTS;
use crate::systems::shedding::strategy::SHEDDERS;

/// What a class name comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// One that is played, by its id here; a remark where a broker would not find it under this name.
    Known(&'static str, Option<String>),
    /// One that exists and is not played: why.
    NotPlayed(&'static str),
    /// One that no release has, with what was probably meant.
    Unknown(String),
}

/// The shedder of a class name.
pub fn shedder(name: &str) -> Class {
    let classes: Vec<Known> = SHEDDERS
        .iter()
        .filter_map(|row| Some((row.id, row.class?)))
        .collect();
    match simple(name) {
        "RangeThresholdShedder" => Class::Unknown(
            "RangeThresholdShedder was never in a release; its idea lives on in ThresholdShedder with lowerBoundarySheddingEnabled=true".to_owned(),
        ),
        _ => find(name, &classes, "shedder"),
    }
}

/// The placement of a class name.
pub fn placement(name: &str) -> Class {
    if name.contains(".extensions.") {
        return Class::NotPlayed(
            "a class of the extensible load manager, which places its own way whatever stands here",
        );
    }
    let classes: Vec<Known> = PLACEMENTS
        .iter()
        .filter_map(|row| Some((row.id, row.class?)))
        .collect();
    find(name, &classes, "placement")
}

/// A load manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// The one of most strategies.
    Modular,
    /// The one of TransferShedder.
    Extensible,
    /// One that is not played: what is.
    Other(&'static str),
}

/// The load manager of a class name.
pub fn manager(name: &str) -> Manager {
    match simple(name) {
        "ModularLoadManagerImpl" => Manager::Modular,
        "ExtensibleLoadManagerImpl" => Manager::Extensible,
        "SimpleLoadManagerImpl" => Manager::Other(
            "the retired simple load manager is not simulated; the strategy's own is played in its place",
        ),
        "NoopLoadManager" => Manager::Other(
            "this load manager never sheds; the strategy's own is played in its place",
        ),
        _ => Manager::Other(
            "no release has a load manager of this name; the strategy's own is played",
        ),
    }
}

/// The name of a class without its package.
pub fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// An id here, and the class of that name.
type Known = (&'static str, &'static str);

fn find(name: &str, classes: &[Known], what: &str) -> Class {
    let simple = simple(name);
    for &(id, class) in classes {
        if class == name {
            return Class::Known(id, None);
        }
        if id == name {
            return Class::Known(id, Some(format!("a broker needs the full name, {class}")));
        }
    }
    let near = |id: &str| wrong_letters(simple, id).is_some();
    let meant = classes
        .iter()
        .find(|(id, _)| near(id))
        .map_or(String::new(), |(_, class)| format!("; write {class}"));
    Class::Unknown(format!("no release has a {what} of this name{meant}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_classes() {
        assert_eq!(
            shedder("org.apache.pulsar.broker.loadbalance.impl.AvgShedder"),
            Class::Known("AvgShedder", None)
        );
        assert!(matches!(
            shedder("OverloadShedder"),
            Class::Known("OverloadShedder", Some(_))
        ));
        let transfer = "org.apache.pulsar.broker.loadbalance.extensions.scheduler.TransferShedder";
        assert_eq!(shedder(transfer), Class::Known("TransferShedder", None));
        assert!(
            matches!(shedder("x.RangeThresholdShedder"), Class::Unknown(why) if why.contains("lowerBoundary"))
        );
        assert!(
            matches!(shedder("x.y.ThresholdSheder"), Class::Unknown(why) if why.ends_with("impl.ThresholdShedder"))
        );
        assert!(matches!(shedder("proposal-6772"), Class::Unknown(_)));
        assert!(matches!(placement("leastLoadedServer"), Class::Unknown(_)));
        assert!(matches!(placement("random"), Class::Unknown(_)));
        assert_eq!(
            manager("org.apache.pulsar.broker.loadbalance.impl.ModularLoadManagerImpl"),
            Manager::Modular
        );
        assert_eq!(manager("x.ExtensibleLoadManagerImpl"), Manager::Extensible);
        assert!(matches!(manager("x.NoopLoadManager"), Manager::Other(_)));
    }
}
