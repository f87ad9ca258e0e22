//! Edits of a cluster by hand. Each gives a new cluster or says why it cannot be.

use std::sync::Arc;

use crate::engine::limits::{MAX_AMOUNT, MAX_BROKERS, MAX_BUNDLES, MAX_PERCENT};
use crate::engine::{Cause, Problem, Thing};
use crate::systems::shedding::model::cluster::{Broker, Bundle, Cluster, UNPLACED, weights};
use crate::systems::shedding::model::usage::Resource;
use crate::systems::shedding::model::validate::check_name;

/// Traffic that one point of CPU carries where nothing else is known: messages per second, each way.
pub(crate) const MSG_RATE_PER_POINT: f64 = 500.0;
/// Bytes per second, each way.
pub(crate) const BYTES_PER_POINT: f64 = 512.0 * 1024.0;
/// The namespace of new bundles that nobody owns: no broker's own.
const UNPLACED_NAMESPACE: &str = "new/unplaced";

impl Broker {
    /// Sets the usage of a resource in percent: by what its bundles cost (CPU, memory) or carry
    /// (network, and messages with it); below its base, or without bundles, the base changes.
    pub(crate) fn set_usage(&mut self, resource: Resource, percent: f64) {
        let base = self.base.of(resource);
        let carried = self.usage_percent(resource) - base;
        if carried <= 0.0 || percent < base {
            self.base = self
                .base
                .with(resource, (percent - carried.max(0.0)).max(0.0));
            if carried > percent {
                self.scale(resource, percent / carried);
            }
            return;
        }
        self.scale(resource, (percent - base) / carried);
    }

    fn scale(&mut self, resource: Resource, factor: f64) {
        for bundle in Arc::make_mut(&mut self.bundles) {
            match resource {
                Resource::Cpu => bundle.cpu *= factor,
                Resource::StrategyMemory => bundle.memory_mb *= factor,
                Resource::DirectMemory => bundle.direct_memory_mb *= factor,
                Resource::BandwidthIn => {
                    bundle.msg_throughput_in *= factor;
                    bundle.msg_rate_in *= factor;
                }
                Resource::BandwidthOut => {
                    bundle.msg_throughput_out *= factor;
                    bundle.msg_rate_out *= factor;
                }
            }
        }
    }

    /// Scales everything its bundles cost and carry, so that CPU usage becomes `percent`: what dragging
    /// a bar does.
    pub(crate) fn set_load(&mut self, percent: f64) {
        let base = self.base.cpu;
        let carried = self.usage_percent(Resource::Cpu) - base;
        if carried <= 0.0 || percent < base {
            return self.set_usage(Resource::Cpu, percent);
        }
        let factor = (percent - base) / carried;
        for resource in Resource::ALL {
            self.scale(resource, factor);
        }
    }

    /// Shares what its bundles cost and carry in all among `count` bundles; `self.skew` says how unequally.
    /// New names continue the namespaces that are there.
    pub(crate) fn set_bundle_count(&mut self, count: usize) {
        if count == 0 {
            // What nobody carries any more is still there.
            for resource in Resource::ALL {
                self.base = self.base.with(resource, self.usage_percent(resource));
            }
        }
        self.bundles = shared_among(&self.bundles, count, self.skew, &self.namespace());
    }

    /// A namespace of the broker's own for new bundles, so that names stay unique in the cluster.
    fn namespace(&self) -> String {
        format!("added/{}", self.name.replace('/', "-"))
    }
}

/// What bundles cost and carry in all, shared among `count` of them.
fn shared_among(bundles: &[Bundle], count: usize, skew: f64, namespace: &str) -> Arc<Vec<Bundle>> {
    let mut total = Bundle::idle("");
    bundles.iter().for_each(|bundle| add(&mut total, bundle));
    let weights = weights(count, skew);
    let sum: f64 = weights.iter().sum();
    let share = |(name, weight): (String, &f64)| part(&total, weight / sum, name);
    Arc::new(
        bundle_names(bundles, count, namespace)
            .into_iter()
            .zip(&weights)
            .map(share)
            .collect(),
    )
}

fn add(total: &mut Bundle, bundle: &Bundle) {
    total.cpu += bundle.cpu;
    total.msg_rate_in += bundle.msg_rate_in;
    total.msg_rate_out += bundle.msg_rate_out;
    total.msg_throughput_in += bundle.msg_throughput_in;
    total.msg_throughput_out += bundle.msg_throughput_out;
    total.memory_mb += bundle.memory_mb;
    total.direct_memory_mb += bundle.direct_memory_mb;
}

fn part(total: &Bundle, share: f64, name: String) -> Bundle {
    Bundle {
        cpu: total.cpu * share,
        msg_rate_in: total.msg_rate_in * share,
        msg_rate_out: total.msg_rate_out * share,
        msg_throughput_in: total.msg_throughput_in * share,
        msg_throughput_out: total.msg_throughput_out * share,
        memory_mb: total.memory_mb * share,
        direct_memory_mb: total.direct_memory_mb * share,
        ..Bundle::idle(name)
    }
}

/// A bundle that costs a point of CPU and carries what goes with it; it has yet to be given a name.
fn of_one_point() -> Bundle {
    Bundle {
        cpu: 1.0,
        msg_rate_in: MSG_RATE_PER_POINT,
        msg_rate_out: MSG_RATE_PER_POINT,
        msg_throughput_in: BYTES_PER_POINT,
        msg_throughput_out: BYTES_PER_POINT,
        ..Bundle::idle("")
    }
}

/// The names that bundles have, and new ones behind them.
fn bundle_names(bundles: &[Bundle], count: usize, namespace: &str) -> Vec<String> {
    let mut names: Vec<String> = bundles
        .iter()
        .take(count)
        .map(|bundle| bundle.name.to_string())
        .collect();
    let mut next = 0;
    while names.len() < count {
        let name = format!("{namespace}/0x{next:08x}_0x{:08x}", next + 1);
        next += 1;
        if !bundles.iter().any(|bundle| *bundle.name == *name) {
            names.push(name);
        }
    }
    names
}

impl Cluster {
    /// Adds an empty broker with a name that is free.
    ///
    /// # Errors
    /// When there are as many as are allowed.
    pub(crate) fn add_broker(&mut self) -> Result<(), Problem> {
        if self.brokers.len() >= MAX_BROKERS {
            return Err(Problem::at(
                "brokers",
                Cause::too_many(MAX_BROKERS + 1, MAX_BROKERS, "brokers"),
            ));
        }
        let mut broker = Broker::empty(self.free_broker_name());
        if let Some(like) = self.brokers.last() {
            broker.limits = like.limits;
        }
        self.brokers.push(broker);
        Ok(())
    }

    /// A name that no broker has.
    pub(crate) fn free_broker_name(&self) -> String {
        let mut number = self.brokers.len() + 1;
        loop {
            let name = format!("broker-{number}");
            if !self.broker_names().any(|taken| **taken == *name) {
                return name;
            }
            number += 1;
        }
    }

    /// The bundles of a broker that is there, or of [`UNPLACED`], to be edited.
    pub(crate) fn bundles_mut(&mut self, owner: usize) -> &mut Vec<Bundle> {
        Arc::make_mut(match owner {
            UNPLACED => &mut self.unplaced,
            _ => &mut self.brokers[owner].bundles,
        })
    }

    /// Shares what the bundles of a broker, or of [`UNPLACED`], cost and carry among `count` of them. Where
    /// nothing was without a broker, there is nothing to share: each is then of one point.
    pub(crate) fn set_bundle_count(&mut self, owner: usize, count: usize) {
        match owner {
            UNPLACED if self.unplaced.is_empty() => {
                let names = bundle_names(&[], count, UNPLACED_NAMESPACE);
                let make = |name: String| Bundle {
                    name: name.into(),
                    ..of_one_point()
                };
                self.unplaced = Arc::new(names.into_iter().map(make).collect());
            }
            UNPLACED => {
                self.unplaced = shared_among(&self.unplaced, count, 0.0, UNPLACED_NAMESPACE)
            }
            _ => self.brokers[owner].set_bundle_count(count),
        }
    }

    /// Adds a bundle to a broker, or to [`UNPLACED`], like the smallest there.
    ///
    /// # Errors
    /// When there are as many as are allowed.
    pub(crate) fn add_bundle(&mut self, owner: usize) -> Result<(), Problem> {
        if self.bundle_count() >= MAX_BUNDLES {
            return Err(Problem::at(
                "bundles",
                Cause::too_many(MAX_BUNDLES + 1, MAX_BUNDLES, "bundles"),
            ));
        }
        let namespace = self
            .brokers
            .get(owner)
            .map_or_else(|| UNPLACED_NAMESPACE.to_owned(), Broker::namespace);
        let bundles = self.bundles_mut(owner);
        let names = bundle_names(bundles, bundles.len() + 1, &namespace);
        let smallest = bundles
            .iter()
            .min_by(|a, b| a.cpu.total_cmp(&b.cpu))
            .cloned();
        let like = smallest.unwrap_or_else(of_one_point);
        if let Some(name) = names.last() {
            bundles.push(Bundle {
                name: name.as_str().into(),
                ..like
            });
        }
        Ok(())
    }

    /// Whether a broker may be called so.
    pub(crate) fn check_broker_name(&self, broker: usize, name: &str) -> Result<(), Problem> {
        check_name(name)?;
        if self
            .brokers
            .iter()
            .enumerate()
            .any(|(index, other)| index != broker && *other.name == *name)
        {
            return Err(Problem::at("name", Cause::duplicate(Thing::Broker, name)));
        }
        Ok(())
    }

    /// Whether a bundle may be called so.
    pub(crate) fn check_bundle_name(
        &self,
        owner: usize,
        bundle: usize,
        name: &str,
    ) -> Result<(), Problem> {
        check_name(name)?;
        let own = self
            .bundles_of(owner)
            .and_then(|bundles| bundles.get(bundle));
        let is_own = |other: &Bundle| own.is_some_and(|own| std::ptr::eq(own, other));
        if self
            .bundles()
            .any(|other| *other.name == *name && !is_own(other))
        {
            return Err(Problem::at("name", Cause::duplicate(Thing::Bundle, name)));
        }
        Ok(())
    }

    /// Events follow what they are about.
    fn rename_in_events(&mut self, old: &str, new: &str) {
        self.events
            .iter_mut()
            .filter(|event| *event.target == *old)
            .for_each(|event| event.target = new.into());
    }

    /// Rules follow the brokers that they name.
    fn rename_in_rules(&mut self, old: &str, new: &str) {
        let lists = self
            .isolation
            .iter_mut()
            .flat_map(|rule| [&mut rule.primary, &mut rule.secondary]);
        lists
            .flatten()
            .filter(|name| ***name == *old)
            .for_each(|name| *name = new.into());
    }

    /// Whether every number is one that [`Cluster::check`] takes.
    pub(crate) fn has_sound_numbers(&self) -> bool {
        let mut bases = self
            .brokers
            .iter()
            .flat_map(|broker| broker.base.to_array());
        let mut amounts = self.bundles().flat_map(Bundle::amounts);
        bases.all(|base| (0.0..=MAX_PERCENT).contains(&base))
            && amounts.all(|(_, amount)| (0.0..=MAX_AMOUNT).contains(&amount))
            && self.bundle_count() <= MAX_BUNDLES
    }

    /// Renames a broker.
    ///
    /// # Errors
    /// When the name is empty, too long, or another broker's.
    pub(crate) fn rename_broker(&mut self, broker: usize, name: &str) -> Result<(), Problem> {
        self.check_broker_name(broker, name)?;
        let old = std::mem::replace(&mut self.brokers[broker].name, name.into());
        self.rename_in_events(&old, name);
        self.rename_in_rules(&old, name);
        Ok(())
    }

    /// Renames a bundle.
    ///
    /// # Errors
    /// When the name is empty, too long, or another bundle's.
    pub(crate) fn rename_bundle(
        &mut self,
        owner: usize,
        bundle: usize,
        name: &str,
    ) -> Result<(), Problem> {
        self.check_bundle_name(owner, bundle, name)?;
        let bundle = &mut self.bundles_mut(owner)[bundle];
        let old = std::mem::replace(&mut bundle.name, name.into());
        self.rename_in_events(&old, name);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broker() -> Broker {
        let mut broker = Broker::empty("b");
        let bundle = |name: &str, cpu| Bundle {
            cpu,
            msg_rate_in: cpu * 100.0,
            msg_throughput_in: cpu * 1e6,
            ..Bundle::idle(name)
        };
        broker.bundles = Arc::new(vec![bundle("t/n/0", 10.0), bundle("t/n/1", 30.0)]);
        broker.base.cpu = 5.0;
        broker
    }

    fn close(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-9, "{left} and {right}");
    }

    #[test]
    fn usage_scales_what_bundles_cost() {
        let mut broker = broker();
        broker.set_usage(Resource::Cpu, 85.0);
        close(broker.usage_percent(Resource::Cpu), 85.0);
        close(broker.base.cpu, 5.0);
        close(broker.bundles[1].cpu, 60.0);
        close(broker.bundles[1].msg_rate_in, 3000.0);
    }

    #[test]
    fn below_its_base_or_without_bundles_the_base_changes() {
        let mut with = broker();
        with.set_usage(Resource::Cpu, 3.0);
        close(with.usage_percent(Resource::Cpu), 3.0);
        let mut without = Broker::empty("b");
        without.set_usage(Resource::BandwidthIn, 40.0);
        close(without.usage_percent(Resource::BandwidthIn), 40.0);
        close(without.base.bandwidth_in, 40.0);
    }

    #[test]
    fn a_dragged_bar_scales_traffic_too() {
        let mut broker = broker();
        broker.set_load(25.0);
        close(broker.usage_percent(Resource::Cpu), 25.0);
        close(broker.bundles[1].msg_rate_in, 1500.0);
    }

    #[test]
    fn another_number_of_bundles_shares_the_same_load() {
        let mut broker = broker();
        broker.skew = 1.0;
        let before = broker.usage_percent(Resource::BandwidthIn);
        broker.set_bundle_count(7);
        assert_eq!(broker.bundles.len(), 7);
        close(broker.usage_percent(Resource::Cpu), 45.0);
        close(broker.usage_percent(Resource::BandwidthIn), before);
        close(broker.bundles[0].cpu, broker.bundles[1].cpu * 2.0);
        let cluster = Cluster::of(vec![broker]);
        assert_eq!(cluster.check(), Ok(()));
    }

    #[test]
    fn names_stay_unique() {
        let mut cluster = Cluster::of(vec![broker()]);
        cluster.add_broker().unwrap();
        cluster.add_bundle(0).unwrap();
        cluster.add_bundle(1).unwrap();
        assert_eq!(cluster.check(), Ok(()));
        assert!(cluster.rename_broker(1, "b").is_err());
        assert!(cluster.rename_bundle(1, 0, "t/n/0").is_err());
        assert!(cluster.rename_broker(1, " ").is_err());
        assert!(cluster.rename_broker(1, "b2").is_ok());
    }

    #[test]
    fn rules_follow_a_broker_and_do_not_outlive_it() {
        use crate::systems::shedding::edits::cluster::ClusterEdit;
        use crate::systems::shedding::presets;
        let mut scenario = presets::find("isolation").unwrap().build();
        let primary = scenario.world.isolation[0].primary[0].clone();
        let index = scenario
            .world
            .brokers
            .iter()
            .position(|broker| broker.name == primary)
            .unwrap();
        scenario.world.rename_broker(index, "renamed").unwrap();
        assert_eq!(&*scenario.world.isolation[0].primary[0], "renamed");
        assert_eq!(scenario.check(), Ok(()));
        scenario.world = ClusterEdit::RemoveBroker(index)
            .apply(&scenario.world)
            .unwrap();
        let problem = scenario.check_run().unwrap_err().to_string();
        assert!(problem.starts_with("isolation 1, "), "{problem}");
    }

    #[test]
    fn bundles_without_a_broker_are_edited_like_those_of_one() {
        use crate::systems::shedding::edits::cluster::{BundleField, ClusterEdit};
        let mut cluster = Cluster::of(vec![broker()]);
        let mut edit = |edit: ClusterEdit| {
            cluster = edit.apply(&cluster).unwrap();
            assert_eq!(cluster.check(), Ok(()), "{edit:?}");
            cluster
                .unplaced
                .iter()
                .map(|bundle| bundle.cpu)
                .collect::<Vec<_>>()
        };
        assert_eq!(edit(ClusterEdit::BundleCount(UNPLACED, 3)), [1.0; 3]);
        assert_eq!(
            edit(ClusterEdit::SetBundle(UNPLACED, 1, BundleField::Cpu, 4.0)),
            [1.0, 4.0, 1.0]
        );
        assert_eq!(edit(ClusterEdit::AddBundle(UNPLACED)), [1.0, 4.0, 1.0, 1.0]);
        assert_eq!(
            edit(ClusterEdit::RemoveBundle(UNPLACED, 0)),
            [4.0, 1.0, 1.0]
        );
        assert_eq!(
            edit(ClusterEdit::RenameBundle(UNPLACED, 0, "t/n/2".into())),
            [4.0, 1.0, 1.0]
        );
        assert_eq!(edit(ClusterEdit::BundleCount(UNPLACED, 6)), [1.0; 6]);
        assert_eq!(&*cluster.unplaced[0].name, "t/n/2");
        assert_eq!(
            (cluster.brokers[0].bundles.len(), cluster.brokers.len()),
            (2, 1)
        );
        // Names of bundles are unique in the cluster.
        for (owner, taken) in [(0, "t/n/2"), (UNPLACED, "t/n/1")] {
            let edit = ClusterEdit::RenameBundle(owner, 0, taken.into());
            assert!(
                edit.apply_name(&cluster).is_err() && edit.apply(&cluster).is_err(),
                "{taken}"
            );
        }
        assert_eq!(
            ClusterEdit::BundleCount(UNPLACED, 6).said(&cluster)
                + ", "
                + &ClusterEdit::AddBundle(0).said(&cluster),
            "Bundles without a broker: 6, New bundle of b"
        );
        for gone in [
            ClusterEdit::RemoveBundle(UNPLACED, 6),
            ClusterEdit::AddBundle(7),
            ClusterEdit::Load(UNPLACED, 5.0),
        ] {
            assert!(gone.apply(&cluster).is_err(), "{gone:?}");
        }
    }
}
