//! What a field edits, as data: how its text is read, and the action that a good text means.

use wasm_bindgen::JsValue;

use super::action::Action;
use crate::run::limits::{CPU_CAPACITY, MAX_AMOUNT, MAX_BROKERS, MAX_BUNDLES, MAX_EVENT_S, MAX_PERCENT, MAX_ROUNDS};
use crate::run::words::trimmed;
use crate::shedding::Scenario;
use crate::shedding::cluster_edit::{BundleField, ClusterEdit};
use crate::shedding::rule_edit::{NameList, RuleId};
use crate::shedding::settings::Key;
use crate::shedding::usage::Resource;

/// What a field edits. Brokers and bundles are counted as in [`ClusterEdit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A row of the settings table.
    Setting(Key),
    /// The horizon.
    Rounds,
    /// The seed of all chance.
    Seed,
    /// How far loads stray, in percent.
    Fluctuation,
    /// How long a draw of that lasts, in seconds.
    FluctuationInterval,
    /// A resource of a broker, in percent.
    Usage(usize, Resource),
    /// CPU that others use on a broker, in percent.
    BaseCpu(usize),
    /// CPU capacity of a broker.
    Capacity(usize),
    /// How many bundles a broker has.
    BundleCount(usize),
    /// How unequal they are.
    Skew(usize),
    /// A broker's name.
    BrokerName(usize),
    /// A value of a bundle.
    Bundle(usize, usize, BundleField),
    /// A bundle's name.
    BundleName(usize, usize),
    /// A part of the event of an id.
    Event(u32, Part),
    /// A list of names of a rule.
    Names(RuleId, NameList),
    /// How many primary brokers of an isolation rule must be up.
    MinAvailable(usize),
}

/// What of an event a field edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// When it happens.
    At,
    /// To whom.
    Of,
    /// How much.
    Amount,
    /// For how long.
    For,
}

impl Target {
    /// Whether it is a name: those are taken when they are finished, not letter by letter.
    pub fn is_name(self) -> bool {
        matches!(
            self,
            Self::BrokerName(_) | Self::BundleName(..) | Self::Event(_, Part::At | Part::Of) | Self::Names(..)
        )
    }

    /// What a text means.
    ///
    /// # Errors
    /// Why it cannot be taken, and what would be right.
    pub fn read(self, text: &str, scenario: &Scenario) -> Result<Action, String> {
        let edit = match self {
            Self::Setting(key) => {
                let value = read_number(text).unwrap_or(f64::NAN);
                return Ok(Action::Set(key, key.row().check(value)?));
            }
            Self::Rounds => return Ok(Action::Rounds(number(text, 1.0, MAX_ROUNDS as f64, true)? as usize)),
            Self::Seed => return Ok(Action::Seed(number(text, 0.0, f64::from(u32::MAX), true)? as u64)),
            Self::Fluctuation => ClusterEdit::Fluctuation(number(text, 0.0, 100.0, false)?),
            Self::FluctuationInterval => ClusterEdit::FluctuationInterval(number(text, 1.0, 86_400.0, true)? as u32),
            Self::Usage(broker, resource) => {
                ClusterEdit::Usage(broker, resource, number(text, 0.0, MAX_PERCENT, false)?)
            }
            Self::BaseCpu(broker) => ClusterEdit::Base(broker, Resource::Cpu, number(text, 0.0, MAX_PERCENT, false)?),
            Self::Capacity(broker) => {
                ClusterEdit::Capacity(broker, number(text, CPU_CAPACITY.0, CPU_CAPACITY.1, false)?)
            }
            Self::BundleCount(owner) => {
                let world = &scenario.world;
                let others = world.bundle_count() - world.bundles_of(owner).map_or(0, <[_]>::len);
                ClusterEdit::BundleCount(owner, number(text, 0.0, (MAX_BUNDLES - others) as f64, true)? as usize)
            }
            Self::Skew(broker) => ClusterEdit::Skew(broker, number(text, 0.0, 5.0, false)?),
            Self::Bundle(broker, bundle, field) => {
                ClusterEdit::SetBundle(broker, bundle, field, number(text, 0.0, MAX_AMOUNT, false)?)
            }
            Self::Event(id, part) => return event(id, part, text, scenario),
            Self::Names(rule, list) => ClusterEdit::SetNames(rule, list, text.to_owned()),
            Self::MinAvailable(rule) => {
                ClusterEdit::SetMinAvailable(rule, number(text, 0.0, MAX_BROKERS as f64, true)? as u32)
            }
            Self::BrokerName(broker) => ClusterEdit::RenameBroker(broker, text.trim().to_owned()),
            Self::BundleName(broker, bundle) => ClusterEdit::RenameBundle(broker, bundle, text.trim().to_owned()),
        };
        edit.apply_name(&scenario.world).map_err(|problem| problem.what)?;
        Ok(Action::Edit(edit))
    }
}

/// An event with one part changed, if it can be among the others.
fn event(id: u32, part: Part, text: &str, scenario: &Scenario) -> Result<Action, String> {
    let found = scenario.world.events.iter().find(|event| event.id == id).ok_or("It is not there any more.")?;
    let mut event = found.clone();
    match part {
        Part::At => event.at_s = time(text).ok_or("Give minutes and seconds, as in 9:30, or seconds.")?,
        Part::Of => event.of = text.trim().into(),
        Part::Amount => event.amount = read_number(text).ok_or("Give a number.")?,
        Part::For => event.for_s = number(text, 0.0, f64::from(MAX_EVENT_S), true)? as u32,
    }
    let mut changed = scenario.clone();
    changed.world.events.iter_mut().filter(|other| other.id == id).for_each(|other| *other = event.clone());
    changed.check_run().map_err(|problem| problem.what)?;
    Ok(Action::Event(event))
}

/// Reads a time: `9:30`, `1:09:30`, or seconds.
fn time(text: &str) -> Option<u32> {
    let part = |part: &str| number(part, 0.0, f64::from(MAX_EVENT_S), true).ok().map(|number| number as u32);
    text.split(':').try_fold(0_u32, |sum, next| sum.checked_mul(60)?.checked_add(part(next)?))
}

fn number(text: &str, min: f64, max: f64, is_whole: bool) -> Result<f64, String> {
    let kind = if is_whole { "a whole number" } else { "a number" };
    read_number(text)
        .filter(|value| (min..=max).contains(value) && !(is_whole && value.fract() != 0.0))
        .ok_or_else(|| format!("Give {kind} from {} to {}.", trimmed(min, 2), trimmed(max, 0)))
}

/// Reads a decimal number, as the browser reads it: the page need not carry another reader.
pub fn read_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    if text.is_empty() || !is_decimal {
        return None;
    }
    Some(JsValue::from_str(text).unchecked_into_f64()).filter(|value| value.is_finite())
}
