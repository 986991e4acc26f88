//! Rows as typed columns, to and from the bytes of a Parquet file.

use parquet::basic::Compression;
use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum Column {
    /// Bytes.
    U8(Vec<u8>),
    /// Two-byte numbers.
    U16(Vec<u16>),
    /// Four-byte numbers.
    U32(Vec<u32>),
    /// Eight-byte numbers.
    U64(Vec<u64>),
    /// Single floats.
    F32(Vec<f32>),
    /// Double floats.
    F64(Vec<f64>),
    /// Texts.
    Text(Vec<String>),
    /// Lists of bytes.
    U8Lists(Vec<Vec<u8>>),
    /// Lists of two-byte numbers.
    U16Lists(Vec<Vec<u16>>),
    /// Lists of signed numbers.
    I32Lists(Vec<Vec<i32>>),
}

/// Columns by name, all of one length.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Columns {
    /// The columns.
    pub columns: Vec<(&'static str, Column)>,
}

impl Column {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::U8(values) => values.len(),
            Self::U16(values) => values.len(),
            Self::U32(values) => values.len(),
            Self::U64(values) => values.len(),
            Self::F32(values) => values.len(),
            Self::F64(values) => values.len(),
            Self::Text(values) => values.len(),
            Self::U8Lists(values) => values.len(),
            Self::U16Lists(values) => values.len(),
            Self::I32Lists(values) => values.len(),
        }
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the field of the schema.
    fn field(&self, name: &str) -> String {
        let list = |element: &str| {
            format!(
                "REQUIRED GROUP {name} (LIST) {{ REPEATED GROUP list {{ REQUIRED {element}; }} }}"
            )
        };
        match self {
            Self::U8(_) => format!("REQUIRED INT32 {name} (INTEGER(8,false));"),
            Self::U16(_) => format!("REQUIRED INT32 {name} (INTEGER(16,false));"),
            Self::U32(_) => format!("REQUIRED INT32 {name} (INTEGER(32,false));"),
            Self::U64(_) => format!("REQUIRED INT64 {name} (INTEGER(64,false));"),
            Self::F32(_) => format!("REQUIRED FLOAT {name};"),
            Self::F64(_) => format!("REQUIRED DOUBLE {name};"),
            Self::Text(_) => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
            Self::U8Lists(_) => list("INT32 element (INTEGER(8,false))"),
            Self::U16Lists(_) => list("INT32 element (INTEGER(16,false))"),
            Self::I32Lists(_) => list("INT32 element (INTEGER(32,true))"),
        }
    }

    fn write(&self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match self {
            Self::U8(values) => flat::<Int32Type>(writer, values.iter().map(|v| i32::from(*v))),
            Self::U16(values) => flat::<Int32Type>(writer, values.iter().map(|v| i32::from(*v))),
            Self::U32(values) => flat::<Int32Type>(writer, values.iter().map(|v| v.cast_signed())),
            Self::U64(values) => flat::<Int64Type>(writer, values.iter().map(|v| v.cast_signed())),
            Self::F32(values) => flat::<FloatType>(writer, values.iter().copied()),
            Self::F64(values) => flat::<DoubleType>(writer, values.iter().copied()),
            Self::Text(values) => {
                flat::<ByteArrayType>(writer, values.iter().map(|v| ByteArray::from(v.as_str())))
            }
            Self::U8Lists(rows) => lists(writer, rows, |v| i32::from(*v)),
            Self::U16Lists(rows) => lists(writer, rows, |v| i32::from(*v)),
            Self::I32Lists(rows) => lists(writer, rows, |v| *v),
        }
    }
}

fn flat<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    writer.typed::<T>().write_batch(&values, None, None).map(|_| ())
}

fn lists<V>(
    writer: &mut SerializedColumnWriter<'_>,
    rows: &[Vec<V>],
    number: impl Fn(&V) -> i32,
) -> Result<(), ParquetError> {
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        // An empty list is one entry that is not defined.
        defined.extend(std::iter::repeat_n(i16::from(!row.is_empty()), row.len().max(1)));
        repeated.extend((0..row.len().max(1)).map(|place| i16::from(place > 0)));
        values.extend(row.iter().map(&number));
    }
    let column = writer.typed::<Int32Type>();
    column.write_batch(&values, Some(&defined), Some(&repeated)).map(|_| ())
}

impl Columns {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }

    /// Returns a column by its name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|(found, _)| *found == name).map(|(_, column)| column)
    }

    /// Writes a Parquet file with this entry `facedown` of its metadata.
    ///
    /// # Panics
    /// If the columns have different lengths.
    pub fn write(&self, about: &str) -> Vec<u8> {
        Self::write_groups(std::slice::from_ref(self), about)
    }

    /// Writes tables with the same columns as one Parquet file, each as a row group.
    ///
    /// # Panics
    /// If there is no table, or if the columns of one have different lengths.
    pub(crate) fn write_groups(tables: &[Self], about: &str) -> Vec<u8> {
        let whole = |table: &Self| table.columns.iter().all(|(_, c)| c.len() == table.rows());
        assert!(tables.iter().all(whole), "columns of one length");
        let fields: String = tables[0].columns.iter().map(|(name, c)| c.field(name)).collect();
        let schema = parse_message_type(&format!("message facedown {{ {fields} }}"));
        let schema = Arc::new(schema.expect("the fields are a schema"));
        let entry = KeyValue::new("facedown".to_owned(), about.to_owned());
        let properties = WriterProperties::builder()
            .set_created_by("facedown".to_owned())
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(vec![entry]))
            .build();
        let mut bytes = Vec::new();
        let write = |bytes: &mut Vec<u8>| -> Result<(), ParquetError> {
            let mut file = SerializedFileWriter::new(bytes, schema, Arc::new(properties))?;
            for table in tables {
                let mut group = file.next_row_group()?;
                for (_, column) in &table.columns {
                    let mut writer = group.next_column()?.expect("a writer for every column");
                    column.write(&mut writer)?;
                    writer.close()?;
                }
                group.close()?;
            }
            file.close().map(|_| ())
        };
        write(&mut bytes).expect("memory does not fail");
        bytes
    }

    /// Reads the columns with these names and types (their values do not matter) from a Parquet file;
    /// returns them with the entry `facedown` of the metadata.
    pub fn read<R: ChunkReader + 'static>(
        file: R,
        wanted: &[(&'static str, Column)],
    ) -> Result<(Self, String), String> {
        let text = |error: ParquetError| error.to_string();
        let reader = SerializedFileReader::new(file).map_err(text)?;
        let metadata = reader.metadata().file_metadata();
        let entries = metadata.key_value_metadata().into_iter().flatten();
        let about = entries.filter(|entry| entry.key == "facedown").find_map(|e| e.value.clone());
        let about = about.ok_or("no entry 'facedown' in its metadata")?;
        let schema = metadata.schema_descr();
        let mut table = Self::default();
        for (name, kind) in wanted {
            let place = schema.columns().iter().position(|c| c.path().parts()[0] == *name);
            let place = place.ok_or_else(|| format!("no column '{name}'"))?;
            let field = parse_message_type(&format!("message m {{ {} }}", kind.field(name)));
            let field = field.expect("the field is a schema");
            let (found, right) =
                (&schema.root_schema().get_fields()[place], &field.get_fields()[0]);
            if found != right {
                return Err(format!("column '{name}' has another type"));
            }
            let mut column = kind.emptied();
            for number in 0..reader.num_row_groups() {
                let group = reader.get_row_group(number).map_err(text)?;
                column.read_group(&*group, place).map_err(text)?;
            }
            table.columns.push((name, column));
        }
        Ok((table, about))
    }
}

/// The values of a column, their definition levels and their repetition levels.
type Levels<T> = (Vec<T>, Vec<i16>, Vec<i16>);

/// Reads all of a column of numbers; with lists, also where each row begins.
fn read_all<T: DataType>(
    group: &dyn RowGroupReader,
    place: usize,
    is_list: bool,
) -> Result<Levels<T::T>, ParquetError> {
    let rows = group.metadata().num_rows() as usize;
    let mut reader: ColumnReaderImpl<T> = get_typed_column_reader(group.get_column_reader(place)?);
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    let mut done = 0;
    while done < rows {
        let (defs, reps) =
            if is_list { (Some(&mut defined), Some(&mut repeated)) } else { (None, None) };
        let (records, ..) = reader.read_records(rows - done, defs, reps, &mut values)?;
        if records == 0 {
            return Err(ParquetError::General("the file ends within a column".to_owned()));
        }
        done += records;
    }
    Ok((values, defined, repeated))
}

/// Divides values into lists.
fn divide<V>(
    (values, defined, repeated): (Vec<i32>, Vec<i16>, Vec<i16>),
    number: impl Fn(i32) -> V,
    rows: &mut Vec<Vec<V>>,
) {
    let mut values = values.into_iter();
    for (defined, repeated) in defined.into_iter().zip(repeated) {
        if repeated == 0 {
            rows.push(Vec::new());
        }
        if defined == 1
            && let (Some(row), Some(value)) = (rows.last_mut(), values.next())
        {
            row.push(number(value));
        }
    }
}

impl Column {
    /// Returns a column of this type without rows.
    fn emptied(&self) -> Self {
        match self {
            Self::U8(_) => Self::U8(Vec::new()),
            Self::U16(_) => Self::U16(Vec::new()),
            Self::U32(_) => Self::U32(Vec::new()),
            Self::U64(_) => Self::U64(Vec::new()),
            Self::F32(_) => Self::F32(Vec::new()),
            Self::F64(_) => Self::F64(Vec::new()),
            Self::Text(_) => Self::Text(Vec::new()),
            Self::U8Lists(_) => Self::U8Lists(Vec::new()),
            Self::U16Lists(_) => Self::U16Lists(Vec::new()),
            Self::I32Lists(_) => Self::I32Lists(Vec::new()),
        }
    }

    /// Adds the values of a row group.
    fn read_group(&mut self, group: &dyn RowGroupReader, place: usize) -> Result<(), ParquetError> {
        match self {
            Self::U8(values) => {
                let (found, ..) = read_all::<Int32Type>(group, place, false)?;
                values.extend(found.into_iter().map(|v| v as u8));
            }
            Self::U16(values) => {
                let (found, ..) = read_all::<Int32Type>(group, place, false)?;
                values.extend(found.into_iter().map(|v| v as u16));
            }
            Self::U32(values) => {
                let (found, ..) = read_all::<Int32Type>(group, place, false)?;
                values.extend(found.into_iter().map(i32::cast_unsigned));
            }
            Self::U64(values) => {
                let (found, ..) = read_all::<Int64Type>(group, place, false)?;
                values.extend(found.into_iter().map(i64::cast_unsigned));
            }
            Self::F32(values) => values.extend(read_all::<FloatType>(group, place, false)?.0),
            Self::F64(values) => values.extend(read_all::<DoubleType>(group, place, false)?.0),
            Self::Text(values) => {
                let (found, ..) = read_all::<ByteArrayType>(group, place, false)?;
                let text = |v: ByteArray| Ok(v.as_utf8()?.to_owned());
                values
                    .extend(found.into_iter().map(text).collect::<Result<Vec<_>, ParquetError>>()?);
            }
            Self::U8Lists(rows) => {
                divide(read_all::<Int32Type>(group, place, true)?, |v| v as u8, rows);
            }
            Self::U16Lists(rows) => {
                divide(read_all::<Int32Type>(group, place, true)?, |v| v as u16, rows);
            }
            Self::I32Lists(rows) => divide(read_all::<Int32Type>(group, place, true)?, |v| v, rows),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    fn table() -> Columns {
        Columns {
            columns: vec![
                ("a", Column::U8(vec![0, 255, 7])),
                ("b", Column::U16(vec![0, 65_535, 7])),
                ("c", Column::U32(vec![0, u32::MAX, 7])),
                ("d", Column::U64(vec![0, u64::MAX, 7])),
                ("e", Column::F32(vec![0.5, -1.0, f32::MAX])),
                ("f", Column::F64(vec![0.5, -1.0, 1e300])),
                ("g", Column::Text(vec!["As".to_owned(), String::new(), "🂡".to_owned()])),
                ("h", Column::U8Lists(vec![vec![], vec![1, 2], vec![255]])),
                ("i", Column::U16Lists(vec![vec![65_535], vec![], vec![]])),
                ("j", Column::I32Lists(vec![vec![-1, i32::MAX], vec![0], vec![i32::MIN]])),
            ],
        }
    }

    fn bytes(table: &Columns) -> Bytes {
        Bytes::from(table.write("{}"))
    }

    #[test]
    fn tables_read_back() {
        let table = table();
        let (again, about) = Columns::read(bytes(&table), &table.columns).unwrap();
        assert_eq!((again, about.as_str()), (table, "{}"));
    }

    #[test]
    fn a_missing_column_and_another_type_are_named() {
        let table = table();
        let missing = Columns::read(bytes(&table), &[("z", Column::U8(vec![]))]).unwrap_err();
        assert_eq!(missing, "no column 'z'");
        let other = Columns::read(bytes(&table), &[("a", Column::U16(vec![]))]).unwrap_err();
        assert_eq!(other, "column 'a' has another type");
    }

    #[test]
    fn a_file_that_is_cut_short_is_an_error() {
        let whole = bytes(&table());
        for length in [0, 3, 100, whole.len() - 1] {
            assert!(Columns::read(whole.slice(..length), &table().columns).is_err(), "{length}");
        }
    }
}
