package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Rows with columns of each type of {@link ColumnTypeRow} that do not fit into memory. */
class ColumnTypesSpillTest {
  private static final String MANY_ROWS = "600000";

  @TempDir static Path folder;

  private static DuckDbOracle duck;
  private static Session small;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    small =
        Heddle.local(
            SessionOptions.defaults()
                .withMemoryBudgetBytes(44L << 20)
                .withThreads(2)
                .withSpillFolder(folder));
  }

  @AfterAll
  static void close() {
    small.close();
    duck.close();
  }

  /** By day each type spills in one operator, by night in all three. */
  @TestFactory
  Stream<DynamicTest> largeOnes() {
    List<DynamicTest> cells = new ArrayList<>();
    for (ColumnTypeRow row : ColumnTypeRow.ALL) {
      List<DynamicTest> all =
          List.of(
              ColumnTypesTest.cell(row, "spilled sort", () -> checkSpilledSort(row)),
              ColumnTypesTest.cell(row, "spilled groups", () -> checkSpilledGroups(row)),
              ColumnTypesTest.cell(row, "spilled join", () -> checkSpilledJoin(row)));
      int one = ColumnTypeRow.ALL.indexOf(row) % all.size();
      cells.addAll(Boolean.getBoolean("heddle.long") ? all : all.subList(one, one + 1));
    }
    return cells.stream();
  }

  private static String many(ColumnTypeRow row) {
    return "(SELECT i, %s AS v FROM range(%s) t(i))".formatted(row.many(), MANY_ROWS);
  }

  private static void checkSpilled(String sql) {
    try (QueryResult result = small.sql(sql).collect()) {
      assertThat(ColumnTypesTest.normalised(QueryRows.of(result)))
          .isEqualTo(ColumnTypesTest.normalised(duck.rows(sql)));
      assertThat(result.profile().spilledBytes()).isPositive();
    }
  }

  private static void checkSpilledSort(ColumnTypeRow row) {
    checkSpilled(
        "SELECT i, n FROM (SELECT i, row_number() OVER (ORDER BY v DESC, i) AS n FROM %s) ranked"
                .formatted(many(row))
            + " WHERE n %% 29989 = 1 ORDER BY i".replace("%%", "%"));
  }

  private static void checkSpilledGroups(ColumnTypeRow row) {
    checkSpilled(
        ("SELECT count(*), sum(n), min(v)::varchar, max(v)::varchar, max(n) FROM (SELECT v,"
                + " count(*) AS n FROM %s GROUP BY v, repeat(md5(i::varchar), 3)) grouped")
            .formatted(many(row)));
  }

  private static void checkSpilledJoin(ColumnTypeRow row) {
    checkSpilled(
        "SELECT count(*), sum(a.i - b.i) FROM %1$s a JOIN %1$s b ON a.v = b.v AND a.i = b.i"
            .formatted(many(row)));
  }
}
