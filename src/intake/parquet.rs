//! Parquet files to JSON Lines: what comes out is read as any other file.
//!
//! Written for files of any origin: nothing is unpacked, and no memory taken, that the limits do not
//! allow, and damage is an error and never a panic, which would end the worker. Known crates are
//! larger by far, panic on damaged files, and unpack Zstandard with C, which is not at hand for wasm.

mod footer;
mod pages;
mod thrift;
mod values;

use serde::{Deserialize, Serialize};

use super::unpack::{Limits, UnpackError};
use footer::{Leaf, Meaning, Node, Physical, Repetition, Role, RowGroup, read_footer};
use pages::{Column, read_chunk};
use values::Scalar;

/// Why a Parquet file is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ParquetError {
    /// It does not end as it should: a part is missing.
    #[error("the end is missing")]
    CutOff,
    /// Its list of columns and pages cannot be read.
    #[error("damaged footer")]
    Footer,
    /// A page cannot be read, or the columns do not fit together.
    #[error("damaged page")]
    Page,
    /// Some of it is encrypted.
    #[error("encrypted")]
    Encrypted,
    /// Packed in a way that is not read.
    #[error("compression codec {number} is not known")]
    Codec {
        /// In the format's list.
        number: i64,
    },
    /// Values are stored in a way that is not read.
    #[error("encoding {number} is not known")]
    Encoding {
        /// In the format's list.
        number: i64,
    },
    /// More rows than are read.
    #[error("more than {limit} rows")]
    TooManyRows {
        /// Most that are read.
        limit: usize,
    },
}

/// Most rows of a file. The largest of all test sets has a hundredth.
pub const MAX_ROWS: usize = 2_000_000;

/// Whether a file is Parquet.
pub fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(footer::MAGIC) || bytes.starts_with(b"PARE")
}

/// A line of JSON for every row, with lists, objects and numbers as they are in the file. Bytes that
/// are no text become an object that says how many they are.
pub(super) fn to_json_lines(
    bytes: &[u8],
    limits: &Limits,
    budget: &mut usize,
) -> Result<Vec<u8>, UnpackError> {
    if bytes.starts_with(b"PARE") {
        return Err(ParquetError::Encrypted.into());
    }
    let file = read_footer(bytes)?;
    let n_rows = file.groups.iter().map(|group| group.n_rows);
    if n_rows.fold(0_usize, usize::saturating_add) > MAX_ROWS {
        return Err(ParquetError::TooManyRows { limit: MAX_ROWS }.into());
    }
    let mut working = Allowance::new(bytes.len(), limits, limits.max_total_bytes);
    let left = Allowance::new(bytes.len(), limits, *budget);
    let mut writer = Writer {
        leaves: &file.leaves,
        columns: Vec::new(),
        json: Vec::new(),
        left,
    };
    for group in &file.groups {
        let columns = read_group(&file.leaves, group, &mut working);
        writer.columns = columns.ok_or_else(|| working.reason())?;
        let written = writer.group(&file.fields, group.n_rows);
        written.ok_or_else(|| writer.left.reason())?;
    }
    *budget = budget.saturating_sub(writer.json.len());
    Ok(writer.json)
}

fn read_group(leaves: &[Leaf], group: &RowGroup<'_>, left: &mut Allowance) -> Option<Vec<Column>> {
    let chunks = leaves.iter().zip(&group.chunks);
    chunks
        .map(|(leaf, chunk)| read_chunk(leaf, *chunk, left))
        .collect()
}

/// Bytes that may still be taken, and why no more may.
struct Allowance {
    n_bytes: usize,
    over: UnpackError,
    refusal: Option<UnpackError>,
}

impl Allowance {
    /// Columns pack better than any text: a few of the same values take no place at all. So a
    /// quarter of all that is allowed may come out whatever the size.
    fn new(n_packed: usize, limits: &Limits, n_left: usize) -> Self {
        let free = limits.max_total_bytes / 4;
        let by_ratio = n_packed.saturating_mul(limits.max_ratio).max(free);
        let over = if by_ratio < n_left {
            UnpackError::Bomb {
                limit: limits.max_ratio,
            }
        } else {
            UnpackError::TooLarge {
                limit: limits.max_total_bytes,
            }
        };
        Self {
            n_bytes: by_ratio.min(n_left),
            over,
            refusal: None,
        }
    }

    fn spend(&mut self, n_bytes: usize) -> Option<()> {
        if let Some(n_left) = self.n_bytes.checked_sub(n_bytes) {
            self.n_bytes = n_left;
            return Some(());
        }
        self.refusal = Some(self.over.clone());
        None
    }

    /// Notes why nothing comes of it.
    fn refuse<T>(&mut self, why: ParquetError) -> Option<T> {
        self.refusal = Some(why.into());
        None
    }

    fn reason(&self) -> UnpackError {
        let refusal = self.refusal.clone();
        refusal.unwrap_or_else(|| ParquetError::Page.into())
    }
}

/// Columns to rows.
struct Writer<'f> {
    leaves: &'f [Leaf],
    columns: Vec<Column>,
    json: Vec<u8>,
    left: Allowance,
}

impl Writer<'_> {
    fn group(&mut self, fields: &[Node], n_rows: usize) -> Option<()> {
        for _ in 0..n_rows {
            // Every column begins a row where the others do.
            let begins = |column: &Column| column.peek().is_some_and(|(rep, _)| rep == 0);
            if !self.columns.iter().all(begins) {
                return None;
            }
            self.object(fields)?;
            self.put(b"\n")?;
        }
        let is_read = self.columns.iter().all(|column| column.peek().is_none());
        is_read.then_some(())
    }

    fn put(&mut self, bytes: &[u8]) -> Option<()> {
        self.left.spend(bytes.len())?;
        self.json.extend_from_slice(bytes);
        Some(())
    }

    fn text(&mut self, text: &str) -> Option<()> {
        let quoted = serde_json::to_string(text).ok()?;
        self.put(quoted.as_bytes())
    }

    fn object(&mut self, fields: &[Node]) -> Option<()> {
        self.put(b"{")?;
        for (field_idx, field) in fields.iter().enumerate() {
            if field_idx > 0 {
                self.put(b",")?;
            }
            self.text(&field.name)?;
            self.put(b":")?;
            self.node(field)?;
        }
        self.put(b"}")
    }

    /// Repetition and definition level of the next entry below a field.
    fn next_of(&self, node: &Node) -> Option<(u8, u8)> {
        self.columns.get(node.first)?.peek()
    }

    fn node(&mut self, node: &Node) -> Option<()> {
        match node.repetition {
            Repetition::Optional if self.next_of(node)?.1 < node.def => {
                self.skip(node)?;
                self.put(b"null")
            }
            Repetition::Required | Repetition::Optional => self.value(node),
            Repetition::Repeated => {
                self.put(b"[")?;
                self.elements(node, Self::value)?;
                self.put(b"]")
            }
        }
    }

    /// Each element of a repeated field, with commas between them.
    fn elements(
        &mut self,
        node: &Node,
        mut write: impl FnMut(&mut Self, &Node) -> Option<()>,
    ) -> Option<()> {
        if self.next_of(node)?.1 < node.def {
            return self.skip(node);
        }
        write(self, node)?;
        while self.next_of(node).is_some_and(|(rep, _)| rep >= node.rep) {
            self.put(b",")?;
            write(self, node)?;
        }
        Some(())
    }

    /// Takes the entries that stand for nothing.
    fn skip(&mut self, node: &Node) -> Option<()> {
        for column in self.columns.get_mut(node.first..node.end)? {
            column.next()?;
        }
        Some(())
    }

    fn value(&mut self, node: &Node) -> Option<()> {
        match &node.role {
            Role::Leaf => self.leaf(node.first),
            Role::Object(fields) => self.object(fields),
            Role::Wrapper(inner) => self.node(inner),
            Role::Map(pair) => {
                self.put(b"{")?;
                self.elements(pair, Self::pair)?;
                self.put(b"}")
            }
        }
    }

    /// A key and its value; JSON knows no keys but texts.
    fn pair(&mut self, pair: &Node) -> Option<()> {
        let Role::Object(fields) = &pair.role else {
            return None;
        };
        let [key, value] = &fields[..] else {
            return None;
        };
        let start = self.json.len();
        self.node(key)?;
        let written = self.json.split_off(start);
        if written.starts_with(b"\"") {
            self.put(&written)?;
        } else {
            self.text(&String::from_utf8_lossy(&written))?;
        }
        self.put(b":")?;
        self.node(value)
    }

    fn leaf(&mut self, at: usize) -> Option<()> {
        let leaf = self.leaves.get(at)?;
        let column = self.columns.get_mut(at)?;
        let scalar = column.next()?;
        let json = written(leaf, scalar, column.bytes(scalar))?;
        self.put(json.as_bytes())
    }
}

/// A value in JSON.
fn written(leaf: &Leaf, scalar: Scalar, bytes: &[u8]) -> Option<String> {
    Some(match (scalar, leaf.meaning) {
        (Scalar::Null, _) => "null".to_owned(),
        (Scalar::Bool(truth), _) => truth.to_string(),
        (Scalar::Int(number), Meaning::Unsigned) if leaf.physical == Physical::Int32 => {
            (number & 0xffff_ffff).to_string()
        }
        (Scalar::Int(number), Meaning::Unsigned) => number.cast_unsigned().to_string(),
        (Scalar::Int(number), Meaning::Decimal(scale)) => decimal(i128::from(number), scale),
        (Scalar::Int(number), _) => number.to_string(),
        // Infinities and NaN are null: pandas writes NaN where there is nothing.
        (Scalar::Float(number), _) => serde_json::to_string(&number).ok()?,
        (Scalar::Double(number), _) => serde_json::to_string(&number).ok()?,
        (Scalar::Bytes(..), Meaning::Decimal(scale)) => match whole(bytes) {
            Some(number) => decimal(number, scale),
            None => nameless(bytes),
        },
        (Scalar::Bytes(..), meaning) => {
            let text = std::str::from_utf8(bytes).ok();
            let is_text = meaning == Meaning::Text || leaf.physical == Physical::Bytes;
            let text = text.filter(|_| is_text);
            text.and_then(|text| serde_json::to_string(text).ok())
                .unwrap_or_else(|| nameless(bytes))
        }
    })
}

fn nameless(bytes: &[u8]) -> String {
    format!("{{\"bytes\":{}}}", bytes.len())
}

/// How many bytes a cell has that is no text, from what stands for it in the JSON.
pub(super) fn n_nameless(json: &str) -> Option<u64> {
    let digits = json.trim().strip_prefix("{\"bytes\":")?.strip_suffix('}')?;
    digits.parse().ok()
}

/// A number of up to sixteen bytes, the highest first.
fn whole(bytes: &[u8]) -> Option<i128> {
    let (first, _) = bytes.split_first()?;
    let sign = if *first >= 0x80 { -1 } else { 0 };
    let add = |number: i128, byte: &u8| number << 8 | i128::from(*byte);
    (bytes.len() <= 16).then(|| bytes.iter().fold(sign, add))
}

/// A number with so many digits behind the point.
fn decimal(number: i128, scale: usize) -> String {
    // No decimal has more digits than this.
    let scale = scale.min(76);
    if scale == 0 {
        return number.to_string();
    }
    let digits = format!("{:0>width$}", number.unsigned_abs(), width = scale + 1);
    let (front, back) = digits.split_at(digits.len() - scale);
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{front}.{back}")
}
