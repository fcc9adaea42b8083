//! The rules of the house that no compiler and no linter holds.
//!
//! The two tables say which way imports point. A new arrow is one line there, and a line that a
//! reviewer should look at first.

use std::fs;
use std::path::{Path, PathBuf};

/// A module of the core, and the other modules of the core that it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("stats", &[]),
    ("metrics", &["text"]),
    ("suite", &["text"]),
    ("intake", &["text", "suite"]),
    ("answer", &["text", "suite"]),
    ("prompt", &["text", "suite"]),
    // Stand-ins answer rows by themselves, and draw; base models are laid out by profile.
    ("provider", &["prompt", "suite", "stats"]),
    ("record", &["suite", "provider", "answer"]),
    // The requests and replies of a run without a run: no machine, only files.
    ("batch", &["suite", "prompt", "provider", "record"]),
    (
        "score",
        &["text", "stats", "metrics", "suite", "provider", "answer"],
    ),
    (
        "run",
        &[
            "text", "metrics", "suite", "intake", "answer", "prompt", "provider", "record", "score",
        ],
    ),
    (
        "report",
        &[
            "text", "stats", "metrics", "suite", "intake", "answer", "prompt", "provider",
            "record", "score",
        ],
    ),
    (
        "desk",
        &[
            "text", "stats", "metrics", "suite", "intake", "answer", "prompt", "provider",
            "record", "batch", "score", "report",
        ],
    ),
    // Of these the outcome and error types only; the reviewer sees to that.
    (
        "words",
        &[
            "metrics", "suite", "intake", "answer", "prompt", "provider", "record", "batch",
            "score", "run", "report", "desk",
        ],
    ),
];

/// A part of the page, and what else it may use: parts of the page, and `words`. The rest of the
/// core is open to all of them. What is not listed here (`web.rs` itself) puts the parts together
/// and may use everything.
const WEB_ARROWS: &[(&str, &[&str])] = &[
    ("io", &[]),
    // A run belongs to the app: the state keeps its driver, and the driver knows no state.
    ("state", &["io", "driver", "words"]),
    ("driver", &["io"]),
    ("components", &["words"]),
    // The page of a run shows its driver's figures and presses its buttons.
    ("pages", &["state", "components", "driver", "words"]),
];

/// Every colour that CSS has a name for, but `transparent`.
const NAMED_COLOURS: &str = "aliceblue antiquewhite aqua aquamarine azure beige bisque black \
    blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral \
    cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen \
    darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon \
    darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink \
    deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro \
    ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory \
    khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan \
    lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen \
    lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen \
    magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen \
    mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream \
    mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid \
    palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
    powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen \
    seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan \
    teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen";

/// CSS functions that make a colour out of numbers. `color-mix` and `light-dark` only mix tokens.
const COLOUR_FUNCTIONS: &[&str] = &[
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color",
];

/// A line that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Complaint {
    line: usize,
    what: String,
}

impl Complaint {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self {
            line,
            what: what.into(),
        }
    }
}

// --- reading Rust ---------------------------------------------------------------------------------

/// `source` with blanks in place of comments and of what stands between quotes. Lines stay lines.
fn code_only(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut code = String::with_capacity(source.len());
    let mut idx = 0;
    let at = |idx: usize| chars.get(idx).copied().unwrap_or('\0');
    let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
    while idx < chars.len() {
        let before_is_word = idx > 0 && (at(idx - 1).is_alphanumeric() || at(idx - 1) == '_');
        let end = match at(idx) {
            '/' if at(idx + 1) == '/' => end_of_line(&chars, idx),
            '/' if at(idx + 1) == '*' => end_of_block_comment(&chars, idx),
            '"' => end_of_string(&chars, idx),
            'r' if !before_is_word || at(idx.saturating_sub(1)) == 'b' => {
                end_of_raw_string(&chars, idx).unwrap_or(idx)
            }
            '\'' => end_of_char(&chars, idx).unwrap_or(idx),
            _ => idx,
        };
        if end == idx {
            code.push(at(idx));
            idx += 1;
        } else {
            // A literal leaves its quotes, so that `style="…"` still shows `style=`.
            code.extend(
                chars[idx..end]
                    .iter()
                    .map(|&c| if c == '"' { '"' } else { blank(c) }),
            );
            idx = end;
        }
    }
    code
}

fn end_of_line(chars: &[char], start: usize) -> usize {
    (start..chars.len())
        .find(|&idx| chars[idx] == '\n')
        .unwrap_or(chars.len())
}

fn end_of_block_comment(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut idx = start;
    while idx + 1 < chars.len() {
        match (chars[idx], chars[idx + 1]) {
            ('/', '*') => (depth, idx) = (depth + 1, idx + 2),
            ('*', '/') => (depth, idx) = (depth - 1, idx + 2),
            _ => idx += 1,
        }
        if depth == 0 {
            return idx;
        }
    }
    chars.len()
}

fn end_of_string(chars: &[char], start: usize) -> usize {
    let mut idx = start + 1;
    while idx < chars.len() {
        match chars[idx] {
            '\\' => idx += 2,
            '"' => return idx + 1,
            _ => idx += 1,
        }
    }
    chars.len()
}

/// The end of `r"…"` or `r#"…"#`, if one starts here; `r#type` is none.
fn end_of_raw_string(chars: &[char], start: usize) -> Option<usize> {
    let n_hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let body = start + 1 + n_hashes;
    (*chars.get(body)? == '"').then(|| {
        let closes = |idx: usize| {
            chars[idx] == '"'
                && chars[idx + 1..].iter().take_while(|&&c| c == '#').count() >= n_hashes
        };
        (body + 1..chars.len())
            .find(|&idx| closes(idx))
            .map_or(chars.len(), |idx| idx + 1 + n_hashes)
    })
}

/// The end of a character literal, if one starts here; a lifetime is none.
fn end_of_char(chars: &[char], start: usize) -> Option<usize> {
    match chars.get(start + 1)? {
        '\\' => (start + 3..chars.len())
            .find(|&idx| chars[idx] == '\'')
            .map(|idx| idx + 1),
        _ => (*chars.get(start + 2)? == '\'').then_some(start + 3),
    }
}

fn line_of(text: &str, byte_idx: usize) -> usize {
    text[..byte_idx].matches('\n').count() + 1
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// All paths that start with the word `root` (`crate` or `super`), groups opened up: of
/// `use crate::{suite::Task, text}` these are `suite::Task` and `text`, with their lines.
fn paths_from(root: &str, code: &str) -> Vec<(usize, Vec<String>)> {
    let start = format!("{root}::");
    let mut paths = Vec::new();
    for (idx, _) in code.match_indices(&start) {
        let joined = code[..idx].ends_with(is_word) || code[..idx].ends_with("::");
        if !joined {
            open_group(code, idx + start.len(), &mut Vec::new(), &mut paths);
        }
    }
    paths
}

/// Reads one path, or a group in braces, from `idx` on; gives the place after it.
fn open_group(
    code: &str,
    idx: usize,
    prefix: &mut Vec<String>,
    paths: &mut Vec<(usize, Vec<String>)>,
) -> usize {
    let skip = |idx: usize| idx + code[idx..].len() - code[idx..].trim_start().len();
    let mut idx = skip(idx);
    if code[idx..].starts_with('{') {
        idx = skip(idx + 1);
        while idx < code.len() && !code[idx..].starts_with('}') {
            let after = skip(open_group(code, idx, prefix, paths));
            let after_name = code[after..]
                .find([',', '}'])
                .map_or(code.len(), |n| after + n);
            idx = if code[after_name..].starts_with(',') {
                skip(after_name + 1)
            } else {
                after_name
            };
        }
        return (idx + 1).min(code.len());
    }
    let line = line_of(code, idx);
    let word: String = code[idx..]
        .chars()
        .take_while(|&c| is_word(c) || c == '*')
        .collect();
    idx += word.len();
    prefix.push(word);
    if code[idx..].starts_with("::") && !code[idx + 2..].starts_with('<') {
        idx = open_group(code, idx + 2, prefix, paths);
    } else {
        paths.push((line, prefix.clone()));
    }
    prefix.pop();
    idx
}

/// The module path of a file under `src/`: `["web", "pages", "run"]`; of `main.rs`, `lib.rs` and
/// the files in `bin/`, nothing.
fn module_of(file: &str) -> Vec<&str> {
    let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
    if inner == "lib" || inner == "main" || inner.starts_with("bin/") {
        return Vec::new();
    }
    inner.split('/').collect()
}

/// What a file of `src/` uses that its row of the tables does not have.
fn check_arrows(file: &str, source: &str) -> Vec<Complaint> {
    let code = code_only(source);
    let module = module_of(file);
    let Some(&top) = module.first() else {
        return Vec::new();
    };
    let mut complaints = Vec::new();
    let mut paths = paths_from("crate", &code);
    for (line, path) in paths_from("super", &code) {
        if path[0] == "super" {
            complaints.push(Complaint::new(line, "`super::super`: name it from `crate`"));
            continue;
        }
        // Inside `mod tests` the word means the file itself; then the path names one of its own
        // items, which is no module of the tables.
        let mut absolute: Vec<String> = module[..module.len() - 1]
            .iter()
            .map(ToString::to_string)
            .collect();
        absolute.extend(path);
        paths.push((line, absolute));
    }
    for (line, path) in paths {
        if let Some(what) = forbidden_arrow(top, module.get(1).copied(), &path) {
            complaints.push(Complaint::new(line, what));
        }
    }
    complaints.sort();
    complaints.dedup();
    complaints
}

fn row<'a>(table: &[(&str, &'a [&'a str])], name: &str) -> Option<&'a [&'a str]> {
    table
        .iter()
        .find(|(from, _)| *from == name)
        .map(|&(_, to)| to)
}

/// What is wrong with a use of `path` in the module `top`, for `web` in its part `part`.
fn forbidden_arrow(top: &str, part: Option<&str>, path: &[String]) -> Option<String> {
    let to = path[0].as_str();
    if top == "web" {
        let part = part?;
        let allowed = row(WEB_ARROWS, part)?;
        let (used, name) = match to {
            "web" => (path.get(1)?.as_str(), format!("web/{}", path[1])),
            "words" => ("words", "words".to_string()),
            _ => return None,
        };
        let is_known = used == "words" || row(WEB_ARROWS, used).is_some();
        return (is_known && used != part && !allowed.contains(&used))
            .then(|| format!("`web/{part}` may not use `{name}`"));
    }
    if to == top || (to != "web" && row(ARROWS, to).is_none()) {
        return None;
    }
    match row(ARROWS, top) {
        Some(allowed) if allowed.contains(&to) => None,
        Some(_) => Some(format!("`{top}` may not use `{to}`")),
        None => Some(format!("`{top}` has no row in the table of arrows")),
    }
}

/// What a Rust file may not contain.
fn check_rust(file: &str, source: &str) -> Vec<Complaint> {
    let code = code_only(source);
    let mut complaints = Vec::new();
    let is_program = file.starts_with("src/") && !file.ends_with("/tests.rs");
    let mut in_tests = false;
    for (idx, line) in code.lines().enumerate() {
        let mut complain = |what: &str| complaints.push(Complaint::new(idx + 1, what));
        in_tests |= line.trim_start().starts_with("#[cfg(test)]");
        if line.contains("#[ignore") {
            complain("an ignored test: assert what happens today, and say why it is wrong");
        }
        if is_program && !in_tests {
            if line.contains(".unwrap()") {
                complain("`unwrap`: nothing panics on input; an invariant is an `expect`");
            }
            for name in ["panic!(", "todo!(", "unimplemented!("] {
                if line
                    .match_indices(name)
                    .any(|(at, _)| !line[..at].ends_with(is_word))
                {
                    complain(&format!("`{name})`: nothing panics on input"));
                }
            }
        }
        if file.starts_with("src/web") && has_style_attribute(line) {
            complain("`style` in a view: a class, and an attribute for the state");
        }
        let asks_for_a_frame = line.contains("request_animation_frame(");
        if asks_for_a_frame && file != "src/web/components/later.rs" {
            complain("a frame may come when the page was left: `StillHere::on_next_frame`");
        }
    }
    complaints
}

/// `style=` or `style:width=` as an attribute. rustfmt puts a blank after a field's colon and
/// before an assignment's equals sign, so neither looks like one.
fn has_style_attribute(line: &str) -> bool {
    line.match_indices("style").any(|(idx, word)| {
        let after = &line[idx + word.len()..];
        let is_attribute = after.starts_with('=') && !after.starts_with("==");
        let is_property = after.starts_with(':')
            && after[1..].starts_with(|c: char| c.is_alphabetic() || c == '-');
        let stands_alone = !line[..idx].ends_with(|c: char| is_word(c) || "-.:".contains(c));
        stands_alone && (is_attribute || is_property)
    })
}

// --- reading CSS ----------------------------------------------------------------------------------

/// What a style sheet may not contain; colours are for `tokens.css` alone.
fn check_css(file: &str, source: &str) -> Vec<Complaint> {
    let css = css_without_comments_and_strings(source);
    let mut complaints = Vec::new();
    let mut start = 0;
    for (end, mark) in css.match_indices(['{', '}', ';']) {
        let piece = &css[start..end];
        let line = line_of(&css, start + piece.len() - piece.trim_start().len());
        if piece.contains("!important") {
            complaints.push(Complaint::new(
                line,
                "`!important`: put it in a later layer",
            ));
        }
        if mark == "{" {
            if piece.contains('#') && !piece.trim_start().starts_with('@') {
                complaints.push(Complaint::new(line, "an id in a selector: use a class"));
            }
        } else if let Some((_, value)) = piece.split_once(':')
            && !file.ends_with("/tokens.css")
            && let Some(colour) = find_colour(value)
        {
            complaints.push(Complaint::new(
                line,
                format!("the colour `{colour}`: colours are named in tokens.css"),
            ));
        }
        start = end + 1;
    }
    complaints
}

fn css_without_comments_and_strings(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut css = String::with_capacity(source.len());
    let mut idx = 0;
    while idx < chars.len() {
        let end = match chars[idx] {
            '/' if chars.get(idx + 1) == Some(&'*') => (idx + 2..chars.len())
                .find(|&end| chars[end - 1] == '*' && chars[end] == '/' && end > idx + 2)
                .map_or(chars.len(), |end| end + 1),
            quote @ ('"' | '\'') => (idx + 1..chars.len())
                .find(|&end| chars[end] == quote && chars[end - 1] != '\\')
                .map_or(chars.len(), |end| end + 1),
            c => {
                css.push(c);
                idx += 1;
                continue;
            }
        };
        css.extend(
            chars[idx..end]
                .iter()
                .map(|&c| if c == '\n' { '\n' } else { ' ' }),
        );
        idx = end;
    }
    css
}

/// The first colour in the value of a declaration, however it is written.
fn find_colour(value: &str) -> Option<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in value.chars().chain([' ']) {
        if c.is_alphanumeric() || "-_#".contains(c) {
            word.push(c);
        } else if !word.is_empty() {
            words.push((std::mem::take(&mut word).to_lowercase(), c == '('));
        }
    }
    words.into_iter().find_map(|(word, is_call)| {
        let is_hex = word.strip_prefix('#').is_some_and(|digits| {
            matches!(digits.len(), 3 | 4 | 6 | 8) && digits.chars().all(|c| c.is_ascii_hexdigit())
        });
        let is_function = is_call && COLOUR_FUNCTIONS.contains(&word.as_str());
        let is_named = !is_call && NAMED_COLOURS.split_whitespace().any(|name| name == word);
        (is_hex || is_function || is_named).then_some(word)
    })
}

// --- the house ------------------------------------------------------------------------------------

fn house() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Files under `folder` with the extension, as paths from the house, sorted.
fn files(folder: &str, extension: &str) -> Vec<String> {
    fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, extension, found);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&house().join(folder), extension, &mut found);
    let mut names: Vec<String> = found
        .iter()
        .filter_map(|path| path.strip_prefix(house()).ok())
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .collect();
    names.sort();
    names
}

/// Runs `check` over `files` and fails with one line for each complaint.
#[track_caller]
fn check_house(files: &[String], check: impl Fn(&str, &str) -> Vec<Complaint>) {
    assert!(!files.is_empty(), "no files were found");
    let complaints: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let source = fs::read_to_string(house().join(file)).expect("a source file is UTF-8");
            let complaints = check(file, &source);
            complaints
                .into_iter()
                .map(move |found| format!("{file}:{}: {}", found.line, found.what))
        })
        .collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn imports_point_the_way_of_the_tables() {
    check_house(&files("src", "rs"), check_arrows);
}

#[test]
fn every_module_of_the_core_has_a_row() {
    let map = fs::read_to_string(house().join("src/lib.rs")).expect("the map of the house");
    let modules = map
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.split(';').next());
    let without: Vec<&str> = modules
        .filter(|name| *name != "web" && row(ARROWS, name).is_none())
        .collect();
    assert!(
        without.is_empty(),
        "no row in the table of arrows: {without:?}"
    );
}

#[test]
fn rust_files_keep_the_rules() {
    check_house(
        &[files("src", "rs"), files("tests", "rs")].concat(),
        check_rust,
    );
}

#[test]
fn style_sheets_keep_the_rules() {
    check_house(&files("assets/css", "css"), check_css);
}

// --- the rules themselves, on small inputs --------------------------------------------------------

#[track_caller]
fn check(complaints: &[Complaint], want: &[(usize, &str)]) {
    let got: Vec<(usize, &str)> = complaints
        .iter()
        .map(|found| (found.line, found.what.as_str()))
        .collect();
    assert_eq!(got, want);
}

#[test]
fn an_arrow_that_is_not_in_the_table_is_found() {
    let source =
        "//! Uses crate::web in a comment.\nuse crate::text::Words;\nuse crate::suite::Task;\n";
    check(
        &check_arrows("src/metrics/rouge.rs", source),
        &[(3, "`metrics` may not use `suite`")],
    );
    check(&check_arrows("src/score.rs", source), &[]);
}

#[test]
fn a_group_is_opened_up() {
    let source =
        "use crate::{\n    text::{self, Case as C},\n    run,\n    report::csv::write,\n};\n";
    check(
        &check_arrows("src/suite.rs", source),
        &[
            (3, "`suite` may not use `run`"),
            (4, "`suite` may not use `report`"),
        ],
    );
}

#[test]
fn a_path_inside_a_function_counts_and_one_in_a_string_does_not() {
    let source = "fn f() {\n    crate::web::g(\"crate::run\", r#\"crate::run \"x\" \"#, '\"');\n    crate::run::h();\n}\n";
    check(
        &check_arrows("src/text.rs", source),
        &[
            (2, "`text` may not use `web`"),
            (3, "`text` may not use `run`"),
        ],
    );
}

#[test]
fn super_is_no_way_around() {
    check(
        &check_arrows("src/text.rs", "use super::run;\n"),
        &[(1, "`text` may not use `run`")],
    );
    check(
        &check_arrows("src/web/pages/run.rs", "use super::super::io;\n"),
        &[(1, "`super::super`: name it from `crate`")],
    );
    check(
        &check_arrows("src/web/pages.rs", "use super::io;\n"),
        &[(1, "`web/pages` may not use `web/io`")],
    );
    check(
        &check_arrows("src/text/case.rs", "mod tests {\n    use super::*;\n}\n"),
        &[],
    );
}

#[test]
fn the_parts_of_the_page_have_arrows_of_their_own() {
    check(
        &check_arrows(
            "src/web/components/bar.rs",
            "use crate::web::state::Runs;\nuse crate::words::Words;\n",
        ),
        &[(1, "`web/components` may not use `web/state`")],
    );
    check(
        &check_arrows(
            "src/web/io/fetch.rs",
            "use crate::words::Words;\nuse crate::desk::view::Row;\n",
        ),
        &[(1, "`web/io` may not use `words`")],
    );
    check(
        &check_arrows("src/web.rs", "use crate::web::{io, pages};\n"),
        &[],
    );
}

#[test]
fn a_module_without_a_row_is_found() {
    check(
        &check_arrows("src/extra.rs", "use crate::text;\n"),
        &[(1, "`extra` has no row in the table of arrows")],
    );
}

#[test]
fn unwrap_is_for_tests() {
    let source = "fn f() { g().unwrap(); }\n// h().unwrap()\n#[cfg(test)]\nmod tests { fn f() { g().unwrap(); } }\n";
    let want = [(
        1,
        "`unwrap`: nothing panics on input; an invariant is an `expect`",
    )];
    check(&check_rust("src/text.rs", source), &want);
    check(&check_rust("tests/it/text.rs", source), &[]);
}

#[test]
fn a_view_has_no_style_attribute() {
    let what = "`style` in a view: a class, and an attribute for the state";
    check(
        &check_rust("src/web/bar.rs", "<p style=\"color: red\">\n"),
        &[(1, what)],
    );
    check(
        &check_rust("src/web/bar.rs", "<p style:width=width>\n"),
        &[(1, what)],
    );
    let fine = "let style = Style { style: 1 };\nuse a::style::b;\nlet list_style=1;\n";
    check(&check_rust("src/web/bar.rs", fine), &[]);
}

#[test]
fn a_frame_is_asked_for_in_one_place() {
    let source = "request_animation_frame(measure);\n";
    let what = "a frame may come when the page was left: `StillHere::on_next_frame`";
    check(&check_rust("src/web/bar.rs", source), &[(1, what)]);
    check(&check_rust("src/web/components/later.rs", source), &[]);
}

#[test]
fn an_ignored_test_is_found() {
    let what = "an ignored test: assert what happens today, and say why it is wrong";
    check(
        &check_rust(
            "tests/it/a.rs",
            "#[test]\n#[ignore = \"later\"]\nfn a() {}\n",
        ),
        &[(2, what)],
    );
}

#[test]
fn a_colour_is_found_however_it_is_written() {
    for colour in [
        "#fff",
        "#A0B1C2D3",
        "rgb(0 0 0)",
        "oklch(50% 0 0)",
        "red",
        "Tan",
    ] {
        let css = format!(".a {{\n  margin: 0;\n  border: 1px solid {colour};\n}}\n");
        assert_eq!(check_css("assets/css/base.css", &css).len(), 1, "{colour}");
        assert_eq!(check_css("assets/css/tokens.css", &css), [], "{colour}");
    }
}

#[test]
fn what_only_looks_like_a_colour_is_none() {
    let css = "/* red */ .red, .a:hover { color: var(--red); white-space: nowrap; \
        fill: currentColor; background: color-mix(in oklab, var(--ink) 8%, transparent); \
        content: \"#fff\"; forced-color-adjust: none; }\n";
    check(&check_css("assets/css/base.css", css), &[]);
}

#[test]
fn ids_and_important_are_found() {
    check(
        &check_css(
            "assets/css/base.css",
            "@layer base;\n#a { margin: 0 }\n.b { margin: 0 !important }\n",
        ),
        &[
            (2, "an id in a selector: use a class"),
            (3, "`!important`: put it in a later layer"),
        ],
    );
}
