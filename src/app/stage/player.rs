//! The player: what runs outside of the page's tree, once a frame, and only while time runs. It moves the cursor
//! within and between rounds and paints two canvases for every variant: what stays as it is for a while, and what
//! moves. It tells the page when it arrives at a round, and of nothing else.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::utils::window;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::layouts::Layouts;
use super::perf::FrameMarks;
use super::playhead::{Arrived, Playhead, Way};
use crate::app::hooks::Size;
use crate::app::session::{Action, Handle, Shared};
use crate::engine::format::format_number;
use crate::render::Theme;
use crate::scene::Point;
use crate::simulator::{self, StageOrder, SubjectRef};

/// Who asks for reduced motion sees where everything goes for this share of a round, and then what came of it.
const REDUCED_UNTIL: f64 = 0.375;

/// The elements of a variant's stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Surfaces {
    /// The frame, whose size the canvases have.
    pub(crate) frame: NodeRef,
    /// The canvas of what stays as it is.
    pub still: NodeRef,
    /// The canvas of what moves, above it.
    pub moving: NodeRef,
}

/// What the player has to know of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerInput {
    /// The run that is shown.
    pub run: Handle,
    /// Its rounds computed so far.
    pub computed: usize,
    /// The round at the cursor.
    pub round: usize,
    /// Counts jumps of the cursor.
    pub seek_epoch: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// Factor on the pace.
    pub speed: f64,
    /// The selected subject.
    pub selected: Option<SubjectRef>,
    /// The order of the stage.
    pub order: StageOrder,
    /// Light or dark.
    pub theme: Theme,
    /// The variant whose handles are asked for.
    pub variant: usize,
    /// The elements of the stages, one for each variant at least.
    pub(crate) surfaces: Rc<[Surfaces]>,
    /// The sizes of their frames, in CSS pixels.
    pub sizes: Rc<[Size]>,
    /// Device pixels to a CSS pixel.
    pub ratio: f64,
}

/// What can be dragged on the stage of a variant.
pub(crate) type Handles = Shared<Vec<simulator::Handle>>;

/// The player, shared by its users; two are equal if they are the same one.
#[derive(Clone)]
pub struct Player(Rc<RefCell<Inner>>);

impl PartialEq for Player {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Player {
    /// A player that has nothing to play yet. `dispatch` hears of arrivals at rounds, and of the end.
    pub fn new(dispatch: Callback<Action>) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            dispatch,
            input: None,
            head: Playhead::at(0),
            layouts: Layouts::default(),
            cursor: NodeRef::default(),
            frame: None,
            marks: FrameMarks::default(),
            has_reduced_motion: false,
        })))
    }

    /// Takes what the page knows now, paints what has changed, and sets time running or stops it. Returns what can be
    /// dragged on the stage of the variant asked for, if the stage is laid out and time does not run.
    pub fn follow(&self, input: PlayerInput) -> Option<Handles> {
        let (handles, starts) = {
            let mut inner = self.0.borrow_mut();
            inner.has_reduced_motion = is_motion_reduced();
            inner.take(input);
            inner.paint();
            let is_playing = inner.input.as_ref().is_some_and(|input| input.is_playing);
            if !is_playing {
                inner.frame = None;
            }
            (inner.handles(), is_playing && inner.frame.is_none())
        };
        if starts {
            self.0.borrow_mut().head.start();
            self.ask_for_frame();
        }
        handles
    }

    /// Stops time; nothing is painted any more until [`Player::follow`].
    pub fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.frame, inner.input) = (None, None);
        inner.layouts = Layouts::default();
    }

    /// The element whose custom property `--at` is the share of the timeline before the cursor, from now on.
    pub(crate) fn move_cursor_of(&self, cursor: NodeRef) {
        let mut inner = self.0.borrow_mut();
        inner.cursor = cursor;
        inner.show_cursor();
    }

    /// The subject at a point of a variant's stage, in CSS pixels: what moves lies above what stays.
    pub fn hit(&self, variant: usize, point: Point) -> Option<SubjectRef> {
        self.0.borrow().hit(variant, point)
    }

    /// Shows whether a point of a variant's stage answers to a click.
    pub(crate) fn point_at(&self, variant: usize, point: Point) {
        let inner = self.0.borrow();
        let canvas = inner
            .input
            .as_ref()
            .and_then(|input| input.surfaces.get(variant)?.moving.cast::<HtmlElement>());
        if let Some(canvas) = canvas {
            let cursor = if inner.hit(variant, point).is_some() {
                "pointer"
            } else {
                "default"
            };
            let _ = canvas.style().set_property("cursor", cursor);
        }
    }

    fn ask_for_frame(&self) {
        let player = self.clone();
        let frame = request_animation_frame(move |now_ms| player.play_frame(now_ms));
        self.0.borrow_mut().frame = Some(frame);
    }

    fn play_frame(&self, now_ms: f64) {
        let (goes_on, arrived, dispatch) = {
            let mut inner = self.0.borrow_mut();
            inner.frame = None;
            inner.marks.begin();
            let arrived = inner.advance(now_ms);
            inner.paint();
            inner.marks.end();
            let is_playing = inner.input.as_ref().is_some_and(|input| input.is_playing);
            (
                is_playing && arrived != Some(Arrived::AtTheEnd),
                arrived,
                inner.dispatch.clone(),
            )
        };
        if goes_on {
            self.ask_for_frame();
        }
        match arrived {
            Some(Arrived::At(round)) => dispatch.emit(Action::Arrive(round)),
            Some(Arrived::AtTheEnd) => dispatch.emit(Action::Play(false)),
            None => {}
        }
    }
}

struct Inner {
    dispatch: Callback<Action>,
    /// `None` until the stage is shown.
    input: Option<PlayerInput>,
    head: Playhead,
    layouts: Layouts,
    cursor: NodeRef,
    /// Dropping it takes the request for a frame back.
    frame: Option<AnimationFrame>,
    marks: FrameMarks,
    has_reduced_motion: bool,
}

impl Inner {
    /// Takes what the page knows: the cursor goes where the page has moved it.
    fn take(&mut self, input: PlayerInput) {
        let is_elsewhere = match &self.input {
            Some(last) if (last.seek_epoch, &last.run) != (input.seek_epoch, &input.run) => true,
            // While it plays, the page catches up with the playhead, round by round.
            Some(last) if input.is_playing => {
                !(last.round..=self.head.round).contains(&input.round)
            }
            _ => input.round != self.head.round,
        };
        if is_elsewhere {
            self.head = Playhead::at(input.round);
        }
        self.input = Some(input);
    }

    /// Moves time by what has passed since the last frame.
    fn advance(&mut self, now_ms: f64) -> Option<Arrived> {
        let passed_s = self.head.passed_s(now_ms);
        let input = self.input.as_ref().filter(|input| input.is_playing)?;
        let (eventful_ds, quiet_ds) = input.run.info().screen_ds;
        let takes_ds = if input.run.is_eventful(self.head.round) {
            eventful_ds
        } else {
            quiet_ds
        };
        let takes_s = f64::from(takes_ds.max(1)) / 10.0 / input.speed.max(0.01);
        self.head.advance(
            passed_s,
            Way {
                last: input.run.rounds() - 1,
                computed: input.computed,
                takes_s,
            },
        )
    }

    /// Paints the stages as far as they have changed, and moves the cursor's line.
    fn paint(&mut self) {
        if let Some(input) = &self.input {
            // Until a round is computed, what was painted stays.
            if self.head.round < input.computed {
                let phase = match self.head.phase {
                    phase if !self.has_reduced_motion => phase,
                    phase if phase < REDUCED_UNTIL => 0.0,
                    _ => 1.0,
                };
                self.layouts.paint(input, self.head.round, phase);
            }
            self.show_cursor();
        }
    }

    fn show_cursor(&self) {
        let Some(input) = &self.input else { return };
        if let Some(line) = self.cursor.cast::<HtmlElement>() {
            let _ = line.style().set_property(
                "--at",
                &format_number(self.head.share(input.run.rounds()), 5),
            );
        }
    }

    fn handles(&self) -> Option<Handles> {
        let input = self.input.as_ref().filter(|input| !input.is_playing)?;
        Some(self.layouts.stage_of(input, input.variant)?.handles.clone())
    }

    fn hit(&self, variant: usize, point: Point) -> Option<SubjectRef> {
        self.layouts
            .stage_of(self.input.as_ref()?, variant)?
            .hit(point)
    }
}

/// Whether the person has asked for less motion.
fn is_motion_reduced() -> bool {
    let reduced = window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten();
    reduced.is_some_and(|query| query.matches())
}
