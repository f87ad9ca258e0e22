//! Rules: the namespaces that may only be on some brokers, and those that should be apart.

use super::Dispatch;
use super::action::Action;
use super::field::{FieldProps, field, shown};
use super::icons::{Icon, icon};
use super::session::Session;
use super::target::Target;
use super::view::{Html, button, classed, row, says, tag};
use crate::shedding::Name;
use crate::shedding::cluster_edit::ClusterEdit;
use crate::shedding::policy::{AntiAffinity, Isolation};
use crate::shedding::rule_edit::{NameList, RuleId};

/// The list.
pub fn rules(session: &Session, dispatch: &Dispatch) -> Html {
    let world = &session.scenario.world;
    let names = |rule: RuleId, list: NameList, names: &[Name], help: &'static str| {
        let plain = field(Target::Names(rule, list), list.label(), names.join(", "), session, dispatch);
        shown(FieldProps { help: help.into(), ..plain })
    };
    let frame = |rule: RuleId, kind: &'static str| {
        let title = rule.title();
        let remove = button(dispatch, Action::Edit(ClusterEdit::RemoveRule(rule)))
            .set("class", "small")
            .set("aria-label", format!("Remove {title}"))
            .add(icon(Icon::Close));
        tag("fieldset").key(title.clone()).add(tag("legend").text(title).text(kind).add(remove))
    };
    let isolation = |(index, rule): (usize, &Isolation)| {
        let id = RuleId::Isolation(index);
        let least = rule.min_available.to_string();
        frame(id, " · Isolation")
            .add(names(id, NameList::Namespaces, &rule.namespaces, "The first rule that names one counts."))
            .add(names(id, NameList::Primary, &rule.primary, "Where they belong; no others may be there."))
            .add(names(id, NameList::Secondary, &rule.secondary, "Theirs too while too few primary ones are up."))
            .add(shown(field(Target::MinAvailable(index), "Primary ones to be up", least, session, dispatch)))
    };
    let group = |(index, group): (usize, &AntiAffinity)| {
        let id = RuleId::Group(index);
        frame(id, " · Anti-affinity").add(names(
            id,
            NameList::Namespaces,
            &group.namespaces,
            "On different brokers, as far as there are any.",
        ))
    };
    let add =
        |rule: RuleId, words: &'static str| button(dispatch, Action::Edit(ClusterEdit::AddRule(rule))).text(words);
    row([
        says("h2", "Rules"),
        classed("p", "help")
            .text("Where bundles may be, in every lane and from the start of the run. Names have commas between them; * at the end stands for any rest."),
        classed("div", "events rules")
            .add_all(world.isolation.iter().enumerate().map(isolation))
            .add_all(world.anti_affinity.iter().enumerate().map(group)),
        tag("p")
            .add(add(RuleId::Isolation(world.isolation.len()), "Add isolation"))
            .text(" ")
            .add(add(RuleId::Group(world.anti_affinity.len()), "Add anti-affinity")),
    ])
}
