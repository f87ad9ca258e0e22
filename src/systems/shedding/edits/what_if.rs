//! What if: an edit at a later time, as an event there. What came before stays as it was, and so does every
//! other event: the new one is the difference to what is in force, so a variant without it is the run before.

use std::rc::Rc;

use super::cluster::ClusterEdit;
use crate::simulator::later_edit::{Seen, with_event};
use crate::systems::shedding::manager::ground_truth::{GroundTruth, Snapshot};
use crate::systems::shedding::manager::reporting::Report;
use crate::systems::shedding::manager::round::Detail;
use crate::systems::shedding::manager::{Simulation, true_usage_percent};
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::model::event::{Event, Kind};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId, Name};
use crate::systems::shedding::model::usage::{Resource, Weights};
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::settings::Key;

/// To which points of a resource are rounded.
const TENTH: f64 = 0.1;

/// A change that a person makes at a time.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Of the cluster.
    Cluster(ClusterEdit),
    /// Of a setting.
    Set(Key, f64),
}

/// Where a change is made: the truth at the time of a round.
struct Place<'a> {
    cluster: &'a Cluster,
    world: &'a World,
    snapshot: Snapshot<'a>,
    detail: &'a Detail,
}

impl Simulation {
    /// The events of the cluster with a change at the time of a round among them, and the id of the event that
    /// makes it; `None` where a change can only be one of the start. A change of what the event `refined` has
    /// just changed, at the same time, becomes that event. Brokers are counted in the cluster's own order.
    pub(crate) fn with_change(
        &self,
        cluster: &Cluster,
        change: &Change,
        detail: &Detail,
        refined: Option<u32>,
    ) -> Option<(Vec<Event>, u32)> {
        let here = Place {
            cluster,
            world: &self.world,
            snapshot: self.ground_truth.at(detail.time_ms),
            detail,
        };
        let made = here.event(change, None)?;
        let is_same = |other: &Event| {
            !matches!(other.kind, Kind::Stop | Kind::Add)
                && (other.at_s, other.kind, &other.target, other.resource)
                    == (made.at_s, made.kind, &made.target, made.resource)
        };
        let refined = refined.filter(|id| {
            cluster
                .events
                .iter()
                .any(|other| other.id == *id && is_same(other))
        });
        let make = |seen: &Seen<'_, Event>| {
            if seen.left_out.is_none() {
                return Some(made.clone());
            }
            // What the event changes already is none of the difference.
            let ground_truth =
                GroundTruth::new(cluster, &self.world, self.seed, seen.events.iter().copied());
            Place {
                snapshot: ground_truth.at(detail.time_ms),
                ..here
            }
            .event(change, Some(made.resource))
        };
        let refine = |old: &Event, made: Event, _: &Seen<'_, Event>| {
            Some(Event {
                value: made.value,
                ..old.clone()
            })
        };
        with_event(
            &cluster.events,
            &self.variant.ignored_events,
            refined,
            make,
            refine,
        )
    }
}

impl Place<'_> {
    /// The event that makes a change, with a resource where the change leaves it open.
    fn event(&self, change: &Change, resource: Option<Resource>) -> Option<Event> {
        let broker = |index: usize| self.cluster.brokers.get(index);
        let name = |index: usize| Some(broker(index)?.name.clone());
        let at_s = (self.detail.time_ms / 1000) as u32;
        let make = |kind: Kind, of: Name, amount: f64| {
            Some(Event {
                at_s,
                kind,
                target: of,
                value: amount,
                ..Event::default()
            })
        };
        let neighbour = |index: usize, resource: Resource, points: f64| {
            let points = (points * 10.0).round() / 10.0;
            // Less than nothing beside its bundles a broker cannot have.
            let is_possible = self.machine(index)?.0[resource as usize] + points >= -TENTH;
            let event = make(Kind::Neighbour, name(index)?, points).filter(|_| is_possible)?;
            Some(Event { resource, ..event })
        };
        match change {
            Change::Set(key, value) => make(Kind::Set, key.name().into(), *value),
            Change::Cluster(edit) => match edit {
                ClusterEdit::Load(index, percent) => {
                    // A bar shows what the weights make of the usage.
                    let readings = self.sample(*index)?.readings;
                    let weights = Weights::from_settings(&self.detail.settings);
                    let resource =
                        resource.unwrap_or_else(|| true_usage_percent(&readings, &weights).1);
                    let weight = weights.of(resource);
                    let points = (weight > 0.0)
                        .then(|| percent / weight - readings.of(resource).percent())?;
                    neighbour(*index, resource, points)
                }
                ClusterEdit::Usage(index, resource, percent) => neighbour(
                    *index,
                    *resource,
                    percent - self.sample(*index)?.readings.of(*resource).percent(),
                ),
                ClusterEdit::Base(index, resource, percent) => neighbour(
                    *index,
                    *resource,
                    percent - self.machine(*index)?.0[*resource as usize],
                ),
                ClusterEdit::Capacity(index, capacity) => make(
                    Kind::Slow,
                    name(*index)?,
                    capacity / self.machine(*index)?.1 * 100.0,
                ),
                ClusterEdit::AddBroker => {
                    make(Kind::Add, self.cluster.free_broker_name().into(), 1.0)
                }
                ClusterEdit::RemoveBroker(index) => make(Kind::Stop, name(*index)?, 0.0),
                ClusterEdit::SetBundle(index, bundle, field, value) => {
                    let bundle = self.cluster.bundles_of(*index)?.get(*bundle)?;
                    let id = self.world.find_bundle(&bundle.name)?;
                    let now = field.of(bundle) * self.snapshot.wave(self.world, id);
                    (now > 0.0)
                        .then(|| make(Kind::Traffic, bundle.name.clone(), value / now * 100.0))?
                }
                ClusterEdit::BundleCount(..)
                | ClusterEdit::Skew(..)
                | ClusterEdit::RenameBroker(..)
                | ClusterEdit::RenameBundle(..)
                | ClusterEdit::AddBundle(_)
                | ClusterEdit::RemoveBundle(..)
                | ClusterEdit::Fluctuation(_)
                | ClusterEdit::FluctuationInterval(_)
                | ClusterEdit::AddRule(_)
                | ClusterEdit::RemoveRule(_)
                | ClusterEdit::SetNames(..)
                | ClusterEdit::SetMinAvailable(..) => None,
            },
        }
    }

    fn id(&self, index: usize) -> Option<BrokerId> {
        self.world
            .find_broker(&self.cluster.brokers.get(index)?.name)
    }

    /// The base usage and CPU capacity of a broker.
    fn machine(&self, index: usize) -> Option<([f64; 5], f64)> {
        let id = self.id(index)?;
        Some(self.snapshot.machine(id, &self.world.brokers[id.index()]))
    }

    /// What a broker would measure of itself.
    fn sample(&self, index: usize) -> Option<Report> {
        let id = self.id(index)?;
        let bundles = (0..self.world.bundles.len() as u32).map(BundleId);
        let is_held = |bundle: &BundleId| {
            self.detail.owners[bundle.index()] == id && !self.detail.transit.contains(bundle)
        };
        Some(Report::sample(
            self.world,
            &self.snapshot,
            id,
            &Rc::new(bundles.filter(is_held).collect()),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Timeline;
    use crate::systems::shedding::edits::cluster::BundleField;
    use crate::systems::shedding::presets::opening;
    use crate::systems::shedding::{Round, Scenario, Variant};

    /// A cluster in which nothing moves.
    fn still() -> Scenario {
        let mut scenario = opening();
        scenario.variants[0].settings.set(Key::SheddingEnabled, 0.0);
        scenario
    }

    fn complete(scenario: &Scenario) -> Timeline<Simulation> {
        let mut timeline = Timeline::new(Simulation::new(scenario));
        timeline.complete();
        timeline
    }

    /// The rounds of a scenario.
    fn rounds(scenario: &Scenario) -> Vec<Round> {
        complete(scenario).rounds().to_vec()
    }

    /// The scenario with a change at a round, counted from 0, and the id of its event.
    fn with(
        scenario: &Scenario,
        change: &Change,
        round: usize,
        refined: Option<u32>,
    ) -> (Scenario, u32) {
        let mut timeline = complete(scenario);
        let detail = timeline.detail(round).unwrap().detail;
        let (events, id) = timeline
            .simulation()
            .with_change(&scenario.world, change, &detail, refined)
            .unwrap();
        let mut changed = scenario.clone();
        changed.world.events = events;
        assert_eq!(changed.check(), Ok(()), "{change:?}");
        (changed, id)
    }

    fn usage_percent(scenario: &Scenario, round: usize, broker: &str) -> f64 {
        let timeline = complete(scenario);
        let id = timeline.simulation().world().find_broker(broker).unwrap();
        timeline.rounds()[round].usage_percent[id.index()]
    }

    /// Without an event, in a variant of its own.
    fn without(scenario: &Scenario, id: u32) -> Scenario {
        let variant = Variant {
            ignored_events: vec![id],
            ..scenario.variant().clone()
        };
        Scenario {
            variants: vec![variant],
            ..scenario.clone()
        }
    }

    fn near(left: f64, right: f64) {
        // Points are whole tenths.
        assert!((left - right).abs() <= 0.05 + 1e-9, "{left} and {right}");
    }

    #[test]
    fn a_bar_stands_where_it_was_dragged_to_from_then_on_however_often_it_was_before() {
        let drag = |percent| Change::Cluster(ClusterEdit::Load(0, percent));
        let start = still();
        let name = &*start.world.brokers[0].name;
        let was = usage_percent(&start, 20, name);
        let (first, id) = with(&start, &drag(was + 12.0), 9, None);
        near(usage_percent(&first, 20, name), was + 12.0);
        let (same, refined) = with(&first, &drag(was + 5.0), 9, Some(id));
        assert_eq!((refined, same.world.events.len()), (id, 1));
        near(usage_percent(&same, 20, name), was + 5.0);
        let (later, id) = with(&same, &drag(was + 30.0), 14, Some(id));
        assert_eq!(later.world.events.len(), 2);
        near(usage_percent(&later, 20, name), was + 30.0);
        near(usage_percent(&later, 12, name), was + 5.0);
        let (between, _) = with(&later, &drag(was + 20.0), 11, Some(id));
        near(usage_percent(&between, 12, name), was + 20.0);
    }

    #[test]
    fn a_variant_without_the_change_is_the_run_before_it() {
        let changes = [
            Change::Cluster(ClusterEdit::Load(0, 110.0)),
            Change::Cluster(ClusterEdit::Usage(0, Resource::Cpu, 120.0)),
            Change::Cluster(ClusterEdit::Base(0, Resource::Cpu, 25.0)),
            Change::Cluster(ClusterEdit::Capacity(1, 0.5)),
            Change::Cluster(ClusterEdit::SetBundle(0, 0, BundleField::Cpu, 30.0)),
            Change::Set(Key::AvgHighThreshold, 20.0),
            Change::Set(Key::AvgHighThreshold, 30.0),
            Change::Cluster(ClusterEdit::RemoveBroker(0)),
        ];
        let mut scenario = opening();
        for (place, change) in changes.iter().enumerate() {
            let (changed, id) = with(&scenario, change, 8 + place / 2, None);
            assert_eq!(
                rounds(&without(&changed, id)),
                rounds(&scenario),
                "{change:?}"
            );
            let (before, after) = (rounds(&scenario), rounds(&changed));
            assert_eq!(before[..8], after[..8], "{change:?}");
            scenario = changed;
        }
    }

    #[test]
    fn what_is_typed_is_what_comes_to_be_after_earlier_changes_too() {
        let start = still();
        let value = |scenario: &Scenario, edit: &ClusterEdit, round: usize| {
            let mut timeline = complete(scenario);
            let detail = timeline.detail(round).unwrap().detail;
            let simulation = timeline.simulation();
            let snapshot = simulation.ground_truth.at(detail.time_ms);
            let place = Place {
                cluster: &scenario.world,
                world: &simulation.world,
                snapshot,
                detail: &detail,
            };
            match edit {
                ClusterEdit::Base(index, resource, _) => {
                    place.machine(*index).unwrap().0[*resource as usize]
                }
                ClusterEdit::Capacity(index, _) => place.machine(*index).unwrap().1,
                ClusterEdit::Usage(index, resource, _) => place
                    .sample(*index)
                    .unwrap()
                    .readings
                    .of(*resource)
                    .percent(),
                ClusterEdit::SetBundle(index, bundle, field, _) => {
                    let bundle = &scenario.world.brokers[*index].bundles[*bundle];
                    let id = simulation.world.find_bundle(&bundle.name).unwrap();
                    field.of(bundle) * place.snapshot.wave(&simulation.world, id)
                }
                _ => unreachable!("not typed"),
            }
        };
        let typed: [fn(f64) -> ClusterEdit; 4] = [
            |value| ClusterEdit::Base(0, Resource::Cpu, value),
            |value| ClusterEdit::Capacity(0, value),
            |value| ClusterEdit::Usage(0, Resource::BandwidthIn, value + 90.0),
            |value| ClusterEdit::SetBundle(0, 0, BundleField::MsgRateIn, value),
        ];
        for edit in typed {
            let change = |value| Change::Cluster(edit(value));
            let (mut scenario, mut id) = with(&start, &change(20.0), 9, None);
            // Key by key: 2, then 25.
            for (round, typed) in [(9, 2.0), (9, 25.0), (14, 30.0), (14, 3.0), (14, 35.0)] {
                (scenario, id) = with(&scenario, &change(typed), round, Some(id));
            }
            assert_eq!(scenario.world.events.len(), 2, "{:?}", edit(0.0));
            let more = if matches!(edit(0.0), ClusterEdit::Usage(..)) {
                90.0
            } else {
                0.0
            };
            near(value(&scenario, &edit(0.0), 10), 25.0 + more);
            near(value(&scenario, &edit(0.0), 20), 35.0 + more);
        }
    }

    #[test]
    fn a_bar_is_dragged_on_the_scale_that_it_is_shown_on() {
        let mut weighted = still();
        weighted.variants[0].settings.set(Key::CpuWeight, 2.0);
        // A measurement is older than what is shown.
        weighted.variants[0].settings.set(Key::FreshReports, 0.0);
        let name = &*weighted.world.brokers[0].name;
        let (first, id) = with(
            &weighted,
            &Change::Cluster(ClusterEdit::Load(0, 230.0)),
            9,
            None,
        );
        assert!((usage_percent(&first, 9, name) - 230.0).abs() <= 0.1 + 1e-9);
        let (second, _) = with(
            &first,
            &Change::Cluster(ClusterEdit::Load(0, 250.0)),
            9,
            Some(id),
        );
        assert_eq!(second.world.events.len(), 1);
        assert!((usage_percent(&second, 9, name) - 250.0).abs() <= 0.1 + 1e-9);
    }

    #[test]
    fn a_variant_changes_what_it_sees() {
        let (mut scenario, id) = with(
            &still(),
            &Change::Cluster(ClusterEdit::Load(0, 110.0)),
            9,
            None,
        );
        let name = &*scenario.world.brokers[0].name.clone();
        scenario.variants[0].ignored_events.push(id);
        let (changed, other) = with(
            &scenario,
            &Change::Cluster(ClusterEdit::Load(0, 95.0)),
            9,
            Some(id),
        );
        assert_ne!(other, id);
        near(usage_percent(&changed, 20, name), 95.0);
    }

    #[test]
    fn what_can_only_be_of_the_start_says_so() {
        let scenario = opening();
        let mut timeline = complete(&scenario);
        let detail = timeline.detail(8).unwrap().detail;
        let edits = [
            ClusterEdit::BundleCount(0, 3),
            ClusterEdit::AddBundle(0),
            ClusterEdit::RenameBroker(0, "x".into()),
            // Less than what its bundles make.
            ClusterEdit::Load(0, 1.0),
        ];
        for edit in edits {
            let change = Change::Cluster(edit);
            assert_eq!(
                timeline
                    .simulation()
                    .with_change(&scenario.world, &change, &detail, None),
                None
            );
        }
    }
}
