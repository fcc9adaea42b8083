//! Reads golden lines.

use serde_json::Value;

/// The lines of a golden file.
pub fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a golden line is JSON"))
        .collect()
}

/// A list of numbers.
pub fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|value| value.as_f64().expect("a number"))
        .collect()
}

/// A list of whole numbers, as JSON numbers or as text.
pub fn integers(list: &Value) -> Vec<u64> {
    let list = list.as_array().expect("a list");
    list.iter().map(integer).collect()
}

/// A whole number, as JSON number or as text.
pub fn integer(value: &Value) -> u64 {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    text.parse().expect("a whole number")
}

/// A list of texts.
pub fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|value| value.as_str().expect("a text"))
        .collect()
}
