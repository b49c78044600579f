package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.Scans;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files at the edges of the format. */
class OddFilesTest {
  @TempDir Path folder;

  private Table open(String schema, List<Consumer<Group>> rows) {
    Path file =
        OddFiles.write(folder.resolve("t.parquet"), schema, WriterVersion.PARQUET_1_0, rows);
    return ParquetTables.open(file.toString());
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 45})
  void readsListsInListsInLists(int depth) {
    StringBuilder schema = new StringBuilder("optional int32 element;");
    for (int i = 0; i < depth; i++) {
      String name = i == depth - 1 ? "l" : "element";
      schema.insert(0, "optional group " + name + " (LIST) { repeated group list { ").append("}}");
    }
    List<Consumer<Group>> rows = new ArrayList<>();
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (int stop = 0; stop <= depth; stop++) {
      int levels = stop;
      rows.add(
          group -> {
            Group at = group;
            for (int i = 0; i < levels; i++) {
              at = at.addGroup(i == 0 ? "l" : "element").addGroup("list");
            }
            if (levels == depth) {
              at.add("element", 7);
            }
          });
      Object value = stop == depth ? 7L : null;
      for (int i = 0; i < stop; i++) {
        value = Collections.singletonList(value);
      }
      expected.add(row(value));
    }
    Table table = open("message t { " + schema + " }", rows);
    assertThat(Scans.rows(table)).isEqualTo(expected);
  }

  @Test
  void nestingWithoutEndIsAnError() {
    String schema = "required group g { ".repeat(120) + "required int32 i;" + " }".repeat(120);
    assertThatThrownBy(() -> open("message t { " + schema + " }", List.of()))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("the schema is nested more than 100 deep");
  }

  @Test
  void readsTwoThousandColumns() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      String columns =
          IntStream.range(0, 2000)
              .mapToObj(i -> i % 4 == 0 ? "[i, " + i + "] AS c" + i : "i + " + i + " AS c" + i)
              .collect(Collectors.joining(", "));
      Path file =
          ParquetFiles.write(
              duck, "SELECT " + columns + " FROM range(3) t(i)", folder.resolve("w.parquet"), "");
      Table table = ParquetTables.open(file.toString());
      assertThat(table.schema().size()).isEqualTo(2000);
      assertThat(Scans.rows(table).equals(duck.rows("FROM '" + file + "'"))).isTrue();
    }
  }

  @Test
  void readsLongTextsInLists() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path file =
          ParquetFiles.write(
              duck,
              "SELECT [repeat('x', 3000000 + i), NULL, 'y', repeat(md5(i::VARCHAR), 9)] AS l,"
                  + " {'t': repeat('z', i * 100000)} AS s FROM range(8) t(i)",
              folder.resolve("l.parquet"),
              "CODEC snappy");
      assertThat(
              Scans.rows(ParquetTables.open(file.toString()))
                  .equals(duck.rows("FROM '" + file + "'")))
          .isTrue();
    }
  }

  @Test
  void readsNestedColumnsThatAreAllNull() {
    List<Consumer<Group>> rows = Collections.nCopies(5000, group -> {});
    Table table =
        open(
            "message t { optional group l (LIST) { repeated group list { optional binary element"
                + " (STRING); } } optional group s { optional int32 a; repeated int32 b; } }",
            rows);
    assertThat(Scans.rows(table)).isEqualTo(Collections.nCopies(5000, row(null, null)));
  }

  @Test
  void aListWithoutARepeatedFieldIsAStruct() {
    Table table =
        open(
            "message t { required int32 a; optional group l (LIST) { optional int32 b; } }",
            List.of(
                group -> {
                  group.add("a", 1);
                  group.addGroup("l").append("b", 2);
                }));
    assertThat(Scans.rows(table).toString()).isEqualTo("[[1, {b=2}]]");
  }

  @Test
  void columnsOfOneNameGetNumbers() throws URISyntaxException {
    URL file = OddFilesTest.class.getResource("/parquet/dup_names.parquet");
    Table table = ParquetTables.open(Path.of(file.toURI()).toString());
    assertThat(table.schema().names()).containsExactly("column", "column_1", "column_1_1");
    assertThat(Scans.rows(table).toString()).isEqualTo("[[1, 4, 7], [2, 5, 8], [3, 6, 9]]");
  }

  @Test
  void structsKeepTheFieldsThatCanBeReadOnRequest() {
    Table table =
        open(
            "message t { required group s { required int32 a; optional fixed_len_byte_array(20) b"
                + " (DECIMAL(40,2)); } }",
            List.of(
                group ->
                    group
                        .addGroup("s")
                        .append("a", 1)
                        .append("b", Binary.fromConstantByteArray(new byte[20]))));
    assertThat(table.unsupportedColumns().get("s")).contains("field s.b: it is DECIMAL(40, 2)");
    assertThatThrownBy(() -> Scans.rows(table))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("Cannot read column \"s\"");
    Table readable =
        DatasetTables.open(
            new ParquetFormat(),
            List.of(table.name()),
            DatasetOptions.DEFAULT.withUnreadableSkipped());
    assertThat(readable.schema().field(0).type().sqlName()).isEqualTo("STRUCT(a INTEGER)");
    assertThat(readable.columnsLeftOut().toString()).contains("part of column s of file");
    assertThat(Scans.rows(readable).toString()).isEqualTo("[[{a=1}]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int32 $ (INTEGER(8,true)); TINYINT",
        "int32 $ (INTEGER(16,true)); SMALLINT",
        "int32 $ (INTEGER(8,false)); UTINYINT",
        "int32 $ (INTEGER(16,false)); USMALLINT",
        "int32 $ (INTEGER(32,false)); UINTEGER",
        "int64 $ (INTEGER(64,false)); UBIGINT",
        "int32 $ (UINT_8); UTINYINT",
        "int32 $ (INT_8); TINYINT",
        "int64 $ (UINT_64); UBIGINT",
        "fixed_len_byte_array(17) $ (DECIMAL(39,0)); HUGEINT",
        "int32 $ (TIME(MILLIS,true)); TIME",
        "int64 $ (TIME(MICROS,false)); TIME",
        "int64 $ (TIME(NANOS,true)); TIME",
        "int64 $ (TIMESTAMP(MILLIS,true)); TIMESTAMP WITH TIME ZONE",
        "int64 $ (TIMESTAMP(MILLIS,false)); TIMESTAMP",
        "int64 $ (TIMESTAMP(MICROS,true)); TIMESTAMP WITH TIME ZONE",
        "int64 $ (TIMESTAMP(MICROS,false)); TIMESTAMP",
        "int64 $ (TIMESTAMP(NANOS,true)); TIMESTAMP(9) WITH TIME ZONE",
        "int64 $ (TIMESTAMP(NANOS,false)); TIMESTAMP(9)",
        "int64 $ (TIMESTAMP_MILLIS); TIMESTAMP WITH TIME ZONE",
        "int32 $ (DATE); DATE",
        "int32 $ (DECIMAL(9,3)); DECIMAL(9, 3)",
        "int64 $ (DECIMAL(18,3)); DECIMAL(18, 3)",
        "binary $ (DECIMAL(38,3)); DECIMAL(38, 3)",
        "fixed_len_byte_array(16) $ (DECIMAL(38,0)); DECIMAL(38, 0)",
        "fixed_len_byte_array(5) $ (DECIMAL(11,0)); DECIMAL(11, 0)",
        "fixed_len_byte_array(12) $ (INTERVAL); INTERVAL",
        "fixed_len_byte_array(16) $ (UUID); UUID",
        "fixed_len_byte_array(2) $ (FLOAT16); REAL",
        "fixed_len_byte_array(7) $; VARBINARY",
        "int96 $; TIMESTAMP",
        "binary $ (ENUM); VARCHAR",
        "binary $ (JSON); JSON",
        "binary $ (BSON); VARBINARY",
        "binary $; VARBINARY",
        "boolean $; BOOLEAN",
        "float $; REAL",
        "double $; DOUBLE"
      })
  void everyTypeHasAMeaning(String type, String expected) {
    String field = type.replace("$", "x");
    Table table =
        open(
            "message t { optional " + field + "; optional group s { required " + field + "; } }",
            List.of(group -> {}));
    assertThat(table.schema().field(0).type().sqlName()).isEqualTo(expected);
    DataType struct = table.schema().field(1).type();
    assertThat(struct.sqlName()).isEqualTo("STRUCT(x " + expected + ")");
    assertThat(Scans.rows(table)).isEqualTo(List.of(row(null, null)));
  }

  @Test
  void readsWhatDuckDbWritesOfEachFlatType() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      String values =
          """
          i::UTINYINT AS a, (i * 1000)::USMALLINT AS b, (i * 80000000)::UINTEGER AS c,
          i::UBIGINT * 300000000000000000::UBIGINT AS d, (i - 5)::TINYINT AS e, TIME '00:00:01.5'
          + INTERVAL (i) MINUTE AS f, (TIMESTAMP '1969-12-31 23:59:59.123' + INTERVAL (i) SECOND)
          ::TIMESTAMP_MS AS g, (TIMESTAMP '1500-01-01 00:00:00.123456' + INTERVAL (i) DAY) AS h,
          make_timestamp_ns(i * 123456789123456789) AS j, (TIMESTAMP '2024-03-31 00:59:59'
          + INTERVAL (i) HOUR)::TIMESTAMPTZ AS k, md5(i::VARCHAR)::UUID AS l, (i * 1.5)
          ::DECIMAL(38, 7) AS m, INTERVAL (i) MONTH + INTERVAL (i * 3) DAY + INTERVAL (i) SECOND
          AS n, md5(i::VARCHAR)::BLOB AS o, ('v' || i % 3)::ENUM('v0', 'v1', 'v2')::VARCHAR AS p,
          i % 2 = 0 AS q
          """;
      String query =
          "SELECT "
              + values
              + " FROM (SELECT CASE WHEN r % 7 > 0 THEN r END AS i FROM range(50)"
              + " t(r))";
      for (String options : List.of("", "PARQUET_VERSION V2, CODEC zstd")) {
        Path file = ParquetFiles.write(duck, query, folder.resolve("f.parquet"), options);
        assertThat(Scans.rows(ParquetTables.open(file.toString())))
            .isEqualTo(duck.rows("FROM '" + file + "'"));
      }
    }
  }
}
