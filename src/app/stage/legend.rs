//! What the signs on the stage mean.

use yew::prelude::*;

/// Props of [`StageLegend`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct StageLegendProps {
    /// Sign and meaning.
    pub(crate) signs: &'static [(&'static str, &'static str)],
}

/// The legend of the stage.
#[component]
pub(crate) fn StageLegend(props: &StageLegendProps) -> Html {
    html! {
        <dl class="stage-legend">
            for (sign, meaning) in props.signs.iter() {
                <div key={*sign}><dt>{ *sign }</dt><dd>{ *meaning }</dd></div>
            }
        </dl>
    }
}
