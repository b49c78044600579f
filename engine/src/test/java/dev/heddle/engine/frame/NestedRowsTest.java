package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.orderBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.testing.Effort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Nested columns through every kind of operator give what plain Java gives: with threads, as
 * written, and in three partitions.
 */
class NestedRowsTest {
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
  private static final List<Session> SESSIONS =
      List.of(
          Heddle.local(OPTIONS.withThreads(3)),
          Heddle.local(OPTIONS.withoutOptimizer()),
          Heddle.local(OPTIONS.withPartitions(3)));
  private static final DataType ITEM =
      DataType.Struct.of(
          Field.of("sku", DataType.STRING), Field.of("sizes", new DataType.ListOf(DataType.INT32)));
  private static final Schema SCHEMA =
      Schema.of(
          new Field("id", DataType.INT32, false),
          Field.of("k", DataType.INT32),
          Field.of("items", new DataType.ListOf(ITEM)),
          Field.of("best", ITEM),
          Field.of("marks", new DataType.MapOf(DataType.STRING, DataType.INT64)));
  private static final int SEEDS = Effort.of(3, 2);
  private static final int MANY = Effort.of(5_000, 2_500); // several batches

  @AfterAll
  static void close() {
    SESSIONS.forEach(Session::close);
  }

  private static List<@Nullable Object[]> rows(int seed, int count) {
    Random random = new Random(seed);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      rows.add(
          new @Nullable Object[] {
            id,
            random.nextInt(5) == 0 ? null : random.nextInt(20),
            random.nextInt(6) == 0 ? null : items(random),
            random.nextInt(6) == 0 ? null : item(random),
            random.nextInt(6) == 0 ? null : marks(random)
          });
    }
    return rows;
  }

  private static List<@Nullable Object> items(Random random) {
    List<@Nullable Object> items = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      items.add(random.nextInt(5) == 0 ? null : item(random));
    }
    return items;
  }

  private static Map<String, @Nullable Object> item(Random random) {
    Map<String, @Nullable Object> item = new LinkedHashMap<>();
    item.put("sku", random.nextInt(4) == 0 ? null : "a text of some length " + random.nextInt(3));
    item.put(
        "sizes",
        random.nextInt(4) == 0 ? null : Collections.nCopies(random.nextInt(3), random.nextInt(2)));
    return item;
  }

  private static Map<String, Long> marks(Random random) {
    Map<String, Long> marks = new TreeMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      marks.put("m" + random.nextInt(3), (long) random.nextInt(4));
    }
    return marks;
  }

  /** Checks a query over random rows against the lines that plain Java gives, in any order. */
  private static void check(
      Function<DataFrame, DataFrame> query, Function<List<@Nullable Object[]>, List<String>> twin) {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<@Nullable Object[]> rows = rows(seed, seed == 0 ? 30 : MANY);
      List<String> expected = twin.apply(rows);
      for (Session session : SESSIONS) {
        assertThat(Frames.texts(query.apply(session.from(SCHEMA, rows))))
            .as("seed " + seed)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  private static String line(@Nullable Object... values) {
    return Arrays.asList(values).toString();
  }

  @Test
  void filtersSortsAndCuts() {
    check(
        frame -> frame.filter(col("k").gt(10).and(col("best").field("sku").isNotNull())),
        rows -> {
          List<String> lines = new ArrayList<>();
          for (@Nullable Object[] row : rows) {
            boolean isKept =
                row[1] != null
                    && (Integer) row[1] > 10
                    && row[3] != null
                    && ((Map<?, ?>) row[3]).get("sku") != null;
            if (isKept) {
              lines.add(line(row));
            }
          }
          return lines;
        });
    check(
        frame -> frame.sort(col("id").descending()).limit(7),
        rows -> rows.reversed().subList(0, 7).stream().map(NestedRowsTest::line).toList());
    check(frame -> frame.sort("k", "id"), rows -> rows.stream().map(NestedRowsTest::line).toList());
  }

  @Test
  void carriesThroughJoinsOfAllKinds() {
    for (String kind : List.of("inner", "left", "right", "full")) {
      check(
          frame -> joined(frame, kind),
          rows -> {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
              boolean hasLeft = i % 2 == 0;
              boolean hasRight = i % 3 == 0;
              @Nullable Object[] row = rows.get(i);
              boolean isKept =
                  (hasLeft && hasRight)
                      || (hasLeft && (kind.equals("left") || kind.equals("full")))
                      || (hasRight && (kind.equals("right") || kind.equals("full")));
              if (isKept) {
                lines.add(line(hasLeft ? row[2] : null, hasRight ? row[4] : null));
              }
            }
            return lines;
          });
    }
  }

  private static DataFrame joined(DataFrame frame, String kind) {
    DataFrame left = frame.filter(col("id").mod(2).eqTo(0)).select("id", "items");
    DataFrame right =
        frame.filter(col("id").mod(3).eqTo(0)).select(col("id").named("other"), col("marks"));
    Session session = SESSIONS.getFirst();
    return session.sql(
        "select l.items, r.marks from l " + kind + " join r on l.id = r.other",
        Map.of("l", left, "r", right));
  }

  @Test
  void joinsByNestedKeys() {
    check(
        frame -> {
          DataFrame names = frame.select("best").distinct();
          return SESSIONS
              .getFirst()
              .sql(
                  "select f.id, n.best from f join n on f.best = n.best",
                  Map.of("f", frame, "n", names));
        },
        rows ->
            rows.stream().filter(row -> row[3] != null).map(row -> line(row[0], row[3])).toList());
  }

  @Test
  void groupsByNestedKeysAndPicksNestedValues() {
    check(
        frame -> frame.groupBy("items").agg(count().named("n")),
        rows -> {
          Map<String, Integer> counts = new TreeMap<>();
          rows.forEach(row -> counts.merge(String.valueOf(row[2]), 1, Integer::sum));
          return counts.entrySet().stream()
              .map(entry -> "[" + entry.getKey() + ", " + entry.getValue() + "]")
              .toList();
        });
    check(
        frame -> frame.select("marks").distinct(),
        rows -> rows.stream().map(row -> line(row[4])).distinct().toList());
    check(
        frame -> frame.withColumn("before", lag(col("best")).over(orderBy("id"))).select("before"),
        rows -> {
          List<String> lines = new ArrayList<>();
          lines.add("[null]");
          rows.subList(0, rows.size() - 1).forEach(row -> lines.add(line(row[3])));
          return lines;
        });
  }

  @Test
  void unitesAndIntersects() {
    check(
        frame -> frame.select("best").union(frame.select("best")),
        rows -> {
          List<String> lines = new ArrayList<>();
          rows.forEach(row -> lines.add(line(row[3])));
          rows.forEach(row -> lines.add(line(row[3])));
          return lines;
        });
    check(
        frame ->
            frame
                .filter(col("id").lt(20))
                .select("items")
                .intersect(frame.filter(col("id").gtEq(20)).select("items")),
        rows -> {
          List<String> first = rows.subList(0, 20).stream().map(row -> line(row[2])).toList();
          List<String> second =
              rows.subList(20, rows.size()).stream().map(row -> line(row[2])).toList();
          return first.stream().filter(second::contains).distinct().toList();
        });
  }

  private static final Object ABSENT = new Object();

  /** Part by part; what is missing comes last, and what has fewer parts first. */
  private static final Comparator<Object> ORDER = NestedRowsTest::compare;

  private static Object absent(@Nullable Object value) {
    return value == null ? ABSENT : value;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Object left, Object right) {
    if (left == ABSENT || right == ABSENT) {
      return Boolean.compare(left == ABSENT, right == ABSENT);
    }
    if (left instanceof Map<?, ?> map && map.containsKey("sku")) {
      return compareParts(map.values(), ((Map<?, ?>) right).values());
    }
    if (left instanceof Map<?, ?> map) {
      return compareParts(entries(map), entries((Map<?, ?>) right));
    }
    if (left instanceof Collection<?> list) {
      return compareParts(list, (Collection<?>) right);
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  private static List<Object> entries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    map.forEach((key, value) -> entries.add(List.of(key, value)));
    return entries;
  }

  private static int compareParts(Collection<?> left, Collection<?> right) {
    Iterator<?> others = right.iterator();
    for (Object part : left) {
      int order = others.hasNext() ? compare(absent(part), absent(others.next())) : 1;
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  @Test
  void sortsByNestedValuesButNotByIntervalsInThem() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<@Nullable Object[]> rows = rows(seed, seed == 0 ? 30 : MANY);
      List<String> expected =
          rows.stream()
              .sorted(
                  Comparator.<@Nullable Object[], Object>comparing(row -> absent(row[2]), ORDER)
                      .thenComparing(row -> absent(row[4]), ORDER.reversed())
                      .thenComparing(row -> (Integer) row[0]))
              .map(row -> "[" + row[0] + "]")
              .toList();
      for (Session session : SESSIONS) {
        DataFrame sorted =
            session
                .from(SCHEMA, rows)
                .sort(
                    col("items").ascending().nullsLast(),
                    col("marks").descending().nullsFirst(),
                    col("id").ascending());
        assertThat(Frames.texts(sorted.select("id"))).as("seed " + seed).isEqualTo(expected);
        assertThat(Frames.texts(sorted.limit(7).select("id"))).isEqualTo(expected.subList(0, 7));
      }
    }
    DataFrame frame = SESSIONS.getFirst().from(SCHEMA, rows(1, 5));
    DataFrame odd =
        SESSIONS
            .getFirst()
            .sql("select id, [interval '1' day] as spans from f", Map.of("f", frame));
    assertThatThrownBy(() -> odd.sort("spans"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("which has no order");
    assertThatThrownBy(
            () -> SESSIONS.getFirst().sql("select * from f order by spans", Map.of("f", odd)))
        .isInstanceOf(HeddleException.class)
        .hasMessage("spans is INTERVAL[], which has no order (line 1, column 26)");
  }

  @Test
  void refusesTheExtremeOfRowsWithIntervals() {
    for (Session session : SESSIONS) {
      String sql = "select min({'i': i}) from (values (interval '1' day)) as t(i)";
      assertThatThrownBy(() -> session.sql(sql).collect())
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining(" does not take (")
          .hasMessageContaining("INTERVAL");
    }
  }
}
