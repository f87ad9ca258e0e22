//! One comparison: where a rule says `if`, it makes a [`Check`].
//!
//! Strategies record a check for each condition, for what happened and for what did not. Sentences,
//! lines on the chart, tables and countdowns are all views of checks; no view decides anything again.

use std::rc::Rc;
use std::sync::Arc;

/// How two sides are compared. Comparisons with NaN fail, as they do in the systems described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// left < right
    Below,
    /// left <= right
    AtMost,
    /// left = right
    Equals,
    /// left >= right
    AtLeast,
    /// left > right
    Above,
    /// The left name has the shape on the right: segments between slashes, `*` for any one segment,
    /// `HOST:PORT` for a host without a colon and a port of digits; alternatives between ` or `.
    HasShape,
}

impl Op {
    /// The usual sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "≤",
            Self::Equals => "=",
            Self::AtLeast => "≥",
            Self::Above => ">",
            Self::HasShape => "looks like",
        }
    }

    /// The sign of the opposite outcome.
    pub(crate) fn opposite_sign(self) -> &'static str {
        match self {
            Self::Below => "≥",
            Self::AtMost => ">",
            Self::Equals => "≠",
            Self::AtLeast => "<",
            Self::Above => "≤",
            Self::HasShape => "does not look like",
        }
    }

    /// The outcome of the comparison. Numbers and names do not compare with each other.
    #[inline]
    pub fn holds(self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => match self {
                Self::Below => left < right,
                Self::AtMost => left <= right,
                Self::Equals => left == right,
                Self::AtLeast => left >= right,
                Self::Above => left > right,
                Self::HasShape => false,
            },
            (Value::Name(left), Value::Name(right)) => match self {
                Self::Equals => left == right,
                Self::HasShape => has_any_shape(left, right),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether a name has one of the shapes between ` or `: what [`Op::HasShape`] asks.
pub(crate) fn has_any_shape(name: &str, shapes: &str) -> bool {
    shapes.split(' ').any(|shape| has_shape(name, shape))
}

fn has_shape(name: &str, shape: &str) -> bool {
    let (mut parts, mut shapes) = (name.split('/'), shape.split('/'));
    loop {
        match (parts.next(), shapes.next()) {
            (None, None) => return true,
            (Some(part), Some("HOST:PORT")) => {
                let Some((host, port)) = part.split_once(':') else {
                    return false;
                };
                let digits = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
                if host.is_empty() || !digits {
                    return false;
                }
            }
            (Some(_), Some("*")) => {}
            (Some(part), Some(shape)) if part == shape => {}
            _ => return false,
        }
    }
}

/// What stands on one side of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A measure or a setting.
    Number(f64),
    /// The name of a broker, bundle or namespace.
    Name(Arc<str>),
}

impl From<f64> for Value {
    #[inline]
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&Arc<str>> for Value {
    fn from(name: &Arc<str>) -> Self {
        Self::Name(Arc::clone(name))
    }
}

/// The unit in which a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share of a broker, 1 = all of it; shown as percent.
    Fraction,
    /// Percent of a broker, 0 to 100.
    Percent,
    /// A distance between two percentages.
    Points,
    /// Messages per second.
    MsgRate,
    /// Bytes per second.
    ByteRate,
    /// An amount of bytes.
    Bytes,
    /// This many a second: documents, requests, permits.
    PerSecond,
    /// A plain count.
    Count,
    /// A plain number that need not be whole, shown with up to two decimals.
    Number,
    /// A time span in minutes.
    Minutes,
    /// A time span in seconds.
    Seconds,
    /// A time span in milliseconds.
    Millis,
    /// A factor.
    Times,
    /// A name.
    Name,
}

/// One side of a test: its value, what it is, and the setting it came from if it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The value that was compared.
    pub value: Value,
    /// What the value is, in a few words: "usage now", "cluster average + threshold".
    pub label: &'static str,
    /// The system's own key of the setting that decides this side, if one does.
    pub setting: Option<&'static str>,
}

impl Operand {
    /// A side that was measured or computed.
    #[inline]
    pub fn measure(value: impl Into<Value>, label: &'static str) -> Self {
        Self {
            value: value.into(),
            label,
            setting: None,
        }
    }

    /// A side that a setting decides.
    #[inline]
    pub fn setting(value: f64, label: &'static str, setting: &'static str) -> Self {
        Self {
            value: Value::Number(value),
            label,
            setting: Some(setting),
        }
    }

    /// The label as it stands within a sentence: without the capital of a setting's label, unless it begins with an
    /// abbreviation.
    pub(crate) fn phrase(&self) -> String {
        let mut letters = self.label.chars();
        let is_word = letters.clone().nth(1).is_some_and(char::is_lowercase);
        match letters.next() {
            Some(first) if is_word => first.to_lowercase().chain(letters).collect(),
            _ => self.label.to_owned(),
        }
    }

    /// The number on this side; NaN where a name stands.
    pub fn number(&self) -> f64 {
        match self.value {
            Value::Number(number) => number,
            Value::Name(_) => f64::NAN,
        }
    }
}

/// One comparison that was made: both sides, the operator and what came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What was compared.
    pub left: Operand,
    /// How.
    pub op: Op,
    /// With what.
    pub right: Operand,
    /// The unit of both sides.
    pub unit: Unit,
    /// The outcome.
    pub holds: bool,
}

/// What a reason consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// A comparison decided.
    Check(Check),
    /// A condition that compares no values decided.
    Flag {
        /// What the condition is about: "automatic shedding", "on its way already".
        label: &'static str,
        /// Whether it holds.
        holds: bool,
        /// The system's own key of the setting that decides it, if one does.
        setting: Option<&'static str>,
    },
    /// A value that is kept changed.
    Change {
        /// What changed.
        label: &'static str,
        /// In which unit.
        unit: Unit,
        /// Its value before.
        before: f64,
        /// Its value after.
        after: f64,
    },
    /// A value was found or computed.
    Fact {
        /// The value.
        operand: Operand,
        /// In which unit.
        unit: Unit,
    },
}

impl Evidence {
    /// The outcome of a comparison or a condition; `None` where there is none.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Self::Check(Check { holds, .. }) | Self::Flag { holds, .. } => Some(*holds),
            Self::Change { .. } | Self::Fact { .. } => None,
        }
    }
}

/// A [`Evidence`] with its subject and the rule that asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason<S, R> {
    /// What it is about.
    pub subject: S,
    /// The rule that made it.
    pub rule: R,
    /// The test, change or fact itself.
    pub evidence: Evidence,
}

/// Collects reasons, or lets them pass unsaid when nobody will read them.
///
/// Decisions are the same either way: a test returns its outcome whether or not it is kept.
#[derive(Clone)]
pub struct Explain<S, R> {
    recorded: Option<Vec<Reason<S, R>>>,
    /// The subjects whose reasons are recorded; all subjects where this is `None`.
    only: Option<Filter<S>>,
}

type Filter<S> = Rc<dyn Fn(&S) -> bool>;

impl<S, R> Explain<S, R> {
    /// Keeps nothing.
    pub fn disabled() -> Self {
        Self {
            recorded: None,
            only: None,
        }
    }

    /// Keeps every reason.
    pub fn recording() -> Self {
        Self {
            recorded: Some(Vec::new()),
            only: None,
        }
    }

    /// Keeps the reasons about some subjects. A round of a large cluster has millions of reasons, and
    /// most of them are read by nobody.
    pub(crate) fn recording_only(only: impl Fn(&S) -> bool + 'static) -> Self {
        Self {
            recorded: Some(Vec::new()),
            only: Some(Rc::new(only)),
        }
    }

    /// A collector for the same subjects, with nothing kept yet.
    pub fn alike(&self) -> Self {
        Self {
            recorded: self.recorded.is_some().then(Vec::new),
            only: self.only.clone(),
        }
    }

    /// Whether reasons are kept; what is costly to say need not be computed when not.
    pub(crate) fn is_recording(&self) -> bool {
        self.recorded.is_some()
    }

    /// Whether reasons about this subject are kept.
    pub fn records(&self, subject: &S) -> bool {
        self.recorded.is_some() && self.only.as_ref().is_none_or(|only| only(subject))
    }

    /// Keeps a reason that was made before.
    pub fn record(&mut self, subject: S, rule: R, evidence: Evidence) {
        if self.records(&subject)
            && let Some(recorded) = &mut self.recorded
        {
            recorded.push(Reason {
                subject,
                rule,
                evidence,
            });
        }
    }

    /// The reasons, in the order in which they arose.
    pub fn into_reasons(self) -> Vec<Reason<S, R>> {
        self.recorded.unwrap_or_default()
    }

    /// Makes a comparison, keeps it, and returns its outcome.
    #[inline]
    pub fn check(
        &mut self,
        subject: S,
        rule: R,
        left: Operand,
        op: Op,
        right: Operand,
        unit: Unit,
    ) -> bool {
        let holds = op.holds(&left.value, &right.value);
        if self.recorded.is_some() {
            self.record(
                subject,
                rule,
                Evidence::Check(Check {
                    left,
                    op,
                    right,
                    unit,
                    holds,
                }),
            );
        }
        holds
    }

    /// Keeps a condition that compares no values, and returns whether it holds.
    #[inline]
    pub fn flag(&mut self, subject: S, rule: R, label: &'static str, holds: bool) -> bool {
        if self.recorded.is_some() {
            self.record(
                subject,
                rule,
                Evidence::Flag {
                    label,
                    holds,
                    setting: None,
                },
            );
        }
        holds
    }

    /// Keeps whether a setting is on, and returns it.
    #[inline]
    pub(crate) fn switch(
        &mut self,
        subject: S,
        rule: R,
        label: &'static str,
        is_on: bool,
        setting: &'static str,
    ) -> bool {
        if self.recorded.is_some() {
            self.record(
                subject,
                rule,
                Evidence::Flag {
                    label,
                    holds: is_on,
                    setting: Some(setting),
                },
            );
        }
        is_on
    }

    /// Keeps a change of something remembered.
    pub fn change(
        &mut self,
        subject: S,
        rule: R,
        label: &'static str,
        unit: Unit,
        before: f64,
        after: f64,
    ) {
        if self.recorded.is_some() {
            self.record(
                subject,
                rule,
                Evidence::Change {
                    label,
                    unit,
                    before,
                    after,
                },
            );
        }
    }

    /// Keeps a value that was found or computed.
    pub fn fact(&mut self, subject: S, rule: R, operand: Operand, unit: Unit) {
        if self.recorded.is_some() {
            self.record(subject, rule, Evidence::Fact { operand, unit });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Value {
        Value::Name(text.into())
    }

    #[test]
    fn labels_of_settings_lose_their_capital_within_a_sentence() {
        let phrase = |label| Operand::setting(1.0, label, "key").phrase();
        assert_eq!(phrase("High threshold"), "high threshold");
        assert_eq!(phrase("CPU weight"), "CPU weight");
        assert_eq!(phrase("usage now"), "usage now");
        assert_eq!(phrase(""), "");
    }

    #[test]
    fn comparisons_with_nan_fail() {
        let nan = Value::Number(f64::NAN);
        for op in [Op::Below, Op::AtMost, Op::Equals, Op::AtLeast, Op::Above] {
            assert!(!op.holds(&nan, &Value::Number(1.0)));
            assert!(!op.holds(&Value::Number(1.0), &nan));
        }
    }

    #[test]
    fn shapes_of_names() {
        let shapes = name("pulsar/HOST:PORT or sla-monitor/*/HOST:PORT");
        assert!(Op::HasShape.holds(&name("pulsar/broker-1:8080"), &shapes));
        assert!(Op::HasShape.holds(&name("sla-monitor/c/broker-1:8080"), &shapes));
        for plain in [
            "pulsar/system",
            "sla-monitor/broker-1:8080",
            "pulsar/a:b:1",
            "pulsar/a:",
            "pulsar",
        ] {
            assert!(!Op::HasShape.holds(&name(plain), &shapes), "{plain}");
        }
    }

    #[test]
    fn a_silent_why_decides_like_a_telling_one() {
        let (mut silent, mut telling) = (
            Explain::<(), ()>::disabled(),
            Explain::<(), ()>::recording(),
        );
        for (left, right) in [(1.0, 2.0), (2.0, 2.0), (f64::NAN, 2.0)] {
            let ask = |explain: &mut Explain<(), ()>| {
                let (left, right) = (
                    Operand::measure(left, "left"),
                    Operand::measure(right, "right"),
                );
                explain.check((), (), left, Op::Below, right, Unit::Count)
            };
            assert_eq!(ask(&mut silent), ask(&mut telling));
        }
        assert_eq!(silent.into_reasons().len(), 0);
        assert_eq!(telling.into_reasons().len(), 3);
    }

    #[test]
    fn only_what_is_asked_for_is_told() {
        let mut explain = Explain::<u32, ()>::recording_only(|subject| *subject == 2);
        for subject in [1, 2, 3, 2] {
            explain.fact(subject, (), Operand::measure(0.0, "nothing"), Unit::Count);
        }
        assert!(
            explain.records(&2)
                && !explain.records(&3)
                && !Explain::<u32, ()>::disabled().records(&2)
        );
        assert_eq!(
            explain
                .into_reasons()
                .iter()
                .map(|reason| reason.subject)
                .collect::<Vec<_>>(),
            [2, 2]
        );
    }
}
