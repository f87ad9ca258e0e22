//! The layout of the stage: depends on the round and the size, not on the instant.

use super::{Input, highest};
use crate::engine::format::format_number;
use crate::scene::Rect;
use crate::systems::sharding::NodeId;
use crate::systems::sharding::round::{Phase, WorldChange};

/// The level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A tile for every shard.
    Tiles,
    /// A bar for every node.
    Bars,
    /// One line over all nodes.
    Line,
}

/// Maximum number of nodes that keep a column while they are not present.
const KEEP_PLACES: usize = 14;
/// Maximum number of tiles on the stage.
const MAX_TILES: usize = 1300;
/// Maximum size of a tile with its gap, in CSS pixels.
const LARGEST_TILE: f64 = 28.0;
/// Minimum size of a tile with its gap, in CSS pixels; below it, bars are drawn.
const SMALLEST_TILE: f64 = 4.5;
/// Minimum width of a bar with its gap, in CSS pixels; below it, one line is drawn.
const NARROWEST_BAR: f64 = 1.6;

/// The column of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The node.
    pub node: NodeId,
    /// Its whole area, from above the tiles to below the name.
    pub area: Rect,
    /// The area of its tiles.
    pub(crate) stack: Rect,
}

/// The stage laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The level of detail.
    pub level: Level,
    /// Whether the stage is small.
    pub(crate) is_small: bool,
    /// The columns, nodes of a revision side by side.
    pub columns: Vec<Column>,
    /// The index of each node's column.
    pub places: Vec<Option<usize>>,
    /// The hand-off lane.
    pub lane: Rect,
    /// The y of the names, under the columns.
    pub(crate) names_y: f64,
    /// The y of the strip of revisions.
    pub(crate) strip_y: f64,
    /// Whether there is a strip of revisions.
    pub(crate) has_strip: bool,
    /// Size of a tile with its gap.
    pub(crate) pitch: f64,
    /// Tiles in a row.
    pub(crate) in_row: usize,
    /// Number of shards at the full height of a stack.
    pub capacity: f64,
}

impl Layout {
    /// Lays out a round.
    pub fn new(input: &Input<'_>) -> Self {
        let (width, height) = (input.viewport.width, input.viewport.height);
        let is_small = height < 260.0 || width < 430.0;
        let nodes = shown(input);
        let has_strip = input.run.has_table() && height >= 190.0;
        let rail_top = if is_small { 33.0 } else { 44.0 };
        let lane = Rect {
            left: 10.0,
            top: rail_top,
            width: width - 20.0,
            height: if is_small { 20.0 } else { 30.0 },
        };
        let strip = if has_strip {
            if is_small { 20.0 } else { 38.0 }
        } else {
            0.0
        };
        let names = if is_small { 28.0 } else { 34.0 };
        let bottom = height - 4.0 - strip - names;
        let top = lane.bottom() + if is_small { 16.0 } else { 22.0 };
        let stack_height = (bottom - top).max(20.0);
        let capacity = round_up(highest(input.detail).max(input.viewport.highest).max(4.0));
        let (each, gap) = spread(width - 20.0, nodes.len());
        let inner = (each - gap).min(190.0);
        let (in_row, pitch) = tiling(inner - 8.0, stack_height - 2.0, capacity);
        let shards: usize = input
            .detail
            .nodes
            .iter()
            .map(|node| node.shards.len())
            .sum();
        let is_tiled = pitch >= SMALLEST_TILE && shards <= MAX_TILES && nodes.len() <= 40;
        // Tiles can be counted; bars need a scale beside them.
        let gutter = if is_tiled { 0.0 } else { scale_width(capacity) };
        let (each, gap) = spread(width - 20.0 - gutter, nodes.len());
        let level = match is_tiled {
            true => Level::Tiles,
            false if each < NARROWEST_BAR => Level::Line,
            false => Level::Bars,
        };
        let inner = if level == Level::Tiles {
            inner
        } else {
            (each - gap).min(46.0)
        };
        let column = |(place, node): (usize, &NodeId)| {
            let left = 10.0 + gutter + each * place as f64;
            let area = Rect {
                left,
                top,
                width: each,
                height: stack_height + names,
            };
            let stack_left = left + (each - inner) / 2.0;
            Column {
                node: *node,
                area,
                stack: Rect {
                    left: stack_left,
                    top,
                    width: inner,
                    height: stack_height,
                },
            }
        };
        let columns: Vec<Column> = nodes.iter().enumerate().map(column).collect();
        let mut places = vec![None; input.detail.nodes.len()];
        nodes
            .iter()
            .enumerate()
            .for_each(|(place, node)| places[node.index()] = Some(place));
        Self {
            level,
            is_small,
            columns,
            places,
            lane,
            names_y: bottom + if is_small { 9.0 } else { 12.0 },
            strip_y: height - 4.0 - strip,
            has_strip,
            pitch,
            in_row,
            capacity,
        }
    }

    /// The column of a node.
    pub fn column(&self, node: NodeId) -> Option<&Column> {
        self.places
            .get(node.index())
            .copied()
            .flatten()
            .map(|place| &self.columns[place])
    }

    /// The tile at an index of a stack, from the bottom; above the stack's height it stays at its top.
    pub(crate) fn tile(&self, column: &Column, slot: usize) -> Rect {
        let (row, place) = (slot / self.in_row, slot % self.in_row);
        let left = column.stack.left + (column.stack.width - self.pitch * self.in_row as f64) / 2.0;
        let gap = self.gap();
        let top = (column.stack.bottom() - self.pitch * (row + 1) as f64).max(column.stack.top);
        let size = self.pitch - gap;
        Rect {
            left: left + self.pitch * place as f64 + gap / 2.0,
            top: top + gap / 2.0,
            width: size,
            height: size,
        }
    }

    /// The gap between tiles.
    pub fn gap(&self) -> f64 {
        if self.pitch >= 9.0 { 3.0 } else { 1.5 }
    }

    /// The height of a bar for this many shards.
    pub(crate) fn bar_height(&self, shards: f64) -> f64 {
        let height = self
            .columns
            .first()
            .map_or(0.0, |column| column.stack.height);
        (shards / self.capacity).clamp(0.0, 1.0) * height
    }
}

/// The width of a column and of the gap within it, for a number of nodes that share a width.
fn spread(width: f64, nodes: usize) -> (f64, f64) {
    let each = width / nodes.max(1) as f64;
    let gap = match nodes {
        // Gaps of less than a pixel would flicker.
        _ if each < 4.5 => 0.0,
        17.. => (each * 0.2).min(4.0),
        _ => (each * 0.16).clamp(6.0, 40.0).min(each * 0.4),
    };
    (each, gap)
}

/// Fractions of the height that the scale labels.
pub(super) const TICKS: [f64; 2] = [0.5, 1.0];
/// Font size of the scale.
pub(super) const TICK_SIZE: f64 = 10.0;
/// Gap between the scale and the first bar.
pub(super) const TICK_GAP: f64 = 4.0;

/// The label of the scale at a fraction.
pub(super) fn tick(capacity: f64, share: f64) -> String {
    format_number(capacity * share, 1)
}

/// The width of the scale.
fn scale_width(capacity: f64) -> f64 {
    let letters = TICKS
        .map(|share| tick(capacity, share).chars().count())
        .into_iter()
        .max()
        .unwrap_or(0);
    letters as f64 * TICK_SIZE * 0.57 + TICK_GAP
}

/// The nodes that have a column; a few nodes keep theirs while they are not present, so that nothing jumps.
fn shown(input: &Input<'_>) -> Vec<NodeId> {
    let all = input.run.nodes().len();
    let comes = |place: usize| {
        input.detail.world_changes.iter().any(
            |(_, happening)| matches!(happening, WorldChange::Phase(node, Phase::Joining) if node.index() == place),
        )
    };
    let is_shown = |place: &usize| {
        all <= KEEP_PLACES || input.detail.nodes[*place].phase.is_present() || comes(*place)
    };
    let mut nodes: Vec<NodeId> = (0..all)
        .filter(is_shown)
        .map(|place| NodeId(place as u32))
        .collect();
    let revision = |node: NodeId| input.run.nodes()[node.index()].revision;
    nodes.sort_by_key(|node| revision(*node));
    nodes
}

/// The next round number, so that the scale rarely changes.
fn round_up(count: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for step in [1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0] {
            if step * power >= count || power > 1e9 {
                return step * power;
            }
        }
        power *= 10.0;
    }
}

/// The number of tiles in a row and their size with the gap, for tiles as large as possible. Rows of ten or five are easy
/// to count, so they are preferred where they cost little size.
fn tiling(width: f64, height: f64, capacity: f64) -> (usize, f64) {
    let pitch_of = |in_row: usize| {
        let rows = (capacity / in_row as f64).ceil();
        (width / in_row as f64).min(height / rows).min(LARGEST_TILE)
    };
    let mut best = (1, pitch_of(1));
    for in_row in 2..=40_usize {
        let pitch = pitch_of(in_row);
        if pitch > best.1 + 0.01 {
            best = (in_row, pitch);
        }
    }
    let is_near =
        |in_row: &usize| pitch_of(*in_row) >= best.1 * 0.86 && capacity >= *in_row as f64 * 1.5;
    [10, 5]
        .into_iter()
        .find(is_near)
        .map_or(best, |in_row| (in_row, pitch_of(in_row)))
}
