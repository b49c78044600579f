package dev.heddle.io.parquet.metadata;

import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** The columns of footers as tables: those of DuckDB. */
final class FooterColumns {
  private static final DataType TEXTS = new DataType.ListOf(DataType.STRING);
  private static final DataType BYTES_BY_KEY = new DataType.MapOf(DataType.BINARY, DataType.BINARY);
  private static final Schema CHUNKS = chunks();
  private static final Schema ELEMENTS = elements();
  private static final Schema KEY_VALUES =
      Schema.of(
          Field.of("file_name", DataType.STRING),
          Field.of("key", DataType.BINARY),
          Field.of("value", DataType.BINARY));
  private static final Schema FILES = files();
  private static final Schema ALL =
      Schema.of(
          part("parquet_file_metadata", FILES),
          part("parquet_metadata", CHUNKS),
          part("parquet_schema", ELEMENTS),
          part("parquet_kv_metadata", KEY_VALUES));

  private FooterColumns() {}

  /** Returns the columns of a part of footers. */
  static Schema of(Source.FooterPart part) {
    return switch (part) {
      case FILE -> FILES;
      case CHUNKS -> CHUNKS;
      case ELEMENTS -> ELEMENTS;
      case KEY_VALUES -> KEY_VALUES;
      case ALL -> ALL;
    };
  }

  private static Field part(String name, Schema schema) {
    return Field.of(name, new DataType.ListOf(new DataType.Struct(schema.fields())));
  }

  private static Schema files() {
    FieldList columns = new FieldList();
    columns.add(DataType.STRING, "file_name", "created_by");
    columns.add(DataType.INT64, "num_rows", "num_row_groups", "format_version");
    columns.add(DataType.STRING, "encryption_algorithm", "footer_signing_key_metadata");
    columns.add(DataType.UINT64, "file_size_bytes", "footer_size");
    columns.add(TEXTS, "column_orders");
    return columns.schema();
  }

  private static Schema elements() {
    FieldList columns = new FieldList();
    columns.add(DataType.STRING, "file_name", "name", "type", "type_length", "repetition_type");
    columns.add(DataType.INT64, "num_children");
    columns.add(DataType.STRING, "converted_type");
    columns.add(DataType.INT64, "scale", "precision", "field_id");
    columns.add(DataType.STRING, "logical_type", "duckdb_type");
    columns.add(DataType.INT64, "column_id");
    return columns.schema();
  }

  private static Schema chunks() {
    FieldList columns = new FieldList();
    columns.add(DataType.STRING, "file_name");
    columns.add(DataType.INT64, "row_group_id", "row_group_num_rows", "row_group_num_columns");
    columns.add(DataType.INT64, "row_group_bytes", "column_id", "file_offset", "num_values");
    columns.add(DataType.STRING, "path_in_schema", "type", "stats_min", "stats_max");
    columns.add(DataType.INT64, "stats_null_count", "stats_distinct_count");
    columns.add(DataType.STRING, "stats_min_value", "stats_max_value", "compression", "encodings");
    columns.add(DataType.INT64, "index_page_offset", "dictionary_page_offset", "data_page_offset");
    columns.add(DataType.INT64, "total_compressed_size", "total_uncompressed_size");
    columns.add(BYTES_BY_KEY, "key_value_metadata");
    columns.add(DataType.INT64, "bloom_filter_offset", "bloom_filter_length");
    columns.add(DataType.BOOL, "min_is_exact", "max_is_exact");
    columns.add(DataType.INT64, "row_group_compressed_bytes");
    FieldList box = new FieldList();
    box.add(DataType.FLOAT64, "xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "mmin", "mmax");
    columns.add(new DataType.Struct(box.schema().fields()), "geo_bbox");
    columns.add(TEXTS, "geo_types");
    FieldList pages = new FieldList();
    pages.add(DataType.STRING, "page_type", "encoding");
    pages.add(DataType.INT32, "count");
    columns.add(
        new DataType.ListOf(new DataType.Struct(pages.schema().fields())), "encoding_stats");
    columns.add(DataType.INT64, "stats_nan_count");
    return columns.schema();
  }

  /** Columns that are put together. */
  private static final class FieldList {
    private final List<Field> fields = new ArrayList<>();

    void add(DataType type, String... names) {
      for (String name : names) {
        fields.add(Field.of(name, type));
      }
    }

    Schema schema() {
      return new Schema(fields);
    }
  }
}
