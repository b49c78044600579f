package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.following;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.over;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.preceding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.FunctionKind;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Functions that are defined by expressions, called by name on a frame, give what DuckDB gives:
 * over groups with and without values, over no row, with DISTINCT, with a filter and over windows.
 */
class CatalogueAgainstDuckDbTest {
  private static final double TOLERANCE = 1e-9;
  private static final String TABLE =
      "SELECT i::INTEGER AS id, (i % 5)::INTEGER AS g, CASE WHEN i % 5 = 4 OR i % 7 = 3 THEN NULL"
          + " ELSE (i * 31 % 17)::INTEGER END AS n, CASE WHEN i % 5 = 4 OR i % 6 = 1 THEN NULL ELSE"
          + " (i * 37 % 101) / 8.0::DOUBLE END AS x, CASE WHEN i % 5 = 4 OR i % 11 = 5 THEN NULL"
          + " ELSE 's' || (i * 7 % 13) END AS s, CASE WHEN i % 9 = 2 THEN NULL ELSE i % 3 = 0 END"
          + " AS b, CASE WHEN i % 8 = 3 THEN NULL ELSE [CASE WHEN (v + i) % 4 = 0 THEN NULL ELSE (v"
          + " * i % 7)::INTEGER END for v in range(i % 6)] END AS l, CASE WHEN i % 10 = 6 THEN NULL"
          + " ELSE [CASE WHEN v = 3 THEN NULL ELSE (v * 2)::INTEGER END for v in range(i % 4)] END"
          + " AS k, CASE WHEN i % 12 = 7 THEN NULL ELSE DATE '2019-11-28' + (i * 17)::INTEGER END"
          + " AS d, CASE WHEN i % 12 = 8 THEN NULL ELSE TIMESTAMP '2020-02-28 22:11:10.987654' +"
          + " INTERVAL (i * 1009) MINUTE END AS ts FROM range(200) t(i)";

  private static final List<String> ODD_NUMBERS =
      List.of("inf", "-inf", "nan", "0", "1.5", "1e308");
  private static final String ODD =
      "(['inf', '-inf', 'nan', '0', '1.5', '1e308'])[CASE WHEN id % 7 = 6 THEN 1 ELSE id % 7 + 1"
          + " END]::DOUBLE";

  /** What takes no filter in DuckDB. */
  private static final Set<String> MACROS =
      Set.of(
          "geomean",
          "weighted_avg",
          "wavg",
          "collect_set",
          "json_group_array",
          "json_group_object");

  @TempDir static Path folder;

  private static DuckDbOracle duck;
  private static Session session;
  private static DataFrame table;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    Path file = folder.resolve("t.parquet");
    duck.execute("COPY (" + TABLE + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    duck.execute("CREATE VIEW t AS FROM '" + file + "'");
    session = Heddle.local();
    table = session.read().parquet(file.toString());
  }

  @AfterAll
  static void close() {
    session.close();
    duck.close();
  }

  /**
   * A call of an aggregate.
   *
   * @param duckdb DuckDB's form with {@code %s} in the place of DISTINCT
   */
  private record Aggregate(String name, CallParts parts, String duckdb) {}

  private static Aggregate aggregate(String name, String duckdb, Expr... arguments) {
    return new Aggregate(name, CallParts.of(arguments), duckdb);
  }

  private static Aggregate ordered(String name, String duckdb, SortKey key, Expr... arguments) {
    return new Aggregate(name, CallParts.of(arguments).orderBy(key), duckdb);
  }

  private static List<Aggregate> aggregates() {
    Expr n = col("n");
    Expr x = col("x");
    Expr s = col("s");
    Expr quarters = list(lit(0.25), lit(0.5), lit(1));
    SortKey up = col("id").ascending();
    return List.of(
        ordered("any_value", "any_value(s ORDER BY id)", up, s),
        ordered("Arbitrary", "any_value(n ORDER BY id DESC)", col("id").descending(), n),
        ordered("any_value", "first(s ORDER BY id)", up, s, lit(false)),
        ordered("first", "any_value(s ORDER BY id)", up, s, lit(true)),
        ordered("last", "any_value(s ORDER BY id DESC)", up, s, lit(true)),
        ordered("last_value", "last(s ORDER BY id)", up, s, lit(false)),
        aggregate("histogram", "histogram(%s n, [2, 5])", n, list(lit(2), lit(5))),
        aggregate("histogram_exact", "histogram_exact(%s n, [2, 5])", n, list(lit(2), lit(5))),
        aggregate("try_sum", "sum(%s n)", n),
        aggregate("sum_no_overflow", "sum(%s n)", n),
        aggregate("json_group_array", "json_group_array(7)", lit(7)),
        aggregate("json_group_object", "json_group_object('a', 7)", lit("a"), lit(7)),
        aggregate("mode", "mode(n % 3 ORDER BY n % 3)", n.mod(3), lit(true)),
        aggregate("arg_max", "arg_max(%s s, id)", s, col("id")),
        aggregate("median", "median(%s d)", col("d")),
        aggregate("median", "median(%s ts)", col("ts")),
        aggregate("quantile_cont", "quantile_cont(%s ts, 0.25)", col("ts"), lit(0.25)),
        aggregate("max_by", "arg_max(%s s, x + id)", s, x.plus(col("id"))),
        aggregate("argmin", "arg_min(%s n, id)", n, col("id")),
        aggregate("arg_max", "arg_max(s, id, 3)", s, col("id"), lit(3)),
        aggregate("min_by", "arg_min(n, id, 2)", n, col("id"), lit(2)),
        aggregate("arg_max_null", "arg_max_null(n, id)", n, col("id")),
        aggregate("arg_min_null", "arg_min_null(s, id)", s, col("id")),
        aggregate(
            "arg_max_nulls_last",
            "arg_max_nulls_last(id, n * 1000 + id)",
            col("id"),
            n.times(1000).plus(col("id"))),
        aggregate(
            "arg_min_nulls_last",
            "arg_min_nulls_last(id, n * 1000 + id)",
            col("id"),
            n.times(1000).plus(col("id"))),
        aggregate("arg_max_nulls_last", "arg_max_nulls_last(s, id, 3)", s, col("id"), lit(3)),
        aggregate("arg_min_nulls_last", "arg_min_nulls_last(n, id, 2)", n, col("id"), lit(2)),
        aggregate("collect_set", "nullif(list_distinct(list(n % 1)), [])", n.mod(1)),
        aggregate(
            "approx_top_k",
            "approx_top_k(CASE WHEN n > 6 THEN 1 WHEN n > 3 THEN 2 ELSE 3 END, 1)",
            caseWhen(n.gt(6), lit(1)).orWhen(n.gt(3), lit(2)).otherwise(lit(3)),
            lit(1)),
        aggregate("std", "stddev(x)", x),
        aggregate("any", "bool_or(b)", col("b")),
        aggregate("count_star", "count(*)"),
        aggregate("percentile_approx", "quantile_disc(n, 0.4)", n, lit(0.4)),
        aggregate("approx_percentile", "quantile_disc(n, [0.25, 0.5, 1])", n, quarters, lit(100)),
        aggregate("reservoir_quantile", "quantile_disc(n, 0.4)", n, lit(0.4)),
        aggregate("reservoir_quantile", "quantile_disc(n, 0.4)", n, lit(0.4), lit(100)),
        aggregate("max", "max(n, 3)", n, lit(3)),
        aggregate("min", "min(s, 2)", s, lit(2)),
        aggregate("max", "max(s)", s),
        aggregate("count_if", "count(CASE WHEN b THEN 1 END)", col("b")),
        aggregate("countif", "count(CASE WHEN n > 5 THEN 1 END)", n.gt(5)),
        ordered("string_agg", "string_agg(s, ',' ORDER BY id)", up, s),
        ordered("listagg", "string_agg(s, '; ' ORDER BY id)", up, s, lit("; ")),
        ordered("list", "list(n ORDER BY id)", up, n),
        aggregate("geomean", "geomean(n + 1)", n.plus(1)),
        aggregate("weighted_avg", "weighted_avg(x, n)", x, n),
        aggregate("wavg", "wavg(n, id)", n, col("id")),
        aggregate("sem", "sem(%s x)", x),
        aggregate("fsum", "fsum(%s x)", x),
        aggregate("kahan_sum", "kahan_sum(%s n)", n),
        aggregate("favg", "favg(%s n)", n),
        aggregate("product", "product(%s n * 0.5 + 1)", n.times(0.5).plus(1)),
        aggregate("bit_and", "bit_and(%s n + 1)", n.plus(1)),
        aggregate("bit_or", "bit_or(%s n)", n),
        aggregate("bit_xor", "bit_xor(%s n)", n),
        aggregate("histogram", "histogram(%s n)", n),
        aggregate("mad", "mad(%s x)", x),
        aggregate("mode", "mode(%s 7)", lit(7)),
        aggregate("entropy", "entropy(%s n)", n),
        aggregate("skewness", "skewness(x)", x),
        aggregate("kurtosis", "kurtosis(x)", x),
        aggregate("kurtosis_pop", "kurtosis_pop(n)", n),
        aggregate("median", "median(%s x)", x),
        aggregate("quantile_cont", "quantile_cont(%s x, 0.3)", x, lit(0.3)),
        aggregate("percentile", "quantile_cont(x, [0.25, 0.5, 1])", x, quarters),
        ordered(
            "percentile_cont",
            "percentile_cont(0.3) WITHIN GROUP (ORDER BY x DESC)",
            x.descending(),
            lit(new BigDecimal("0.3"))),
        ordered(
            "percentile_cont",
            "percentile_cont([0.25, 0.5, 1]) WITHIN GROUP (ORDER BY x)",
            x.ascending(),
            quarters),
        aggregate("quantile_disc", "quantile_disc(%s n, 0.4)", n, lit(0.4)),
        aggregate("quantile_disc", "quantile_disc(s, [0.25, 0.5, 1])", s, quarters),
        ordered(
            "percentile_disc",
            "percentile_disc(0.3) WITHIN GROUP (ORDER BY n DESC)",
            n.descending(),
            lit(0.3)),
        ordered("sum", "sum(%s n ORDER BY n)", n.ascending(), n),
        aggregate("count", "count(*)"),
        aggregate("count", "count(%s n)", n),
        aggregate("bool_and", "bool_and(b)", col("b")),
        aggregate("first_value", "first(7)", lit(7)));
  }

  /** Calls of scalar functions, each with DuckDB's form. */
  private static List<Scalar> scalars() {
    Expr l = col("l");
    Expr k = col("k");
    Expr d = col("d");
    Expr ts = col("ts");
    Expr s = col("s");
    Expr x = col("x");
    List<Scalar> all = new ArrayList<>();
    for (String unit : List.of("year", "quarter", "month", "week", "day", "dow", "isodow", "doy")) {
      all.add(new Scalar("date_part", "date_part('" + unit + "', d)", lit(unit), d));
      all.add(new Scalar("extract", "extract(" + unit + " from ts)", lit(unit), ts));
    }
    for (String unit : List.of("HOUR", "minute", "second", "millisecond", "microsecond", "epoch")) {
      String divided = unit.equals("epoch") ? "epoch(ts)" : "date_part('" + unit + "', ts)";
      all.add(new Scalar("datepart", divided, lit(unit), ts));
    }
    for (String unit : List.of("year", "quarter", "month", "week", "day", "hour", "minute")) {
      all.add(new Scalar("datetrunc", "date_trunc('" + unit + "', ts)", lit(unit), ts));
      all.add(new Scalar("floor", "date_trunc('" + unit + "', ts)", ts, lit(unit)));
      String from = "TIMESTAMP '2020-05-31 10:20:30'";
      Expr start = lit("2020-05-31 10:20:30").cast(DataType.TIMESTAMP);
      String both = "('" + unit + "', " + from + ", ts)";
      all.add(new Scalar("timestampdiff", "date_sub" + both, lit(unit), start, ts));
      if (!unit.equals("week")) { // ours begin on Monday
        all.add(new Scalar("datediff", "date_diff" + both, lit(unit), start, ts));
      }
      all.add(new Scalar("datesub", "date_sub" + both, lit(unit), start, ts));
      String step = unit.equals("quarter") ? "INTERVAL 3 MONTH" : "INTERVAL 1 " + unit;
      all.add(new Scalar("timestampadd", "ts + id * " + step, lit(unit + "s"), col("id"), ts));
    }
    for (String name :
        ("sum,avg,min,max,count,product,median,mode,mad,var_pop,var_samp,stddev_pop,stddev_samp,"
                + "sem,skewness,kurtosis,entropy,histogram,any_value,bit_and,bit_or,bit_xor,first,"
                + "last,string_agg")
            .split(",")) {
      // of equal counts our mode is the smallest, and of an empty list our histogram is an empty
      // map
      String list = name.equals("histogram") || name.equals("mode") ? "[id, 5, id]" : "l";
      Expr ours = list.equals("l") ? l : list(col("id"), lit(5), col("id"));
      all.add(
          new Scalar(
              "list_aggregate", "list_aggregate(" + list + ", '" + name + "')", ours, lit(name)));
    }
    all.add(
        new Scalar(
            "list_aggr", "list_aggregate(l, 'string_agg', '-')", l, lit("string_agg"), lit("-")));
    all.addAll(
        List.of(
            new Scalar("array_value", "[n, id]", col("n"), col("id")),
            new Scalar("list_append", "list_append(l, n)", l, col("n")),
            new Scalar("array_push_back", "array_push_back(l, id)", l, col("id")),
            new Scalar("list_prepend", "list_prepend(n, l)", col("n"), l),
            new Scalar("array_push_front", "array_push_front(l, id)", l, col("id")),
            new Scalar("list_first", "list_first(l)", l),
            new Scalar("list_last", "list_last(l)", l),
            new Scalar("list_string_agg", "list_string_agg(l)", l),
            new Scalar("list_reverse_sort", "list_reverse_sort(l, 'nulls last')", l),
            new Scalar("array_unique", "list_unique(l)", l),
            new Scalar("list_has_any", "list_has_any(l, k)", l, k),
            new Scalar("array_has_all", "list_has_all(l, k)", l, k),
            new Scalar("array_length", "array_length(l, 1)", l, lit(1)),
            new Scalar(
                "struct_pack", "struct_pack(a := n, b := s)", col("n").named("a"), s.named("b")),
            new Scalar("if", "if(b, n, id)", col("b"), col("n"), col("id")),
            new Scalar("IIF", "if(x > 5, s, 'none')", x.gt(5), s, lit("none")),
            new Scalar("isfinite", "isfinite(" + ODD + ")", odd()),
            new Scalar("isinf", "isinf(" + ODD + ")", odd()),
            new Scalar("isfinite", "isfinite(n)", col("n")),
            new Scalar("position", "position('1' IN s)", lit("1"), s),
            new Scalar("regexp_full_match", "regexp_full_match(s, 's1|s.2')", s, lit("s1|s.2")),
            new Scalar("pg_typeof", "pg_typeof([d])", list(d)),
            new Scalar("nvl", "ifnull(n, id)", col("n"), col("id")),
            new Scalar("LENGTH", "len(s)", s),
            new Scalar("pow", "pow(x, 2)", x, lit(2))));
    return all;
  }

  private static Expr odd() {
    Expr text = lit("inf");
    for (int i = 1; i < ODD_NUMBERS.size(); i++) {
      text = caseWhen(col("id").mod(7).eqTo(i), lit(ODD_NUMBERS.get(i))).otherwise(text);
    }
    return text.cast(DataType.FLOAT64);
  }

  private record Scalar(String name, String duckdb, Expr... arguments) {}

  @TestFactory
  Stream<DynamicTest> scalarFunctions() {
    return scalars().stream()
        .map(
            scalar ->
                DynamicTest.dynamicTest(
                    scalar.name() + ": " + scalar.duckdb(),
                    () ->
                        compare(
                            table
                                .select(
                                    col("id"), call(scalar.name(), scalar.arguments()).named("v"))
                                .sort("id"),
                            "SELECT id, " + scalar.duckdb() + " FROM t ORDER BY id")));
  }

  @TestFactory
  Stream<DynamicTest> aggregateFunctions() {
    return aggregates().stream()
        .map(
            aggregate ->
                DynamicTest.dynamicTest(
                    aggregate.name() + ": " + aggregate.duckdb(), () -> check(aggregate)));
  }

  private static void check(Aggregate aggregate) {
    compareAggregate(aggregate, aggregate.parts(), "", "");
    CallParts filtered = aggregate.parts().filter(col("id").mod(3).notEqTo(1));
    if (MACROS.contains(aggregate.name())) {
      compare(
          table.agg(call(aggregate.name(), filtered).named("v")),
          "SELECT " + aggregate.duckdb().replace("%s", "") + " FROM t WHERE id % 3 <> 1");
    } else {
      compareAggregate(aggregate, filtered, "", "WHERE id % 3 <> 1");
    }
    if (aggregate.duckdb().contains("%s")) {
      compareAggregate(aggregate, aggregate.parts().distinct(), "DISTINCT", "");
    }
    FunctionEntry entry = FunctionCatalogue.pick(aggregate.name(), aggregate.parts().shape());
    if (entry.distinctUse() == FunctionEntry.DistinctUse.REFUSED) {
      assertThatThrownBy(() -> entry.build(aggregate.parts().distinct()))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("DISTINCT in ");
    }
  }

  private static void compareAggregate(
      Aggregate aggregate, CallParts parts, String distinct, String filter) {
    Expr value = call(aggregate.name(), parts).named("v");
    String theirs =
        aggregate.duckdb().replace("%s", distinct)
            + (filter.isEmpty() ? "" : " FILTER (" + filter + ")");
    compare(table.agg(value), "SELECT " + theirs + " FROM t");
    compare(table.filter(col("id").lt(0)).agg(value), "SELECT " + theirs + " FROM t WHERE id < 0");
    compare(
        table.groupBy("g").agg(value).sort("g"),
        "SELECT g, " + theirs + " FROM t GROUP BY g ORDER BY g");
  }

  @TestFactory
  Stream<DynamicTest> aggregatesOverWindows() {
    Set<String> frameless =
        Set.of(
            "count_if",
            "countif",
            "sem",
            "fsum",
            "kahan_sum",
            "favg",
            "skewness",
            "kurtosis",
            "kurtosis_pop",
            "median",
            "sum",
            "count",
            "bool_and");
    WindowSpec running = partitionBy("g").orderBy("id").rowsBetween(preceding(4), following(1));
    String window = " OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 4 PRECEDING AND 1 FOLLOWING)";
    return aggregates().stream()
        .filter(aggregate -> frameless.contains(aggregate.name()))
        .map(
            aggregate ->
                DynamicTest.dynamicTest(
                    aggregate.duckdb(),
                    () -> {
                      String theirs = aggregate.duckdb().replace("%s", "") + window;
                      Expr ours = over(call(aggregate.name(), aggregate.parts()), running);
                      compare(
                          table.select(col("id"), ours.named("v")).sort("id"),
                          "SELECT id, " + theirs + " FROM t ORDER BY id");
                      CallParts some = aggregate.parts().filter(col("b"));
                      compare(
                          table
                              .select(
                                  col("id"), over(call(aggregate.name(), some), running).named("v"))
                              .sort("id"),
                          "SELECT id, "
                              + aggregate.duckdb().replace("%s", "")
                              + " FILTER (WHERE b)"
                              + window
                              + " FROM t ORDER BY id");
                    }));
  }

  /** Scalar functions may instead be in the lines of {@link FunctionsAgainstDuckDbTest}. */
  @Test
  void eachDefinitionIsCompared() throws IOException {
    String lines =
        FunctionsAgainstDuckDbTest.text("/sql/functions.txt")
            + FunctionsAgainstDuckDbTest.text("/sql/spark-functions.txt");
    Set<String> compared = new HashSet<>();
    aggregates().forEach(each -> compared.add(entry(each.name(), each.parts())));
    scalars().forEach(each -> compared.add(entry(each.name(), CallParts.of(each.arguments()))));
    List<String> missing =
        FunctionCatalogue.names().stream()
            .flatMap(name -> FunctionCatalogue.find(name).stream())
            .filter(ExprFunction.class::isInstance)
            .filter(entry -> !isCalled(entry, lines))
            .map(CatalogueAgainstDuckDbTest::label)
            .distinct()
            .filter(label -> !compared.contains(label))
            .collect(Collectors.toList());
    // an estimate, one that takes no filter in DuckDB and is in functions.txt, one that DuckDB does
    // not have and spark-functions.txt shows, and one of a type there that only nulls have
    assertThat(missing)
        .containsExactlyInAnyOrder(
            "approx_quantile/2", "json_group_structure/1", "nan_min/1", "setseed/1");
  }

  private static boolean isCalled(FunctionEntry entry, String lines) {
    return entry.kind() == FunctionKind.SCALAR
        && entry.names().stream()
            .anyMatch(name -> Pattern.compile("\\b" + name + "\\(").matcher(lines).find());
  }

  private static String entry(String name, CallParts parts) {
    return label(FunctionCatalogue.pick(name, parts.shape()));
  }

  private static String label(FunctionEntry entry) {
    return entry.displayName() + "/" + Math.min(entry.maxArguments(), 9);
  }

  @Test
  void windowFunctionsAreCalledByName() {
    WindowSpec window = partitionBy("g").orderBy("id");
    compare(
        table
            .select(
                col("id"),
                over(call("ROW_NUMBER"), window).named("r"),
                over(call("lag", col("s"), lit(2)), window).named("p"),
                FunctionCatalogue.find("first_value").stream()
                    .filter(entry -> entry.kind() == FunctionKind.WINDOW)
                    .map(entry -> over(entry.build(CallParts.of(col("s"))), window).named("f"))
                    .findFirst()
                    .orElseThrow())
            .sort("id"),
        "SELECT id, row_number() OVER w, lag(s, 2) OVER w, first_value(s) OVER w FROM t"
            + " WINDOW w AS (PARTITION BY g ORDER BY id) ORDER BY id");
  }

  private static void compare(DataFrame ours, String theirs) {
    List<List<@Nullable Object>> expected = duck.rows(theirs);
    List<List<@Nullable Object>> actual = rows(ours);
    assertThat(actual).as(theirs).hasSameSizeAs(expected);
    for (int row = 0; row < actual.size(); row++) {
      for (int i = 0; i < actual.get(row).size(); i++) {
        if (!isSame(actual.get(row).get(i), expected.get(row).get(i))) {
          assertThat(actual.get(row)).as(theirs + "\nrow " + row).isEqualTo(expected.get(row));
        }
      }
    }
  }

  private static List<List<@Nullable Object>> rows(DataFrame frame) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        @Nullable Object[] values = new @Nullable Object[row.schema().size()];
        Arrays.setAll(values, row::value);
        rows.add(Arrays.asList(values));
      }
    }
    return rows;
  }

  private static boolean isSame(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return left == right;
    }
    if (left instanceof Number a && right instanceof Number b) {
      if (isExact(a) && isExact(b)) {
        return exact(a).compareTo(exact(b)) == 0;
      }
      double x = a.doubleValue();
      double y = b.doubleValue();
      return Double.compare(x, y) == 0
          || Math.abs(x - y) <= TOLERANCE * Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    }
    return text(left).equals(text(right));
  }

  /** Maps are the lists of their entries, as DuckDB's come. */
  private static String text(Object value) {
    return value instanceof Map<?, ?> map && !map.containsKey("key")
        ? map.entrySet().stream()
            .map(entry -> "{key=" + entry.getKey() + ", value=" + entry.getValue() + "}")
            .toList()
            .toString()
        : value.toString();
  }

  private static boolean isExact(Number number) {
    return !(number instanceof Double || number instanceof Float);
  }

  private static BigDecimal exact(Number number) {
    return number instanceof BigDecimal decimal
        ? decimal
        : number instanceof BigInteger integer
            ? new BigDecimal(integer)
            : BigDecimal.valueOf(number.longValue());
  }
}
