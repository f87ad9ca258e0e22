//! The endpoint lists of producers at any instant of a slice.

use super::reason::{AddressId, ProducerId};
use super::round::Detail;

/// The kind of a change in a producer's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListChangeKind {
    /// An endpoint joined the write set.
    Joined(AddressId),
    /// The current endpoint of the single selector changed.
    Current(AddressId),
    /// A failed endpoint moved to the end of the locals.
    MovedToEnd(AddressId),
    /// A failed endpoint was removed from all lists.
    Forgotten(AddressId),
    /// An endpoint accepted a connection, which resets its failures.
    Forgiven(AddressId),
    /// The write set was emptied and the locals were replaced by these.
    Set(Vec<AddressId>),
}

/// A change in a producer's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListChange {
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The producer.
    pub producer: ProducerId,
    /// The kind of change.
    pub step: ListChangeKind,
}

/// The lists of every producer at the start of the slice, in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointLists {
    addresses: Vec<AddressId>,
    /// The ends of each producer's locals and writes; they start at the end of the previous ones.
    ends: Vec<(u32, u32)>,
}

impl EndpointLists {
    /// Whether no lists are recorded, as for a slice that was not simulated again.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds the lists of the next producer.
    pub fn push(&mut self, locals: &[AddressId], writes: &[AddressId]) {
        self.addresses.extend_from_slice(locals);
        let middle = self.addresses.len() as u32;
        self.addresses.extend_from_slice(writes);
        self.ends.push((middle, self.addresses.len() as u32));
    }

    /// A producer's locals and write endpoints.
    pub fn of(&self, producer: ProducerId) -> (&[AddressId], &[AddressId]) {
        let place = producer as usize;
        let Some((middle, end)) = self.ends.get(place).copied() else {
            return (&[], &[]);
        };
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        (
            &self.addresses[start as usize..middle as usize],
            &self.addresses[middle as usize..end as usize],
        )
    }
}

impl ListChangeKind {
    /// Applies the change.
    pub fn apply(&self, locals: &mut Vec<AddressId>, writes: &mut Vec<AddressId>) {
        match self {
            Self::Joined(address) if !writes.contains(address) => writes.push(*address),
            Self::Joined(_) | Self::Forgiven(_) => {}
            Self::Current(address) => *writes = vec![*address],
            Self::MovedToEnd(address) | Self::Forgotten(address) => {
                locals.retain(|other| other != address);
                writes.retain(|other| other != address);
                if matches!(self, Self::MovedToEnd(_)) {
                    locals.push(*address);
                }
            }
            Self::Set(list) => {
                locals.clone_from(list);
                writes.clear();
            }
        }
    }
}

/// An open connection: producer, address, and the time in microseconds if it opened in this slice.
type OpenConnection = (ProducerId, AddressId, Option<u64>);
/// The producer in entries of closed connections.
const CLOSED: ProducerId = ProducerId::MAX;

/// The index of an open connection to an address, searched cyclically from `near`.
fn find(own: &[OpenConnection], near: usize, address: AddressId) -> Option<usize> {
    let is_it = |place: &usize| own[*place].1 == address && own[*place].0 != CLOSED;
    (near..own.len()).chain(0..near.min(own.len())).find(is_it)
}

impl Detail {
    /// The changes in a producer's lists up to a time, in order.
    pub(crate) fn list_steps(
        &self,
        producer: ProducerId,
        at_us: u64,
    ) -> impl Iterator<Item = &ListChange> {
        // Changes are recorded producer by producer.
        let first = self
            .list_changes
            .partition_point(|change| change.producer < producer);
        let own = self.list_changes[first..]
            .iter()
            .take_while(move |change| change.producer == producer);
        own.filter(move |change| change.at_us <= at_us)
    }

    /// A producer's locals and write endpoints at a time.
    pub fn lists_at(&self, producer: ProducerId, at_us: u64) -> (Vec<AddressId>, Vec<AddressId>) {
        let (locals, writes) = self.lists.of(producer);
        let (mut locals, mut writes) = (locals.to_vec(), writes.to_vec());
        self.list_steps(producer, at_us)
            .for_each(|change| change.step.apply(&mut locals, &mut writes));
        (locals, writes)
    }

    /// A producer's count of consecutive failures of an endpoint at a time.
    pub(crate) fn failures_at(&self, producer: ProducerId, address: AddressId, at_us: u64) -> u32 {
        let first = self.failures.partition_point(|(own, ..)| *own < producer);
        let mut own = self.failures[first..]
            .iter()
            .take_while(|(own, ..)| *own == producer);
        let before = own.find(|(_, other, _)| *other == address);
        let before = before.map_or(0, |(.., count)| *count);
        self.list_steps(producer, at_us)
            .fold(before, |count, change| match change.step {
                ListChangeKind::MovedToEnd(other) | ListChangeKind::Forgotten(other)
                    if other == address =>
                {
                    count + 1
                }
                ListChangeKind::Forgiven(other) if other == address => 0,
                _ => count,
            })
    }

    /// The connections that are open at a time, grouped by producer.
    pub(crate) fn connections_at(&self, at_us: u64) -> Vec<OpenConnection> {
        let mut open: Vec<OpenConnection> = Vec::with_capacity(self.connections.len() + 16);
        let (mut before, mut changes) = (
            self.connections.iter().peekable(),
            self.connection_changes.iter().peekable(),
        );
        loop {
            let producer = match (before.peek(), changes.peek()) {
                (None, None) => return open,
                (Some(connection), None) => connection.0,
                (None, Some(change)) => change.producer,
                (Some(connection), Some(change)) => connection.0.min(change.producer),
            };
            let (first, mut near) = (open.len(), 0);
            while let Some(connection) = before.next_if(|connection| connection.0 == producer) {
                open.push((producer, connection.1, None));
            }
            while let Some(change) = changes.next_if(|change| change.producer == producer) {
                if change.at_us > at_us {
                    continue;
                }
                if change.opens {
                    open.push((producer, change.address, Some(change.at_us)));
                } else if let Some(place) = find(&open[first..], near, change.address) {
                    // Connections mostly close in the order in which they opened.
                    (open[first + place].0, near) = (CLOSED, place + 1);
                }
            }
            let own = open.split_off(first);
            open.extend(own.into_iter().filter(|connection| connection.0 != CLOSED));
        }
    }
}
