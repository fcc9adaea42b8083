//! The query of the page: which rows, which recipe, which row is open.

use crate::prompt::Recipe;
use crate::suite::{Profile, Shots, TemplateLanguage};

/// Which rows the address asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The benchmark's.
    Official,
    /// Ours.
    Sample,
}

/// All of the query but the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// Kind of rows, if the address names one.
    pub rows: Option<RowKind>,
    /// How rows become prompts.
    pub recipe: Recipe,
    /// Open row, by its place in the file.
    pub row_idx: Option<usize>,
}

impl Address {
    /// Reads what is there; what is not, or makes no sense, has its usual value.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let is = |name: &str, value: &str| get(name).as_deref() == Some(value);
        let profile = if is("version", "head") {
            Profile::Head
        } else {
            Profile::V1
        };
        let language = if is("instructions", "en") && profile == Profile::V1 {
            TemplateLanguage::English
        } else {
            TemplateLanguage::Filipino
        };
        Self {
            rows: match get("rows").as_deref() {
                Some("official") => Some(RowKind::Official),
                Some("sample") => Some(RowKind::Sample),
                _ => None,
            },
            recipe: Recipe {
                profile,
                shots: if is("shots", "5") {
                    Shots::Five
                } else {
                    Shots::Zero
                },
                language,
            },
            row_idx: get("row").and_then(|row| row.parse().ok()),
        }
    }

    /// Writes what is not as usual, each with a leading `&`.
    pub fn write(self) -> String {
        let mut query = String::new();
        match self.rows {
            Some(RowKind::Official) => query.push_str("&rows=official"),
            Some(RowKind::Sample) => query.push_str("&rows=sample"),
            None => {}
        }
        if self.recipe.profile == Profile::Head {
            query.push_str("&version=head");
        }
        if self.recipe.shots == Shots::Five {
            query.push_str("&shots=5");
        }
        if self.recipe.language == TemplateLanguage::English {
            query.push_str("&instructions=en");
        }
        if let Some(row_idx) = self.row_idx {
            query.push_str("&row=");
            query.push_str(&row_idx.to_string());
        }
        query
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Address {
        Address::read(|name| {
            query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .find(|(found, _)| *found == name)
                .map(|(_, value)| value.to_owned())
        })
    }

    #[test]
    fn what_is_written_is_read_again() {
        for query in [
            "",
            "&rows=sample&row=3",
            "&version=head&shots=5",
            "&rows=official&shots=5&instructions=en&row=0",
        ] {
            assert_eq!(read(query).write(), query);
        }
    }

    #[test]
    fn nonsense_has_its_usual_value() {
        assert_eq!(read("&row=x&shots=7&version=v9&rows=all").write(), "");
        assert_eq!(
            read("&version=head&instructions=en").write(),
            "&version=head"
        );
    }
}
