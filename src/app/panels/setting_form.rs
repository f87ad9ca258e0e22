//! Fields of a variant or of the world, under their headings.

use std::rc::Rc;

use yew::prelude::*;

use super::edit_target::EditTarget;
use super::value_control::ValueControl;
use crate::app::hooks::use_dispatch;
use crate::app::parts::{FieldInput, SliderRange};
use crate::app::session::{Action, Refusal};
use crate::engine::{Kind, ValueType};
use crate::simulator::{Edit, Field, InputType, InputValue};

/// The widest range that a slider covers.
const WIDEST_SLIDER: f64 = 1000.0;
/// Where a slider over a wider range can end.
const SLIDER_ENDS: [f64; 6] = [20.0, 50.0, 100.0, 200.0, 500.0, WIDEST_SLIDER];

/// Props of [`SettingForm`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct SettingFormProps {
    /// The fields; those of one group follow one another.
    pub fields: Vec<Field>,
    /// The variant that is edited, from 0.
    pub variant: usize,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// Fields under their headings.
#[component]
pub(crate) fn SettingForm(props: &SettingFormProps) -> Html {
    html! {
        <div class="setting-form">
            { for props.fields.chunk_by(|a, b| a.group == b.group).map(|group| html! {
                <fieldset key={group[0].group} class="field-group">
                    <legend>{group[0].group}</legend>
                    { for group.iter().map(|field| {
                        let SettingFormProps { variant, epoch, refusal, .. } = props.clone();
                        html! { <Setting key={field.name} field={field.clone()} {variant} {epoch} {refusal} /> }
                    }) }
                </fieldset>
            }) }
        </div>
    }
}

/// Props of [`Setting`].
#[derive(Clone, PartialEq, Properties)]
pub struct SettingProps {
    /// The field.
    pub field: Field,
    /// The variant that is edited, from 0.
    pub variant: usize,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
}

/// A field with its help, its default and the way back to it.
#[component]
pub fn Setting(props: &SettingProps) -> Html {
    let SettingProps {
        field,
        variant,
        epoch,
        refusal,
    } = props.clone();
    let dispatch = use_dispatch();
    let onclick = {
        let edit = Edit::Set {
            variant,
            field: field.name,
            value: field.default,
        };
        move |_: MouseEvent| dispatch.emit(Action::edit(edit.clone()))
    };
    let code = if field.is_own_key { field.name } else { "" };
    let default = with_unit(&field.value_type.format(field.default), field.unit);
    html! {
        <div class="setting">
            <ValueControl
                target={EditTarget::Field { variant, field: field.name }}
                label={field.label}
                input={FieldInput::Value(InputType::Number(field.value_type))}
                value={InputValue::Number(field.value)}
                unit={field.unit}
                help={help(&field)}
                {code}
                slider={slider(&field)}
                {epoch}
                {refusal}
            />
            if field.is_of_variant && field.value != field.default {
                <button type="button" class="small reset" aria-label={format!("Reset to {default}: {}", field.label)} {onclick}>
                    {format!("Reset to {default}")}
                </button>
            }
        </div>
    }
}

/// The help of a field, with its bounds and its default.
pub fn help(field: &Field) -> String {
    let ValueType { kind, min, max } = field.value_type;
    let default = with_unit(&field.value_type.format(field.default), field.unit);
    let bounds = match kind {
        Kind::Whole | Kind::Real if min.is_finite() && max.is_finite() => {
            format!(
                "{} to {}, default {default}.",
                field.value_type.format(min),
                field.value_type.format(max)
            )
        }
        _ => format!("Default {default}."),
    };
    format!("{} {bounds}", field.help).trim_start().to_owned()
}

fn with_unit(value: &str, unit: &str) -> String {
    if unit.is_empty() {
        value.to_owned()
    } else {
        format!("{value} {unit}")
    }
}

/// A slider for a number, where its bounds are such that a slider can cover it. It covers the values that people use:
/// percents and points from 0 to 100, anything else up to about twice the default; the field above it takes the others.
pub(crate) fn slider(field: &Field) -> Option<SliderRange> {
    let ValueType {
        kind,
        mut min,
        mut max,
    } = field.value_type;
    let is_share = matches!(field.unit, "%" | "points");
    if is_share {
        (min, max) = (min.max(0.0), max.min(100.0));
    }
    let range = max - min;
    if !matches!(kind, Kind::Whole | Kind::Real)
        || !range.is_finite()
        || range <= 0.0
        || range > WIDEST_SLIDER
    {
        return None;
    }
    let usual = SLIDER_ENDS
        .into_iter()
        .find(|end| *end >= 2.0 * field.default)
        .unwrap_or(WIDEST_SLIDER);
    if !is_share && usual > min {
        max = max.min(usual);
    }
    let step = match kind {
        Kind::Real if max - min <= 2.0 => 0.01,
        Kind::Real if max - min <= 20.0 => 0.1,
        _ => 1.0,
    };
    Some(SliderRange { min, max, step })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(value_type: ValueType) -> Field {
        Field {
            name: "loadBalancerThreshold",
            label: "Threshold",
            unit: "%",
            value_type,
            value: 10.0,
            default: 10.0,
            help: "How far above.",
            group: "Strategy",
            is_of_variant: true,
            is_own_key: true,
        }
    }

    #[test]
    fn the_help_says_bounds_and_default() {
        let value_type = ValueType {
            kind: Kind::Real,
            min: 0.0,
            max: 100.0,
        };
        assert_eq!(
            help(&field(value_type)),
            "How far above. 0 to 100, default 10 %."
        );
        let switch = Field {
            unit: "",
            default: 1.0,
            ..field(ValueType {
                kind: Kind::Switch,
                min: 0.0,
                max: 1.0,
            })
        };
        assert_eq!(help(&switch), "How far above. Default on.");
    }

    #[test]
    fn a_slider_covers_the_values_that_people_use() {
        let slider_of = |kind, min, max, unit, default| {
            slider(&Field {
                unit,
                default,
                ..field(ValueType { kind, min, max })
            })
            .map(|range| (range.min, range.max, range.step))
        };
        assert_eq!(
            slider_of(Kind::Real, 0.0, 1.0, "", 0.5),
            Some((0.0, 1.0, 0.01))
        );
        assert_eq!(
            slider_of(Kind::Real, 0.0, 1000.0, "%", 85.0),
            Some((0.0, 100.0, 1.0))
        );
        assert_eq!(
            slider_of(Kind::Whole, -1000.0, 1000.0, "points", 40.0),
            Some((0.0, 100.0, 1.0))
        );
        assert_eq!(
            slider_of(Kind::Whole, 1.0, 1000.0, "", 8.0),
            Some((1.0, 20.0, 1.0))
        );
        assert_eq!(
            slider_of(Kind::Whole, 0.0, 1000.0, "", 300.0),
            Some((0.0, 1000.0, 1.0))
        );
        assert_eq!(slider_of(Kind::Whole, 0.0, 1001.0, "", 1.0), None);
        assert_eq!(slider_of(Kind::Real, 0.0, f64::INFINITY, "", 1.0), None);
        assert_eq!(slider_of(Kind::Switch, 0.0, 1.0, "", 1.0), None);
    }
}
