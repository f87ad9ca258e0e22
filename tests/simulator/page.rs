//! What the toy system has on the page: everything that is not of a particular system.

use futures::executor::block_on;
use shedscope::app::charts::{TimelineArea, TimelineAreaProps};
use shedscope::app::panels::drawer::{DrawerPanel, DrawerPanelProps};
use shedscope::app::panels::results::ResultsProps;
use shedscope::app::panels::tables::TablesPanelProps;
use shedscope::app::panels::why::WhyProps;
use shedscope::app::panels::{Results, TablesPanel, Why};
use shedscope::app::session::{Action, Drawer, Handle, Origin, Seek, State, Work, perform};
use shedscope::app::stage::{Player, StageArea, StageAreaProps};
use shedscope::render::Theme;
use shedscope::simulator::{Edit, StageOrder};
use std::rc::Rc;
use yew::prelude::*;

use super::TOY;

use crate::common::play::complete;

fn render<C: BaseComponent>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String {
    block_on(
        yew::ServerRenderer::<C>::with_props(props)
            .hydratable(false)
            .render(),
    )
}

fn opened() -> Handle {
    let session = (TOY.open_preset)("nine").unwrap();
    complete(&*session);
    session.into()
}

fn drawer(drawer: Drawer) -> String {
    render::<DrawerPanel>(move || {
        let document = opened();
        let origin = Origin {
            system: "toy",
            preset: Some("nine"),
        };
        let state = State::new(document.clone(), origin, Theme::Light);
        DrawerPanelProps {
            drawer: Some(drawer),
            run: document.clone(),
            document,
            computed: 6,
            variant: 0,
            round: 0,
            reset_epoch: 0,
            refusal: None,
            history: state.history,
            origin,
            is_edited: false,
        }
    })
}

#[test]
fn it_has_a_form_with_its_settings_variants_and_choices() {
    let html = drawer(Drawer::Algorithm);
    for words in [
        "Cup",
        "What is poured at a time.",
        "By cups",
        "Add a variant like this one",
    ] {
        assert!(html.contains(words), "“{words}” is missing: {html}");
    }
    assert!(drawer(Drawer::Cluster).contains("Nine and one"));
    assert!(drawer(Drawer::History).contains("Opened"));
}

#[test]
fn it_has_reasons_results_and_tables() {
    let why = || WhyProps {
        run: opened(),
        computed: 6,
        variant: 0,
        round: 1,
        selected: None,
    };
    let html = render::<Why>(why);
    assert!(
        html.contains("7 and 3 litres.") && html.contains("Bucket 1"),
        "{html}"
    );
    assert!(html.contains("4 &gt; 2"), "{html}");
    let html = render::<Results>(|| ResultsProps {
        run: opened(),
        computed: 6,
        variant: 0,
        round: 5,
        sweep: None,
        seed: 1,
    });
    assert!(html.contains("digest"), "{html}");
    let tables = || TablesPanelProps {
        run: opened(),
        computed: 6,
        variant: 0,
        round: 1,
        selected: None,
        chart: 0,
    };
    let html = render::<TablesPanel>(tables);
    assert!(
        html.contains("Buckets") && html.contains("Bucket 2"),
        "{html}"
    );
}

#[test]
fn it_has_a_stage_for_each_variant_and_a_timeline() {
    let html = render::<StageArea>(|| StageAreaProps {
        player: Player::new(Callback::noop()),
        run: opened(),
        computed: 6,
        variant: 0,
        round: 0,
        seek_epoch: 0,
        is_playing: false,
        speed: 1.0,
        selected: None,
        order: StageOrder::Overrides,
        theme: Theme::Light,
        summary: "Two buckets".into(),
    });
    assert_eq!(html.matches("role=\"img\"").count(), 2, "{html}");
    let html = render::<TimelineArea>(|| {
        let run = opened();
        TimelineAreaProps {
            player: Player::new(Callback::noop()),
            document: run.clone(),
            run,
            computed: 6,
            variant: 0,
            round: 2,
            chart: 0,
            selected: None,
            theme: Theme::Light,
            is_halted: false,
            pending: false,
        }
    });
    assert!(
        html.contains("aria-label=\"Time\"") && html.contains("max=\"6\""),
        "{html}"
    );
}

#[test]
fn it_has_a_cursor_edits_undo_and_sweeps() {
    let mut state = Rc::new(State::new(
        opened(),
        Origin {
            system: "toy",
            preset: Some("nine"),
        },
        Theme::Light,
    ));
    let mut act = |action: Action| {
        state = Rc::clone(&state).reduce(action);
        while let Some(request) = state.requests.front().cloned() {
            let outcome = perform(&state, &request);
            state = Rc::clone(&state).reduce(Action::Done(outcome));
        }
        while state.document.advance() {}
        let (document, computed) = (state.document.clone(), state.document.computed());
        state = Rc::clone(&state).reduce(Action::Computed(Work {
            document,
            computed,
            is_ready: true,
        }));
        Rc::clone(&state)
    };
    assert_eq!(act(Action::Seek(Seek::Last)).round, 5);
    let digest = act(Action::Seek(Seek::First)).run.digest(0);
    let edited = act(Action::edit(Edit::Set {
        variant: 0,
        field: "cup_litres",
        value: 3.0,
    }));
    assert_ne!(edited.run.digest(0), digest);
    assert_eq!(
        edited.run.digest(0),
        edited.run.digest(1),
        "both pour cups of three litres"
    );
    assert_eq!(act(Action::History(0)).run.digest(0), digest);
    assert!(act(Action::Sweep(Some(20))).sweep.is_some());
}
