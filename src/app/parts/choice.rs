//! A choice among options.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::field::FieldHelp;
use crate::app::hooks::use_id;

/// An option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChoiceItem {
    /// What the callback gets.
    pub id: AttrValue,
    /// What a person reads.
    pub label: AttrValue,
    /// The heading under which it is listed; empty for none. Options of one heading follow one another.
    pub group: AttrValue,
}

impl ChoiceItem {
    /// An option without a heading.
    pub(crate) fn new(id: impl Into<AttrValue>, label: impl Into<AttrValue>) -> Self {
        Self {
            id: id.into(),
            label: label.into(),
            group: AttrValue::default(),
        }
    }

    /// The same under a heading.
    #[must_use]
    pub(crate) fn under(mut self, group: impl Into<AttrValue>) -> Self {
        self.group = group.into();
        self
    }
}

/// Props of [`SelectField`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SelectFieldProps {
    /// What a person reads, and the name of the choice.
    pub label: AttrValue,
    /// Whether the label is for those only who hear it.
    #[prop_or_default]
    pub(crate) is_bare: bool,
    /// The options.
    pub(crate) items: Vec<ChoiceItem>,
    /// The id of the one that is chosen.
    pub selected: AttrValue,
    /// What it means, in a sentence or two.
    #[prop_or_default]
    pub help: AttrValue,
    /// The system's own key.
    #[prop_or_default]
    pub code: AttrValue,
    /// Why the last choice was refused.
    #[prop_or_default]
    pub problem: Option<AttrValue>,
    /// Called with the id of an option.
    pub on_select: Callback<AttrValue>,
}

/// A labelled choice among options, under headings where they have some.
#[component]
pub(crate) fn SelectField(props: &SelectFieldProps) -> Html {
    let id = use_id("choice");
    let node = use_node_ref();
    // What was chosen stays chosen in the browser although the choice was refused; every render says what is in force.
    {
        let (node, selected) = (node.clone(), props.selected.clone());
        use_effect(move || {
            if let Some(select) = node
                .cast::<HtmlSelectElement>()
                .filter(|select| select.value() != *selected)
            {
                select.set_value(&selected);
            }
        });
    }
    let renders = use_force_update();
    let onchange = {
        let on_select = props.on_select.clone();
        move |event: Event| {
            on_select.emit(
                event
                    .target_unchecked_into::<HtmlSelectElement>()
                    .value()
                    .into(),
            );
            renders.force_update();
        }
    };
    let has_help = !props.help.is_empty() || !props.code.is_empty();
    let (help_id, problem_id) = (format!("{id}-help"), format!("{id}-problem"));
    let described = [(props.problem.is_some(), &problem_id), (has_help, &help_id)];
    let described: Vec<&str> = described
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, id)| &**id)
        .collect();
    let class = classes!("field", "select-field", props.is_bare.then_some("is-bare"));
    html! {
        <div {class}>
            <label for={id.clone()} class={props.is_bare.then_some("visually-hidden")}>{&props.label}</label>
            <select
                {id}
                ref={node}
                aria-describedby={(!described.is_empty()).then(|| described.join(" "))}
                aria-invalid={props.problem.is_some().then_some("true")}
                {onchange}
            >
                { for props.items.chunk_by(|a, b| a.group == b.group).map(|items| group(items, &props.selected)) }
            </select>
            if let Some(problem) = &props.problem {
                <p class="field-problem" id={problem_id} role="alert">{problem}</p>
            }
            if has_help {
                <FieldHelp id={help_id} help={&props.help} code={&props.code} />
            }
        </div>
    }
}

fn group(items: &[ChoiceItem], selected: &AttrValue) -> Html {
    let options = items.iter().map(|item| {
        html! {
            <option key={item.id.as_str()} value={&item.id} selected={item.id == *selected}>{&item.label}</option>
        }
    });
    match items[0].group.as_str() {
        "" => html! { <>{ for options }</> },
        label => {
            html! { <optgroup key={label} label={label.to_owned()}>{ for options }</optgroup> }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    #[test]
    fn options_are_listed_under_their_headings_and_the_chosen_one_is_selected() {
        let html = rendered::<SelectField>(|| SelectFieldProps {
            label: "Strategy".into(),
            is_bare: false,
            items: vec![
                ChoiceItem::new("none", "None"),
                ChoiceItem::new("avg", "AvgShedder").under("Released"),
                ChoiceItem::new("multi", "Multi Hit").under("Proposed"),
            ],
            selected: "avg".into(),
            help: "Which brokers shed.".into(),
            code: AttrValue::default(),
            problem: None,
            on_select: Callback::noop(),
        });
        assert!(
            html.contains(
                r#"<optgroup label="Released"><option value="avg" selected="selected">AvgShedder"#
            ),
            "{html}"
        );
        assert_eq!(html.matches("selected=").count(), 1, "{html}");
        assert_eq!(html.matches("<optgroup").count(), 2, "{html}");
    }
}
