//! Whether the events of a cluster can happen: bounds, names, and that no two contradict each other.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::cluster::Cluster;
use super::event::{About, Amount, Event, Kind};
use super::load_data::namespace_of;
use super::validate::check_name;
use crate::engine::format::format_number;
use crate::engine::limits::{MAX_EVENT_S, MAX_EVENTS};
use crate::engine::{Cause, Problem, Thing, check_event_time};
use crate::systems::shedding::settings::Setting;

impl Cluster {
    /// Checks the events: bounds, names, overlaps, and that nothing happens after `end_s`.
    ///
    /// # Errors
    /// The first event that cannot be, with its place and what would be right.
    pub(crate) fn check_events(&self, end_s: f64) -> Result<(), Problem> {
        if self.events.len() > MAX_EVENTS {
            return Err(Problem::at(
                "events",
                Cause::too_many(self.events.len(), MAX_EVENTS, "events"),
            ));
        }
        let names = Names::of(self);
        for (index, event) in self.events.iter().enumerate() {
            event
                .check(&names, end_s)
                .map_err(|problem| problem.within(&place(index, event)))?;
        }
        self.check_together()
    }

    /// What no event shows by itself: ids of their own, no overlaps, brokers that are there.
    fn check_together(&self) -> Result<(), Problem> {
        let events = &self.events;
        let mut in_time: Vec<usize> = (0..events.len()).collect();
        in_time.sort_by_key(|place| (events[*place].at_s, events[*place].id));
        for (rank, &index) in in_time.iter().enumerate() {
            let event = &events[index];
            let before = || in_time[..rank].iter().map(|place| &events[*place]);
            let wrong = |field: &str, cause: Cause| {
                Err(Problem::at(field, cause).within(&place(index, event)))
            };
            let clash =
                |problem: &str, remedy: &str| wrong("at_s", Cause::inconsistent(problem, remedy));
            if before().any(|other| other.id == event.id) {
                return wrong("id", Cause::duplicate(Thing::Event, event.id));
            }
            if before().any(|other| other.overlaps(event)) {
                return clash(
                    "It overlaps another of its kind on the same",
                    "move it or shorten one of them",
                );
            }
            if !matches!(event.kind.row().about, About::Broker | About::BrokerOrLoad) {
                continue;
            }
            let of_it = || before().filter(|other| other.target == event.target);
            let is_added_later = events
                .iter()
                .any(|other| other.kind == Kind::Add && other.target == event.target)
                && !of_it().any(|other| other.kind == Kind::Add);
            if is_added_later {
                return clash(
                    "The broker is not there yet",
                    "move it behind the event that adds the broker",
                );
            }
            let is_away = |other: &Event| {
                other.kind == Kind::Stop
                    || (other.kind == Kind::Restart
                        && other.end_s().is_some_and(|end| u64::from(event.at_s) < end))
            };
            if matches!(event.kind, Kind::Stop | Kind::Restart) && of_it().any(is_away) {
                return clash(
                    "The broker is away at that time",
                    "move one of the two, or leave one out",
                );
            }
        }
        Ok(())
    }
}

fn place(index: usize, event: &Event) -> String {
    format!("event {} ({})", index + 1, event.kind.row().label)
}

/// The names that events can be about, each kind put together when it is first asked for.
struct Names<'a> {
    cluster: &'a Cluster,
    brokers: OnceCell<HashSet<&'a str>>,
    bundles: OnceCell<HashSet<&'a str>>,
    namespaces: OnceCell<HashSet<&'a str>>,
}

impl<'a> Names<'a> {
    fn of(cluster: &'a Cluster) -> Self {
        Self {
            cluster,
            brokers: OnceCell::new(),
            bundles: OnceCell::new(),
            namespaces: OnceCell::new(),
        }
    }

    /// Whether it is a broker of the cluster, of those at the start.
    fn is_broker(&self, name: &str) -> bool {
        let names = || {
            self.cluster
                .brokers
                .iter()
                .map(|broker| &*broker.name)
                .collect()
        };
        self.brokers.get_or_init(names).contains(name)
    }

    /// How many events add a broker of this name.
    fn count_added(&self, name: &str) -> usize {
        self.cluster
            .events
            .iter()
            .filter(|event| event.kind == Kind::Add && *event.target == *name)
            .count()
    }

    fn is_bundle(&self, name: &str) -> bool {
        self.bundles
            .get_or_init(|| self.cluster.bundles().map(|bundle| &*bundle.name).collect())
            .contains(name)
    }

    fn is_namespace(&self, name: &str) -> bool {
        let names = || {
            self.cluster
                .bundles()
                .map(|bundle| namespace_of(&bundle.name))
                .collect()
        };
        self.namespaces.get_or_init(names).contains(name)
    }
}

impl Event {
    fn check(&self, names: &Names<'_>, end_s: f64) -> Result<(), Problem> {
        let row = self.kind.row();
        check_event_time(f64::from(self.at_s), end_s)?;
        if let Some(Amount { min, max, .. }) = row.amount
            && !(min..=max).contains(&self.value)
        {
            let bounds = format!("{} to {}", format_number(min, 2), format_number(max, 0));
            return Err(Problem::at(
                "value",
                Cause::out_of_bounds(format_number(self.value, 6), bounds),
            ));
        }
        if let Some((_, least)) = row.seconds
            && !(least..=MAX_EVENT_S).contains(&self.duration_s)
        {
            let cause = Cause::out_of_bounds(self.duration_s, format!("{least} to {MAX_EVENT_S}"));
            return Err(Problem::at("duration_s", cause));
        }
        self.check_subject(names)
    }

    fn check_subject(&self, names: &Names<'_>) -> Result<(), Problem> {
        let is_broker = || names.is_broker(&self.target) || names.count_added(&self.target) > 0;
        let is_load = || {
            &*self.target == "*"
                || names.is_bundle(&self.target)
                || names.is_namespace(&self.target)
        };
        let unknown = |kind: Thing, remedy: &str| Cause::unknown(kind, &self.target, remedy);
        let (fits, cause) = match self.kind.row().about {
            About::Nobody => return Ok(()),
            About::Broker => (
                is_broker(),
                unknown(Thing::Broker, "give one of the cluster's"),
            ),
            About::NewBroker => {
                let is_new = !names.is_broker(&self.target) && names.count_added(&self.target) == 1;
                let is_name = check_name(&self.target).is_ok();
                (
                    is_new && is_name,
                    Cause::NotGiven {
                        expected: "the new broker a name that no other has".to_owned(),
                    },
                )
            }
            About::Bundle => (
                names.is_bundle(&self.target),
                unknown(Thing::Bundle, "give one of the cluster's"),
            ),
            About::Load => (
                is_load(),
                unknown(
                    Thing::Target,
                    "give the name of a bundle or namespace, or * for all",
                ),
            ),
            About::BrokerOrLoad => {
                let remedy = "give the name of a broker, bundle or namespace, or * for all";
                (is_broker() || is_load(), unknown(Thing::Target, remedy))
            }
            About::Setting => return self.check_setting(),
        };
        if fits {
            Ok(())
        } else {
            Err(Problem::at("target", cause))
        }
    }

    fn check_setting(&self) -> Result<(), Problem> {
        let Some(row) = Setting::from_name(&self.target) else {
            let cause = Cause::unknown(
                Thing::Setting,
                &self.target,
                "give the key of one that Shedscope reads",
            );
            return Err(Problem::at("target", cause));
        };
        if row.key.is_of_run() {
            return Err(Problem::at("target", Cause::Fixed));
        }
        row.value_type
            .check(self.value)
            .map_err(|cause| Problem::at("value", cause))
    }
}
