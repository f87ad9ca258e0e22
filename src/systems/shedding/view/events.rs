//! Events of the cluster, with typed parts that a form can show.

use std::cell::OnceCell;

use super::form;
use crate::engine::format::format_number;
use crate::engine::limits::MAX_EVENT_S;
use crate::engine::{self, Cause, Problem, Thing, ValueType, event};
use crate::simulator::event::find_event;
use crate::simulator::event::unknown_event_kind;
use crate::simulator::missing::not_there;
use crate::simulator::{EventKind, EventPart, InputType, InputValue, ScheduledEvent};
use crate::systems::shedding::Release;
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::model::event::{About, Amount, Event, KINDS, Kind, KindInfo};
use crate::systems::shedding::model::load_data::{Name, namespace_of};
use crate::systems::shedding::model::usage::Resource;
use crate::systems::shedding::settings::{Key, Setting};
use crate::systems::shedding::{Scenario, Variant};

const TARGET: &str = "target";
const AMOUNT: &str = "amount";
const SECONDS: &str = "seconds";
const RESOURCE: &str = "resource";
/// Up to this many names are offered in a list; more of them are typed.
const MOST_OPTIONS: usize = 200;
/// Up to this many options are offered for all events together.
const MOST_OPTIONS_IN_ALL: usize = 10_000;

/// The kinds that can be added.
pub(super) fn kinds() -> Vec<EventKind> {
    let kind = |row: &KindInfo| EventKind::new(id(row.kind), row.label, "");
    KINDS.iter().map(kind).collect()
}

/// What documents call a kind.
fn id(kind: Kind) -> &'static str {
    match kind {
        Kind::Traffic => "traffic",
        Kind::Spike => "spike",
        Kind::Neighbour => "neighbour",
        Kind::Slow => "slow",
        Kind::Stop => "stop",
        Kind::Restart => "restart",
        Kind::Add => "add",
        Kind::Leader => "leader",
        Kind::Unload => "unload",
        Kind::Set => "set",
    }
}

/// Adds an event of a kind, about a subject that it can be about.
///
/// # Errors
/// Where there is no such kind.
pub(super) fn add(
    scenario: &mut Scenario,
    variant: usize,
    kind: &str,
    at_s: f64,
) -> Result<(), Problem> {
    let row = KINDS.iter().find(|row| id(row.kind) == kind);
    let row = row.ok_or_else(|| unknown_event_kind(kind, &kinds()))?;
    let at_s = at_s.round() as u32;
    let (world, variant) = (&scenario.world, &scenario.variants[variant]);
    let key = variant
        .reads()
        .into_iter()
        .find(|key| !key.is_of_run())
        .filter(|_| row.about == About::Setting);
    let of: Name = match row.about {
        About::Nobody => "".into(),
        About::Broker | About::BrokerOrLoad => world
            .brokers
            .first()
            .map_or("", |broker| &broker.name)
            .into(),
        About::NewBroker => world.free_broker_name().into(),
        About::Bundle => world
            .bundles()
            .next()
            .map_or_else(|| "".into(), |bundle| bundle.name.clone()),
        About::Load => "*".into(),
        About::Setting => key.map_or("", Key::name).into(),
    };
    let (amount, for_s) = row.first;
    let amount = key.map_or(amount, |key| in_force(world, variant, key, at_s));
    let event = Event {
        id: event::free(&world.events),
        at_s,
        kind: row.kind,
        target: of,
        value: amount,
        duration_s: for_s,
        ..Event::default()
    };
    scenario.world.events.push(event);
    Ok(())
}

/// The value of a setting at a time, in seconds: that of the last event that sets it, or of the variant.
fn in_force(world: &Cluster, variant: &Variant, key: Key, at_s: u32) -> f64 {
    let sets = world
        .events
        .iter()
        .filter(|event| event.kind == Kind::Set && *event.target == *key.name());
    let seen =
        sets.filter(|event| event.at_s <= at_s && !variant.ignored_events.contains(&event.id));
    seen.max_by_key(|event| event.at_s)
        .map_or_else(|| variant.setting(key), |event| event.value)
}

/// The names that events can be about, each list put together once.
struct Names<'a> {
    world: &'a Cluster,
    brokers: OnceCell<Option<Vec<(String, String)>>>,
    loads: OnceCell<Option<Vec<(String, String)>>>,
    bundles: OnceCell<Option<Vec<(String, String)>>>,
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> Option<Vec<(String, String)>> {
    let names: Vec<_> = names
        .take(MOST_OPTIONS + 1)
        .map(|name| (name.to_owned(), name.to_owned()))
        .collect();
    (names.len() <= MOST_OPTIONS).then_some(names)
}

impl<'a> Names<'a> {
    fn of(world: &'a Cluster) -> Self {
        Self {
            world,
            brokers: OnceCell::new(),
            loads: OnceCell::new(),
            bundles: OnceCell::new(),
        }
    }

    fn brokers(&self) -> Option<&[(String, String)]> {
        self.brokers
            .get_or_init(|| listed(self.world.broker_names().map(|name| &**name)))
            .as_deref()
    }

    fn bundles(&self) -> Option<&[(String, String)]> {
        self.bundles
            .get_or_init(|| listed(self.world.bundles().map(|bundle| &*bundle.name)))
            .as_deref()
    }

    /// All bundles, every namespace, and every bundle.
    fn loads(&self) -> Option<&[(String, String)]> {
        let list = || {
            let bundles = self.bundles()?;
            let mut namespaces: Vec<&str> =
                bundles.iter().map(|(id, _)| namespace_of(id)).collect();
            namespaces.sort_unstable();
            namespaces.dedup();
            let own = namespaces
                .into_iter()
                .map(|name| (name.to_owned(), format!("namespace {name}")));
            let all = std::iter::once(("*".to_owned(), "all bundles".to_owned()));
            let list: Vec<_> = all.chain(own).chain(bundles.iter().cloned()).collect();
            (list.len() <= MOST_OPTIONS).then_some(list)
        };
        self.loads.get_or_init(list).as_deref()
    }

    /// What the target of an event is put into.
    fn input(&self, event: &Event) -> InputType {
        let lists: [Option<&[(String, String)]>; 2] = match event.kind.row().about {
            About::Broker => [self.brokers(), Some(&[])],
            About::Bundle => [self.bundles(), Some(&[])],
            About::Load => [self.loads(), Some(&[])],
            About::BrokerOrLoad => [self.brokers(), self.loads()],
            About::Setting => {
                let option = |row: &Setting| (row.name.to_owned(), row.label.to_owned());
                return InputType::Options(form::settable().map(option).collect());
            }
            About::Nobody | About::NewBroker => [None, None],
        };
        match lists {
            [Some(first), Some(second)]
                if (first.len() + second.len()) * self.world.events.len()
                    <= MOST_OPTIONS_IN_ALL =>
            {
                InputType::Options([first, second].concat())
            }
            _ => InputType::Text,
        }
    }
}

/// The events, in the order of the document.
pub(super) fn events(world: &Cluster) -> Vec<ScheduledEvent> {
    let names = Names::of(world);
    let scheduled = |event: &Event| ScheduledEvent {
        id: event.id,
        at_s: f64::from(event.at_s),
        kind: event.kind.row().label.to_owned(),
        text: describe(event, &names),
        parts: parts(event, &names),
    };
    world.events.iter().map(scheduled).collect()
}

/// What happens, in a few words: `Spike: broker-1, 20 points more for 180 s`.
fn describe(event: &Event, names: &Names<'_>) -> String {
    let label = event.kind.row().label;
    let kind = if event.target.is_empty() {
        label.to_owned()
    } else {
        format!("{label}: {}", event.target)
    };
    let amount = format_number(event.value, 2);
    let lasting = |word: &str| match event.duration_s {
        0 => String::new(),
        seconds => format!(" {word} {seconds} s"),
    };
    let details = match event.kind {
        Kind::Traffic => format!("{amount} % of before{}", lasting("over")),
        Kind::Spike => format!(
            "{amount} {} more{}",
            spike_unit(event, names),
            lasting("for")
        ),
        Kind::Neighbour if event.resource == Resource::Cpu => {
            format!("{amount} points{}", lasting("for"))
        }
        Kind::Neighbour => format!(
            "{amount} points of {}{}",
            event.resource.label(),
            lasting("for")
        ),
        Kind::Slow => format!("{amount} % of its CPU{}", lasting("for")),
        Kind::Restart => lasting("away for").trim_start().to_owned(),
        Kind::Add => format!("CPU capacity {amount}"),
        Kind::Set => amount,
        Kind::Stop | Kind::Leader | Kind::Unload => String::new(),
    };
    if details.is_empty() {
        kind
    } else {
        format!("{kind}, {details}")
    }
}

/// What the amount of a spike is measured in: the usage of a broker rises by points, the load of bundles by percent.
fn spike_unit(event: &Event, names: &Names<'_>) -> &'static str {
    if names.world.broker_names().any(|name| *name == event.target) {
        "points"
    } else {
        "%"
    }
}

fn parts(event: &Event, names: &Names<'_>) -> Vec<EventPart> {
    let row = event.kind.row();
    let part = |id, label, input, value| EventPart {
        id,
        label,
        unit: "",
        input,
        value,
    };
    let number = InputValue::Number;
    let mut parts = Vec::new();
    if let Some(label) = target_label(row.about) {
        parts.push(part(
            TARGET,
            label,
            names.input(event),
            InputValue::Text(event.target.to_string()),
        ));
    }
    if let Some(Amount {
        label,
        unit,
        min,
        max,
    }) = row.amount
    {
        let setting = Setting::from_name(&event.target).filter(|_| row.about == About::Setting);
        let value_type = setting.map_or(
            ValueType {
                kind: engine::Kind::Real,
                min,
                max,
            },
            |setting| setting.value_type,
        );
        let unit = match event.kind {
            Kind::Spike => spike_unit(event, names),
            _ => setting.map_or(unit, |setting| setting.unit.text),
        };
        parts.push(EventPart {
            unit,
            ..part(
                AMOUNT,
                label,
                InputType::Number(value_type),
                number(event.value),
            )
        });
    }
    if let Some((label, least)) = row.seconds {
        let value_type = ValueType {
            kind: engine::Kind::Whole,
            min: f64::from(least),
            max: f64::from(MAX_EVENT_S),
        };
        let seconds = part(
            SECONDS,
            label,
            InputType::Number(value_type),
            number(f64::from(event.duration_s)),
        );
        parts.push(EventPart {
            unit: "s",
            ..seconds
        });
    }
    if event.kind == Kind::Neighbour {
        let options = Resource::ALL
            .iter()
            .map(|one| (one.label().to_owned(), one.label().to_owned()));
        let value = InputValue::Text(event.resource.label().to_owned());
        parts.push(part(
            RESOURCE,
            "Resource",
            InputType::Options(options.collect()),
            value,
        ));
    }
    parts
}

fn target_label(about: About) -> Option<&'static str> {
    match about {
        About::Nobody => None,
        About::Setting => Some("Setting"),
        About::Bundle => Some("Bundle"),
        About::Load => Some("Bundle, namespace or *"),
        About::BrokerOrLoad => Some("Broker, bundle, namespace or *"),
        About::Broker | About::NewBroker => Some("Broker"),
    }
}

/// Sets a part of an event; what the event as a whole takes is checked with the scenario.
///
/// # Errors
/// Where the event or the part does not exist, or does not take the value.
pub(super) fn set(
    world: &mut Cluster,
    event: u32,
    part: &str,
    value: &InputValue,
) -> Result<(), Problem> {
    let found = find_event(&mut world.events, event)?;
    let row = found.kind.row();
    match (part, value) {
        (TARGET, InputValue::Text(name)) if target_label(row.about).is_some() => {
            set_target(found, name.trim())
        }
        (AMOUNT, InputValue::Number(amount)) if row.amount.is_some() => found.value = *amount,
        (SECONDS, InputValue::Number(seconds)) if row.seconds.is_some() => {
            let value_type = ValueType {
                kind: engine::Kind::Whole,
                min: 0.0,
                max: f64::from(MAX_EVENT_S),
            };
            value_type
                .check(*seconds)
                .map_err(|cause| Problem::at(SECONDS, cause))?;
            found.duration_s = *seconds as u32;
        }
        (RESOURCE, InputValue::Text(label)) if found.kind == Kind::Neighbour => {
            let resource = Resource::ALL.into_iter().find(|one| one.label() == label);
            found.resource = resource.ok_or_else(|| {
                let known = Resource::ALL.map(Resource::label);
                Problem::at(
                    RESOURCE,
                    Cause::unknown_among(Thing::Resource, label, &known),
                )
            })?;
        }
        _ => return Err(not_there(part)),
    }
    Ok(())
}

/// Another subject. A setting that does not take the value that is there begins with its default.
fn set_target(event: &mut Event, name: &str) {
    event.target = name.into();
    if let Some(row) = Setting::from_name(name)
        .filter(|row| event.kind == Kind::Set && row.value_type.check(event.value).is_err())
    {
        event.value = row.default_in(Release::default());
    }
}
