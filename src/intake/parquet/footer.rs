//! The footer of a Parquet file: which columns there are, how they nest, and where their pages lie.

use super::ParquetError;
use super::thrift::{Value, read_struct};

/// What both ends of a file say it is.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// What a file ends in whose footer is encrypted.
const MAGIC_ENCRYPTED: &[u8] = b"PARE";

/// Largest footer read: a thousand columns in a hundred row groups take a tenth of it.
const MAX_FOOTER: usize = 16 << 20;

/// Deepest nesting of columns.
const MAX_DEPTH: usize = 32;

/// Columns of numbers that models read and write. They are most of a file's values, and nothing
/// here looks at them.
const LEFT_OUT: &[&str] = &["input_tokens", "output_tokens", "cont_tokens"];

/// A field of a row, with all that is in it.
#[derive(Debug, PartialEq)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) repetition: Repetition,
    /// Definition level from which on it is there; for a repeated one, has an element.
    pub(super) def: u8,
    /// Repetition level at which it goes on; of repeated ones only.
    pub(super) rep: u8,
    pub(super) role: Role,
    /// First of the columns in it.
    pub(super) first: usize,
    /// The column behind the last of those in it.
    pub(super) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    Required,
    Optional,
    Repeated,
}

/// What a field is in JSON.
#[derive(Debug, PartialEq)]
pub(super) enum Role {
    /// A value out of the column `first`.
    Leaf,
    /// An object.
    Object(Vec<Node>),
    /// What its only child is: a list that is wrapped, as the format prescribes.
    Wrapper(Box<Node>),
    /// An object of keys and values.
    Map(Box<Node>),
}

/// A column that is read.
#[derive(Debug, PartialEq)]
pub(super) struct Leaf {
    /// Its place among all columns of a row group.
    pub(super) column: usize,
    pub(super) physical: Physical,
    pub(super) meaning: Meaning,
    pub(super) max_def: u8,
    pub(super) max_rep: u8,
}

/// How values are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Physical {
    Bool,
    Int32,
    Int64,
    Float,
    Double,
    Bytes,
    /// So many bytes each.
    Fixed(usize),
}

/// What stored values stand for, where that is not what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Plain,
    Text,
    Unsigned,
    /// A number with so many digits behind the point.
    Decimal(usize),
}

/// Where the pages of a column lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) codec: i64,
    pub(super) n_values: usize,
}

/// A stretch of rows.
pub(super) struct RowGroup<'b> {
    pub(super) n_rows: usize,
    /// A chunk for each of [`Footer::leaves`].
    pub(super) chunks: Vec<Chunk<'b>>,
}

/// What is known of a file before its pages are looked at.
pub(super) struct Footer<'b> {
    pub(super) fields: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) groups: Vec<RowGroup<'b>>,
}

/// Reads the footer.
pub(super) fn read_footer(bytes: &[u8]) -> Result<Footer<'_>, ParquetError> {
    let (before, magic) = bytes.split_last_chunk::<4>().ok_or(ParquetError::CutOff)?;
    if magic == MAGIC_ENCRYPTED {
        return Err(ParquetError::Encrypted);
    }
    if magic != MAGIC {
        return Err(ParquetError::CutOff);
    }
    let (before, length) = before.split_last_chunk::<4>().ok_or(ParquetError::CutOff)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let at = before.len().checked_sub(length);
    let at = at.filter(|_| length <= MAX_FOOTER);
    let mut footer = at
        .and_then(|at| before.get(at..))
        .ok_or(ParquetError::Footer)?;
    let meta = read_struct(&mut footer).ok_or(ParquetError::Footer)?;
    if meta.field(8).is_some() {
        return Err(ParquetError::Encrypted);
    }
    let mut schema = Schema {
        elements: meta.list(2).unwrap_or_default(),
        n_columns: 0,
        leaves: Vec::new(),
    };
    let fields = schema.root().ok_or(ParquetError::Footer)?;
    let leaves = schema.leaves;
    let groups = meta.list(4).unwrap_or_default().iter();
    let groups = groups.map(|group| row_group(bytes, group, &leaves));
    Ok(Footer {
        groups: groups.collect::<Result<_, _>>()?,
        fields,
        leaves,
    })
}

fn row_group<'b>(
    bytes: &'b [u8],
    group: &Value<'_>,
    leaves: &[Leaf],
) -> Result<RowGroup<'b>, ParquetError> {
    let columns = group.list(1).unwrap_or_default();
    let chunk = |leaf: &Leaf| {
        let column = columns.get(leaf.column).ok_or(ParquetError::Footer)?;
        if column.field(8).is_some() {
            return Err(ParquetError::Encrypted);
        }
        chunk(bytes, column).ok_or(ParquetError::Footer)
    };
    Ok(RowGroup {
        n_rows: group.size(3).ok_or(ParquetError::Footer)?,
        chunks: leaves.iter().map(chunk).collect::<Result<_, _>>()?,
    })
}

fn chunk<'b>(bytes: &'b [u8], column: &Value<'_>) -> Option<Chunk<'b>> {
    let meta = column.field(3)?;
    let data = meta.size(9)?;
    // Some writers give no place, or 0, where there is no dictionary.
    let dictionary = meta.size(11).filter(|place| *place > 0);
    let start = dictionary.map_or(data, |place| place.min(data));
    let end = start.checked_add(meta.size(7)?)?;
    Some(Chunk {
        bytes: bytes.get(start..end)?,
        codec: meta.int(4)?,
        n_values: meta.size(5)?,
    })
}

/// The tree of fields, which the footer has as a list.
struct Schema<'s, 'b> {
    /// What is left of the list.
    elements: &'s [Value<'b>],
    n_columns: usize,
    leaves: Vec<Leaf>,
}

impl Schema<'_, '_> {
    fn root(&mut self) -> Option<Vec<Node>> {
        let (root, rest) = self.elements.split_first()?;
        self.elements = rest;
        let fields = self.children(root.size(5)?, (0, 0), MAX_DEPTH)?;
        (self.elements.is_empty() && !fields.is_empty()).then_some(fields)
    }

    fn children(&mut self, n_children: usize, levels: (u8, u8), depth: usize) -> Option<Vec<Node>> {
        let mut children = Vec::new();
        for _ in 0..n_children {
            self.node(levels, depth, &mut children)?;
        }
        Some(children)
    }

    /// Reads the next field, and adds it to `fields` unless it is left out.
    fn node(&mut self, (def, rep): (u8, u8), depth: usize, fields: &mut Vec<Node>) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let (element, rest) = self.elements.split_first()?;
        self.elements = rest;
        let name = element.text(4)?;
        let repetition = match element.int(3)? {
            0 => Repetition::Required,
            1 => Repetition::Optional,
            2 => Repetition::Repeated,
            _ => return None,
        };
        let def = def + u8::from(repetition != Repetition::Required);
        let rep = rep + u8::from(repetition == Repetition::Repeated);
        let first = self.leaves.len();
        let n_children = element.size(5).unwrap_or(0);
        let role = if n_children == 0 {
            self.leaves.push(Leaf {
                column: self.n_columns,
                physical: physical(element)?,
                meaning: meaning(element),
                max_def: def,
                max_rep: rep,
            });
            self.n_columns += 1;
            Role::Leaf
        } else {
            let children = self.children(n_children, (def, rep), depth)?;
            group_role(element, name, children)
        };
        if LEFT_OUT.contains(&name) {
            self.leaves.truncate(first);
        }
        let end = self.leaves.len();
        fields.extend((first < end).then(|| Node {
            name: name.to_owned(),
            repetition,
            def,
            rep,
            role,
            first,
            end,
        }));
        Some(())
    }
}

/// What a group is, by the format's rules for lists and maps and for what older writers made.
fn group_role(element: &Value<'_>, name: &str, children: Vec<Node>) -> Role {
    let logical = |id| element.field(10).and_then(|kind| kind.field(id)).is_some();
    let is_list = element.int(6) == Some(3) || logical(3);
    let is_map = matches!(element.int(6), Some(1 | 2)) || logical(2);
    let is_repeated = matches!(&children[..], [only] if only.repetition == Repetition::Repeated);
    if !(is_repeated && (is_list || is_map)) {
        return Role::Object(children);
    }
    let Some(mut only) = children.into_iter().next() else {
        return Role::Object(Vec::new());
    };
    let is_pair = matches!(&only.role, Role::Object(inner) if inner.len() == 2);
    if is_map {
        return if is_pair {
            Role::Map(Box::new(only))
        } else {
            Role::Object(vec![only])
        };
    }
    let is_element = only.name == "array" || only.name == format!("{name}_tuple");
    if !is_element
        && let Role::Object(inner) = &mut only.role
        && inner.len() == 1
        && let Some(element) = inner.pop()
    {
        only.role = Role::Wrapper(Box::new(element));
    }
    Role::Wrapper(Box::new(only))
}

fn physical(element: &Value<'_>) -> Option<Physical> {
    Some(match element.int(1)? {
        0 => Physical::Bool,
        1 => Physical::Int32,
        2 => Physical::Int64,
        3 => Physical::Fixed(12),
        4 => Physical::Float,
        5 => Physical::Double,
        6 => Physical::Bytes,
        7 => Physical::Fixed(element.size(2)?),
        _ => return None,
    })
}

fn meaning(element: &Value<'_>) -> Meaning {
    let logical = |id| element.field(10).and_then(|kind| kind.field(id));
    let is_signed = |integer: &Value<'_>| integer.field(2) == Some(&Value::Bool(true));
    match element.int(6) {
        Some(0 | 4 | 19) => Meaning::Text,
        Some(5) => Meaning::Decimal(element.size(7).unwrap_or(0)),
        Some(11..=14) => Meaning::Unsigned,
        _ if [1, 4, 12].iter().any(|id| logical(*id).is_some()) => Meaning::Text,
        _ if logical(10).is_some_and(|integer| !is_signed(integer)) => Meaning::Unsigned,
        _ => logical(5).map_or(Meaning::Plain, |decimal| {
            Meaning::Decimal(decimal.size(1).unwrap_or(0))
        }),
    }
}
