//! A scenario of a system that is open: [`Session`] for any [`View`].

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::io::{self, Write as _};
use std::rc::Rc;

use super::apply::apply;
use super::edit::Edit;
use super::entity::{EntityRow, EntityTable, TableRef};
use super::event::{EventKind, ScheduledEvent};
use super::explanation::{Card, Explanation};
use super::field::Field;
use super::info::{SubjectRef, SystemInfo};
use super::outcome::RoundOutcome;
use super::session::{Edited, Session, SharedSession, StageLayout};
use super::stage::{Demand, Instant, Stage, Viewport};
use super::system::{LaterEdit, ReasonOf, RoundOf, ScenarioOf};
use super::table::Table;
use super::variant_run::Run;
use super::view::{Explained, View};
use super::warning::Warning;
use super::{Chart, Choice, MetricInfo};
use crate::engine::{Cause, Problem, Scenario, Timeline, check_event_time};
use crate::scene::Scene;

/// An open scenario, with the run of every variant.
pub struct OpenSession<S: View> {
    scenario: Rc<ScenarioOf<S>>,
    prepared: OnceCell<S::Prepared>,
    runs: Vec<RefCell<Run<S>>>,
}

/// The states that the runs of all variants keep take about this much memory and no more.
const KEYFRAME_BYTES: usize = 8 << 20;

/// Checks that there are variants and not too many, and what the system asks for.
fn validate<S: View>(scenario: &ScenarioOf<S>) -> Result<(), Problem> {
    scenario.count_variants()?;
    S::validate(scenario)
}

impl<S: View> OpenSession<S> {
    /// Opens a valid scenario.
    pub fn new(scenario: ScenarioOf<S>) -> Self {
        Self::share(Rc::new(scenario))
    }

    fn share(scenario: Rc<ScenarioOf<S>>) -> Self {
        let runs = scenario
            .variants
            .iter()
            .map(|_| RefCell::default())
            .collect();
        Self {
            scenario,
            prepared: OnceCell::new(),
            runs,
        }
    }

    /// Opens a document.
    ///
    /// # Errors
    /// With the place and what would be right.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let scenario = Scenario::from_json(text, S::INFO.id, S::NAMES_1)?;
        validate::<S>(&scenario)?;
        Ok(Self::new(scenario))
    }

    /// The scenario.
    pub fn scenario(&self) -> &ScenarioOf<S> {
        &self.scenario
    }

    /// The scenario after an edit, validated.
    fn changed(&self, edit: &Edit) -> Result<ScenarioOf<S>, Problem> {
        if let Edit::AddEvent { at_s, .. } | Edit::MoveEvent { at_s, .. } = edit {
            check_event_time(*at_s, S::end_s(&self.scenario))?;
        }
        let mut scenario = (*self.scenario).clone();
        apply::<S>(&mut scenario, edit)?;
        validate::<S>(&scenario)?;
        Ok(scenario)
    }

    fn prepared(&self) -> &S::Prepared {
        self.prepared.get_or_init(|| S::prepare(&self.scenario))
    }

    /// Reads something of a variant's run, which is made if it has not been.
    fn with_run<T>(
        &self,
        variant: usize,
        read: impl FnOnce(&mut Run<S>, &mut Timeline<S::Simulation>) -> T,
    ) -> T {
        let mut run = self.runs[variant].borrow_mut();
        let timeline = run.timeline.take();
        let mut timeline = timeline.unwrap_or_else(|| {
            let simulation = S::simulate(&self.scenario, self.prepared(), variant);
            Timeline::with_keyframe_bytes(simulation, KEYFRAME_BYTES / self.runs.len())
        });
        let value = read(&mut run, &mut timeline);
        run.timeline = Some(timeline);
        value
    }

    /// Reads something of a round, which is computed if it has not been. Where a preview will do and the scenario is
    /// large, the round is not simulated again for it.
    fn with_instant<T>(
        &self,
        variant: usize,
        index: usize,
        phase: f64,
        preview_will_do: bool,
        read: impl FnOnce(&S::Simulation, &Instant<'_, S::Simulation>) -> T,
    ) -> T {
        let index = self.within(index);
        let preview_will_do = preview_will_do && S::is_large(&self.scenario);
        self.with_run(variant, |run, timeline| {
            let most = S::replayed_for_stage(timeline.simulation());
            let preview_will_do = preview_will_do && timeline.replayed(index) > most;
            let detail = if preview_will_do {
                run.preview(timeline, index)
            } else {
                run.detail(timeline, index)
            };
            let instant = Instant {
                index,
                round: &timeline.rounds()[index],
                detail: &*detail,
                phase,
            };
            read(timeline.simulation(), &instant)
        })
    }

    fn with_explained<T>(
        &self,
        variant: usize,
        index: usize,
        read: impl FnOnce(&S::Simulation, &Explained<'_, S>) -> T,
    ) -> T {
        let index = self.within(index);
        self.with_run(variant, |run, timeline| {
            let reasons = run.reasons(timeline, index);
            let detail = run.detail(timeline, index);
            let round = &timeline.rounds()[index];
            read(
                timeline.simulation(),
                &Explained {
                    index,
                    round,
                    detail: &*detail,
                    reasons: &reasons,
                },
            )
        })
    }

    fn within(&self, index: usize) -> usize {
        index.min(self.scenario.rounds - 1)
    }

    fn computed_of(run: &RefCell<Run<S>>) -> usize {
        run.borrow()
            .timeline
            .as_ref()
            .map_or(0, |timeline| timeline.rounds().len())
    }
}

/// What one variant's stage has to hold so that it can be compared with those on the same scale.
fn shared_demand(own: &Demand, all: &[Demand]) -> (f64, f64) {
    let alike = all.iter().filter(|other| other.scale == own.scale);
    let below = all.iter().map(|other| other.below).fold(0.0, f64::max);
    (alike.map(|other| other.highest).fold(0.0, f64::max), below)
}

fn rounds_to(count: usize, index: usize) -> usize {
    count.min(index.saturating_add(1))
}

impl<S: View> Session for OpenSession<S> {
    fn info(&self) -> SystemInfo {
        S::INFO
    }

    fn title(&self) -> &str {
        &self.scenario.title
    }

    fn notes(&self) -> &[String] {
        &self.scenario.notes
    }

    fn document(&self) -> String {
        self.scenario.write()
    }

    fn compact_document(&self) -> String {
        self.scenario.write_compact()
    }

    fn write_compact_document(&self, to: &mut dyn io::Write) -> io::Result<()> {
        let mut buffered = io::BufWriter::with_capacity(64 << 10, to);
        serde_json::to_writer(&mut buffered, &*self.scenario)?;
        buffered.flush()
    }

    fn seed(&self) -> u64 {
        self.scenario.seed
    }

    fn rounds(&self) -> usize {
        self.scenario.rounds
    }

    fn variants(&self) -> usize {
        self.runs.len()
    }

    fn variant_document(&self, variant: usize) -> Result<serde_json::Value, Problem> {
        serde_json::to_value(&self.scenario.variants[variant]).map_err(|error| {
            let (what, remedy) = ("the variant", "report this, with the scenario");
            let cause = Cause::Unwritable {
                what,
                error: error.to_string(),
                remedy,
            };
            Problem::at(format!("variant {}", variant + 1), cause)
        })
    }

    fn variant_title(&self, variant: usize) -> String {
        S::variant_title(&self.scenario, variant)
    }

    fn choices(&self, variant: usize) -> Vec<Choice> {
        S::choices(&self.scenario.variants[variant])
    }

    fn fields(&self, variant: usize, in_force_at: Option<usize>) -> Vec<Field> {
        let mut fields = S::fields(&self.scenario, variant);
        // Until an event changes a setting, the document says what is in force.
        if let Some(index) =
            in_force_at.filter(|index| *index < Self::computed_of(&self.runs[variant]))
        {
            self.with_instant(variant, index, 0.0, true, |simulation, instant| {
                for field in &mut fields {
                    field.value = S::setting_in_force(simulation, instant.detail, field.name)
                        .unwrap_or(field.value);
                }
            });
        }
        fields
    }

    fn assumptions(&self, variant: usize) -> Vec<(&'static str, &'static str)> {
        S::assumptions(&self.scenario.variants[variant])
    }

    fn warnings(&self, variant: usize) -> Vec<Warning> {
        S::warnings(&self.scenario, variant)
    }

    fn comparisons(&self, variant: usize) -> Vec<&'static str> {
        S::comparisons(&self.scenario.variants[variant])
            .into_iter()
            .map(|(title, _)| title)
            .collect()
    }

    fn event_kinds(&self) -> Vec<EventKind> {
        S::event_kinds(&self.scenario.world)
    }

    fn events(&self) -> Vec<ScheduledEvent> {
        S::events(&self.scenario.world)
    }

    fn can_leave_out(&self, event: u32) -> bool {
        S::ignored_events(&mut self.scenario.variants[0].clone()).is_some()
            && self.events().iter().any(|one| one.id == event)
    }

    fn entities(&self) -> Vec<EntityTable> {
        S::entities(&self.scenario.world)
    }

    fn entity_table(&self, table: TableRef) -> Option<EntityTable> {
        S::entity_table(&self.scenario.world, table)
    }

    fn entity_name(&self, table: TableRef, row: usize) -> String {
        S::entity_name(&self.scenario.world, table, row)
    }

    fn find_entities(&self, table: TableRef, text: &str) -> Vec<usize> {
        let rows = self.entity_table(table).map_or(0, |found| found.rows);
        let text = text.to_lowercase();
        let is_found = |row: &usize| {
            text.is_empty() || self.entity_name(table, *row).to_lowercase().contains(&text)
        };
        (0..rows).filter(is_found).collect()
    }

    fn entity_rows(&self, table: TableRef, rows: &[usize]) -> Vec<EntityRow> {
        S::entity_rows(&self.scenario.world, table, rows)
    }

    fn imports(&self) -> &'static str {
        S::IMPORTS
    }

    fn can_sort(&self) -> bool {
        S::CAN_SORT
    }

    fn has_exports(&self) -> bool {
        S::EXPORTS
    }

    fn legend(&self) -> &'static [(&'static str, &'static str)] {
        S::legend()
    }

    fn edited(&self, edit: &Edit) -> Result<SharedSession, Problem> {
        Ok(Rc::new(Self::new(self.changed(edit)?)))
    }

    fn edited_at(
        &self,
        edit: &Edit,
        variant: usize,
        index: usize,
        refined: Option<u32>,
    ) -> Result<Edited, Problem> {
        let later = if index == 0 {
            LaterEdit::WholeRun
        } else {
            self.with_instant(variant, index, 0.0, false, |simulation, instant| {
                S::edit_later(
                    &self.scenario,
                    simulation,
                    variant,
                    instant.detail,
                    edit,
                    refined,
                )
            })?
        };
        match later {
            LaterEdit::WholeRun => Ok(Edited::Session {
                session: self.edited(edit)?,
                event: None,
            }),
            LaterEdit::OnlyAtStart => Ok(Edited::OnlyAtStart),
            LaterEdit::Event { scenario, event } => {
                validate::<S>(&scenario)?;
                Ok(Edited::Session {
                    session: Rc::new(Self::new(scenario)),
                    event: Some(event),
                })
            }
        }
    }

    fn reopened(&self) -> SharedSession {
        Rc::new(Self::share(Rc::clone(&self.scenario)))
    }

    fn release(&self) {
        for run in &self.runs {
            let mut run = run.borrow_mut();
            let mut timeline = run.timeline.take();
            timeline.iter_mut().for_each(Timeline::release);
            *run = Run {
                timeline,
                charts: run.charts.take(),
                ..Run::default()
            };
        }
    }

    fn is_same_but_for_seed(&self, other: &dyn Session) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            let (own, other) = (&*self.scenario, &*other.scenario);
            (own.rounds, &own.variants, &own.world) == (other.rounds, &other.variants, &other.world)
        })
    }

    fn advance(&self) -> bool {
        let Some((variant, run)) = self
            .runs
            .iter()
            .enumerate()
            .min_by_key(|(_, run)| (Self::computed_of(run), run.borrow().timeline.is_some()))
        else {
            return false;
        };
        if run.borrow().timeline.is_some() {
            return run
                .borrow_mut()
                .timeline
                .as_mut()
                .is_some_and(Timeline::advance);
        }
        // What all variants share, and each simulation, are pieces of work of their own.
        if self.prepared.get().is_none() {
            self.prepared();
        } else {
            self.with_run(variant, |_, _| ());
        }
        true
    }

    fn approach(&self, variant: usize, index: usize) -> bool {
        let index = self.within(index);
        if self.prepared.get().is_none() {
            self.prepared();
            return true;
        }
        if self.runs[variant].borrow().timeline.is_none() {
            self.with_run(variant, |_, _| ());
            return true;
        }
        self.with_run(variant, |run, timeline| {
            let is_told = run.explained.as_ref().is_some_and(|(at, _)| *at == index);
            !is_told && timeline.approach(index)
        })
    }

    fn computed(&self) -> usize {
        self.runs.iter().map(Self::computed_of).min().unwrap_or(0)
    }

    fn digest(&self, variant: usize) -> Option<String> {
        let run = self.runs[variant].borrow();
        let timeline = run
            .timeline
            .as_ref()
            .filter(|timeline| timeline.is_complete())?;
        Some(timeline.digest().to_string())
    }

    fn time_s(&self, index: usize) -> f64 {
        self.with_run(0, |_, timeline| S::time_s(timeline.simulation(), index))
    }

    fn is_large(&self) -> bool {
        S::is_large(&self.scenario)
    }

    fn is_eventful(&self, index: usize) -> bool {
        self.runs.iter().any(|run| {
            let run = run.borrow();
            run.timeline
                .as_ref()
                .and_then(|timeline| timeline.rounds().get(index))
                .is_some_and(S::is_eventful)
        })
    }

    fn headline(&self, variant: usize, index: usize) -> String {
        self.with_explained(variant, index, S::headline)
    }

    fn status(&self, variant: usize, index: usize) -> String {
        self.with_run(variant, |_, timeline| {
            S::status(timeline.simulation(), timeline.rounds(), index)
        })
    }

    fn outlook(&self, variant: usize, index: usize) -> String {
        self.with_run(variant, |_, timeline| {
            S::outlook(timeline.simulation(), timeline.rounds(), index)
        })
    }

    fn subject_kind(&self, subject: SubjectRef) -> &'static str {
        if subject == SubjectRef::ROUND {
            "round"
        } else {
            S::subject_kind(subject)
        }
    }

    fn subject_name(&self, subject: SubjectRef) -> String {
        self.with_run(0, |_, timeline| {
            S::subject_name(timeline.simulation(), subject)
        })
    }

    fn find_subject(&self, other: &dyn Session, subject: SubjectRef) -> Option<SubjectRef> {
        let other = other.as_any().downcast_ref::<Self>()?;
        if std::ptr::eq(self, other) {
            return Some(subject);
        }
        other.with_run(0, |_, old| {
            self.with_run(0, |_, new| {
                S::find_subject(old.simulation(), new.simulation(), subject)
            })
        })
    }

    fn overview(&self, variant: usize, index: usize) -> Rc<[SubjectRef]> {
        self.with_explained(variant, index, |simulation, explained| {
            S::overview(simulation, explained).into()
        })
    }

    fn card(&self, variant: usize, index: usize, subject: SubjectRef, most: usize) -> Card {
        let index = self.within(index);
        if !S::asks_on_demand(subject) {
            return self.with_explained(variant, index, |simulation, explained| {
                S::card(simulation, explained, subject, most)
            });
        }
        self.with_run(variant, |run, timeline| {
            let reasons = run.reasons_about(timeline, index, subject);
            let detail = run.detail(timeline, index);
            let explained = Explained {
                index,
                round: &timeline.rounds()[index],
                detail: &*detail,
                reasons: &reasons,
            };
            S::card(timeline.simulation(), &explained, subject, most)
        })
    }

    fn reasons(&self, variant: usize, index: usize) -> Vec<Explanation> {
        self.with_run(variant, |_, timeline| {
            let reasons = timeline
                .explain(index)
                .map(|look| look.reasons)
                .unwrap_or_default();
            let explanation = |reason: &ReasonOf<S>| Explanation {
                subject: S::subject_ref(&reason.subject),
                rule: format!("{:?}", reason.rule),
                sentence: S::sentence(timeline.simulation(), reason),
                evidence: reason.evidence.clone(),
            };
            reasons.iter().map(explanation).collect()
        })
    }

    fn outcome(&self, variant: usize, index: usize) -> RoundOutcome {
        self.with_instant(variant, index, 0.0, false, S::outcome)
    }

    fn table(&self, variant: usize, index: usize) -> Table {
        self.with_instant(variant, index, 0.0, false, S::table)
    }

    fn charts(&self, variant: usize, selected: Option<SubjectRef>) -> Rc<[Chart]> {
        self.with_run(variant, |run, timeline| run.charts(timeline, selected))
    }

    fn metrics(&self) -> Vec<MetricInfo> {
        S::metrics()
    }

    fn measure(&self, variant: usize, index: usize) -> Vec<Option<f64>> {
        self.with_run(variant, |_, timeline| {
            let all: &[RoundOf<S>] = timeline.rounds();
            S::measure(
                timeline.simulation(),
                &all[..rounds_to(all.len(), index)],
                all,
            )
        })
    }

    fn moved(&self, variant: usize, index: usize) -> Vec<SubjectRef> {
        let run = self.runs[variant].borrow();
        run.timeline
            .as_ref()
            .and_then(|timeline| timeline.rounds().get(index))
            .map(S::moved)
            .unwrap_or_default()
    }

    fn stages(&self, index: usize, phase: f64, viewports: &[Viewport]) -> Vec<StageLayout> {
        let viewports = &viewports[..viewports.len().min(self.runs.len())];
        let demands: Vec<Demand> = if viewports.len() < 2 {
            Vec::new()
        } else {
            let demand = |(variant, viewport): (usize, &Viewport)| {
                self.with_instant(variant, index, phase, true, |simulation, instant| {
                    S::demand(simulation, instant, viewport)
                })
            };
            viewports.iter().enumerate().map(demand).collect()
        };
        let lay_out = |(variant, viewport): (usize, &Viewport)| {
            let mut viewport = *viewport;
            if let Some(own) = demands.get(variant) {
                (viewport.highest, viewport.below) = shared_demand(own, &demands);
            }
            self.with_instant(variant, index, phase, true, |simulation, instant| {
                let Stage {
                    still,
                    handles,
                    holds_until,
                    layout,
                } = S::stage(simulation, instant, &viewport);
                let (index, layout) = (instant.index, Box::new(layout) as Box<dyn Any>);
                StageLayout {
                    still,
                    handles,
                    index,
                    holds_from: phase,
                    holds_until,
                    viewport,
                    layout,
                }
            })
        };
        viewports.iter().enumerate().map(lay_out).collect()
    }

    fn motion(&self, variant: usize, phase: f64, stage: &StageLayout) -> Scene<SubjectRef> {
        let Some(layout) = stage.layout.downcast_ref::<S::Layout>() else {
            return Scene::sized(stage.viewport.width, stage.viewport.height);
        };
        self.with_instant(variant, stage.index, phase, true, |simulation, instant| {
            S::motion(simulation, instant, &stage.viewport, layout)
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
