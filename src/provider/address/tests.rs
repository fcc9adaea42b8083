use super::*;

/// `address | repairs | suggestion`, or the reason of the refusal.
fn told(raw: &str) -> String {
    match BaseUrl::parse(raw) {
        Ok(parsed) => {
            let suggestion = match parsed.suggestion {
                Some(Suggestion::AddV1(url)) => url.to_string(),
                None => "-".to_owned(),
            };
            format!("{} | {:?} | {suggestion}", parsed.url, parsed.repairs)
        }
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(raw: &str, want: &str) {
    assert_eq!(told(raw), want, "{raw:?}");
}

#[test]
fn typed_addresses_are_repaired_and_the_repair_is_named() {
    check(
        "https://api.example.org/v1",
        "https://api.example.org/v1 | [] | -",
    );
    check(
        "https://api.example.org/v1/chat/completions/",
        "https://api.example.org/v1 | [CallPathCut { path: \"/chat/completions\" }] | -",
    );
    check(
        "https://api.cohere.com/v2/chat",
        "https://api.cohere.com/v2 | [CallPathCut { path: \"/chat\" }] | -",
    );
    check(
        "https://a.example/v1beta/models/m-1:generateContent",
        "https://a.example/v1beta | [CallPathCut { path: \"/models/m-1:generateContent\" }] | -",
    );
    check(
        "http://localhost:11434/api/tags",
        "http://localhost:11434 | [CallPathCut { path: \"/api/tags\" }] | http://localhost:11434/v1",
    );
    check(
        "https://api.example.org/v1/",
        "https://api.example.org/v1 | [SlashCut] | -",
    );
    check(
        "api.example.org",
        "https://api.example.org | [SchemeAdded { scheme: \"https://\" }] | https://api.example.org/v1",
    );
    check(
        "localhost:11434/api/",
        "http://localhost:11434/api | [SchemeAdded { scheme: \"http://\" }, SlashCut] | http://localhost:11434/v1",
    );
    check(
        " \u{200b}https://a.example/v1\u{feff}\n",
        "https://a.example/v1 | [Trimmed] | -",
    );
    check(
        "HTTP://A.Example/v1",
        "http://a.example/v1 | [SchemeMended] | -",
    );
    check(
        "https:/a.example/v1",
        "https://a.example/v1 | [SchemeMended] | -",
    );
    check(
        "<https://a.example/v1>",
        "https://a.example/v1 | [Unquoted] | -",
    );
    check("https://a.example:443/v1", "https://a.example/v1 | [] | -");
    check("http://[0:0::1]:8080/v1", "http://[::1]:8080/v1 | [] | -");
    check(
        "https://a.example/v1beta/openai",
        "https://a.example/v1beta/openai | [] | -",
    );
}

#[test]
fn the_browsers_own_model_is_no_address_that_could_be_typed() {
    let browser = BaseUrl::of_browser();
    assert_eq!(browser.to_string(), "browser:LanguageModel");
    assert_eq!(browser.with_query(), "browser:LanguageModel");
    assert!(browser.is_browser() && browser.is_local());
    assert!(!browser.is_plain_http() && !browser.shows_key_on_the_way());
    check(
        "browser:LanguageModel",
        "addresses begin with https:// or http://, not browser:",
    );
    let of_record = |format, address| BaseUrl::of_record(format, address).map(|url| url.origin());
    assert_eq!(
        of_record(Format::Browser, "https://a.example"),
        Ok("browser:LanguageModel".to_owned())
    );
    assert!(of_record(Format::OpenAiChat, "browser:LanguageModel").is_err());
}

#[test]
fn v1_is_offered_only_where_services_have_it() {
    for (raw, want) in [
        ("http://localhost:1234", Some("http://localhost:1234/v1")),
        ("https://a.example/", Some("https://a.example/v1")),
        (
            "http://localhost:11434/api",
            Some("http://localhost:11434/v1"),
        ),
        (
            "https://openrouter.ai/api",
            Some("https://openrouter.ai/api/v1"),
        ),
        (
            "https://a.example/openai",
            Some("https://a.example/openai/v1"),
        ),
        (
            "https://a.example/inference",
            Some("https://a.example/inference/v1"),
        ),
        ("https://a.example/wrong/path", None),
        ("https://a.example/nowhere", None),
        ("https://a.example/v1/nowhere", None),
        ("https://a.example/openapi", None),
    ] {
        let parsed = BaseUrl::parse(raw).expect("an address");
        let offered = parsed
            .suggestion
            .map(|Suggestion::AddV1(url)| url.to_string());
        assert_eq!(offered.as_deref(), want, "{raw}");
    }
}

#[test]
fn dangerous_or_impossible_addresses_are_refused_with_the_reason() {
    check("", "no address");
    check(" \u{200b} ", "no address");
    check(
        "https://me:secret@a.example/v1",
        "a name or password inside the address",
    );
    check(
        "me:secret@a.example/v1",
        "a name or password inside the address",
    );
    check(
        "https://a.example\\@b.example/v1",
        "character 18 cannot stand in an address",
    );
    check("https://a.example/v1#top", "a # inside the address");
    check(
        "javascript:alert(1)",
        "addresses begin with https:// or http://, not javascript:",
    );
    check(
        "data:text/html,x",
        "addresses begin with https:// or http://, not data:",
    );
    check(
        "file:///etc/passwd",
        "addresses begin with https:// or http://, not file:",
    );
    check(
        "https://a.example/v1?api_key=abc",
        "a key inside the address: put it into the key field",
    );
    check("https://", "no usable host name");
    check("https://a..example/v1", "no usable host name");
    check("https://127.1/v1", "no usable host name");
    check("https://0x7f.0x1/v1", "no usable host name");
    check("https://[::zz]/v1", "no usable host name");
    check(
        "https://а.example/v1",
        "a host name with letters outside ASCII",
    );
    check(
        "https://a.example:99999/v1",
        "the port is not a number from 1 to 65535",
    );
    check(
        "https://a.example:0/v1",
        "the port is not a number from 1 to 65535",
    );
    check(
        "https://a.example/v 1",
        "character 20 cannot stand in an address",
    );
    check(
        "https://a.example/ñ",
        "character 19 cannot stand in an address",
    );
}

#[test]
fn a_harmless_query_goes_behind_the_path_and_out_of_the_record() {
    let url = BaseUrl::parse("https://a.example/openai/v1?api-version=v1")
        .expect("fine")
        .url;
    assert_eq!(
        url.chat_url(),
        "https://a.example/openai/v1/chat/completions?api-version=v1"
    );
    assert_eq!(
        url.models_url(),
        "https://a.example/openai/v1/models?api-version=v1"
    );
    assert_eq!(url.to_string(), "https://a.example/openai/v1");
}

#[test]
fn networks_are_told_apart() {
    for (raw, want) in [
        ("http://localhost:1", AddressSpace::Loopback),
        ("http://x.localhost", AddressSpace::Loopback),
        ("http://127.0.0.9", AddressSpace::Loopback),
        ("http://[::1]", AddressSpace::Loopback),
        ("http://[::ffff:127.0.0.1]", AddressSpace::Loopback),
        ("http://192.168.1.5", AddressSpace::Private),
        ("http://[fd00::1]", AddressSpace::Private),
        ("http://nas.local", AddressSpace::Private),
        ("http://gpu_box:8000", AddressSpace::Private),
        ("http://8.8.8.8", AddressSpace::Public),
        ("http://a.example", AddressSpace::Public),
        ("http://localhost.example", AddressSpace::Public),
    ] {
        assert_eq!(
            BaseUrl::parse(raw).expect("an address").url.space(),
            want,
            "{raw}"
        );
    }
}

#[test]
fn a_key_is_seen_on_the_way_only_outside_this_machine() {
    for (raw, want) in [
        ("http://127.0.0.1:8000", false),
        ("http://192.168.1.5", true),
        ("https://a.example", false),
    ] {
        assert_eq!(
            BaseUrl::parse(raw)
                .expect("an address")
                .url
                .shows_key_on_the_way(),
            want,
            "{raw}"
        );
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_what_was_read_reads_the_same(raw in ".{0,60}") {
        if let Ok(parsed) = BaseUrl::parse(&raw) {
            let again = BaseUrl::parse(&parsed.url.to_string()).expect("its own output");
            proptest::prop_assert_eq!(again.url.to_string(), parsed.url.to_string());
            proptest::prop_assert_eq!(again.repairs, vec![]);
        }
    }
}

#[test]
fn a_query_that_belongs_to_the_address_is_kept_where_it_is_asked_for() {
    let raw = "https://a.example/openai?api-version=2024-10-21";
    let url = BaseUrl::parse(raw).expect("an address").url;
    assert_eq!(url.with_query(), raw);
    assert_eq!(url.to_string(), "https://a.example/openai");
}
