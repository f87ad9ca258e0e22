//! What a text is, by its content; names and endings of files tell nothing.

use super::prometheus::resource_of;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scenario of Shedscope.
    Scenario,
    /// A broker.conf, or lines of one.
    BrokerConf,
    /// Load reports, as JSON.
    LoadReports,
    /// The table that `pulsar-perf monitor-brokers` prints.
    MonitorTable,
    /// Metrics in Prometheus' text format.
    Prometheus,
    /// The log of a broker.
    Log,
}

/// Lines that are looked at.
const LINES: usize = 50;

/// Recognises a text. Whatever is nothing else may be a broker.conf.
pub fn recognise(text: &str) -> FileKind {
    let start = text.trim_start();
    let lines = || start.lines().take(LINES).map(str::trim_start);
    let is_message = |line: &str| line.starts_with("key:[") && line.contains("content:");
    if start.starts_with(['{', '[']) || lines().any(is_message) || start.starts_with("get /") {
        return if names_us(start) {
            FileKind::Scenario
        } else {
            FileKind::LoadReports
        };
    }
    if lines().any(|line| line.starts_with("||")) {
        return FileKind::MonitorTable;
    }
    if lines().any(is_metrics) {
        return FileKind::Prometheus;
    }
    if lines().any(is_log) {
        FileKind::Log
    } else {
        FileKind::BrokerConf
    }
}

/// Whether an object has our own key.
fn names_us(text: &str) -> bool {
    const KEY: &str = "\"shedscope\"";
    text.starts_with('{')
        && text
            .match_indices(KEY)
            .any(|(at, _)| text[at + KEY.len()..].trim_start().starts_with(':'))
}

fn is_metrics(line: &str) -> bool {
    ["# HELP ", "# TYPE ", "pulsar_"]
        .iter()
        .any(|start| line.starts_with(start))
        || resource_of(line).is_some()
}

fn is_log(line: &str) -> bool {
    let starts_with_date = line.bytes().take(4).filter(u8::is_ascii_digit).count() == 4;
    starts_with_date
        && [" INFO ", " WARN ", " ERROR ", " DEBUG "]
            .iter()
            .any(|level| line.contains(level))
}

impl FileKind {
    /// What it is called in messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Scenario => "a scenario",
            Self::BrokerConf => "a broker.conf",
            Self::LoadReports => "a file of load reports",
            Self::MonitorTable => "the table of pulsar-perf monitor-brokers",
            Self::Prometheus => "a page of Prometheus metrics",
            Self::Log => "the log of a broker",
        }
    }

    /// Why it cannot be imported, if it cannot.
    pub fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Scenario | Self::BrokerConf | Self::LoadReports | Self::Prometheus => None,
            Self::MonitorTable => Some("it has no limits and no bundles"),
            Self::Log => Some("this version does not read logs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        for (text, kind) in [
            ("\n{ \"shedscope\" : 1 }", FileKind::Scenario),
            ("{\"cpu\":{}}", FileKind::LoadReports),
            ("{\"name\":\"shedscope\"}", FileKind::LoadReports),
            ("-----\nkey:[a], content:{}", FileKind::LoadReports),
            ("[zk: h 0] get /a/b\n{}", FileKind::LoadReports),
            ("=====\n||SYSTEM |", FileKind::MonitorTable),
            ("# HELP x\n", FileKind::Prometheus),
            ("pulsar_lb_cpu_usage{broker=\"a\"} 3", FileKind::Prometheus),
            (
                "$ curl x\nbrk_lb_cpu_usage{broker=\"a\"} 3",
                FileKind::Prometheus,
            ),
            (
                "cloudmq_lb_memory_usage{broker=\"a\"} 3",
                FileKind::Prometheus,
            ),
            ("2024-01-01 12:00 [main] WARN  x", FileKind::Log),
            ("a=1", FileKind::BrokerConf),
            ("", FileKind::BrokerConf),
        ] {
            assert_eq!(recognise(text), kind, "{text}");
        }
    }
}
