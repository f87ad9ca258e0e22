//! The timeline: a chart over the rounds, with the scrubber, the cursor and the events on it.

use std::rc::Rc;

use yew::prelude::*;

use super::chart::{ChartInput, LEFT, RIGHT, draw};
use super::legend::{ChartLegend, entries};
use super::pins::EventPins;
use super::progress::ComputingProgress;
use super::scrubber::Scrubber;
use super::tabs::ChartTabs;
use super::time_scale::TimeScale;
use crate::app::hooks::{Size, use_pixel_ratio, use_size};
use crate::app::session::Handle;
use crate::app::stage::Player;
use crate::app::stage::canvas::Canvas;
use crate::engine::Unit;
use crate::render::Theme;
use crate::simulator::{Chart, SubjectRef};

/// How often the chart is drawn while a run is being computed, at most.
const MOST_DRAWINGS: usize = 400;

/// Props of [`TimelineArea`].
#[derive(Clone, PartialEq, Properties)]
pub struct TimelineAreaProps {
    /// The player, which moves the cursor's line.
    pub player: Player,
    /// The run that is shown.
    pub run: Handle,
    /// The scenario as it is edited: its events are shown.
    pub document: Handle,
    /// Rounds of the run computed so far.
    pub computed: usize,
    /// The variant whose chart is shown.
    pub variant: usize,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Which chart is shown, from 0.
    pub chart: usize,
    /// The selected subject.
    pub selected: Option<SubjectRef>,
    /// Light or dark.
    pub theme: Theme,
    /// Whether a person has stopped the computing.
    pub is_halted: bool,
    /// Whether the document is still being computed and the run is the one before.
    pub pending: bool,
}

/// The timeline of a run.
#[component]
pub fn TimelineArea(props: &TimelineAreaProps) -> Html {
    let TimelineAreaProps {
        run,
        computed,
        theme,
        ..
    } = props;
    let (frame, canvas, cursor, time) = (
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
    );
    let size = use_size(&frame);
    let variant = props.variant.min(run.variants() - 1);
    let drawn = drawn_rounds(*computed, run.rounds());
    let charts = use_memo((run.clone(), drawn, variant, props.selected), charts);
    let eventful = use_memo((run.clone(), drawn), eventful_rounds);
    let scale = use_memo((run.clone(), *computed > 0), |(run, is_there)| {
        is_there.then(|| TimeScale::of(&**run))
    });
    let shown = props.chart.min(charts.len().saturating_sub(1));
    let picture = Picture {
        charts: Rc::clone(&charts),
        eventful: Rc::clone(&eventful),
        shown,
        rounds: run.rounds(),
        size,
        ratio: use_pixel_ratio(),
        theme: *theme,
    };
    use_effect_with(picture, {
        let canvas = canvas.clone();
        move |picture| picture.paint(&canvas)
    });
    use_effect_with(
        (props.player.clone(), cursor.clone()),
        |(player, cursor)| player.move_cursor_of(cursor.clone()),
    );
    let chart = charts.get(shown);
    let label = chart.map_or_else(
        || "The rounds".to_owned(),
        |chart| format!("{} over time", chart.title),
    );
    let noun = run.info().round;
    html! {
        <section class="timeline-area" aria-label="Timeline">
            <div class="timeline-head">
                if charts.len() > 1 {
                    <ChartTabs titles={charts.iter().map(|chart| chart.title).collect::<Vec<_>>()} chart={shown} />
                }
                <ChartLegend entries={chart.map(|chart| entries(chart, *theme)).unwrap_or_default()} />
                <ComputingProgress
                    {computed}
                    rounds={run.rounds()}
                    pending={props.pending}
                    is_halted={props.is_halted}
                    fallback={time.clone()}
                />
            </div>
            <div class="timeline-plot" style={format!("--left:{LEFT}px;--right:{RIGHT}px")}>
                if let Some(scale) = *scale {
                    <EventPins document={props.document.clone()} {scale} width={size.0} fallback={time.clone()} />
                }
                <div class="chart" ref={&frame}>
                    <canvas ref={&canvas} role="img" aria-label={label} />
                    <div class="timeline-cursor" ref={&cursor} aria-hidden="true">
                        <div class="track">
                            <span class="line" />
                            <span class="flag">{ format!("{noun} {}", props.round + 1) }</span>
                        </div>
                    </div>
                    <Scrubber input={time} round={props.round} rounds={run.rounds()} {noun} />
                </div>
            </div>
        </section>
    }
}

/// The rounds for which the chart is drawn: of long runs, it is drawn again for a good many more rounds at a time.
fn drawn_rounds(computed: usize, rounds: usize) -> usize {
    if computed == rounds {
        computed
    } else {
        (computed - computed % (rounds / MOST_DRAWINGS).max(1)).max(computed.min(1))
    }
}

type ChartsOf = (Handle, usize, usize, Option<SubjectRef>);

/// The charts of the rounds so far. Without a round there is none: the simulation is not made for that.
fn charts((run, computed, variant, selected): &ChartsOf) -> Rc<[Chart]> {
    if *computed == 0 {
        Rc::new([])
    } else {
        run.charts(*variant, *selected)
    }
}

/// The eventful rounds; none where most are, for then marks say nothing.
fn eventful_rounds((run, computed): &(Handle, usize)) -> Vec<usize> {
    let eventful: Vec<usize> = (0..*computed)
        .filter(|index| run.is_eventful(*index))
        .collect();
    if eventful.len() * 2 > *computed {
        Vec::new()
    } else {
        eventful
    }
}

/// The chart as it is drawn.
struct Picture {
    charts: Rc<Rc<[Chart]>>,
    eventful: Rc<Vec<usize>>,
    shown: usize,
    rounds: usize,
    size: Size,
    ratio: f64,
    theme: Theme,
}

impl PartialEq for Picture {
    /// Charts of the same rounds are the same ones: they are compared by pointer.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.charts, &other.charts)
            && Rc::ptr_eq(&self.eventful, &other.eventful)
            && (self.shown, self.rounds, self.size, self.ratio, self.theme)
                == (
                    other.shown,
                    other.rounds,
                    other.size,
                    other.ratio,
                    other.theme,
                )
    }
}

impl Picture {
    fn paint(&self, canvas: &NodeRef) {
        if self.size.0 < 1.0 || self.size.1 < 1.0 {
            return;
        }
        let empty = Chart {
            title: "",
            unit: Unit::Count,
            series: Vec::new(),
            lines: Vec::new(),
        };
        let (chart, eventful) = (
            self.charts.get(self.shown).unwrap_or(&empty),
            &self.eventful[..],
        );
        if let Some(canvas) = Canvas::fitted(canvas, self.size, self.ratio) {
            let (rounds, theme, ratio) = (self.rounds, self.theme, self.ratio);
            // Drawing on a canvas cannot fail.
            let _ = draw(
                canvas,
                &ChartInput {
                    chart,
                    rounds,
                    eventful,
                    theme,
                    ratio,
                },
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::drawn_rounds;

    #[test]
    fn a_chart_is_drawn_from_the_first_round_to_the_last_but_not_for_each() {
        assert!((0..=60).all(|computed| drawn_rounds(computed, 60) == computed));
        let mut drawn: Vec<usize> = (0..=10_000)
            .map(|computed| drawn_rounds(computed, 10_000))
            .collect();
        assert_eq!(
            (drawn[0], drawn[1], drawn[9_999], drawn[10_000]),
            (0, 1, 9_975, 10_000)
        );
        drawn.dedup();
        assert!(drawn.is_sorted() && drawn.len() <= 403, "{}", drawn.len());
    }
}
