//! Builders of clusters: a number of points of CPU on a broker, shared among a number of bundles, with the
//! traffic that goes with them.
//!
//! CPU is what decides, and traffic follows it: a point of CPU is [`MSG_RATE_PER_POINT`] messages per
//! second of [`MESSAGE_BYTES`] each. That is a quarter of a 10 Gbit/s card at 100 %, and enough for
//! the least amounts that shedders ask for.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::systems::shedding::model::cluster::{Broker, Bundle, Cluster, weights};

/// Messages per second, in plus out, that go with a point of CPU.
pub(crate) const MSG_RATE_PER_POINT: f64 = 1000.0;
/// Bytes of a message.
pub(crate) const MESSAGE_BYTES: f64 = 6144.0;
/// Topics that go with a point of CPU, each with one producer and two consumers.
const TOPICS_PER_POINT: f64 = 8.0;
/// Bundles are whole multiples of a 1024th of a point, so that their sum is exact in any order.
const GRAINS_PER_POINT: f64 = 1024.0;

/// Tenants of namespaces.
const TENANTS: [&str; 8] = [
    "shop", "bank", "games", "media", "maps", "mail", "iot", "ads",
];
/// Namespaces of a tenant.
const TOPICS: [&str; 12] = [
    "orders", "payments", "events", "logs", "metrics", "clicks", "alerts", "audit", "sessions",
    "invoices", "search", "stock",
];

/// A broker to be built.
#[derive(Clone, Debug)]
pub struct Draft {
    name: String,
    points: f64,
    bundles: usize,
    skew: f64,
    namespace: Option<&'static str>,
    idle: usize,
}

/// A broker at `points` percent of CPU made by `bundles` bundles: all alike at skew 0, a few large ones
/// and many small ones at 1.
pub fn broker(name: impl Into<String>, points: f64, bundles: usize, skew: f64) -> Draft {
    Draft {
        name: name.into(),
        points,
        bundles,
        skew,
        namespace: None,
        idle: 0,
    }
}

impl Draft {
    /// The same broker with all of its bundles of one namespace (`tenant/namespace`).
    #[must_use]
    pub fn of(self, namespace: &'static str) -> Self {
        Self {
            namespace: Some(namespace),
            ..self
        }
    }

    /// The same broker with this many bundles more that carry nothing.
    #[must_use]
    pub fn with_idle(self, idle: usize) -> Self {
        Self { idle, ..self }
    }

    fn count(&self) -> usize {
        self.bundles + self.idle
    }
}

/// Brokers `broker-1`, `broker-2`, … at these percentages; each with a bundle for about every `grain`
/// points, at least one unless it is empty.
pub fn brokers(points: &[f64], grain: f64, skew: f64) -> Vec<Draft> {
    let width = points.len().to_string().len();
    let draft = |(index, &points): (usize, &f64)| {
        let bundles = if points > 0.0 {
            (points / grain).round().max(1.0) as usize
        } else {
            0
        };
        broker(
            format!("broker-{:0width$}", index + 1),
            points,
            bundles,
            skew,
        )
    };
    points.iter().enumerate().map(draft).collect()
}

/// The cluster of these brokers. Bundles of brokers without a namespace of their own are dealt to
/// namespaces in turn, so that the `per_namespace` bundles of a namespace lie on different brokers where
/// there is room, as they do where brokers with the fewest bundles of a namespace are preferred. With 1,
/// every bundle is a namespace of its own.
pub fn cluster(drafts: &[Draft], per_namespace: usize) -> Cluster {
    let mut names = Names::of(drafts, per_namespace);
    let mut serial = 0;
    let mut build = |draft: &Draft| {
        let mut bundles = Vec::with_capacity(draft.count());
        let idle = std::iter::repeat_n(0.0, draft.idle);
        for points in shares(draft.points, draft.bundles, draft.skew)
            .into_iter()
            .chain(idle)
        {
            bundles.push(bundle(names.next(draft.namespace), points, serial));
            serial += 1;
        }
        Broker {
            skew: draft.skew,
            bundles: bundles.into(),
            ..Broker::empty(draft.name.as_str())
        }
    };
    Cluster::of(drafts.iter().map(&mut build).collect())
}

/// Gives bundles their names, one after the other.
struct Names {
    /// Bundles to be dealt, the namespaces they are dealt to, and how many have been dealt.
    total: usize,
    namespaces: usize,
    dealt: usize,
    /// Namespaces that brokers have to themselves: how many bundles there are, how many were named.
    own: BTreeMap<&'static str, (usize, usize)>,
}

impl Names {
    fn of(drafts: &[Draft], per_namespace: usize) -> Self {
        let mut own = BTreeMap::<&str, (usize, usize)>::new();
        let mut total = 0;
        for draft in drafts {
            match draft.namespace {
                Some(namespace) => own.entry(namespace).or_default().0 += draft.count(),
                None => total += draft.count(),
            }
        }
        Self {
            total,
            namespaces: total.div_ceil(per_namespace.max(1)).max(1),
            dealt: 0,
            own,
        }
    }

    fn next(&mut self, namespace: Option<&'static str>) -> String {
        if let Some(namespace) = namespace {
            let (count, named) = self.own.entry(namespace).or_default();
            *named += 1;
            return bundle_name(namespace, *named - 1, *count);
        }
        let (place, rank) = (self.dealt % self.namespaces, self.dealt / self.namespaces);
        self.dealt += 1;
        let is_whole = (rank + 1) * self.namespaces <= self.total;
        let namespace = if is_whole {
            place * stride(rank, self.namespaces) % self.namespaces
        } else {
            place
        };
        bundle_name(
            &namespace_name(namespace),
            rank,
            (self.total - namespace).div_ceil(self.namespaces),
        )
    }
}

/// A bundle of this many points. `serial` sets its bytes apart from those of any other, for up to 2026
/// AvgShedder takes bundles with equal statistics for one.
fn bundle(name: String, points: f64, serial: usize) -> Bundle {
    if points == 0.0 {
        return Bundle::idle(name);
    }
    let rate = (points * MSG_RATE_PER_POINT / 2.0).round();
    let topics = (points * TOPICS_PER_POINT).round().max(1.0) as u32;
    Bundle {
        cpu: points,
        msg_rate_in: rate,
        msg_rate_out: rate,
        msg_throughput_in: rate * MESSAGE_BYTES + serial as f64,
        msg_throughput_out: rate * MESSAGE_BYTES,
        topics,
        producers: topics,
        consumers: 2 * topics,
        ..Bundle::idle(name)
    }
}

/// The same cluster with this share of its traffic, for the same CPU.
pub(crate) fn lighter(mut cluster: Cluster, share: f64) -> Cluster {
    for broker in &mut cluster.brokers {
        for bundle in Arc::make_mut(&mut broker.bundles) {
            for rate in [
                &mut bundle.msg_rate_in,
                &mut bundle.msg_rate_out,
                &mut bundle.msg_throughput_in,
                &mut bundle.msg_throughput_out,
            ] {
                *rate *= share;
            }
        }
    }
    cluster
}

/// `points` in `count` parts, the largest first: part i is in proportion to 1 / i^skew.
fn shares(points: f64, count: usize, skew: f64) -> Vec<f64> {
    let weights = weights(count, skew);
    let (total, grains) = (
        weights.iter().sum::<f64>(),
        (points * GRAINS_PER_POINT).round(),
    );
    let (mut reached, mut sum) = (0.0, 0.0);
    let part = |weight: f64| {
        sum += weight;
        let next = (grains * (sum / total)).round();
        let part = (next - reached) / GRAINS_PER_POINT;
        reached = next;
        part
    };
    weights.into_iter().map(part).collect()
}

/// Steps from namespace to namespace while bundles of this rank are dealt. They differ from rank to
/// rank, so that two brokers have some namespaces in common and not all or none.
fn stride(rank: usize, namespaces: usize) -> usize {
    let divides_both = |factor: usize, step: usize| {
        step.is_multiple_of(factor) && namespaces.is_multiple_of(factor)
    };
    (1 + 6 * rank..)
        .find(|step| !(2..=*step).any(|factor| divides_both(factor, *step)))
        .unwrap_or(1)
}

/// Namespace number `index`.
fn namespace_name(index: usize) -> String {
    let (tenant, topic) = (
        TENANTS[index % TENANTS.len()],
        TOPICS[index / TENANTS.len() % TOPICS.len()],
    );
    match index / (TENANTS.len() * TOPICS.len()) {
        0 => format!("{tenant}/{topic}"),
        more => format!("{tenant}/{topic}-{}", more + 1),
    }
}

/// Range `rank` of the `count` bundles of a namespace.
fn bundle_name(namespace: &str, rank: usize, count: usize) -> String {
    let (first, last) = hash_range(rank as u64, count as u64);
    format!("{namespace}/0x{first:08x}_0x{last:08x}")
}

/// The hash range of one of `count` bundles: equal parts, of which as many as needed have been halved.
fn hash_range(rank: u64, count: u64) -> (u64, u64) {
    let parts = 1 << count.max(1).ilog2();
    let (width, halved) = ((1_u64 << 32) / parts, 2 * (count - parts));
    let bound = |rank: u64| {
        if rank <= halved {
            rank * (width / 2)
        } else {
            (rank - halved / 2) * width
        }
    };
    (bound(rank), bound(rank + 1).min(0xffff_ffff))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::shedding::model::usage::Resource;

    #[test]
    fn a_broker_has_the_points_it_was_given_exactly() {
        let cluster = cluster(
            &[
                broker("a", 90.0, 7, 1.0),
                broker("b", 33.5, 13, 0.0),
                broker("c", 0.0, 0, 0.0),
            ],
            4,
        );
        let usages: Vec<f64> = cluster
            .brokers
            .iter()
            .map(|broker| broker.usage_percent(Resource::Cpu))
            .collect();
        assert_eq!(usages, [90.0, 33.5, 0.0]);
        let parts: Vec<f64> = cluster.brokers[0]
            .bundles
            .iter()
            .map(|bundle| bundle.cpu)
            .collect();
        assert!(parts.windows(2).all(|pair| pair[0] > pair[1]), "{parts:?}");
    }

    #[test]
    fn ranges_cover_the_hash_space_once() {
        for count in 1..40 {
            let mut next = 0;
            for rank in 0..count {
                let (first, last) = hash_range(rank, count);
                assert_eq!(first, next, "{rank} of {count}");
                assert!(last > first);
                next = last;
            }
            assert_eq!(next, 0xffff_ffff);
        }
    }

    #[test]
    fn bundles_of_a_namespace_lie_on_different_brokers_where_there_is_room() {
        let cluster = cluster(&brokers(&[40.0; 4], 4.0, 0.5), 4);
        for broker in &cluster.brokers {
            let mut namespaces: Vec<&str> = broker
                .bundles
                .iter()
                .map(|bundle| {
                    crate::systems::shedding::model::load_data::namespace_of(&bundle.name)
                })
                .collect();
            namespaces.sort_unstable();
            namespaces.dedup();
            assert_eq!(namespaces.len(), broker.bundles.len());
        }
    }
}
