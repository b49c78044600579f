package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Products of numbers so large and small that each product of some is none: grouped, in parts whose
 * states are merged, spilled, and over frames that move, as exact arithmetic has them.
 */
class ProductTest {
  private static final double TOLERANCE = 1e-10;
  private static final int ROWS = Effort.of(60_000, 20_000);

  /** One row of how many has its product computed in exact arithmetic, which takes long. */
  private static final int STEP = Integer.getInteger("heddle.product.step", 20);

  private static final int MANY_GROUPS = 700_000;
  private static final long SMALL_BUDGET_BYTES = 80L << 20;
  private static final MathContext DIGITS = new MathContext(40);
  private static final Expr.Aggregate PRODUCT =
      Expr.Aggregate.of(AggregateFunction.PRODUCT, col("x"));

  @TempDir static Path folder;

  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  private static Path file;
  private static List<Input> inputs;

  private record Input(long id, long g, @Nullable Double x) {}

  @BeforeAll
  static void open() {
    file = folder.resolve("numbers.parquet");
    String special =
        "CASE i % 4000 WHEN 17 THEN 0.0 WHEN 1018 THEN -0.0 WHEN 2019 THEN 'inf'::DOUBLE"
            + " WHEN 3020 THEN '-inf'::DOUBLE WHEN 3999 THEN 'nan'::DOUBLE ELSE NULL END";
    String number =
        "CASE WHEN i % 5 = 0 THEN NULL ELSE (CASE WHEN i % 3 = 0 THEN -1 ELSE 1 END) * (1 + (i * 31"
            + " % 97) / 50.0) * CASE (i // 7) % 4 WHEN 0 THEN 1e300 WHEN 1 THEN 1e-300 WHEN 2 THEN"
            + " 1e-310 ELSE 1e305 END END";
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT i::BIGINT AS id, (i % 5000)::BIGINT AS g, coalesce("
              + special
              + ", "
              + number
              + ")::DOUBLE AS x FROM range("
              + ROWS
              + ") t(i)) TO '"
              + file
              + "' (FORMAT parquet, ROW_GROUP_SIZE 8192)");
    }
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    SESSIONS.put("plain", Heddle.local(options));
    SESSIONS.put("in 5 partitions", Heddle.local(options.withPartitions(5)));
    SESSIONS.put("sent as bytes", EncodingStageRunner.session(options, 3));
    SESSIONS.put(
        "in little memory",
        Heddle.local(
            SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(SMALL_BUDGET_BYTES)));
    inputs = new ArrayList<>();
    try (QueryResult result = frame("plain").sort("id").collect()) {
      for (Row row : result) {
        inputs.add(new Input((Long) row.value(0), (Long) row.value(1), (Double) row.value(2)));
      }
    }
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
  }

  private static DataFrame frame(String session) {
    return SESSIONS.get(session).read().parquet(file.toString());
  }

  /** The exact product as the nearest double; null of no value. */
  private static @Nullable Double exact(List<Double> values) {
    BigDecimal product = BigDecimal.ONE;
    boolean hasZero = false;
    boolean isInfinite = false;
    boolean isNan = values.stream().anyMatch(value -> value.isNaN());
    boolean isNegative = false;
    for (double value : values) {
      isNegative ^= Double.doubleToRawLongBits(value) < 0;
      hasZero |= value == 0;
      isInfinite |= Double.isInfinite(value);
      if (value != 0 && Double.isFinite(value)) {
        product = product.multiply(new BigDecimal(Math.abs(value)), DIGITS);
      }
    }
    if (values.isEmpty()) {
      return null;
    }
    if (isNan || (hasZero && isInfinite)) {
      return Double.NaN;
    }
    double size = hasZero ? 0 : isInfinite ? Double.POSITIVE_INFINITY : product.doubleValue();
    return isNegative ? -size : size;
  }

  private static void assertSame(
      @Nullable Object actual, @Nullable Double expected, String description) {
    if (expected == null || actual == null) {
      assertThat(actual).as(description).isEqualTo(expected);
      return;
    }
    double value = (Double) actual;
    boolean isSame =
        Double.compare(value, expected) == 0
            || Math.abs(value - expected) <= TOLERANCE * Math.abs(expected) + Double.MIN_VALUE;
    assertThat(isSame).as("%s: %s instead of %s", description, value, expected).isTrue();
  }

  @Test
  void groupsHaveTheirExactProducts() {
    Map<Long, List<Double>> groups = new TreeMap<>();
    for (Input input : inputs) {
      List<Double> values = groups.computeIfAbsent(input.g(), g -> new ArrayList<>());
      if (input.x() != null) {
        values.add(input.x());
      }
    }
    for (String session : SESSIONS.keySet()) {
      try (QueryResult result =
          frame(session).groupBy("g").agg(PRODUCT.named("p")).sort("g").collect()) {
        int count = 0;
        for (Row row : result) {
          long group = (Long) row.value(0);
          assertSame(row.value(1), exact(groups.get(group)), session + ", group " + group);
          count++;
        }
        assertThat(count).isEqualTo(groups.size());
      }
    }
  }

  @Test
  void statesOfManyGroupsAreSpilled() {
    Path many = folder.resolve("many.parquet");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT (i * 7919 % "
              + MANY_GROUPS
              + ")::BIGINT AS g, (i % 1000 + 1)::DOUBLE AS x FROM range(3 * "
              + MANY_GROUPS
              + ") t(i)) TO '"
              + many
              + "' (FORMAT parquet, ROW_GROUP_SIZE 65536)");
      List<List<@Nullable Object>> expected =
          duck.rows(
              "SELECT count(*), sum(p) FROM (SELECT product(x) AS p FROM '"
                  + many
                  + "' GROUP BY g)");
      DataFrame products =
          SESSIONS
              .get("in little memory")
              .read()
              .parquet(many.toString())
              .groupBy("g")
              .agg(PRODUCT.named("p"))
              .agg(count().named("n"), sum("p").named("s"));
      try (QueryResult result = products.collect()) {
        Row row = result.iterator().next();
        assertThat(row.value(0)).isEqualTo(expected.getFirst().getFirst());
        assertSame(row.value(1), (Double) expected.getFirst().get(1), "sum of products");
        assertThat(result.profile().spilledBytes()).isPositive();
      }
    }
  }

  @Test
  void allRowsOrNoneHaveOneProduct() {
    for (String session : SESSIONS.keySet()) {
      DataFrame finite = frame(session).filter(col("x").abs().lt(1e306).and(col("x").notEqTo(0)));
      List<Double> values =
          inputs.stream()
              .map(Input::x)
              .filter(x -> x != null && Math.abs(x) < 1e306 && x != 0)
              .toList();
      assertSame(one(finite.agg(PRODUCT.named("p"))), exact(values), session);
      assertSame(one(frame(session).agg(PRODUCT.named("p"))), Double.NaN, session);
      assertSame(
          one(frame(session).filter(col("id").lt(0)).agg(PRODUCT.named("p"))), null, session);
      Expr.Aggregate some = PRODUCT.filter(col("id").lt(4)).distinct();
      assertSame(
          one(frame(session).agg(some.named("p"))),
          exact(inputs.subList(1, 4).stream().map(Input::x).distinct().toList()),
          session);
    }
  }

  private static @Nullable Object one(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      return result.iterator().next().value(0);
    }
  }

  @Test
  void framesThatMoveHaveTheirExactProducts() {
    Map<WindowSpec, Integer> windows = new LinkedHashMap<>();
    WindowSpec all = partitionBy("part").orderBy("id");
    windows.put(all.rowsBetween(preceding(9), currentRow()), 9);
    windows.put(all.rangeBetween(preceding(301), currentRow()), 301);
    for (String session : SESSIONS.keySet()) {
      DataFrame frame = frame(session).withColumns(col("id").floorDiv(3_001).named("part"));
      windows.forEach(
          (window, before) -> {
            try (QueryResult result =
                frame.select(col("id"), PRODUCT.over(window).named("p")).sort("id").collect()) {
              for (Row row : result) {
                long id = (Long) row.value(0);
                if (id % (before < 10 ? STEP : 37 * STEP) == 0) {
                  assertSame(row.value(1), framed((int) id, before), session + ", row " + id);
                }
              }
            }
          });
    }
  }

  private static @Nullable Double framed(int id, int before) {
    int from = Math.max(id - before, id / 3_001 * 3_001);
    List<Double> values = new ArrayList<>();
    for (Input input : inputs.subList(from, id + 1)) {
      if (input.x() != null) {
        values.add(input.x());
      }
    }
    return exact(values);
  }

  @Test
  void framesWithFiltersAndFromTheStartAreRightToo() {
    WindowSpec running = partitionBy("part").orderBy("id");
    for (String session : SESSIONS.keySet()) {
      DataFrame frame =
          frame(session)
              .filter(col("x").isNull().or(col("x").abs().lt(1e306)))
              .withColumns(col("id").floorDiv(3_001).named("part"));
      Expr filtered =
          PRODUCT
              .filter(col("id").mod(2).eqTo(0))
              .over(running.rowsBetween(preceding(20), currentRow()));
      try (QueryResult result =
          frame
              .filter(col("id").lt(3_001))
              .select(col("id"), PRODUCT.over(running).named("p"), filtered.named("f"))
              .sort("id")
              .collect()) {
        List<Input> seen = new ArrayList<>();
        for (Row row : result) {
          long id = (Long) row.value(0);
          seen.add(inputs.get((int) id));
          if (id % 41 == 0) {
            assertSame(row.value(1), exact(values(seen, 1)), session + ", up to row " + id);
            List<Input> near = seen.subList(Math.max(0, seen.size() - 21), seen.size());
            assertSame(row.value(2), exact(values(near, 2)), session + ", filtered, row " + id);
          }
        }
        assertThat(seen).hasSizeGreaterThan(2_900);
      }
    }
  }

  private static List<Double> values(List<Input> some, int step) {
    List<Double> values = new ArrayList<>();
    for (Input input : some) {
      if (input.x() != null && input.id() % step == 0) {
        values.add(input.x());
      }
    }
    return values;
  }

  @Test
  void ordinaryNumbersHaveTheProductsOfDuckDb() {
    String query =
        "SELECT i % 7 AS g, (i % 9 - 4) * 0.75::DOUBLE AS x, i AS id FROM range(200) t(i)";
    SessionOptions enough = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    try (Session _ = Heddle.local(enough); // the newest one's budget counts
        DuckDbOracle duck = DuckDbOracle.open()) {
      Path small = folder.resolve("small.parquet");
      duck.execute("COPY (" + query + ") TO '" + small + "' (FORMAT parquet)");
      List<List<@Nullable Object>> expected =
          duck.rows(
              "SELECT g, product(x) FILTER (WHERE x <> 0) FROM '"
                  + small
                  + "' GROUP BY g ORDER BY g");
      List<List<@Nullable Object>> framed =
          duck.rows(
              "SELECT id, product(x) OVER (PARTITION BY g ORDER BY id ROWS 3 PRECEDING) FROM '"
                  + small
                  + "' ORDER BY id");
      for (Session session : SESSIONS.values()) {
        DataFrame frame = session.read().parquet(small.toString());
        compare(
            frame.groupBy("g").agg(PRODUCT.filter(col("x").notEqTo(0)).named("p")).sort("g"),
            expected);
        WindowSpec window = partitionBy("g").orderBy("id").rowsBetween(preceding(3), currentRow());
        compare(frame.select(col("id"), PRODUCT.over(window).named("p")).sort("id"), framed);
      }
    }
  }

  private static void compare(DataFrame frame, List<List<@Nullable Object>> expected) {
    try (QueryResult result = frame.collect()) {
      int at = 0;
      for (Row row : result) {
        Double theirs = (Double) expected.get(at++).get(1);
        Object ours = row.value(1);
        boolean isZero = theirs != null && theirs == 0; // whose sign DuckDB does not show
        assertSame(
            isZero && ours != null ? (Double) ours + 0.0 : ours,
            isZero ? Double.valueOf(0) : theirs,
            "row " + at);
      }
      assertThat(at).isEqualTo(expected.size());
    }
  }
}
