//! What a JSON object is, by its members.

use super::super::json::Json;
use crate::engine::format::format_byte_rate;

/// The load managers whose reports are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manager {
    /// `LocalBrokerData`.
    Modular,
    /// `LoadReport`.
    Simple,
    /// `BrokerLoadData`, without bundles.
    Extensible,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The load report of a broker.
    Report(Manager),
    /// The node that names the leader.
    Leader,
    /// The averages of one bundle.
    BundleData,
    /// The averages of one broker.
    BrokerAverage,
    /// The largest bundles of a broker, from the extensible manager's second topic.
    TopBundles,
    /// The load factors of the simple manager.
    LoadFactors,
    /// Metrics as `pulsar-admin broker-stats monitoring-metrics` prints them.
    Metrics,
    /// A scenario of Shedscope.
    Scenario,
    /// Something else.
    Unknown,
}

impl Kind {
    /// What an object is.
    pub fn of(value: &Json) -> Self {
        let has = |key: &str| value.get(key).is_some();
        let has_any = |keys: &[&str]| keys.iter().any(|key| has(key));
        let starts = |prefix: &str| {
            value
                .members()
                .iter()
                .any(|(key, _)| key.starts_with(prefix))
        };
        let report_type = value.text_of("loadReportType").unwrap_or_default();
        if has("shedscope") {
            Self::Scenario
        } else if has("topBundlesLoadData") {
            Self::TopBundles
        } else if has_any(&["shortTermData", "longTermData"]) {
            Self::BundleData
        } else if starts("shortTermMsg") || starts("longTermMsg") {
            Self::BrokerAverage
        } else if has("metrics") && has("dimensions") {
            Self::Metrics
        } else if has_any(&["systemResourceUsage", "bundleStats"]) || report_type == "LoadReport" {
            Self::Report(Manager::Simple)
        } else if has_any(&["weightedMaxEMA", "msgThroughputEMA", "reportedAt"])
            && !has_any(&["lastStats", "bundles"])
        {
            Self::Report(Manager::Extensible)
        } else if has_any(&[
            "cpu",
            "bandwidthIn",
            "bandwidthOut",
            "directMemory",
            "lastStats",
            "bundles",
        ]) || report_type == "LocalBrokerData"
        {
            Self::Report(Manager::Modular)
        } else if starts("loadFactor") {
            Self::LoadFactors
        } else if has("serviceUrl") && value.members().len() <= 2 {
            Self::Leader
        } else {
            Self::Unknown
        }
    }

    /// What it is and why it is not enough, for objects that are no reports.
    pub fn about(self) -> &'static str {
        match self {
            Self::Report(_) => "a load report",
            Self::Leader => "the node that names the leader; it has no load",
            Self::BundleData => {
                "the averages of one bundle (a node under /loadbalance/bundle-data); it names no broker"
            }
            Self::BrokerAverage => {
                "the averages of one broker (a node under /loadbalance/broker-time-average); it has no usage and no bundles"
            }
            Self::TopBundles => {
                "the largest bundles of a broker of the extensible load manager; they do not say how much of it is used"
            }
            Self::LoadFactors => {
                "the load factors of the retired simple load manager; no decision of the modular one uses them"
            }
            Self::Metrics => {
                "metrics of one broker as JSON; they are read as the page that Prometheus gets, at /metrics/"
            }
            Self::Scenario => "a scenario of Shedscope",
            Self::Unknown => "no load report",
        }
    }
}

/// What is odd about the averages of a broker or bundle, if anything is.
pub(crate) fn oddity(value: &Json) -> Option<String> {
    let number = |key: &str| match value.get(key) {
        Some(Json::Number(number)) => *number,
        _ => 0.0,
    };
    let sum = |term: &str| {
        number(&format!("{term}MsgThroughputIn")) + number(&format!("{term}MsgThroughputOut"))
    };
    let (short, long) = (sum("shortTerm"), sum("longTerm"));
    (long >= 1.0 && short < long / 1000.0).then(|| {
        format!(
            "Its short-term traffic is {}, its long-term traffic {}: they contradict each other, so the bundle statistics are stale or broken (as in apache/pulsar issue 16145)",
            format_byte_rate(short),
            format_byte_rate(long)
        )
    })
}
