//! Edits of the rules by hand: lists of names as a person types them.

use crate::engine::{Cause, Problem, Thing};
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::model::load_data::{Name, namespace_of};
use crate::systems::shedding::model::policy::{AntiAffinity, Isolation, fits, is_any};

/// A rule of a cluster, counted among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleId {
    /// An isolation rule.
    Isolation(usize),
    /// An anti-affinity group.
    Group(usize),
}

/// A list of names in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameList {
    /// The namespaces that it is about.
    Namespaces,
    /// Where they belong.
    Primary,
    /// Where they may be as well.
    Secondary,
}

impl RuleId {
    /// What a person reads, counted from 1.
    pub fn title(self) -> String {
        match self {
            Self::Isolation(index) => format!("Rule {}", index + 1),
            Self::Group(index) => format!("Group {}", index + 1),
        }
    }
}

impl NameList {
    /// What a person reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Namespaces => "Namespaces",
            Self::Primary => "Primary brokers",
            Self::Secondary => "Secondary brokers",
        }
    }
}

impl Cluster {
    /// A list of names of a rule that is there.
    fn names_mut(&mut self, rule: RuleId, list: NameList) -> Option<&mut Vec<Name>> {
        match (rule, list) {
            (RuleId::Isolation(index), _) => {
                let rule = self.isolation.get_mut(index)?;
                Some(match list {
                    NameList::Namespaces => &mut rule.namespaces,
                    NameList::Primary => &mut rule.primary,
                    NameList::Secondary => &mut rule.secondary,
                })
            }
            (RuleId::Group(index), NameList::Namespaces) => {
                Some(&mut self.anti_affinity.get_mut(index)?.namespaces)
            }
            (RuleId::Group(_), _) => None,
        }
    }

    /// Adds a rule of a kind: about the first namespace that has none of that kind, and the first broker.
    pub(crate) fn add_rule(&mut self, rule: RuleId) {
        let is_bound = |namespace: &str| match rule {
            RuleId::Isolation(_) => self
                .isolation
                .iter()
                .any(|rule| is_any(&rule.namespaces, namespace)),
            RuleId::Group(_) => self
                .anti_affinity
                .iter()
                .any(|group| is_any(&group.namespaces, namespace)),
        };
        let all = || self.bundles().map(|bundle| namespace_of(&bundle.name));
        let free = all()
            .find(|namespace| !is_bound(namespace))
            .or_else(|| all().next());
        let namespaces = free.map(Name::from).into_iter().collect();
        match rule {
            RuleId::Isolation(_) => {
                let primary = self
                    .brokers
                    .first()
                    .map(|broker| broker.name.clone())
                    .into_iter()
                    .collect();
                self.isolation.push(Isolation {
                    namespaces,
                    primary,
                    secondary: Vec::new(),
                    min_available: 1,
                });
            }
            RuleId::Group(_) => self.anti_affinity.push(AntiAffinity { namespaces }),
        }
    }

    /// Takes a rule away, if it is there.
    pub(crate) fn remove_rule(&mut self, rule: RuleId) {
        match rule {
            RuleId::Isolation(index) if index < self.isolation.len() => {
                drop(self.isolation.remove(index))
            }
            RuleId::Group(index) if index < self.anti_affinity.len() => {
                drop(self.anti_affinity.remove(index))
            }
            _ => {}
        }
    }

    /// Puts other names into a list of a rule, read from a text with commas between them.
    pub(crate) fn set_names(
        &mut self,
        rule: RuleId,
        list: NameList,
        text: &str,
    ) -> Result<(), Problem> {
        self.check_names(rule, list, text)?;
        if let Some(names) = self.names_mut(rule, list) {
            *names = names_in(text).map(Name::from).collect();
        }
        Ok(())
    }

    /// Whether a list of a rule may hold the names in a text: that each is somebody's and stands there once.
    pub(crate) fn check_names(
        &self,
        rule: RuleId,
        list: NameList,
        text: &str,
    ) -> Result<(), Problem> {
        let refuse = |cause: Cause| Err(Problem::at(list.label(), cause));
        let other: &[Name] = match (rule, list) {
            (RuleId::Isolation(index), NameList::Primary) => self
                .isolation
                .get(index)
                .map_or(&[], |rule| &rule.secondary),
            (RuleId::Isolation(index), NameList::Secondary) => {
                self.isolation.get(index).map_or(&[], |rule| &rule.primary)
            }
            _ => &[],
        };
        for (place, name) in names_in(text).enumerate() {
            let is_meant = |named: &str| fits(name, named);
            if list == NameList::Namespaces {
                if !self
                    .bundles()
                    .any(|bundle| is_meant(namespace_of(&bundle.name)))
                {
                    let remedy = "give one that is there, such as tenant/name, or tenant/*";
                    return refuse(Cause::unknown(Thing::Namespace, name, remedy));
                }
            } else if !self.broker_names().any(|broker| is_meant(broker)) {
                return refuse(Cause::unknown(
                    Thing::Broker,
                    name,
                    "give one of the cluster's",
                ));
            }
            if names_in(text).take(place).any(|before| before == name) {
                return refuse(Cause::duplicate(Thing::Listed, name));
            }
            if other.iter().any(|other| **other == *name) {
                let problem = format!("“{name}” is in the other list");
                return refuse(Cause::inconsistent(
                    problem,
                    "a broker is primary or secondary",
                ));
            }
        }
        if list != NameList::Secondary && names_in(text).next().is_none() {
            return refuse(Cause::NotGiven {
                expected: "names, with commas between them".to_owned(),
            });
        }
        Ok(())
    }
}

/// The names in a text, with commas between them.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::shedding::edits::cluster::ClusterEdit;
    use crate::systems::shedding::presets;

    const FIRST: RuleId = RuleId::Isolation(0);
    const SECOND: RuleId = RuleId::Isolation(1);
    const GROUP: RuleId = RuleId::Group(0);

    fn edited(cluster: &Cluster, edit: &ClusterEdit) -> Cluster {
        assert!(edit.is_of_run());
        assert_eq!(edit.apply_name(cluster), Ok(()));
        let edited = edit.apply(cluster).unwrap();
        assert_eq!(
            (edited.check(), edited.check_policies()),
            (Ok(()), Ok(())),
            "{edit:?}"
        );
        edited
    }

    fn named(rule: RuleId, list: NameList, text: &str) -> ClusterEdit {
        ClusterEdit::SetNames(rule, list, text.to_owned())
    }

    #[test]
    fn rules_are_added_edited_and_removed() {
        let mut cluster = presets::find("isolation").unwrap().build().world;
        let before = cluster.clone();
        for edit in [
            ClusterEdit::AddRule(SECOND),
            named(SECOND, NameList::Primary, " broker-2 ,broker-3,"),
            named(SECOND, NameList::Secondary, "broker-1*"),
            ClusterEdit::SetMinAvailable(1, 2),
            ClusterEdit::AddRule(GROUP),
            named(GROUP, NameList::Namespaces, "bank/*"),
        ] {
            cluster = edited(&cluster, &edit);
        }
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|name| Name::from(*name))
                .collect::<Vec<_>>()
        };
        let rule = &cluster.isolation[1];
        assert!(
            !rule.namespaces.contains(&Name::from("bank/ledger")),
            "that has a rule already"
        );
        assert_eq!(
            (&rule.primary, &rule.secondary),
            (&names(&["broker-2", "broker-3"]), &names(&["broker-1*"]))
        );
        assert_eq!(
            (rule.min_available, &cluster.anti_affinity[0].namespaces),
            (2, &names(&["bank/*"]))
        );
        let emptied = edited(&cluster, &named(SECOND, NameList::Secondary, ""));
        assert_eq!(emptied.isolation[1].secondary, names(&[]));
        for edit in [
            ClusterEdit::RemoveRule(SECOND),
            ClusterEdit::RemoveRule(GROUP),
            ClusterEdit::RemoveRule(GROUP),
        ] {
            cluster = edited(&cluster, &edit);
        }
        assert_eq!(cluster, before);
    }

    #[test]
    fn lists_that_cannot_be_say_why() {
        let cluster = presets::find("isolation").unwrap().build().world;
        let cluster = edited(&cluster, &named(FIRST, NameList::Secondary, "broker-2"));
        type Judge = fn(&Cause) -> bool;
        fn is_unknown(cause: &Cause, sought: Thing, unknown: &str) -> bool {
            matches!(cause, Cause::Unknown { kind, name, .. } if *kind == sought && name == unknown)
        }
        fn is_in_other_list(cause: &Cause, name: &str) -> bool {
            matches!(cause, Cause::Inconsistent { problem, .. } if *problem == format!("“{name}” is in the other list"))
        }
        let cases: [(NameList, &str, Judge); 7] = [
            (NameList::Namespaces, " , ", |cause| {
                matches!(cause, Cause::NotGiven { .. })
            }),
            (NameList::Primary, "", |cause| {
                matches!(cause, Cause::NotGiven { .. })
            }),
            (NameList::Namespaces, "bank/ledger, bank/other", |cause| {
                is_unknown(cause, Thing::Namespace, "bank/other")
            }),
            (NameList::Primary, "broker-1, broker-9", |cause| {
                is_unknown(cause, Thing::Broker, "broker-9")
            }),
            (NameList::Primary, "broker-1, broker-1", |cause| {
                *cause == Cause::duplicate(Thing::Listed, "broker-1")
            }),
            (NameList::Primary, "broker-2", |cause| {
                is_in_other_list(cause, "broker-2")
            }),
            (NameList::Secondary, "broker-3, broker-1", |cause| {
                is_in_other_list(cause, "broker-1")
            }),
        ];
        for (list, text, is_right) in cases {
            let edit = named(FIRST, list, text);
            let problem = edit.apply_name(&cluster).unwrap_err();
            assert!(is_right(&problem.cause), "{text}: {problem}");
            assert_eq!(edit.apply(&cluster), Err(problem));
        }
    }

    #[test]
    fn the_history_says_which_rule_and_what_of_it() {
        let cluster = Cluster::default();
        assert_eq!(
            named(FIRST, NameList::Primary, "broker-1, broker-2 ").said(&cluster),
            "Rule 1: primary brokers: broker-1, broker-2"
        );
        assert_eq!(
            ClusterEdit::SetMinAvailable(2, 3).said(&cluster),
            "Rule 3: primary ones to be up: 3"
        );
        assert_eq!(
            ClusterEdit::RemoveRule(GROUP).said(&cluster),
            "Group 1 removed"
        );
    }
}
