package dev.heddle.engine.setting;

import dev.heddle.planner.sql.NullOrder;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.SqlRules.BinaryColumns;
import dev.heddle.planner.sql.SqlRules.Quotient;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a session chooses about the meaning of its texts, under the names that DuckDB has. */
enum RuleSetting {
  BINARY_AS_STRING("whether columns of bytes in Parquet files are read as texts"),
  DEFAULT_NULL_ORDER("where nulls are sorted without NULLS FIRST or NULLS LAST"),
  INTEGER_DIVISION("whether / of integers is an integer, cut towards zero");

  private final String description;

  RuleSetting(String description) {
    this.description = description;
  }

  static Optional<RuleSetting> of(String name) {
    return Arrays.stream(values()).filter(s -> s.sqlName().equalsIgnoreCase(name)).findFirst();
  }

  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String description() {
    return description;
  }

  String value(SqlRules rules) {
    return switch (this) {
      case BINARY_AS_STRING -> Boolean.toString(rules.binary() == BinaryColumns.TEXT);
      case DEFAULT_NULL_ORDER -> rules.nullOrder().name();
      case INTEGER_DIVISION -> Boolean.toString(rules.quotient() == Quotient.INTEGER);
    };
  }

  SqlRules with(SqlRules rules, List<String> values) {
    return switch (this) {
      case BINARY_AS_STRING ->
          rules.withBinary(
              SettingValues.bool(sqlName(), values) ? BinaryColumns.TEXT : BinaryColumns.BYTES);
      case DEFAULT_NULL_ORDER -> {
        String value = SettingValues.one(sqlName(), values);
        yield rules.withNullOrder(
            NullOrder.of(value)
                .orElseThrow(
                    () ->
                        SettingValues.invalid(
                            sqlName(), value, "one of " + String.join(", ", NullOrder.names()))));
      }
      case INTEGER_DIVISION ->
          rules.withQuotient(
              SettingValues.bool(sqlName(), values) ? Quotient.INTEGER : Quotient.DOUBLE);
    };
  }
}
