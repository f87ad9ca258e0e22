//! The player of an exhibit: moves the cursor within and between rounds and paints the stage of every lane, once a frame.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, ResizeObserver};

use super::Dispatch;
use super::action::Action;
use super::charts;
use super::session::Session;
use crate::app::controls::Play;
use crate::app::frame::{asked, draw, fit, is_motion_reduced, mark_begin, measure};
use crate::app::view::NodeRef;
use crate::run::limits::MAX_LANES;
use crate::run::words::trimmed;
use crate::scene::{Point, Scene};
use crate::shell::{Sight, Who};

/// A longer gap between frames than this does not move time further: the page was away.
const LONGEST_FRAME_S: f64 = 0.1;

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
    /// The round that is played: ahead of the session's by as long as the page takes to follow.
    round: usize,
    /// How much of it has passed, 0 to 1.
    phase: f64,
    jumps: usize,
    /// What was drawn last of each lane, for the pointer.
    scenes: Vec<Scene<Who>>,
    last_frame_ms: Option<f64>,
    frame: Option<AnimationFrame>,
    is_measured: bool,
    has_reduced_motion: bool,
}

/// Where the cursor came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrived {
    At(usize),
    AtTheEnd,
}

impl Player {
    /// A player that stands.
    pub fn new(session: Rc<Session>, dispatch: Dispatch, nodes: Nodes) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            nodes,
            round: session.round,
            jumps: session.jumps,
            session,
            dispatch,
            phase: 0.0,
            scenes: Vec::new(),
            last_frame_ms: None,
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
        if session.jumps != inner.jumps || !Rc::ptr_eq(&was.shown, &session.shown) {
            inner.jumps = session.jumps;
            inner.phase = 0.0;
            inner.round = session.round;
        } else if !session.is_playing && inner.round != session.round {
            inner.round = session.round;
            inner.phase = 0.0;
        }
    }

    /// Paints the stage, and sets time running if it should.
    pub fn paint(&self) {
        let starts = {
            let mut inner = self.0.borrow_mut();
            inner.paint_stage();
            inner.move_cursor();
            inner.session.is_playing && inner.frame.is_none()
        };
        if starts {
            self.0.borrow_mut().last_frame_ms = None;
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
        let on_size = Closure::<dyn FnMut()>::new(move || dispatch.dispatch(Action::Resized));
        if let Ok(observer) = ResizeObserver::new(on_size.as_ref().unchecked_ref()) {
            for node in [&inner.nodes.stage, &inner.nodes.chart_frame] {
                if let Some(element) = node.cast::<Element>() {
                    observer.observe(&element);
                }
            }
        }
        // The page has one app, which lives as long as it does.
        on_size.forget();
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
            inner.move_cursor();
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
        let passed_s = self.last_frame_ms.map_or(0.0, |last| (now_ms - last) / 1000.0).clamp(0.0, LONGEST_FRAME_S);
        self.last_frame_ms = Some(now_ms);
        let session = &self.session;
        if !session.is_playing {
            return None;
        }
        let (busy_ds, quiet_ds) = session.shown.face().screen_ds;
        let takes_ds = if session.shown.has_happened(self.round) { busy_ds } else { quiet_ds };
        self.phase += passed_s * session.speed * 10.0 / f64::from(takes_ds.max(1));
        if self.phase < 1.0 {
            return None;
        }
        if self.round >= session.last() {
            self.phase = 1.0;
            return Some(Arrived::AtTheEnd);
        }
        if self.round + 1 >= session.computed {
            // The rounds are not there yet; the cursor waits for them.
            self.phase = 1.0;
            return None;
        }
        self.round += 1;
        self.phase = 0.0;
        Some(Arrived::At(self.round))
    }

    fn paint_stage(&mut self) {
        let session = &self.session;
        // Who asks for reduced motion sees the round as it ends up.
        let phase = if self.has_reduced_motion && self.phase > 0.0 { 1.0 } else { self.phase };
        let lanes = session.shown.lanes();
        let round = self.round.min(session.computed.saturating_sub(1));
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

    /// Between rounds the cursor's line moves without the page's tree.
    fn move_cursor(&self) {
        if let Some(line) = self.nodes.cursor.cast::<HtmlElement>() {
            let rounds = self.session.shown.rounds().max(2) - 1;
            let at = ((self.round as f64 + self.phase) / rounds as f64).min(1.0);
            let _ = line.style().set_property("--at", &trimmed(at, 5));
        }
    }
}
