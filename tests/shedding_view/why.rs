//! Reasons: what a round says of pairs, brokers, bundles and the brokers that they could go to.

use shedscope::simulator::{Card, SubjectRef, Tone};

use super::*;

/// The first round in which something moves.
fn first_shedding(session: &SharedSession) -> usize {
    complete(&**session);
    (0..session.rounds())
        .find(|index| session.is_eventful(*index))
        .unwrap()
}

#[test]
fn a_pair_counts_down_to_its_shedding() {
    let session = opening();
    let first = first_shedding(&session);
    let pair = |index| -> Card {
        let cards = session
            .overview(0, index)
            .iter()
            .map(|subject| session.card(0, index, *subject, 99))
            .collect::<Vec<_>>();
        cards.into_iter().next().unwrap()
    };
    let before = pair(first - 1);
    assert_eq!((before.tone, before.subject.kind), (Some(Tone::Waiting), 2));
    let lines = |card: &Card| {
        card.lines
            .iter()
            .map(|line| line.sentence.clone())
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert!(
        lines(&before).contains("It sheds in 1 round if this lasts."),
        "{}",
        lines(&before)
    );
    assert!(
        session.headline(0, first - 1).contains("comes next"),
        "{}",
        session.headline(0, first - 1)
    );
    let now = pair(first);
    assert_eq!(now.tone, Some(Tone::Source));
    assert!(now.title.contains('→'), "{}", now.title);
    let comparison = now
        .lines
        .iter()
        .find_map(|line| line.comparison.clone())
        .unwrap();
    assert!(!comparison.numbers.is_empty() && !comparison.left.is_empty());
    assert!(
        now.lines
            .iter()
            .any(|line| line.setting == Some("loadBalancerAvgShedderLowThreshold"))
    );
    assert!(
        session.headline(0, first).contains("from"),
        "{}",
        session.headline(0, first)
    );
}

#[test]
fn a_bundle_tells_of_the_brokers_that_it_could_go_to_and_they_of_it() {
    let session = preset("four-least-rate");
    let first = first_shedding(&session);
    let bundle = session.moved(0, first)[0];
    let card = session.card(0, first, bundle, 99);
    assert_eq!(card.tone, Some(Tone::Source));
    assert!(card.title.contains('→'), "{}", card.title);
    let candidates: Vec<SubjectRef> = card.related.iter().map(|(subject, _)| *subject).collect();
    assert!(
        candidates.len() >= 3 && candidates.iter().all(|subject| subject.kind == 4),
        "{candidates:?}"
    );
    for candidate in candidates {
        let card = session.card(0, first, candidate, 99);
        assert!(!card.lines.is_empty(), "{card:?}");
        assert_eq!(card.related[0].0, bundle);
        assert!(
            session
                .subject_name(candidate)
                .contains("as a destination of")
        );
    }
    // None of them is told of before somebody asks.
    assert!(
        session
            .overview(0, first)
            .iter()
            .all(|subject| subject.kind < 3)
    );
    let receiver = session
        .overview(0, first)
        .iter()
        .map(|subject| session.card(0, first, *subject, 99))
        .find(|card| card.tone == Some(Tone::Target));
    assert!(receiver.is_some_and(|card| {
        card.lines
            .iter()
            .any(|line| line.sentence.contains("arrive"))
    }));
}

#[test]
fn a_card_is_cut_where_it_is_asked_to_be_and_says_how_much_is_left() {
    let session = opening();
    let first = first_shedding(&session);
    let subject = session.overview(0, first)[0];
    let whole = session.card(0, first, subject, usize::MAX);
    let cut = session.card(0, first, subject, 2);
    assert_eq!(
        (cut.lines.len(), cut.omitted, whole.omitted),
        (2, whole.lines.len() - 2, 0)
    );
    assert_eq!(cut.lines[..], whole.lines[..2]);
}

#[test]
fn transfer_shedder_has_patience_and_acts_in_the_fourth_round() {
    let session = preset("transfer-target");
    assert_eq!(session.choices(0)[0].selected, "TransferShedder");
    complete(&*session);
    let round = |index: usize| session.card(0, index, SubjectRef::ROUND, 99);
    assert_eq!(round(0).title, "Round 1");
    assert!(first_shedding(&session) >= 3);
    let said = round(3)
        .lines
        .iter()
        .map(|line| line.sentence.clone())
        .collect::<Vec<_>>()
        .join(" ");
    assert!(said.contains("deviation"), "{said}");
}

#[test]
fn a_countdown_explains_why_nothing_moves_and_keeps_its_word() {
    let session = preset("pair-multi-hit");
    complete(&*session);
    for index in 0..7 {
        assert!(
            session.headline(0, index).starts_with("Nothing moves. "),
            "{}",
            session.headline(0, index)
        );
        let away = 7 - index;
        let next = match away {
            1 => "The next round sheds.".to_owned(),
            _ => format!("The next shedding is in round 8, {away} rounds from here."),
        };
        assert_eq!(session.outlook(0, index), next);
    }
    let headline = session.headline(0, 7);
    assert!(
        headline.starts_with("40 bundles move from broker-1 to broker-2."),
        "{headline}"
    );
    assert_eq!(
        session.outlook(0, session.rounds() - 1),
        "Nothing moves any more in this run."
    );
}

#[test]
fn reasons_have_numbers_and_the_names_of_the_settings_that_decide() {
    let session = opening();
    complete(&*session);
    let headline = session.headline(0, 1);
    assert!(
        headline.contains(" bundles move from broker-1 and broker-2 to broker-5 and broker-6."),
        "{headline}"
    );
    let cards = session
        .overview(0, 1)
        .iter()
        .map(|subject| session.card(0, 1, *subject, 99))
        .collect::<Vec<_>>();
    let pair = cards
        .iter()
        .find(|card| card.title == "broker-1 → broker-6")
        .unwrap();
    let numbers: Vec<&str> = pair
        .lines
        .iter()
        .filter_map(|line| Some(line.comparison.as_ref()?.numbers.as_str()))
        .collect();
    assert!(numbers.contains(&"80 points ≥ 40 points"), "{numbers:?}");
    for setting in [
        "loadBalancerAvgShedderHighThreshold",
        "loadBalancerAvgShedderHitCountHighThreshold",
    ] {
        assert!(
            pair.lines.iter().any(|line| line.setting == Some(setting)),
            "{setting}"
        );
    }
    assert!(
        pair.related
            .iter()
            .any(|(_, label)| label.ends_with("goes to broker-6")),
        "{:?}",
        pair.related
    );
}

#[test]
fn a_minimum_that_stands_in_the_way_is_named() {
    let id = (SHEDDING.presets)()
        .into_iter()
        .find(|one| one.title == "A difference of 1, and nothing sheds")
        .unwrap()
        .id;
    let session = preset(id);
    complete(&*session);
    let last = session.rounds() - 1;
    assert!(
        session.headline(0, last).starts_with("Nothing moves. "),
        "{}",
        session.headline(0, last)
    );
    let cards = session
        .overview(0, last)
        .iter()
        .map(|subject| session.card(0, last, *subject, 99))
        .collect::<Vec<_>>();
    let lines = || cards.iter().flat_map(|card| &card.lines);
    let is_named =
        |setting: Option<&str>| setting.is_some_and(|name| name.contains("minUnloadMessage"));
    assert!(
        lines().any(|line| is_named(line.setting)),
        "{:?}",
        lines().collect::<Vec<_>>()
    );
}
