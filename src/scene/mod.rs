//! Geometry of an instant: what stands where, as plain data.
//!
//! A scene knows no canvas and no colour: it is measured in CSS pixels, and its inks are meanings.
//! Painting it is `paint`'s work; the same scene goes onto a canvas and into an SVG.

pub mod chart;

/// A place in CSS pixels, from the upper left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A point at (x, y).
pub fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// The middle.
    pub fn center(&self) -> Point {
        at(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// Whether a point lies within.
    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right()).contains(&point.x)
            && (self.top..=self.bottom()).contains(&point.y)
    }
}

/// What a colour is to say; `paint` knows which colour says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ink {
    /// The ground everything stands on.
    Ground,
    /// Grid lines.
    Grid,
    /// What is read second.
    Dim,
    /// What is read first.
    Text,
    /// Load of what is left as it is.
    Idle,
    /// Load that no bundle makes.
    Base,
    /// What gives load away.
    Source,
    /// What gives load away, as a surface.
    SourceSoft,
    /// What receives load.
    Target,
    /// What receives load, as a surface.
    TargetSoft,
    /// What went well, where that is not the common case.
    Good,
    /// In flight.
    Flight,
    /// The edge of what is in flight.
    FlightEdge,
    /// Text on what is in flight.
    FlightText,
    /// What is looked at.
    Selected,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour's meaning.
    pub(crate) ink: Ink,
    /// Its width in CSS pixels.
    pub width: f64,
    /// Lengths of dash and gap; none for a line drawn through.
    pub dash: Option<(f64, f64)>,
}

/// A line drawn through.
pub(crate) fn stroke(ink: Ink, width: f64) -> Stroke {
    Stroke {
        ink,
        width,
        dash: None,
    }
}

/// A dashed line.
pub(crate) fn dashed(ink: Ink, width: f64, dash: f64, gap: f64) -> Stroke {
    Stroke {
        ink,
        width,
        dash: Some((dash, gap)),
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Fill(Rect, Ink),
    /// The edge of a rectangle.
    Edge(Rect, Stroke),
    /// A line through points.
    Path(Vec<Point>, Stroke),
    /// A filled surface between points.
    Area(Vec<Point>, Ink),
    /// A filled disc.
    Disc(Point, f64, Ink),
    /// A circle's edge.
    Ring(Point, f64, Stroke),
    /// A text, vertically centred on its point.
    Text {
        /// Where.
        at: Point,
        /// What.
        text: String,
        /// Colour's meaning.
        ink: Ink,
        /// Height in CSS pixels.
        size: f64,
        /// How it stands on its point.
        anchor: Anchor,
        /// Whether it is bold.
        bold: bool,
    },
}

/// A text of the usual kind.
pub fn text(
    point: Point,
    content: impl Into<String>,
    ink: Ink,
    size: f64,
    anchor: Anchor,
) -> Shape {
    Shape::Text {
        at: point,
        text: content.into(),
        ink,
        size,
        anchor,
        bold: false,
    }
}

/// A place that answers to the pointer, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target<S> {
    /// Where.
    pub area: Rect,
    /// The subject.
    pub subject: S,
}

/// Shapes in the order in which they are drawn, and the places that answer to the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<S> {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// What to draw.
    pub shapes: Vec<Shape>,
    /// What answers; later ones lie on top.
    pub targets: Vec<Target<S>>,
}

impl<S: Copy> Scene<S> {
    /// A scene with nothing in it, of a size in CSS pixels.
    pub fn sized(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            shapes: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// What a point belongs to.
    pub fn hit(&self, point: Point) -> Option<S> {
        self.targets
            .iter()
            .rev()
            .find(|target| target.area.contains(point))
            .map(|target| target.subject)
    }
}
