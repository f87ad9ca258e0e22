//! Plain random: every candidate is as good as another.

use super::{Ask, Placement, PlacementFailure, Shortlist, tell_best};
use crate::systems::shedding::explain::reason::Explain;

/// The baseline; it remembers nothing.
#[derive(Clone, Debug)]
pub struct Random;

impl Placement for Random {
    fn shortlist(&mut self, ask: &Ask<'_>, explain: &mut Explain) -> Result<Shortlist, PlacementFailure> {
        tell_best(ask, ask.candidates, explain);
        Ok(Shortlist { best: ask.candidates.to_vec(), ..Shortlist::default() })
    }
}
