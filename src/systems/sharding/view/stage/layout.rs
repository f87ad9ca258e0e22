//! Where everything stands: it depends on the round and the size of the stage, not on the instant.

use super::{Input, highest};
use crate::engine::format::format_number;
use crate::scene::Rect;
use crate::systems::sharding::NodeId;
use crate::systems::sharding::round::{Phase, WorldChange};

/// How much there is room to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A tile for every shard.
    Tiles,
    /// A bar for every node.
    Bars,
    /// One line over all nodes.
    Line,
}

/// Nodes that have a place on the stage even while they are not there.
const KEEP_PLACES: usize = 14;
/// Most tiles on the stage.
const MOST_TILES: usize = 1300;
/// No tile is larger than this, gap included, in CSS pixels.
const LARGEST_TILE: f64 = 28.0;
/// Tiles smaller than this, gap included, are not drawn one by one.
const SMALLEST_TILE: f64 = 4.5;
/// Bars narrower than this, gap included, become one line.
const NARROWEST_BAR: f64 = 1.6;

/// The column of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Whose.
    pub node: NodeId,
    /// Its share of the width; from above the tiles to below its name.
    pub area: Rect,
    /// Where tiles stand.
    pub stack: Rect,
}

/// The stage laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    /// How much is shown.
    pub level: Level,
    /// Whether there is little room.
    pub is_small: bool,
    /// The columns, nodes of a revision side by side.
    pub columns: Vec<Column>,
    /// The place of each node's column among them.
    pub places: Vec<Option<usize>>,
    /// The hand-off variant.
    pub rail: Rect,
    /// Where names begin, under the columns.
    pub names_y: f64,
    /// Where the strip of revisions begins.
    pub strip_y: f64,
    /// Whether there is one.
    pub has_strip: bool,
    /// Edge of a tile with its gap.
    pub pitch: f64,
    /// Tiles in a row.
    pub in_row: usize,
    /// Shards that the height of a stack stands for.
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
        let rail = Rect {
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
        let top = rail.bottom() + if is_small { 16.0 } else { 22.0 };
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
        let is_tiled = pitch >= SMALLEST_TILE && shards <= MOST_TILES && nodes.len() <= 40;
        // Tiles are counted; bars are read off a scale, which stands beside them.
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
            rail,
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

    /// The tile at a place of a stack, counted from below; higher than the stack it stays at its top.
    pub fn tile(&self, column: &Column, slot: usize) -> Rect {
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

    /// The room between tiles.
    pub fn gap(&self) -> f64 {
        if self.pitch >= 9.0 { 3.0 } else { 1.5 }
    }

    /// How high this many shards are as a bar.
    pub fn bar_height(&self, shards: f64) -> f64 {
        let height = self
            .columns
            .first()
            .map_or(0.0, |column| column.stack.height);
        (shards / self.capacity).clamp(0.0, 1.0) * height
    }
}

/// The width of a column and of the gap within it, where this many share a width.
fn spread(width: f64, nodes: usize) -> (f64, f64) {
    let each = width / nodes.max(1) as f64;
    let gap = match nodes {
        // Gaps of less than a pixel would come and go.
        _ if each < 4.5 => 0.0,
        17.. => (each * 0.2).min(4.0),
        _ => (each * 0.16).clamp(6.0, 40.0).min(each * 0.4),
    };
    (each, gap)
}

/// Shares of the height that the scale names.
pub const TICKS: [f64; 2] = [0.5, 1.0];
/// The size of the numbers on the scale.
pub const TICK_SIZE: f64 = 10.0;
/// The room between the scale and the first bar.
pub const TICK_GAP: f64 = 4.0;

/// A number on the scale.
pub fn tick(capacity: f64, share: f64) -> String {
    format_number(capacity * share, 1)
}

/// The room that the scale takes beside the bars.
fn scale_width(capacity: f64) -> f64 {
    let letters = TICKS
        .map(|share| tick(capacity, share).chars().count())
        .into_iter()
        .max()
        .unwrap_or(0);
    letters as f64 * TICK_SIZE * 0.57 + TICK_GAP
}

/// The nodes that have a column: few keep theirs while they are not there, so that nothing jumps.
fn shown(input: &Input<'_>) -> Vec<NodeId> {
    let all = input.run.nodes().len();
    let comes = |place: usize| {
        input.detail.world_changes.iter().any(
            |(_, happening)| matches!(happening, WorldChange::Phase(node, Phase::Joining) if node.index() == place),
        )
    };
    let is_shown = |place: &usize| {
        all <= KEEP_PLACES || input.detail.nodes[*place].phase.is_there() || comes(*place)
    };
    let mut nodes: Vec<NodeId> = (0..all)
        .filter(is_shown)
        .map(|place| NodeId(place as u32))
        .collect();
    let revision = |node: NodeId| input.run.nodes()[node.index()].revision;
    nodes.sort_by_key(|node| revision(*node));
    nodes
}

/// The next of round numbers, so that the scale seldom changes.
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

/// How many tiles stand in a row so that tiles become large, and how large they are with their gap. Rows of ten or five
/// are counted at a glance, so they are taken where they cost little.
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
