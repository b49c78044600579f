package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text files take part in datasets as Parquet files do. */
class DatasetFormatsTest {
  @TempDir Path folder;

  private static List<String> rows(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(String.valueOf(row.value(i)));
        }
        rows.add(values.toString());
      }
    }
    return rows.stream().sorted().toList();
  }

  @Test
  void csvFilesLieInPartitionsAndAreUnited() throws IOException {
    Files.createDirectories(folder.resolve("c/day=2024-01-30"));
    Files.createDirectories(folder.resolve("c/day=2024-01-31"));
    Files.writeString(folder.resolve("c/day=2024-01-30/a.csv"), "id,n\n1,10\n2,20\n");
    Files.writeString(folder.resolve("c/day=2024-01-31/a.csv"), "n,id,more\n1.5,3,x\n2.5,4,y\n");
    String call =
        "read_csv('"
            + folder
            + "/c/**/*.csv', union_by_name = true, filename = true,"
            + " hive_partitioning = true)";
    String sql =
        "select id, n, more, day, split_part(filename, '/', -2) as f from "
            + call
            + " where n > 1.5";
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      assertThat(rows(session.sql(sql)))
          .containsExactly(
              "[1, 10.0, null, 2024-01-30, day=2024-01-30]",
              "[2, 20.0, null, 2024-01-30, day=2024-01-30]",
              "[4, 2.5, y, 2024-01-31, day=2024-01-31]");
      assertThat(duck.rows(sql)).hasSize(3);
      assertThat(
              rows(
                  session
                      .read()
                      .withUnionByName()
                      .withRowNumber("row")
                      .csv(folder + "/c")
                      .select("id", "row", "day")))
          .containsExactly(
              "[1, 0, 2024-01-30]",
              "[2, 1, 2024-01-30]",
              "[3, 0, 2024-01-31]",
              "[4, 1, 2024-01-31]");
      assertThatThrownBy(() -> rows(session.read().csv(folder + "/c")))
          .hasMessageContaining("column more is only in the second");
    }
  }

  @Test
  void columnsThatOptionsAddPrecedeThoseOfFolders() throws IOException {
    Files.createDirectories(folder.resolve("p/day=2024-01-30"));
    String file = folder + "/p/day=2024-01-30/a.parquet";
    List<String> options =
        List.of(
            "filename = true",
            "file_row_number = true",
            "filename = true, file_row_number = true",
            "filename = true, union_by_name = true");
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute("copy (select 7 as id, 'x' as s) to '" + file + "'");
      for (String each : options) {
        String sql = "select * from read_parquet('" + folder + "/p/*/a.parquet', " + each + ")";
        assertThat(session.sql(sql).schema().names())
            .as(each)
            .isEqualTo(duck.rows("describe " + sql).stream().map(row -> row.getFirst()).toList());
      }
    }
    try (Session session = Heddle.local()) {
      assertThatThrownBy(
              () -> session.sql("from read_parquet('" + folder + "/p/*/*', filename = 'day')"))
          .hasMessageContaining("Cannot add a column \"day\" of the file path");
    }
  }

  @Test
  void jsonFilesLieInPartitionsAndAreUnited() throws IOException {
    Files.createDirectories(folder.resolve("j/k=1"));
    Files.createDirectories(folder.resolve("j/k=2"));
    Files.writeString(folder.resolve("j/k=1/a.jsonl"), "{\"a\": 1}\n{\"a\": 2, \"b\": \"x\"}\n");
    Files.writeString(folder.resolve("j/k=2/a.jsonl"), "{\"a\": 3.5, \"c\": true}\n");
    try (Session session = Heddle.local()) {
      session.createView(
          "j", session.read().withUnionByName().withRowNumber("line").json(folder + "/j"));
      assertThat(rows(session.sql("select a, b, c, k, line from j")))
          .containsExactly(
              "[1.0, null, null, 1, 0]", "[2.0, x, null, 1, 1]", "[3.5, null, true, 2, 0]");
      assertThat(rows(session.sql("select a from j where k = 2 or line = 0")))
          .containsExactly("[1.0]", "[3.5]");
    }
  }
}
