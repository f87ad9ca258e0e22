//! Files of a person: reading chosen and dropped ones, saving texts, and the clipboard.

use gloo::utils::{document, window};
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, Event, File, FileList, HtmlAnchorElement, HtmlInputElement, Url,
};

use crate::engine::limits::MAX_FILE_BYTES;
use crate::simulator::Source;

/// The name of a text that was pasted.
const PASTED: &str = "pasted text";

/// A pasted text as a source.
pub fn pasted(text: String) -> Source {
    Source {
        name: PASTED.to_owned(),
        bytes: text.into_bytes(),
    }
}

/// The files of a list.
pub(crate) fn files_of(list: &FileList) -> Vec<File> {
    (0..list.length())
        .filter_map(|index| list.get(index))
        .collect()
}

/// Takes the files that were chosen with an input, so that the same ones can be chosen again after they have changed.
pub(crate) fn take_chosen(event: &Event) -> Vec<File> {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else {
        return Vec::new();
    };
    let files = input.files().map_or_else(Vec::new, |list| files_of(&list));
    input.set_value("");
    files
}

/// Why a file of a size is not read, if it is not.
pub(crate) fn size_problem(name: &str, bytes: f64) -> Option<String> {
    let megabytes = MAX_FILE_BYTES / (1024 * 1024);
    (bytes > MAX_FILE_BYTES as f64)
        .then(|| format!("{name} is larger than the {megabytes} MB that are read."))
}

/// Reads files.
///
/// # Errors
/// For the first file that is too large, or that the browser cannot read.
pub(crate) async fn read_files(files: Vec<File>) -> Result<Vec<Source>, String> {
    if let Some(problem) = files
        .iter()
        .find_map(|file| size_problem(&file.name(), file.size()))
    {
        return Err(problem);
    }
    let mut sources = Vec::with_capacity(files.len());
    for file in files {
        let name = file.name();
        let blob = gloo::file::Blob::from(Blob::from(file));
        match gloo::file::futures::read_as_bytes(&blob).await {
            Ok(bytes) => sources.push(Source { name, bytes }),
            Err(_) => return Err(format!("The browser cannot read {name}.")),
        }
    }
    Ok(sources)
}

/// Reads one file as a text.
///
/// # Errors
/// Where it is too large, cannot be read, or is not text.
pub(crate) async fn read_text(file: File) -> Result<String, String> {
    let source = read_files(vec![file]).await?.remove(0);
    let name = source.name;
    String::from_utf8(source.bytes)
        .map_err(|_| format!("{name} is not text in UTF-8; save it as such and choose it again."))
}

/// Saves a text as a file of a name, as a download.
///
/// # Errors
/// Where the browser refuses it.
pub(crate) fn save_text(name: &str, text: &str) -> Result<(), String> {
    offer_download(name, text)
        .map_err(|_| format!("The browser does not save {name}; copy the text instead."))
}

fn offer_download(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("text/plain;charset=utf-8");
    let parts = Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document()
        .create_element("a")?
        .dyn_into()
        .map_err(JsValue::from)?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its own reference to the data by the time that the next task runs.
    gloo::timers::callback::Timeout::new(1000, move || drop(Url::revoke_object_url(&url))).forget();
    Ok(())
}

/// Copies a text to the clipboard.
///
/// # Errors
/// Where the browser refuses it.
pub(crate) async fn copy_text(text: &str) -> Result<(), String> {
    let refused =
        || "The browser does not allow copying; select the text and copy it by hand.".to_owned();
    // On pages that are not served securely there is no clipboard at all.
    let navigator = window().navigator();
    let has_clipboard =
        js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|found| found.is_object());
    if !has_clipboard {
        return Err(refused());
    }
    JsFuture::from(navigator.clipboard().write_text(text))
        .await
        .map(drop)
        .map_err(|_| refused())
}

/// The name of a file for something with a title: letters and digits of the title in lower case, with hyphens between.
pub fn file_name(title: &str, extension: &str) -> String {
    let words: Vec<String> = title
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let stem: String = words.join("-").chars().take(60).collect();
    let stem = stem.trim_end_matches('-');
    format!(
        "{}.{extension}",
        if stem.is_empty() { "scenario" } else { stem }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_title() {
        assert_eq!(
            file_name("Two hot brokers (4.0)", "json"),
            "two-hot-brokers-4-0.json"
        );
        assert_eq!(file_name(" … ", "json"), "scenario.json");
        assert_eq!(file_name(&"a ".repeat(100), "txt").len(), 63);
    }

    #[test]
    fn a_file_past_the_limit_is_refused() {
        assert_eq!(size_problem("a.conf", MAX_FILE_BYTES as f64), None);
        let problem = size_problem("a.conf", MAX_FILE_BYTES as f64 + 1.0);
        assert_eq!(
            problem.as_deref(),
            Some("a.conf is larger than the 20 MB that are read.")
        );
    }
}
