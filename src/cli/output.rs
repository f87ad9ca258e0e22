//! What the printed results have in common: styles, columns, numbers, and JSON with a record a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

use super::Failure;
use crate::engine::format::format_value;
use crate::simulator::MetricInfo;

/// The styles of texts.
pub(super) mod style {
    use anstyle::{AnsiColor, Effects, Style};

    /// Titles.
    pub(in crate::cli) const TITLE: Style = Style::new().effects(Effects::BOLD);
    /// Remarks, which go to standard error.
    pub(in crate::cli) const DIM: Style = Style::new().effects(Effects::DIMMED);
    /// What gives load away, and conditions that do not hold.
    pub(in crate::cli) const WARM: Style = AnsiColor::Yellow.on_default();
    /// What takes load, and conditions that hold.
    pub(in crate::cli) const COOL: Style = AnsiColor::Cyan.on_default();
    /// Errors.
    pub(in crate::cli) const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
}

/// A metric's value as a person reads it; a dash where it was not measured.
pub(super) fn format_metric(metric: &MetricInfo, value: Option<f64>) -> String {
    value
        .filter(|value| value.is_finite())
        .map_or_else(|| "–".to_owned(), |value| format_value(value, metric.unit))
}

/// Columns of text, as wide as their widest cell. The first is set flush left, the others flush right.
#[derive(Default)]
pub(super) struct Columns {
    rows: Vec<Vec<String>>,
}

impl Columns {
    /// Columns under a head.
    pub(super) fn new(head: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            rows: vec![head.into_iter().map(Into::into).collect()],
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Prints them, the head in bold.
    pub(super) fn print(&self, output: &mut impl Write) -> io::Result<()> {
        let widest = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(widest).collect();
        for (index, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                let text = if column == 0 {
                    format!("{cell:<width$}")
                } else {
                    format!("  {cell:>width$}")
                };
                line.push_str(&text);
            }
            let line = line.trim_end();
            let title = style::TITLE;
            if index == 0 {
                writeln!(output, "{title}{line}{title:#}")?
            } else {
                writeln!(output, "{line}")?
            }
        }
        Ok(())
    }
}

/// Writes JSON on one line but for the elements of its longest lists, those one level down, which have a line each.
pub(super) fn write_json(output: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let formatter = LineEach { depth: 0 };
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut *output,
        formatter,
    ))?;
    Ok(writeln!(output)?)
}

/// Lists of a top-level object, or a top-level list, with a line for each element.
struct LineEach {
    depth: usize,
}

/// Lists at this depth or above have a line for each element.
const LINE_DEPTH: usize = 2;

impl Formatter for LineEach {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        CompactFormatter.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        CompactFormatter.begin_array_value(writer, first)?;
        if self.depth <= LINE_DEPTH {
            writer.write_all(b"\n")
        } else {
            Ok(())
        }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        CompactFormatter.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_object(writer)
    }
}
