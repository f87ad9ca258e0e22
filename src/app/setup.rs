//! The left panel: what is run. Scenario, strategy, placement, release, settings.

use yew::prelude::*;

use super::field::{Choice, Entry, NumberField};
use super::session::{Action, Session, usual_placement};
use super::shared::Shared;
use crate::run::Unit;
use crate::run::limits::MAX_ROUNDS;
use crate::shedding::placement::{PLACEMENTS, PlacementInfo};
use crate::shedding::settings::{Key, Kind, Setting};
use crate::shedding::situations::SITUATIONS;
use crate::shedding::strategy::{SHEDDERS, ShedderInfo};
use crate::shedding::{Proof, Release, Scenario};

/// What the panel shows.
#[derive(Properties, PartialEq)]
pub struct SetupProps {
    /// The scenario.
    pub scenario: Shared<Scenario>,
    /// The situation it came from.
    pub situation: Option<&'static str>,
    /// Counts discarded edits.
    pub epoch: usize,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<Session>,
}

#[component]
pub fn Setup(props: &SetupProps) -> Html {
    let lane = props.scenario.lane();
    let send = |make: fn(String) -> Option<Action>| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |value: String| {
            if let Some(action) = make(value) {
                dispatch.dispatch(action);
            }
        })
    };
    html! {
        <>
            <h2>{ "Situation" }</h2>
            <Choice label="Scenario" value={props.situation.unwrap_or("")} entries={situations(props)}
                on_change={send(|id| {
                    let situation = SITUATIONS.iter().find(|situation| situation.id == id)?;
                    Some(Action::Pick(situation.id, Shared::new((situation.build)())))
                })} />
            <ul class="look-for">{ for props.scenario.look_for.iter().map(|line| html! { <li>{ line }</li> }) }</ul>
            <h2>{ "How it is balanced" }</h2>
            <Choice label="Strategy" value={lane.strategy.clone()} entries={strategies(props)} on_change={send(|id| Some(Action::Strategy(id)))} />
            { about(ShedderInfo::find(&lane.strategy).map(|row| (row.proof(lane.release), row.about))) }
            <Choice label="Placement" value={lane.placement.clone()} entries={placements(props)} on_change={send(|id| Some(Action::Placement(id)))} />
            { about(PlacementInfo::find(&lane.placement).map(|row| (row.proof(lane.release), row.about))) }
            <Choice label="Release" value={lane.release.name()} entries={releases()}
                on_change={send(|name| Release::from_name(&name).map(Action::Release))} />
            <p class="about">{ lane.release.about() }</p>
            <SetupCheck scenario={props.scenario.clone()} dispatch={props.dispatch.clone()} />
            <SettingsForm scenario={props.scenario.clone()} epoch={props.epoch} dispatch={props.dispatch.clone()} />
        </>
    }
}

fn about(row: Option<(Proof, &'static str)>) -> Html {
    match row {
        Some((proof, about)) => html! {
            <p class="about"><span class={classes!("proof", proof.label())} title={proof.about()}>{ proof.label() }</span>{ " " }{ about }</p>
        },
        None => html! {},
    }
}

fn situations(props: &SetupProps) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    if props.situation.is_none() {
        let title =
            if props.scenario.title.is_empty() { "Your cluster".to_owned() } else { props.scenario.title.clone() };
        entries.push(Entry { value: "".into(), label: title.into(), group: "Opened".into() });
    }
    entries.extend(SITUATIONS.iter().map(|situation| Entry {
        value: situation.id.into(),
        label: situation.title.into(),
        group: situation.group.into(),
    }));
    entries
}

/// An entry for what the lane names although no table has it, so that the field shows the truth.
fn unknown(value: &str, is_known: bool) -> Option<Entry> {
    (!is_known).then(|| Entry {
        value: value.to_owned().into(),
        label: format!("{value} (unknown)").into(),
        group: "".into(),
    })
}

fn strategies(props: &SetupProps) -> Vec<Entry> {
    let lane = props.scenario.lane();
    let rows = SHEDDERS.iter().map(|row| Entry {
        value: row.id.into(),
        label: format!("{} · {}", row.label, row.proof(lane.release).label()).into(),
        group: if row.is_proposal { "Proposed" } else { "Released" }.into(),
    });
    unknown(&lane.strategy, ShedderInfo::find(&lane.strategy).is_some()).into_iter().chain(rows).collect()
}

fn placements(props: &SetupProps) -> Vec<Entry> {
    let lane = props.scenario.lane();
    let rows = PLACEMENTS.iter().map(|row| Entry {
        value: row.id.into(),
        label: format!("{} · {}", row.label, row.proof(lane.release).label()).into(),
        group: if row.is_proposal || row.is_baseline { "Not released" } else { "Released" }.into(),
    });
    unknown(&lane.placement, PlacementInfo::find(&lane.placement).is_some()).into_iter().chain(rows).collect()
}

fn releases() -> Vec<Entry> {
    let label = |release: Release| format!("Pulsar {}", release.name());
    Release::ALL
        .into_iter()
        .map(|release| Entry { value: release.name().into(), label: label(release).into(), group: "".into() })
        .collect()
}

/// What shows the scenario alone.
#[derive(Properties, PartialEq)]
struct CheckProps {
    scenario: Shared<Scenario>,
    dispatch: UseReducerDispatcher<Session>,
}

/// Says when the release would not run the set-up as it stands, with the remedy at hand.
#[component]
fn SetupCheck(props: &CheckProps) -> Html {
    let lane = props.scenario.lane();
    let usual = usual_placement(&lane.strategy);
    let use_usual = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Placement(usual.to_owned())))
    };
    let label = PlacementInfo::find(usual).map_or(usual, |row| row.label);
    match lane.check_setup() {
        Err(refusal) => html! {
            <div class="refusal" role="alert">
                <strong>{ "The release refuses this set-up. " }</strong>{ refusal.about() }
                <p><button type="button" onclick={use_usual}>{ format!("Use {label}") }</button></p>
            </div>
        },
        Ok(()) if lane.plan_is_unread() => html! {
            <div class="remark">
                { "The strategy plans a target for every bundle, but this placement never asks for the plan." }
                <p><button type="button" onclick={use_usual}>{ format!("Use {label}") }</button></p>
            </div>
        },
        Ok(()) => html! {},
    }
}

/// What the form shows.
#[derive(Properties, PartialEq)]
struct FormProps {
    scenario: Shared<Scenario>,
    epoch: usize,
    dispatch: UseReducerDispatcher<Session>,
}

/// Every setting that something in the lane reads.
#[component]
fn SettingsForm(props: &FormProps) -> Html {
    let lane = props.scenario.lane();
    let strategy: &[Key] = ShedderInfo::find(&lane.strategy).map_or(&[], |row| row.reads);
    let placement: &[Key] = PlacementInfo::find(&lane.placement).map_or(&[], |row| row.reads);
    let is_weight = |key: &Key| key.row().label.starts_with("Weight of") && *key != Key::HistoryPercentage;
    let (weights, rest): (Vec<Key>, Vec<Key>) = lane.reads().into_iter().partition(is_weight);
    let (first, rest): (Vec<Key>, Vec<Key>) = rest.into_iter().partition(|key| strategy.contains(key));
    let (second, manager): (Vec<Key>, Vec<Key>) = rest.into_iter().partition(|key| placement.contains(key));
    let changed = lane.settings.overrides().count();
    let reset = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ResetSettings))
    };
    let fields = |keys: &[Key]| keys.iter().map(|key| setting(props, key.row())).collect::<Html>();
    html! {
        <>
            <h2>{ "Settings" }</h2>
            if !first.is_empty() { <fieldset><legend>{ "The strategy's" }</legend>{ fields(&first) }</fieldset> }
            if !second.is_empty() { <fieldset><legend>{ "The placement's" }</legend>{ fields(&second) }</fieldset> }
            <details><summary>{ "The load manager's: filters, grace period" }</summary>{ fields(&manager) }</details>
            <details><summary>{ "Weights of the resources" }</summary>{ fields(&weights) }</details>
            <details><summary>{ "The run: rounds and seed" }</summary>{ run_fields(props) }</details>
            if changed > 0 {
                <p><button type="button" onclick={reset}>{ format!("Reset {changed} changed to default") }</button></p>
            }
        </>
    }
}

fn setting(props: &FormProps, row: &'static Setting) -> Html {
    let lane = props.scenario.lane();
    let value = lane.settings.get(row.key);
    let dispatch = props.dispatch.clone();
    let is_default = value == row.default;
    let help =
        if is_default { row.help.to_owned() } else { format!("{} Default {}.", row.help, row.format(row.default)) };
    let code = if row.is_pulsars() { row.name } else { "" };
    if row.kind == Kind::Switch {
        let onchange = Callback::from(move |event: Event| {
            let is_on = event.target_unchecked_into::<web_sys::HtmlInputElement>().checked();
            dispatch.dispatch(Action::Set(row.key, f64::from(u8::from(is_on))));
        });
        return html! {
            <div class="field switch" key={row.name}>
                <label><input type="checkbox" checked={value != 0.0} {onchange} />{ row.label }</label>
                <p class="help">{ help }if !code.is_empty() { { " " }<code>{ code }</code> }</p>
            </div>
        };
    }
    html! {
        <NumberField key={row.name} label={row.label} {value} check={Callback::from(move |text: String| row.parse(&text))}
            on_change={Callback::from(move |value| dispatch.dispatch(Action::Set(row.key, value)))}
            unit={row.unit} {help} {code} slider={slider(row)} epoch={props.epoch} />
    }
}

/// A slider over the values people use; the field takes all that are allowed.
fn slider(row: &Setting) -> Option<(f64, f64, f64)> {
    match row.measure {
        Unit::Points | Unit::Percent if row.max <= 1000.0 => Some((0.0, 100.0, 1.0)),
        Unit::Count if row.max == 1000.0 => Some((0.0, 20.0, 1.0)),
        Unit::Times if row.max <= 10.0 => Some((0.0, 1.0, 0.05)),
        _ => None,
    }
}

fn run_fields(props: &FormProps) -> Html {
    let (rounds, seed) = (props.dispatch.clone(), props.dispatch.clone());
    let whole = |min: f64, max: f64| {
        Callback::from(move |text: String| match text.trim().parse::<f64>() {
            Ok(value) if value.fract() == 0.0 && (min..=max).contains(&value) => Ok(value),
            _ => Err(format!("Give a whole number from {min} to {max}.")),
        })
    };
    html! {
        <>
            <NumberField label="Rounds" value={props.scenario.rounds as f64} check={whole(1.0, MAX_ROUNDS as f64)}
                help="The horizon: how many rounds the run has." epoch={props.epoch}
                on_change={Callback::from(move |value: f64| rounds.dispatch(Action::Rounds(value as usize)))} />
            <NumberField label="Seed" value={props.scenario.seed as f64} check={whole(0.0, 4_294_967_295.0)}
                help="Decides every draw; the same seed draws the same." epoch={props.epoch}
                on_change={Callback::from(move |value: f64| seed.dispatch(Action::Seed(value as u64)))} />
        </>
    }
}
