package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and records that are read while their query runs. */
class RowStreamTest {
  /** 900,000 rows, made from a few thousand. */
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, 'row ' || (a.i * 1500 + b.i) as t"
          + " from (select i from n where i < 600) a cross join n b";

  private final NumbersSession numbers = new NumbersSession();
  private final Session session = numbers.session();

  private record Named(long i, String t) {}

  private record Wrong(String i) {}

  @AfterEach
  void close() {
    numbers.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select i, i * 0.5e0 as f, nullif(i % 3, 0) as k, 'é' || i as t, [i, null] as l from n",
        "select i from n where i < 0",
        "select i from n where i = 7",
        "select k, count(*) as c from (select i % 5 as k from n) group by k order by k desc",
        "select i from n order by i % 7, i limit 40"
      })
  void hasTheRowsOfAResult(String sql) {
    List<List<Object>> wanted = new ArrayList<>();
    List<List<Object>> found = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      result.forEach(row -> wanted.add(values(row)));
    }
    List<Row> kept;
    try (Stream<Row> rows = session.sql(sql).stream()) {
      kept = rows.toList();
    }
    kept.forEach(row -> found.add(values(row))); // they are valid after the end too
    assertThat(found).isEqualTo(wanted);
  }

  private static List<Object> values(Row row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.schema().size(); i++) {
      values.add(String.valueOf(row.value(i)));
    }
    return values;
  }

  @Test
  void aResultLargerThanWhatItTakesIsReadWhileItIsMade() {
    long all = 600L * 1500;
    try (Stream<Named> rows = session.sql(LARGE).stream(Named.class)) {
      AtomicLong next = new AtomicLong();
      rows.forEach(
          row -> {
            if (!row.t().equals("row " + row.i())) {
              throw new AssertionError("Row " + next + " is " + row);
            }
            next.incrementAndGet();
          });
      assertThat(next.get()).isEqualTo(all);
    }
    assertThat(ProcessMemory.ledger().peakBytes()).isLessThan(48 * NumbersSession.MIB);
  }

  @Test
  void theFirstRowIsThereBeforeTheLastIsMadeAndClosingEndsTheQuery() {
    AtomicLong made = new AtomicLong();
    session.register(
        UserFunction.local(
            "counted",
            (UdfN<Long>)
                values -> {
                  made.incrementAndGet();
                  return (Long) values[0];
                },
            DataType.INT64,
            DataType.INT64));
    long all = 600L * 1500;
    try (Stream<Row> rows = session.sql("select counted(i) as i from (" + LARGE + ")").stream()) {
      Iterator<Row> first = rows.iterator();
      assertThat(first.next().longValue("i")).isGreaterThanOrEqualTo(0);
      assertThat(made.get()).isLessThan(all);
    }
    assertThat(made.get()).as("when it is closed the query is over").isLessThan(all);
    try (Stream<Row> rows = session.sql(LARGE).stream()) {
      assertThat(rows.limit(3)).hasSize(3);
    }
    try (Stream<Row> unread = session.sql(LARGE).stream()) {
      assertThat(unread.isParallel()).isFalse();
    }
  }

  @Test
  void anErrorInTheMiddleComesAfterTheRowsBeforeIt() {
    AtomicLong seen = new AtomicLong();
    try (Stream<Row> rows =
        session
            .sql("select 1 / (case when i = 800000 then 0 else 1 end) as q from (" + LARGE + ")")
            .stream()) {
      assertThatThrownBy(() -> rows.forEach(_ -> seen.incrementAndGet()))
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO))
          .hasMessageContaining("zero");
    }
    assertThat(seen.get()).isBetween(1L, 900_000L);
  }

  @Test
  void whatDoesNotFitIsAnErrorBeforeItRuns() {
    assertThatThrownBy(() -> session.table("n").stream(Wrong.class))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Wrong")
        .hasMessageContaining("BIGINT");
  }

  @Test
  void aSessionThatClosesEndsItsStreams() {
    try (Session other = Heddle.local(SessionOptions.defaults().withThreads(1))) {
      Stream<Row> rows =
          other
              .sql("select a.range * 10000 + b.range as i from range(10000) a, range(10000) b")
              .stream();
      Iterator<Row> read = rows.iterator();
      assertThat(read.next().longValue("i")).isNotNegative();
      other.close();
      assertThatThrownBy(
              () -> {
                while (read.hasNext()) {
                  read.next();
                }
              })
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isIn(ErrorCode.CLOSED, ErrorCode.CANCELLED))
          .hasMessageMatching(".*(closed|cancelled).*");
      rows.close();
    }
  }
}
