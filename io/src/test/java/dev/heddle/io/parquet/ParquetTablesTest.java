package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTablesTest {
  private static final int MANY = 64; // the number that is looked at for statistics

  @TempDir Path folder;

  private Path write(String query, String name) {
    return ParquetFiles.write(query, folder.resolve(name));
  }

  private static void fails(ErrorCode code, String text, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).as(e.toString()).isEqualTo(code))
        .hasMessageContaining(text);
  }

  @Test
  void readsFoldersGlobsAndListsInOrderOfPaths() throws IOException {
    Files.createDirectories(folder.resolve("sub/_temporary"));
    write("SELECT 2 AS a", "b.parquet");
    write("SELECT 1 AS a", "a.parquet");
    write("SELECT 3 AS a", "sub/c.parquet");
    write("SELECT 9 AS a", ".hidden.parquet");
    write("SELECT 9 AS a", "sub/_temporary/d.parquet");
    Files.createFile(folder.resolve("empty.parquet"));
    Files.writeString(folder.resolve("readme.txt"), "no data");
    List<List<Object>> three = List.of(List.of(1L), List.of(2L), List.of(3L));
    assertThat(Scans.rows(ParquetTables.open(folder.toString()))).isEqualTo(three);
    assertThat(Scans.rows(ParquetTables.open(folder + "/**.parquet"))).isEqualTo(three);
    assertThat(Scans.rows(ParquetTables.open("file://" + folder))).isEqualTo(three);
    assertThat(Scans.rows(ParquetTables.open(folder + "/[ab].parquet")))
        .isEqualTo(three.subList(0, 2));
    assertThat(
            Scans.rows(
                ParquetTables.open(List.of(folder + "/b.parquet", folder + "/{a,b}.parquet"))))
        .isEqualTo(List.of(List.of(2L), List.of(1L), List.of(2L)));
  }

  @Test
  void missingPathsAreNamed() throws IOException {
    fails(
        ErrorCode.NOT_FOUND,
        folder + "/x.parquet: no such file or folder",
        () -> ParquetTables.open(folder + "/x.parquet"));
    fails(
        ErrorCode.NOT_FOUND,
        folder + "/*.parquet: no file matches this glob",
        () -> ParquetTables.open(folder + "/*.parquet"));
    fails(
        ErrorCode.NOT_FOUND,
        "it has no visible files",
        () -> ParquetTables.open(folder.toString()));
    fails(
        ErrorCode.UNSUPPORTED,
        "no storage for scheme gopher",
        () -> ParquetTables.open("gopher://x/y"));
  }

  @Test
  void filesOfOneTableMayOrderColumnsDifferently() {
    Path first = write("SELECT 1 AS a, 'x' AS b", "a.parquet");
    Path second = write("SELECT 'y' AS b, 2 AS a", "b.parquet");
    assertThat(Scans.rows(ParquetTables.open(List.of(first.toString(), second.toString()))))
        .isEqualTo(List.of(List.of(1L, "x"), List.of(2L, "y")));
  }

  @Test
  void clashingSchemasNameBothFilesAndTheColumn() {
    write("SELECT 1 AS a, 'x' AS b", "a.parquet");
    write("SELECT 'y' AS b, 2.5::DOUBLE AS a", "b.parquet");
    Table table = ParquetTables.open(folder.toString());
    fails(
        ErrorCode.SCHEMA_MISMATCH,
        "b.parquet as one table: column a is INTEGER in the first and DOUBLE in the second",
        () -> Scans.rows(table));
    fails(ErrorCode.SCHEMA_MISMATCH, "a.parquet", table::statistics);
  }

  @Test
  void aMissingColumnIsAClash() {
    write("SELECT 1 AS a, 'x' AS b", "a.parquet");
    write("SELECT 2 AS a", "b.parquet");
    fails(
        ErrorCode.SCHEMA_MISMATCH,
        "column b is only in the first",
        () -> Scans.rows(ParquetTables.open(folder.toString())));
  }

  @Test
  void columnsThatCannotBeReadAreErrorsWhenAskedForOrLeftOutOnRequest() {
    OddFiles.withUnreadableColumn(folder.resolve("a.parquet"));
    Table table = ParquetTables.open(folder.toString());
    assertThat(table.schema().names()).containsExactly("id", "wide");
    assertThat(table.unsupportedColumns().get("wide"))
        .endsWith("a.parquet: it is DECIMAL(40, 2), which has over 38 digits");
    fails(ErrorCode.UNSUPPORTED, "Cannot read column \"wide\", file", () -> Scans.rows(table));
    DatasetOptions skipping = DatasetOptions.DEFAULT.withUnreadableSkipped();
    Table rest = DatasetTables.open(new ParquetFormat(), List.of(folder.toString()), skipping);
    assertThat(rest.schema().names()).containsExactly("id");
    assertThat(rest.columnsLeftOut().toString()).contains("column wide of file");
    assertThat(Scans.rows(rest)).isEqualTo(List.of(List.of(1L)));
    OddFiles.write(
        folder.resolve("b.parquet"),
        "message t { required group a { required fixed_len_byte_array(20) b (DECIMAL(40,2)); } }",
        WriterVersion.PARQUET_1_0,
        List.of());
    fails(
        ErrorCode.UNSUPPORTED,
        "none of its fields can be read: a.b: it is DECIMAL(40, 2)",
        () -> DatasetTables.open(new ParquetFormat(), List.of(folder + "/b.parquet"), skipping));
  }

  @Test
  void statisticsComeFromAllFooters() {
    write("SELECT i AS a, i % 10 AS b, 'k' || i % 3 AS c FROM range(1000) t(i)", "a.parquet");
    write(
        "SELECT i + 1000 AS a, CASE WHEN i % 2 = 0 THEN i % 20 END AS b, 'k9' AS c"
            + " FROM range(1000) t(i)",
        "b.parquet");
    TableStatistics statistics = ParquetTables.open(folder.toString()).statistics();
    assertThat(statistics.rowCount()).hasValue(2000);
    assertThat(statistics.exact()).isTrue();
    TableStatistics.ColumnStatistics a = statistics.columns().get(0);
    assertThat(a.minimum()).contains(ScanValue.Whole.of(0));
    assertThat(a.maximum()).contains(ScanValue.Whole.of(1999));
    assertThat(a.nullCount()).hasValue(0);
    assertThat(a.distinctCount().orElseThrow()).isEqualTo(2000);
    TableStatistics.ColumnStatistics b = statistics.columns().get(1);
    assertThat(b.nullCount()).hasValue(500);
    assertThat(b.distinctCount().orElseThrow()).isBetween(9.0, 21.0);
    assertThat(statistics.columns().get(2).distinctCount().orElseThrow()).isBetween(1.0, 5.0);
  }

  @Test
  void manyFilesAreSampled() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int i = 0; i < MANY + 20; i++) {
        ParquetFiles.write(
            duck,
            "SELECT " + i + " AS a FROM range(100)",
            folder.resolve("f" + i + ".parquet"),
            "");
      }
    }
    Table table = ParquetTables.open(folder.toString());
    TableStatistics statistics = table.statistics();
    assertThat(statistics.exact()).isFalse();
    assertThat(statistics.rowCount().orElseThrow()).isBetween(8000L, 8800L);
    assertThat(statistics.columns().getFirst().minimum()).isEmpty();
    assertThat(Scans.rows(table)).hasSize(100 * (MANY + 20));
    assertThat(table.scan(Scans.all(table)).splits()).hasSize(1);
  }
}
