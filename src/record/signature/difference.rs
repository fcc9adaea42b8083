//! Two signatures side by side: where numbers differ, this is why.

/// A field that two signatures do not have alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    /// Its name: `data-sha`.
    pub field: String,
    /// What it says in the first; `None` where the first does not have it.
    pub one: Option<String>,
    /// What it says in the second.
    pub other: Option<String>,
}

/// Why a text is no signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// There is no `suite:` that it would begin with.
    #[error("no signature")]
    None,
    /// A field has no name, or stands there twice.
    #[error("not a field: {field}")]
    Broken {
        /// The field as it stands there.
        field: String,
    },
    /// It ends before its last field, `program`.
    #[error("cut off")]
    Cut,
}

/// What two signatures do not have alike, in the order of the first; then what only the second
/// has. Nothing before `suite:` and after the line counts, so that a line of a file will do.
pub fn differences(one: &str, other: &str) -> Result<Vec<FieldDifference>, SignatureError> {
    let (one, other) = (fields(one)?, fields(other)?);
    let value_of = |fields: &[(&str, &str)], wanted: &str| {
        let found = fields.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| (*value).to_owned())
    };
    let only_other = other
        .iter()
        .filter(|(name, _)| value_of(&one, name).is_none());
    let names = one.iter().chain(only_other).map(|(name, _)| *name);
    let pairs = names.map(|name| FieldDifference {
        field: name.to_owned(),
        one: value_of(&one, name),
        other: value_of(&other, name),
    });
    Ok(pairs.filter(|pair| pair.one != pair.other).collect())
}

/// Name and value of each field of a signature.
fn fields(text: &str) -> Result<Vec<(&str, &str)>, SignatureError> {
    let start = text.find("suite:").ok_or(SignatureError::None)?;
    let line = text[start..].lines().next().unwrap_or_default();
    // As it stands in Markdown.
    let line = line.trim_end_matches(['`', ' ', '\t']);
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for field in line.split('|') {
        match field.split_once(':') {
            Some((name, value)) if is_name(name) && !fields.iter().any(|known| known.0 == name) => {
                fields.push((name, value));
            }
            _ => {
                return Err(SignatureError::Broken {
                    field: field.to_owned(),
                });
            }
        }
    }
    match fields.last() {
        Some(("program", program)) if !program.is_empty() => Ok(fields),
        _ if fields.len() == 1 => Err(SignatureError::None),
        _ => Err(SignatureError::Cut),
    }
}

/// `data-sha`, `metricx-24`.
fn is_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.chars().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::{SignatureError, differences};

    const ONE: &str = "suite:batayan|data:official|policy:strict|model:a:7b|program:sukat 0.1.0";

    #[track_caller]
    fn check(other: &str, want: &str) {
        let said = match differences(ONE, other) {
            Ok(pairs) => {
                let said = pairs.iter().map(|pair| {
                    let side = |side: &Option<String>| side.clone().unwrap_or("-".into());
                    format!("{} {} {}", pair.field, side(&pair.one), side(&pair.other))
                });
                said.collect::<Vec<_>>().join("; ")
            }
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(said, want, "{other}");
    }

    #[test]
    fn fields_that_differ_are_told_with_both_values() {
        check(ONE, "");
        check(&format!("Signature: `{ONE}`\n\nMore"), "");
        check(&format!("% Signature: {ONE}\r\n\\begin"), "");
        check(
            &ONE.replace("strict", "parity").replace("a:7b", "b"),
            "policy strict parity; model a:7b b",
        );
        check(
            "suite:batayan|data:official|upload:csv|policy:strict|program:sukat 0.1.0",
            "model a:7b -; upload - csv",
        );
        // The order of fields says nothing.
        check(
            "suite:batayan|policy:strict|data:official|model:a:7b|program:sukat 0.1.0",
            "",
        );
    }

    #[test]
    fn what_is_no_signature_is_told() {
        check("", "error: no signature");
        check("61.05", "error: no signature");
        check("suite:batayan", "error: no signature");
        check("suite:batayan|policy:strict|mod", "error: not a field: mod");
        check(
            "suite:batayan|suite:b|program:x",
            "error: not a field: suite:b",
        );
        check(
            "suite:batayan|Policy:strict|program:x",
            "error: not a field: Policy:strict",
        );
        check("suite:batayan|policy:strict", "error: cut off");
        check("suite:batayan|policy:strict|program:", "error: cut off");
        assert_eq!(differences("", ONE), Err(SignatureError::None));
    }
}
