//! A tolerant reader of JSON as operators paste it.
//!
//! On top of `serde_json`: one document or several one after another (with or without commas between
//! them), bare `NaN` and `Infinity`, duplicate keys kept for the caller to judge, and the text that
//! `pulsar-client consume` and the ZooKeeper shell print around a document.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::prepare::prepare;
use super::text::line_and_column;
use crate::engine::limits::MAX_BROKERS;
use crate::engine::scenario::json_problem;
use crate::engine::{Cause, Problem};

/// A JSON value. Members of an object stand in their order, duplicates included: `serde_json::Value` keeps one
/// member of each name, but a broker or bundle that is given twice must be refused, not silently overruled.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Switch(bool),
    /// A number; always finite.
    Number(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The member of an object; the last one where there are several, as Jackson has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.members()
            .iter()
            .rev()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The members of an object; none of anything else.
    pub fn members(&self) -> &[(String, Json)] {
        if let Self::Object(members) = self {
            members
        } else {
            &[]
        }
    }

    /// A member that is a text with something in it.
    pub(crate) fn text_of(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(Self::Text(text)) if !text.trim().is_empty() => Some(text.trim()),
            _ => None,
        }
    }

    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Switch(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// Whether it stands for a number that is none: NaN or an infinity, bare or quoted.
    pub(crate) fn is_not_finite(&self) -> bool {
        matches!(self, Self::Text(text)
            if matches!(text.as_str(), "N" | "NaN" | "Infinity" | "-Infinity" | "+Infinity"))
    }
}

/// One of the documents of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What it is.
    pub value: Json,
    /// The name that the text around it gives it: a message's key, the last part of a ZooKeeper path.
    pub label: Option<String>,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// Most documents of a text.
const MAX_DOCUMENTS: usize = 2 * MAX_BROKERS;

/// Reads every document of a text.
///
/// # Errors
/// With line and column where it is no JSON; a document that is cut off says so.
pub fn read(text: &str) -> Result<Vec<Document>, Problem> {
    let (prepared, labels) = prepare(text);
    let mut stream = serde_json::Deserializer::from_str(&prepared).into_iter::<Json>();
    let (mut documents, mut labels) = (Vec::new(), labels.into_iter().peekable());
    let (mut line, mut counted) = (1, 0);
    loop {
        let from = stream.byte_offset();
        let start = from + prepared[from..].len() - prepared[from..].trim_start().len();
        let Some(value) = stream.next() else { break };
        let value = value.map_err(|error| json_problem(&error))?;
        let mut label = None;
        while labels.peek().is_some_and(|(at, _)| *at <= start) {
            label = labels.next().map(|(_, name)| name);
        }
        line += prepared.as_bytes()[counted..start]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        counted = start;
        if documents.len() == MAX_DOCUMENTS {
            let cause = Cause::more_than(MAX_DOCUMENTS, "objects one after another");
            return Err(Problem::at(format!("line {line}"), cause));
        }
        documents.push(Document { value, label, line });
    }
    if documents.is_empty() {
        let (line, column) = line_and_column(text, text.len());
        let (what, remedy) = (
            "JSON in it".to_owned(),
            "give an object, or a list of them".to_owned(),
        );
        let cause = Cause::Lacking {
            what,
            found: String::new(),
            remedy,
        };
        return Err(Problem::at(format!("line {line}, column {column}"), cause));
    }
    Ok(documents)
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Switch(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = access.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<Json> {
        read(text)
            .unwrap()
            .into_iter()
            .map(|document| document.value)
            .collect()
    }

    #[test]
    fn several_documents_with_and_without_commas() {
        let number = Json::Number;
        assert_eq!(values("1 2"), [number(1.0), number(2.0)]);
        assert_eq!(values("{}\n{},\r\n[3],").len(), 3);
        let lines: Vec<usize> = read("{}\n\n {} []")
            .unwrap()
            .iter()
            .map(|document| document.line)
            .collect();
        assert_eq!(lines, [1, 3, 3]);
    }

    #[test]
    fn numbers_that_are_none() {
        let text =
            "{\"a\":NaN,\"b\":-Infinity, \"c\": \"NaN\", \"d\":\"xNaN NaN\", \"e\":[Infinity,NaN]}";
        let value = &values(text)[0];
        for key in ["a", "b", "c"] {
            assert!(value.get(key).unwrap().is_not_finite(), "{key}");
        }
        assert_eq!(value.text_of("d"), Some("xNaN NaN"));
        assert!(!value.get("d").unwrap().is_not_finite());
        assert!(
            matches!(value.get("e"), Some(Json::List(items)) if items.iter().all(Json::is_not_finite))
        );
        assert!(read("{\"a\":NaNa}").is_err());
    }

    #[test]
    fn errors_have_their_place_and_cut_off_text_says_so() {
        let problem = read("{\"a\":NaN,\n \"b\": }").unwrap_err();
        assert!(problem.place.starts_with("line 2, column "), "{problem}");
        let problem = read("{\"a\":1}\n{\"b\":[1,").unwrap_err();
        assert_eq!(problem.cause, Cause::CutOff, "{problem}");
        assert!(problem.place.starts_with("line 2"), "{problem}");
        assert!(read(&"[".repeat(5000)).is_err());
    }

    #[test]
    fn text_around_documents_gives_them_names() {
        let text = "----- got message -----\nkey:[b-7:8080], properties:[], content:{\"a\":1}\n\
                    [zk: z(CONNECTED) 0] get /loadbalance/brokers/b-8:8080\n{\"a\":2}\ncZxid = 0x1\nmtime = Mon\n{}";
        let documents = read(text).unwrap();
        let labels: Vec<Option<&str>> = documents
            .iter()
            .map(|document| document.label.as_deref())
            .collect();
        assert_eq!(labels, [Some("b-7:8080"), Some("b-8:8080"), None]);
        assert_eq!(documents[1].line, 4);
    }

    #[test]
    fn the_last_of_duplicate_members_counts_and_all_are_there() {
        let value = &values("{\"a\":1,\"a\":2}")[0];
        assert_eq!(value.get("a"), Some(&Json::Number(2.0)));
        assert_eq!(value.members().len(), 2);
    }
}
