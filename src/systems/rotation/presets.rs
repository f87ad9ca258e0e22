//! Presets: scenarios that each show one thing; a test holds their notes to the run.

use super::scenario::{SYSTEM, Scenario, Selector, Variant};
use super::settings::Key;
use super::world::{Action, Event, FailureMode, Rates, World, Zone};
use crate::engine::scenario::FORMAT_VERSION;
use crate::simulator;

/// A preset of this system.
pub type Preset = simulator::Preset<Scenario>;

macro_rules! presets {
    ($($group:literal: $($make:ident $id:literal $title:literal;)*)*) => {
        /// Every preset, in the order of the list.
        pub const PRESETS: &[Preset] = &[$($(Preset {
            id: $id, title: $title, group: $group, make: || $make($title),
        }),*),*];
    };
}

presets! {
    "Effects of rotation":
        one_against_three "one-against-three" "One broker against three";
        zones "zones-of-unequal-size" "Zones of unequal size";
        zipf "few-large-producers" "A few large producers";
    "Cost of broker failures":
        rolling_restart "rolling-restart" "A rolling restart leaves the last broker empty";
        too_large "n-too-large" "N as large as the zone";
        three_dead "three-dead-of-five" "Three dead of five";
        three_silent "three-silent-of-five" "Three of five do not answer";
        in_flight "in-flight" "A broker dies with requests in flight";
    "Discovery of brokers":
        redirect "redirect" "Only a redirect brings a forgotten broker back";
        replaced "new-addresses" "Brokers replaced by new addresses";
        cannot_start "cannot-start" "A dead broker stops producers from starting";
    "Large":
        large "thousand-producers" "A thousand producers, fifty brokers";
}

fn scene<const N: usize>(
    title: &str,
    rounds: usize,
    variants: Vec<Variant>,
    world: World,
    notes: [&str; N],
) -> Scenario {
    Scenario {
        shedscope: FORMAT_VERSION,
        system: SYSTEM.to_owned(),
        title: title.to_owned(),
        notes: notes.map(str::to_owned).to_vec(),
        seed: 1,
        rounds,
        variants,
        world,
    }
}

fn zone(producers: u32, brokers: u32) -> Zone {
    Zone {
        name: String::new(),
        producers,
        brokers,
    }
}

fn world(producers: u32, brokers: u32, events: Vec<Event>) -> World {
    World {
        zones: vec![zone(producers, brokers)],
        events,
        ..World::default()
    }
}

fn at(at_s: f64, what: Action) -> Event {
    Event::new(at_s, what)
}

fn kill(at_s: f64, broker: &str, how: FailureMode, duration_s: Option<f64>) -> Event {
    at(
        at_s,
        Action::Kill {
            broker: broker.to_owned(),
            how,
            duration_s,
        },
    )
}

fn roll(at_s: f64, down_s: f64, apart_s: f64, replaced: bool) -> Event {
    at(
        at_s,
        Action::RollingRestart {
            down_s,
            apart_s,
            how: FailureMode::Refused,
            replaced,
            zone: None,
        },
    )
}

fn restart(at_s: f64) -> Event {
    at(
        at_s,
        Action::RestartProducers {
            zone: None,
            over_s: 0.0,
        },
    )
}

fn one_against_three(title: &str) -> Scenario {
    let variants = vec![Variant::new(Selector::Single), Variant::rotating(3)];
    scene(
        title,
        90,
        variants,
        world(60, 12, Vec::new()),
        [
            "60 producers, 12 brokers. With one broker each, loads differ by 43 % on average, and the hottest broker has 1.8 times the mean; with three in rotation it is 22 % and 1.4 times.",
            "The price is connections: 60 against 180. After a minute the idle ones from the start are closed.",
            "Try other seeds: the measured CV is one draw, the closed form is its average.",
        ],
    )
}

fn zones(title: &str) -> Scenario {
    let zones = vec![zone(60, 6), zone(60, 3), zone(30, 3)];
    let variants = vec![Variant::rotating(1), Variant::rotating(2)];
    scene(
        title,
        60,
        variants,
        World {
            zones,
            ..World::default()
        },
        [
            "Producers write within their zone: a broker has 10 sends a second in az1 and in az3, and 20 in az2.",
            "Each zone has a mean of its own, which rotation cannot change: even with N as large as a zone, a CV of 35 % remains.",
        ],
    )
}

fn zipf(title: &str) -> Scenario {
    let variants = vec![
        Variant::rotating(1),
        Variant::rotating(3),
        Variant::rotating(6),
    ];
    scene(
        title,
        60,
        variants,
        World {
            rates: Rates::Zipf,
            ..world(60, 12, Vec::new())
        },
        [
            "The same traffic, but the largest producer sends a fifth of it: the fleet counts as 13 producers, not 60.",
            "So loads differ twice as much as with equal rates, whatever N is.",
        ],
    )
}

fn rolling_restart(title: &str) -> Scenario {
    let variants = vec![Variant::rotating(1), Variant::rotating(3)];
    scene(
        title,
        220,
        variants,
        world(60, 6, vec![roll(20.0, 12.0, 24.0, false), restart(190.0)]),
        [
            "Six brokers restart in order, each for 12 s. All producers leave the one that is down, and none returns while its set is full.",
            "The last one, F, ends without any load, with one endpoint as with three.",
            "At 190 s the producers are restarted: they choose at random, and the loads are even again.",
        ],
    )
}

fn too_large(title: &str) -> Scenario {
    let variants = vec![Variant::rotating(6), Variant::rotating(3)];
    scene(
        title,
        250,
        variants,
        world(60, 6, vec![roll(20.0, 24.0, 36.0, false)]),
        [
            "With N = 6 of six brokers the loads are perfectly even until one goes down: the set cannot be refilled, so the dead one is tried once more and forgotten.",
            "After the rolling restart all producers write to the last broker: it carries six times its share.",
            "N must be smaller than the number of brokers in the zone.",
        ],
    )
}

/// One producer that sends every ten seconds; the first three brokers in its order go down before it sends.
fn dead_of_five(title: &str, how: FailureMode, notes: [&str; 3]) -> Scenario {
    let dead = ["C", "E", "B"].map(|broker| kill(0.5, broker, how, None));
    let world = World {
        rate_per_s: 0.1,
        slice_ms: 500,
        ..world(1, 5, dead.to_vec())
    };
    scene(
        title,
        80,
        vec![Variant::rotating(2), Variant::new(Selector::Single)],
        world,
        notes,
    )
}

fn three_dead(title: &str) -> Scenario {
    dead_of_five(
        title,
        FailureMode::Refused,
        [
            "Three brokers are dead, and two live. A send tries three: it fails with a connect error after 4.5 s, although two others are up.",
            "Then the first two dead ones are at the end of the list; the third gets no penalty.",
            "So the next send finds a live broker at once. The one after it tries the first two again, and forgets them.",
        ],
    )
}

fn three_silent(title: &str) -> Scenario {
    dead_of_five(
        title,
        FailureMode::BlackHole,
        [
            "The same three brokers do not answer instead of refusing. Each blocks the producer's thread for 3 s.",
            "The time of a send is checked before each try: after two of them 6 s have passed, more than 5, and it ends in a timeout.",
            "The next send finds a live broker, and the one after it tries the two again: a second timeout, and they are forgotten.",
        ],
    )
}

fn in_flight(title: &str) -> Scenario {
    let variants = vec![Variant::new(Selector::Single), Variant::rotating(3)];
    let events = vec![kill(20.5, "C", FailureMode::Refused, Some(10.0))];
    scene(
        title,
        60,
        variants,
        World {
            rate_per_s: 10.0,
            response_ms: 400,
            ..world(12, 6, events)
        },
        [
            "Answers take 0.4 s, so each producer has four requests in flight. C goes down at 20.5 s, and the requests on its connections break off.",
            "With one connection that is everything a producer had in flight; with three it is a third.",
            "They are sent again, each after a random pause. But one in the first variant draws C again as its second try, is blocked for 3 s, and exceeds its maximum of unfinished sends: 8 fail.",
        ],
    )
}

fn redirect(title: &str) -> Scenario {
    let events = vec![
        kill(15.0, "A", FailureMode::Refused, Some(20.0)),
        kill(15.0, "B", FailureMode::Refused, Some(20.0)),
        at(70.0, Action::Redirect {}),
    ];
    scene(
        title,
        100,
        vec![Variant::rotating(3), Variant::rotating(5)],
        world(40, 6, events),
        [
            "A and B are down from 15 to 35 s. They come back, but no producer returns: nothing informs it.",
            "At 70 s each producer's next write is redirected. It requests metadata, closes its connections, shuffles, and refills its set.",
            "It does not clear failures: a broker with two failures is forgotten again at its next one.",
        ],
    )
}

fn replaced(title: &str) -> Scenario {
    scene(
        title,
        190,
        vec![Variant::rotating(1), Variant::rotating(3)],
        world(
            60,
            6,
            vec![
                roll(20.0, 6.0, 20.0, true),
                at(150.0, Action::Redirect {}),
                restart(170.0),
            ],
        ),
        [
            "Each broker comes back under a new address. Producers know only the old ones: every broker they leave is gone for good.",
            "When all are replaced, producers know no live broker, and every send fails.",
            "The redirect at 150 s changes nothing: no write reaches a broker that could answer with it. Only the restart of the producers at 170 s helps.",
        ],
    )
}

fn cannot_start(title: &str) -> Scenario {
    let variants = vec![
        Variant::rotating(3),
        Variant::rotating(3).with(Key::MaxRetryCount, 0.0),
    ];
    scene(
        title,
        60,
        variants,
        world(
            60,
            6,
            vec![
                kill(10.0, "C", FailureMode::Refused, Some(30.0)),
                restart(20.0),
            ],
        ),
        [
            "C is down while the producers are restarted. One in six asks it first, which takes 1.5 s, while a metadata request has 0.5 s in all.",
            "They cannot be built, and are built again every 5 s with a new shuffle.",
            "Without further attempts, a refused connection costs no time, and all start at once.",
        ],
    )
}

fn large(title: &str) -> Scenario {
    let variants = vec![
        Variant::new(Selector::Single),
        Variant::rotating(2),
        Variant::rotating(3),
        Variant::rotating(6),
    ];
    let kills =
        ["G", "S", "AE", "AQ"].map(|broker| kill(40.0, broker, FailureMode::BlackHole, Some(20.0)));
    scene(
        title,
        120,
        variants,
        world(1000, 50, kills.to_vec()),
        [
            "The closed form for a large fleet: a CV of 22 % with one endpoint, 15 % with two, 13 % with three, 9 % with six.",
            "At 40 s four brokers stop answering. With more endpoints more producers are affected, but each moves less traffic.",
        ],
    )
}
