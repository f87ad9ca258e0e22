//! What the brokers and the leader of a round would expose, as text.

use super::number::push_float;
use crate::systems::shedding::Release;
use crate::systems::shedding::import::prometheus::GAUGES;

/// Everything that one round of one variant exposes.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposition<'a> {
    /// The label `cluster` of every line.
    pub cluster: &'a str,
    /// Whose names the counters have.
    pub release: Release,
    /// Whether the extensible load manager is at work rather than the modular one.
    pub is_extensible: bool,
    /// The brokers, in the order in which they are written.
    pub brokers: Vec<BrokerGauges<'a>>,
    /// The broker that leads.
    pub leader: Leader<'a>,
}

/// What a broker says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerGauges<'a> {
    /// The label `broker`. A real broker gives its address without the port here.
    pub name: &'a str,
    /// Percent of each resource, in the order of `Resource::ALL` and in the 32 bits that
    /// `ResourceUsage.percentUsage` has.
    pub usage_percent: [f32; 5],
    /// The extensible manager's measures of the broker; not written for the modular one.
    pub resource_usage: Option<ResourceUsage>,
}

/// `BrokerLoadData` of the extensible manager, as fractions (0.5 is half of the broker).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResourceUsage {
    /// The running average of the weighted highest usage, which TransferShedder compares
    /// (`weightedMaxEMA`).
    pub max_ema: f32,
    /// The highest usage of any resource (`maxResourceUsage`).
    pub max: f32,
}

/// What the leader counts, from the start up to and including the round.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader<'a> {
    /// Which broker it is.
    pub name: &'a str,
    /// Brokers that something was unloaded from, once for each round in which it was.
    pub unloaded_brokers: u64,
    /// Bundles unloaded; one that is unloaded twice counts twice.
    pub unloaded_bundles: u64,
    /// The extensible manager's decisions by reason and result, in the order in which they are written.
    pub breakdown: Vec<Breakdown<'a>>,
    /// The extensible manager's statistics over the brokers' `max_ema`. A real leader exposes them where
    /// both are above 0.
    pub usage_stats: Option<UsageStats>,
}

/// One count of the extensible manager's decisions (`UnloadCounter`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown<'a> {
    /// `Overloaded`, `Underloaded`, `HitCount` and so on.
    pub reason: &'a str,
    /// `Success`, `Skip` or `Failure`.
    pub result: &'a str,
    /// How many.
    pub count: u64,
}

/// Average and standard deviation over the brokers, as fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UsageStats {
    /// The average.
    pub avg: f32,
    /// The standard deviation.
    pub std: f32,
}

const LOAD_BALANCING: (&str, &str) = ("metric", "loadBalancing");
const BUNDLE_UNLOADING: (&str, &str) = ("metric", "bundleUnloading");
const MAX_EMA: (&str, &str) = ("feature", "max_ema");

/// The counters of unloaded brokers and bundles.
///
/// Up to 2.10 they ended in `_count`. Pull request 16611 of July 2022, for the sake of OpenMetrics, has
/// them end in `_total`, and the classes of 4.0 and of 2026 have that. 5.0, which rests on descriptions, is
/// taken to have kept it.
fn counters(release: Release) -> [&'static str; 2] {
    match release {
        Release::V4_0 | Release::Y2026 | Release::V5_0 => [
            "pulsar_lb_unload_broker_total",
            "pulsar_lb_unload_bundle_total",
        ],
    }
}

impl Exposition<'_> {
    /// All that is exposed, as if one page had it: the families of all brokers put together, since the
    /// format wants a family's lines in one place.
    pub fn joined(&self) -> String {
        self.write(None)
    }

    /// The page of one broker; with the counters if it leads. Empty where there is no such broker.
    pub(crate) fn of_broker(&self, name: &str) -> String {
        self.write(Some(name))
    }

    /// The page of the broker that leads: its own usages and the counters.
    pub(crate) fn of_leader(&self) -> String {
        self.write(Some(self.leader.name))
    }

    fn write(&self, only: Option<&str>) -> String {
        let is_meant = |name: &str| only.is_none_or(|only| only == name);
        let brokers = || self.brokers.iter().filter(|broker| is_meant(broker.name));
        let mut page = Page {
            text: String::new(),
            cluster: self.cluster,
        };
        for (suffix, resource) in GAUGES {
            let name = ["pulsar_lb_", suffix];
            for (index, broker) in brokers().enumerate() {
                page.start(
                    index == 0,
                    &name,
                    &[("broker", broker.name), LOAD_BALANCING],
                );
                page.float(broker.usage_percent[resource as usize]);
            }
        }
        if self.is_extensible {
            let measured =
                brokers().filter_map(|broker| Some((broker.name, broker.resource_usage?)));
            for (index, (name, usage)) in measured.enumerate() {
                for (nth, (feature, value)) in [("max_ema", usage.max_ema), ("max", usage.max)]
                    .into_iter()
                    .enumerate()
                {
                    let labels = [("broker", name), ("feature", feature), LOAD_BALANCING];
                    page.start(index + nth == 0, &["pulsar_lb_resource_usage"], &labels);
                    page.float(value);
                }
            }
        }
        if is_meant(self.leader.name) {
            self.write_counters(&mut page);
        }
        page.text
    }

    /// The modular leader's counters name no broker (`ModularLoadManagerImpl.updateBundleUnloadingMetrics`
    /// gives them but one label), the extensible one's do (`UnloadCounter.toMetrics`). Both are gauges on the
    /// pages of real brokers, whatever the reference of metrics calls them.
    fn write_counters(&self, page: &mut Page<'_>) {
        let leader = &self.leader;
        let labels = [("broker", leader.name), BUNDLE_UNLOADING];
        let labels = if self.is_extensible {
            &labels[..]
        } else {
            &labels[1..]
        };
        for (name, count) in counters(self.release)
            .iter()
            .zip([leader.unloaded_brokers, leader.unloaded_bundles])
        {
            page.start(true, &[name], labels);
            page.count(count);
        }
        if !self.is_extensible {
            return;
        }
        for (index, one) in leader.breakdown.iter().enumerate() {
            let labels = [
                ("broker", leader.name),
                BUNDLE_UNLOADING,
                ("reason", one.reason),
                ("result", one.result),
            ];
            page.start(
                index == 0,
                &["pulsar_lb_unload_broker_breakdown_total"],
                &labels,
            );
            page.count(one.count);
        }
        if let Some(UsageStats { avg, std }) = leader.usage_stats {
            for (stat, value) in [("avg", avg), ("std", std)] {
                let labels = [
                    ("broker", leader.name),
                    MAX_EMA,
                    BUNDLE_UNLOADING,
                    ("stat", stat),
                ];
                page.start(stat == "avg", &["pulsar_lb_resource_usage_stats"], &labels);
                page.float(value);
            }
        }
    }
}

/// A page as it is written.
struct Page<'a> {
    text: String,
    cluster: &'a str,
}

impl Page<'_> {
    /// Starts a line, up to its value; the first of a family with the family's type.
    fn start(&mut self, is_first: bool, name: &[&str], labels: &[(&str, &str)]) {
        if is_first {
            self.text.push_str("# TYPE ");
            name.iter().for_each(|part| self.text.push_str(part));
            self.text.push_str(" gauge\n");
        }
        name.iter().for_each(|part| self.text.push_str(part));
        self.text.push_str("{cluster=\"");
        push_escaped(&mut self.text, self.cluster);
        for (label, value) in labels {
            self.text.push_str("\",");
            self.text.push_str(label);
            self.text.push_str("=\"");
            push_escaped(&mut self.text, value);
        }
        self.text.push_str("\"} ");
    }

    fn float(&mut self, value: f32) {
        push_float(&mut self.text, value);
        self.text.push('\n');
    }

    fn count(&mut self, count: u64) {
        self.text.push_str(&count.to_string());
        self.text.push('\n');
    }
}

/// Writes the value of a label: backslashes, quotes and ends of lines must not stand in it as they are.
fn push_escaped(text: &mut String, value: &str) {
    for c in value.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            '\n' => text.push_str("\\n"),
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exposition(is_extensible: bool) -> Exposition<'static> {
        let gauges = |name, usage_percent| BrokerGauges {
            name,
            usage_percent,
            resource_usage: Some(ResourceUsage {
                max_ema: 0.25,
                max: 0.04,
            }),
        };
        let breakdown = |reason, result, count| Breakdown {
            reason,
            result,
            count,
        };
        Exposition {
            cluster: "c",
            release: Release::Y2026,
            is_extensible,
            brokers: vec![
                gauges(
                    "b\\1\"",
                    [6.072_312_3e-5, 73.828_125, 1.660_156_2, 0.0, 400.0],
                ),
                gauges("a\n2", [90.0, 12.5, 0.0, 0.5, 3.0]),
            ],
            leader: Leader {
                name: "a\n2",
                unloaded_brokers: 2,
                unloaded_bundles: 13,
                breakdown: vec![
                    breakdown("Overloaded", "Success", 2),
                    breakdown("HitCount", "Skip", 3),
                ],
                usage_stats: Some(UsageStats { avg: 0.5, std: 0.3 }),
            },
        }
    }

    #[test]
    fn families_of_all_brokers_stand_together() {
        let expected = r##"# TYPE pulsar_lb_bandwidth_in_usage gauge
pulsar_lb_bandwidth_in_usage{cluster="c",broker="b\\1\"",metric="loadBalancing"} 0.0
pulsar_lb_bandwidth_in_usage{cluster="c",broker="a\n2",metric="loadBalancing"} 0.5
# TYPE pulsar_lb_bandwidth_out_usage gauge
pulsar_lb_bandwidth_out_usage{cluster="c",broker="b\\1\"",metric="loadBalancing"} 400.0
pulsar_lb_bandwidth_out_usage{cluster="c",broker="a\n2",metric="loadBalancing"} 3.0
# TYPE pulsar_lb_cpu_usage gauge
pulsar_lb_cpu_usage{cluster="c",broker="b\\1\"",metric="loadBalancing"} 6.0723123E-5
pulsar_lb_cpu_usage{cluster="c",broker="a\n2",metric="loadBalancing"} 90.0
# TYPE pulsar_lb_directMemory_usage gauge
pulsar_lb_directMemory_usage{cluster="c",broker="b\\1\"",metric="loadBalancing"} 1.6601562
pulsar_lb_directMemory_usage{cluster="c",broker="a\n2",metric="loadBalancing"} 0.0
# TYPE pulsar_lb_memory_usage gauge
pulsar_lb_memory_usage{cluster="c",broker="b\\1\"",metric="loadBalancing"} 73.828125
pulsar_lb_memory_usage{cluster="c",broker="a\n2",metric="loadBalancing"} 12.5
# TYPE pulsar_lb_unload_broker_total gauge
pulsar_lb_unload_broker_total{cluster="c",metric="bundleUnloading"} 2
# TYPE pulsar_lb_unload_bundle_total gauge
pulsar_lb_unload_bundle_total{cluster="c",metric="bundleUnloading"} 13
"##;
        assert_eq!(exposition(false).joined(), expected);
    }

    #[test]
    fn a_broker_has_its_own_page_and_the_leader_the_counters() {
        let exposition = exposition(true);
        let first = exposition.of_broker("b\\1\"");
        assert!(
            !first.contains("unload") && !first.contains("a\\n2"),
            "{first}"
        );
        assert_eq!(
            first
                .lines()
                .filter(|line| line.starts_with("# TYPE"))
                .count(),
            6
        );
        let leader = exposition.of_leader();
        let (usages, counters) = leader
            .split_once("# TYPE pulsar_lb_resource_usage gauge\n")
            .unwrap();
        assert_eq!(usages.lines().count(), 10);
        let expected = r##"pulsar_lb_resource_usage{cluster="c",broker="a\n2",feature="max_ema",metric="loadBalancing"} 0.25
pulsar_lb_resource_usage{cluster="c",broker="a\n2",feature="max",metric="loadBalancing"} 0.04
# TYPE pulsar_lb_unload_broker_total gauge
pulsar_lb_unload_broker_total{cluster="c",broker="a\n2",metric="bundleUnloading"} 2
# TYPE pulsar_lb_unload_bundle_total gauge
pulsar_lb_unload_bundle_total{cluster="c",broker="a\n2",metric="bundleUnloading"} 13
# TYPE pulsar_lb_unload_broker_breakdown_total gauge
pulsar_lb_unload_broker_breakdown_total{cluster="c",broker="a\n2",metric="bundleUnloading",reason="Overloaded",result="Success"} 2
pulsar_lb_unload_broker_breakdown_total{cluster="c",broker="a\n2",metric="bundleUnloading",reason="HitCount",result="Skip"} 3
# TYPE pulsar_lb_resource_usage_stats gauge
pulsar_lb_resource_usage_stats{cluster="c",broker="a\n2",feature="max_ema",metric="bundleUnloading",stat="avg"} 0.5
pulsar_lb_resource_usage_stats{cluster="c",broker="a\n2",feature="max_ema",metric="bundleUnloading",stat="std"} 0.3
"##;
        assert_eq!(counters, expected);
        assert_eq!(exposition.of_broker("nobody"), "");
    }

    #[test]
    fn a_cluster_without_brokers_has_only_counters() {
        let leader = Leader {
            name: "",
            ..exposition(false).leader
        };
        let empty = Exposition {
            brokers: Vec::new(),
            leader,
            ..exposition(false)
        };
        assert_eq!(empty.joined().lines().count(), 4);
    }
}
