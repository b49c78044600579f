package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.session.FrameOracle.Tables;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.function.TableUdf;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Functions of the user's own that give rows: of a call, and of a part of a frame. */
class UserRowsTest {
  private static final List<DynamicTest> CASES = new ArrayList<>();
  private static final DataType STEP =
      new DataType.Struct(
          List.of(Field.of("n", DataType.INT64), Field.of("label", DataType.STRING)));
  @TempDir private static Path folder;
  private static FrameOracle oracle;

  /** Numbers from 1 to the first argument, without end if it is negative, with a label. */
  public static final class Steps implements TableUdf<Map<String, Object>> {
    @Override
    public Iterator<Map<String, Object>> apply(@Nullable Object[] arguments) {
      long last = (Long) arguments[0];
      String label = (String) arguments[1];
      return LongStream.iterate(1, n -> last < 0 || n <= last, n -> n + 1)
          .mapToObj(n -> Map.<String, Object>of("n", n, "label", label + n))
          .iterator();
    }
  }

  /** Numbers below the argument. */
  public static final class Below implements TableUdf<Long> {
    @Override
    public Iterator<Long> apply(@Nullable Object[] arguments) {
      return LongStream.range(0, (Long) arguments[0]).boxed().iterator();
    }
  }

  /** Sums of numbers by text, of a part: rows are read to their end before there is one. */
  public static final class Sums implements PartitionUdf<Map<String, Object>> {
    @Override
    public Iterator<Map<String, Object>> apply(Iterator<@Nullable Object[]> rows) {
      Map<String, Long> sums = new HashMap<>();
      rows.forEachRemaining(row -> sums.merge((String) row[1], (Long) row[0], Long::sum));
      return sums.entrySet().stream()
          .map(e -> Map.<String, Object>of("label", e.getKey(), "n", e.getValue()))
          .iterator();
    }
  }

  /** Each number that is even twice, as rows are read. */
  public static final class EvenTwice implements PartitionUdf<@Nullable Long> {
    @Override
    public Iterator<@Nullable Long> apply(Iterator<@Nullable Object[]> rows) {
      return new Iterator<>() {
        private int left;
        private @Nullable Long value;

        @Override
        public boolean hasNext() {
          while (left == 0 && rows.hasNext()) {
            value = (Long) rows.next()[0];
            left = value != null && value % 2 == 0 ? 2 : 0;
          }
          return left > 0;
        }

        @Override
        public @Nullable Long next() {
          left--;
          return value;
        }
      };
    }
  }

  private static final UserFunction STEPS =
      UserFunction.of(
          "steps", Steps.class, new DataType.ListOf(STEP), DataType.INT64, DataType.STRING);
  private static final UserFunction BELOW =
      UserFunction.of("below", Below.class, new DataType.ListOf(DataType.INT64), DataType.INT64);
  private static final UserFunction SUMS =
      UserFunction.of(
          "sums", Sums.class, new DataType.ListOf(STEP), DataType.INT64, DataType.STRING);
  private static final UserFunction TWICE =
      UserFunction.of(
          "twice", EvenTwice.class, new DataType.ListOf(DataType.INT64), DataType.INT64);

  @BeforeAll
  static void open() throws InterruptedException {
    oracle = new FrameOracle(folder);
    oracle
        .sessions()
        .values()
        .forEach(
            session -> {
              session.register(STEPS);
              session.register(BELOW);
            });
  }

  @AfterAll
  static void close() {
    oracle.close();
  }

  private static void same(String sql, Function<Tables, DataFrame> frame) {
    CASES.add(DynamicTest.dynamicTest(sql, () -> oracle.sameOfCode(sql, frame)));
  }

  private static void sameText(String expected, String sql) {
    same(expected, t -> t.session().sql(sql, Map.of("t", t.t())));
  }

  @TestFactory
  List<DynamicTest> rowsOfCalls() {
    CASES.clear();
    sameText("SELECT i, 'x' || i FROM range(1, 10001) r(i)", "SELECT * FROM steps(10000, 'x')");
    sameText("SELECT i, 'x' || i FROM range(1, 6) r(i)", "SELECT * FROM steps(-1, 'x') LIMIT 5");
    sameText(
        "SELECT i FROM range(1, 6) r(i)",
        "SELECT n FROM steps(-1, 'x') s WHERE s.n % 2 = 1 OR s.n % 2 = 0 LIMIT 5");
    sameText("SELECT 0 AS n", "SELECT count(*) FROM steps(NULL, 'x')");
    sameText("SELECT 0 AS n", "SELECT count(*) FROM steps(0, 'x')");
    sameText(
        "SELECT i, 'x' || i, i + 1 FROM range(1, 4) r(i)",
        "SELECT a, b, o + 1 FROM steps(3, 'x') WITH ORDINALITY AS s(a, b, o)");
    sameText(
        "SELECT id, n FROM t, unnest(range(id % 3)) u(n)",
        "SELECT id, n FROM t, LATERAL below(t.id % 3) AS s(n)");
    sameText(
        "SELECT id, n FROM t LEFT JOIN LATERAL unnest(range(id % 3)) u(n) ON true",
        "SELECT id, n FROM t LEFT JOIN LATERAL below(id % 3) AS s(n) ON true");
    sameText(
        "SELECT a.i, b.i FROM range(3) a(i), range(2) b(i)",
        "SELECT a.below, b.below FROM below(3) a, below(2) b");
    sameText("SELECT sum(i) FROM range(100000) r(i)", "SELECT sum(below) FROM below(100000)");
    sameText("SELECT [0, 1, 2]", "SELECT below(3)");
    same(
        "SELECT i, 'F' || i FROM t, range(1, id + 1) r(i) WHERE status = 'F'",
        t -> t.t().filter(col("status").eqTo("F")).flatMap(STEPS, "id", "status"));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> rowsOfParts() {
    CASES.clear();
    same(
        "SELECT status, sum(id) FROM t GROUP BY status",
        t ->
            t.t()
                .mapPartitions(SUMS, "id", "status")
                .groupBy("label")
                .agg(sum("n").named("s"))
                .select("label", "s"));
    same("SELECT id FROM t, range(2) WHERE id % 2 = 0", t -> t.t().mapPartitions(TWICE, "id"));
    same(
        "SELECT count(*) FROM t WHERE id < 0",
        t -> t.t().filter(col("id").lt(0)).mapPartitions(SUMS, "id", "status").agg(count()));
    same(
        "SELECT id * 3 FROM t, range(2) WHERE id % 2 = 0 AND id > 100",
        t ->
            t.t()
                .repartition(3)
                .mapPartitions(TWICE, "id")
                .filter(col("twice").gt(100))
                .select(col("twice").times(3).named("m")));
    return List.copyOf(CASES);
  }

  @Test
  void aPartIsReadWhileItsRowsAreGiven() {
    Session session = oracle.sessions().get("optimised");
    AtomicLong read = new AtomicLong();
    AtomicInteger closed = new AtomicInteger();
    class Reader implements Iterator<Object>, AutoCloseable {
      private final Iterator<@Nullable Object[]> rows;

      Reader(Iterator<@Nullable Object[]> rows) {
        this.rows = rows;
      }

      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Object next() {
        read.incrementAndGet();
        return (Object) rows.next()[0];
      }

      @Override
      public void close() {
        closed.incrementAndGet();
      }
    }
    PartitionUdf<Object> reading = Reader::new;
    UserFunction same =
        UserFunction.local("same", reading, new DataType.ListOf(DataType.INT64), DataType.INT64);
    DataFrame many = session.sql("select n from range(3000000) r(n)");
    assertThat(FrameOracle.rows(many.mapPartitions(same, "n").limit(3))).hasSize(3);
    assertThat(read.get()).isLessThan(2_000_000);
    read.set(0);
    closed.set(0);
    assertThat(many.forEachPartition(same, "n")).isEqualTo(3_000_000);
    assertThat(read).hasValue(3_000_000);
    assertThat(closed.get()).isPositive();
  }

  @Test
  void noFurtherRowIsAskedForBehindALimit() {
    Session session = oracle.sessions().get("optimised");
    AtomicLong made = new AtomicLong();
    TableUdf<Long> counting = _ -> LongStream.generate(made::incrementAndGet).iterator();
    session.register(
        UserFunction.local(
            "counting", counting, new DataType.ListOf(DataType.INT64), DataType.INT64));
    assertThat(FrameOracle.rows(session.sql("select * from counting(1) limit 3")))
        .containsExactly("[1]", "[2]", "[3]");
    assertThat(made.get()).isLessThan(100);
    session.unregister("counting");
  }

  @Test
  void whatIsWrongIsATypedError() {
    Session session = oracle.sessions().get("optimised");
    Map<String, DataFrame> tables = Map.of("t", oracle.tables(session).t());
    DataFrame t = tables.get("t");
    userCode(
        () ->
            t.mapPartitions(
                    local(
                        rows -> {
                          rows.next();
                          throw new IllegalStateException("no more");
                        }),
                    "id")
                .collect(),
        "Function \"local\" failed for a part of the rows: java.lang.IllegalStateException: no"
            + " more");
    userCode(
        () -> t.mapPartitions(local(_ -> List.of("text").iterator()), "id").collect(),
        "Function \"local\" gave text (String) for a row, which is no BIGINT");
    refused(() -> session.sql("select * from stepz(1)"), "did you mean \"steps\"?");
    refused(() -> session.sql("select * from steps('a')"), "steps takes 2 arguments, not 1");
    refused(() -> session.sql("select * from steps(n := 1, 'a')"), "takes no argument by name");
    refused(() -> t.mapPartitions(STEPS, "id", "status"), "is no PartitionUdf");
    refused(() -> t.mapPartitions(SUMS, "id"), "sums takes 2 arguments, not 1");
    refused(
        () -> UserFunction.of("f", Below.class, DataType.INT64, DataType.INT64),
        "gives rows, whose type is a list of them");
    assertThatThrownBy(() -> session.register(SUMS))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("give it to mapPartitions");
  }

  private static UserFunction local(PartitionUdf<Object> code) {
    return UserFunction.local("local", code, new DataType.ListOf(DataType.INT64), DataType.INT64);
  }

  private static void userCode(ThrowingCallable run, String message) {
    assertThatThrownBy(run)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((HeddleException) e).code())
        .isEqualTo(ErrorCode.USER_CODE);
  }

  private static void refused(ThrowingCallable verb, String message) {
    assertThatThrownBy(verb).isInstanceOf(AnalysisException.class).hasMessageContaining(message);
  }
}
