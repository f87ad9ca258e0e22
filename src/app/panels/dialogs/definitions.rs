//! What the metrics mean.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::parts::DialogFrame;
use crate::app::session::Action;
use crate::simulator::Metric;

/// Props of [`DefinitionsDialog`].
#[derive(Clone, PartialEq, Properties)]
pub struct DefinitionsDialogProps {
    /// What is measured.
    pub metrics: Vec<Metric>,
}

/// Every metric with its definition.
#[component]
pub fn DefinitionsDialog(props: &DefinitionsDialogProps) -> Html {
    let dispatch = use_dispatch();
    let on_close = use_callback(dispatch, |(), dispatch| dispatch.emit(Action::Dialog(None)));
    html! {
        <DialogFrame title="What is measured" class="definitions-dialog" {on_close}>
            <dl class="definitions">
                { for props.metrics.iter().map(|metric| html! {
                    <div key={metric.label}>
                        <dt>{metric.label}</dt>
                        <dd>{metric.definition}{" "}{better(metric.is_less_better)}</dd>
                    </div>
                }) }
            </dl>
        </DialogFrame>
    }
}

fn better(is_less_better: Option<bool>) -> &'static str {
    match is_less_better {
        Some(true) => "Less is better.",
        Some(false) => "More is better.",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;
    use crate::engine::Unit;

    #[test]
    fn every_metric_has_its_definition() {
        let html = rendered::<DefinitionsDialog>(|| {
            let spread = Metric {
                label: "Spread",
                definition: "Highest less lowest usage.",
                unit: Unit::Points,
                is_less_better: Some(true),
            };
            DefinitionsDialogProps { metrics: vec![spread] }
        });
        assert!(html.contains("<dt>Spread</dt><dd>Highest less lowest usage. Less is better.</dd>"), "{html}");
    }
}
