package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.Session;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users see what each part of a filter left out, and why one could not be used. */
class ScanProfileTest {
  @TempDir Path folder;

  private Path table() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      return ParquetFiles.write(
          duck,
          "SELECT i AS id, DATE '2020-01-01' + (i // 100)::INTEGER AS day,"
              + " 'name ' || lpad((i % 977)::VARCHAR, 4, '0') AS name, i / 8.0 AS ratio"
              + " FROM range(20480) t(i)",
          folder.resolve("a.parquet"),
          "ROW_GROUP_SIZE 2048");
    }
  }

  private ScanProfile profile(Session session, String where) {
    String sql = "select count(*) from '" + table() + "' where " + where;
    try (QueryResult result = session.sql(sql).collect()) {
      assertThat(result.profile().scans()).hasSize(1);
      return result.profile().scans().getFirst();
    }
  }

  @Test
  void saysWhatEachConjunctSkipped() {
    try (Session session = Heddle.local()) {
      ScanProfile scan = profile(session, "id >= 18000 and day < date '2020-07-05'");
      assertThat(scan.files()).isEqualTo(1);
      assertThat(scan.rowGroups()).isEqualTo(10);
      assertThat(scan.rowGroupsSkipped()).isEqualTo(8);
      assertThat(scan.rowsRead()).isEqualTo(4096);
      assertThat(scan.conjuncts()).hasSize(2);
      ScanProfile.Conjunct byId =
          scan.conjuncts().stream()
              .filter(conjunct -> conjunct.text().startsWith("id"))
              .findFirst()
              .orElseThrow();
      assertThat(byId.use()).isEqualTo(ScanProfile.Use.EXACT);
      assertThat(byId.rowGroupsSkipped()).isEqualTo(8);
      assertThat(byId.rowsSkipped()).isEqualTo(8 * 2048);
      assertThat(byId.bytesSkipped()).isPositive();
      assertThat(byId.rowsCertain()).isEqualTo(2048);
    }
  }

  @Test
  void saysWhyAConjunctCouldNotBeUsed() {
    try (Session session = Heddle.local()) {
      ScanProfile scan = profile(session, "name like '%5' and ratio > 1e9");
      assertThat(scan.conjuncts())
          .anySatisfy(
              conjunct -> {
                assertThat(conjunct.use()).isEqualTo(ScanProfile.Use.UNUSABLE);
                assertThat(conjunct.obstacles()).contains("the pattern starts with a wildcard");
              });
    }
  }

  @Test
  void fieldsOfStructsLeaveOutRowGroupsToo() {
    Path file = folder.resolve("s.parquet");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      ParquetFiles.write(
          duck,
          "SELECT i AS id, {'a': i, 'in': {'t': 'name ' || lpad(i::VARCHAR, 5, '0')}} AS s"
              + " FROM range(20480) t(i)",
          file,
          "ROW_GROUP_SIZE 2048");
    }
    try (Session session = Heddle.local();
        QueryResult result =
            session
                .sql(
                    "select id from '"
                        + file
                        + "' where s.a >= 4000 and s.\"in\".t like 'name 040%'")
                .collect()) {
      assertThat(result.rowCount()).isEqualTo(96 + 4);
      ScanProfile scan = result.profile().scans().getFirst();
      assertThat(scan.rowGroupsSkipped()).isEqualTo(8);
      assertThat(scan.conjuncts())
          .allSatisfy(
              conjunct -> {
                assertThat(conjunct.use()).isEqualTo(ScanProfile.Use.EXACT);
                assertThat(conjunct.rowGroupsSkipped()).isPositive();
              });
    }
  }

  @Test
  void explainShowsItBelowTheScan() {
    try (Session session = Heddle.local()) {
      String text =
          session
              .sql("select name from '" + table() + "' where id between 4096 and 4099")
              .explain(ExplainMode.ANALYZE);
      assertThat(text)
          .contains("read 1 of 1 files, 1 of 10 row groups")
          .containsPattern("id .*: exact; skipped 9 row groups, 18432 rows, ~");
    }
  }
}
