//! The left panel: what is run. Scenario, strategy, placement, release, settings.

use super::Dispatch;
use super::action::Action;
use super::editing::usual_placement;
use super::field::{Entry, FieldProps, choice, field, shown};
use super::session::Session;
use super::target::Target;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::Unit;
use crate::run::words::trimmed;
use crate::shedding::extensible::ASSUMPTIONS;
use crate::shedding::placement::{PLACEMENTS, PlacementInfo};
use crate::shedding::settings::{Key, Kind, Setting};
use crate::shedding::situations::{SITUATIONS, Situation};
use crate::shedding::strategy::{SHEDDERS, ShedderInfo};
use crate::shedding::{Proof, Release};

/// The panel.
pub fn setup(session: &Session, dispatch: &Dispatch) -> Html {
    let lane = session.main_lane();
    let shedder = ShedderInfo::find(&lane.strategy).map(|row| about(row.proof(lane.release), row.about));
    let placement = PlacementInfo::find(&lane.placement).map(|row| about(row.proof(lane.release), row.about));
    let look_for = session.scenario.look_for.iter().map(|line| says("li", line.clone()));
    let release = |name: String| Release::from_name(&name).map(Action::Release);
    let scenario = choice("Scenario", session.situation.unwrap_or(""), situations(session), dispatch, pick);
    let parts = [
        Some(says("h2", "Situation")),
        // Made anew when one does not arrive, so that it shows what is run.
        Some(scenario.key(format!("scenario {}", session.notice.is_some()))),
        Some(classed("ul", "look-for").add_all(look_for)),
        Some(says("h2", "How it is balanced")),
        Some(choice("Strategy", &lane.strategy, strategies(session), dispatch, |id| Some(Action::Strategy(id)))),
        shedder,
        assumptions(session),
        Some(choice("Placement", &lane.placement, placements(session), dispatch, |id| Some(Action::Placement(id)))),
        placement,
        Some(choice("Release", lane.release.name(), releases(), dispatch, release)),
        Some(classed("p", "about").text(lane.release.about())),
        remark(session, dispatch),
    ];
    row(parts)
}

/// What had to be assumed where nothing is recorded.
fn assumptions(session: &Session) -> Option<Tag> {
    let lines = ASSUMPTIONS.iter().map(|line| says("li", *line));
    let list = || tag("details").add(says("summary", "What had to be assumed")).add(tag("ul").add_all(lines));
    session.main_lane().is_extensible().then(list)
}

fn pick(id: String) -> Option<Action> {
    Situation::find(&id).map(|situation| Action::Fetch(situation.id))
}

fn about(proof: Proof, about: &'static str) -> Tag {
    let word = classed("span", format!("proof {}", proof.label())).set("title", proof.about()).text(proof.label());
    classed("p", "about").add(word).text(" ").text(about)
}

fn situations(session: &Session) -> Vec<Entry> {
    let title = if session.scenario.title.is_empty() { "Your cluster" } else { &session.scenario.title };
    let own = session.situation.is_none().then(|| Entry::new("", title.to_owned(), "Opened"));
    own.into_iter().chain(SITUATIONS.iter().map(|row| Entry::new(row.id, row.title.to_owned(), row.group))).collect()
}

/// An entry for what the lane names although no table has it, so that the field shows the truth.
fn unknown(value: &str, is_known: bool) -> Option<Entry> {
    (!is_known).then(|| Entry::new(value, format!("{value} (unknown)"), ""))
}

fn proven(id: &'static str, label: &str, proof: Proof, group: &'static str) -> Entry {
    Entry::new(id, format!("{label} · {}", proof.label()), group)
}

fn strategies(session: &Session) -> Vec<Entry> {
    let lane = session.main_lane();
    let group = |row: &ShedderInfo| if row.is_proposal { "Proposed" } else { "Released" };
    let rows = SHEDDERS.iter().map(|row| proven(row.id, row.label, row.proof(lane.release), group(row)));
    unknown(&lane.strategy, ShedderInfo::find(&lane.strategy).is_some()).into_iter().chain(rows).collect()
}

fn placements(session: &Session) -> Vec<Entry> {
    let lane = session.main_lane();
    let group = |row: &PlacementInfo| if row.is_proposal || row.is_baseline { "Not released" } else { "Released" };
    let rows = PLACEMENTS.iter().map(|row| proven(row.id, row.label, row.proof(lane.release), group(row)));
    unknown(&lane.placement, PlacementInfo::find(&lane.placement).is_some()).into_iter().chain(rows).collect()
}

fn releases() -> Vec<Entry> {
    Release::ALL.iter().map(|release| Entry::new(release.name(), format!("Pulsar {}", release.name()), "")).collect()
}

/// Says when the release would not run the set-up as it stands, with the remedy at hand.
fn remark(session: &Session, dispatch: &Dispatch) -> Option<Tag> {
    let lane = session.main_lane();
    let unread = "The strategy plans a target for every bundle, but this placement never asks for the plan.";
    let (class, head, words) = match lane.check_setup() {
        Err(refusal) => ("refusal", "The release refuses this set-up. ", refusal.about()),
        Ok(()) if lane.plan_is_unread() => ("remark", "", unread),
        Ok(()) => return None,
    };
    let usual = usual_placement(&lane.strategy);
    let label = PlacementInfo::find(usual).map_or(usual, |row| row.label);
    let remedy = button(dispatch, Action::Placement(usual.to_owned())).text(format!("Use {label}"));
    let words = classed("div", class).set("role", "alert").add(says("strong", head)).text(words);
    Some(words.add(tag("p").add(remedy)))
}

/// Every setting that something in the lane reads.
pub fn settings(session: &Session, dispatch: &Dispatch) -> Html {
    let lane = session.main_lane();
    let strategy: &[Key] = ShedderInfo::find(&lane.strategy).map_or(&[], |row| row.reads);
    let placement: &[Key] = PlacementInfo::find(&lane.placement).map_or(&[], |row| row.reads);
    let mut groups: [Vec<Tag>; 4] = Default::default();
    for key in lane.reads() {
        let group = match key {
            key if (Key::CpuWeight..=Key::DirectMemoryWeight).contains(&key) => 3,
            key if strategy.contains(&key) => 0,
            key if placement.contains(&key) => 1,
            _ => 2,
        };
        groups[group].push(setting(key.row(), session, dispatch));
    }
    let [first, second, manager, weights] = groups;
    let open = |title: &'static str, fields: Vec<Tag>| {
        (!fields.is_empty()).then(|| tag("fieldset").add(says("legend", title)).add_all(fields))
    };
    let folded = |title: &'static str, fields: Vec<Tag>| tag("details").add(says("summary", title)).add_all(fields);
    let changed = lane.settings.overrides().count();
    let reset = (changed > 0).then(|| {
        let reset = button(dispatch, Action::ResetSettings).text(format!("Reset {changed} changed to default"));
        tag("p").add(reset)
    });
    let rounds = field(Target::Rounds, "Rounds", session.scenario.rounds.to_string(), session, dispatch);
    let seed = field(Target::Seed, "Seed", session.scenario.seed.to_string(), session, dispatch);
    let world = &session.scenario.world;
    let strays = field(Target::Fluctuation, "Fluctuation", trimmed(world.fluctuation_percent, 2), session, dispatch);
    let draws = world.fluctuation_interval_s.to_string();
    let draws = field(Target::FluctuationInterval, "Time between draws", draws, session, dispatch);
    let run = vec![
        shown(FieldProps { help: "The horizon: how many rounds the run has.".into(), ..rounds }),
        shown(FieldProps { help: "Decides every draw; the same seed draws the same.".into(), ..seed }),
        shown(FieldProps { unit: "%", help: "How far each bundle’s load strays, either way.".into(), ..strays }),
        shown(FieldProps { unit: "s", help: "How long it stays so before it is drawn again.".into(), ..draws }),
    ];
    row([
        Some(says("h2", "Settings")),
        open("The strategy’s", first),
        open("The placement’s", second),
        Some(folded("The load manager’s: filters, grace period", manager)),
        Some(folded("Weights of the resources", weights)),
        Some(folded("The run: rounds, seed, fluctuation", run)),
        reset,
    ])
}

fn setting(row: &'static Setting, session: &Session, dispatch: &Dispatch) -> Tag {
    let value = session.settings().get(row.key);
    let default = row.format(row.default);
    let bounds = match row.kind {
        Kind::Switch => format!("Default {default}."),
        Kind::Whole | Kind::Real => format!("{} to {}, default {default}.", trimmed(row.min, 2), trimmed(row.max, 2)),
    };
    let help = format!("{} {bounds}", row.help);
    let code = if row.is_pulsars() { row.name } else { "" };
    if row.kind == Kind::Switch {
        let flip = Action::Set(row.key, f64::from(u8::from(value == 0.0)));
        let tick = super::view::input(dispatch, flip).set("type", "checkbox").ticked(value != 0.0);
        let label = tag("label").add(tick).text(row.label);
        let help = classed("p", "help").text(help).text(" ").add(says("code", code));
        return classed("div", "field switch").key(row.name).add(label).add(help);
    }
    let plain = field(Target::Setting(row.key), row.label, row.format(value), session, dispatch);
    let props = FieldProps { unit: row.unit, help: help.into(), code, slider: slider(row), ..plain };
    tag("div").key(row.name).add(shown(props))
}

/// A slider over the values people use; the field takes all that are allowed.
fn slider(row: &Setting) -> Option<[&'static str; 3]> {
    match row.measure {
        Unit::Points | Unit::Percent if row.max <= 1000.0 => Some(["0", "100", "1"]),
        Unit::Count if row.max == 1000.0 => Some(["0", "20", "1"]),
        Unit::Times if row.max <= 10.0 => Some(["0", "1", "0.05"]),
        _ => None,
    }
}
