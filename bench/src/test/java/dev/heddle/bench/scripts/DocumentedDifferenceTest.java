package dev.heddle.bench.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DocumentedDifferenceTest {
  private static final String FILE = "select * from 'x.parquet'";

  private static boolean isExplained(String sql, @Nullable Object mine, @Nullable Object theirs) {
    return DocumentedDifference.of(sql, List.of(List.of(mine)), List.of(List.of(theirs)))
        .isPresent();
  }

  @Test
  void timesThatAreAdjustedHaveNoZone() {
    LocalTime time = LocalTime.of(23, 59, 59);
    assertThat(isExplained(FILE, time, "23:59:59Z")).isTrue();
    assertThat(isExplained(FILE, LocalTime.MIDNIGHT, "00:00Z")).isTrue();
    assertThat(isExplained(FILE, "23:59:59.5", "23:59:59.5+00")).isTrue();
    assertThat(isExplained(FILE, time, "23:59:58Z")).isFalse();
    assertThat(isExplained(FILE, time, "23:59:59+01")).isFalse();
    assertThat(isExplained("select t from x", time, "23:59:59Z")).isFalse();
  }

  @Test
  void footersAreEachWritersOwnWhereItHasWrittenThem() {
    String own = "select encodings from parquet_metadata('/tmp/scripts17/duckdb/x.parquet')";
    String given = "select encodings from parquet_metadata('/tmp/duckdb/data/x.parquet')";
    assertThat(isExplained(own, "PLAIN", "RLE_DICTIONARY")).isTrue();
    assertThat(isExplained(given, "PLAIN", "RLE_DICTIONARY")).isFalse();
    assertThat(isExplained(own.replace("metadata", "schema"), "a", "b")).isFalse();
  }

  @Test
  void columnsWithoutAValueAreTexts() {
    String schema = "select logical_type from parquet_schema('/tmp/scripts17/duckdb/x.parquet')";
    assertThat(isExplained(schema, "StringType()", "NullType()")).isTrue();
    assertThat(isExplained(schema, "DateType()", "NullType()")).isFalse();
    assertThat(isExplained("select typeof(a) from 'x.json'", "VARCHAR", "\"NULL\"")).isTrue();
    assertThat(isExplained("select typeof(a) from t", "VARCHAR", "\"NULL\"")).isFalse();
  }

  @Test
  void definitionsAreAsTheyWereTyped() {
    String checks = "select check_clause from information_schema.check_constraints";
    assertThat(isExplained(checks, "CHECK (a > 0)", "CHECK((a > 0))")).isTrue();
    assertThat(isExplained("PRAGMA table_info('t')", "1+3", "(1 + 3)")).isTrue();
    assertThat(isExplained(checks, "CHECK (a > 1)", "CHECK((a > 0))")).isFalse();
    assertThat(isExplained("select a from t", "1+3", "(1 + 3)")).isFalse();
  }

  @Test
  void databasesAndSettingsAreOfTheirEngine() {
    assertThat(isExplained("from duckdb_databases()", "heddle", "duckdb")).isTrue();
    assertThat(isExplained("select current_database()", "heddle", "memory")).isTrue();
    assertThat(isExplained("select current_database()", "heddle", "other")).isFalse();
    assertThat(isExplained("select value from duckdb_settings()", 1, 2)).isTrue();
    assertThat(isExplained("PRAGMA show_tables", "t", "t")).isTrue();
    assertThat(isExplained("PRAGMA show_tables", "t", "u")).isFalse();
  }

  @Test
  void sumsOfIntegersAreBigints() {
    String sum = "describe select sum(i) as s from t";
    assertThat(isExplained(sum, "BIGINT", "HUGEINT")).isTrue();
    assertThat(isExplained(sum, "DOUBLE", "HUGEINT")).isFalse();
    assertThat(isExplained("describe select i from t", "BIGINT", "HUGEINT")).isFalse();
  }

  @Test
  void severalCsvFilesHaveTypesByName() {
    String several = "select a from read_csv(['/x/y_*.csv'])";
    assertThat(isExplained(several, 1L, "1")).isTrue();
    assertThat(isExplained(several, 1L, "2")).isFalse();
    assertThat(isExplained("select a from read_csv('/x/y.csv')", 1L, "1")).isFalse();
    String counted = "select count(*) from read_csv('/x/y.csv', ignore_errors = true)";
    assertThat(isExplained(counted, 1L, 2L)).isTrue();
    assertThat(isExplained(counted.replace("true", "false"), 1L, 2L)).isFalse();
  }
}
