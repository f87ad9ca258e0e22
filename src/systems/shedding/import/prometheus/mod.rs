//! Brokers' usages in Prometheus' text format, read.
//!
//! Names and labels are those of Pulsar's reference of metrics, section load balancing, and of the classes
//! that fill them: `ModularLoadManagerImpl` puts `brk_lb_…` names together, the exporter turns `brk_` into
//! `pulsar_`. Usages are in percent.

mod apply;
mod line;
mod usages;

pub(crate) use apply::apply_usages;
pub(crate) use usages::BrokerUsage;
pub use usages::{Usages, read};

use crate::systems::shedding::model::usage::Resource;

/// What the gauge of a resource is called behind `lb_`, in the order of the alphabet, as on brokers' pages.
pub(crate) const GAUGES: [(&str, Resource); 5] = [
    ("bandwidth_in_usage", Resource::BandwidthIn),
    ("bandwidth_out_usage", Resource::BandwidthOut),
    ("cpu_usage", Resource::Cpu),
    ("directMemory_usage", Resource::DirectMemory),
    ("memory_usage", Resource::StrategyMemory),
];

/// How an operator gets the metrics.
pub(crate) const HOW_TO_GET: &str = "give the page of each broker's metrics: `curl http://BROKER:8080/metrics/`, in one file or several";

/// The resource whose usage a line of metrics gives, if it gives one.
pub(crate) fn resource_of(line: &str) -> Option<Resource> {
    gauge(line::name_of(line))
}

/// The resource of a gauge with any of its prefixes: `pulsar_lb_…`, `brk_lb_…` as brokers call it inside,
/// `pulsar.lb_…` as Datadog does, another vendor's, or none.
fn gauge(name: &str) -> Option<Resource> {
    let (prefix, rest) = name.rsplit_once("lb_")?;
    let is_of_names = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'.');
    if !(prefix.is_empty() || prefix.ends_with(['_', '.', ':'])) || !prefix.bytes().all(is_of_names)
    {
        return None;
    }
    GAUGES
        .iter()
        .find(|(suffix, _)| suffix.eq_ignore_ascii_case(rest))
        .map(|(_, resource)| *resource)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gauges_are_known_by_any_prefix() {
        for name in [
            "pulsar_lb_cpu_usage",
            "brk_lb_cpu_usage",
            "pulsar.lb_cpu_usage",
            "cloudmq_lb_cpu_usage",
            "lb_cpu_usage",
        ] {
            assert_eq!(gauge(name), Some(Resource::Cpu), "{name}");
        }
        assert_eq!(
            gauge("pulsar_lb_directMemory_usage"),
            Some(Resource::DirectMemory)
        );
        for name in [
            "",
            "lb_",
            "cpu_usage",
            "pulsar_lb_cpu_usage_total",
            "pulsar_lb_resource_usage",
            "a b_lb_cpu_usage",
            "club_cpu_usage",
        ] {
            assert_eq!(gauge(name), None, "{name}");
        }
        assert_eq!(
            resource_of("pulsar_lb_memory_usage{broker=\"a\"} 3"),
            Some(Resource::StrategyMemory)
        );
        assert_eq!(resource_of("x_lb_memory_usage=3"), None);
    }
}
