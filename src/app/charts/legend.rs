//! What the lines of a chart are.

use yew::prelude::*;

use crate::render::Theme;
use crate::scene::Ink;
use crate::simulator::Chart;

/// Lines beyond these are counted, not named.
const MOST_NAMES: usize = 10;

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// What it shows.
    pub name: AttrValue,
    /// Its colour.
    pub color: AttrValue,
    /// Whether it is dashed.
    pub(crate) is_dashed: bool,
}

/// The lines of a chart: its series, then its level lines.
pub fn entries(chart: &Chart, theme: Theme) -> Vec<LegendEntry> {
    let entry = |name: &str, ink: Ink, is_dashed: bool| {
        let color = theme.color(ink);
        let color = format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2);
        LegendEntry {
            name: name.to_owned().into(),
            color: color.into(),
            is_dashed,
        }
    };
    let series = chart
        .series
        .iter()
        .map(|series| entry(&series.name, series.ink, series.is_dashed));
    series
        .chain(
            chart
                .lines
                .iter()
                .map(|line| entry(&line.name, Ink::Dim, true)),
        )
        .collect()
}

/// Props of [`ChartLegend`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ChartLegendProps {
    /// The lines.
    pub entries: Vec<LegendEntry>,
}

/// The legend of a chart.
#[component]
pub(crate) fn ChartLegend(props: &ChartLegendProps) -> Html {
    let more = props.entries.len().saturating_sub(MOST_NAMES);
    html! {
        <ul class="chart-legend" aria-label="Lines of the chart">
            for (index, entry) in props.entries.iter().take(MOST_NAMES).enumerate() {
                <li key={index}>
                    <span
                        class={classes!("swatch", entry.is_dashed.then_some("dashed"))}
                        style={format!("border-color:{}", entry.color)}
                        aria-hidden="true"
                    />
                    { &entry.name }
                </li>
            }
            if more > 0 {
                <li key="more">{ format!("and {more} more") }</li>
            }
        </ul>
    }
}
