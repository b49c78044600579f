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
 * The tables of {@code information_schema}, with the columns and their order as the SQL standard
 * has them; a number in it is an INTEGER, all else a VARCHAR.
 */
enum InformationTable {
  TABLES(
      """
      table_catalog table_schema table_name table_type self_referencing_column_name
      reference_generation user_defined_type_catalog user_defined_type_schema
      user_defined_type_name is_insertable_into is_typed commit_action
      """),
  COLUMNS(
      """
      table_catalog table_schema table_name column_name #ordinal_position column_default
      is_nullable data_type #character_maximum_length #character_octet_length #numeric_precision
      #numeric_precision_radix #numeric_scale #datetime_precision interval_type
      #interval_precision character_set_catalog character_set_schema character_set_name
      collation_catalog collation_schema collation_name domain_catalog domain_schema domain_name
      udt_catalog udt_schema udt_name scope_catalog scope_schema scope_name
      #maximum_cardinality dtd_identifier is_self_referencing is_identity identity_generation
      identity_start identity_increment identity_maximum identity_minimum identity_cycle
      is_generated generation_expression is_updatable
      """),
  SCHEMATA(
      """
      catalog_name schema_name schema_owner default_character_set_catalog
      default_character_set_schema default_character_set_name sql_path
      """),
  VIEWS(
      """
      table_catalog table_schema table_name view_definition check_option is_updatable
      is_insertable_into is_trigger_updatable is_trigger_deletable is_trigger_insertable_into
      """),
  TABLE_CONSTRAINTS(
      """
      constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name
      constraint_type is_deferrable initially_deferred enforced nulls_distinct
      """),
  KEY_COLUMN_USAGE(
      """
      constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name
      column_name #ordinal_position #position_in_unique_constraint
      """),
  REFERENTIAL_CONSTRAINTS(
      """
      constraint_catalog constraint_schema constraint_name unique_constraint_catalog
      unique_constraint_schema unique_constraint_name match_option update_rule delete_rule
      """),
  CONSTRAINT_COLUMN_USAGE(
      """
      table_catalog table_schema table_name column_name constraint_catalog constraint_schema
      constraint_name
      """),
  CHECK_CONSTRAINTS("constraint_catalog constraint_schema constraint_name check_clause"),
  CHARACTER_SETS(
      """
      character_set_catalog character_set_schema character_set_name character_repertoire
      form_of_use default_collate_catalog default_collate_schema default_collate_name
      """);

  private final Schema schema;

  InformationTable(String columns) {
    List<Field> fields = new ArrayList<>();
    for (String column : columns.strip().split("\\s+")) {
      boolean isNumber = column.startsWith("#");
      fields.add(
          Field.of(
              isNumber ? column.substring(1) : column,
              isNumber ? DataType.INT32 : DataType.STRING));
    }
    schema = new Schema(fields);
  }

  /** Returns the names of all. */
  static List<String> names() {
    return Arrays.stream(values()).map(InformationTable::sqlName).toList();
  }

  /** Returns the one of an exact name of {@link #names}. */
  static InformationTable of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  Schema schema() {
    return schema;
  }

  /**
   * Returns rows of this table.
   *
   * @param rows values by the names of columns; those that are left out are null
   */
  LogicalPlan plan(List<? extends Map<String, ? extends Object>> rows) {
    List<@Nullable Object[]> all = new ArrayList<>(rows.size());
    for (Map<String, ? extends Object> row : rows) {
      @Nullable Object[] values = new @Nullable Object[schema.size()];
      row.forEach(
          (name, value) ->
              values[
                      schema
                          .indexOf(name)
                          .orElseThrow(() -> new IllegalStateException("No column: " + name))] =
                  value);
      all.add(values);
    }
    return ConstantTable.of(schema, all);
  }
}
