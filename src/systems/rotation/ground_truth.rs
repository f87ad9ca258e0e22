//! The ground truth: which address is up at a time, and what metadata lists, independent of producers.

use super::reason::AddressId;
use super::world::{Action, Event, FailureMode, World};

/// A time that is never reached.
pub const NEVER: u64 = u64::MAX;

/// Converts seconds to whole microseconds.
pub(crate) fn micros(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}

/// The reaction of an address to attempts to connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// Up: accepts them.
    Up,
    /// Refuses them at once.
    Refused,
    /// Does not answer, so attempts time out.
    BlackHole,
}

impl From<FailureMode> for Reachability {
    fn from(how: FailureMode) -> Self {
        match how {
            FailureMode::Refused => Self::Refused,
            FailureMode::BlackHole => Self::BlackHole,
        }
    }
}

/// An address: of an initial broker, or of its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The display name.
    pub name: String,
    /// Index of its zone.
    pub zone: u16,
    /// Index of its broker; a replacement has the same.
    pub place: u16,
    /// Time from which it exists, in microseconds after the start.
    pub from_us: u64,
    /// Time at which it is replaced, in microseconds after the start; [`NEVER`] if it is not.
    pub(crate) gone_us: u64,
    /// Changes of its reachability with their times in microseconds, in order; before the first it is up.
    pub changes: Vec<(u64, Reachability)>,
}

impl Address {
    /// Its reachability at a time.
    pub fn reachability(&self, at_us: u64) -> Reachability {
        let later = self.changes.partition_point(|(time, _)| *time <= at_us);
        later
            .checked_sub(1)
            .map_or(Reachability::Up, |place| self.changes[place].1)
    }

    /// The next time after `after_us` at which it goes down, in microseconds; [`NEVER`] if it does not.
    pub fn next_down(&self, after_us: u64) -> u64 {
        let later = self.changes.partition_point(|(time, _)| *time <= after_us);
        self.changes[later..]
            .iter()
            .find(|(_, reachability)| *reachability != Reachability::Up)
            .map_or(NEVER, |(time, _)| *time)
    }
}

/// A restart of producers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Restart {
    at_us: u64,
    over_us: u64,
    zone: Option<u16>,
}

/// The ground truth of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundTruth {
    /// Every address that exists during the run, in order of appearance.
    pub addresses: Vec<Address>,
    /// Number of brokers.
    pub places: usize,
    /// Times at which redirects start, in microseconds, in order.
    pub(crate) redirects_us: Vec<u64>,
    /// The successive addresses of each broker.
    addresses_by_broker: Vec<Vec<AddressId>>,
    /// Times at which any address changes, in microseconds, in order.
    changes_us: Vec<u64>,
    restarts: Vec<Restart>,
    producers: u32,
}

/// A change of one broker.
#[derive(Clone, Copy)]
enum Change {
    To(Reachability),
    Replaced(Reachability),
}

impl GroundTruth {
    /// The ground truth of a validated world.
    pub fn new(world: &World) -> Self {
        let zones = world.broker_zones();
        let address = |(place, zone): (usize, &u16)| Address {
            name: world.broker_name(place),
            zone: *zone,
            place: place as u16,
            from_us: 0,
            gone_us: NEVER,
            changes: Vec::new(),
        };
        let addresses: Vec<Address> = zones.iter().enumerate().map(address).collect();
        let mut ground_truth = Self {
            places: addresses.len(),
            addresses_by_broker: (0..addresses.len())
                .map(|place| vec![place as AddressId])
                .collect(),
            addresses,
            redirects_us: Vec::new(),
            changes_us: Vec::new(),
            restarts: Vec::new(),
            producers: world.producers(),
        };
        let mut changes: Vec<(u64, usize, Change)> = Vec::new();
        world
            .events
            .iter()
            .for_each(|event| ground_truth.take(world, event, &mut changes));
        // Changes at equal times keep the order of the document.
        changes.sort_by_key(|change| change.0);
        for (at_us, broker, change) in changes {
            ground_truth.change(at_us, broker, change);
            ground_truth.changes_us.push(at_us);
        }
        ground_truth.redirects_us.sort_unstable();
        ground_truth
    }

    fn take(&mut self, world: &World, event: &Event, changes: &mut Vec<(u64, usize, Change)>) {
        let at_us = micros(event.at_s);
        match &event.action {
            Action::Kill {
                broker,
                how,
                duration_s,
            } => {
                let Some(broker) = world.broker_of(broker) else {
                    return;
                };
                changes.push((at_us, broker, Change::To((*how).into())));
                changes.extend(duration_s.map(|duration_s| {
                    (
                        at_us + micros(duration_s),
                        broker,
                        Change::To(Reachability::Up),
                    )
                }));
            }
            Action::KillEvery {
                every,
                how,
                duration_s,
            } => {
                for broker in (0..self.places).step_by((*every).max(1) as usize) {
                    changes.push((at_us, broker, Change::To((*how).into())));
                    changes.extend(duration_s.map(|duration_s| {
                        (
                            at_us + micros(duration_s),
                            broker,
                            Change::To(Reachability::Up),
                        )
                    }));
                }
            }
            Action::Revive { broker } => {
                changes.extend(
                    world
                        .broker_of(broker)
                        .map(|broker| (at_us, broker, Change::To(Reachability::Up))),
                );
            }
            Action::Replace { broker, how } => {
                changes.extend(
                    world
                        .broker_of(broker)
                        .map(|broker| (at_us, broker, Change::Replaced((*how).into()))),
                );
            }
            Action::RollingRestart {
                down_s,
                apart_s,
                how,
                replaced,
                zone,
            } => {
                let zone = zone
                    .as_ref()
                    .and_then(|name| world.zone_of(name))
                    .map(|zone| zone as u16);
                let all = (0..self.places)
                    .filter(|broker| zone.is_none_or(|zone| self.addresses[*broker].zone == zone));
                for (turn, broker) in all.enumerate() {
                    let from_us = at_us + micros(*apart_s) * turn as u64;
                    if *replaced {
                        changes.push((from_us, broker, Change::Replaced((*how).into())));
                        changes.push((from_us, broker, Change::To((*how).into())));
                    } else {
                        changes.push((from_us, broker, Change::To((*how).into())));
                    }
                    changes.push((
                        from_us + micros(*down_s),
                        broker,
                        Change::To(Reachability::Up),
                    ));
                }
            }
            Action::Redirect {} => self.redirects_us.push(at_us),
            Action::RestartProducers { zone, over_s } => {
                let zone = zone
                    .as_ref()
                    .and_then(|name| world.zone_of(name))
                    .map(|zone| zone as u16);
                self.restarts.push(Restart {
                    at_us,
                    over_us: micros(*over_s),
                    zone,
                });
            }
        }
    }

    fn change(&mut self, at_us: u64, broker: usize, change: Change) {
        // The broker's current address is its last one.
        let Some(current) = self
            .addresses_by_broker
            .get(broker)
            .and_then(|all| all.last())
        else {
            return;
        };
        let current = usize::from(*current);
        match change {
            Change::To(reachability) => {
                let address = &mut self.addresses[current];
                if address
                    .changes
                    .last()
                    .map_or(Reachability::Up, |(_, reachability)| *reachability)
                    != reachability
                {
                    address.changes.push((at_us, reachability));
                }
            }
            Change::Replaced(reachability) => {
                let old = &mut self.addresses[current];
                old.changes.push((at_us, reachability));
                old.gone_us = at_us;
                let first = old.name.split('.').next().unwrap_or_default();
                let number = old
                    .name
                    .rsplit_once('.')
                    .and_then(|(_, number)| number.parse().ok())
                    .unwrap_or(1_u32)
                    + 1;
                let name = format!("{first}.{number}");
                let (zone, place) = (old.zone, old.place);
                let changes = Vec::new();
                self.addresses_by_broker[broker].push(self.addresses.len() as AddressId);
                self.addresses.push(Address {
                    name,
                    zone,
                    place,
                    from_us: at_us,
                    gone_us: NEVER,
                    changes,
                });
            }
        }
    }

    /// The address with an id.
    pub fn address(&self, address: AddressId) -> &Address {
        &self.addresses[usize::from(address)]
    }

    /// The addresses in the configuration at a time: all that have not been replaced, up or down.
    pub(crate) fn bootstrap(&self, at_us: u64) -> Vec<AddressId> {
        let is_there = |address: &Address| (address.from_us..address.gone_us).contains(&at_us);
        let listed = self
            .addresses
            .iter()
            .enumerate()
            .filter(|(_, address)| is_there(address));
        listed.map(|(id, _)| id as AddressId).collect()
    }

    /// The addresses in the metadata at a time: those in the configuration, without those that are down unless `lists_dead`.
    pub fn metadata(&self, at_us: u64, lists_dead: bool) -> Vec<AddressId> {
        let mut listed = self.bootstrap(at_us);
        listed.retain(|address| {
            lists_dead || self.address(*address).reachability(at_us) == Reachability::Up
        });
        listed
    }

    /// The period around a time during which no address changes.
    pub(crate) fn unchanged_period(&self, at_us: u64) -> (u64, u64) {
        let later = self.changes_us.partition_point(|time| *time <= at_us);
        let from_us = later
            .checked_sub(1)
            .map_or(0, |before| self.changes_us[before]);
        (
            from_us,
            self.changes_us.get(later).copied().unwrap_or(NEVER),
        )
    }

    /// The address of a broker at a time.
    pub(crate) fn address_at(&self, place: usize, at_us: u64) -> AddressId {
        let all = self
            .addresses_by_broker
            .get(place)
            .map_or(&[][..], |all| all);
        let is_there = |id: &&AddressId| {
            let address = self.address(**id);
            (address.from_us..address.gone_us).contains(&at_us)
        };
        all.iter()
            .find(is_there)
            .copied()
            .unwrap_or(place as AddressId)
    }

    /// Number of redirects that have started by a time.
    pub(crate) fn redirects(&self, at_us: u64) -> usize {
        self.redirects_us.partition_point(|time| *time <= at_us)
    }

    /// The time of the next restart of a producer, in microseconds; [`NEVER`] if there is none.
    pub(crate) fn next_restart(&self, producer: u32, zone: u16, after: Option<u64>) -> u64 {
        let of = |restart: &Restart| {
            let offset = u128::from(restart.over_us) * u128::from(producer)
                / u128::from(self.producers.max(1));
            restart.at_us + offset as u64
        };
        let own = self
            .restarts
            .iter()
            .filter(|restart| restart.zone.is_none_or(|other| other == zone))
            .map(of);
        own.filter(|time| after.is_none_or(|after| *time > after))
            .min()
            .unwrap_or(NEVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::rotation::world::Zone;

    fn world(events: Vec<Event>) -> World {
        World {
            zones: vec![Zone {
                name: String::new(),
                producers: 4,
                brokers: 3,
            }],
            events,
            ..World::default()
        }
    }

    fn at(at_s: f64, what: Action) -> Event {
        Event::new(at_s, what)
    }

    #[test]
    fn a_killed_broker_is_back_after_its_time() {
        let kill = Action::Kill {
            broker: "B".to_owned(),
            how: FailureMode::BlackHole,
            duration_s: Some(2.0),
        };
        let ground_truth = GroundTruth::new(&world(vec![at(5.0, kill)]));
        let reachability = |at_s: f64| ground_truth.address(1).reachability(micros(at_s));
        assert_eq!(
            [4.9, 5.0, 6.9, 7.0].map(reachability),
            [
                Reachability::Up,
                Reachability::BlackHole,
                Reachability::BlackHole,
                Reachability::Up
            ]
        );
        assert_eq!(ground_truth.address(1).next_down(0), micros(5.0));
        assert_eq!(ground_truth.address(1).next_down(micros(5.0)), NEVER);
        assert_eq!(
            (
                ground_truth.metadata(micros(6.0), false),
                ground_truth.metadata(micros(6.0), true)
            ),
            (vec![0, 2], vec![0, 1, 2])
        );
    }

    #[test]
    fn a_replaced_broker_is_listed_under_its_new_address() {
        let replace = || Action::Replace {
            broker: "A".to_owned(),
            how: FailureMode::Refused,
        };
        let revive = Action::Revive {
            broker: "A".to_owned(),
        };
        let ground_truth = GroundTruth::new(&world(vec![
            at(5.0, replace()),
            at(9.0, revive),
            at(7.0, replace()),
        ]));
        let names: Vec<&str> = ground_truth
            .addresses
            .iter()
            .map(|address| address.name.as_str())
            .collect();
        assert_eq!(names, ["A", "B", "C", "A.2", "A.3"]);
        assert_eq!(ground_truth.bootstrap(micros(6.0)), [1, 2, 3]);
        assert_eq!(ground_truth.address_at(0, micros(8.0)), 4);
        assert_eq!(
            ground_truth.address(0).reachability(micros(20.0)),
            Reachability::Refused,
            "it is dead for good"
        );
    }

    #[test]
    fn a_rolling_restart_goes_in_the_order_of_the_brokers() {
        let (how, zone) = (FailureMode::Refused, None);
        let roll = Action::RollingRestart {
            down_s: 2.0,
            apart_s: 3.0,
            how,
            replaced: false,
            zone,
        };
        let ground_truth = GroundTruth::new(&world(vec![at(10.0, roll)]));
        let down = |at_s: f64| {
            (0..3)
                .find(|id| ground_truth.address(*id).reachability(micros(at_s)) != Reachability::Up)
        };
        assert_eq!(
            [9.0, 11.0, 12.5, 14.0, 17.0, 18.5].map(down),
            [None, Some(0), None, Some(1), Some(2), None]
        );
    }

    #[test]
    fn producers_restart_one_after_another() {
        let restart = Action::RestartProducers {
            zone: None,
            over_s: 4.0,
        };
        let ground_truth = GroundTruth::new(&world(vec![at(1.0, restart)]));
        assert_eq!(
            [0, 1, 3].map(|id| ground_truth.next_restart(id, 0, None)),
            [micros(1.0), micros(2.0), micros(4.0)]
        );
        assert_eq!(ground_truth.next_restart(1, 0, Some(micros(2.0))), NEVER);
    }
}
