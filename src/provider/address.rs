//! The address a user typed: repaired where that is safe, refused where it is not.
//!
//! Must never add a part that could send a key elsewhere than typed without saying so.

mod call;
pub mod space;

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::provider::address::space::{AddressSpace, space_of};
use crate::provider::{Format, browser};

/// Base address of an endpoint: `https://host:port/path`, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    scheme: Scheme,
    /// Lower case; an IPv6 address in brackets.
    host: String,
    /// Absent when it is the scheme's own.
    port: Option<u16>,
    /// Empty, or begins with `/` and does not end with one.
    path: String,
    /// Without `?`; put behind the path of every call.
    query: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Https,
    Http,
    /// No address: the browser's own model. Never typed.
    Browser,
}

/// What was changed in a typed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Spaces or line breaks around it, or invisible characters in it, were dropped.
    Trimmed,
    /// Quotes or angle brackets around it were dropped.
    Unquoted,
    /// `https://`, or `http://` for this machine and the local network, was put in front.
    SchemeAdded {
        /// What was added.
        scheme: &'static str,
    },
    /// Scheme or host was written in lower case, or slashes after the scheme were mended.
    SchemeMended,
    /// The path of a call was cut off: the base address is wanted.
    CallPathCut {
        /// `/chat/completions`, `/models`, ….
        path: String,
    },
    /// Slashes at the end were cut off.
    SlashCut,
}

/// Last parts of paths that services have `/v1` under.
const BEFORE_V1: [&str; 4] = ["api", "openai", "inference", "compatibility"];

/// What may be missing; offered, never done silently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// Most servers want `/v1`: the address with it.
    AddV1(BaseUrl),
}

/// A typed address, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedUrl {
    /// The address that will be used.
    pub url: BaseUrl,
    /// What was changed, in order.
    pub repairs: Vec<Repair>,
    /// What the user may want.
    pub suggestion: Option<Suggestion>,
}

/// Why a typed address is refused. Holds nothing of what may be secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing there.
    #[error("no address")]
    Empty,
    /// Only `http` and `https` can be called.
    #[error("addresses begin with https:// or http://, not {scheme}:")]
    Scheme {
        /// Lower case, at most 20 characters.
        scheme: String,
    },
    /// `https://name:password@host`.
    #[error("a name or password inside the address")]
    Credentials,
    /// `#…`.
    #[error("a # inside the address")]
    Fragment,
    /// `?key=…`: it would land in logs and in the record.
    #[error("a key inside the address: put it into the key field")]
    KeyInQuery,
    /// No host, or one that cannot be.
    #[error("no usable host name")]
    Host,
    /// A host name in other letters than ASCII may only look like the one that was meant.
    #[error("a host name with letters outside ASCII")]
    HostNotAscii,
    /// Not a port.
    #[error("the port is not a number from 1 to 65535")]
    Port,
    /// A character that cannot stand in an address.
    #[error("character {at} cannot stand in an address")]
    Character {
        /// Position in the cleaned text, from 1.
        at: usize,
    },
}

/// Paths of calls that people paste along, longest first.
const CALL_PATHS: [&str; 10] = [
    "/chat/completions",
    "/api/generate",
    "/completions",
    "/embeddings",
    "/responses",
    "/api/chat",
    "/api/tags",
    "/messages",
    "/models",
    "/chat",
];

/// The call of Gemini, whose path holds the model.
const GENERATE: &str = ":generateContent";

impl BaseUrl {
    /// Reads a typed address.
    pub fn parse(raw: &str) -> Result<ParsedUrl, AddressError> {
        let mut repairs = Vec::new();
        let text = tidy(raw, &mut repairs);
        if text.is_empty() {
            return Err(AddressError::Empty);
        }
        let is_bad = |c: char| {
            c.is_whitespace()
                || c.is_control()
                || matches!(c, '\\' | '"' | '<' | '>' | '^' | '`' | '{' | '|' | '}')
        };
        if let Some(at) = text.chars().position(is_bad) {
            return Err(AddressError::Character { at: at + 1 });
        }
        if text.contains('#') {
            return Err(AddressError::Fragment);
        }
        let (scheme, rest) = split_scheme(&text, &mut repairs)?;
        let (before_query, query) = match rest.split_once('?') {
            Some((before, query)) => (before, Some(query)),
            None => (rest, None),
        };
        let (authority, path) = match before_query.find('/') {
            Some(at) => before_query.split_at(at),
            None => (before_query, ""),
        };
        if authority.contains('@') {
            return Err(AddressError::Credentials);
        }
        let (host, port) = split_port(authority)?;
        let host = checked_host(host, &mut repairs)?;
        let is_https = scheme.unwrap_or_else(|| {
            let is_https = space_of(&host) == AddressSpace::Public;
            repairs.push(Repair::SchemeAdded {
                scheme: if is_https { "https://" } else { "http://" },
            });
            is_https
        });
        if let Some(at) = text.chars().position(|c| !c.is_ascii()) {
            return Err(AddressError::Character { at: at + 1 });
        }
        let path = cut_path(path, &mut repairs);
        let url = Self {
            scheme: if is_https {
                Scheme::Https
            } else {
                Scheme::Http
            },
            host,
            port: port.filter(|&port| port != if is_https { 443 } else { 80 }),
            path,
            query: checked_query(query)?,
        };
        let suggestion = url.suggestion();
        Ok(ParsedUrl {
            url,
            repairs,
            suggestion,
        })
    }

    /// What stands in place of an address for the browser's own model.
    pub fn of_browser() -> Self {
        Self {
            scheme: Scheme::Browser,
            host: "localhost".to_owned(),
            port: None,
            path: String::new(),
            query: None,
        }
    }

    /// The address of a record, of whichever kind its wire format has.
    pub fn of_record(format: Format, address: &str) -> Result<Self, AddressError> {
        match format {
            Format::Browser => Ok(Self::of_browser()),
            _ => Self::parse(address).map(|parsed| parsed.url),
        }
    }

    /// Whether it is no address, but the browser's own model.
    pub fn is_browser(&self) -> bool {
        self.scheme == Scheme::Browser
    }

    /// Scheme, host and port: what a key belongs to.
    pub fn origin(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Https => "https",
            Scheme::Http => "http",
            Scheme::Browser => return browser::ADDRESS.to_owned(),
        };
        match self.port {
            Some(port) => format!("{scheme}://{}:{port}", self.host),
            None => format!("{scheme}://{}", self.host),
        }
    }

    /// Which kind of network it leads to.
    pub fn space(&self) -> AddressSpace {
        space_of(&self.host)
    }

    /// This machine or the local network.
    pub fn is_local(&self) -> bool {
        self.space() != AddressSpace::Public
    }

    /// `http://`: about six requests at once, and everybody on the way can read the key.
    pub fn is_plain_http(&self) -> bool {
        self.scheme == Scheme::Http
    }

    /// Whether a key would cross a network unencrypted.
    pub fn shows_key_on_the_way(&self) -> bool {
        self.is_plain_http() && self.space() != AddressSpace::Loopback
    }

    fn suggestion(&self) -> Option<Suggestion> {
        let is_version = |segment: &str| {
            segment
                .strip_prefix('v')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        if self.path.split('/').any(is_version) {
            return None;
        }
        let last = self.path.rsplit('/').next().unwrap_or_default();
        let path = if self.path == "/api" && self.is_local() {
            // Ollama's own calls live under `/api`, its OpenAI-compatible ones beside it.
            "/v1".to_owned()
        } else if self.path.is_empty() || BEFORE_V1.contains(&last) {
            format!("{}/v1", self.path)
        } else {
            // Nothing says that `/v1` is what this path lacks.
            return None;
        };
        Some(Suggestion::AddV1(Self {
            path,
            ..self.clone()
        }))
    }
}

/// Without the query: what the record and the page show.
impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin(), self.path)
    }
}

fn tidy(raw: &str, repairs: &mut Vec<Repair>) -> String {
    let visible: String = raw
        .chars()
        .filter(|c| c.general_category() != GeneralCategory::Format)
        .collect();
    let mut text = visible.trim();
    if text.len() != raw.len() {
        repairs.push(Repair::Trimmed);
    }
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('<', '>'), ('“', '”')] {
        if let Some(inner) = text
            .strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close))
        {
            text = inner.trim();
            repairs.push(Repair::Unquoted);
        }
    }
    text.to_owned()
}

/// `Some(true)` for https, `Some(false)` for http, `None` when no scheme was typed.
fn split_scheme<'a>(
    text: &'a str,
    repairs: &mut Vec<Repair>,
) -> Result<(Option<bool>, &'a str), AddressError> {
    let Some((scheme, rest)) = text.split_once(':') else {
        return Ok((None, text.trim_start_matches('/')));
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    // `localhost:8080/v1` and `api.example.org:443` are a host and a port.
    let is_port = rest.starts_with(|c: char| c.is_ascii_digit());
    if !is_scheme || (is_port && !matches!(scheme, "http" | "https")) {
        return Ok((None, text.trim_start_matches('/')));
    }
    let lower = scheme.to_ascii_lowercase();
    let is_https = match lower.as_str() {
        "https" => true,
        "http" => false,
        // `name:password@host`: say what is wrong with it.
        _ if !rest.starts_with("//") && rest.contains('@') => {
            return Err(AddressError::Credentials);
        }
        _ => {
            return Err(AddressError::Scheme {
                scheme: lower.chars().take(20).collect(),
            });
        }
    };
    let host_on = rest.trim_start_matches('/');
    if lower != scheme || rest.len() - host_on.len() != 2 {
        repairs.push(Repair::SchemeMended);
    }
    Ok((Some(is_https), host_on))
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), AddressError> {
    let after_v6 = authority.rfind(']').map_or(0, |at| at + 1);
    let Some(at) = authority.get(after_v6..).and_then(|rest| rest.find(':')) else {
        return Ok((authority, None));
    };
    let (host, port) = authority.split_at(after_v6 + at);
    let port = port.trim_start_matches(':');
    if port.is_empty() {
        return Ok((host, None));
    }
    match port.parse::<u16>() {
        Ok(number) if number > 0 && port.chars().all(|c| c.is_ascii_digit()) => {
            Ok((host, Some(number)))
        }
        _ => Err(AddressError::Port),
    }
}

fn checked_host(host: &str, repairs: &mut Vec<Repair>) -> Result<String, AddressError> {
    if !host.is_ascii() {
        return Err(AddressError::HostNotAscii);
    }
    let lower = host.to_ascii_lowercase();
    if lower != host && !repairs.contains(&Repair::SchemeMended) {
        repairs.push(Repair::SchemeMended);
    }
    if let Some(inner) = lower
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        return inner
            .parse::<Ipv6Addr>()
            .map(|ip| format!("[{ip}]"))
            .map_err(|_| AddressError::Host);
    }
    let labels = lower.strip_suffix('.').unwrap_or(&lower);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    // `127.1` and `0x7f.1` are addresses to a browser: only the plain form is taken.
    let ends_in_number = labels
        .rsplit('.')
        .next()
        .is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()));
    if labels.len() > 253
        || !labels.split('.').all(is_label)
        || (ends_in_number && labels.parse::<Ipv4Addr>().is_err())
    {
        return Err(AddressError::Host);
    }
    Ok(lower)
}

fn cut_path(path: &str, repairs: &mut Vec<Repair>) -> String {
    let mut rest = path.trim_end_matches('/');
    let had_slash = rest.len() != path.len();
    if let Some((base, call)) = split_call(rest) {
        repairs.push(Repair::CallPathCut {
            path: call.to_owned(),
        });
        rest = base.trim_end_matches('/');
    } else if had_slash && path != "/" {
        repairs.push(Repair::SlashCut);
    }
    rest.to_owned()
}

/// Splits the path of a call off, if there is one.
fn split_call(path: &str) -> Option<(&str, &str)> {
    let call_at = if path.ends_with(GENERATE) {
        path.rfind("/models/")
    } else {
        CALL_PATHS
            .iter()
            .find_map(|call| Some(path.strip_suffix(call)?.len()))
    };
    path.split_at_checked(call_at?)
}

fn checked_query(query: Option<&str>) -> Result<Option<String>, AddressError> {
    let Some(query) = query.filter(|query| !query.is_empty()) else {
        return Ok(None);
    };
    let is_secret = |pair: &str| {
        let name = pair.split('=').next().unwrap_or(pair).to_ascii_lowercase();
        let is_word = ["code", "pwd", "pat", "access"].contains(&name.as_str());
        let has_word = ["key", "token", "secret", "password", "sig", "auth", "cred"]
            .iter()
            .any(|word| name.contains(word));
        is_word || has_word
    };
    if query.split('&').any(is_secret) {
        return Err(AddressError::KeyInQuery);
    }
    Ok(Some(query.to_owned()))
}

#[cfg(test)]
mod tests;
