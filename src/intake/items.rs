//! JSON lists and objects of any size, walked item by item: a damaged item does not take the others
//! with it.

use super::lines::count_line_ends;

/// One element of a list, or one entry of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Raw key, quotes and all; `None` in a list.
    pub key: Option<&'a str>,
    /// Raw value; what there is of it when the text is damaged.
    pub raw: &'a str,
    /// Line on which it begins.
    pub line: usize,
}

/// Walks a list or object. `None` when the text begins with neither bracket.
pub fn items(text: &str, first_line: usize) -> Option<Items<'_>> {
    let at = text.len() - text.trim_start().len();
    let is_object = match text.as_bytes().get(at)? {
        b'{' => true,
        b'[' => false,
        _ => return None,
    };
    let line = first_line + count_line_ends(text.get(..at)?);
    Some(Items {
        text,
        at: at + 1,
        line,
        is_object,
        is_closed: false,
        is_done: false,
        n_endless: 0,
    })
}

/// Made by [`items`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    is_object: bool,
    /// Whether the closing bracket was met.
    pub is_closed: bool,
    is_done: bool,
    n_endless: usize,
}

/// Where a value ends.
enum End {
    /// Here.
    At(usize),
    /// Nowhere: a string runs into a line end, or a bracket closes another kind.
    Damaged,
    /// The text ends first.
    Missing,
}

impl<'a> Items<'a> {
    /// Whether entries have keys.
    pub fn is_object(&self) -> bool {
        self.is_object
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Moves on, counting lines.
    fn go_to(&mut self, at: usize) {
        self.line += count_line_ends(self.text.get(self.at..at).unwrap_or(""));
        self.at = at;
    }

    fn skip(&mut self, skipped: &[u8]) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        let is_skipped = |byte: &&u8| byte.is_ascii_whitespace() || skipped.contains(byte);
        self.go_to(self.at + rest.iter().take_while(is_skipped).count());
    }

    /// The first line of the item at `start`, which is damaged. Goes on with the next line that
    /// looks like the beginning of an item: where the damage made it end says nothing.
    fn damaged(&mut self, start: usize, line: usize) -> Item<'a> {
        let opening = if self.is_object { b'"' } else { b'{' };
        let indent = self.column(start);
        // A closing bracket that is not the last thing in the text belongs to a damaged item.
        let last = self.text.trim_end().len().saturating_sub(1);
        self.at = start;
        self.line = line;
        let mut raw = None;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
            let n_bytes = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let line_end = n_bytes.map_or(self.text.len(), |n_bytes| self.at + n_bytes);
            raw = raw.or_else(|| self.text.get(start..line_end));
            self.go_to(line_end);
            self.skip(b"");
            let is_item = self.byte() == Some(opening) && self.column(self.at) <= indent;
            if is_item || self.at >= last {
                break;
            }
        }
        Item {
            key: None,
            raw: raw.unwrap_or("").trim_end(),
            line,
        }
    }

    /// Bytes between the beginning of the line and `at`.
    fn column(&self, at: usize) -> usize {
        let before = self.text.as_bytes().get(..at).unwrap_or(&[]);
        before
            .iter()
            .rev()
            .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
            .count()
    }

    /// An item that does not end: it is cut off, or only lacks a bracket and the next ones are
    /// whole. Each time the text is searched to its end, so this is not believed for ever.
    fn endless(&mut self, start: usize, line: usize) -> Item<'a> {
        self.n_endless += 1;
        if self.n_endless < MAX_ENDLESS {
            return self.damaged(start, line);
        }
        self.is_done = true;
        Item {
            key: None,
            raw: self.text.get(start..).unwrap_or(""),
            line,
        }
    }
}

/// After this many items without an end the rest counts as one.
const MAX_ENDLESS: usize = 16;

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        if self.is_done {
            return None;
        }
        self.skip(b",");
        let (start, line) = (self.at, self.line);
        match self.byte() {
            None => {
                self.is_done = true;
                return None;
            }
            Some(byte @ (b']' | b'}')) if (byte == b'}') == self.is_object => {
                self.is_done = true;
                self.is_closed = true;
                self.go_to(start + 1);
                self.skip(b"");
                let line = self.line;
                let rest = self.text.get(self.at..).unwrap_or("");
                // Something stands after the end, which is damage too.
                return (!rest.is_empty()).then_some(Item {
                    key: None,
                    raw: rest,
                    line,
                });
            }
            Some(_) => {}
        }
        let bytes = self.text.as_bytes();
        let mut key = None;
        if self.is_object {
            match value_end(bytes, self.at) {
                End::At(end) if bytes.get(start) == Some(&b'"') => {
                    key = self.text.get(start..end);
                    self.go_to(end);
                }
                End::At(_) | End::Damaged => {
                    return Some(self.damaged(start, line));
                }
                End::Missing => return Some(self.endless(start, line)),
            }
            self.skip(b"");
            if self.byte() != Some(b':') {
                return Some(if self.byte().is_none() {
                    self.endless(start, line)
                } else {
                    self.damaged(start, line)
                });
            }
            self.go_to(self.at + 1);
            self.skip(b"");
        }
        let value_start = self.at;
        match value_end(bytes, value_start) {
            End::At(end) if end > value_start => {
                self.go_to(end);
                Some(Item {
                    key,
                    raw: self.text.get(value_start..end).unwrap_or(""),
                    line,
                })
            }
            End::At(_) | End::Damaged => Some(self.damaged(start, line)),
            End::Missing => Some(self.endless(start, line)),
        }
    }
}

/// The end of the value that starts at `start`. Only brackets and quotes are looked at: what is
/// inside is read properly later.
fn value_end(bytes: &[u8], start: usize) -> End {
    let mut open = Vec::new();
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => match string_end(bytes, at) {
                End::At(end) => at = end,
                other => return other,
            },
            b'[' | b'{' => {
                open.push(*byte);
                at += 1;
                continue;
            }
            b']' | b'}' => match (open.pop(), byte) {
                (None, _) => return End::At(at),
                (Some(b'['), b']') | (Some(b'{'), b'}') => at += 1,
                _ => return End::Damaged,
            },
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if open.is_empty() => return End::At(at),
            _ => {
                at += 1;
                continue;
            }
        }
        if open.is_empty() {
            return End::At(at);
        }
    }
    if open.is_empty() && at > start {
        End::At(at)
    } else {
        End::Missing
    }
}

/// The end of the string whose opening quote is at `start`. Strings hold no line ends in JSON.
fn string_end(bytes: &[u8], start: usize) -> End {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return End::At(at + 1),
            b'\n' | b'\r' => return End::Damaged,
            b'\\' if !matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 2,
            _ => at += 1,
        }
    }
    End::Missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &[(Option<&str>, &str, usize)], is_closed: bool) {
        let mut items = items(text, 1).expect("a bracket");
        let got: Vec<_> = items
            .by_ref()
            .map(|item| (item.key, item.raw, item.line))
            .collect();
        assert_eq!(got, want, "{text}");
        assert_eq!(items.is_closed, is_closed, "{text}");
    }

    #[test]
    fn lists_and_objects_are_walked_with_line_numbers() {
        check(
            "[1, {\"a\": \"]\"},\n [2]]\n",
            &[
                (None, "1", 1),
                (None, "{\"a\": \"]\"}", 1),
                (None, "[2]", 2),
            ],
            true,
        );
        check(
            "\n{\"1\": \"A\",\r\n\"2\" : null}",
            &[(Some("\"1\""), "\"A\"", 2), (Some("\"2\""), "null", 3)],
            true,
        );
        check("[]", &[], true);
        check("{}", &[], true);
    }

    #[test]
    fn a_cut_list_gives_its_whole_items_and_the_rest() {
        check(
            "[\n{\"a\": 1},\n{\"a\": \"x",
            &[(None, "{\"a\": 1}", 2), (None, "{\"a\": \"x", 3)],
            false,
        );
        check("[{\"a\": 1},", &[(None, "{\"a\": 1}", 1)], false);
        check(
            "{\"1\": \"A\", \"2\"",
            &[(Some("\"1\""), "\"A\"", 1), (None, "\"2\"", 1)],
            false,
        );
    }

    #[test]
    fn a_broken_string_does_not_swallow_what_follows() {
        check(
            "[\n{\"a\": \"x},\n{\"a\": 2}\n]",
            &[(None, "{\"a\": \"x},", 2), (None, "{\"a\": 2}", 3)],
            true,
        );
        check(
            "{\"1\": \"A,\n\"2\": \"B\"}",
            &[(None, "\"1\": \"A,", 1), (Some("\"2\""), "\"B\"", 2)],
            true,
        );
    }

    #[test]
    fn what_stands_after_the_end_is_not_lost() {
        check("[1]\n[2]", &[(None, "1", 1), (None, "[2]", 2)], true);
    }
}
