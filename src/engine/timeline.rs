//! Rounds in order, kept compactly, reachable in any order.
//!
//! A timeline keeps what each round recorded and, every few rounds, the state it started from. Any
//! state and any round's reasons are found again by starting at the keyframe before it: the same
//! function gives the same bits.

use std::fmt::Debug;

use super::digest::Digest;
use super::explain::{Explain, Reason};

/// A world with rules: how it starts, and what one round does to it. Pure; no clock, no browser.
pub trait Simulation {
    /// All that changes from round to round.
    type State: Clone;
    /// The record of a round: small, because there may be many.
    type Round;
    /// What else a round comes to; found again when it is looked at.
    type Detail;
    /// What reasons are about.
    type Subject;
    /// The rules that give reasons; their names are what [`Debug`] writes.
    type Rule: Debug;

    /// How many rounds the scenario asks for; at least 1.
    fn horizon(&self) -> usize;

    /// The state before the first round.
    fn start(&self) -> Self::State;

    /// Plays round `index` (from 0), changing the state.
    fn step(
        &self,
        state: &mut Self::State,
        index: usize,
        explain: &mut Explain<Self::Subject, Self::Rule>,
    ) -> (Self::Round, Self::Detail);

    /// Does a part of round `index` ahead of [`Simulation::step`], which does the rest and gives no reasons for this part;
    /// `false` where only a little is left. What has been done is kept in the state. For systems whose rounds may take
    /// longer than somebody can wait.
    fn step_part(&self, _state: &mut Self::State, _index: usize) -> bool {
        false
    }

    /// About how much memory a state takes that is kept, in bytes: what is shared with others does not count.
    fn state_bytes(&self, _state: &Self::State) -> usize {
        0
    }

    /// Drops what a state keeps only to be quick and can work out again: the state is about to be kept for a while.
    fn drop_derived(&self, _state: &mut Self::State) {}

    /// Adds a round to the digest of the run.
    fn digest(&self, round: &Self::Round, detail: &Self::Detail, digest: &mut Digest);
}

/// A round that was played again: all that is not kept of it.
#[derive(Clone, Debug)]
pub struct Explained<S: Simulation> {
    /// What the round came to.
    pub detail: S::Detail,
    /// Why, in the order in which it was decided.
    pub reasons: Vec<Reason<S::Subject, S::Rule>>,
}

/// A run of a [`Simulation`]: rounds as far as they have been produced, and the way back to any of them.
pub struct Timeline<S: Simulation> {
    simulation: S,
    rounds: Vec<S::Round>,
    /// The states before rounds 0, `every`, twice that, …
    keyframes: Vec<S::State>,
    /// Rounds from one kept state to the next. Where states take much memory there are fewer of them.
    every: usize,
    /// The state after the rounds produced so far; none once all have been.
    head: Option<S::State>,
    /// Whether a part of the next round has been produced.
    is_begun: bool,
    digest: Digest,
    /// The state looked at last, and the round it stands before: the next look is usually near. None before the first
    /// look.
    visited: Option<(usize, S::State)>,
    /// The detail of the round produced last, while there are more to produce: the round that is produced is often the one
    /// that is shown.
    latest: Option<S::Detail>,
    /// Kept states take about this much memory and no more, in bytes.
    keyframe_bytes: usize,
}

/// Rounds from one kept state to the next, at first.
const FIRST_EVERY: usize = 8;
/// Kept states take about this much memory and no more, unless somebody says otherwise.
const KEYFRAME_BYTES: usize = 16 << 20;

impl<S: Simulation> Timeline<S> {
    /// A run that has not produced a round yet.
    pub fn new(simulation: S) -> Self {
        Self::with_keyframe_bytes(simulation, KEYFRAME_BYTES)
    }

    /// A run that has not produced a round yet, whose keyframes take at most about `keyframe_bytes` bytes. The start is
    /// always kept.
    pub(crate) fn with_keyframe_bytes(simulation: S, keyframe_bytes: usize) -> Self {
        let head = simulation.start();
        Self {
            simulation,
            rounds: Vec::new(),
            keyframes: vec![head.clone()],
            every: FIRST_EVERY,
            head: Some(head),
            is_begun: false,
            digest: Digest::default(),
            visited: None,
            latest: None,
            keyframe_bytes,
        }
    }

    /// The simulation that runs.
    pub fn simulation(&self) -> &S {
        &self.simulation
    }

    /// The rounds produced so far.
    pub fn rounds(&self) -> &[S::Round] {
        &self.rounds
    }

    /// Whether every round of the horizon has been produced.
    pub fn is_complete(&self) -> bool {
        self.rounds.len() >= self.simulation.horizon()
    }

    /// The fingerprint of the rounds produced so far.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Produces the next round, or a part of it; `false` once the horizon is reached.
    pub fn advance(&mut self) -> bool {
        let index = self.rounds.len();
        let Some(head) = &mut self.head else {
            return false;
        };
        if !std::mem::replace(&mut self.is_begun, true)
            && index > 0
            && index.is_multiple_of(self.every)
        {
            self.keyframes.push(head.clone());
            if self.keyframes.len() * self.simulation.state_bytes(head) > self.keyframe_bytes {
                let mut place = 0;
                self.keyframes.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.every *= 2;
            }
        }
        // What the state shares with it need not be copied to be changed once it is gone.
        self.latest = None;
        if self.simulation.step_part(head, index) {
            return true;
        }
        self.is_begun = false;
        let (round, detail) = self.simulation.step(head, index, &mut Explain::disabled());
        self.simulation.digest(&round, &detail, &mut self.digest);
        self.rounds.push(round);
        if self.is_complete() {
            self.head = None;
        } else {
            self.latest = Some(detail);
        }
        true
    }

    /// Gives back the memory of what can be found again, at the price of starting from the first round: for a run that
    /// is about to be replaced.
    pub fn release(&mut self) {
        self.keyframes.truncate(1);
        self.every = self.simulation.horizon().max(FIRST_EVERY);
        self.latest = None;
    }

    /// Produces every round of the horizon.
    pub fn complete(&mut self) {
        while self.advance() {}
    }

    /// The round `index`, produced now if it has not been; `None` past the horizon.
    pub fn round(&mut self, index: usize) -> Option<&S::Round> {
        while self.rounds.len() <= index && self.advance() {}
        self.rounds.get(index)
    }

    /// How many rounds are simulated again when round `index` is looked at; a round that is not computed counts as none.
    pub fn replayed(&self, index: usize) -> usize {
        if index >= self.rounds.len() || (index + 1 == self.rounds.len() && self.latest.is_some()) {
            return 0;
        }
        let keyframe = (index / self.every).min(self.keyframes.len() - 1) * self.every;
        let visited = self
            .visited
            .as_ref()
            .map(|(at, _)| *at)
            .filter(|at| (keyframe..=index).contains(at));
        index + 1 - visited.unwrap_or(keyframe)
    }

    /// The state before round `index`; past the horizon, the state at its end.
    pub fn state(&mut self, index: usize) -> &S::State {
        while self.approach(index) {}
        match &self.visited {
            Some((_, state)) => state,
            None => unreachable!("the state that was approached"),
        }
    }

    /// Takes one step towards [`Timeline::state`]: computes the next round, or the one after the state looked at last, or
    /// a part of these;
    /// `false` once the state is at hand.
    pub fn approach(&mut self, index: usize) -> bool {
        let index = index.min(self.simulation.horizon());
        if self.rounds.len() < index {
            return self.advance();
        }
        let keyframe = (index / self.every).min(self.keyframes.len() - 1);
        let Some((at, state)) = self
            .visited
            .as_mut()
            .filter(|(at, _)| (keyframe * self.every..=index).contains(at))
        else {
            // Copying a state may take as long as a step.
            self.visited = Some((keyframe * self.every, self.keyframes[keyframe].clone()));
            return keyframe * self.every != index;
        };
        if *at == index {
            return false;
        }
        if self.simulation.step_part(state, *at) {
            return true;
        }
        self.simulation.step(state, *at, &mut Explain::disabled());
        *at += 1;
        if *at == index {
            self.simulation.drop_derived(state);
        }
        true
    }

    /// Plays round `index` once more and records its reasons. `None` past the horizon.
    pub fn explain(&mut self, index: usize) -> Option<Explained<S>> {
        self.play_again(index, Explain::recording())
    }

    /// Explains round `index` as [`Timeline::explain`] does, but records only the reasons about the subjects
    /// for which `only` holds.
    pub fn explain_only(
        &mut self,
        index: usize,
        only: impl Fn(&S::Subject) -> bool + 'static,
    ) -> Option<Explained<S>> {
        self.play_again(index, Explain::recording_only(only))
    }

    /// The detail of round `index`, without reasons. `None` past the horizon.
    pub fn detail(&mut self, index: usize) -> Option<Explained<S>> {
        let latest = if index + 1 == self.rounds.len() {
            self.latest.take()
        } else {
            None
        };
        match latest {
            Some(detail) => Some(Explained {
                detail,
                reasons: Vec::new(),
            }),
            None => self.play_again(index, Explain::disabled()),
        }
    }

    fn play_again(
        &mut self,
        index: usize,
        mut explain: Explain<S::Subject, S::Rule>,
    ) -> Option<Explained<S>> {
        if index >= self.simulation.horizon() {
            return None;
        }
        let mut state = self.state(index).clone();
        let (_, detail) = self.simulation.step(&mut state, index, &mut explain);
        Some(Explained {
            detail,
            reasons: explain.into_reasons(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts rounds, and says that each of its states is large.
    struct Heavy;

    impl Simulation for Heavy {
        type State = u64;
        type Round = u64;
        type Detail = ();
        type Subject = ();
        type Rule = ();

        fn horizon(&self) -> usize {
            500
        }

        fn start(&self) -> u64 {
            1
        }

        fn step(&self, state: &mut u64, index: usize, _why: &mut Explain<(), ()>) -> (u64, ()) {
            *state = state.wrapping_mul(31).wrapping_add(index as u64);
            (*state, ())
        }

        fn state_bytes(&self, _state: &u64) -> usize {
            1 << 20
        }

        fn digest(&self, round: &u64, _detail: &(), digest: &mut Digest) {
            digest.number(*round);
        }
    }

    #[test]
    fn large_states_are_kept_seldom_and_all_are_found_again() {
        for keyframe_bytes in [KEYFRAME_BYTES, 4 << 20, 0] {
            let mut timeline = Timeline::with_keyframe_bytes(Heavy, keyframe_bytes);
            timeline.complete();
            let kept = timeline.keyframes.len();
            assert!(kept == 1 || kept <= keyframe_bytes >> 20, "{kept}");
            all_are_found_again(timeline);
            let mut released = Timeline::with_keyframe_bytes(Heavy, keyframe_bytes);
            released.complete();
            released.release();
            assert_eq!(released.keyframes.len(), 1);
            all_are_found_again(released);
        }
    }

    fn all_are_found_again(mut timeline: Timeline<Heavy>) {
        let mut states = vec![Heavy.start()];
        states.extend_from_slice(timeline.rounds());
        for step in 0..=500 {
            let index = step * 167 % 501;
            let steps = std::iter::repeat_with(|| timeline.approach(index))
                .take_while(|more| *more)
                .count();
            assert!(steps <= timeline.every, "{steps} steps to {index}");
            assert_eq!(
                (*timeline.state(index), timeline.approach(index)),
                (states[index], false),
                "{index}"
            );
        }
    }
}
