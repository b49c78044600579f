package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions in FROM that tell of the catalogue, with DuckDB's names of them and of columns; a
 * column whose name is behind {@code #} is a BIGINT, behind {@code ?} a BOOLEAN, else a VARCHAR.
 */
enum SystemTable {
  DUCKDB_TABLES(
      """
      database_name schema_name table_name comment ?internal ?temporary ?has_primary_key
      #column_count #index_count #check_constraint_count sql
      """),
  DUCKDB_COLUMNS(
      """
      database_name schema_name table_name column_name #column_index comment ?internal
      column_default ?is_nullable data_type #numeric_precision #numeric_precision_radix
      #numeric_scale ?is_generated generation_expression
      """),
  DUCKDB_VIEWS(
      """
      database_name schema_name view_name comment ?internal ?temporary #column_count sql
      """),
  DUCKDB_CONSTRAINTS(
      """
      database_name schema_name table_name #constraint_index constraint_type constraint_text
      expression constraint_name referenced_table
      """),
  DUCKDB_INDEXES(
      """
      database_name schema_name index_name table_name ?is_unique ?is_primary expressions sql
      """),
  DUCKDB_SCHEMAS("database_name schema_name comment ?internal sql"),
  DUCKDB_TYPES("database_name schema_name type_name logical_type ?internal"),
  DUCKDB_SEQUENCES(
      """
      database_name schema_name sequence_name ?temporary #min_value #max_value #increment_by ?cycle
      #last_value
      """),
  DUCKDB_VARIABLES("name value type"),
  DUCKDB_DATABASES("database_name path comment ?internal type ?readonly"),
  DUCKDB_SETTINGS("name value description input_type scope"),
  DUCKDB_FUNCTIONS(
      """
      database_name schema_name function_name function_type description macro_definition ?internal
      """),
  SQLITE_MASTER("type name tbl_name #rootpage sql");

  private final Schema schema;

  SystemTable(String columns) {
    List<Field> fields = new ArrayList<>();
    for (String column : columns.strip().split("\\s+")) {
      fields.add(
          switch (column.charAt(0)) {
            case '#' -> Field.of(column.substring(1), DataType.INT64);
            case '?' -> Field.of(column.substring(1), DataType.BOOL);
            default -> Field.of(column, DataType.STRING);
          });
    }
    schema = new Schema(fields);
  }

  /** Returns the names of all. */
  static List<String> names() {
    return Arrays.stream(values()).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** Returns the one of a name of {@link #names}. */
  static SystemTable of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns rows of this table.
   *
   * @param rows values by the names of columns; those that are left out are null
   */
  LogicalPlan plan(List<Map<String, Object>> rows) {
    List<@Nullable Object[]> all = new ArrayList<>(rows.size());
    for (Map<String, Object> row : rows) {
      @Nullable Object[] values = new @Nullable Object[schema.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = row.get(schema.field(i).name());
      }
      all.add(values);
    }
    return ConstantTable.of(schema, all);
  }
}
