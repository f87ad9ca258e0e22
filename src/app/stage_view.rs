//! The stage in the page: two canvases, the handles that drag bars, and what answers to the pointer.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, HtmlElement, ResizeObserver};
use yew::prelude::*;

use super::player::Player;
use super::session::{Action, Session};
use crate::scene::at;
use crate::scene::stage::{Level, Stage};
use crate::shedding::edit::ClusterEdit;
use crate::shedding::reason::trimmed;
use crate::shedding::strategy::Scale;

/// What the stage needs.
#[derive(Properties)]
pub struct StageProps {
    /// The page's state.
    pub session: Rc<Session>,
    /// Who paints.
    pub player: Player,
    /// What the stage shows, in words.
    pub summary: AttrValue,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

impl PartialEq for StageProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.session, &other.session) && self.summary == other.summary
    }
}

#[component]
pub fn StageView(props: &StageProps) -> Html {
    let (frame, still, moving) = (use_node_ref(), use_node_ref(), use_node_ref());
    let resized = use_state(|| 0_usize);
    {
        let (player, resized) = (props.player.clone(), resized.clone());
        let (frame, still, moving) = (frame.clone(), still.clone(), moving.clone());
        use_effect_with((), move |()| {
            let canvases = still.cast::<HtmlCanvasElement>().zip(moving.cast::<HtmlCanvasElement>());
            if let Some((still, moving)) = canvases {
                player.take_canvases(still, moving);
            }
            let observer = frame.cast::<HtmlElement>().and_then(|frame| {
                let element = frame.clone();
                let mut count = 0;
                let on_size = Closure::<dyn FnMut()>::new(move || {
                    player.resize(f64::from(element.client_width()), f64::from(element.client_height()));
                    count += 1;
                    resized.set(count);
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
    {
        let (player, session) = (props.player.clone(), Rc::clone(&props.session));
        let resized = resized.clone();
        // Painting follows every change of the state; handles follow painting.
        use_effect_with(Rc::as_ptr(&props.session), move |_| {
            let before = player.stage().map(|stage| Rc::as_ptr(&stage));
            player.follow(&session);
            if player.stage().map(|stage| Rc::as_ptr(&stage)) != before {
                resized.set(*resized + 1);
            }
        });
    }
    let onclick = {
        let (player, dispatch) = (props.player.clone(), props.dispatch.clone());
        Callback::from(move |event: MouseEvent| {
            let point = at(f64::from(event.offset_x()), f64::from(event.offset_y()));
            dispatch.dispatch(Action::Select(player.hit(point)));
        })
    };
    let onpointermove = {
        let player = props.player.clone();
        Callback::from(move |event: PointerEvent| {
            let point = at(f64::from(event.offset_x()), f64::from(event.offset_y()));
            let is_hit = player.hit(point).is_some();
            let canvas = event.target_unchecked_into::<HtmlElement>();
            let _ = canvas.style().set_property("cursor", if is_hit { "pointer" } else { "default" });
        })
    };
    let handles = props.player.stage().filter(|_| !props.session.is_playing).map(|stage| handles(props, &stage));
    html! {
        <div class="stage" ref={frame} role="group" aria-label="Stage">
            <canvas ref={still} role="img" aria-label={props.summary.clone()}></canvas>
            <canvas ref={moving} aria-hidden="true" {onclick} {onpointermove}></canvas>
            { for handles }
        </div>
    }
}

/// A handle on top of each bar, while there are few enough of them to grasp one.
fn handles(props: &StageProps, stage: &Stage) -> Html {
    let is_usage = matches!(stage.axis.scale, Scale::Usage | Scale::RunningUsage);
    if !is_usage || stage.level == Level::Curve {
        return html! {};
    }
    let view = props.session.run.view(props.session.round);
    let simulation_order = &props.session.run.with_rounds(|_, simulation| simulation.world().given_order.clone());
    let handle = |slot: &crate::scene::stage::Slot| {
        // The scenario's own place of the broker.
        let index = simulation_order.iter().position(|broker| *broker == slot.broker)?;
        let name = props.session.scenario.world.brokers.get(index)?.name.to_string();
        let usage = view.round.usage_percent.get(slot.broker.index()).copied()?;
        Some(html! {
            <Handle key={name.clone()} name={name.clone()} {index} {usage} left={slot.bar.left} width={slot.bar.width} top={slot.bar.top}
                percent_per_pixel={stage.axis.max / stage.plot.height} is_reachable={stage.level == Level::Labelled} dispatch={props.dispatch.clone()} />
        })
    };
    stage.slots.iter().filter_map(handle).collect()
}

/// One handle.
#[derive(Properties, PartialEq)]
struct HandleProps {
    name: String,
    index: usize,
    usage: f64,
    left: f64,
    width: f64,
    top: f64,
    percent_per_pixel: f64,
    is_reachable: bool,
    dispatch: UseReducerDispatcher<Session>,
}

#[component]
fn Handle(props: &HandleProps) -> Html {
    // Where the drag began: the pointer's height and the usage then.
    let grasp = use_mut_ref(|| None::<(f64, f64)>);
    let set = {
        let (dispatch, index) = (props.dispatch.clone(), props.index);
        move |percent: f64| {
            let percent = (percent.clamp(0.0, 1000.0) * 10.0).round() / 10.0;
            dispatch.dispatch(Action::Edit(ClusterEdit::Load(index, percent)));
        }
    };
    let onpointerdown = {
        let (grasp, usage) = (grasp.clone(), props.usage);
        Callback::from(move |event: PointerEvent| {
            event.prevent_default();
            let element = event.target_unchecked_into::<HtmlElement>();
            let _ = element.set_pointer_capture(event.pointer_id());
            let _ = element.focus();
            *grasp.borrow_mut() = Some((f64::from(event.client_y()), usage));
        })
    };
    let onpointermove = {
        let (grasp, set, scale) = (grasp.clone(), set.clone(), props.percent_per_pixel);
        Callback::from(move |event: PointerEvent| {
            let begun = *grasp.borrow();
            if let Some((from_y, usage)) = begun {
                set(usage + (from_y - f64::from(event.client_y())) * scale);
            }
        })
    };
    let release = {
        let grasp = grasp.clone();
        Callback::from(move |_: PointerEvent| *grasp.borrow_mut() = None)
    };
    let onkeydown = {
        let usage = props.usage;
        Callback::from(move |event: KeyboardEvent| {
            let step = match event.key().as_str() {
                "ArrowUp" | "ArrowRight" => 1.0,
                "ArrowDown" | "ArrowLeft" => -1.0,
                "PageUp" => 10.0,
                "PageDown" => -10.0,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            set(usage.round() + step);
        })
    };
    let style = format!(
        "left:{}px;width:{}px;top:{}px",
        trimmed(props.left, 1),
        trimmed(props.width, 1),
        trimmed(props.top, 1)
    );
    html! {
        <div class="handle" role="slider" tabindex={if props.is_reachable { "0" } else { "-1" }} {style}
            aria-label={format!("Load of {}", props.name)} aria-orientation="vertical" title={format!("Drag to change the load of {}", props.name)}
            aria-valuemin="0" aria-valuemax="1000" aria-valuenow={trimmed(props.usage, 1)} aria-valuetext={format!("{} percent", trimmed(props.usage, 1))}
            {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release} {onkeydown}></div>
    }
}
