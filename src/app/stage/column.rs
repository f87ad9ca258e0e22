//! The stage of a variant: its head, its canvases, and what can be dragged on it.

use yew::prelude::*;

use super::handles::StageHandles;
use super::player::{Handles, Player, Surfaces};
use crate::app::hooks::{use_dispatch, use_focus_fallback};
use crate::app::session::{Action, Handle};
use crate::scene::{Point, at};
use crate::simulator::edit::letter;

/// Props of [`StageColumn`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct StageColumnProps {
    /// The player, which paints the canvases.
    pub player: Player,
    /// The elements that it paints on.
    pub(crate) surfaces: Surfaces,
    /// The run that is shown.
    pub run: Handle,
    /// The variant, from 0.
    pub index: usize,
    /// Whether there is no other variant.
    pub(crate) is_only: bool,
    /// Whether it is the one that is explained and edited.
    pub(crate) is_main: bool,
    /// What tells it from the others.
    pub title: AttrValue,
    /// The round at the cursor, if it is computed.
    pub round: Option<usize>,
    /// What it shows, where the page says that; its headline otherwise.
    pub summary: Option<AttrValue>,
    /// What can be dragged, if anything.
    pub handles: Option<Handles>,
}

/// The stage of a variant.
#[component]
pub(crate) fn StageColumn(props: &StageColumnProps) -> Html {
    let dispatch = use_dispatch();
    let label = use_memo(
        (
            props.run.clone(),
            props.index,
            props.round,
            props.summary.clone(),
        ),
        label,
    );
    // A handle that has focus disappears when time begins to run.
    let (onfocusin, onfocusout) =
        use_focus_fallback(props.handles.is_some(), &props.surfaces.frame);
    let onclick = use_callback(
        (
            props.player.clone(),
            dispatch.clone(),
            props.index,
            props.is_main,
        ),
        |event: MouseEvent, (player, dispatch, index, is_main)| {
            let hit = player.hit(*index, point(&event));
            if hit.is_some() && !is_main {
                dispatch.emit(Action::Variant(*index));
            }
            dispatch.emit(Action::Select(hit));
        },
    );
    let onpointermove = use_callback(
        (props.player.clone(), props.index),
        |event: PointerEvent, (player, index)| {
            player.point_at(*index, point(&event));
        },
    );
    let make_main = use_callback(
        (dispatch, props.index),
        |_: MouseEvent, (dispatch, index)| dispatch.emit(Action::Variant(*index)),
    );
    let letter = letter(props.index);
    let code = letter.to_ascii_lowercase().to_string();
    html! {
        <div class={classes!("stage-column", props.is_main.then_some("is-main"))} data-variant={code.clone()}>
            if props.is_only {
                <p class="stage-title" title={&props.title}>{ &props.title }</p>
            } else {
                <button
                    type="button"
                    class="stage-title"
                    aria-pressed={props.is_main.to_string()}
                    title={&props.title}
                    onclick={make_main}
                >
                    <span class="visually-hidden">{ "Variant " }</span>
                    <span class="variant-chip" data-variant={code}>{ letter }</span>
                    <span class="stage-title-text">{ &props.title }</span>
                </button>
            }
            <div class="stage-frame" ref={&props.surfaces.frame} tabindex="-1" {onfocusin} {onfocusout}>
                <canvas class="still" ref={&props.surfaces.still} role="img" aria-label={(*label).clone()} />
                <canvas
                    class="moving"
                    ref={&props.surfaces.moving}
                    aria-hidden="true"
                    {onclick}
                    {onpointermove}
                />
                <StageHandles handles={props.handles.clone()} />
            </div>
        </div>
    }
}

type LabelOf = (Handle, usize, Option<usize>, Option<AttrValue>);

/// What the stage shows, for those who cannot see it. Reasons of a large round take long; nobody waits for them here.
fn label((run, index, round, summary): &LabelOf) -> AttrValue {
    match (summary, round) {
        (Some(summary), _) => summary.clone(),
        (None, Some(round)) if !run.is_large() => format!(
            "Variant {}: {}",
            letter(*index),
            run.headline(*index, *round)
        )
        .into(),
        _ => format!("Stage of variant {}", letter(*index)).into(),
    }
}

/// Where on the canvas a pointer is, in CSS pixels.
fn point(event: &MouseEvent) -> Point {
    at(event.offset_x().into(), event.offset_y().into())
}
