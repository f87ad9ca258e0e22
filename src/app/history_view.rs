//! The history chart with the scrubber on it.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, HtmlInputElement, ResizeObserver};
use yew::prelude::*;

use super::player::Player;
use super::run::Run;
use super::session::{Action, Session};
use super::shared::Shared;
use crate::paint::{self, Theme};
use crate::scene::history::{Input, LEFT, RIGHT, history};
use crate::shedding::Subject;

/// What the chart needs.
#[derive(Properties, PartialEq)]
pub struct HistoryProps {
    /// The run.
    pub run: Shared<Run>,
    /// Rounds produced so far.
    pub computed: usize,
    /// How many there will be.
    pub horizon: usize,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Counts jumps of the cursor.
    pub jumps: usize,
    /// Whose line is brought out.
    pub selected: Option<Subject>,
    /// Light or dark.
    pub theme: Theme,
    /// Who moves the cursor between rounds.
    pub player: Player,
    /// The round's headline, which the scrubber says with its place.
    pub headline: AttrValue,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn HistoryView(props: &HistoryProps) -> Html {
    let (frame, canvas, line) = (use_node_ref(), use_node_ref(), use_node_ref());
    let size = use_state(|| (0.0_f64, 0.0_f64));
    {
        let (frame, size) = (frame.clone(), size.clone());
        use_effect_with((), move |()| {
            let observer = frame.cast::<HtmlElement>().and_then(|frame| {
                let element = frame.clone();
                let on_size = Closure::<dyn FnMut()>::new(move || {
                    size.set((f64::from(element.client_width()), f64::from(element.client_height())))
                });
                let observer = ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok()?;
                observer.observe(&frame);
                Some((observer, on_size))
            });
            move || {
                if let Some((observer, _)) = observer {
                    observer.disconnect();
                }
            }
        });
    }
    let share = |cursor: f64, horizon: usize| cursor / (horizon.max(2) - 1) as f64;
    {
        // Between rounds the line moves without the page's tree.
        let (line, horizon) = (line.clone(), props.horizon);
        let player = props.player.clone();
        use_effect_with(horizon, move |_| {
            player.on_move(std::rc::Rc::new(move |cursor: f64| {
                if let Some(line) = line.cast::<HtmlElement>() {
                    let _ = line.style().set_property("--at", &share(cursor, horizon).min(1.0).to_string());
                }
            }));
        });
    }
    {
        let (line, at) = (line.clone(), share(props.round as f64, props.horizon));
        use_effect_with((props.round, props.jumps, props.horizon), move |_| {
            if let Some(line) = line.cast::<HtmlElement>() {
                let _ = line.style().set_property("--at", &at.to_string());
            }
        });
    }
    let selected = match props.selected {
        Some(Subject::Broker(broker)) => Some(broker.index()),
        _ => None,
    };
    {
        let (canvas, run, horizon, theme) = (canvas.clone(), props.run.clone(), props.horizon, props.theme);
        use_effect_with(
            (props.run.clone(), props.computed, *size, selected, theme),
            move |(_, _, (width, height), selected, _)| {
                let scene = run.with_rounds(|rounds, _| {
                    history(&Input { rounds, horizon, selected: *selected, width: *width, height: *height })
                });
                if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                    paint_all(&canvas, &scene, theme);
                }
            },
        );
    }
    let oninput = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(round) = event.target_unchecked_into::<HtmlInputElement>().value().parse::<usize>() {
                dispatch.dispatch(Action::Seek(round.saturating_sub(1)));
            }
        })
    };
    let (margin_left, margin_right) = (format!("{LEFT}px"), format!("{RIGHT}px"));
    let is_ready = props.computed >= props.horizon;
    html! {
        <div class="history" ref={frame} style={format!("--left:{margin_left};--right:{margin_right}")}>
            <canvas ref={canvas} role="img" aria-label="Usage of every broker over the rounds; triangles mark rounds in which bundles moved"></canvas>
            <div class="cursor" ref={line} aria-hidden="true"><span></span></div>
            <input type="range" class="time" aria-label="Time" min="1" max={props.horizon.to_string()} step="1" value={(props.round + 1).to_string()}
                aria-valuetext={format!("Round {} of {}", props.round + 1, props.horizon)} {oninput} />
            if !is_ready { <progress class="growing" max={props.horizon.to_string()} value={props.computed.to_string()} aria-label="Rounds computed"></progress> }
        </div>
    }
}

fn paint_all(canvas: &HtmlCanvasElement, scene: &crate::scene::Scene, theme: Theme) {
    let ratio = gloo::utils::window().device_pixel_ratio().max(1.0);
    canvas.set_width((scene.width * ratio).round() as u32);
    canvas.set_height((scene.height * ratio).round() as u32);
    let context = canvas.get_context("2d").ok().flatten();
    if context.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok()).is_none() {
        return;
    }
    if let Some(mut backend) = plotters_canvas::CanvasBackend::with_canvas_object(canvas.clone()) {
        // A canvas that cannot be drawn on has nobody to tell; the table beside it stays true.
        let _ = paint::shapes(&mut backend, &scene.shapes, theme, ratio);
    }
}
