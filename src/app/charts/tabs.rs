//! Which chart the timeline shows.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::Action;

/// Props of [`ChartTabs`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ChartTabsProps {
    /// The titles of the charts.
    pub titles: Vec<&'static str>,
    /// The chart that is shown, from 0.
    pub chart: usize,
}

/// A button for each chart.
#[component]
pub(crate) fn ChartTabs(props: &ChartTabsProps) -> Html {
    let dispatch = use_dispatch();
    let tab = |(index, title): (usize, &&'static str)| {
        let dispatch = dispatch.clone();
        html! {
            <button
                key={index}
                type="button"
                class="chart-tab"
                aria-pressed={(index == props.chart).to_string()}
                onclick={move |_| dispatch.emit(Action::Chart(index))}
            >
                { *title }
            </button>
        }
    };
    html! {
        <div class="chart-tabs" role="group" aria-label="Chart">{ for props.titles.iter().enumerate().map(tab) }</div>
    }
}
