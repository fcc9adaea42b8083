//! Every pair under `tests/pairs/`, a folder a wire format: requests as sent, responses as
//! received, and how they are read. The pairs are small ones of our own in the shapes that the
//! vendors document.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use sukat::provider::address::BaseUrl;
use sukat::provider::call::{Call, Endpoint};
use sukat::provider::format::FORMATS;
use sukat::provider::key::Key;
use sukat::provider::models::{ListedModel, Listing};
use sukat::provider::preset::PRESETS;
use sukat::provider::{CapName, Format, HttpRequest, HttpResponse, Lesson, Params};
use sukat::suite::Profile;

use crate::providers::{marker, messages, response, told};

pub(crate) fn params(value: &Value, format: Format) -> Params {
    let small = |name: &str| value[name].as_u64().and_then(|n| n.try_into().ok());
    let stop = value["stop"].as_array().into_iter().flatten();
    let params = Params {
        max_tokens: small("max_tokens"),
        cap_name: value["cap_name"]
            .as_str()
            .and_then(CapName::from_id)
            .unwrap_or_default(),
        temperature: value["temperature"].as_f64(),
        top_p: value["top_p"].as_f64(),
        top_k: small("top_k"),
        seed: value["seed"].as_u64(),
        stop: stop
            .map(|stop| stop.as_str().expect("text").to_owned())
            .collect(),
        first_stop: value["first_stop"].as_str().map(str::to_owned),
        context_size: small("context_size"),
    };
    format.fit(params).0
}

fn shown(request: &HttpRequest, headers: Vec<(&'static str, String)>) -> Value {
    let body: Value = serde_json::from_str(&request.body).expect("JSON");
    let headers: serde_json::Map<String, Value> = headers
        .into_iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    json!({"url": request.url, "headers": headers, "body": body})
}

/// What is wrong with a pair.
fn check(format: Format, pair: &Value) -> Vec<String> {
    let base = BaseUrl::parse(pair["base"].as_str().expect("a base")).expect("an address");
    let exchanges = pair["exchanges"].as_array().expect("exchanges");
    let mut wrong = Vec::new();
    let mut compare = |what: &str, have: &Value, want: &Value| {
        if have != want {
            wrong.push(format!("{what}\n  have {have}\n  want {want}"));
        }
    };
    if pair["call"] == "models" {
        for exchange in exchanges {
            let page = exchange["page"].as_str();
            let url = format.models_url(&base.url, page);
            compare("address", &json!(url), &exchange["request"]["url"]);
            let page = format.parse_models(&response(&exchange["response"]), &marker(), 0);
            let read = page.map_or_else(
                |error| json!({"error": error.id()}),
                |page| {
                    let ids: Vec<_> = page.models.into_iter().map(|model| model.id).collect();
                    json!({"ids": ids, "next": page.next})
                },
            );
            compare("list", &read, &exchange["reads"]);
        }
        return wrong;
    }
    let endpoint = Endpoint {
        format,
        base: base.url,
        model: pair["model"].as_str().expect("a model").to_owned(),
    };
    let messages = messages(&pair["messages"]);
    let layout = match pair["profile"].as_str() {
        Some("head") => Profile::Head,
        _ => Profile::V1,
    };
    let params = params(&pair["params"], format);
    let mut call = Call::new(&endpoint, &messages, layout, &params);
    for (idx, exchange) in exchanges.iter().enumerate() {
        // A pair that is about a response only does not repeat the request.
        if exchange["request"].is_object() {
            let sent = shown(&call.request(), format.headers(&marker()));
            compare("request", &sent, &exchange["request"]);
        }
        match call.take(&response(&exchange["response"]), &marker(), 0) {
            Ok(None) if idx + 1 < exchanges.len() => {}
            Ok(None) => compare("further request", &json!(true), &json!(false)),
            Ok(Some(_)) if idx + 1 < exchanges.len() => {
                compare("further request", &json!(false), &json!(true));
            }
            Ok(Some(reply)) => compare("reply", &told(&Ok(reply)), &pair["reads"]),
            Err(error) => compare("error", &told(&Err(error)), &pair["reads"]),
        }
    }
    wrong
}

#[test]
fn every_pair_of_every_format_is_sent_and_read_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let mut wrong = Vec::new();
    for format in FORMATS {
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(folder.join(format.id())).expect("a folder a format") {
            let path = entry.expect("an entry").path();
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let text = fs::read_to_string(&path).expect("text");
            let pair = serde_json::from_str(&text).expect("JSON");
            wrong.extend(
                check(format, &pair)
                    .into_iter()
                    .map(|what| format!("{}/{name}: {what}", format.id())),
            );
            names.insert(name);
        }
        for needed in ["answer", "truncated", "refusal", "bad-key", "rate-limit"] {
            let is_there = names.iter().any(|name| name.starts_with(needed));
            // A completion has nobody who could refuse, a server of one's own no limit.
            let is_needless = matches!(
                (format, needed),
                (
                    Format::OpenAiCompletions | Format::Ollama | Format::Cohere,
                    "refusal"
                )
            );
            assert!(is_there || is_needless, "{} has no {needed}", format.id());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_format_is_found_by_its_name_in_records() {
    for format in FORMATS {
        assert_eq!(Format::from_id(format.id()), Some(format));
    }
    assert_eq!(Format::from_id("browser-prompt-api"), Some(Format::Browser));
    assert!(!FORMATS.contains(&Format::Browser), "no server speaks it");
    assert_eq!(Format::from_id("stand-in"), None);
    assert_eq!(Format::default().id(), "openai-chat");
}

fn unpriced(id: &str) -> ListedModel {
    ListedModel {
        id: id.to_owned(),
        prices: None,
    }
}

#[test]
fn a_list_in_pages_is_put_together_and_one_without_end_comes_to_one() {
    let base = BaseUrl::parse("https://a.example/v1")
        .expect("an address")
        .url;
    let page = |ids: &[&str], next: &str| HttpResponse {
        status: 200,
        headers: Vec::new(),
        body: json!({
            "models": ids.iter().map(|id| json!({"name": id})).collect::<Vec<_>>(),
            "nextPageToken": next,
        })
        .to_string(),
    };
    let mut listing = Listing::new(Format::Gemini, &base).expect("a list");
    assert_eq!(listing.url(), "https://a.example/v1/models");
    let mut take = |response| {
        listing
            .take(&response, &marker(), 0)
            .map(|ids| (ids, listing.url().to_owned()))
    };
    let (ids, url) = take(page(&["b", "a"], "2")).expect("a page");
    assert_eq!(ids, None);
    assert_eq!(url, "https://a.example/v1/models?pageToken=2");
    let (ids, _) = take(page(&["a", "c"], "")).expect("a page");
    assert_eq!(ids, Some(["b", "a", "c"].map(unpriced).to_vec()));

    let mut endless = Listing::new(Format::Gemini, &base).expect("a list");
    assert_eq!(endless.take(&page(&["a"], "2"), &marker(), 0), Ok(None));
    let ids = endless.take(&page(&["a"], "2"), &marker(), 0);
    assert_eq!(ids, Ok(Some(vec![unpriced("a")])));
    assert!(Listing::new(Format::Azure, &base).is_none());
}

#[test]
fn without_a_key_no_format_sends_one_and_with_it_only_in_a_header() {
    let names = |headers: Vec<(&'static str, String)>| {
        headers
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    for format in FORMATS {
        let without = names(format.headers(&Key::none()));
        let secret = ["authorization", "api-key", "x-api-key", "x-goog-api-key"];
        assert!(
            !without.iter().any(|name| secret.contains(name)),
            "{format:?}: {without:?}"
        );
        let with = names(format.headers(&marker()));
        assert_eq!(with.len(), without.len() + 1, "{format:?}");
        let base = BaseUrl::parse("https://a.example/v1")
            .expect("an address")
            .url;
        let url = format
            .models_url(&base, Some("next&page"))
            .unwrap_or_default();
        assert!(!url.contains("next&page"), "{url}");
    }
}

#[test]
fn parameters_that_a_format_lacks_are_left_out_and_named() {
    use Lesson::{DropCap, DropContextSize, DropSeed, DropStop, DropTopK, DropTopP};
    let asked = Params {
        max_tokens: Some(32),
        temperature: Some(0.3),
        top_p: Some(1.0),
        top_k: Some(50),
        seed: Some(1234),
        stop: vec!["\n\n".to_owned()],
        first_stop: Some("Sagot:".to_owned()),
        context_size: Some(8192),
        ..Params::default()
    };
    let lost = |format: Format| format.fit(asked.clone()).1;
    assert_eq!(lost(Format::OpenAiChat), [DropContextSize]);
    assert_eq!(lost(Format::OpenAiCompletions), [DropContextSize]);
    assert_eq!(
        lost(Format::OpenAiResponses),
        [DropTopK, DropSeed, DropStop, DropContextSize]
    );
    assert_eq!(lost(Format::Azure), [DropTopK, DropContextSize]);
    assert_eq!(
        lost(Format::Anthropic),
        [DropSeed, DropStop, DropContextSize]
    );
    assert_eq!(lost(Format::Gemini), [DropContextSize]);
    assert_eq!(lost(Format::Cohere), [DropContextSize]);
    assert_eq!(lost(Format::Ollama), []);
    assert_eq!(
        lost(Format::Browser),
        [
            DropTopP,
            DropTopK,
            DropSeed,
            DropStop,
            DropContextSize,
            DropCap
        ]
    );
    let of_browser = Format::Browser.fit(asked.clone()).0;
    assert_eq!(
        of_browser,
        Params {
            temperature: Some(0.3),
            ..Params::default()
        }
    );
    for format in FORMATS {
        let (fitted, _) = format.fit(asked.clone());
        assert_eq!(fitted.max_tokens, Some(32));
        assert_eq!(format.fit(fitted.clone()), (fitted, vec![]), "{format:?}");
    }
    assert_eq!(
        Format::Anthropic.fit(Params::default()).0.max_tokens,
        Some(4096)
    );
}

#[test]
fn a_server_that_echoes_the_key_gets_it_into_nothing_that_is_kept() {
    let key = marker();
    let echo = format!("you sent {}", key.expose());
    let body = json!({
        "choices": [{"text": echo, "message": {"content": echo}, "finish_reason": echo}],
        "output": [{"type": "message", "content": [{"type": "output_text", "text": echo}]},
            {"type": "reasoning", "summary": [{"text": echo}]}],
        "content": [{"type": "text", "text": echo}, {"type": "thinking", "thinking": echo}],
        "candidates": [{"content": {"parts": [{"text": echo}]}, "finishReason": echo}],
        "message": {"content": echo, "thinking": echo}, "stop_reason": echo, "status": echo,
        "done_reason": echo, "finish_reason": echo, "model": echo, "modelVersion": echo,
        "models": [{"name": echo}],
    });
    for status in [200, 400, 401, 429, 500] {
        let response = HttpResponse {
            status,
            headers: vec![("retry-after".to_owned(), echo.clone())],
            body: body.to_string(),
        };
        for format in FORMATS {
            let endpoint = endpoint(format);
            let params = Params::default();
            let mut call = Call::new(&endpoint, &[], Profile::V1, &params);
            let request = call.request();
            let kept = format!(
                "{:?} {:?} {request:?}",
                call.take(&response, &key, 0),
                format.parse_models(&response, &key, 0)
            );
            assert!(!kept.contains(key.expose()), "{format:?} {status}: {kept}");
        }
    }
}

fn endpoint(format: Format) -> Endpoint {
    Endpoint {
        format,
        base: BaseUrl::parse("https://a.example/v1")
            .expect("an address")
            .url,
        model: "m/ñ?x".to_owned(),
    }
}

proptest! {
    #[test]
    fn any_body_is_read_by_every_format_without_a_panic(
        status in prop_oneof![Just(200u16), 100u16..600],
        body in prop_oneof![
            ".{0,60}",
            r#"\{"(error|choices|output|content|candidates|promptFeedback|message|status|usage|models)":(null|3|"x"|"failed"|\[\]|\[null\]|\[\{\}\]|\{\}|\{"content":[3\[]|\{"message":\{\}\}|\[\{"content":\[3\]\}\])\}"#,
        ],
    ) {
        let response = HttpResponse { status, headers: Vec::new(), body };
        for format in FORMATS {
            let endpoint = endpoint(format);
            let params = Params { first_stop: Some("Sagot:".to_owned()), ..Params::default() };
            let mut call = Call::new(&endpoint, &[], Profile::Head, &params);
            let _ = call.take(&response, &marker(), 0);
            let _ = call.take(&response, &marker(), 0);
            let _ = format.parse_models(&response, &marker(), 0);
        }
    }
}

#[test]
fn the_page_is_not_served_where_a_server_of_ones_own_is_expected() {
    let dev = include_str!("../../dev");
    let (_, after) = dev
        .split_once("${PORT:-")
        .expect("`serve` has a first port");
    let (port, _) = after.split_once('}').expect("the number ends");
    assert!(dev.contains(&format!("first port that `serve` tries ({port})")));
    for preset in PRESETS {
        let address = preset.address;
        assert!(!address.contains(&format!(":{port}")), "{address}");
    }
}

fn digest(endpoint: &Endpoint, asked: &str, layout: Profile, params: &Params) -> String {
    let messages = messages(&json!([["user", asked]]));
    Call::new(endpoint, &messages, layout, params).digest()
}

#[test]
fn the_digest_of_a_call_changes_with_everything_that_is_sent_and_with_nothing_else() {
    let at = |url: &str, format: Format, model: &str| Endpoint {
        format,
        base: BaseUrl::parse(url).expect("an address").url,
        model: model.to_owned(),
    };
    let url = "https://a.example/v1";
    let usual = Params {
        max_tokens: Some(16),
        temperature: Some(0.0),
        ..Params::default()
    };
    let asked = "Ano ang sentimyento?";
    let mut seen = BTreeSet::new();
    for format in FORMATS {
        let endpoint = at(url, format, "m");
        let usual = format.fit(usual.clone()).0;
        let first = digest(&endpoint, asked, Profile::V1, &usual);
        assert_eq!(first.len(), 64);
        assert_eq!(first, digest(&endpoint, asked, Profile::V1, &usual));
        assert!(
            seen.insert(first.clone()),
            "{format:?} is as another format"
        );
        let hotter = Params {
            temperature: Some(1.0),
            ..usual.clone()
        };
        let longer = Params {
            max_tokens: Some(17),
            ..usual.clone()
        };
        for (what, other) in [
            ("prompt", digest(&endpoint, "Ano?", Profile::V1, &usual)),
            (
                "temperature",
                digest(&endpoint, asked, Profile::V1, &hotter),
            ),
            ("cap", digest(&endpoint, asked, Profile::V1, &longer)),
            (
                "model",
                digest(&at(url, format, "n"), asked, Profile::V1, &usual),
            ),
            (
                "address",
                digest(
                    &at("https://b.example/v1", format, "m"),
                    asked,
                    Profile::V1,
                    &usual,
                ),
            ),
        ] {
            assert_ne!(first, other, "{format:?}: {what}");
        }
    }
    // The second of two requests is in it: only there are texts to stop at behind the tag.
    let base = at(url, Format::OpenAiCompletions, "m");
    let twice = |stop: &str| Params {
        first_stop: Some("Sagot:".to_owned()),
        stop: vec![stop.to_owned()],
        ..usual.clone()
    };
    let layout = Profile::Head;
    assert_ne!(
        digest(&base, asked, layout, &twice("\n\n")),
        digest(&base, asked, layout, &twice("\n"))
    );
}
