//! Plain random: every candidate is as good as another.

use super::{Placement, PlacementFailure, PlacementRequest, Shortlist, record_shortlist};
use crate::systems::shedding::reason::Explain;

/// The baseline; it remembers nothing.
#[derive(Clone, Debug)]
pub(crate) struct Random;

impl Placement for Random {
    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure> {
        record_shortlist(ask, ask.candidates, explain);
        Ok(Shortlist {
            best: ask.candidates.to_vec(),
            ..Shortlist::default()
        })
    }
}
