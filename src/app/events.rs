//! Events: the list in the setup panel, and the marks on the timeline that can be dragged.

use std::rc::Rc;

use super::Dispatch;
use super::action::{Action, Sheet};
use super::field::{Entry, FieldProps, choice, field, shown};
use super::icons::{Icon, icon};
use super::marks::{self, Mark, Scale};
use super::session::Session;
use super::target::{Part, Target};
use super::view::{Html, On, Tag, button, classed, row, says, tag};
use crate::run::words::trimmed;
use crate::scene::history::{LEFT, RIGHT};
use crate::shedding::event::{About, Event, KINDS, Kind, KindInfo};
use crate::shedding::load_data::Name;
use crate::shedding::settings::Setting;
use crate::shedding::usage::Resource;

/// A time as people write it: 9:00.
pub fn clock(at_s: u32) -> String {
    let two = |number: u32| if number < 10 { format!("0{number}") } else { number.to_string() };
    let (hours, minutes) = (at_s / 3600, at_s / 60 % 60);
    let minutes = if hours > 0 { format!("{hours}:{}", two(minutes)) } else { minutes.to_string() };
    format!("{minutes}:{}", two(at_s % 60))
}

/// The list.
pub fn events(session: &Session, dispatch: &Dispatch) -> Html {
    let add = {
        let fresh: Vec<Event> = KINDS.iter().map(|row| fresh(row, session)).collect();
        let dispatch = dispatch.clone();
        move |kind: String| {
            if let Some(event) = KINDS.iter().zip(&fresh).find(|(row, _)| row.label == kind).map(|(_, event)| event) {
                dispatch.dispatch(Action::Event(event.clone()));
            }
        }
    };
    let options = KINDS.iter().map(|row| says("option", row.label));
    let pick = tag("select")
        .key(format!("add {}", session.scenario.address()))
        .on_text(On::Change, add)
        .add(says("option", "Pick a kind…"))
        .add_all(options);
    let mut listed: Vec<&Event> = session.scenario.world.events.iter().collect();
    listed.sort_by(|a, b| (a.at_s, a.id).cmp(&(b.at_s, b.id)));
    let all = listed.into_iter().map(|event| one(event, session, dispatch));
    row([
        says("h2", "Events"),
        classed("p", "help")
            .text("What happens to the cluster, the same for every lane. Drag the marks on the timeline."),
        classed("div", "events").add_all(all),
        classed("label", "choice").text("Add an event").add(pick),
    ])
}

/// An event of a kind at the cursor, about somebody it can be about.
fn fresh(row: &KindInfo, session: &Session) -> Event {
    let world = &session.scenario.world;
    let at_ms = session.run.with_rounds(|_, simulation| simulation.time_ms(session.told));
    let broker = || world.brokers.first().map_or("", |broker| &broker.name).into();
    let key = session.main_lane().reads().first().copied();
    let of: Name = match row.about {
        About::Nobody => "".into(),
        About::Broker | About::BrokerOrLoad => broker(),
        About::NewBroker => world.free_broker_name().into(),
        About::Bundle => world.bundles().next().map_or("".into(), |bundle| bundle.name.clone()),
        About::Load => "*".into(),
        About::Setting => key.map_or("", |key| key.name()).into(),
    };
    let (amount, for_s) = row.first;
    let amount = key.filter(|_| row.about == About::Setting).map_or(amount, |key| session.settings().get(key));
    Event {
        id: world.free_event_id(),
        at_s: (at_ms / 1000) as u32,
        kind: row.kind,
        of,
        amount,
        for_s,
        ..Event::default()
    }
}

fn one(event: &Event, session: &Session, dispatch: &Dispatch) -> Tag {
    let row = event.kind.row();
    let part = |part: Part, label: &'static str, value: String| {
        let code = if part == Part::Of && row.about == About::Setting { event.of.to_string() } else { value };
        shown(FieldProps { is_bare: false, ..field(Target::Event(event.id, part), label, code, session, dispatch) })
    };
    let of = match row.about {
        About::Nobody => None,
        About::Setting => Some("Setting"),
        About::Bundle => Some("Bundle"),
        About::Load => Some("Bundle, namespace or *"),
        About::BrokerOrLoad => Some("Broker, bundle, namespace or *"),
        About::Broker | About::NewBroker => Some("Broker"),
    };
    let decimals = if Setting::by_name(&event.of).is_some() { 6 } else { 2 };
    let remove = button(dispatch, Action::RemoveEvent(event.id))
        .set("class", "small")
        .set("aria-label", format!("Remove event {}", event.id))
        .add(icon(Icon::Close));
    tag("fieldset")
        .key(format!("event {}", event.id))
        .set("id", format!("event-{}", event.id))
        .add(tag("legend").text(format!("{} · {} ", event.id, row.label)).add(remove))
        .add(part(Part::At, "At", clock(event.at_s)))
        .add_some(of.map(|label| part(Part::Of, label, event.of.to_string())))
        .add_some(row.amount.map(|(label, ..)| part(Part::Amount, label, trimmed(event.amount, decimals))))
        .add_some(row.seconds.map(|(label, _)| part(Part::For, label, event.for_s.to_string())))
        .add_some((event.kind == Kind::Neighbour).then(|| resource(event, dispatch)))
}

fn resource(event: &Event, dispatch: &Dispatch) -> Tag {
    let entries = Resource::ALL.iter().map(|one| Entry::new(one.label(), one.label().to_owned(), ""));
    let event = event.clone();
    let now = event.resource.label();
    choice("Resource", now, entries.collect(), dispatch, move |label| {
        let resource = Resource::ALL.into_iter().find(|one| one.label() == label)?;
        Some(Action::Event(Event { resource, ..event.clone() }))
    })
}

/// The marks on the timeline.
pub fn marks(session: &Session, dispatch: &Dispatch) -> Vec<Tag> {
    let time_s = |index: usize| session.run.with_rounds(|_, simulation| simulation.time_ms(index) as f64 / 1000.0);
    let scale = Scale {
        first_s: time_s(0),
        interval_s: time_s(1) - time_s(0),
        length_s: time_s(session.last().max(1)) - time_s(0),
        left: LEFT,
        right: RIGHT,
    };
    let mark = |event: &Event| {
        let moved = event.clone();
        Mark {
            number: event.id as usize,
            at_s: f64::from(event.at_s),
            words: event.said(),
            clock: clock(event.at_s),
            to: Rc::new(move |at_s: f64| Action::Event(Event { at_s: at_s as u32, ..moved.clone() })),
            remove: Action::RemoveEvent(event.id),
        }
    };
    let events = session.scenario.world.events.iter();
    marks::marks(events.map(mark).collect(), scale, Action::Sheet(Sheet::Setup), dispatch)
}
