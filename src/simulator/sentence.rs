//! Sentences of reasons: each rule of a system has a template for each outcome, and one engine fills them in.

use crate::engine::format::format_value;
use crate::engine::{Evidence, Operand, Unit};

/// Declares the rules of a system: each with its template where its condition holds, and where it does not. A fact or a
/// change has the same template twice. The documentation of each rule is its first template.
macro_rules! rules {
    ($(#[$attribute:meta])* $($rule:ident: $yes:literal, $no:literal;)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $(#[doc = $yes] $rule),* }

        impl Rule {
            /// Every rule.
            pub const ALL: &[Rule] = &[$(Rule::$rule),*];

            /// The template of its sentence for an outcome.
            pub fn template(self, holds: bool) -> &'static str {
                match self { $(Rule::$rule => if holds { $yes } else { $no }),* }
            }
        }
    };
}
pub(crate) use rules;

/// Fills in a template. In braces it names values of the evidence (`left` and `right` of a comparison, `left` of a fact,
/// `label`, `before` and `after` of a change) or of the subject, which `name` knows. `format` writes a side in its unit.
pub fn fill(
    template: &str,
    evidence: &Evidence,
    format: impl Fn(&Operand, Unit) -> String,
    name: impl Fn(&str) -> Option<String>,
) -> String {
    let mut text = String::with_capacity(template.len() + 48);
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let (placeholder, behind) = behind.split_once('}').unwrap_or((behind, ""));
        text.push_str(
            &name(placeholder)
                .or_else(|| value(placeholder, evidence, &format))
                .unwrap_or_default(),
        );
        rest = behind;
    }
    text.push_str(rest);
    text
}

fn value(
    placeholder: &str,
    evidence: &Evidence,
    format: impl Fn(&Operand, Unit) -> String,
) -> Option<String> {
    Some(match (placeholder, evidence) {
        ("left", Evidence::Check(check)) => format(&check.left, check.unit),
        ("right", Evidence::Check(check)) => format(&check.right, check.unit),
        ("left", Evidence::Fact { operand, unit }) => format(operand, *unit),
        ("label", Evidence::Change { label, .. }) => (*label).to_owned(),
        ("label", Evidence::Fact { operand, .. }) => operand.label.to_owned(),
        ("before", Evidence::Change { unit, before, .. }) => format_value(*before, *unit),
        ("after", Evidence::Change { unit, after, .. }) => format_value(*after, *unit),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::format::format_operand;
    use crate::engine::{Check, Op};

    fn check(left: f64, right: f64) -> Evidence {
        let (left, right) = (
            Operand::measure(left, "usage"),
            Operand::measure(right, "threshold"),
        );
        let (op, holds) = (Op::Above, left.number() > right.number());
        Evidence::Check(Check {
            left,
            op,
            right,
            unit: Unit::Percent,
            holds,
        })
    }

    #[test]
    fn a_template_is_filled_in_from_subject_and_evidence() {
        let template = "{broker}: {left} against {right}, {unknown}.";
        let name = |placeholder: &str| (placeholder == "broker").then(|| "b-1".to_owned());
        let sentence = fill(template, &check(90.0, 85.0), format_operand, name);
        assert_eq!(sentence, "b-1: 90 % against 85 %, .");
        let change = Evidence::Change {
            label: "high hits",
            unit: Unit::Count,
            before: 1.0,
            after: 2.0,
        };
        assert_eq!(
            fill(
                "{label} {before} → {after}",
                &change,
                format_operand,
                |_| None
            ),
            "high hits 1 → 2"
        );
        let fact = Evidence::Fact {
            operand: Operand::measure(3.0, "hosts"),
            unit: Unit::Count,
        };
        assert_eq!(
            fill("{label}: {left}", &fact, format_operand, |_| None),
            "hosts: 3"
        );
    }
}
