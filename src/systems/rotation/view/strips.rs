//! The lists of one or two producers: the write endpoints, and the locals in the order of tries.

use super::super::explanation::{address_name, producer_name};
use super::super::ground_truth::Reachability;
use super::super::lists::ListChangeKind;
use super::super::reason::{AddressId, ProducerId};
use super::fleet::selected;
use super::layout::Layout;
use super::{PAIR, PRODUCER, StageContext};
use crate::engine::format::format_number;
use crate::scene::{Anchor, Ink, Rect, Scene, Shape, Target, at, stroke, text};
use crate::simulator::SubjectRef;
use crate::systems::rotation::Selector;

/// A list in transition: its chips before and after, and the progress from 0 to 1.
struct ListTransition {
    before: Vec<AddressId>,
    after: Vec<AddressId>,
    share: f64,
}

/// The producers whose lists are shown: the selected or first one; then one in trouble, or the next.
fn shown(context: &StageContext<'_>, count: usize) -> Vec<ProducerId> {
    let fleet = context.plan.fleet.len() as u32;
    let first = selected(context).unwrap_or(0);
    let mut all = vec![first];
    if count > 1 && fleet > 1 {
        let now =
            |one: &&super::super::round::Try| one.from_us <= context.at_us && one.producer != first;
        let troubled = context
            .detail
            .tries
            .iter()
            .filter(now)
            .min_by_key(|one| one.producer)
            .map(|one| one.producer);
        all.push(troubled.unwrap_or((first + 1) % fleet));
    }
    all
}

/// Draws the strips, if lists are recorded.
pub(super) fn draw(context: &StageContext<'_>, layout: &Layout, scene: &mut Scene<SubjectRef>) {
    if context.detail.lists.is_empty() {
        return;
    }
    for (producer, area) in shown(context, layout.strips.len())
        .into_iter()
        .zip(&layout.strips)
    {
        let line = vec![at(area.left, area.top), at(area.right(), area.top)];
        scene.shapes.push(Shape::Path(line, stroke(Ink::Grid, 1.0)));
        draw_strip(context, layout, producer, area, scene);
    }
}

fn draw_strip(
    context: &StageContext<'_>,
    layout: &Layout,
    producer: ProducerId,
    area: &Rect,
    scene: &mut Scene<SubjectRef>,
) {
    let font = layout.font;
    let is_double = area.height >= 40.0;
    let row = if is_double {
        area.height / 2.0
    } else {
        area.height
    };
    let y = area.top + row / 2.0;
    let name = producer_name(context.plan, producer).to_owned();
    let is_selected = selected(context) == Some(producer);
    let ink = if is_selected {
        Ink::Selected
    } else {
        Ink::Text
    };
    let mut left = area.left;
    scene
        .shapes
        .push(text(at(left, y), name.clone(), ink, font, Anchor::Start));
    let named = Rect {
        left,
        top: area.top,
        width: 44.0,
        height: row,
    };
    scene.targets.push(Target {
        area: named,
        subject: SubjectRef::one(PRODUCER, producer as usize),
    });
    left += (name.chars().count() as f64 * font * 0.6 + 10.0).max(34.0);
    let is_single = context.plan.variant.selection == Selector::Single;
    let (locals, writes) = list_transition(context, producer);
    let is_wide = area.width >= 560.0;
    let word = |scene: &mut Scene<SubjectRef>, x: f64, y: f64, word: &str| {
        scene
            .shapes
            .push(text(at(x, y), word, Ink::Dim, font, Anchor::Start));
        x + word.chars().count() as f64 * font * 0.55 + 7.0
    };
    left = word(scene, left, y, if is_single { "current" } else { "writes" });
    let room = if is_single {
        1
    } else {
        context.plan.endpoints.clamp(1, 12)
    };
    let chip = chip_width(context, layout, &locals.after);
    let most = if is_wide { room } else { room.min(4) };
    let strip = Strip {
        context,
        layout,
        producer,
        y,
        chip,
        height: (row - 7.0).min(18.0),
    };
    strip.draw(left, &writes, most, true, scene);
    let is_cut = writes.after.len() > most;
    left += most as f64 * (chip + 3.0) + if is_cut { 34.0 } else { 12.0 };
    let (mut locals_left, mut locals_y) = (left, y);
    if is_double {
        (locals_left, locals_y) = (area.left, area.top + row * 1.5);
    }
    let status = status(context, producer);
    let status_width = if is_double || !is_wide {
        0.0
    } else {
        (status.0.chars().count() as f64 * font * 0.54 + 12.0).min(area.width * 0.3)
    };
    locals_left = word(
        scene,
        locals_left,
        locals_y,
        if is_single { "endpoints" } else { "locals" },
    );
    let fit = (((area.right() - status_width - 30.0 - locals_left) / (chip + 3.0))
        .floor()
        .max(1.0)) as usize;
    Strip {
        y: locals_y,
        ..strip
    }
    .draw(locals_left, &locals, fit, false, scene);
    if is_double {
        let x = area.right();
        if left + status.0.chars().count() as f64 * font * 0.54 < x {
            scene
                .shapes
                .push(text(at(x, y), status.0, status.1, font, Anchor::End));
        }
    } else if is_wide {
        scene.shapes.push(text(
            at(area.right(), y),
            status.0,
            status.1,
            font,
            Anchor::End,
        ));
    }
}

/// The current activity of a producer, in a few words.
fn status(context: &StageContext<'_>, producer: ProducerId) -> (String, Ink) {
    let trying = context.detail.tries.iter().find(|one| {
        one.producer == producer && (one.from_us..one.until_us).contains(&context.at_us)
    });
    if let Some(one) = trying {
        let stood = format_number((context.at_us - one.from_us) as f64 / 1e6, 1);
        let how = if one.reachability == Reachability::BlackHole {
            "no answer"
        } else {
            "refused"
        };
        let said = format!(
            "blocked by {}, {stood} s ({how})",
            address_name(context.plan, one.address)
        );
        return (said, Ink::Source);
    }
    if context.detail.unbuilt.contains(&producer) {
        return ("not built".to_owned(), Ink::Source);
    }
    match last_sent(context, producer) {
        Some(address) => (
            format!("wrote to {}", address_name(context.plan, address)),
            Ink::Dim,
        ),
        None => (String::new(), Ink::Dim),
    }
}

/// The endpoint that a producer last sent to, if it did since the start of the previous slice.
fn last_sent(context: &StageContext<'_>, producer: ProducerId) -> Option<AddressId> {
    let all = context.detail.before.iter().chain(&context.detail.flights);
    let own = all.filter(|flight| flight.producer == producer && flight.from_us <= context.at_us);
    own.max_by_key(|flight| flight.from_us)
        .map(|flight| flight.address)
}

/// A producer's locals and write endpoints, with the transition of the last change.
fn list_transition(
    context: &StageContext<'_>,
    producer: ProducerId,
) -> (ListTransition, ListTransition) {
    let (locals, writes) = context.detail.lists.of(producer);
    let (mut locals, mut writes) = (locals.to_vec(), writes.to_vec());
    let mut before = (locals.clone(), writes.clone());
    let mut since = None;
    for change in context.detail.list_steps(producer, context.at_us) {
        if since.is_none_or(|since| context.share(since, context.shown_us()) >= 1.0)
            || since != Some(change.at_us)
        {
            before = (locals.clone(), writes.clone());
        }
        if !matches!(change.step, ListChangeKind::Forgiven(_)) {
            since = Some(change.at_us);
        }
        change.step.apply(&mut locals, &mut writes);
        if matches!(change.step, ListChangeKind::Set(_)) {
            // A new list appears at once: none of its chips comes from the old one.
            before = (locals.clone(), writes.clone());
        }
    }
    let share = since.map_or(1.0, |since| context.share(since, context.shown_us()));
    let share = share * share * (3.0 - 2.0 * share);
    (
        ListTransition {
            before: before.0,
            after: locals,
            share,
        },
        ListTransition {
            before: before.1,
            after: writes,
            share,
        },
    )
}

fn chip_width(context: &StageContext<'_>, layout: &Layout, list: &[AddressId]) -> f64 {
    let longest = list
        .iter()
        .map(|address| address_name(context.plan, *address).len())
        .max()
        .unwrap_or(1);
    (longest as f64 * layout.font * 0.6 + 8.0).max(17.0)
}

/// The context for drawing chips.
#[derive(Clone, Copy)]
struct Strip<'a> {
    context: &'a StageContext<'a>,
    layout: &'a Layout,
    producer: ProducerId,
    y: f64,
    chip: f64,
    height: f64,
}

impl Strip<'_> {
    /// Draws a list of chips from the left; chips that do not fit are counted.
    fn draw(
        &self,
        left: f64,
        list: &ListTransition,
        most: usize,
        is_write: bool,
        scene: &mut Scene<SubjectRef>,
    ) {
        let x = |place: usize| left + place as f64 * (self.chip + 3.0);
        let last = last_sent(self.context, self.producer);
        let mut on_top = Vec::new();
        for (place, address) in list.after.iter().copied().enumerate().take(most) {
            let to = x(place);
            let from = match list.before.iter().position(|other| *other == address) {
                Some(before) if before < most => x(before),
                _ => to + if is_write { 14.0 } else { 0.0 },
            };
            let area = |rise: f64| self.area(from + (to - from) * list.share, rise);
            if (to - from).abs() > self.chip * 1.5 {
                // It moves to the end, above the others.
                on_top.push((
                    area(-2.4 * list.share * (1.0 - list.share) * self.height),
                    address,
                ));
            } else {
                self.chip(&area(0.0), address, is_write, last == Some(address), scene);
            }
        }
        for (area, address) in on_top {
            self.chip(&area, address, is_write, last == Some(address), scene);
        }
        if list.share < 1.0 {
            let gone = list
                .before
                .iter()
                .enumerate()
                .take(most)
                .filter(|(_, address)| !list.after.contains(address));
            for (place, address) in gone {
                self.struck(
                    &self.area(x(place), list.share * self.height * 0.3),
                    *address,
                    scene,
                );
            }
        }
        if list.after.len() > most {
            let said = format!("+{}", list.after.len() - most);
            scene.shapes.push(text(
                at(x(most), self.y),
                said,
                Ink::Dim,
                self.layout.font,
                Anchor::Start,
            ));
        }
        if list.after.is_empty() && (list.share >= 1.0 || list.before.is_empty()) {
            scene.shapes.push(text(
                at(left, self.y),
                "none",
                Ink::Source,
                self.layout.font,
                Anchor::Start,
            ));
        }
    }

    fn area(&self, left: f64, rise: f64) -> Rect {
        Rect {
            left,
            top: self.y - self.height / 2.0 + rise,
            width: self.chip,
            height: self.height,
        }
    }

    fn chip(
        &self,
        area: &Rect,
        address: AddressId,
        is_write: bool,
        is_last: bool,
        scene: &mut Scene<SubjectRef>,
    ) {
        let context = self.context;
        let failures = context
            .detail
            .failures_at(self.producer, address, context.at_us);
        scene.shapes.push(Shape::Fill(
            *area,
            if is_write {
                Ink::TargetSoft
            } else {
                Ink::Ground
            },
        ));
        let edge = if failures > 0 {
            Ink::Source
        } else if is_write {
            Ink::Target
        } else {
            Ink::Idle
        };
        scene.shapes.push(Shape::Edge(*area, stroke(edge, 1.0)));
        let name = address_name(context.plan, address);
        scene.shapes.push(text(
            area.center(),
            name,
            Ink::Text,
            self.layout.font,
            Anchor::Middle,
        ));
        // One dot in the corner for each failure.
        for failure in 0..failures.min(3) {
            let point = at(
                area.right() - 3.0 - 4.0 * f64::from(failure),
                area.top + 1.0,
            );
            scene.shapes.push(Shape::Disc(point, 2.0, Ink::Source));
        }
        if is_last && is_write {
            // A line below the endpoint that was written to last marks the rotation.
            let line = vec![
                at(area.left, area.bottom() + 2.0),
                at(area.right(), area.bottom() + 2.0),
            ];
            scene
                .shapes
                .push(Shape::Path(line, stroke(Ink::FlightEdge, 2.0)));
        }
        let subject = SubjectRef {
            kind: PAIR,
            a: self.producer,
            b: u32::from(address),
        };
        scene.targets.push(Target {
            area: *area,
            subject,
        });
    }

    fn struck(&self, area: &Rect, address: AddressId, scene: &mut Scene<SubjectRef>) {
        scene.shapes.push(Shape::Fill(*area, Ink::SourceSoft));
        let name = address_name(self.context.plan, address);
        scene.shapes.push(text(
            area.center(),
            name,
            Ink::Dim,
            self.layout.font,
            Anchor::Middle,
        ));
        let line = vec![
            at(area.left - 1.0, area.center().y),
            at(area.right() + 1.0, area.center().y),
        ];
        scene
            .shapes
            .push(Shape::Path(line, stroke(Ink::Source, 1.6)));
    }
}
