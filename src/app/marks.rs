//! Events on the timeline: marks that are dragged, moved by keys, and taken away.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, PointerEvent};

use super::Dispatch;
use super::view::{Handle, On, Tag, classed, target_of};
use crate::run::words::trimmed;

/// An event as the timeline shows it.
pub struct Mark<A> {
    /// What it is called by.
    pub number: usize,
    /// When it happens, in seconds after the start.
    pub at_s: f64,
    /// What happens.
    pub words: String,
    /// When, as people write it.
    pub clock: String,
    /// Moves it to another time, in seconds.
    pub to: Rc<dyn Fn(f64) -> A>,
    /// Takes it away.
    pub remove: A,
}

/// Where times stand on the timeline, from its first round to its last.
#[derive(Clone, Copy)]
pub struct Scale {
    /// When the first round is.
    pub first_s: f64,
    /// From a round to the next.
    pub interval_s: f64,
    /// From the first round to the last.
    pub length_s: f64,
    /// Room to the left of the plot, in CSS pixels.
    pub left: f64,
    /// And to its right.
    pub right: f64,
}

impl Scale {
    /// The share of the timeline before a time.
    fn share(self, at_s: f64) -> f64 {
        ((at_s - self.first_s) / self.length_s).clamp(0.0, 1.0)
    }

    /// The time at a place of the page: in whole tens of seconds where rounds are longer than that, else at a
    /// round; that of the last round at most.
    fn time_at(self, frame: &Element, x: f64) -> f64 {
        let area = frame.get_bounding_client_rect();
        let share = ((x - area.left() - self.left) / (area.width() - self.left - self.right)).clamp(0.0, 1.0);
        let at_s = self.first_s + share * self.length_s;
        let grain_s = self.interval_s.clamp(1e-3, 10.0);
        ((at_s / grain_s).round() * grain_s).min(self.first_s + self.length_s)
    }
}

/// The marks. `open` shows the list that they stand in.
pub fn marks<A: Clone + 'static>(marks: Vec<Mark<A>>, scale: Scale, open: A, dispatch: &Dispatch<A>) -> Vec<Tag> {
    let times: Vec<f64> = marks.iter().map(|mark| mark.at_s).collect();
    let shown = |(place, mark): (usize, Mark<A>)| {
        // Marks of the same time stand above each other.
        let row = times[..place].iter().filter(|other| **other == mark.at_s).count().min(3);
        let drag = grip(mark.at_s, &mark.to, scale, dispatch);
        let words = format!("{}: {} at {}", mark.number, mark.words, mark.clock);
        classed("button", "event")
            .key(format!("mark {}", mark.number))
            .set("type", "button")
            .set("style", format!("--x:{};--row:{row}", trimmed(scale.share(mark.at_s), 5)))
            .set("aria-label", words.clone())
            .set("title", words)
            .on(On::PointerDown, Rc::clone(&drag))
            .on(On::PointerMove, drag)
            .text(mark.number.to_string())
            .on(On::KeyDown, keys(mark, scale.interval_s, open.clone(), dispatch))
    };
    marks.into_iter().enumerate().map(shown).collect()
}

/// Drags an event to another time.
fn grip<A: 'static>(was_s: f64, to: &Rc<dyn Fn(f64) -> A>, scale: Scale, dispatch: &Dispatch<A>) -> Handle {
    let (to, dispatch) = (Rc::clone(to), dispatch.clone());
    Rc::new(move |heard: Event| {
        let Some(mark) = target_of::<HtmlElement>(&heard) else { return };
        let pointer: &PointerEvent = heard.unchecked_ref();
        if heard.type_() == "pointerdown" {
            heard.prevent_default();
            let _ = mark.set_pointer_capture(pointer.pointer_id());
            let _ = mark.focus();
            return;
        }
        let Some(frame) = mark.parent_element().filter(|_| mark.has_pointer_capture(pointer.pointer_id())) else {
            return;
        };
        let at_s = scale.time_at(&frame, f64::from(pointer.client_x()));
        if at_s != was_s {
            dispatch.dispatch(to(at_s));
        }
    })
}

/// Moves an event by keys: a round to the left or right, ten seconds (or a tenth of a round) with shift.
fn keys<A: Clone + 'static>(mark: Mark<A>, interval_s: f64, open: A, dispatch: &Dispatch<A>) -> Handle {
    let dispatch = dispatch.clone();
    Rc::new(move |heard: Event| {
        let key: &KeyboardEvent = heard.unchecked_ref();
        let fine_s = if interval_s > 10.0 { 10.0 } else { interval_s / 10.0 };
        let step_s = if key.shift_key() { fine_s } else { interval_s };
        let action = match key.key().as_str() {
            "ArrowRight" => (mark.to)(mark.at_s + step_s),
            "ArrowLeft" => (mark.to)((mark.at_s - step_s).max(0.0)),
            "Delete" | "Backspace" => mark.remove.clone(),
            "Enter" => open.clone(),
            _ => return,
        };
        heard.prevent_default();
        heard.stop_propagation();
        dispatch.dispatch(action);
    })
}
