//! The lists of producers at any instant of a slice.

use super::reason::{AddressId, ProducerId};
use super::round::Detail;

/// What changed in a producer's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListStep {
    /// An endpoint joined the write set.
    Joined(AddressId),
    /// The single variant has another current endpoint.
    Current(AddressId),
    /// A failed endpoint is at the end of the locals.
    ToTheEnd(AddressId),
    /// A failed endpoint is in no list any more.
    Forgotten(AddressId),
    /// The write set is empty, and the locals are these.
    Set(Vec<AddressId>),
}

/// A change in a producer's lists at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListChange {
    /// When.
    pub at_us: u64,
    /// Whose.
    pub producer: ProducerId,
    /// What.
    pub step: ListStep,
}

/// The lists of every producer when the slice begins, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    addresses: Vec<AddressId>,
    /// Where a producer's locals end and its writes end; they begin where those of the one before end.
    ends: Vec<(u32, u32)>,
}

impl Listing {
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
        let Some((middle, end)) = self.ends.get(place).copied() else { return (&[], &[]) };
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        (&self.addresses[start as usize..middle as usize], &self.addresses[middle as usize..end as usize])
    }
}

impl Detail {
    /// A producer's locals and write endpoints at a time.
    pub fn lists_at(&self, producer: ProducerId, at_us: u64) -> (Vec<AddressId>, Vec<AddressId>) {
        let (locals, writes) = self.lists.of(producer);
        let (mut locals, mut writes) = (locals.to_vec(), writes.to_vec());
        for change in self.list_changes.iter().filter(|change| change.producer == producer && change.at_us <= at_us) {
            match &change.step {
                ListStep::Joined(address) if !writes.contains(address) => writes.push(*address),
                ListStep::Joined(_) => {}
                ListStep::Current(address) => writes = vec![*address],
                ListStep::ToTheEnd(address) | ListStep::Forgotten(address) => {
                    locals.retain(|other| other != address);
                    writes.retain(|other| other != address);
                    if matches!(change.step, ListStep::ToTheEnd(_)) {
                        locals.push(*address);
                    }
                }
                ListStep::Set(list) => {
                    locals.clone_from(list);
                    writes.clear();
                }
            }
        }
        (locals, writes)
    }
}
