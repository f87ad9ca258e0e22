//! The left panel: what is run. Scenario, strategy, placement, release, settings.

use yew::prelude::*;

use super::field::{Entry, FieldProps, choice, field, shown};
use super::session::{Action, Session, usual_placement};
use super::shared::Shared;
use super::target::Target;
use super::{Dispatch, send};
use crate::run::Unit;
use crate::shedding::placement::{PLACEMENTS, PlacementInfo};
use crate::shedding::settings::{Key, Kind, Setting};
use crate::shedding::situations::{SITUATIONS, Situation};
use crate::shedding::strategy::{SHEDDERS, ShedderInfo};
use crate::shedding::{Proof, Release};

/// The panel.
pub fn setup(session: &Session, dispatch: &Dispatch) -> Html {
    let lane = session.scenario.lane();
    let shedder = ShedderInfo::find(&lane.strategy).map(|row| (row.proof(lane.release), row.about));
    let placement = PlacementInfo::find(&lane.placement).map(|row| (row.proof(lane.release), row.about));
    html! {
        <>
            <h2>{ "Situation" }</h2>
            { choice("Scenario", session.situation.unwrap_or(""), &situations(session), pick, dispatch) }
            <ul class="look-for">{ for session.scenario.look_for.iter().map(|line| html! { <li>{ line }</li> }) }</ul>
            <h2>{ "How it is balanced" }</h2>
            { choice("Strategy", &lane.strategy, &strategies(session), |id| Some(Action::Strategy(id)), dispatch) }
            { about(shedder) }
            { choice("Placement", &lane.placement, &placements(session), |id| Some(Action::Placement(id)), dispatch) }
            { about(placement) }
            { choice("Release", lane.release.name(), &releases(), |name| Release::from_name(&name).map(Action::Release), dispatch) }
            <p class="about">{ lane.release.about() }</p>
            { remark(session, dispatch) }
            { settings(session, dispatch) }
        </>
    }
}

fn pick(id: String) -> Option<Action> {
    let situation = Situation::find(&id)?;
    Some(Action::Pick(situation.id, Shared::new((situation.build)())))
}

fn about(row: Option<(Proof, &'static str)>) -> Html {
    let Some((proof, about)) = row else { return html! {} };
    html! { <p class="about"><span class={classes!("proof", proof.label())} title={proof.about()}>{ proof.label() }</span>{ " " }{ about }</p> }
}

fn situations(session: &Session) -> Vec<Entry> {
    let title = if session.scenario.title.is_empty() { "Your cluster" } else { &session.scenario.title };
    let own = session.situation.is_none().then(|| (String::new(), title.to_owned(), "Opened"));
    let rows = SITUATIONS.iter().map(|row| (row.id.to_owned(), row.title.to_owned(), row.group));
    own.into_iter().chain(rows).collect()
}

/// An entry for what the lane names although no table has it, so that the field shows the truth.
fn unknown(value: &str, is_known: bool) -> Option<Entry> {
    (!is_known).then(|| (value.to_owned(), format!("{value} (unknown)"), ""))
}

fn strategies(session: &Session) -> Vec<Entry> {
    let lane = session.scenario.lane();
    let rows = SHEDDERS.iter().map(|row| {
        let label = format!("{} · {}", row.label, row.proof(lane.release).label());
        (row.id.to_owned(), label, if row.is_proposal { "Proposed" } else { "Released" })
    });
    unknown(&lane.strategy, ShedderInfo::find(&lane.strategy).is_some()).into_iter().chain(rows).collect()
}

fn placements(session: &Session) -> Vec<Entry> {
    let lane = session.scenario.lane();
    let rows = PLACEMENTS.iter().map(|row| {
        let label = format!("{} · {}", row.label, row.proof(lane.release).label());
        (row.id.to_owned(), label, if row.is_proposal || row.is_baseline { "Not released" } else { "Released" })
    });
    unknown(&lane.placement, PlacementInfo::find(&lane.placement).is_some()).into_iter().chain(rows).collect()
}

fn releases() -> Vec<Entry> {
    Release::ALL
        .into_iter()
        .map(|release| (release.name().to_owned(), format!("Pulsar {}", release.name()), ""))
        .collect()
}

/// Says when the release would not run the set-up as it stands, with the remedy at hand.
fn remark(session: &Session, dispatch: &Dispatch) -> Html {
    let lane = session.scenario.lane();
    let usual = usual_placement(&lane.strategy);
    let label = PlacementInfo::find(usual).map_or(usual, |row| row.label);
    let (class, words) = match lane.check_setup() {
        Err(refusal) => ("refusal", refusal.about()),
        Ok(()) if lane.plan_is_unread() => {
            ("remark", "The strategy plans a target for every bundle, but this placement never asks for the plan.")
        }
        Ok(()) => return html! {},
    };
    html! {
        <div {class} role="alert">
            if class == "refusal" { <strong>{ "The release refuses this set-up. " }</strong> }
            { words }
            <p><button type="button" onclick={send(dispatch, Action::Placement(usual.to_owned()))}>{ format!("Use {label}") }</button></p>
        </div>
    }
}

/// Every setting that something in the lane reads.
fn settings(session: &Session, dispatch: &Dispatch) -> Html {
    let lane = session.scenario.lane();
    let strategy: &[Key] = ShedderInfo::find(&lane.strategy).map_or(&[], |row| row.reads);
    let placement: &[Key] = PlacementInfo::find(&lane.placement).map_or(&[], |row| row.reads);
    let mut groups: [Vec<Html>; 4] = Default::default();
    for key in lane.reads() {
        let group = match key {
            key if key >= Key::CpuWeight && key <= Key::DirectMemoryWeight => 3,
            key if strategy.contains(&key) => 0,
            key if placement.contains(&key) => 1,
            _ => 2,
        };
        groups[group].push(setting(key.row(), session, dispatch));
    }
    let [first, second, manager, weights] = groups;
    let changed = lane.settings.overrides().count();
    html! {
        <>
            <h2>{ "Settings" }</h2>
            if !first.is_empty() { <fieldset><legend>{ "The strategy’s" }</legend>{ first }</fieldset> }
            if !second.is_empty() { <fieldset><legend>{ "The placement’s" }</legend>{ second }</fieldset> }
            <details><summary>{ "The load manager’s: filters, grace period" }</summary>{ manager }</details>
            <details><summary>{ "Weights of the resources" }</summary>{ weights }</details>
            <details><summary>{ "The run: rounds and seed" }</summary>
                { shown(FieldProps { help: "The horizon: how many rounds the run has.".into(), ..field(Target::Rounds, "Rounds", session.scenario.rounds.to_string(), session, dispatch) }) }
                { shown(FieldProps { help: "Decides every draw; the same seed draws the same.".into(), ..field(Target::Seed, "Seed", session.scenario.seed.to_string(), session, dispatch) }) }
            </details>
            if changed > 0 {
                <p><button type="button" onclick={send(dispatch, Action::ResetSettings)}>{ format!("Reset {changed} changed to default") }</button></p>
            }
        </>
    }
}

fn setting(row: &'static Setting, session: &Session, dispatch: &Dispatch) -> Html {
    let value = session.scenario.lane().settings.get(row.key);
    let help = if value == row.default {
        row.help.to_owned()
    } else {
        format!("{} Default {}.", row.help, row.format(row.default))
    };
    let code = if row.is_pulsars() { row.name } else { "" };
    if row.kind == Kind::Switch {
        let flipped = Action::Set(row.key, f64::from(u8::from(value == 0.0)));
        return html! {
            <div class="field switch" key={row.name}>
                <label><input type="checkbox" checked={value != 0.0} onclick={send(dispatch, flipped)} />{ row.label }</label>
                <p class="help">{ help }{ " " }<code>{ code }</code></p>
            </div>
        };
    }
    let plain = field(Target::Setting(row.key), row.label, row.format(value), session, dispatch);
    html! { <div key={row.name}>{ shown(FieldProps { unit: row.unit, help: help.into(), code, slider: slider(row), ..plain }) }</div> }
}

/// A slider over the values people use; the field takes all that are allowed.
fn slider(row: &Setting) -> Option<[f64; 3]> {
    match row.measure {
        Unit::Points | Unit::Percent if row.max <= 1000.0 => Some([0.0, 100.0, 1.0]),
        Unit::Count if row.max == 1000.0 => Some([0.0, 20.0, 1.0]),
        Unit::Times if row.max <= 10.0 => Some([0.0, 1.0, 0.05]),
        _ => None,
    }
}
