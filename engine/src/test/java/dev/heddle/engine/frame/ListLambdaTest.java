package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Expressions over the elements of lists, against loops over the same rows. */
class ListLambdaTest {
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
  private static final List<Session> SESSIONS =
      List.of(
          Heddle.local(OPTIONS.withThreads(3)),
          Heddle.local(OPTIONS.withoutOptimizer()),
          Heddle.local(OPTIONS.withPartitions(3)));
  private static final Schema SCHEMA =
      Schema.of(
          new Field("id", DataType.INT64, false),
          Field.of("numbers", new DataType.ListOf(DataType.INT64)));

  @AfterAll
  static void close() {
    SESSIONS.forEach(Session::close);
  }

  /** Some lists are longer than what is evaluated together. */
  private static List<@Nullable Object[]> rows(long seed) {
    Random random = new Random(seed);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long id = 0; id < 300; id++) {
      List<@Nullable Long> numbers = new ArrayList<>();
      int length = random.nextInt(40) == 0 ? random.nextInt(70_000) : random.nextInt(9);
      for (int i = 0; i < length; i++) {
        numbers.add(random.nextInt(7) == 0 ? null : (long) random.nextInt(20));
      }
      rows.add(new @Nullable Object[] {id, random.nextInt(9) == 0 ? null : numbers});
    }
    return rows;
  }

  @SuppressWarnings("unchecked")
  private static @Nullable List<@Nullable Long> numbers(@Nullable Object[] row) {
    return (List<@Nullable Long>) row[1];
  }

  @Test
  void givesWhatLoopsGive() {
    List<@Nullable Object[]> rows = rows(7);
    List<String> expected = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      expected.add(row[0] + " " + looped((Long) Objects.requireNonNull(row[0]), numbers(row)));
    }
    for (Session session : SESSIONS) {
      DataFrame frame =
          session
              .from(SCHEMA, rows)
              .select(
                  col("id"),
                  col("numbers").listTransform((x, i) -> x.times(i).plus(col("id"))).named("a"),
                  col("numbers").listFilter(x -> x.gt(col("id").mod(lit(20)))).named("b"),
                  col("numbers")
                      .listTransform(x -> coalesce(x, lit(0L)))
                      .listReduce(col("id"), (a, x) -> a.times(3).plus(x).mod(lit(1009)))
                      .named("c"))
              .sort("id");
      List<String> found = new ArrayList<>();
      frame
          .collect()
          .forEach(
              row ->
                  found.add(row.value(0) + " " + row.value(1) + row.value(2) + " " + row.value(3)));
      assertThat(found).isEqualTo(expected);
    }
  }

  private static String looped(long id, @Nullable List<@Nullable Long> numbers) {
    if (numbers == null) {
      return "nullnull null";
    }
    List<@Nullable Long> products = new ArrayList<>();
    List<@Nullable Long> large = new ArrayList<>();
    long result = id;
    for (int i = 0; i < numbers.size(); i++) {
      Long number = numbers.get(i);
      products.add(number == null ? null : number * (i + 1) + id);
      if (number != null && number > id % 20) {
        large.add(number);
      }
      result = (result * 3 + (number == null ? 0 : number)) % 1009;
    }
    return products.toString() + large + " " + result;
  }

  @Test
  void seesTheParametersOfTheCallsAround() {
    for (Session session : SESSIONS) {
      DataFrame frame =
          session.sql(
              "select list_transform([1, 2], x -> list_transform([10, 20], y -> x * y)) as a, "
                  + "list_transform([1, 2], x -> x + len(list_transform([5], x -> x + 1))) as b, "
                  + "list_transform([[1, 2], [3]], X -> list_reduce(x, (s, y) -> s + y)) as c");
      assertThat(Frames.texts(frame)).containsExactly("[[[10, 20], [20, 40]], [2, 3], [3, 3]]");
    }
  }

  @Test
  void formsOfFramesGiveWhatThoseOfSqlGive() {
    String t =
        "(select i, case when i % 5 = 0 then null else range(i % 4) end as l, [i, null] as k,"
            + " case when i % 7 = 0 then null else map {i: i % 3, i + 1: null} end as m"
            + " from range(40) r(i)) t";
    Session session = SESSIONS.getFirst();
    DataFrame rows = session.sql("select * from " + t);
    DataFrame ours =
        rows.select(
                col("i"),
                col("l").listAny(x -> x.gt(1)).named("a"),
                col("k").listAll(x -> x.gt(7)).named("b"),
                col("l").listZipWith(col("k"), (x, y) -> coalesce(x, lit(9L)).plus(y)).named("c"),
                col("m").mapFilter((k, v) -> v.gt(0)).named("d"),
                col("m").mapTransformKeys((k, v) -> k.plus(col("i"))).named("e"),
                col("m").mapTransformValues((k, v) -> coalesce(v, k)).named("f"))
            .sort("i");
    DataFrame theirs =
        session.sql(
            "select i, list_bool_or(list_transform(l, x -> x > 1)) is not distinct from true and"
                + " l is not null, i > 7, [coalesce(l[1], 9) + k[1]], map_from_entries(["
                + "e for e in map_entries(m) if e.value > 0]), m, m from "
                + t
                + " order by i");
    List<Row> found = rows(ours);
    List<Row> simple = rows(theirs);
    assertThat(found).hasSize(40);
    for (int i = 0; i < found.size(); i++) {
      Row row = found.get(i);
      boolean hasList = i % 5 != 0;
      assertThat(row.value(1)).isEqualTo(hasList ? (Object) (i % 4 > 2) : null);
      assertThat(row.value(2)).isEqualTo(i > 7 ? null : (Object) false);
      assertThat(row.value(4)).isEqualTo(simple.get(i).value(4));
      List<@Nullable Object> zipped = new ArrayList<>();
      for (int j = 0; hasList && j < Math.max(i % 4, 2); j++) {
        zipped.add(j > 0 ? null : (Object) ((i % 4 > 0 ? 0L : 9L) + i));
      }
      assertThat(row.value(3)).isEqualTo(hasList ? zipped : null);
      Map<@Nullable Object, @Nullable Object> keys = new HashMap<>();
      Map<@Nullable Object, @Nullable Object> values = new HashMap<>();
      keys.put(2L * i, i % 3L);
      keys.put(2L * i + 1, null);
      values.put((long) i, i % 3L);
      values.put(i + 1L, i + 1L);
      assertThat(row.value(5)).isEqualTo(i % 7 == 0 ? null : keys);
      assertThat(row.value(6)).isEqualTo(i % 7 == 0 ? null : values);
    }
  }

  private static List<Row> rows(DataFrame frame) {
    List<Row> rows = new ArrayList<>();
    frame.collect().forEach(rows::add);
    return rows;
  }

  @Test
  void refusesWhatItCannotEvaluate() {
    Session session = SESSIONS.getFirst();
    assertThatThrownBy(() -> session.sql("select list_reduce([]::int[], (a, b) -> a)").collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageStartingWith("Cannot reduce an empty list; give a first value");
    assertThatThrownBy(() -> session.sql("select upper(x -> x)"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("upper takes no function such as x -> x + 1");
    assertThatThrownBy(() -> session.sql("select list_transform([1], 2)"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("list_transform takes a list and a function such as x -> x + 1");
    assertThatThrownBy(() -> session.sql("select list_filter([1], (a, b, c) -> true)"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("list_filter takes 1 or 2 parameters, not 3");
    assertThatThrownBy(() -> session.sql("select list_transform([1], x -> sum(x))").collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("aggregate, window or subquery over elements of a list");
    assertThatThrownBy(() -> session.sql("select \"lambda parameter\"([1], 1, 'element')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no function \"lambda parameter\"");
  }

  @Test
  void reductionsInsideOfEachOtherStaySmall() {
    try (Session session = Heddle.local()) {
      DataFrame frame = session.sql("select [1, 2, 3] as l").select(sums(5, lit(0)).named("s"));
      assertThat(frame.collect().iterator().next().value(0)).isEqualTo(sums(5));
    }
  }

  private static Expr sums(int depth, Expr sum) {
    return depth == 0 ? sum : col("l").listReduce((x, y) -> sums(depth - 1, sum.plus(x).plus(y)));
  }

  /** The same sums over 1, 2, 3 in Java. */
  private static int sums(int depth) {
    return depth == 0 ? 0 : reduced(depth, 0);
  }

  private static int reduced(int depth, int sum) {
    if (depth == 0) {
      return sum;
    }
    int result = 1;
    for (int y = 2; y <= 3; y++) {
      result = reduced(depth - 1, sum + result + y);
    }
    return result;
  }
}
