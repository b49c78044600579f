package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that are larger than the memory limit. */
class LargeResultTest {
  private static final long MIB = 1 << 20;
  private static final int ROWS = 400_000;

  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() throws IOException {
    Path file = folder.resolve("rows.parquet");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "copy (select i, md5(i::varchar) || md5(i::varchar) as text, (i / 3)::decimal(12, 2) as"
              + " d, case when i % 7 = 0 then null else i::double / 4 end as f, [i, i + 1] as list,"
              + " i % 2 = 0 as even, (i % 100)::smallint as small from range("
              + ROWS
              + ") as t(i)) to '"
              + file
              + "' (format parquet, row_group_size 50000)");
    }
    session =
        Heddle.local(
            SessionOptions.defaults()
                .withThreads(2)
                .withMemoryBudgetBytes(64 * MIB)
                .withSpillFolder(Files.createDirectory(folder.resolve("spill"))));
    session.createView("big", session.read().parquet(file.toString()));
    ProcessMemory.ledger().resetPeak();
  }

  @AfterEach
  void close() throws IOException {
    assertThat(ProcessMemory.ledger().peakBytes()).isLessThanOrEqualTo(64 * MIB);
    session.close();
    assertThat(ProcessMemory.ledger().usedBytes()).isZero();
    try (Stream<Path> left = Files.list(folder.resolve("spill"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void rowsAreReadBackFromTheDiskInOrder() {
    try (QueryResult result = session.sql("select * from big").collect()) {
      assertThat(result.rowCount()).isEqualTo(ROWS);
      assertThat(result.profile().spilledBytes()).isPositive();
      long at = 0;
      for (Row row : result) {
        if (row.longValue(0) != at) {
          throw new AssertionError("row " + at + " is " + row.longValue(0));
        }
        if (at % 1000 == 0) {
          assertThat(row.value("list")).isEqualTo(List.of(at, at + 1));
          assertThat(row.text("text")).hasSize(64);
          assertThat(row.isNull("f")).isEqualTo(at % 7 == 0);
          assertThat(row.value("even")).isEqualTo(true);
          assertThat(row.decimalValue(2).multiply(java.math.BigDecimal.valueOf(3)).doubleValue())
              .isBetween(at - 0.1, at + 0.1);
        }
        at++;
      }
      List<ResultBatch> batches = result.batches();
      ResultBatch last = batches.getLast();
      assertThat(last.column(0).longValue(last.rowCount() - 1)).isEqualTo(ROWS - 1);
      assertThat(batches.getFirst().column(0).longValue(0)).isZero();
      result.close();
      assertThatThrownBy(() -> last.column(0).longValue(0))
          .hasMessageContaining("closed")
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
  }

  @Test
  void arrowStreamsFreeWhatHasBeenRead() {
    long sum = 0;
    try (ArrowStream stream = session.sql("select * from big").toArrow()) {
      while (stream.next()) {
        BigIntVector numbers = (BigIntVector) stream.root().getVector("i");
        for (int i = 0; i < stream.root().getRowCount(); i++) {
          sum += numbers.get(i);
        }
      }
    }
    assertThat(sum).isEqualTo((long) ROWS * (ROWS - 1) / 2);
    try (ArrowStream stream = session.sql("select * from big").toArrow()) {
      assertThat(stream.next()).isTrue(); // closing early leaves nothing
    }
  }

  @Test
  void writesHoldNoResult() {
    session.execute("copy (select i, text from big) to '" + folder.resolve("copy.parquet") + "'");
    session.execute("copy (select i, text from big) to '" + folder.resolve("copy.csv") + "'");
    try (QueryResult count =
        session.read().parquet(folder.resolve("copy.parquet").toString()).select("i").collect()) {
      assertThat(count.rowCount()).isEqualTo(ROWS);
    }
  }
}
