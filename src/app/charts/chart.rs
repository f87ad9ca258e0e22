//! A chart over the rounds, drawn by plotters on any backend: a canvas of the page, or SVG.

use plotters::chart::ChartContext;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, Circle, Color, DashedLineSeries, DrawingBackend, FontFamily,
    IntoDrawingArea, LabelAreaPosition, LineSeries, Polygon, ShapeStyle, TextStyle,
};

use super::axis::Axis;
use super::points::pieces;
use super::scale::ValueScale;
use crate::render::{FONT, Theme};
use crate::scene::Ink;
use crate::simulator::{Chart, Series};

/// Room to the left of the plot, in CSS pixels; a scrubber lines up with it.
pub(crate) const LEFT: f64 = 62.0;
/// Room to the right of the plot, in CSS pixels.
pub(crate) const RIGHT: f64 = 14.0;
/// Room above the plot, in CSS pixels.
const TOP: f64 = 8.0;
/// Room below the plot, in CSS pixels, for marks and numbers.
const BOTTOM: f64 = 28.0;
/// The size of numbers, in CSS pixels.
const FONT_SIZE: f64 = 12.0;
/// Half the width of the mark of an eventful round, in CSS pixels.
const MARK: f64 = 3.5;
/// The width of lines, in CSS pixels.
const LINE_WIDTH: f64 = 1.8;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct ChartInput<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// How many rounds there will be.
    pub rounds: usize,
    /// The eventful rounds, from 0.
    pub eventful: &'a [usize],
    /// Light or dark.
    pub theme: Theme,
    /// Pixels of the backend to a CSS pixel; above 0.
    pub ratio: f64,
}

type Outcome<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;
type Context<'a, B> = ChartContext<'a, B, Cartesian2d<Axis, Axis>>;

impl ChartInput<'_> {
    /// A length of CSS pixels in pixels of the backend.
    fn px(&self, length: f64) -> i32 {
        (length * self.ratio).round() as i32
    }

    fn line(&self, ink: Ink, width: f64) -> ShapeStyle {
        self.theme
            .color(ink)
            .stroke_width((width * self.ratio).round().max(1.0) as u32)
    }
}

/// Draws a chart over the whole of a backend, whatever its size.
///
/// # Errors
/// What the backend reports.
pub fn draw<B: DrawingBackend>(backend: B, input: &ChartInput<'_>) -> Outcome<B> {
    let area = backend.into_drawing_area();
    let (width, height) = area.dim_in_pixel();
    if width < 2 || height < 2 {
        return Ok(());
    }
    // What is too small for numbers is left to the lines.
    let across = |length: f64| input.px(length).min(width as i32 / 4);
    let down = |length: f64| input.px(length).min(height as i32 / 4);
    let (left, right, top, bottom) = (across(LEFT), across(RIGHT), down(TOP), down(BOTTOM));
    let plot_width = f64::from(width as i32 - left - right) / input.ratio;
    let plot_height = f64::from(height as i32 - top - bottom) / input.ratio;
    let scale = ValueScale::of(input.chart, plot_height);
    let last = (input.rounds.max(2) - 1) as f64;
    let mut context = ChartBuilder::on(&area)
        .margin_top(top)
        .margin_right(right)
        .x_label_area_size(bottom)
        .y_label_area_size(left)
        .build_cartesian_2d(
            Axis::of_rounds(input.rounds, plot_width),
            Axis::of_values(&scale, input.chart.unit),
        )?;
    draw_mesh(&mut context, input)?;
    for line in input
        .chart
        .lines
        .iter()
        .filter(|line| line.value.is_finite())
    {
        let ends = vec![(0.0, line.value), (last, line.value)];
        let (dash, gap) = (input.px(2.0).max(1), input.px(3.0).max(1));
        context.draw_series(DashedLineSeries::new(
            ends,
            dash,
            gap,
            input.line(Ink::Dim, 1.0),
        ))?;
    }
    let columns = (plot_width * input.ratio).max(1.0) as usize;
    for series in &input.chart.series {
        draw_line(&mut context, series, columns, input)?;
    }
    for &round in input.eventful.iter().filter(|round| **round < input.rounds) {
        let (x, y) = context.backend_coord(&(round as f64, scale.bottom));
        let (half, gap) = (input.px(MARK).max(1), input.px(3.0));
        let corners = vec![
            (x, y + gap),
            (x + half, y + gap + half * 2),
            (x - half, y + gap + half * 2),
        ];
        area.draw(&Polygon::new(corners, input.theme.color(Ink::Source)))?;
    }
    area.present()
}

/// Grid lines, values and numbers of rounds.
fn draw_mesh<B: DrawingBackend>(
    context: &mut Context<'_, B>,
    input: &ChartInput<'_>,
) -> Outcome<B> {
    let grid = input.line(Ink::Grid, 1.0);
    let font = (FontFamily::Name(FONT), FONT_SIZE * input.ratio);
    context
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .bold_line_style(grid)
        .axis_style(grid)
        .label_style(TextStyle::from(font).color(&input.theme.color(Ink::Dim)))
        // The numbers of rounds stand below the marks.
        .set_tick_mark_size(LabelAreaPosition::Bottom, input.px(6.0))
        .set_tick_mark_size(LabelAreaPosition::Left, input.px(3.0))
        .draw()
}

/// The line of a series, with its gaps.
fn draw_line<B: DrawingBackend>(
    context: &mut Context<'_, B>,
    series: &Series,
    columns: usize,
    input: &ChartInput<'_>,
) -> Outcome<B> {
    let style = input.line(series.ink, LINE_WIDTH);
    for points in pieces(&series.values, input.rounds, columns) {
        if let [point] = points[..] {
            let radius = input.px(LINE_WIDTH).max(1);
            context.draw_series([Circle::new(point, radius, style.filled())])?;
        } else if series.is_dashed {
            let (dash, gap) = (input.px(5.0).max(1), input.px(3.0).max(1));
            context.draw_series(DashedLineSeries::new(points, dash, gap, style))?;
        } else {
            context.draw_series(LineSeries::new(points, style))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use plotters::backend::SVGBackend;

    use super::*;
    use crate::engine::Unit;
    use crate::simulator::ChartLine;

    fn svg(
        chart: &Chart,
        rounds: usize,
        eventful: &[usize],
        (width, height): (u32, u32),
        ratio: f64,
    ) -> String {
        let mut text = String::new();
        let backend = SVGBackend::with_string(&mut text, (width, height));
        draw(
            backend,
            &ChartInput {
                chart,
                rounds,
                eventful,
                theme: Theme::Dark,
                ratio,
            },
        )
        .unwrap();
        text
    }

    fn chart(values: Vec<f64>) -> Chart {
        let dashed = values.iter().map(|value| value / 2.0).collect();
        let series = |name: &str, is_dashed, values| Series {
            name: name.to_owned(),
            ink: Ink::Idle,
            is_dashed,
            values,
        };
        Chart {
            title: "Usage",
            unit: Unit::Percent,
            series: vec![
                series("highest", false, values),
                series("mean", true, dashed),
            ],
            lines: vec![ChartLine {
                name: "limit".to_owned(),
                value: 60.0,
            }],
        }
    }

    #[test]
    fn charts_of_all_lengths_and_sizes_can_be_drawn() {
        let many: Vec<f64> = (0..10_000).map(|index| f64::from(index % 89)).collect();
        let gaps = vec![
            f64::NAN,
            1.0,
            f64::NAN,
            f64::INFINITY,
            4.0,
            3.0,
            f64::NEG_INFINITY,
        ];
        for (values, rounds) in [
            (Vec::new(), 60),
            (Vec::new(), 0),
            (vec![40.0], 1),
            (vec![f64::NAN; 9], 9),
            (gaps, 7),
            (vec![1e300, -1e300, 0.0], 3),
            (many, 10_000),
        ] {
            let chart = chart(values);
            for size in [
                (1, 1),
                (1, 200),
                (2, 2),
                (3, 40),
                (40, 3),
                (320, 100),
                (1900, 120),
            ] {
                for ratio in [1.0, 2.75] {
                    let text = svg(&chart, rounds, &[0, 4, 99_999], size, ratio);
                    assert!(text.trim_end().ends_with("</svg>"), "{size:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_chart_without_series_has_a_frame() {
        let empty = Chart {
            title: "",
            unit: Unit::Count,
            series: Vec::new(),
            lines: Vec::new(),
        };
        let text = svg(&empty, 60, &[], (600, 120), 1.0);
        assert!(text.contains("60") && !text.contains("<polygon"), "{text}");
    }

    #[test]
    fn values_rounds_marks_and_gaps_are_drawn() {
        let text = svg(
            &chart(vec![80.0, 40.0, f64::NAN, 30.0, 20.0]),
            5,
            &[1, 3],
            (600, 140),
            1.0,
        );
        assert!(text.contains("80 %") && text.contains("20 %"), "{text}");
        assert_eq!(
            text.matches("<polygon").count(),
            2,
            "a mark for each eventful round: {text}"
        );
        let color = "#77828E";
        let solid = text.matches(&format!("stroke=\"{color}\"")).count();
        assert!(solid >= 2, "two pieces of the solid line: {text}");
    }

    #[test]
    fn many_rounds_are_no_longer_than_the_pixels_can_show() {
        let values: Vec<f64> = (0..10_000).map(|index| f64::from(index % 89)).collect();
        let mut chart = chart(values);
        chart.series.pop();
        let text = svg(&chart, 10_000, &[], (600, 140), 1.0);
        assert!(text.len() < 30_000, "{}", text.len());
    }
}
