//! The layout for a size and a fleet: producers left, brokers right by zone, loads beside them, lists below.

use super::super::plan::Plan;
use crate::scene::{Point, Rect, at};

/// Minimum distance of producers' dots, in CSS pixels.
const DOT_STEP: f64 = 4.2;
/// Minimum height of a broker's row with a name, in CSS pixels.
pub(super) const NAMED_ROW: f64 = 11.0;

/// Minimum number of brokers and size of the stage for a histogram of loads, and its height.
const MANY: u32 = 8;
const LARGE: (f64, f64) = (560.0, 320.0);
const HISTOGRAM: f64 = 34.0;

/// The area of a zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    /// Upper edge.
    pub top: f64,
    /// Height.
    pub height: f64,
}

/// Positions on the stage.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The area between the head and the lists.
    pub body: Rect,
    /// The zones, from the top.
    pub(crate) bands: Vec<Band>,
    /// The x of the zones' names; `None` with one zone, or no room.
    pub(crate) zone_x: Option<f64>,
    /// Dots, each of which stands for one or more producers of a zone.
    pub dots: Vec<Point>,
    /// The radius of a dot.
    pub radius: f64,
    /// Number of producers that a dot stands for.
    pub(crate) per_dot: usize,
    /// The first dot and the first producer of each zone.
    firsts: Vec<(usize, usize)>,
    /// Whether there is room for the names of producers.
    pub(crate) has_names: bool,
    /// Width for the time that threads are blocked, left of the dots; 0 without room.
    pub(crate) stall_width: f64,
    /// The x at which connections start.
    pub(crate) fan_left: f64,
    /// The brokers' boxes, by index.
    pub boxes: Vec<Rect>,
    /// Height of a broker's row.
    pub row: f64,
    /// The area of the loads.
    pub bars: Rect,
    /// The area of the histogram, below the bars; `None` with few brokers, or no room.
    pub(crate) histogram: Option<Rect>,
    /// The x of the numbers of connections, right of the boxes; `None` without room.
    pub(crate) count_x: Option<f64>,
    /// The areas of the lists below.
    pub(crate) strips: Vec<Rect>,
    /// Height of the head.
    pub head: f64,
    /// Font size.
    pub(crate) font: f64,
}

impl Layout {
    /// The layout of a fleet on a stage of a size, in CSS pixels.
    pub(super) fn new(plan: &Plan, width: f64, height: f64) -> Self {
        let is_small = width < 560.0 || height < 260.0;
        let head = if height >= 260.0 { 24.0 } else { 16.0 };
        let strips = strips(width, height);
        let below = strips.first().map_or(height, |strip| strip.top) - 4.0;
        let is_many = plan.world.brokers() >= MANY && width >= LARGE.0 && height >= LARGE.1;
        let room = below - head - if is_many { HISTOGRAM + 6.0 } else { 0.0 };
        let body = Rect {
            left: 8.0,
            top: head,
            width: width - 16.0,
            height: room.max(30.0),
        };
        let mut layout = Self {
            bands: bands(plan, &body),
            body,
            zone_x: None,
            dots: Vec::new(),
            radius: 2.0,
            per_dot: 1,
            firsts: Vec::new(),
            has_names: false,
            stall_width: 0.0,
            fan_left: 0.0,
            boxes: Vec::new(),
            row: 0.0,
            bars: body,
            histogram: None,
            count_x: None,
            strips,
            head,
            font: if is_small { 10.0 } else { 11.0 },
        };
        layout.place_producers(plan, width);
        layout.place_brokers(plan, width);
        let below_bars = Rect {
            top: body.bottom() + 4.0,
            height: HISTOGRAM,
            ..layout.bars
        };
        layout.histogram = is_many.then_some(below_bars);
        layout
    }

    fn place_producers(&mut self, plan: &Plan, width: f64) {
        let mut left = self.body.left;
        if self.bands.len() > 1 && width >= 300.0 {
            self.zone_x = Some(left);
            let longest = (0..self.bands.len())
                .map(|zone| plan.world.zone_name(zone).chars().count())
                .max();
            left += (longest.unwrap_or(0).min(10) as f64 * 6.0 + 6.0).min(66.0);
        }
        let closest = |per: usize| {
            let zones = plan.world.zones.iter().zip(&self.bands);
            zones
                .map(|(zone, band)| band.height / f64::from(zone.producers).max(1.0) * per as f64)
                .fold(f64::MAX, f64::min)
        };
        // As many columns as fit; beyond that a dot stands for several producers.
        let most_columns = (width * 0.11 / DOT_STEP).floor().max(1.0);
        while closest(self.per_dot) * most_columns < DOT_STEP {
            self.per_dot += 1;
        }
        let spacing = closest(self.per_dot);
        self.has_names = spacing >= self.font && width >= 420.0;
        self.stall_width = if spacing >= DOT_STEP {
            (width * 0.03).clamp(8.0, 26.0)
        } else {
            0.0
        };
        let names = if self.has_names { 30.0 } else { 0.0 };
        left += names + self.stall_width;
        let columns = (DOT_STEP / spacing).ceil().max(1.0);
        self.radius = (spacing * columns * 0.36).clamp(1.4, 4.2);
        let (mut producer, mut right) = (0, left);
        for (zone, band) in plan.world.zones.iter().zip(&self.bands) {
            self.firsts.push((self.dots.len(), producer));
            let count = (zone.producers as usize).div_ceil(self.per_dot);
            let own_columns = (count as f64 * DOT_STEP / band.height).ceil().max(1.0) as usize;
            let rows = count.div_ceil(own_columns).max(1);
            let step = band.height / rows as f64;
            let across = (self.radius * 2.0 + 1.4).max(DOT_STEP);
            for dot in 0..count {
                let (column, row) = (dot / rows, dot % rows);
                let x = left + self.radius + column as f64 * across;
                right = right.max(x + self.radius);
                self.dots.push(at(x, band.top + (row as f64 + 0.5) * step));
            }
            producer += zone.producers as usize;
        }
        self.fan_left = right + 4.0;
    }

    fn place_brokers(&mut self, plan: &Plan, width: f64) {
        let zones = plan
            .world
            .zones
            .iter()
            .zip(&self.bands)
            .filter(|(zone, _)| zone.brokers > 0);
        self.row = zones
            .map(|(zone, band)| band.height / f64::from(zone.brokers))
            .fold(60.0, f64::min);
        let is_named = self.row >= NAMED_ROW;
        let longest = plan
            .ground_truth
            .addresses
            .iter()
            .map(|address| address.name.len())
            .max()
            .unwrap_or(1) as f64;
        let size = if is_named {
            longest * self.font * 0.6 + 12.0
        } else {
            8.0
        };
        let size = if is_named {
            size.clamp(22.0, 48.0)
        } else {
            size
        };
        let left = (self.body.left + self.body.width * 0.46).max(self.fan_left + 40.0);
        for (zone, band) in plan.world.zones.iter().zip(&self.bands) {
            let row = band.height / f64::from(zone.brokers).max(1.0);
            let tall = (row * if is_named { 0.74 } else { 0.8 }).clamp(1.2, 24.0);
            for broker in 0..zone.brokers {
                let middle = band.top + (f64::from(broker) + 0.5) * row;
                self.boxes.push(Rect {
                    left,
                    top: middle - tall / 2.0,
                    width: size,
                    height: tall,
                });
            }
        }
        let mut bars_left = left + size + 8.0;
        if is_named && width >= 640.0 {
            self.count_x = Some(bars_left + 22.0);
            bars_left += 32.0;
        }
        // In low rows, names of brokers outside the band are behind their bars.
        let values = match self.row {
            row if row >= NAMED_ROW => 34.0,
            row if row >= 4.0 && width >= 560.0 => 76.0,
            row if row >= 4.0 => 26.0,
            _ => 8.0,
        };
        let bars_width = (self.body.right() - values - bars_left).max(20.0);
        self.bars = Rect {
            left: bars_left,
            top: self.body.top,
            width: bars_width,
            height: self.body.height,
        };
    }

    /// The index of a producer's dot.
    pub(super) fn dot_of(&self, plan: &Plan, producer: u32) -> usize {
        let zone = plan
            .fleet
            .get(producer as usize)
            .map_or(0, |about| usize::from(about.zone));
        let (dot, first) = self.firsts.get(zone).copied().unwrap_or_default();
        dot + (producer as usize).saturating_sub(first) / self.per_dot
    }

    /// The first producer of a dot.
    pub(super) fn producer_of(&self, dot: usize) -> u32 {
        let zone = self
            .firsts
            .iter()
            .rposition(|(first, _)| *first <= dot)
            .unwrap_or(0);
        let (first, producer) = self.firsts.get(zone).copied().unwrap_or_default();
        (producer + (dot - first.min(dot)) * self.per_dot) as u32
    }

    /// The position of a producer.
    pub(super) fn producer(&self, plan: &Plan, producer: u32) -> Point {
        self.dots
            .get(self.dot_of(plan, producer))
            .copied()
            .unwrap_or_default()
    }

    /// The point at which connections to a broker end.
    pub(super) fn broker(&self, place: u16) -> Point {
        self.boxes
            .get(usize::from(place))
            .map_or(at(0.0, 0.0), |area| at(area.left - 1.0, area.center().y))
    }
}

/// Divides the height among zones, half by producers and half by brokers.
fn bands(plan: &Plan, body: &Rect) -> Vec<Band> {
    let world = &plan.world;
    let (producers, brokers) = (
        f64::from(world.producers()).max(1.0),
        f64::from(world.brokers()).max(1.0),
    );
    let gap = if world.zones.len() > 1 { 6.0 } else { 0.0 };
    let room = body.height - gap * (world.zones.len() as f64 - 1.0);
    let least = (room / world.zones.len() as f64).min(16.0);
    let shares: Vec<f64> = world
        .zones
        .iter()
        .map(|zone| {
            (f64::from(zone.producers) / producers + f64::from(zone.brokers) / brokers) / 2.0
        })
        .collect();
    let spare = room - least * shares.len() as f64;
    let mut top = body.top;
    let band = |share: f64| {
        let height = least + spare * share;
        let band = Band { top, height };
        top += height + gap;
        band
    };
    shares.into_iter().map(band).collect()
}

/// One or two lines of lists at the bottom, as there is room.
fn strips(width: f64, height: f64) -> Vec<Rect> {
    let (count, tall) = match (width >= 560.0, height) {
        (true, height) if height >= 380.0 => (2, 26.0),
        (true, height) if height >= 240.0 => (1, 26.0),
        (false, height) if height >= 240.0 => (1, 44.0),
        _ => (1, 20.0),
    };
    let all = f64::from(count) * tall + 4.0;
    let strip = |line: i32| Rect {
        left: 8.0,
        top: height - all + f64::from(line) * tall,
        width: width - 16.0,
        height: tall,
    };
    (0..count).map(strip).collect()
}
