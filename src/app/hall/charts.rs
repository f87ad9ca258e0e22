//! The charts over the timeline, as a picture and as a table.

use super::session::Session;
use crate::app::tables::table;
use crate::app::view::Tag;
use crate::run::words::said;
use crate::scene::Scene;
use crate::scene::chart::{Input, chart};
use crate::shell::Chart;

/// Rows of a chart's table at most: every so many rounds there is one.
const ROWS: usize = 60;

/// The chart that is shown, of those there are.
pub fn chosen<'a>(session: &Session, charts: &'a [Chart]) -> Option<&'a Chart> {
    charts.get(session.chart.min(charts.len().saturating_sub(1)))
}

/// What the chart shows, for those who hear it.
pub fn summary(session: &Session, charts: &[Chart]) -> String {
    chosen(session, charts).map_or_else(|| "The rounds".to_owned(), |chart| format!("{} over time", chart.title))
}

/// The chart's geometry.
pub fn scene(session: &Session, width: f64, height: f64) -> Scene<()> {
    let charts = session.shown.charts(session.lane);
    let empty = Chart { title: "", unit: crate::run::Unit::Count, series: Vec::new(), lines: Vec::new() };
    let chosen = chosen(session, &charts).unwrap_or(&empty);
    let happened: Vec<usize> = (0..session.computed).filter(|index| session.shown.has_happened(*index)).collect();
    // Where something happens all the time, marks say nothing.
    let happened = if happened.len() * 2 > session.computed { &[][..] } else { &happened };
    chart(&Input { chart: chosen, horizon: session.shown.rounds(), happened, width, height })
}

/// The chart as a table, a row for every round while there are few.
pub fn as_table(session: &Session, charts: &[Chart]) -> Option<Tag> {
    let chart = chosen(session, charts)?;
    let noun = session.shown.face().round;
    let mut heads = vec![noun.to_owned()];
    heads.extend(chart.series.iter().map(|series| series.name.clone()));
    let every = session.computed.div_ceil(ROWS).max(1);
    let value = |value: Option<&f64>| match value {
        Some(value) if value.is_finite() => said(*value, chart.unit),
        _ => "–".to_owned(),
    };
    let row = |index: usize| {
        let own = [(index + 1).to_string()].into_iter();
        own.chain(chart.series.iter().map(|series| value(series.values.get(index)))).collect()
    };
    Some(table("Chart as a table", heads, (0..session.computed).step_by(every).map(row).collect(), None))
}
