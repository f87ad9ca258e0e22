//! Source and destination, names and numbers under the columns, and the strip of revisions.

use super::Input;
use super::layout::{Column, Layout, Level};
use super::moment::Moment;
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, at, dashed, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::sharding::NodeId;
use crate::systems::sharding::round::{Phase, Verdict};
use crate::systems::sharding::view::NODE;

/// Maximum number of sources that are outlined.
const MAX_OUTLINES: usize = 16;

/// Number of characters that fit a width at a font size.
fn fitting(width: f64, size: f64) -> usize {
    (width / (size * 0.56)).max(0.0) as usize
}

/// A text shortened to this many characters.
fn shortened(content: &str, most: usize) -> String {
    if content.chars().count() <= most {
        return content.to_owned();
    }
    // The end of a name distinguishes it from others.
    let letters: Vec<char> = content.chars().collect();
    let tail = most.saturating_sub(1);
    if most == 0 {
        String::new()
    } else {
        format!(
            "…{}",
            letters[letters.len() - tail..].iter().collect::<String>()
        )
    }
}

/// Draws all labels of nodes.
pub(super) fn draw(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    scene: &mut Scene<SubjectRef>,
) {
    for column in &layout.columns {
        if input.viewport.selected == Some(SubjectRef::one(NODE, column.node.index())) {
            let frame = frame(layout, column);
            scene.shapes.push(Shape::Edge(
                super::columns::grown(frame, -1.0),
                stroke(Ink::Selected, 2.0),
            ));
        }
    }
    pair(input, layout, moment, scene);
    if layout.level == Level::Tiles
        || layout
            .columns
            .first()
            .is_some_and(|column| column.area.width >= 26.0)
    {
        layout
            .columns
            .iter()
            .for_each(|column| names(input, layout, moment, column, scene));
    } else {
        ends(input, layout, scene);
    }
    if layout.has_strip {
        strip(input, layout, moment, scene);
    }
}

fn frame(layout: &Layout, column: &Column) -> Rect {
    let inset = if column.area.width > 40.0 { 3.0 } else { 0.0 };
    let top = column.area.top - 3.0;
    let height = layout.names_y + if layout.is_small { 18.0 } else { 22.0 } - top;
    Rect {
        left: column.area.left + inset,
        top,
        width: column.area.width - inset * 2.0,
        height,
    }
}

/// Outlines and labels source and destination; dashed where nothing moves.
fn pair(input: &Input<'_>, layout: &Layout, moment: &Moment, scene: &mut Scene<SubjectRef>) {
    let decision = &input.detail.decision;
    let moves = decision.verdict == Verdict::Moves;
    if let Some((source, destination)) = decision.pair {
        let number = |value: f64| format_number(value, 2);
        let (gives, takes) = match moves {
            true => (
                format!("gives {}", decision.stopped),
                format!("takes {}", decision.stopped),
            ),
            false => (
                format!("+{}", number(decision.surplus)),
                format!("−{}", number(decision.deficit)),
            ),
        };
        if moves || decision.surplus > 0.0 {
            outline(layout, source, &gives, Ink::Source, !moves, scene);
        }
        if moves || decision.deficit > 0.0 {
            outline(layout, destination, &takes, Ink::Target, !moves, scene);
        }
        return;
    }
    if !moves || layout.level == Level::Line {
        return;
    }
    // Other strategies can have several sources and destinations at once.
    let gives = &moment.stops;
    if gives.iter().filter(|count| **count > 0).count() > MAX_OUTLINES {
        return;
    }
    for (place, count) in gives.iter().enumerate().filter(|(_, count)| **count > 0) {
        outline(
            layout,
            NodeId(place as u32),
            &format!("gives {count}"),
            Ink::Source,
            false,
            scene,
        );
    }
    for (place, count) in moment
        .landed
        .iter()
        .enumerate()
        .filter(|(place, count)| **count > 0 && gives[*place] == 0)
    {
        outline(
            layout,
            NodeId(place as u32),
            &format!("took {count}"),
            Ink::Target,
            false,
            scene,
        );
    }
}

fn outline(
    layout: &Layout,
    node: NodeId,
    words: &str,
    ink: Ink,
    is_dashed: bool,
    scene: &mut Scene<SubjectRef>,
) {
    let Some(column) = layout.column(node) else {
        return;
    };
    let y = column.area.top - 9.0;
    if column.area.width < 8.0 {
        // Too narrow for an outline: a mark above and below.
        let (x, tip) = (column.area.center().x, column.area.top);
        let sign = if ink == Ink::Source { -1.0 } else { 1.0 };
        let head = vec![
            at(x, tip - 4.0 + 4.0 * sign),
            at(x - 4.0, tip - 4.0 - 4.0 * sign),
            at(x + 4.0, tip - 4.0 - 4.0 * sign),
        ];
        scene.shapes.push(Shape::Area(head, ink));
        return;
    }
    let style = if is_dashed {
        dashed(ink, 1.2, 3.0, 3.0)
    } else {
        stroke(ink, 1.8)
    };
    scene.shapes.push(Shape::Edge(frame(layout, column), style));
    if fitting(column.area.width, 11.0) >= words.chars().count() {
        let wide = words.chars().count() as f64 * 6.6 + 6.0;
        let ground = Rect {
            left: column.area.center().x - wide / 2.0,
            top: y - 7.0,
            width: wide,
            height: 14.0,
        };
        scene.shapes.push(Shape::Fill(ground, Ink::Ground));
        scene.shapes.push(Shape::Text {
            at: at(column.area.center().x, y),
            text: words.to_owned(),
            ink,
            size: if layout.is_small { 10.5 } else { 12.0 },
            anchor: Anchor::Middle,
            bold: !is_dashed,
        });
    }
}

/// Draws a node's name, and under it its shards and weight.
fn names(
    input: &Input<'_>,
    layout: &Layout,
    moment: &Moment,
    column: &Column,
    scene: &mut Scene<SubjectRef>,
) {
    let place = column.node.index();
    let (node, phase) = (&input.detail.nodes[place], moment.phases[place]);
    let width = column.area.width - 4.0;
    let (name_size, line_size) = if layout.is_small {
        (11.0, 10.0)
    } else {
        (12.0, 11.0)
    };
    let ink = if phase.is_present() {
        Ink::Text
    } else {
        Ink::Dim
    };
    let name = shortened(&input.run.nodes()[place].name, fitting(width, name_size));
    let center = column.area.center().x;
    scene.shapes.push(text(
        at(center, layout.names_y),
        name,
        ink,
        name_size,
        Anchor::Middle,
    ));
    let count = moment.counts[place];
    let of = of_target(input, layout, column);
    let (full, short, ink) = match phase {
        Phase::Up if node.weight == 0 && count == 0 && moment.handing[place] > 0 => (
            format!("{} in hand-off", moment.handing[place]),
            "0".to_owned(),
            Ink::Dim,
        ),
        Phase::Up if node.weight == 0 && count == 0 && !is_all_weightless(input) => {
            ("could be released".to_owned(), "free".to_owned(), Ink::Good)
        }
        Phase::Up if node.weight == 0 && count > 0 && !is_all_weightless(input) => {
            let shards = crate::systems::sharding::explanation::shards(u64::from(count));
            (
                format!("held by {shards}"),
                format!("{count} · w 0"),
                Ink::Source,
            )
        }
        Phase::Up => (
            format!("{count}{of} · weight {}", weight(input, place)),
            format!("{count}{of}"),
            Ink::Dim,
        ),
        Phase::Dead => ("does not answer".to_owned(), "dead".to_owned(), Ink::Source),
        Phase::Absent => ("not there yet".to_owned(), "–".to_owned(), Ink::Dim),
        Phase::Leaving => (
            format!("{count} · leaving"),
            format!("{count} ↓"),
            Ink::Source,
        ),
        Phase::Joining | Phase::Gone => {
            (phase.label().to_owned(), phase.label().to_owned(), Ink::Dim)
        }
    };
    let fits = |words: &str| words.chars().count() <= fitting(width, line_size);
    let least = count.to_string();
    let words = [full, short, least].into_iter().find(|words| fits(words));
    if let Some(words) = words {
        let y = layout.names_y + if layout.is_small { 12.5 } else { 15.0 };
        scene
            .shapes
            .push(text(at(center, y), words, ink, line_size, Anchor::Middle));
    }
}

/// The target as a suffix of the count, where the line on the stage has no label.
fn of_target(input: &Input<'_>, layout: &Layout, column: &Column) -> String {
    let node = &input.detail.nodes[column.node.index()];
    let target = node.target;
    let has_number = layout.level == Level::Tiles
        && super::columns::target_label(layout, column, target, node.whole_target).is_some();
    if has_number || !target.is_finite() {
        String::new()
    } else {
        format!(" of {}", format_number(target, 1))
    }
}

/// Whether all weights are 0, so that a weight says nothing.
fn is_all_weightless(input: &Input<'_>) -> bool {
    input.detail.nodes.iter().all(|node| node.weight == 0)
}

/// The weight of a node as text: percent of the traffic over the nodes of its revision, or the manual weight.
fn weight(input: &Input<'_>, place: usize) -> String {
    let own = input.run.nodes()[place].revision;
    match input
        .detail
        .traffic
        .iter()
        .find(|(revision, _)| *revision == own)
    {
        Some((_, percent)) => {
            let up = |(other, node): (
                &crate::systems::sharding::resolve::NodeInfo,
                &crate::systems::sharding::round::NodeSnapshot,
            )| { other.revision == own && node.phase == Phase::Up };
            let nodes = input
                .run
                .nodes()
                .iter()
                .zip(&input.detail.nodes)
                .filter(|pair| up(*pair))
                .count();
            if nodes > 1 {
                format!("{percent}/{nodes}")
            } else {
                percent.to_string()
            }
        }
        None => input.detail.nodes[place].weight.to_string(),
    }
}

/// Draws the first and the last name, where there is no room for all.
fn ends(input: &Input<'_>, layout: &Layout, scene: &mut Scene<SubjectRef>) {
    let (Some(first), Some(last)) = (layout.columns.first(), layout.columns.last()) else {
        return;
    };
    let name = |node: NodeId| input.run.name(node).to_owned();
    let room = (input.viewport.width - 40.0) / 3.0;
    let most = fitting(room, 11.0);
    let y = layout.names_y;
    let words = shortened(&name(first.node), most);
    scene.shapes.push(text(
        at(first.area.left, y),
        words,
        Ink::Dim,
        11.0,
        Anchor::Start,
    ));
    let words = shortened(&name(last.node), most);
    scene.shapes.push(text(
        at(last.area.right(), y),
        words,
        Ink::Dim,
        11.0,
        Anchor::End,
    ));
    let words = format!("{} nodes", layout.columns.len());
    scene.shapes.push(text(
        at(input.viewport.width / 2.0, y),
        words,
        Ink::Dim,
        11.0,
        Anchor::Middle,
    ));
}

/// Draws the strip of revisions: a bracket under the nodes, the share of shards as a bar, the share of traffic as a mark.
fn strip(input: &Input<'_>, layout: &Layout, moment: &Moment, scene: &mut Scene<SubjectRef>) {
    let all: u32 = moment.counts.iter().sum();
    let mut start = 0;
    while start < layout.columns.len() {
        let revision =
            |place: usize| input.run.nodes()[layout.columns[place].node.index()].revision;
        let own = revision(start);
        let end = (start..layout.columns.len())
            .take_while(|place| revision(*place) == own)
            .count()
            + start;
        let nodes = &layout.columns[start..end];
        let held: u32 = nodes
            .iter()
            .map(|column| moment.counts[column.node.index()])
            .sum();
        let is_present = nodes
            .iter()
            .any(|column| moment.phases[column.node.index()].is_present());
        let share = if all > 0 {
            f64::from(held) * 100.0 / f64::from(all)
        } else {
            0.0
        };
        let traffic = input
            .detail
            .traffic
            .iter()
            .find(|(other, _)| *other == own)
            .map_or(0, |(_, percent)| *percent);
        let (left, right) = (
            nodes[0].area.left + 4.0,
            nodes[nodes.len() - 1].area.right() - 4.0,
        );
        revision_mark(
            layout,
            (left, right),
            &input.run.revisions()[usize::from(own)],
            (share, f64::from(traffic), is_present),
            scene,
        );
        start = end;
    }
}

fn revision_mark(
    layout: &Layout,
    (left, right): (f64, f64),
    name: &str,
    (share, traffic, is_present): (f64, f64, bool),
    scene: &mut Scene<SubjectRef>,
) {
    let y = layout.strip_y + if layout.is_small { 4.0 } else { 8.0 };
    let bracket = vec![
        at(left, y - 3.0),
        at(left, y),
        at(right, y),
        at(right, y - 3.0),
    ];
    scene
        .shapes
        .push(Shape::Path(bracket, stroke(Ink::Dim, 1.0)));
    let (share_text, traffic_text) = (format_number(share, 1), format_number(traffic, 0));
    let choices = match is_present {
        true => vec![
            format!("{name}: {share_text} % of shards · {traffic_text} % of traffic"),
            format!("{name}: {share_text} % for {traffic_text} %"),
            format!("{share_text} / {traffic_text} %"),
            name.to_owned(),
        ],
        false => vec![
            format!("{name}: no nodes · {traffic_text} % of traffic"),
            format!("{name}: – for {traffic_text} %"),
            format!("– / {traffic_text} %"),
            name.to_owned(),
        ],
    };
    let (size, room) = (
        if layout.is_small { 10.0 } else { 11.0 },
        right - left + 6.0,
    );
    let fits = |words: &&String| words.chars().count() <= fitting(room, size);
    let center = (left + right) / 2.0;
    if let Some(words) = choices.iter().find(fits) {
        let is_off = (share - traffic).abs() >= 5.0;
        let ink = if is_off { Ink::Text } else { Ink::Dim };
        scene.shapes.push(text(
            at(center, y + 9.5),
            words.clone(),
            ink,
            size,
            Anchor::Middle,
        ));
    }
    if layout.is_small {
        return;
    }
    // The track stands for 100 %.
    let wide = (right - left).min(180.0);
    let track = Rect {
        left: center - wide / 2.0,
        top: y + 19.0,
        width: wide,
        height: 6.0,
    };
    scene.shapes.push(Shape::Fill(track, Ink::Grid));
    scene.shapes.push(Shape::Fill(
        Rect {
            width: wide * share / 100.0,
            ..track
        },
        Ink::Idle,
    ));
    let x = track.left + wide * traffic / 100.0;
    scene.shapes.push(Shape::Path(
        vec![at(x, track.top - 3.0), at(x, track.bottom() + 3.0)],
        stroke(Ink::Target, 2.0),
    ));
}
