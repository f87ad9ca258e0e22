//! Edits of a cluster by hand. Each gives a new cluster or says why it cannot be.

use std::sync::Arc;

use super::cluster::{Broker, Bundle, Cluster};
use super::cluster_check::check_name;
use super::usage::Resource;
use crate::run::Problem;
use crate::run::limits::{MAX_AMOUNT, MAX_BROKERS, MAX_BUNDLES, MAX_PERCENT};

/// Traffic that one point of CPU carries where nothing else is known: messages per second, each way.
pub const MSG_RATE_PER_POINT: f64 = 500.0;
/// Bytes per second, each way.
pub const BYTES_PER_POINT: f64 = 512.0 * 1024.0;

impl Broker {
    /// Sets the usage of a resource in percent: by what its bundles cost (CPU, memory) or carry
    /// (network, and messages with it); below its base, or without bundles, the base changes.
    pub fn set_usage(&mut self, resource: Resource, percent: f64) {
        let base = self.base.of(resource);
        let carried = self.usage_percent(resource) - base;
        if carried <= 0.0 || percent < base {
            self.base = self.base.with(resource, (percent - carried.max(0.0)).max(0.0));
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
                Resource::Memory => bundle.memory_mb *= factor,
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
    pub fn set_load(&mut self, percent: f64) {
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
    pub fn set_bundle_count(&mut self, count: usize) {
        let mut total = Bundle::idle("");
        for bundle in self.bundles.iter() {
            add(&mut total, bundle);
        }
        let weights: Vec<f64> = (0..count).map(|index| libm::exp(-self.skew * libm::log((index + 1) as f64))).collect();
        let sum: f64 = weights.iter().sum();
        if count == 0 {
            // What nobody carries any more is still there.
            for resource in Resource::ALL {
                self.base = self.base.with(resource, self.usage_percent(resource));
            }
        }
        let names = bundle_names(self, count);
        let share = |(name, weight): (String, &f64)| part(&total, weight / sum, name);
        self.bundles = Arc::new(names.into_iter().zip(&weights).map(share).collect());
    }
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

/// The names it has, and new ones behind them.
fn bundle_names(broker: &Broker, count: usize) -> Vec<String> {
    let mut names: Vec<String> = broker.bundles.iter().take(count).map(|bundle| bundle.name.to_string()).collect();
    let mut next = 0;
    while names.len() < count {
        // A namespace of the broker's own, so that names stay unique in the cluster.
        let name = format!("added/{}/0x{next:08x}_0x{:08x}", broker.name.replace('/', "-"), next + 1);
        next += 1;
        if !broker.bundles.iter().any(|bundle| *bundle.name == *name) {
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
    pub fn add_broker(&mut self) -> Result<(), Problem> {
        if self.brokers.len() >= MAX_BROKERS {
            return Err(Problem::at("brokers", format!("there are {MAX_BROKERS} already, as many as are allowed.")));
        }
        let mut broker = Broker::empty(self.free_broker_name());
        if let Some(like) = self.brokers.last() {
            broker.limits = like.limits;
        }
        self.brokers.push(broker);
        Ok(())
    }

    /// A name that no broker has.
    pub fn free_broker_name(&self) -> String {
        let mut number = self.brokers.len() + 1;
        loop {
            let name = format!("broker-{number}");
            if !self.broker_names().any(|taken| **taken == *name) {
                return name;
            }
            number += 1;
        }
    }

    /// Adds a bundle to a broker, like the smallest it has.
    ///
    /// # Errors
    /// When there are as many as are allowed.
    pub fn add_bundle(&mut self, broker: usize) -> Result<(), Problem> {
        if self.bundle_count() >= MAX_BUNDLES {
            return Err(Problem::at("bundles", format!("there are {MAX_BUNDLES} already, as many as are allowed.")));
        }
        let broker = &mut self.brokers[broker];
        let names = bundle_names(broker, broker.bundles.len() + 1);
        let smallest = broker.bundles.iter().min_by(|a, b| a.cpu.total_cmp(&b.cpu)).cloned();
        let like = smallest.unwrap_or_else(|| Bundle {
            cpu: 1.0,
            msg_rate_in: MSG_RATE_PER_POINT,
            msg_rate_out: MSG_RATE_PER_POINT,
            msg_throughput_in: BYTES_PER_POINT,
            msg_throughput_out: BYTES_PER_POINT,
            ..Bundle::idle("")
        });
        if let Some(name) = names.last() {
            Arc::make_mut(&mut broker.bundles).push(Bundle { name: name.as_str().into(), ..like });
        }
        Ok(())
    }

    /// Whether a broker may be called so.
    pub(super) fn check_broker_name(&self, broker: usize, name: &str) -> Result<(), Problem> {
        check_name(name)?;
        if self.brokers.iter().enumerate().any(|(index, other)| index != broker && *other.name == *name) {
            return Err(Problem::at("name", "another broker has this name; give each its own."));
        }
        Ok(())
    }

    /// Whether a bundle may be called so.
    pub(super) fn check_bundle_name(&self, broker: usize, bundle: usize, name: &str) -> Result<(), Problem> {
        check_name(name)?;
        for (b, owner) in self.brokers.iter().enumerate() {
            if owner.bundles.iter().enumerate().any(|(i, other)| (b, i) != (broker, bundle) && *other.name == *name) {
                return Err(Problem::at("name", "another bundle has this name; a bundle has one owner."));
            }
        }
        Ok(())
    }

    /// Events follow whom they are about.
    fn rename_in_events(&mut self, old: &str, new: &str) {
        self.events.iter_mut().filter(|event| *event.of == *old).for_each(|event| event.of = new.into());
    }

    /// Rules follow the brokers that they name.
    fn rename_in_rules(&mut self, old: &str, new: &str) {
        let lists = self.isolation.iter_mut().flat_map(|rule| [&mut rule.primary, &mut rule.secondary]);
        lists.flatten().filter(|name| ***name == *old).for_each(|name| *name = new.into());
    }

    /// Whether every number is one that [`Cluster::check`] takes.
    pub(super) fn has_sound_numbers(&self) -> bool {
        let is_sound = |broker: &Broker| {
            let base = broker.base.to_array().into_iter().all(|base| (0.0..=MAX_PERCENT).contains(&base));
            let amounts = broker.bundles.iter().flat_map(|bundle| bundle.amounts());
            base && amounts.into_iter().all(|(_, amount)| (0.0..=MAX_AMOUNT).contains(&amount))
        };
        self.brokers.iter().all(is_sound) && self.bundle_count() <= MAX_BUNDLES
    }

    /// Renames a broker.
    ///
    /// # Errors
    /// When the name is empty, too long, or another broker's.
    pub fn rename_broker(&mut self, broker: usize, name: &str) -> Result<(), Problem> {
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
    pub fn rename_bundle(&mut self, broker: usize, bundle: usize, name: &str) -> Result<(), Problem> {
        self.check_bundle_name(broker, bundle, name)?;
        let bundle = &mut Arc::make_mut(&mut self.brokers[broker].bundles)[bundle];
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
        use crate::shedding::cluster_edit::ClusterEdit;
        use crate::shedding::situations::Situation;
        let mut scenario = Situation::find("isolation").unwrap().build();
        let primary = scenario.world.isolation[0].primary[0].clone();
        let index = scenario.world.brokers.iter().position(|broker| broker.name == primary).unwrap();
        scenario.world.rename_broker(index, "renamed").unwrap();
        assert_eq!(&*scenario.world.isolation[0].primary[0], "renamed");
        assert_eq!(scenario.check(), Ok(()));
        scenario.world = ClusterEdit::RemoveBroker(index).apply(&scenario.world).unwrap();
        let problem = scenario.check_run().unwrap_err().to_string();
        assert!(problem.starts_with("isolation 1, "), "{problem}");
    }
}
