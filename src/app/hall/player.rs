//! The player of an exhibit: moves the cursor within and between rounds and paints the stage of every lane, once a frame.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use web_sys::{HtmlCanvasElement, HtmlElement};

use super::Dispatch;
use super::action::Action;
use super::charts;
use super::session::Session;
use crate::app::controls::Play;
use crate::app::frame::{asked, draw, fit, is_motion_reduced, mark_begin, measure, observe};
use crate::app::playhead::{Arrived, Playhead, Way};
use crate::app::view::NodeRef;
use crate::run::limits::MAX_LANES;
use crate::scene::{Point, Scene};
use crate::shell::{Sight, Who};

/// The elements that the player draws on and moves.
#[derive(Clone, Default)]
pub struct Nodes {
    /// The stage's frame.
    pub stage: NodeRef,
    /// The canvas of every lane.
    pub lanes: [NodeRef; MAX_LANES],
    /// The chart's frame.
    pub chart_frame: NodeRef,
    /// The chart.
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
    /// What was drawn last of each lane, for the pointer.
    scenes: Vec<Scene<Who>>,
    frame: Option<AnimationFrame>,
    is_measured: bool,
    has_reduced_motion: bool,
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
            scenes: Vec::new(),
            frame: None,
            is_measured: asked("perf").is_some(),
            has_reduced_motion: is_motion_reduced(),
        })))
    }

    /// What the page knows.
    pub fn session(&self) -> Rc<Session> {
        Rc::clone(&self.0.borrow().session)
    }

    /// Hears what the page knows now.
    pub fn follow(&self, session: &Rc<Session>) {
        let mut inner = self.0.borrow_mut();
        let was = std::mem::replace(&mut inner.session, Rc::clone(session));
        let is_elsewhere = session.jumps != inner.jumps || !Rc::ptr_eq(&was.shown, &session.shown);
        if is_elsewhere || !session.is_playing && inner.head.round != session.round {
            inner.jumps = session.jumps;
            inner.head = Playhead::at(session.round);
        }
    }

    /// Paints the stage, and sets time running if it should.
    pub fn paint(&self) {
        let starts = {
            let mut inner = self.0.borrow_mut();
            inner.paint_stage();
            inner.head.show(&inner.nodes.cursor, inner.session.shown.rounds());
            inner.session.is_playing && inner.frame.is_none()
        };
        if starts {
            self.0.borrow_mut().head.start();
            self.ask_for_frame();
        }
    }

    /// Paints the chart over the timeline.
    pub fn paint_chart(&self) {
        let inner = self.0.borrow();
        let frame = inner.nodes.chart_frame.cast::<HtmlElement>();
        if let (Some(frame), Some(canvas)) = (frame, inner.nodes.chart.cast::<HtmlCanvasElement>()) {
            let (width, height) = (f64::from(frame.client_width()), f64::from(frame.client_height()));
            let scene = charts::scene(&inner.session, width, height);
            fit(&canvas, width, height);
            draw(&canvas, std::iter::once(scene.shapes.as_slice()), inner.session.theme);
        }
    }

    /// Tells the page whenever the stage or the chart changes its size, from now on.
    pub fn observe(&self) {
        let inner = self.0.borrow();
        let dispatch = inner.dispatch.clone();
        observe(&[&inner.nodes.stage, &inner.nodes.chart_frame], move || dispatch.dispatch(Action::Resized));
    }

    /// Whom a point of a lane's stage belongs to now.
    pub fn hit(&self, lane: usize, point: Point) -> Option<Who> {
        self.0.borrow().scenes.get(lane)?.hit(point)
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
            inner.paint_stage();
            inner.head.show(&inner.nodes.cursor, inner.session.shown.rounds());
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

impl Inner {
    /// Moves time by what has passed since the last frame.
    fn advance(&mut self, now_ms: f64) -> Option<Arrived> {
        let passed_s = self.head.passed_s(now_ms);
        let session = &self.session;
        if !session.is_playing {
            return None;
        }
        let (busy_ds, quiet_ds) = session.shown.face().screen_ds;
        let takes_ds = if session.shown.has_happened(self.head.round) { busy_ds } else { quiet_ds };
        let takes_s = f64::from(takes_ds.max(1)) / 10.0 / session.speed;
        self.head.advance(passed_s, Way { last: session.last(), computed: session.computed, takes_s })
    }

    fn paint_stage(&mut self) {
        let session = &self.session;
        // Who asks for reduced motion sees the round as it ends up.
        let phase = if self.has_reduced_motion && self.head.phase > 0.0 { 1.0 } else { self.head.phase };
        let lanes = session.shown.lanes();
        let round = self.head.round.min(session.computed.saturating_sub(1));
        let needs = (0..lanes).map(|lane| session.shown.needs(lane, round, phase)).fold(0.0, f64::max);
        self.scenes.clear();
        for (lane, node) in self.nodes.lanes.iter().enumerate().take(lanes) {
            let Some(canvas) = node.cast::<HtmlCanvasElement>() else { continue };
            let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            if width < 10.0 || height < 10.0 {
                self.scenes.push(Scene::sized(width, height));
                continue;
            }
            let sight = Sight { width, height, selected: session.selected, at_least: needs };
            let scene = session.shown.draw(lane, round, phase, &sight);
            fit(&canvas, width, height);
            draw(&canvas, std::iter::once(scene.shapes.as_slice()), session.theme);
            self.scenes.push(scene);
        }
    }
}
