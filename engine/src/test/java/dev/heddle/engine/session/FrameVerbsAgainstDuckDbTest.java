package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.engine.session.FrameOracle.Tables;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Fill;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Unique;
import dev.heddle.frame.Unpivot;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.Selector;
import dev.heddle.frame.option.MissingColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verbs of frames give the rows that DuckDB computes in SQL: optimised, as written, in partitions
 * that are sent as bytes, and on a cluster of two workers.
 */
class FrameVerbsAgainstDuckDbTest {
  private static final List<DynamicTest> CASES = new ArrayList<>();
  @TempDir private static Path folder;
  private static FrameOracle oracle;

  @BeforeAll
  static void open() throws InterruptedException {
    oracle = new FrameOracle(folder);
  }

  @AfterAll
  static void close() {
    oracle.close();
  }

  private static void same(String sql, Function<Tables, DataFrame> frame) {
    CASES.add(DynamicTest.dynamicTest(sql, () -> oracle.same(sql, frame)));
  }

  private static void sameInOrder(String sql, Function<Tables, DataFrame> frame) {
    CASES.add(DynamicTest.dynamicTest(sql, () -> oracle.sameInOrder(sql, frame)));
  }

  @TestFactory
  List<DynamicTest> selectors() {
    CASES.clear();
    same(
        "SELECT * EXCLUDE (price, weight, due) FROM t",
        t -> t.t().drop(Selector.matching("(pri|wei).*"), "due"));
    same("SELECT id, customer, price, weight FROM t", t -> t.t().select(Selector.numeric()));
    same(
        "SELECT id, status, customer, round(price, 1), round(weight, 1), due, note FROM t",
        t -> t.t().withColumns(Selector.of("price", "weight").each(c -> c.round(1))));
    same(
        "SELECT status, count(*), max(id), max(customer), max(price), max(weight) FROM t GROUP BY"
            + " status",
        t ->
            t.t()
                .groupBy("status")
                .agg(count().named("n"), Selector.numeric().each(Functions::max)));
    same(
        "SELECT count(*) - count(id), count(*) - count(status), count(*) - count(customer),"
            + " count(*) - count(price), count(*) - count(weight), count(*) - count(due), count(*)"
            + " - count(note) FROM t",
        t -> t.t().agg(Selector.all().each(c -> count().filter(c.isNull()))));
    same(
        "SELECT id, lag(status, 2) OVER (ORDER BY id), lag(due, 2) OVER (ORDER BY id) FROM t",
        t ->
            t.t()
                .select(
                    col("id"),
                    Selector.of("status", "due").each(c -> lag(c, 2).over(orderBy("id")))));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> groups() {
    CASES.clear();
    same(
        "SELECT status, customer, count(*), sum(price) FROM t GROUP BY CUBE (status, customer)",
        t -> t.t().cube("status", "customer").agg(count().named("n"), sum("price").named("s")));
    same(
        "SELECT status, customer, due, count(*) FROM t GROUP BY GROUPING SETS ((status, customer),"
            + " (due), ())",
        t ->
            t.t()
                .groupingSets(
                    List.of(List.of("status", "customer"), List.of(col("due")), List.<String>of()))
                .count());
    same(
        "SELECT * FROM (PIVOT t ON status USING sum(price) GROUP BY customer)",
        t -> t.t().groupBy("customer").pivot("status").agg(sum("price")));
    same(
        "SELECT * FROM (PIVOT t ON status IN ('P', 'F') USING sum(price) AS s, count(*) AS n GROUP"
            + " BY customer)",
        t ->
            t.t()
                .groupBy("customer")
                .pivot("status", "P", "F")
                .agg(sum("price").named("s"), count().named("n")));
    same(
        "SELECT count(*) FILTER (due IS NULL), count(*) FILTER (due = '2024-01-01') FROM t",
        t -> t.t().groupBy().pivot("due", null, "2024-01-01").count());
    same(
        "SELECT status, avg(weight) FILTER (customer % 2 = 0) + 1, avg(weight) FILTER (customer % 2"
            + " = 1) + 1 FROM t GROUP BY status",
        t -> t.t().groupBy("status").pivot(col("customer").mod(2)).agg(avg("weight").plus(1)));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> shapes() {
    CASES.clear();
    same(
        "SELECT id, name, value FROM (UNPIVOT wide ON jan, feb, mar INTO NAME name VALUE value)",
        t -> t.wide().unpivot("jan", "feb", "mar"));
    same(
        "SELECT id, m, v FROM (SELECT * FROM wide UNPIVOT INCLUDE NULLS (v FOR m IN (jan, feb,"
            + " mar)))",
        t ->
            t.wide()
                .unpivot(
                    Unpivot.of(Selector.all().except("id"))
                        .names("m")
                        .values("v")
                        .includingNulls()));
    sameInOrder(
        "SELECT * FROM (SELECT * FROM t ORDER BY id DESC LIMIT 7) ORDER BY id",
        t -> t.t().sort("id").tail(7));
    sameInOrder(
        "SELECT * FROM t ORDER BY due DESC NULLS FIRST, id",
        t -> t.t().sort(col("due").ascending(), col("id").descending()).reverse());
    same("SELECT * FROM t WHERE id % 9 = 0", t -> t.t().sort("id").everyNth(9));
    same(
        "SELECT l.id, l.status, r.i, r.s FROM (SELECT id, status, row_number() OVER (ORDER BY id)"
            + " AS n FROM t) l FULL JOIN (SELECT id AS i, status AS s, row_number() OVER (ORDER BY"
            + " id DESC) AS n FROM u) r ON l.n = r.n",
        t ->
            t.t()
                .select("id", "status")
                .sort("id")
                .positionalJoin(
                    t.u()
                        .select(col("id").named("i"), col("status").named("s"))
                        .sort(col("i").descending())));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> sets() {
    CASES.clear();
    same(
        "SELECT status, customer % 3 FROM t EXCEPT ALL SELECT status, level % 3 FROM u",
        t ->
            t.t()
                .select(col("status"), col("customer").mod(3).named("k"))
                .exceptAll(t.u().select(col("status"), col("level").mod(3).named("k"))));
    same(
        "SELECT status, customer % 3 FROM t INTERSECT ALL SELECT status, level % 3 FROM u",
        t ->
            t.t()
                .select(col("status"), col("customer").mod(3).named("k"))
                .intersectAll(t.u().select(col("status"), col("level").mod(3).named("k"))));
    same(
        "SELECT * FROM t UNION ALL BY NAME SELECT * FROM u",
        t -> t.t().unionByName(t.u(), MissingColumns.AS_NULLS));
    same(
        "SELECT * EXCLUDE n FROM (SELECT *, row_number() OVER (PARTITION BY status, customer ORDER"
            + " BY due DESC NULLS LAST, id) AS n FROM t) WHERE n = 1",
        t ->
            t.t()
                .unique(
                    Unique.on("status", "customer").keepingFirst(col("due").descending(), "id")));
    same(
        "SELECT * EXCLUDE n FROM (SELECT *, row_number() OVER (PARTITION BY status ORDER BY id"
            + " DESC) AS n FROM t) WHERE n = 1",
        t -> t.t().unique(Unique.on(Selector.of("status")).keepingLast("id")));
    same(
        "SELECT * FROM t WHERE due IN (SELECT due FROM t GROUP BY due HAVING count(*) = 1)",
        t -> t.t().unique(Unique.on("due").keepingNone()));
    return List.copyOf(CASES);
  }

  @TestFactory
  List<DynamicTest> nulls() {
    CASES.clear();
    same(
        "SELECT * FROM t WHERE price IS NOT NULL AND weight IS NOT NULL AND due IS NOT NULL AND"
            + " note IS NOT NULL",
        t -> t.t().dropNulls());
    same(
        "SELECT * FROM t WHERE price IS NOT NULL AND note IS NOT NULL",
        t -> t.t().dropNulls("price", "note"));
    same(
        "SELECT * FROM t WHERE price IS NOT NULL OR weight IS NOT NULL",
        t -> t.t().dropAllNulls(Selector.of("price", "weight")));
    same(
        "SELECT id, status, customer, coalesce(price, 7), coalesce(weight, 7), due, note FROM t",
        t -> t.t().fillNulls(7));
    same(
        "SELECT id, status, customer, price, weight, coalesce(due, DATE '2000-01-01'),"
            + " coalesce(note, '?') FROM t",
        t -> t.t().fillNulls(Map.of("due", "2000-01-01", "note", "?")));
    String last = "last_value(%s IGNORE NULLS) OVER (PARTITION BY status ORDER BY id)";
    same(
        "SELECT id, status, "
            + last.formatted("customer")
            + ", "
            + last.formatted("price")
            + ", "
            + last.formatted("weight")
            + ", "
            + last.formatted("due")
            + ", "
            + last.formatted("note")
            + " FROM t",
        t -> t.t().fillNulls(Fill.forward(partitionBy("status").orderBy("id"))));
    same(
        "SELECT id, status, customer, price, weight, due, first_value(note IGNORE NULLS) OVER"
            + " (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM t",
        t -> t.t().fillNulls(Fill.backward(orderBy("id")).columns("note")));
    same(
        "SELECT id, status, customer, price, fill(weight) OVER (PARTITION BY status ORDER BY id),"
            + " due, note FROM t WHERE weight IS NOT NULL OR (id > 20 AND id < 480)",
        t ->
            t.t()
                .filter(col("weight").isNotNull().or(col("id").gt(20).and(col("id").lt(480))))
                .fillNulls(
                    Fill.linearByKey(partitionBy("status").orderBy("id")).columns("weight")));
    return List.copyOf(CASES);
  }

  @Test
  void aRandomSplitPutsEachRowIntoOnePart() {
    List<String> first = new ArrayList<>();
    oracle
        .sessions()
        .forEach(
            (how, session) -> {
              DataFrame rows =
                  oracle
                      .tables(session)
                      .t()
                      .join(oracle.tables(session).u().select("status"), "status") // in any order
                      .select("status", "customer", "weight");
              List<String> all = FrameOracle.rows(rows);
              List<List<String>> parts =
                  rows.randomSplit(42, 0.5, 0.3, 0.2).stream().map(FrameOracle::rows).toList();
              List<String> together = new ArrayList<>();
              parts.forEach(together::addAll);
              together.sort(null);
              assertThat(together).as(how).isEqualTo(all);
              for (int i = 0; i < 3; i++) {
                double share = List.of(0.5, 0.3, 0.2).get(i);
                double deviation = Math.sqrt(all.size() * share * (1 - share));
                assertThat((double) parts.get(i).size())
                    .as(how)
                    .isCloseTo(all.size() * share, within(5 * deviation));
              }
              String texts = parts.toString();
              if (first.isEmpty()) {
                first.add(texts);
              }
              assertThat(texts).as(how).isEqualTo(first.getFirst());
              assertThat(
                      rows.randomSplit(43, 0.5, 0.3, 0.2).stream().map(FrameOracle::rows).toList())
                  .as(how)
                  .isNotEqualTo(parts);
            });
  }

  @Test
  void aLineGoesFromRowToRow() {
    oracle
        .sessions()
        .forEach(
            (how, session) -> {
              List<@Nullable Double> given =
                  doubles(oracle.tables(session).t().sort("id").select("weight"));
              List<@Nullable Double> actual =
                  doubles(
                      oracle
                          .tables(session)
                          .t()
                          .fillNulls(Fill.linear(orderBy("id")).columns("weight"))
                          .sort("id")
                          .select("weight"));
              for (int i = 0; i < given.size(); i++) {
                Double expected = lineAt(given, i);
                if (expected == null) {
                  assertThat(actual.get(i)).as(how + " " + i).isNull();
                } else {
                  assertThat(actual.get(i)).as(how + " " + i).isCloseTo(expected, within(1e-9));
                }
              }
            });
  }

  private static @Nullable Double lineAt(List<@Nullable Double> values, int at) {
    int before = at;
    while (before >= 0 && values.get(before) == null) {
      before--;
    }
    int behind = at;
    while (behind < values.size() && values.get(behind) == null) {
      behind++;
    }
    if (before < 0 || behind == values.size()) {
      return null;
    }
    double low = values.get(before);
    return before == behind
        ? low
        : low + (values.get(behind) - low) * (at - before) / (behind - before);
  }

  private static List<@Nullable Double> doubles(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<@Nullable Double> values = new ArrayList<>();
      result.forEach(row -> values.add((Double) row.value(0)));
      return values;
    }
  }
}
