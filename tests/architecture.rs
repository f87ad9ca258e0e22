//! The direction of dependencies, read off the paths in the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate, from the ones that know nothing of the others upwards.
const LAYERS: [&str; 7] = [
    "engine",
    "scene",
    "render",
    "simulator",
    "systems",
    "app",
    "cli",
];

/// What a module may use besides itself and what is below it: everything but `app` for `cli`, which stand side by side.
fn may_use(user: &str, used: &str) -> bool {
    let place = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let (Some(user), Some(used)) = (place(user), place(used)) else {
        return false;
    };
    used <= user && !(LAYERS[user] == "cli" && LAYERS[used] == "app")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every path that begins at the crate's root, with its file and its line: `(file, line, segments)`.
fn paths() -> Vec<(String, usize, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut paths = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let name = file
            .strip_prefix(&root)
            .expect("below src")
            .to_string_lossy()
            .replace('\\', "/");
        for (line, content) in text.lines().enumerate() {
            for rest in content.split("crate::").skip(1) {
                let end = rest.find(|letter: char| {
                    !letter.is_alphanumeric() && letter != '_' && letter != ':'
                });
                let segments = rest[..end.unwrap_or(rest.len())]
                    .split("::")
                    .map(str::to_owned)
                    .collect();
                paths.push((name.clone(), line + 1, segments));
            }
        }
    }
    paths
}

#[test]
fn modules_use_what_is_below_them_and_nothing_else() {
    let mut count = 0;
    for (file, line, segments) in paths() {
        let Some((user, _)) = file.split_once('/') else {
            continue;
        };
        assert!(
            may_use(user, &segments[0]),
            "{file}:{line} uses {}",
            segments.join("::")
        );
        count += 1;
    }
    assert!(count > 500, "only {count} paths were found");
}

#[test]
fn systems_do_not_know_one_another() {
    let mut count = 0;
    for (file, line, segments) in paths() {
        let own = file
            .strip_prefix("systems/")
            .and_then(|rest| rest.split_once('/'))
            .map(|(own, _)| own);
        let (Some(own), "systems") = (own, segments[0].as_str()) else {
            continue;
        };
        assert_eq!(
            segments[1],
            own,
            "{file}:{line} uses {}",
            segments.join("::")
        );
        count += 1;
    }
    assert!(count > 200, "only {count} paths were found");
}

#[test]
fn what_is_shared_by_all_systems_is_named_after_none() {
    for system in shedscope::systems::SYSTEMS {
        let path = format!("systems::{}", system.info.id);
        for (file, line, segments) in paths() {
            let is_shared = ["engine/", "scene/", "render/", "simulator/", "app/"]
                .iter()
                .any(|one| file.starts_with(one));
            assert!(
                !is_shared || !segments.join("::").starts_with(&path),
                "{file}:{line} uses {path}"
            );
        }
    }
}
