//! The page: its layout, and which component shows which part of the state.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::FileList;
use yew::prelude::*;

use super::charts::TimelineArea;
use super::hooks::{
    current_place, files, first_theme, use_computation, use_drafts, use_drops, use_explanation,
    use_exports, use_import, use_keys, use_place, use_requests, use_sweep, use_theme, use_title,
};
use super::panels::dialogs::Dialogs;
use super::panels::drawer::DrawerPanel;
use super::panels::rail::Rail;
use super::panels::{
    Announcer, Banners, Header, Results, SheetTabs, SidePanel, TablesPanel, TitleRow, WhatIf, Why,
};
use super::session::{Action, Dispatch, Outcome, Sheet, State, Tab, open_preset};
use super::stage::{Controls, Player, StageArea};
use crate::engine::format::format_clock;
use crate::simulator::{EntityLayout, Source};
use crate::systems::SYSTEMS;

/// The state that a visit begins with: the scenario that the address names.
fn first_state() -> State {
    let place = current_place();
    let outcome = open_preset(&place.system, &place.preset);
    let Outcome::Opened {
        document,
        origin,
        problem,
    } = outcome
    else {
        // Every registered system has presets: a test holds them to it.
        unreachable!("no scenario to begin with");
    };
    let mut state = State::new(document, origin, first_theme());
    state.notice = problem.map(|problem| problem.to_string().into());
    state.pending_round = place
        .round
        .map(|round| round - 1)
        .filter(|round| *round > 0);
    state
}

/// The page.
#[component]
pub fn App() -> Html {
    let state = use_reducer(first_state);
    use_requests(&state);
    use_computation(&state);
    use_explanation(&state);
    use_place(&state);
    use_drafts(&state);
    use_keys(&state);
    use_theme(state.theme);
    use_title(state.document.title());
    use_sweep(&state);
    use_exports(&state);
    let on_sources = use_import(&state);
    let dispatcher = state.dispatcher();
    let on_files = use_callback(
        (on_sources.clone(), dispatcher.clone()),
        |list: FileList, (on_sources, dispatcher): &(Callback<Vec<Source>>, Dispatch)| {
            let (on_sources, dispatcher) = (on_sources.clone(), dispatcher.clone());
            spawn_local(async move {
                match files::read_files(files::files_of(&list)).await {
                    Ok(sources) => on_sources.emit(sources),
                    Err(problem) => dispatcher.dispatch(Action::Notice(problem)),
                }
            });
        },
    );
    use_drops(on_files);
    let player = use_memo((), {
        let dispatcher = dispatcher.clone();
        move |()| Player::new(Callback::from(move |action| dispatcher.dispatch(action)))
    });
    let sheet = match state.sheet {
        Sheet::Why => "why",
        Sheet::Results => "results",
        Sheet::Setup => "setup",
    };
    let explained = state.explained_or_next();
    html! {
        <ContextProvider<Dispatch> context={dispatcher}>
            <div class="app" data-sheet={sheet} data-drawer={state.drawer.is_some().then_some("open")}>
                { header(&state) }
                <main class="workspace">
                    { setup(&state) }
                    { center(&state, &player) }
                    { side(&state) }
                </main>
                <Announcer
                    run={explained.run}
                    computed={state.explained_rounds()}
                    variant={explained.variant}
                    round={explained.round}
                    is_playing={state.is_playing}
                    speed={state.speed}
                />
                <Dialogs
                    dialog={state.dialog}
                    document={&state.document}
                    run={&state.run}
                    variant={state.shown_variant()}
                    round={state.round}
                    is_reading={state.is_reading}
                    import={state.import.clone()}
                    exports={state.exports.clone()}
                    notice={state.notice.clone()}
                    {on_sources}
                />
            </div>
        </ContextProvider<Dispatch>>
    }
}

thread_local! {
    static NAMES: Rc<[(AttrValue, AttrValue)]> =
        SYSTEMS.iter().map(|entry| (entry.info.id.into(), entry.info.title.into())).collect();
}

fn header(state: &State) -> Html {
    html! {
        <Header
            system={state.origin.system}
            title={state.document.title().to_owned()}
            is_edited={state.is_edited}
            undo={state.history.undo()}
            redo={state.history.redo()}
            theme={state.theme}
            systems={NAMES.with(Rc::clone)}
        />
    }
}

fn setup(state: &State) -> Html {
    let has_rules = state
        .document
        .entities()
        .iter()
        .any(|table| table.layout == EntityLayout::Records);
    html! {
        <>
            <Rail drawer={state.drawer} {has_rules} />
            <DrawerPanel
                drawer={state.drawer}
                document={&state.document}
                run={&state.run}
                computed={state.computed}
                variant={state.variant}
                round={state.round}
                reset_epoch={state.reset_epoch}
                refusal={state.refusal.clone()}
                history={state.history.clone()}
                origin={state.origin}
                is_edited={state.is_edited}
            />
        </>
    }
}

fn center(state: &State, player: &Player) -> Html {
    let info = state.run.info();
    let variant = state.shown_variant();
    let explained = state.explained_or_next();
    let is_there = state.round < state.computed;
    let time_s = if is_there {
        state.run.time_s(state.round)
    } else {
        0.0
    };
    let status = if is_there {
        state.run.status(variant, state.round)
    } else {
        String::new()
    };
    let summary = format!(
        "{}, {} {} of {}",
        state.run.title(),
        info.round,
        state.round + 1,
        state.run.rounds()
    );
    html! {
        <div class="center">
            <Banners
                notice={state.notice.clone()}
                is_offered={state.offered.is_some()}
                round={state.round}
                round_word={info.round}
                variant={state.variant}
                what_if={state.what_if.and_then(|event| WhatIf::of(&state.document, event))}
                undo={state.history.undo()}
                draft={state.draft.clone()}
            />
            <TitleRow
                round={state.round}
                rounds={state.run.rounds()}
                round_word={info.round}
                {time_s}
                {status}
                order={state.order}
                can_sort={state.run.can_sort()}
                shows_tables={state.shows_tables}
                has_exports={state.run.has_exports()}
                is_pending={state.run != state.document || !state.has_rounds()}
            />
            <StageArea
                player={player.clone()}
                run={&state.run}
                computed={state.computed}
                {variant}
                round={state.round}
                seek_epoch={state.seek_epoch}
                is_playing={state.is_playing}
                speed={state.speed}
                selected={state.selected}
                order={state.order}
                theme={state.theme}
                {summary}
            />
            <Controls
                playback={state.playback()}
                round_noun={info.round}
                eventful={info.eventful}
                time={format_clock(time_s)}
            />
            <TimelineArea
                player={player.clone()}
                run={&state.run}
                document={&state.document}
                computed={state.computed}
                {variant}
                round={state.round}
                chart={state.chart}
                selected={state.selected}
                theme={state.theme}
                is_halted={state.is_halted}
                pending={state.run != state.document}
            />
            if state.shows_tables {
                <TablesPanel
                    run={explained.run}
                    computed={state.explained_rounds()}
                    variant={explained.variant}
                    round={explained.round}
                    selected={explained.selected}
                    chart={state.chart}
                />
            }
            <SheetTabs sheet={state.sheet} />
        </div>
    }
}

fn side(state: &State) -> Html {
    let (run, variant) = (&state.run, state.shown_variant());
    let variants: Rc<[AttrValue]> = (0..run.variants())
        .map(|one| AttrValue::from(run.variant_title(one)))
        .collect();
    let explained = state.explained_or_next();
    let computed = state.explained_rounds();
    html! {
        <SidePanel tab={state.tab} {variants} {variant}>
            if state.tab == Tab::Why {
                <Why
                    run={explained.run}
                    {computed}
                    variant={explained.variant}
                    round={explained.round}
                    selected={explained.selected}
                />
            } else {
                <Results
                    run={explained.run}
                    {computed}
                    variant={explained.variant}
                    round={explained.round}
                    sweep={state.sweep.clone()}
                    seed={run.seed()}
                />
            }
        </SidePanel>
    }
}
