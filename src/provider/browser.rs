//! The model that some browsers have built in (the Prompt API: `LanguageModel`). No wire and no
//! server: what goes in and comes out is written and read here as for any other model; whoever
//! drives it hands both to the browser.
//!
//! It takes a temperature at most, and where a page may give none, not even that. It has no output
//! cap and counts no tokens.

use crate::prompt::Message;
use crate::provider::body::chat_turns;
use crate::provider::error::{ProviderError, cut};
use crate::provider::key::Key;
use crate::provider::{EmptyWhy, HttpRequest, Outcome, Reply};

/// Stable name in records, in place of a wire format.
pub const ENDPOINT_KIND: &str = "browser-prompt-api";

/// What stands in records in place of an address.
pub const ADDRESS: &str = "browser:LanguageModel";

/// The choice of this model in place of a preset.
pub const PROVIDER_ID: &str = "browser";

/// Longest name of a browser that is kept, in characters.
const MAX_NAME_CHARS: usize = 60;

/// Whether the model can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// At once.
    Ready,
    /// Once the browser has downloaded it.
    Downloadable,
    /// The browser is downloading it.
    Downloading,
    /// Not on this device.
    Unavailable,
}

impl Availability {
    /// As the browser says it; what it may say in later versions is taken for a no.
    pub fn from_id(id: &str) -> Self {
        match id {
            // `readily` and `after-download` are from the first versions.
            "available" | "readily" => Self::Ready,
            "downloadable" | "after-download" => Self::Downloadable,
            "downloading" => Self::Downloading,
            _ => Self::Unavailable,
        }
    }
}

/// What keeps the browser's model from answering, by what the run does about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The prompt does not fit into the model: this row fails.
    TooLong,
    /// The browser does not give the model away: every further row would fail the same way.
    NotGiven,
    /// Something broke; ask again a little later.
    Passing,
}

impl Trouble {
    /// Stable short name for the attempts of a record.
    pub fn id(self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::NotGiven => "not_given",
            Self::Passing => "browser_trouble",
        }
    }
}

/// An exception of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// `QuotaExceededError`, `NotAllowedError`, ….
    pub name: String,
    /// The browser's message; may be empty.
    pub message: String,
}

/// What the browser is handed: the messages as JSON.
pub fn build_request(messages: &[Message]) -> HttpRequest {
    HttpRequest {
        url: ADDRESS.to_owned(),
        body: chat_turns(messages).to_string(),
    }
}

/// Reads what came of it: the text, or an exception. `model` is what the browser's model is called
/// now.
pub fn read(said: Result<String, Exception>, model: &str) -> Result<Reply, ProviderError> {
    let text = match said {
        Ok(text) => text,
        // The browser keeps back what the model said.
        Err(exception) if exception.name == "NotReadableError" => {
            return Ok(Reply {
                model: Some(model.to_owned()),
                ..Reply::without_text(Outcome::Refused)
            });
        }
        Err(exception) => return Err(error_of(&exception)),
    };
    let outcome = if text.trim().is_empty() {
        Outcome::Empty(EmptyWhy::Unknown)
    } else {
        Outcome::Answered
    };
    Ok(Reply {
        text,
        model: Some(model.to_owned()),
        ..Reply::without_text(outcome)
    })
}

/// What an exception means for a run.
pub fn error_of(exception: &Exception) -> ProviderError {
    let trouble = match exception.name.as_str() {
        "QuotaExceededError" => Trouble::TooLong,
        "NotAllowedError" | "NotSupportedError" | "SecurityError" | "TypeError" | "RangeError" => {
            Trouble::NotGiven
        }
        _ => Trouble::Passing,
    };
    let Exception { name, message } = exception;
    ProviderError::Browser {
        trouble,
        message: cut(&format!("{name}: {message}"), &Key::none()),
    }
}

/// What to call the model: the browser does not say, so after the browser, of whose brands the most
/// telling is taken. Brand and version each, as the browser lists them.
pub fn model_name(brands: &[(String, String)]) -> String {
    // One brand is made up, so that nobody relies on the list: `Not)A;Brand`.
    let is_real = |(brand, _): &&(String, String)| {
        let letters: String = brand.chars().filter(char::is_ascii_alphabetic).collect();
        let is_made_up = letters.contains("Not") && letters.contains("Brand");
        !letters.is_empty() && !is_made_up
    };
    let mut real: Vec<&(String, String)> = brands.iter().filter(is_real).collect();
    // What it is built on says less than its own name.
    real.sort_by_key(|(brand, _)| brand == "Chromium");
    let Some((brand, version)) = real.first() else {
        return "built-in model of this browser".to_owned();
    };
    let browser: String = format!("{brand} {version}")
        .trim()
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME_CHARS)
        .collect();
    format!("built-in model of {browser}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Role;

    const MODEL: &str = "built-in model of Browser 150";

    fn exception(name: &str) -> Exception {
        Exception {
            name: name.to_owned(),
            message: "no".to_owned(),
        }
    }

    #[test]
    fn messages_are_handed_over_in_their_order_and_roles() {
        let message = |role, content: &str| Message {
            role,
            content: content.to_owned(),
        };
        let request = build_request(&[
            message(Role::User, "Isalin: \"Oo\""),
            message(Role::Assistant, "Yes"),
            message(Role::User, "Isalin: Hindi"),
        ]);
        assert_eq!(request.url, "browser:LanguageModel");
        let body: serde_json::Value = serde_json::from_str(&request.body).expect("JSON");
        assert_eq!(
            body,
            serde_json::json!([
                {"role": "user", "content": "Isalin: \"Oo\""},
                {"role": "assistant", "content": "Yes"},
                {"role": "user", "content": "Isalin: Hindi"},
            ])
        );
    }

    #[test]
    fn a_text_is_an_answer_and_no_text_is_none() {
        let read = |text: &str| read(Ok(text.to_owned()), MODEL).expect("a reply");
        let reply = read(" Sagot: A\n");
        assert_eq!(reply.outcome, Outcome::Answered);
        assert_eq!(reply.text, " Sagot: A\n");
        assert_eq!(reply.model.as_deref(), Some(MODEL));
        assert_eq!(reply.usage, crate::provider::Usage::default());
        assert_eq!(read(" \n").outcome, Outcome::Empty(EmptyWhy::Unknown));
    }

    #[test]
    fn each_exception_is_one_kind_of_trouble_and_a_text_held_back_is_a_refusal() {
        for (name, want) in [
            ("QuotaExceededError", Trouble::TooLong),
            ("NotAllowedError", Trouble::NotGiven),
            ("NotSupportedError", Trouble::NotGiven),
            ("OperationError", Trouble::Passing),
            ("AbortError", Trouble::Passing),
            ("", Trouble::Passing),
        ] {
            match read(Err(exception(name)), MODEL) {
                Err(ProviderError::Browser { trouble, message }) => {
                    assert_eq!(trouble, want, "{name}");
                    assert_eq!(message, format!("{name}: no"));
                }
                other => panic!("{other:?}"),
            }
        }
        let held_back = read(Err(exception("NotReadableError")), MODEL).expect("a reply");
        assert_eq!(held_back.outcome, Outcome::Refused);
    }

    #[test]
    fn the_model_is_called_after_the_browser_as_far_as_that_is_known() {
        #[track_caller]
        fn check(brands: &[(&str, &str)], want: &str) {
            let brands: Vec<(String, String)> = brands
                .iter()
                .map(|&(brand, version)| (brand.to_owned(), version.to_owned()))
                .collect();
            assert_eq!(model_name(&brands), want);
        }
        let made_up = ("Not)A;Brand", "8");
        check(
            &[made_up, ("Chromium", "148"), ("Google Chrome", "148")],
            "built-in model of Google Chrome 148",
        );
        check(
            &[("Chromium", "150"), made_up],
            "built-in model of Chromium 150",
        );
        check(&[made_up], "built-in model of this browser");
        check(&[], "built-in model of this browser");
        check(&[("A\u{7}B", "")], "built-in model of AB");
        let long = "x".repeat(500);
        check(
            &[(&long, "1")],
            &format!("built-in model of {}", "x".repeat(60)),
        );
    }

    #[test]
    fn unknown_words_of_the_browser_are_a_no() {
        for (id, want) in [
            ("available", Availability::Ready),
            ("downloadable", Availability::Downloadable),
            ("downloading", Availability::Downloading),
            ("unavailable", Availability::Unavailable),
            ("", Availability::Unavailable),
            ("perhaps", Availability::Unavailable),
        ] {
            assert_eq!(Availability::from_id(id), want, "{id}");
        }
    }
}
