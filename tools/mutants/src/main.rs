//! Mutation runs that compile once.
//!
//! Every mutant is built into one copy of the crate, behind a switch that an environment variable throws: `a < b`
//! becomes an expression that is `a <= b` for mutant 17 and `a < b` for all others. A mutant costs a run of the tests
//! and no build, so hundreds of them take minutes.
//!
//! `cargo run --release -- ROOT [--sample N] [--seed N]` copies the crate at ROOT to `ROOT/target/mutants/tree`, builds
//! it there, tries the mutants, and prints those that no test noticed.

mod build;
mod instrument;
mod trial;

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use instrument::Mutant;
use trial::{Outcome, Suite};

/// What is mutated: the strategies, placements and the load manager of load shedding, and the engine of explanations.
const MUTATED: [&str; 7] = [
    "src/systems/shedding/strategy",
    "src/systems/shedding/placement",
    "src/systems/shedding/manager",
    "src/systems/shedding/explain",
    "src/systems/shedding/reason.rs",
    "src/engine/explain.rs",
    "src/simulator/sentence.rs",
];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let root = PathBuf::from(
        arguments
            .next()
            .ok_or("the directory of the crate is missing")?,
    );
    let (mut sample, mut seed) = (400, 1);
    while let Some(flag) = arguments.next() {
        let number = arguments.next().ok_or("a number is missing")?.parse()?;
        match flag.as_str() {
            "--sample" => sample = number,
            "--seed" => seed = number,
            _ => return Err(format!("“{flag}” is not known").into()),
        }
    }
    let tree = build::copy(&root)?;
    let files = sources(&tree)?;
    let mut refused = BTreeSet::new();
    let (mutants, binaries) = loop {
        let mutants = instrument::all(&root, &tree, &files, &refused)?;
        match build::tests(&tree)? {
            build::Built::Binaries(binaries) => break (mutants, binaries),
            build::Built::Errors(errors) => {
                let before = refused.len();
                refused.extend(instrument::blamed(&tree, &errors)?);
                if refused.len() == before {
                    return Err(format!("the copy does not compile: {errors:?}").into());
                }
            }
        }
    };
    let sampled = pick(&mutants, sample, seed as u64);
    println!(
        "{} mutants, {} of them do not compile, {} tried (seed {seed})",
        mutants.len() + refused.len(),
        refused.len(),
        sampled.len()
    );
    let suite = Suite::new(&tree, binaries)?;
    let mut survivors = Vec::new();
    let mut caught = 0;
    for (mutant, outcome) in suite.try_all(&sampled)? {
        match outcome {
            Outcome::Survived => survivors.push(mutant),
            Outcome::Caught | Outcome::TimedOut => caught += 1,
        }
    }
    println!(
        "{caught} of {} caught, {:.1} %",
        sampled.len(),
        100.0 * f64::from(caught) / sampled.len().max(1) as f64
    );
    for Mutant {
        id,
        file,
        line,
        what,
    } in survivors
    {
        println!("survived: {file}:{line}: {what} (mutant {id})");
    }
    Ok(())
}

/// The files that are mutated, relative to the crate.
fn sources(tree: &Path) -> Result<Vec<String>> {
    fn walk(tree: &Path, path: &Path, found: &mut Vec<String>) -> Result<()> {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                walk(tree, &entry?.path(), found)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.strip_prefix(tree)?.to_string_lossy().into_owned());
        }
        Ok(())
    }
    let mut found = Vec::new();
    for path in MUTATED {
        walk(tree, &tree.join(path), &mut found)?;
    }
    found.sort();
    Ok(found)
}

/// So many mutants by a seed, in the order of the sources (a Fisher-Yates shuffle drawn by splitmix64).
fn pick(mutants: &[Mutant], count: usize, seed: u64) -> Vec<Mutant> {
    let mut state = seed;
    let mut draw = |below: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below as u64) as usize
    };
    let mut places: Vec<usize> = (0..mutants.len()).collect();
    for place in (1..places.len()).rev() {
        places.swap(place, draw(place + 1));
    }
    places.truncate(count);
    places.sort_unstable();
    places
        .into_iter()
        .map(|place| mutants[place].clone())
        .collect()
}
