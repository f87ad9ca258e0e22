//! Dump.
use shedscope::run::Timeline;
use shedscope::sharding::situations::SITUATIONS;
use shedscope::sharding::{Simulation, measures, scenario, story};

#[test]
fn dump() {
    for situation in SITUATIONS {
        let scenario = (situation.make)();
        scenario::check(&scenario).unwrap();
        println!("== {}", situation.id);
        for lane in 0..scenario.lanes.len() {
            let start = std::time::Instant::now();
            let mut timeline = Timeline::new(Simulation::new(&scenario, lane));
            timeline.complete();
            println!("-- {:?} {:?}", scenario.lanes[lane].strategy, start.elapsed());
            let small = scenario.world.nodes.len() < 12 && situation.id != "large" && situation.id != "threshold";
            let mut last = String::new();
            for index in 0..scenario.rounds {
                if !small && index > 5 {
                    break;
                }
                let look = timeline.look(index).unwrap();
                let round = timeline.rounds()[index].clone();
                let line = format!(
                    "{} {:?}",
                    story::headline(timeline.system(), &round, &look.detail),
                    if small { round.counts.to_vec() } else { vec![] }
                );
                if line != last {
                    println!("{index}: {line}  [{:.2}, {} reasons]", round.out_of_place, look.reasons.len());
                }
                last = line;
            }
            println!("{:?}", measures::of(timeline.rounds(), scenario.rounds));
        }
    }
}
