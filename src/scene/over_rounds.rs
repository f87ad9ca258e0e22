//! What charts over the rounds have in common: where a round stands, which are drawn, marks and numbers below.

use super::{Anchor, Ink, Rect, Scene, Shape, at, text};
use crate::run::words::trimmed;

/// A plot whose width are the rounds of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverRounds {
    /// Where it stands.
    pub plot: Rect,
    /// How many rounds there will be.
    pub horizon: usize,
}

impl OverRounds {
    /// Where a round stands, from the left of the scene.
    pub fn x(&self, index: usize) -> f64 {
        self.plot.left + self.plot.width * index as f64 / (self.horizon.max(2) - 1) as f64
    }

    /// Those of the first `count` rounds that are drawn: one per pixel at most.
    pub fn steps(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let every = (count as f64 / self.plot.width.max(1.0)).ceil().max(1.0) as usize;
        (0..count).step_by(every)
    }

    /// A triangle of half that width under each of some rounds.
    pub fn mark<T>(&self, rounds: impl Iterator<Item = usize>, half: f64, scene: &mut Scene<T>) {
        let y = self.plot.bottom() + 3.0;
        for x in rounds.map(|index| self.x(index)) {
            let corners = vec![at(x, y), at(x + half, y + half + 3.0), at(x - half, y + half + 3.0)];
            scene.shapes.push(Shape::Area(corners, Ink::Giving));
        }
    }

    /// The numbers of the rounds, counted from 1, as many as have room.
    pub fn number<T>(&self, scene: &mut Scene<T>) {
        let most = (self.plot.width / 56.0).max(2.0);
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
        let every = steps.into_iter().find(|step| self.horizon as f64 / f64::from(*step) <= most).unwrap_or(5000);
        let every = every as usize;
        for number in (1..=self.horizon).filter(|number| *number == 1 || number.is_multiple_of(every)) {
            // The first gives way to one close behind it.
            if number == 1 && every > 1 && self.x(every - 1) - self.x(0) < 22.0 {
                continue;
            }
            let place = at(self.x(number - 1), self.plot.bottom() + 20.0);
            scene.shapes.push(text(place, trimmed(number as f64, 0), Ink::Dim, 11.0, Anchor::Middle));
        }
    }
}
