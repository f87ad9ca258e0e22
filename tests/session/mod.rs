//! What tests do with an open scenario: edits in few words, and the stage as it is seen.

use shedscope::scene::Scene;
use shedscope::simulator::{Edit, Session, SubjectRef, Viewport};

/// The edit that sets a field.
pub fn set(variant: usize, field: &'static str, value: f64) -> Edit {
    Edit::Set {
        variant,
        field,
        value,
    }
}

/// The edit that adds an event of a kind at a time, in seconds.
pub fn add(kind: impl Into<String>, at_s: f64) -> Edit {
    Edit::AddEvent {
        variant: 0,
        kind: kind.into(),
        at_s,
    }
}

/// The edit that moves an event to another time, in seconds.
pub fn move_to(event: u32, at_s: f64) -> Edit {
    Edit::MoveEvent { event, at_s }
}

/// A stage of a size, in CSS pixels.
pub fn viewport(width: f64, height: f64, selected: Option<SubjectRef>) -> Viewport {
    Viewport {
        width,
        height,
        selected,
        ..Viewport::default()
    }
}

/// The stage of a variant at an instant, beside those of the variants before it: what stays as it is, and above it
/// what moves.
pub fn draw(
    session: &dyn Session,
    variant: usize,
    index: usize,
    phase: f64,
    viewport: &Viewport,
) -> Scene<SubjectRef> {
    let stages = session.stages(index, phase, &vec![*viewport; variant + 1]);
    let stage = &stages[variant];
    assert!(stage.holds_from == phase && (phase..=1.0).contains(&stage.holds_until));
    let motion = session.motion(variant, phase, stage);
    let mut scene = stage.still.clone();
    scene.shapes.extend(motion.shapes);
    scene.targets.extend(motion.targets);
    scene
}
