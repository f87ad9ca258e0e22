//! The player: what runs outside of the page's tree, once a frame. It moves the cursor within and
//! between rounds and paints the two canvases: what changes once a round, and what changes every frame.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::utils::window;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::UseReducerDispatcher;

use super::session::{Action, Session};
use crate::paint;
use crate::scene::flight::{DEPART, progress};
use crate::scene::stage::{Input, Stage, stage};
use crate::scene::{Point, Shape};
use crate::shedding::Subject;

/// Seconds of screen time that a round with moves takes at normal speed.
const MOVING_ROUND_S: f64 = 2.4;
/// And one without.
const QUIET_ROUND_S: f64 = 0.55;
/// A longer gap between frames than this does not move time further: the page was away.
const LONGEST_FRAME_S: f64 = 0.1;

/// The player, shared by the components that talk to it.
#[derive(Clone)]
pub struct Player(Rc<RefCell<Inner>>);

impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    session: Rc<Session>,
    dispatch: UseReducerDispatcher<Session>,
    /// The round that is played: ahead of the session's by as long as the page takes to follow.
    round: usize,
    /// How much of it has passed, 0 to 1.
    phase: f64,
    jumps: usize,
    canvases: Option<[HtmlCanvasElement; 2]>,
    size: (f64, f64),
    stage: Option<Rc<Stage>>,
    is_flying: bool,
    last_frame_ms: Option<f64>,
    frame: Option<AnimationFrame>,
    is_measured: bool,
    has_reduced_motion: bool,
    on_move: Option<Rc<dyn Fn(f64)>>,
}

impl Player {
    /// A player that stands.
    pub fn new(session: Rc<Session>, dispatch: UseReducerDispatcher<Session>) -> Self {
        let query = window().location().search().unwrap_or_default();
        let reduced = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
        Self(Rc::new(RefCell::new(Inner {
            round: session.round,
            jumps: session.jumps,
            session,
            dispatch,
            phase: 0.0,
            canvases: None,
            size: (0.0, 0.0),
            stage: None,
            is_flying: false,
            last_frame_ms: None,
            frame: None,
            is_measured: query.trim_start_matches('?').split('&').any(|part| part == "perf"),
            has_reduced_motion: reduced.is_some_and(|query| query.matches()),
            on_move: None,
        })))
    }

    /// Hears what the page knows now.
    pub fn follow(&self, session: &Rc<Session>) {
        let starts = {
            let mut inner = self.0.borrow_mut();
            let was = std::mem::replace(&mut inner.session, Rc::clone(session));
            if session.jumps != inner.jumps || session.run != was.run {
                inner.jumps = session.jumps;
                inner.phase = 0.0;
                inner.round = session.round;
            } else if !session.is_playing {
                inner.round = session.round;
            }
            let looks_same = session.run == was.run
                && session.selected == was.selected
                && session.order == was.order
                && session.theme == was.theme
                && inner.stage.is_some();
            if !looks_same || inner.laid_out_round() != Some(inner.round) {
                inner.lay_out();
                inner.paint_still();
            }
            inner.paint_moving();
            session.is_playing && inner.frame.is_none()
        };
        if starts {
            self.0.borrow_mut().last_frame_ms = None;
            self.ask_for_frame();
        }
    }

    /// Gets the canvases: below, above.
    pub fn take_canvases(&self, still: HtmlCanvasElement, moving: HtmlCanvasElement) {
        self.0.borrow_mut().canvases = Some([still, moving]);
    }

    /// Hears the size of the stage in CSS pixels; whether that is news.
    pub fn resize(&self, width: f64, height: f64) {
        let mut inner = self.0.borrow_mut();
        inner.size = (width, height);
        let ratio = inner.ratio();
        if let Some(canvases) = &inner.canvases {
            for canvas in canvases {
                canvas.set_width((width * ratio).round() as u32);
                canvas.set_height((height * ratio).round() as u32);
            }
        }
        inner.lay_out();
        inner.paint_still();
        inner.paint_moving();
    }

    /// Hears where the cursor is, in rounds, each time it moves.
    pub fn on_move(&self, listener: Rc<dyn Fn(f64)>) {
        self.0.borrow_mut().on_move = Some(listener);
    }

    /// The stage as it stands.
    pub fn stage(&self) -> Option<Rc<Stage>> {
        self.0.borrow().stage.clone()
    }

    /// Whom a point of the stage belongs to now.
    pub fn hit(&self, point: Point) -> Option<Subject> {
        let inner = self.0.borrow();
        let stage = inner.stage.as_ref()?;
        let flying = stage.flights.targets(progress(inner.phase));
        let above = flying.iter().rev().find(|target| target.area.contains(point)).map(|target| target.subject);
        above.or_else(|| stage.scene.hit(point))
    }

    fn ask_for_frame(&self) {
        let player = self.clone();
        let frame = request_animation_frame(move |now_ms| player.frame(now_ms));
        self.0.borrow_mut().frame = Some(frame);
    }

    fn frame(&self, now_ms: f64) {
        let (goes_on, arrived, listener, cursor, dispatch) = {
            let mut inner = self.0.borrow_mut();
            inner.frame = None;
            if inner.is_measured {
                mark_begin();
            }
            let arrived = inner.advance(now_ms);
            inner.paint_moving();
            if inner.is_measured {
                measure();
            }
            let cursor = inner.round as f64 + inner.phase;
            (inner.session.is_playing, arrived, inner.on_move.clone(), cursor, inner.dispatch.clone())
        };
        if let Some(listener) = listener {
            listener(cursor);
        }
        match arrived {
            Some(Arrived::At(round)) => dispatch.dispatch(Action::Arrive(round)),
            Some(Arrived::AtTheEnd) => dispatch.dispatch(Action::Play(false)),
            None => {}
        }
        if goes_on && arrived != Some(Arrived::AtTheEnd) {
            self.ask_for_frame();
        }
    }
}

/// Where the cursor came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrived {
    At(usize),
    AtTheEnd,
}

impl Inner {
    fn ratio(&self) -> f64 {
        window().device_pixel_ratio().max(1.0)
    }

    fn laid_out_round(&self) -> Option<usize> {
        self.stage.as_ref().map(|stage| stage.round)
    }

    /// Moves time by what has passed since the last frame.
    fn advance(&mut self, now_ms: f64) -> Option<Arrived> {
        let passed_s = self.last_frame_ms.map_or(0.0, |last| (now_ms - last) / 1000.0).clamp(0.0, LONGEST_FRAME_S);
        self.last_frame_ms = Some(now_ms);
        if !self.session.is_playing {
            return None;
        }
        let moves =
            self.session.run.with_rounds(|rounds, _| rounds.get(self.round).map_or(0, |round| round.moves.len()));
        let takes_s = if moves > 0 { MOVING_ROUND_S } else { QUIET_ROUND_S };
        let before = self.phase;
        self.phase += passed_s * self.session.speed / takes_s;
        let mut arrived = None;
        if self.phase >= 1.0 {
            if self.round >= self.session.last() {
                self.phase = 1.0;
                return Some(Arrived::AtTheEnd);
            }
            if self.round + 1 >= self.session.run.computed() {
                // The rounds are not there yet; the cursor waits for them.
                self.phase = 1.0;
                return None;
            }
            self.round += 1;
            self.phase = 0.0;
            arrived = Some(Arrived::At(self.round));
        }
        let flies = moves > 0 && self.phase > DEPART;
        if arrived.is_some() || flies != (moves > 0 && before > DEPART) {
            self.lay_out();
            self.paint_still();
        }
        arrived
    }

    fn lay_out(&mut self) {
        let (width, height) = self.size;
        if width < 10.0 || height < 10.0 {
            return;
        }
        let view = self.session.run.view(self.round);
        self.is_flying = self.phase > DEPART && !view.round.moves.is_empty();
        let laid_out = self.session.run.with_rounds(|_, simulation| {
            stage(&Input {
                world: simulation.world(),
                lane: simulation.lane(),
                round: &view.round,
                detail: &view.detail,
                order: self.session.order,
                selected: self.session.selected,
                is_flying: self.is_flying,
                width,
                height,
            })
        });
        self.stage = Some(Rc::new(laid_out));
    }

    fn paint_still(&self) {
        if let (Some(stage), Some([still, _])) = (&self.stage, &self.canvases) {
            self.paint(still, &stage.scene.shapes);
        }
    }

    fn paint_moving(&self) {
        let (Some(stage), Some([_, moving])) = (&self.stage, &self.canvases) else { return };
        let at = progress(self.phase);
        // Who asks for reduced motion sees the ways, and then what came of them.
        let at = if self.has_reduced_motion && at > 0.0 { 1.0 } else { at };
        self.paint(moving, &stage.flights.shapes(at));
    }

    fn paint(&self, canvas: &HtmlCanvasElement, shapes: &[Shape]) {
        let context = canvas.get_context("2d").ok().flatten();
        if let Some(context) = context.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok()) {
            context.clear_rect(0.0, 0.0, f64::from(canvas.width()), f64::from(canvas.height()));
        }
        if let Some(mut backend) = CanvasBackend::with_canvas_object(canvas.clone()) {
            // A canvas that cannot be drawn on has nobody to tell; the tables beside it stay true.
            let _ = paint::shapes(&mut backend, shapes, self.session.theme, self.ratio());
        }
    }
}

/// The page's clock, in milliseconds.
pub fn performance_now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Where a frame's work begins and ends, for anybody who reads the page's performance entries.
const BEGIN: &str = "shedscope:frame-begin";
const FRAME: &str = "shedscope:frame";

fn mark_begin() {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(BEGIN);
    }
}

fn measure() {
    if let Some(performance) = window().performance() {
        let _ = performance.measure_with_start_mark(FRAME, BEGIN);
        performance.clear_marks_with_mark_name(BEGIN);
    }
}
