//! What the metrics mean.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::parts::DialogFrame;
use crate::app::session::Action;
use crate::engine::Better;
use crate::simulator::MetricInfo;

/// Props of [`DefinitionsDialog`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DefinitionsDialogProps {
    /// What is measured.
    pub metrics: Vec<MetricInfo>,
}

/// Every metric with its definition.
#[component]
pub(crate) fn DefinitionsDialog(props: &DefinitionsDialogProps) -> Html {
    let dispatch = use_dispatch();
    let on_close = use_callback(dispatch, |(), dispatch| dispatch.emit(Action::Dialog(None)));
    html! {
        <DialogFrame title="Definitions" class="definitions-dialog" {on_close}>
            <dl class="definitions">
                { for props.metrics.iter().map(|metric| html! {
                    <div key={metric.label}>
                        <dt>{metric.label}</dt>
                        <dd>{metric.definition}{" "}{explain_better(metric.better)}</dd>
                    </div>
                }) }
            </dl>
        </DialogFrame>
    }
}

fn explain_better(better: Better) -> &'static str {
    match better {
        Better::Lower => "Less is better.",
        Better::Higher => "More is better.",
        Better::Neither => "",
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
            let spread = MetricInfo {
                label: "Spread",
                definition: "Highest less lowest usage.",
                unit: Unit::Points,
                better: Better::Lower,
            };
            DefinitionsDialogProps {
                metrics: vec![spread],
            }
        });
        assert!(
            html.contains("<dt>Spread</dt><dd>Highest less lowest usage. Less is better.</dd>"),
            "{html}"
        );
    }
}
