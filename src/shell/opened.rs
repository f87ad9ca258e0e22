//! Any exhibit as the shell sees it.

use std::cell::RefCell;
use std::rc::Rc;

use super::edit::{Edit, apply};
use super::exhibit::{Exhibit, Face, Instant, Mark, ReasonOf, ScenarioOf, Sight, Who};
use super::form::{Field, Push, Variant};
use super::shown::{Chart, Measure, Shown, Source, Table, Told};
use crate::run::words::clock;
use crate::run::{Look, Problem, Scenario, Timeline};
use crate::scene::Scene;

/// An open scenario of an exhibit, with the run of every lane.
pub struct Opened<E: Exhibit> {
    scenario: Rc<ScenarioOf<E>>,
    lanes: Vec<RefCell<Lane<E>>>,
}

/// The reasons of a round, shared by those who ask about parts of them.
type Reasons<E> = Rc<Vec<ReasonOf<E>>>;

/// A lane's run, and what was asked about it last.
struct Lane<E: Exhibit> {
    timeline: Timeline<E::Run>,
    glanced: Option<(usize, Rc<Look<E::Run>>)>,
    told: Option<(usize, Reasons<E>)>,
    /// The charts of the first so many rounds.
    charted: Option<(usize, Rc<[Chart]>)>,
}

impl<E: Exhibit> Opened<E> {
    /// Opens a scenario that has been checked.
    pub fn new(scenario: ScenarioOf<E>) -> Self {
        Self::of(Rc::new(scenario))
    }

    fn of(scenario: Rc<ScenarioOf<E>>) -> Self {
        let open = |lane: usize| {
            let timeline = Timeline::new(E::run(&scenario, lane));
            RefCell::new(Lane { timeline, glanced: None, told: None, charted: None })
        };
        let lanes = (0..scenario.lanes.len()).map(open).collect();
        Self { scenario, lanes }
    }

    /// Opens a document.
    ///
    /// # Errors
    /// With the place and what would be right.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let scenario = Scenario::from_json(text, E::FACE.id)?;
        check::<E>(&scenario)?;
        Ok(Self::new(scenario))
    }

    /// The scenario after an edit, checked.
    fn changed(&self, edit: &Edit) -> Result<ScenarioOf<E>, Problem> {
        let mut scenario = (*self.scenario).clone();
        if let Edit::Push(_, at_s) | Edit::MoveEvent(_, at_s) = edit {
            let end_s = self.time_s(self.scenario.rounds);
            if !(0.0..=end_s).contains(at_s) {
                let what = format!("{} is not within the run; give 00:00:00 to {}.", clock(*at_s), clock(end_s));
                return Err(Problem::at("at", what));
            }
        }
        apply::<E>(&mut scenario, edit)?;
        check::<E>(&scenario)?;
        Ok(scenario)
    }

    /// Something read of a lane's run with a round of it; the round is produced if it has not been.
    fn see<T>(&self, lane: usize, index: usize, read: impl FnOnce(&E::Run, &Instant<'_, E::Run>) -> T) -> T {
        let mut lane = self.lanes[lane].borrow_mut();
        let index = index.min(self.scenario.rounds - 1);
        let look = lane.glance(index);
        let timeline = &lane.timeline;
        let instant = Instant { index, round: &timeline.rounds()[index], detail: &look.detail, phase: 0.0 };
        read(timeline.system(), &instant)
    }
}

/// Checks that there are lanes and not too many, and what the exhibit asks for.
fn check<E: Exhibit>(scenario: &ScenarioOf<E>) -> Result<(), Problem> {
    scenario.count_lanes()?;
    E::check(scenario)
}

impl<E: Exhibit> Lane<E> {
    fn glance(&mut self, index: usize) -> Rc<Look<E::Run>> {
        if let Some((at, look)) = &self.glanced
            && *at == index
        {
            return Rc::clone(look);
        }
        // The round itself is kept, and produced here if it is not yet.
        self.timeline.round(index);
        let Some(look) = self.timeline.glance(index) else { unreachable!("a round within the horizon") };
        let look = Rc::new(look);
        self.glanced = Some((index, Rc::clone(&look)));
        look
    }

    /// The reasons of a round; those of the round that was asked about last are kept.
    fn look(&mut self, index: usize) -> Reasons<E> {
        if let Some((at, reasons)) = &self.told
            && *at == index
        {
            return Rc::clone(reasons);
        }
        let reasons = Rc::new(self.timeline.look(index).map(|look| look.reasons).unwrap_or_default());
        self.told = Some((index, Rc::clone(&reasons)));
        reasons
    }

    /// The charts of the rounds there are; they are made anew when there are more.
    fn charts(&mut self) -> Rc<[Chart]> {
        let rounds = self.timeline.rounds();
        if let Some((count, charts)) = &self.charted
            && *count == rounds.len()
        {
            return Rc::clone(charts);
        }
        let charts: Rc<[Chart]> = E::charts(self.timeline.system(), rounds).into();
        self.charted = Some((rounds.len(), Rc::clone(&charts)));
        charts
    }
}

impl<E: Exhibit> Shown for Opened<E> {
    fn face(&self) -> Face {
        E::FACE
    }

    fn title(&self) -> &str {
        &self.scenario.title
    }

    fn look_for(&self) -> &[String] {
        &self.scenario.look_for
    }

    fn document(&self) -> String {
        self.scenario.write()
    }

    fn seed(&self) -> u64 {
        self.scenario.seed
    }

    fn rounds(&self) -> usize {
        self.scenario.rounds
    }

    fn lanes(&self) -> usize {
        self.lanes.len()
    }

    fn lane_title(&self, lane: usize) -> String {
        let id = E::variant(&self.scenario.lanes[lane]);
        let variants = E::variants();
        let label = variants.iter().find(|variant| variant.id == id).map_or(id, |variant| variant.label);
        let fields: Vec<Vec<Field>> = (0..self.lanes()).map(|lane| E::fields(&self.scenario, lane)).collect();
        let mut title = format!("{}: {label}", lane + 1);
        for field in fields[lane].iter().filter(|field| field.is_of_lane) {
            // What all lanes have alike does not tell them apart.
            let is_own = fields.iter().flatten().any(|other| other.name == field.name && other.value != field.value);
            if is_own && field.value != field.default {
                title.push_str(&format!(", {} {}", field.label.to_lowercase(), field.takes.format(field.value)));
            }
        }
        title
    }

    fn variants(&self) -> Vec<Variant> {
        E::variants()
    }

    fn variant(&self, lane: usize) -> &'static str {
        E::variant(&self.scenario.lanes[lane])
    }

    fn fields(&self, lane: usize) -> Vec<Field> {
        E::fields(&self.scenario, lane)
    }

    fn readings(&self) -> &'static [(&'static str, &'static str)] {
        E::readings()
    }

    fn comparisons(&self, lane: usize) -> Vec<&'static str> {
        E::comparisons(&self.scenario.lanes[lane]).into_iter().map(|(title, _)| title).collect()
    }

    fn events(&self) -> Vec<Mark> {
        E::events(&self.scenario.world)
    }

    fn pushes(&self) -> Vec<Push> {
        E::pushes(&self.scenario.world)
    }

    fn edited(&self, edit: &Edit) -> Result<Rc<dyn Shown>, Problem> {
        Ok(Rc::new(Self::new(self.changed(edit)?)))
    }

    fn refusal(&self, edit: &Edit) -> Option<Problem> {
        self.changed(edit).err()
    }

    fn source(&self) -> Source {
        let scenario = Rc::clone(&self.scenario);
        Rc::new(move || Rc::new(Self::of(Rc::clone(&scenario))))
    }

    fn advance(&self) -> bool {
        let behind = self.lanes.iter().min_by_key(|lane| lane.borrow().timeline.rounds().len());
        behind.is_some_and(|lane| lane.borrow_mut().timeline.advance())
    }

    fn computed(&self) -> usize {
        self.lanes.iter().map(|lane| lane.borrow().timeline.rounds().len()).min().unwrap_or(0)
    }

    fn digest(&self, lane: usize) -> Option<String> {
        let timeline = &self.lanes[lane].borrow().timeline;
        timeline.is_complete().then(|| timeline.digest().to_string())
    }

    fn time_s(&self, index: usize) -> f64 {
        E::time_s(self.lanes[0].borrow().timeline.system(), index)
    }

    fn has_happened(&self, index: usize) -> bool {
        self.lanes.iter().any(|lane| lane.borrow().timeline.rounds().get(index).is_some_and(E::has_happened))
    }

    fn headline(&self, lane: usize, index: usize) -> String {
        self.see(lane, index, |run, instant| E::headline(run, instant.index, instant.round, instant.detail))
    }

    fn name(&self, who: Who) -> String {
        E::name(self.lanes[0].borrow().timeline.system(), who)
    }

    fn subjects(&self, lane: usize, index: usize) -> Vec<(Who, usize)> {
        let mut lane = self.lanes[lane].borrow_mut();
        let mut subjects: Vec<(Who, usize)> = Vec::new();
        let mut places = std::collections::BTreeMap::new();
        for reason in lane.look(index).iter() {
            let who = E::who(&reason.subject);
            let place = *places.entry(who).or_insert(subjects.len());
            if place == subjects.len() {
                subjects.push((who, 0));
            }
            subjects[place].1 += 1;
        }
        subjects
    }

    fn reasons_of(&self, lane: usize, index: usize, is_meant: &dyn Fn(Who) -> bool, most: usize) -> Vec<Told> {
        let mut lane = self.lanes[lane].borrow_mut();
        let reasons = lane.look(index);
        let run = lane.timeline.system();
        let meant = reasons.iter().filter(|reason| is_meant(E::who(&reason.subject))).take(most);
        let tell = |reason: &ReasonOf<E>| {
            let (who, sentence) = (E::who(&reason.subject), E::said(run, reason));
            Told { who, sentence, because: reason.because.clone() }
        };
        meant.map(tell).collect()
    }

    fn table(&self, lane: usize, index: usize) -> Table {
        self.see(lane, index, |run, instant| E::table(run, instant.index, instant.round, instant.detail))
    }

    fn charts(&self, lane: usize) -> Rc<[Chart]> {
        self.lanes[lane].borrow_mut().charts()
    }

    fn measures(&self) -> Vec<Measure> {
        E::measures()
    }

    fn measured(&self, lane: usize, index: usize) -> Vec<Option<f64>> {
        let lane = self.lanes[lane].borrow();
        let rounds = lane.timeline.rounds();
        E::measured(lane.timeline.system(), &rounds[..rounds.len().min(index.saturating_add(1))])
    }

    fn needs(&self, lane: usize, index: usize, phase: f64) -> f64 {
        self.see(lane, index, |run, instant| E::needs(run, &Instant { phase, ..*instant }))
    }

    fn draw(&self, lane: usize, index: usize, phase: f64, sight: &Sight) -> Scene<Who> {
        self.see(lane, index, |run, instant| E::draw(run, &Instant { phase, ..*instant }, sight))
    }
}
