//! Reads golden lines.

use serde_json::Value;

/// The lines of a golden file.
pub fn lines(file: &str) -> Vec<Value> {
    file.lines()
        .map(|line| serde_json::from_str(line).expect("a golden line is JSON"))
        .collect()
}

/// A text.
pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A number.
pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// A whole number, as JSON number or as text.
pub fn integer(value: &Value) -> u64 {
    let digits = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    digits.parse().expect("a whole number")
}

/// The parts of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A list of texts.
pub fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

/// A list of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

/// A list of whole numbers.
pub fn integers(value: &Value) -> Vec<u64> {
    list(value).iter().map(integer).collect()
}
