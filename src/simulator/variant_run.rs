//! The run of a variant of an open scenario, and what was asked about it last.

use std::rc::Rc;

use super::Chart;
use super::info::SubjectRef;
use super::system::{DetailOf, ReasonOf};
use super::view::View;
use crate::engine::Timeline;

/// The reasons of a round, shared by those who ask about parts of them.
pub(super) type Reasons<S> = Rc<[ReasonOf<S>]>;

/// A variant's run, and what was asked about it last.
pub(super) struct Run<S: View> {
    /// `None` until the simulation has been made.
    pub(super) timeline: Option<Timeline<S::Simulation>>,
    pub(super) seen: Option<(usize, Rc<DetailOf<S>>)>,
    pub(super) previewed: Option<(usize, Rc<DetailOf<S>>)>,
    pub(super) explained: Option<(usize, Reasons<S>)>,
    pub(super) asked: Option<(usize, SubjectRef, Reasons<S>)>,
    pub(super) charts: Option<(usize, Option<SubjectRef>, Rc<[Chart]>)>,
}

impl<S: View> Default for Run<S> {
    fn default() -> Self {
        Self {
            timeline: None,
            seen: None,
            previewed: None,
            explained: None,
            asked: None,
            charts: None,
        }
    }
}

impl<S: View> Run<S> {
    /// What a round came to.
    pub(super) fn detail(
        &mut self,
        timeline: &mut Timeline<S::Simulation>,
        index: usize,
    ) -> Rc<DetailOf<S>> {
        if let Some((at, detail)) = &self.seen
            && *at == index
        {
            return Rc::clone(detail);
        }
        // The round itself is kept, and computed here if it is not yet.
        timeline.round(index);
        let Some(look) = timeline.detail(index) else {
            unreachable!("a round within the horizon")
        };
        self.see(index, look.detail)
    }

    pub(super) fn see(&mut self, index: usize, detail: DetailOf<S>) -> Rc<DetailOf<S>> {
        let detail = Rc::new(detail);
        self.seen = Some((index, Rc::clone(&detail)));
        detail
    }

    /// What a round came to as far as it can be drawn; all of it where it is at hand.
    pub(super) fn preview(
        &mut self,
        timeline: &mut Timeline<S::Simulation>,
        index: usize,
    ) -> Rc<DetailOf<S>> {
        for (at, detail) in self.seen.iter().chain(&self.previewed) {
            if *at == index {
                return Rc::clone(detail);
            }
        }
        timeline.round(index);
        match S::preview(timeline.simulation(), timeline.rounds(), index) {
            Some(detail) => {
                let detail = Rc::new(detail);
                self.previewed = Some((index, Rc::clone(&detail)));
                detail
            }
            None => self.detail(timeline, index),
        }
    }

    /// The reasons of a round, but for those that nobody has asked about; those of the round asked about last are kept.
    pub(super) fn reasons(
        &mut self,
        timeline: &mut Timeline<S::Simulation>,
        index: usize,
    ) -> Reasons<S> {
        if let Some((at, reasons)) = &self.explained
            && *at == index
        {
            return Rc::clone(reasons);
        }
        timeline.round(index);
        let is_on_demand = S::on_demand(timeline.simulation());
        let look = timeline.explain_only(index, move |subject| !is_on_demand(subject));
        let reasons: Reasons<S> = match look {
            Some(look) => {
                self.see(index, look.detail);
                look.reasons.into()
            }
            None => Rc::new([]),
        };
        self.explained = Some((index, Rc::clone(&reasons)));
        reasons
    }

    /// The reasons of a round about one subject and what belongs to it.
    pub(super) fn reasons_about(
        &mut self,
        timeline: &mut Timeline<S::Simulation>,
        index: usize,
        subject: SubjectRef,
    ) -> Reasons<S> {
        if let Some((at, about, reasons)) = &self.asked
            && (*at, *about) == (index, subject)
        {
            return Rc::clone(reasons);
        }
        let look = timeline.explain_only(index, move |other| S::belongs_to(other, subject));
        let reasons: Reasons<S> = look.map(|look| look.reasons).unwrap_or_default().into();
        self.asked = Some((index, subject, Rc::clone(&reasons)));
        reasons
    }

    /// The charts of the rounds there are; they are made again when there are more.
    pub(super) fn charts(
        &mut self,
        timeline: &Timeline<S::Simulation>,
        selected: Option<SubjectRef>,
    ) -> Rc<[Chart]> {
        let rounds = timeline.rounds();
        if let Some((count, of, charts)) = &self.charts
            && (*count, *of) == (rounds.len(), selected)
        {
            return Rc::clone(charts);
        }
        let charts: Rc<[Chart]> = S::charts(timeline.simulation(), rounds, selected).into();
        self.charts = Some((rounds.len(), selected, Rc::clone(&charts)));
        charts
    }
}
