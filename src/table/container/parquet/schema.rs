//! The footer of a Parquet file: its columns, how they nest, and where the parts of each lie.

use super::thrift::Reader;
use super::{Result, damaged, problem};
use crate::base::diagnostic::Code;

/// Groups within each other, at most.
const DEEPEST: usize = 48;

/// How the values of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Physical {
    Boolean,
    Int32,
    Int64,
    Int96,
    Float,
    Double,
    Bytes,
    /// So many bytes each.
    Fixed(usize),
}

/// Units of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Millis,
    Micros,
    Nanos,
}

impl Unit {
    /// How many make a second.
    pub(super) fn per_second(self) -> i64 {
        match self {
            Self::Millis => 1_000,
            Self::Micros => 1_000_000,
            Self::Nanos => 1_000_000_000,
        }
    }
}

/// What the values of a column mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// What their storage says: a number, a yes or no, text if the bytes are UTF-8.
    Plain,
    Unsigned,
    Decimal(u32),
    Date,
    Time(Unit),
    /// With whether it is in UTC.
    Timestamp(Unit, bool),
    /// A JSON document.
    Json,
    Uuid,
    Float16,
    Interval,
}

/// A column of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its name with those of the groups around it.
    pub(super) path: String,
    pub(super) physical: Physical,
    pub(super) meaning: Meaning,
    /// The definition level of a value that is there.
    pub(super) defined: u16,
    /// The highest repetition level.
    pub(super) repeated: u16,
}

/// Part of a row. Columns are counted over the whole schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Its first column, and the one after its last.
    pub(super) leaves: [usize; 2],
    /// From this definition level on it is there.
    pub(super) defined: u16,
    pub(super) shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Value,
    /// Members, each with its name.
    Object(Vec<(String, Node)>),
    /// Elements.
    List(Box<Repeat>),
    /// Keys and values.
    Map(Box<[Node; 2]>, Repeated),
}

/// Elements of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) level: Repeated,
    pub(super) element: Node,
}

/// Where the elements of a list or map begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    /// The repetition level of all elements but the first.
    pub(super) again: u16,
    /// The definition level from which on there are elements.
    pub(super) any: u16,
}

/// The part of a column that lies in one row group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chunk {
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) codec: i64,
    /// Its levels, nulls included.
    pub(super) values: u64,
}

/// Rows that are stored together.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// What a footer says.
#[derive(Debug)]
pub(super) struct Footer {
    pub(super) columns: Vec<(String, Node)>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) groups: Vec<Group>,
}

/// An element of the schema as it stands in the file.
#[derive(Debug, Default)]
struct Element {
    physical: Option<i64>,
    length: i64,
    repetition: i64,
    name: String,
    children: u64,
    converted: Option<i64>,
    scale: i64,
    logical: Option<Logical>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Logical {
    List,
    Map,
    Is(Meaning),
}

const REPEATED: i64 = 2;
const OPTIONAL: i64 = 1;

impl Footer {
    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let (mut elements, mut groups, mut encrypted) = (Vec::new(), Vec::new(), false);
        reader.structure(|reader, id, _| {
            match id {
                2 => reader.list(|reader| {
                    elements.push(Element::read(reader)?);
                    Ok(())
                })?,
                4 => reader.list(|reader| {
                    let (group, secret) = Group::read(reader)?;
                    groups.push(group);
                    encrypted |= secret;
                    Ok(())
                })?,
                8 => {
                    encrypted = true;
                    return Ok(false);
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        if encrypted {
            return Err(super::encrypted());
        }
        let mut elements = elements.into_iter();
        let root = elements.next().ok_or_else(|| damaged("it has no schema"))?;
        let mut schema = Schema { elements, leaves: Vec::new() };
        let columns = schema.members(root.children, &Place::default())?;
        let leaves = schema.leaves;
        if leaves.is_empty() {
            let message = "the Parquet file has no columns";
            return Err(problem(Code::NoRows, message).remedy("check how the file was exported"));
        }
        if groups.iter().any(|group| group.chunks.len() != leaves.len()) {
            return Err(damaged("its schema and its row groups have different columns"));
        }
        Ok(Self { columns, leaves, groups })
    }
}

impl Group {
    /// Reads a row group, and says whether a column of it is encrypted.
    fn read(reader: &mut Reader) -> Result<(Self, bool)> {
        let (mut group, mut encrypted) = (Self::default(), false);
        reader.structure(|reader, id, _| {
            match id {
                1 => reader.list(|reader| {
                    let chunk = Chunk::read(reader)?;
                    encrypted |= chunk.is_none();
                    group.chunks.extend(chunk);
                    Ok(())
                })?,
                3 => group.rows = reader.count()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok((group, encrypted))
    }
}

impl Chunk {
    /// Reads where the part of a column lies; `None` if its description is encrypted.
    fn read(reader: &mut Reader) -> Result<Option<Self>> {
        let (mut found, mut elsewhere) = (None, false);
        reader.structure(|reader, id, _| {
            match id {
                1 => elsewhere = !reader.binary()?.is_empty(),
                3 => found = Some(Self::of(reader)?),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        if elsewhere {
            let message = "the Parquet file keeps its columns in other files";
            return Err(
                problem(Code::Unsupported, message).remedy("give the files that hold the columns")
            );
        }
        Ok(found)
    }

    fn of(reader: &mut Reader) -> Result<Self> {
        let (mut chunk, mut data, mut dictionary) = (Self::default(), 0, 0);
        reader.structure(|reader, id, _| {
            match id {
                4 => chunk.codec = reader.integer()?,
                5 => chunk.values = reader.count()?,
                7 => chunk.length = reader.count()?,
                9 => data = reader.count()?,
                11 => dictionary = reader.count()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        // Some writers name a dictionary at 0, where none can lie.
        chunk.start = if dictionary > 0 { dictionary.min(data) } else { data };
        Ok(chunk)
    }
}

impl Element {
    fn read(reader: &mut Reader) -> Result<Self> {
        let mut element = Self::default();
        reader.structure(|reader, id, _| {
            match id {
                1 => element.physical = Some(reader.integer()?),
                2 => element.length = reader.integer()?,
                3 => element.repetition = reader.integer()?,
                4 => element.name = String::from_utf8_lossy(reader.binary()?).into_owned(),
                5 => element.children = reader.count()?,
                6 => element.converted = Some(reader.integer()?),
                7 => element.scale = reader.integer()?,
                10 => element.logical = Logical::read(reader)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(element)
    }

    /// What it holds; older writers know other names.
    fn logical(&self) -> Option<Logical> {
        let is = |meaning| Some(Logical::Is(meaning));
        self.logical.or_else(|| match self.converted? {
            1 | 2 => Some(Logical::Map),
            3 => Some(Logical::List),
            5 => is(Meaning::Decimal(u32::try_from(self.scale).unwrap_or(0))),
            6 => is(Meaning::Date),
            7 => is(Meaning::Time(Unit::Millis)),
            8 => is(Meaning::Time(Unit::Micros)),
            9 => is(Meaning::Timestamp(Unit::Millis, true)),
            10 => is(Meaning::Timestamp(Unit::Micros, true)),
            11..=14 => is(Meaning::Unsigned),
            19 => is(Meaning::Json),
            21 => is(Meaning::Interval),
            _ => None,
        })
    }

    fn physical(&self, kind: i64) -> Result<Physical> {
        Ok(match kind {
            0 => Physical::Boolean,
            1 => Physical::Int32,
            2 => Physical::Int64,
            3 => Physical::Int96,
            4 => Physical::Float,
            5 => Physical::Double,
            6 => Physical::Bytes,
            7 => match usize::try_from(self.length) {
                Ok(length @ 1..) => Physical::Fixed(length),
                _ => return Err(damaged("a column of values of fixed length has no length")),
            },
            _ => return Err(damaged("a column has an unknown type")),
        })
    }
}

impl Logical {
    fn read(reader: &mut Reader) -> Result<Option<Self>> {
        let mut found = None;
        reader.structure(|reader, id, _| {
            found = Some(match id {
                2 => Self::Map,
                3 => Self::List,
                5 => {
                    let scale = Self::scale(reader)?;
                    found = Some(Self::Is(Meaning::Decimal(scale)));
                    return Ok(true);
                }
                6 => Self::Is(Meaning::Date),
                7 | 8 => {
                    let (unit, utc) = Self::time(reader)?;
                    found = Some(Self::Is(if id == 7 {
                        Meaning::Time(unit)
                    } else {
                        Meaning::Timestamp(unit, utc)
                    }));
                    return Ok(true);
                }
                10 => {
                    if !Self::signed(reader)? {
                        found = Some(Self::Is(Meaning::Unsigned));
                    }
                    return Ok(true);
                }
                12 => Self::Is(Meaning::Json),
                14 => Self::Is(Meaning::Uuid),
                15 => Self::Is(Meaning::Float16),
                _ => return Ok(false),
            });
            Ok(false)
        })?;
        Ok(found)
    }

    fn scale(reader: &mut Reader) -> Result<u32> {
        let mut scale = 0;
        reader.structure(|reader, id, _| {
            if id == 1 {
                scale = u32::try_from(reader.integer()?).unwrap_or(0);
            }
            Ok(id == 1)
        })?;
        Ok(scale)
    }

    fn signed(reader: &mut Reader) -> Result<bool> {
        let mut signed = true;
        reader.structure(|_, id, kind| {
            if id == 2 {
                signed = Reader::boolean(kind);
            }
            Ok(id == 2)
        })?;
        Ok(signed)
    }

    fn time(reader: &mut Reader) -> Result<(Unit, bool)> {
        let (mut unit, mut utc) = (Unit::Millis, false);
        reader.structure(|reader, id, kind| {
            match id {
                1 => utc = Reader::boolean(kind),
                2 => reader.structure(|_, id, _| {
                    unit = match id {
                        2 => Unit::Micros,
                        3 => Unit::Nanos,
                        _ => Unit::Millis,
                    };
                    Ok(false)
                })?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok((unit, utc))
    }
}

/// Where an element stands: the levels and the groups around it.
#[derive(Clone, Debug, Default)]
struct Place {
    defined: u16,
    repeated: u16,
    depth: usize,
    path: String,
}

impl Place {
    /// The place of an element within this one.
    fn of(&self, element: &Element) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self {
            defined: self.defined + u16::from(matches!(element.repetition, OPTIONAL | REPEATED)),
            repeated: self.repeated + u16::from(element.repetition == REPEATED),
            depth: self.depth + 1,
            path: [&self.path, dot, &element.name].concat(),
        }
    }

    fn level(&self) -> Repeated {
        Repeated { again: self.repeated, any: self.defined }
    }
}

/// Builds the tree of a schema, whose elements come with each group before its members.
struct Schema {
    elements: std::vec::IntoIter<Element>,
    leaves: Vec<Leaf>,
}

impl Schema {
    fn next(&mut self) -> Result<Element> {
        self.elements.next().ok_or_else(|| damaged("its schema is cut off"))
    }

    fn members(&mut self, count: u64, place: &Place) -> Result<Vec<(String, Node)>> {
        let mut members = Vec::new();
        for _ in 0..count {
            let element = self.next()?;
            let inner = place.of(&element);
            let mut node = self.node(&element, &inner)?;
            if element.repetition == REPEATED {
                // Without a list around it, what repeats is a list that is always there.
                node = list(place.defined, &inner, node);
            }
            // A group without columns says nothing.
            if node.leaves[0] < node.leaves[1] {
                members.push((element.name, node));
            }
        }
        Ok(members)
    }

    fn node(&mut self, element: &Element, place: &Place) -> Result<Node> {
        if place.depth > DEEPEST {
            return Err(damaged("its columns are nested too deeply"));
        }
        let first = self.leaves.len();
        let logical = element.logical();
        let shape = match element.physical {
            Some(kind) if element.children == 0 => {
                let physical = element.physical(kind)?;
                let meaning = match logical {
                    Some(Logical::Is(meaning)) => meaning,
                    _ => Meaning::Plain,
                };
                self.leaves.push(Leaf {
                    path: place.path.clone(),
                    physical,
                    meaning,
                    defined: place.defined,
                    repeated: place.repeated,
                });
                Shape::Value
            }
            _ => match logical {
                Some(Logical::List) if element.children == 1 => self.list_group(element, place)?,
                Some(Logical::Map) if element.children == 1 => self.map_group(place)?,
                _ => Shape::Object(self.members(element.children, place)?),
            },
        };
        let leaves = [first, self.leaves.len()];
        Ok(Node { leaves, defined: place.defined, shape })
    }

    /// The one member of a group that is marked as a list. What repeats is the element itself or, in the
    /// form that is written today, a group around it.
    fn list_group(&mut self, group: &Element, place: &Place) -> Result<Shape> {
        let repeated = self.next()?;
        let inner = place.of(&repeated);
        if repeated.repetition != REPEATED {
            let node = self.node(&repeated, &inner)?;
            return Ok(Shape::Object(vec![(repeated.name, node)]));
        }
        let is_element = repeated.children != 1
            || repeated.name == "array"
            || repeated.name == [&group.name, "_tuple"].concat();
        let element = if is_element {
            self.node(&repeated, &inner)?
        } else {
            let element = self.next()?;
            let within = inner.of(&element);
            let node = self.node(&element, &within)?;
            if element.repetition == REPEATED { list(inner.defined, &within, node) } else { node }
        };
        Ok(Shape::List(Box::new(Repeat { level: inner.level(), element })))
    }

    /// The one member of a group that is marked as a map: keys, with or without values.
    fn map_group(&mut self, place: &Place) -> Result<Shape> {
        let pairs = self.next()?;
        let inner = place.of(&pairs);
        let mut members = self.members(pairs.children, &inner)?;
        if pairs.repetition == REPEATED && members.len() == 2 {
            let (_, value) = members.remove(1);
            let (_, key) = members.remove(0);
            return Ok(Shape::Map(Box::new([key, value]), inner.level()));
        }
        let first = members.first().map_or(self.leaves.len(), |(_, node)| node.leaves[0]);
        let leaves = [first, self.leaves.len()];
        let element = Node { leaves, defined: inner.defined, shape: Shape::Object(members) };
        if pairs.repetition == REPEATED {
            return Ok(Shape::List(Box::new(Repeat { level: inner.level(), element })));
        }
        Ok(Shape::Object(vec![(pairs.name, element)]))
    }
}

/// A list of what repeats from a definition level on.
fn list(defined: u16, inner: &Place, element: Node) -> Node {
    let leaves = element.leaves;
    let repeat = Repeat { level: inner.level(), element };
    Node { leaves, defined, shape: Shape::List(Box::new(repeat)) }
}
