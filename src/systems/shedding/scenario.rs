//! A scenario of load shedding: a cluster, and the variant that runs it.

use serde::{Deserialize, Serialize};

use super::model::cluster::Cluster;
use super::placement::PlacementInfo;
use super::release::Release;
use super::settings::{Key, Reader, SETTINGS, Settings, read_by};
use super::strategy::ShedderInfo;
use crate::engine::limits::MAX_BROKER_ROUNDS;
use crate::engine::scenario::FORMAT_VERSION;
use crate::engine::{Cause, Overrides, Problem, Renamed, event};

/// The name under which a document says that it is of this system.
pub const SYSTEM: &str = "shedding";

/// Members of documents of version 1 that have another name now.
pub(crate) const NAMES_1: &[Renamed] = &[
    ("world.events.*.of", "target"),
    ("world.events.*.amount", "value"),
    ("world.events.*.for_s", "duration_s"),
];

/// The document.
pub type Scenario = crate::engine::Scenario<Cluster, Variant>;

/// How the cluster is run: a shedder, a placement, a release and settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The id of a shedder; what is not known here, the release would not know either.
    pub strategy: String,
    /// The id of a placement.
    pub placement: String,
    /// Whose behaviour.
    #[serde(default)]
    pub release: Release,
    /// Settings that were set, by broker.conf key, also where the value is the default of the release: what was set by
    /// hand stays when the release changes.
    #[serde(default)]
    pub settings: Overrides<Key>,
    /// Events that this variant does not see, by their ids: how a run goes on without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored_events: Vec<u32>,
}

impl Variant {
    /// A variant with default settings.
    pub fn new(strategy: &str, placement: &str, release: Release) -> Self {
        let (strategy, placement) = (strategy.to_owned(), placement.to_owned());
        Self {
            strategy,
            placement,
            release,
            settings: Overrides::default(),
            ignored_events: Vec::new(),
        }
    }

    /// The same variant with one setting changed.
    #[must_use]
    pub fn with(mut self, key: Key, value: f64) -> Self {
        self.settings.set(key, value);
        self
    }

    /// The value of a setting: what was set, or else the default of the release.
    pub fn setting(&self, key: Key) -> f64 {
        self.settings
            .get(key)
            .unwrap_or_else(|| key.row().default_in(self.release))
    }

    /// The values of all settings.
    pub fn settings_in_force(&self) -> Settings {
        let mut settings = Settings::defaults_in(self.release);
        self.settings
            .iter()
            .for_each(|(key, value)| settings.set(key, value));
        settings
    }

    /// Whether the release takes this set-up, and what it would do otherwise.
    ///
    /// # Errors
    /// The refusal, in a sentence.
    pub fn check_setup(&self) -> Result<(), Refusal> {
        if ShedderInfo::find(&self.strategy).is_none() {
            return Err(Refusal::UnknownShedder);
        }
        // The extensible manager does not look at the placement's class.
        if self.is_extensible() {
            return Ok(());
        }
        if PlacementInfo::find(&self.placement).is_none() {
            return Err(Refusal::UnknownPlacement);
        }
        // If the placement class can also shed, both settings must name it: one object serves both.
        if self.placement == "AvgShedder" && self.strategy != "AvgShedder" {
            return Err(Refusal::PlacementAlsoSheds);
        }
        Ok(())
    }

    /// Whether the shedder makes a plan that the placement never looks at.
    pub(crate) fn plan_is_unread(&self) -> bool {
        ShedderInfo::find(&self.strategy)
            .is_some_and(|row| row.names_targets && !row.is_extensible())
            && !matches!(self.placement.as_str(), "AvgShedder" | "planned")
    }

    /// Whether the extensible load manager runs it, which is where its strategy belongs.
    pub fn is_extensible(&self) -> bool {
        ShedderInfo::find(&self.strategy).is_some_and(ShedderInfo::is_extensible)
    }

    /// The placement that is asked where bundles go. A strategy of the extensible manager runs with whatever is
    /// named; what nobody knows is then that manager's own, as far as it is here.
    pub(crate) fn placement_info(&self) -> Option<&'static PlacementInfo> {
        let own = || {
            self.is_extensible()
                .then(|| PlacementInfo::find("LeastResourceUsageWithWeight"))
                .flatten()
        };
        PlacementInfo::find(&self.placement).or_else(own)
    }

    /// Every setting that something in this variant reads, in the order of the table.
    pub fn reads(&self) -> Vec<Key> {
        let shedder = ShedderInfo::find(&self.strategy).map_or(&[][..], |row| row.reads);
        let placement = self.placement_info().map_or(&[][..], |row| row.reads);
        let always = read_by(Reader::Manager).chain(read_by(Reader::Time));
        let mut keys: Vec<Key> = shedder
            .iter()
            .chain(placement)
            .copied()
            .chain(always)
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// A set-up with which the release would not run as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No such shedder class.
    UnknownShedder,
    /// No such placement class.
    UnknownPlacement,
    /// The placement is AvgShedder, the shedder is another.
    PlacementAlsoSheds,
}

impl Refusal {
    /// What the release would do, and the remedy.
    pub fn about(self) -> &'static str {
        match self {
            Self::UnknownShedder => {
                "No release has a shedder of this name. Up to 3.x the manager took OverloadShedder without a word; since then the broker does not start. Pick another."
            }
            Self::UnknownPlacement => {
                "No release has a placement of this name: the broker does not start. Pick another."
            }
            Self::PlacementAlsoSheds => {
                "AvgShedder as placement needs AvgShedder as strategy: one object serves both. The load manager refuses to start. Set both to AvgShedder, or pick another placement."
            }
        }
    }
}

impl Scenario {
    /// A scenario of one variant with the usual horizon and seed.
    pub fn of(title: &str, notes: &[&str], world: Cluster, variant: Variant) -> Self {
        Self {
            shedscope: FORMAT_VERSION,
            system: SYSTEM.to_owned(),
            title: title.to_owned(),
            notes: notes.iter().map(|line| (*line).to_owned()).collect(),
            seed: 1,
            rounds: crate::engine::limits::DEFAULT_ROUNDS,
            variants: vec![variant],
            world,
        }
    }

    /// The first variant.
    pub fn variant(&self) -> &Variant {
        &self.variants[0]
    }

    /// When the last round takes place, in seconds after the start; the same in every variant.
    pub fn end_s(&self) -> f64 {
        self.variants.first().map_or(0.0, |variant| {
            let interval_s = variant.setting(Key::SheddingIntervalMinutes) * 60.0;
            self.rounds as f64 * interval_s + variant.setting(Key::ShedPhaseS)
        })
    }

    /// Sets a setting of a variant, or of all variants if it is one that they have in common.
    pub fn set(&mut self, variant: usize, key: Key, value: f64) {
        for (index, other) in self.variants.iter_mut().enumerate() {
            if index == variant || key.is_of_clock() {
                other.settings.set(key, value);
            }
        }
    }

    /// Reads and checks a document.
    ///
    /// # Errors
    /// With the place and what would be right.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let scenario = Self::from_json(text, SYSTEM, NAMES_1)?;
        scenario.check()?;
        Ok(scenario)
    }

    /// Checks the world and the bounds.
    ///
    /// # Errors
    /// With the place and what would be right.
    pub fn check(&self) -> Result<(), Problem> {
        self.world.check()?;
        self.check_run()
    }

    /// Checks what is run with brokers and bundles that have been checked: rules, events, variants and bounds.
    ///
    /// # Errors
    /// With the place and what would be right.
    pub(crate) fn check_run(&self) -> Result<(), Problem> {
        self.world.check_policies()?;
        self.world.check_events(self.end_s())?;
        self.check_variants()?;
        let brokers = self.world.broker_names().count() * self.variants.len();
        let cells = brokers.saturating_mul(self.rounds);
        if cells > MAX_BROKER_ROUNDS {
            let most = MAX_BROKER_ROUNDS / brokers.max(1);
            let (count, size) = (
                self.rounds as u64,
                format!("{brokers} brokers in all variants"),
            );
            return Err(Problem::at(
                "rounds",
                Cause::TooManyFor {
                    count,
                    size,
                    most: most as u64,
                },
            ));
        }
        Ok(())
    }

    /// Checks that there are variants, not too many, and that they are about what is there.
    fn check_variants(&self) -> Result<(), Problem> {
        self.count_variants()?;
        for (index, variant) in self.variants.iter().enumerate() {
            let clock = |variant: &Variant| {
                SETTINGS
                    .iter()
                    .filter(|row| row.key.is_of_clock())
                    .map(|row| variant.setting(row.key))
                    .collect()
            };
            let (first, own): (Vec<f64>, Vec<f64>) = (clock(&self.variants[0]), clock(variant));
            if first != own {
                let problem =
                    "its rounds take place at other times than those of the first variant";
                let cause = Cause::inconsistent(problem, "give all variants the same");
                return Err(
                    Problem::at("settings", cause).within(&format!("variant {}", index + 1))
                );
            }
            event::check_ignored(&self.world.events, &variant.ignored_events)
                .map_err(|problem| problem.within(&format!("variant {}", index + 1)))?;
        }
        Ok(())
    }
}
