//! The player: what runs outside of the page's tree, once a frame. It moves the cursor within and
//! between rounds and paints the two canvases: what changes once a round, and what changes every frame.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, HtmlElement, PointerEvent};

use super::Dispatch;
use super::action::Action;
use super::controls::Play;
pub use super::frame::performance_now;
use super::frame::{asked, draw, fit, is_motion_reduced, mark_begin, measure, observe};
use super::playhead::{Arrived, Playhead, Way};
use super::run::{Run, View};
use super::session::Session;
use super::shared::Shared;
use super::view::NodeRef;
use crate::scene::flight::{DEPART, progress};
use crate::scene::stage::{Input, Stage, highest, multiples, room_below, stage};
use crate::scene::{Point, Shape, history};
use crate::shedding::Subject;
use crate::shedding::cluster_edit::ClusterEdit;

/// Seconds of screen time that a round with moves takes at normal speed.
const MOVING_ROUND_S: f64 = 2.4;
/// And one without.
const QUIET_ROUND_S: f64 = 0.55;

/// The elements that the player draws on and moves.
#[derive(Clone, Default)]
pub struct Nodes {
    /// The stage's frame.
    pub stage: NodeRef,
    /// What changes once a round.
    pub still: NodeRef,
    /// What changes every frame.
    pub moving: NodeRef,
    /// The history's frame.
    pub history: NodeRef,
    /// The history chart.
    pub chart: NodeRef,
    /// The cursor's line on it.
    pub cursor: NodeRef,
}

/// The player, shared by whoever talks to it.
#[derive(Clone)]
pub struct Player(Rc<RefCell<Inner>>);

struct Inner {
    nodes: Nodes,
    session: Rc<Session>,
    dispatch: Dispatch,
    head: Playhead,
    jumps: usize,
    /// The stage of every lane.
    stages: Vec<Rc<Stage>>,
    /// The size of the frame they stand in.
    size: (f64, f64),
    /// Whether the stage has been painted since it was laid out.
    is_painted: bool,
    frame: Option<AnimationFrame>,
    is_measured: bool,
    has_reduced_motion: bool,
    /// The bar being dragged: its broker's place, the pointer's height and the usage then.
    grasp: Option<(usize, f64, f64)>,
}

impl Player {
    /// A player that stands.
    pub fn new(session: Rc<Session>, dispatch: Dispatch, nodes: Nodes) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            nodes,
            head: Playhead::at(session.round),
            jumps: session.jumps,
            session,
            dispatch,
            stages: Vec::new(),
            size: (0.0, 0.0),
            is_painted: false,
            frame: None,
            is_measured: asked("perf").is_some(),
            has_reduced_motion: is_motion_reduced(),
            grasp: None,
        })))
    }

    /// What the page knows.
    pub fn session(&self) -> Rc<Session> {
        Rc::clone(&self.0.borrow().session)
    }

    /// Hears what the page knows now, and lays the stage out for it.
    pub fn follow(&self, session: &Rc<Session>) -> Option<Rc<Stage>> {
        let mut inner = self.0.borrow_mut();
        let was = std::mem::replace(&mut inner.session, Rc::clone(session));
        if session.jumps != inner.jumps || session.lanes != was.lanes {
            inner.jumps = session.jumps;
            inner.head = Playhead::at(session.round);
        } else if !session.is_playing {
            inner.head.round = session.round;
        }
        let looks_same = session.lanes == was.lanes
            && (session.lane, session.told) == (was.lane, was.told)
            && (session.selected, session.order, session.theme, session.resizes)
                == (was.selected, was.order, was.theme, was.resizes);
        if !looks_same || inner.stages.first().is_none_or(|stage| stage.round != inner.head.round) {
            inner.lay_out();
        }
        inner.stages.get(session.lane).cloned()
    }

    /// Paints what has changed, and sets time running if it should.
    pub fn paint(&self) {
        let starts = {
            let mut inner = self.0.borrow_mut();
            inner.paint_still();
            inner.paint_moving();
            inner.head.show(&inner.nodes.cursor, inner.session.scenario.rounds);
            inner.session.is_playing && inner.frame.is_none()
        };
        if starts {
            self.0.borrow_mut().head.start();
            self.ask_for_frame();
        }
    }

    /// Paints the history chart.
    pub fn paint_history(&self) {
        let inner = self.0.borrow();
        let (Some(frame), Some(chart)) =
            (inner.nodes.history.cast::<HtmlElement>(), inner.nodes.chart.cast::<HtmlCanvasElement>())
        else {
            return;
        };
        let selected = match inner.session.selected {
            Some(Subject::Broker(broker)) => Some(broker.index()),
            _ => None,
        };
        let (width, height) = (f64::from(frame.client_width()), f64::from(frame.client_height()));
        let horizon = inner.session.scenario.rounds;
        let scene = inner
            .session
            .run
            .with_rounds(|rounds, _| history::history(&history::Input { rounds, horizon, selected, width, height }));
        fit(&chart, width, height);
        draw(&chart, std::iter::once(scene.shapes.as_slice()), inner.session.theme);
    }

    /// Tells the page whenever the stage or the history changes its size, from now on.
    pub fn observe(&self) {
        let inner = self.0.borrow();
        let dispatch = inner.dispatch.clone();
        observe(&[&inner.nodes.stage, &inner.nodes.history], move || dispatch.dispatch(Action::Resized));
    }

    /// A bar is grasped, dragged or let go.
    pub fn drag(&self, event: &PointerEvent, handle: (usize, f64)) {
        let mut inner = self.0.borrow_mut();
        match event.type_().as_str() {
            "pointerdown" => {
                event.prevent_default();
                if let Some(element) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
                    let _ = element.set_pointer_capture(event.pointer_id());
                    let _ = element.focus();
                }
                inner.grasp = Some((handle.0, f64::from(event.client_y()), handle.1));
            }
            "pointermove" => {
                let stage = inner.stages.get(inner.session.lane);
                let (Some((index, from_y, usage)), Some(stage)) = (inner.grasp, stage) else { return };
                let percent_per_pixel = stage.axis.max / stage.plot.height;
                let percent = usage + (from_y - f64::from(event.client_y())) * percent_per_pixel;
                let dispatch = inner.dispatch.clone();
                drop(inner);
                dispatch.dispatch(load(index, percent));
            }
            _ => inner.grasp = None,
        }
    }

    /// Whom a point of the stage belongs to now, and in which lane.
    pub fn hit(&self, point: Point) -> Option<(usize, Subject)> {
        let inner = self.0.borrow();
        let at = progress(inner.head.phase);
        let of = |stage: &Rc<Stage>| {
            let flying = stage.flights.targets(at);
            let above = flying.iter().rev().find(|target| target.area.contains(point)).map(|target| target.subject);
            above.or_else(|| stage.scene.hit(point))
        };
        inner.stages.iter().enumerate().find_map(|(lane, stage)| Some((lane, of(stage)?)))
    }

    fn ask_for_frame(&self) {
        let player = self.clone();
        let frame = request_animation_frame(move |now_ms| player.frame(now_ms));
        self.0.borrow_mut().frame = Some(frame);
    }

    fn frame(&self, now_ms: f64) {
        let (goes_on, arrived, dispatch) = {
            let mut inner = self.0.borrow_mut();
            inner.frame = None;
            if inner.is_measured {
                mark_begin();
            }
            let arrived = inner.advance(now_ms);
            inner.paint_still();
            inner.paint_moving();
            inner.head.show(&inner.nodes.cursor, inner.session.scenario.rounds);
            if inner.is_measured {
                measure();
            }
            (inner.session.is_playing, arrived, inner.dispatch.clone())
        };
        match arrived {
            Some(Arrived::At(round)) => dispatch.dispatch(Action::Arrive(round)),
            Some(Arrived::AtTheEnd) => dispatch.dispatch(Action::Play(Play::Run(false))),
            None => {}
        }
        if goes_on && arrived != Some(Arrived::AtTheEnd) {
            self.ask_for_frame();
        }
    }
}

/// The edit that gives a broker another load.
pub fn load(index: usize, percent: f64) -> Action {
    Action::Edit(ClusterEdit::Load(index, (percent.clamp(0.0, 1000.0) * 10.0).round() / 10.0))
}

impl Inner {
    /// Moves time by what has passed since the last frame.
    fn advance(&mut self, now_ms: f64) -> Option<Arrived> {
        let passed_s = self.head.passed_s(now_ms);
        if !self.session.is_playing {
            return None;
        }
        let of = |run: &Shared<Run>| {
            run.with_rounds(|rounds, _| rounds.get(self.head.round).map_or(0, |round| round.moves.len()))
        };
        let moves: usize = self.session.lanes.iter().map(of).sum();
        let takes_s = if moves > 0 { MOVING_ROUND_S } else { QUIET_ROUND_S } / self.session.speed;
        let before = self.head.phase;
        let way = Way { last: self.session.last(), computed: self.session.computed, takes_s };
        let arrived = self.head.advance(passed_s, way);
        let flies = moves > 0 && self.head.phase > DEPART;
        if arrived.is_some() || flies != (moves > 0 && before > DEPART) {
            self.lay_out();
        }
        arrived
    }

    fn lay_out(&mut self) {
        let Some(frame) = self.nodes.stage.cast::<HtmlElement>() else { return };
        let (width, height) = (f64::from(frame.client_width()), f64::from(frame.client_height()));
        if width < 10.0 || height < 10.0 {
            return;
        }
        let session = &self.session;
        let views: Vec<Rc<View>> = session.lanes.iter().map(|run| session.see(run, self.head.round)).collect();
        let areas = multiples(views.len(), width, height);
        let lay_out = |lane: usize, at_least: f64, below: f64, see: &mut dyn FnMut(&Input<'_>)| {
            let view = &views[lane];
            let (order, selected, area) = (session.order, session.selected, areas[lane]);
            let is_flying = self.head.phase > DEPART && !view.round.moves.is_empty();
            let title = if views.len() > 1 { session.lane_title(lane) } else { String::new() };
            session.lanes[lane].with_rounds(|_, simulation| {
                let (world, moment) = (simulation.world(), &simulation.truth().at(view.detail.time_ms));
                let (round, detail, title) = (&view.round, &view.detail, title.as_str());
                see(&Input { world, moment, round, detail, order, selected, is_flying, area, at_least, below, title });
            });
        };
        // Stages that show the same measure have the same scale.
        let mut needed = Vec::with_capacity(views.len());
        for lane in 0..views.len() {
            lay_out(lane, 0.0, 0.0, &mut |input| {
                needed.push((input.detail.decision.scale.is_usage(), highest(input), room_below(input)));
            });
        }
        // Stages beside each other stand on one ground.
        let below = |lane: usize| {
            let beside = needed.iter().zip(&areas).filter(|(_, area)| area.top == areas[lane].top);
            beside.map(|(one, _)| one.2).fold(0.0, f64::max)
        };
        let mut stages = Vec::with_capacity(views.len());
        for lane in 0..views.len() {
            let alike = needed.iter().filter(|one| one.0 == needed[lane].0);
            let at_least = alike.map(|one| one.1).fold(0.0, f64::max);
            lay_out(lane, at_least, below(lane), &mut |input| stages.push(Rc::new(stage(input))));
        }
        (self.stages, self.size) = (stages, (width, height));
        self.is_painted = false;
    }

    fn paint_still(&mut self) {
        if self.is_painted {
            return;
        }
        if let Some(still) = self.nodes.still.cast::<HtmlCanvasElement>().filter(|_| !self.stages.is_empty()) {
            fit(&still, self.size.0, self.size.1);
            draw(&still, self.stages.iter().map(|stage| stage.scene.shapes.as_slice()), self.session.theme);
            self.is_painted = true;
        }
    }

    fn paint_moving(&self) {
        let Some(moving) = self.nodes.moving.cast::<HtmlCanvasElement>() else { return };
        let at = progress(self.head.phase);
        // Who asks for reduced motion sees the ways, and then what came of them.
        let at = if self.has_reduced_motion && at > 0.0 { 1.0 } else { at };
        fit(&moving, self.size.0, self.size.1);
        let flights: Vec<Vec<Shape>> = self.stages.iter().map(|stage| stage.flights.shapes(at)).collect();
        draw(&moving, flights.iter().map(Vec::as_slice), self.session.theme);
    }
}
