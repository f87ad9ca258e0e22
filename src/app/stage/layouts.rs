//! The stages of a run as they are laid out and painted. Laying out takes long for a large run: it is never done twice
//! for the same.

use std::rc::Rc;

use super::canvas::Canvas;
use super::player::{Handles, PlayerInput};
use crate::app::hooks::Size;
use crate::app::session::{Handle, Shared};
use crate::render::{self, Theme};
use crate::scene::{Point, Scene};
use crate::simulator::session::StageLayout;
use crate::simulator::{StageOrder, SubjectRef, Viewport};

/// A stage smaller than this, in CSS pixels, is not laid out: it is hidden, or about to be shown.
const LEAST_SIZE: f64 = 10.0;

/// The stages as they are laid out and painted.
#[derive(Default)]
pub(super) struct Layouts {
    /// What they were laid out for.
    key: Option<LayoutKey>,
    stages: Vec<Laid>,
    /// How they were painted last: the theme and the ratio.
    painted: Option<(Theme, f64)>,
    /// The phase that was painted last.
    phase: f64,
}

/// A layout holds for these, and for a span of phases.
#[derive(Clone, PartialEq)]
struct LayoutKey {
    run: Handle,
    round: usize,
    selected: Option<SubjectRef>,
    order: StageOrder,
    sizes: Rc<[Size]>,
}

/// A variant's stage.
pub(super) struct Laid {
    layout: StageLayout,
    /// What can be dragged.
    pub handles: Handles,
    /// What moves, as it was painted last.
    motion: Scene<SubjectRef>,
}

impl Layouts {
    /// Lays the stages out if they are not for this round and phase yet, and paints what has changed.
    pub(crate) fn paint(&mut self, input: &PlayerInput, round: usize, phase: f64) {
        let variants = input.run.variants().min(input.surfaces.len());
        let is_shown = |size: &Size| size.0 >= LEAST_SIZE && size.1 >= LEAST_SIZE;
        if input.sizes.len() != variants || !input.sizes.iter().all(is_shown) {
            return;
        }
        let (run, sizes) = (input.run.clone(), Rc::clone(&input.sizes));
        let key = LayoutKey {
            run,
            round,
            selected: input.selected,
            order: input.order,
            sizes,
        };
        let holds =
            |laid: &Laid| (laid.layout.holds_from..=laid.layout.holds_until).contains(&phase);
        let is_laid_out = self.key.as_ref() == Some(&key) && self.stages.iter().all(holds);
        if !is_laid_out {
            self.lay_out(&key, phase);
            self.key = Some(key);
        }
        let look = Some((input.theme, input.ratio));
        let is_painted = is_laid_out && self.painted == look;
        if !is_painted {
            self.paint_still(input);
            self.painted = look;
        }
        if !is_painted || self.phase != phase {
            self.paint_moving(input, phase);
            self.phase = phase;
        }
    }

    fn lay_out(&mut self, key: &LayoutKey, phase: f64) {
        let viewport = |&(width, height): &Size| {
            let (selected, order) = (key.selected, key.order);
            Viewport {
                width,
                height,
                selected,
                order,
                ..Viewport::default()
            }
        };
        let viewports: Vec<Viewport> = key.sizes.iter().map(viewport).collect();
        let laid = |mut layout: StageLayout| {
            let handles = Shared::new(std::mem::take(&mut layout.handles));
            Laid {
                layout,
                handles,
                motion: Scene::sized(0.0, 0.0),
            }
        };
        self.stages = key
            .run
            .stages(key.round, phase, &viewports)
            .into_iter()
            .map(laid)
            .collect();
    }

    fn paint_still(&self, input: &PlayerInput) {
        for ((laid, surfaces), size) in self.stages.iter().zip(&*input.surfaces).zip(&*input.sizes)
        {
            if let Some(mut canvas) = Canvas::fitted(&surfaces.still, *size, input.ratio) {
                paint_scene(&mut canvas, &laid.layout.still, input);
            }
        }
    }

    fn paint_moving(&mut self, input: &PlayerInput, phase: f64) {
        let surfaces = input.surfaces.iter().zip(&*input.sizes);
        for (variant, (laid, (surfaces, size))) in self.stages.iter_mut().zip(surfaces).enumerate()
        {
            laid.motion = input.run.motion(variant, phase, &laid.layout);
            if let Some(mut canvas) = Canvas::fitted(&surfaces.moving, *size, input.ratio) {
                paint_scene(&mut canvas, &laid.motion, input);
            }
        }
    }

    /// The stage of a variant, unless it still shows the run before.
    pub(crate) fn stage_of(&self, input: &PlayerInput, variant: usize) -> Option<&Laid> {
        self.key.as_ref().filter(|key| key.run == input.run)?;
        self.stages.get(variant)
    }
}

/// Paints a scene.
fn paint_scene(canvas: &mut Canvas, scene: &Scene<SubjectRef>, input: &PlayerInput) {
    // Drawing on a canvas cannot fail.
    let _ = render::shapes(canvas, &scene.shapes, input.theme, input.ratio);
}

impl Laid {
    /// The subject at a point: what moves lies above what stays.
    pub(super) fn hit(&self, point: Point) -> Option<SubjectRef> {
        self.motion
            .hit(point)
            .or_else(|| self.layout.still.hit(point))
    }
}
