package dev.heddle.planner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.Effort;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Binding and planning a query takes work in proportion to its size, and looks often whether it is
 * cancelled. Work is told by what is allocated.
 */
class LargePlanningTest {
  private static final double MAX_RATIO = 2.6;

  /** As much as is allocated in about a tenth of a second. */
  private static final long MAX_BYTES_BETWEEN_LOOKS = 100L << 20;

  /** As much as is allocated in about two seconds. */
  private static final long MAX_CHAIN_BYTES = 2L << 30;

  private static final Queries QUERIES = new Queries(TpchTables.scaleOne());
  private static final PlannerSettings SETTINGS =
      new PlannerSettings(2, PlannerSettings.Level.OPTIMIZED);

  /**
   * A query of any size.
   *
   * @param size which is planned beside one of twice the size
   */
  private record Case(String name, int size, IntFunction<String> sql) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static String repeated(int times, String separator, IntFunction<String> part) {
    return IntStream.range(0, times).mapToObj(part).collect(Collectors.joining(separator));
  }

  private static Case select(String name, int size, IntFunction<String> values) {
    return new Case(name, size, n -> "select " + values.apply(n) + " from lineitem");
  }

  private static Case where(String name, int size, IntFunction<String> condition) {
    return new Case(name, size, n -> "select l_orderkey from lineitem where " + condition.apply(n));
  }

  private static Case in(String column, String name, IntFunction<String> value) {
    return where(
        column + " in " + name,
        Effort.of(10_000),
        n -> column + " in (" + repeated(n, ", ", value) + ")");
  }

  private static String nested(int times, String open, String inner, IntFunction<String> close) {
    return open.repeat(times) + inner + repeated(times, "", close);
  }

  private static String reduction(int times, int at) {
    return at == times
        ? "l_linenumber"
        : "list_reduce([1, 2], (a%1$d, b%1$d) -> a%1$d + b%1$d + ".formatted(at)
            + reduction(times, at + 1)
            + ")";
  }

  /** Returns a query of a chain of common tables, each of which reads the one before. */
  private static String commonTables(int times, BiFunction<String, Integer, String> query) {
    return "with c0 as (select l_orderkey as k from lineitem)"
        + repeated(times, "", i -> ", c" + (i + 1) + " as (" + query.apply("c" + i, i) + ")")
        + " select * from c"
        + times;
  }

  /** Returns a condition whose operand is another one like it, and so on. */
  private static String nested(int times, UnaryOperator<String> around) {
    String expression = "l_orderkey";
    for (int i = 0; i < times; i++) {
      expression = around.apply("(" + expression + ")");
    }
    return expression;
  }

  /** Returns a query of values each of which names the one in it several times. */
  private static Case repeating(String name, UnaryOperator<String> around) {
    return select(name, 30, n -> nested(n, around));
  }

  /** Returns all, or on each run every third. */
  @SafeVarargs
  private static <T> Stream<T> part(T... all) {
    int step = Effort.of(1, 3);
    return IntStream.range(0, all.length).filter(i -> i % step == 0).mapToObj(i -> all[i]);
  }

  private static Stream<Case> repeatingCases() {
    return part(
        repeating("between", e -> "cast(" + e + " between l_partkey and 5 as integer)"),
        repeating(
            "symmetric between",
            e -> "cast(" + e + " not between symmetric l_partkey and 5 as integer)"),
        repeating(
            "simple case", e -> "case " + e + " when 1 then 2 when l_partkey then 3 else 4 end"),
        repeating("nullif", e -> "nullif(" + e + ", l_partkey)"),
        repeating("coalesce", e -> "coalesce(" + e + ", l_partkey, 3)"),
        repeating("greatest", e -> "greatest(" + e + ", l_partkey)"),
        repeating("in a short list", e -> "cast(" + e + " in (l_partkey, l_suppkey) as integer)"),
        repeating("in constants", e -> "cast(" + e + " in (1, 2, 7) as integer)"),
        repeating("distinct", e -> "cast(" + e + " is distinct from l_partkey as integer)"),
        repeating("rows", e -> "cast((" + e + ", l_partkey) <= (l_suppkey, 3) as integer)"),
        repeating("tests for null", e -> "cast((" + e + " > 1) is not unknown as integer)"),
        repeating("boolean comparisons", e -> "cast((" + e + " > 1) >= false as integer)"),
        new Case(
            "common tables that compute and filter",
            250,
            n -> commonTables(n, (c, i) -> "select k + 1 as k from " + c + " where k > " + i)),
        new Case(
            "common tables that filter other columns",
            250,
            n ->
                "with c0 as (select l_orderkey as k, l_tax as t from lineitem)"
                    + repeated(
                        n,
                        "",
                        i ->
                            ", c%d as (select k + 1 as k, t from c%d where t > %d)"
                                .formatted(i + 1, i, i))
                    + " select * from c"
                    + n));
  }

  private static String day(int i) {
    return LocalDate.ofEpochDay(i).toString();
  }

  /** Returns all, or on each run every third. */
  private static Stream<Case> cases() {
    AtomicInteger number = new AtomicInteger();
    return Stream.of(
            List.of(
                select("columns", 2_000, n -> repeated(n, ", ", i -> "l_orderkey + " + i)),
                select(
                    "aggregates",
                    2_000,
                    n -> repeated(n, ", ", i -> "sum(l_orderkey + " + i + ")")),
                in("l_orderkey", "numbers", i -> "" + i),
                in("l_orderkey", "sums", i -> i + " + 1"),
                in("l_shipdate", "dates", i -> "date '" + day(i) + "'"),
                in("l_shipdate", "texts", i -> "'" + day(i) + "'"),
                in("l_shipdate", "casts", i -> "cast('" + day(i) + "' as date)"),
                in("l_quantity", "decimals", i -> i + ".5"),
                in("l_comment", "texts", i -> "'c" + i + "'"),
                in("l_comment", "concatenations", i -> "'c' || '" + i + "'"),
                in("l_orderkey", "sums of products", i -> "1 + " + i + " * 2"),
                in("l_orderkey", "negated sums", i -> "-(" + i + " + 1)"),
                where(
                    "not in sums",
                    Effort.of(10_000),
                    n -> "l_orderkey not in (" + repeated(n, ", ", i -> "1 + " + i) + ")"),
                where("likes", 500, n -> repeated(n, " or ", i -> "l_comment like '%a" + i + "%'")),
                where("conjuncts", 2_000, n -> repeated(n, " and ", i -> "l_orderkey <> " + i)),
                where(
                    "sums", Effort.of(2_000), n -> repeated(n, " + ", i -> "l_orderkey") + " > 1"),
                select(
                    "concatenated", Effort.of(2_000), n -> repeated(n, " || ", i -> "l_comment")),
                select("parentheses", 250, n -> nested(n, "(", "l_orderkey", i -> " + 1)")),
                select("lambdas", 4, n -> reduction(n, 0)),
                select("functions", 500, n -> nested(n, "abs(", "l_orderkey", i -> ")")),
                select(
                    "cases",
                    250,
                    n ->
                        repeated(n, "", i -> "case when l_orderkey = " + i + " then 1 else ")
                            + "0"
                            + " end".repeat(n))),
            List.of(
                new Case(
                    "branches of a union",
                    250,
                    n ->
                        repeated(
                            n, " union all ", i -> "select l_orderkey + " + i + " from lineitem")),
                new Case(
                    "filter over a union",
                    250,
                    n ->
                        "select k, count(*) from ("
                            + repeated(
                                n,
                                " union all ",
                                i ->
                                    "select l_orderkey as k, l_tax as t from lineitem where"
                                        + " l_linenumber <> "
                                        + i)
                            + ") u where t > 0.02 group by k"),
                new Case(
                    "nested selects",
                    150,
                    n ->
                        "select * from (".repeat(n)
                            + "select l_orderkey from lineitem"
                            + ") q".repeat(n)),
                new Case(
                    "nested selects that compute",
                    100,
                    n ->
                        "select k + 1 as k from (".repeat(n)
                            + "select l_orderkey as k from lineitem"
                            + ") q".repeat(n)),
                new Case(
                    "common tables",
                    250,
                    n -> commonTables(n, (c, i) -> "select k from " + c + " where k <> " + i)),
                new Case(
                    "common tables named twice",
                    10,
                    n ->
                        commonTables(
                            n,
                            (c, i) ->
                                "select a.k from %1$s a join %1$s b on a.k = b.k".formatted(c))),
                select("aliases", 500, n -> aliases(n, "a%d + 1")),
                select("aliases named twice", 250, n -> aliases(n, "a%1$d + a%1$d")),
                select(
                    "aliases of cases",
                    100,
                    n -> aliases(n, "case when a%1$d > 1 then a%1$d else 0 end")),
                new Case(
                    "aliases in a condition",
                    500,
                    n -> "select " + aliases(n, "a%d + 1") + " from lineitem where a" + n + " > 3"),
                new Case(
                    "aliases of an aggregate",
                    250,
                    n ->
                        "select "
                            + aliases(n, "a%d + 1").replace("l_orderkey", "sum(l_orderkey)")
                            + " from lineitem group by l_partkey"),
                new Case(
                    "group keys",
                    100,
                    n ->
                        "select count(*) from lineitem group by "
                            + repeated(n, ", ", i -> "l_orderkey + " + i))),
            repeatingCases().toList())
        .flatMap(List::stream)
        .filter(each -> Effort.isWhole() || number.getAndIncrement() % 3 == 0);
  }

  /** Returns a select list of values each of which names the one before. */
  private static String aliases(int times, String value) {
    return "l_orderkey as a0"
        + repeated(times, "", i -> ", " + value.formatted(i) + " as a" + (i + 1));
  }

  private static Stream<String> chains() {
    return part(
        "select " + aliases(1_000, "a%d + 1") + " from lineitem",
        "select " + aliases(1_000, "a%1$d + a%1$d") + " from lineitem order by a1000",
        "select " + aliases(1_000, "a%d + 1") + " from lineitem where a1000 > 3",
        commonTables(1_000, (c, i) -> "select k + 1 as k from " + c),
        commonTables(1_000, (c, i) -> "select k + 1 as k from " + c + " where k > " + i),
        commonTables(1_000, (c, i) -> "select *, k + " + i + " as k" + i + " from " + c),
        "select k + 1 as k from (".repeat(1_000)
            + "select l_orderkey as k from lineitem"
            + ") q".repeat(1_000));
  }

  @ParameterizedTest
  @MethodSource("chains")
  void aChainOfAThousandIsPlannedInTwoSeconds(String sql) {
    LookingThread.of(() -> planned(sql)); // loads and compiles classes
    LookingThread.Work work = LookingThread.of(() -> planned(sql));
    assertThat(work.bytes()).as("bytes allocated").isLessThan(MAX_CHAIN_BYTES);
    assertThat(work.worstBytes()).as("between two looks").isLessThan(MAX_BYTES_BETWEEN_LOOKS);
  }

  private static Object planned(String sql) {
    return QUERIES.plan(sql, SETTINGS).physical();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void takesWorkInProportionToItsSizeAndCanBeCancelled(Case given) {
    String small = given.sql.apply(given.size);
    String large = given.sql.apply(2 * given.size);
    LookingThread.of(() -> planned(small)); // makes what is made once
    LookingThread.Work once = LookingThread.of(() -> planned(small));
    LookingThread.Work twice = LookingThread.of(() -> planned(large));
    double ratio = (double) twice.bytes() / once.bytes();
    assertThat(ratio).as("work for twice the size").isLessThan(MAX_RATIO);
    assertThat(twice.worstBytes()).as("between two looks").isLessThan(MAX_BYTES_BETWEEN_LOOKS);
    for (int quarter = Effort.of(1, 3); quarter <= 3; quarter++) {
      long look = twice.looks() * quarter / 4;
      assertThat(LookingThread.cancelledAt(look, () -> planned(large)))
          .as("cancelled at look " + look)
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }
}
