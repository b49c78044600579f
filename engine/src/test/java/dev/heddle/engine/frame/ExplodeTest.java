package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Explode;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Lists become rows: optimised and as written, in one partition and in three. */
class ExplodeTest {
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
  private static final List<Session> SESSIONS =
      List.of(
          Heddle.local(OPTIONS.withThreads(3)),
          Heddle.local(OPTIONS.withoutOptimizer()),
          Heddle.local(OPTIONS.withPartitions(3)));
  private static final Schema SCHEMA =
      Schema.of(
          new Field("id", DataType.INT32, false),
          Field.of("tags", new DataType.ListOf(DataType.STRING)),
          Field.of("prices", new DataType.MapOf(DataType.STRING, DataType.INT64)));

  @AfterAll
  static void close() {
    SESSIONS.forEach(Session::close);
  }

  private static @Nullable Object[] row(
      int id, @Nullable List<String> tags, @Nullable Map<String, Long> prices) {
    return new @Nullable Object[] {id, tags, prices};
  }

  private static DataFrame few(Session session) {
    Map<String, Long> prices = new LinkedHashMap<>();
    prices.put("new", 5L);
    prices.put("old", null);
    return session.from(
        SCHEMA,
        List.of(
            row(1, List.of("a", "b"), prices),
            row(2, List.of(), Map.of()),
            row(3, null, null),
            row(4, Arrays.asList("c", null), Map.of("x", 1L))));
  }

  @Test
  void givesARowForEachElementInTheListsPlace() {
    for (Session session : SESSIONS) {
      DataFrame exploded = few(session).drop("prices").explode("tags");
      assertThat(exploded.schema().names()).containsExactly("id", "tags");
      assertThat(Frames.texts(exploded.sort("id", "tags")))
          .containsExactly("[1, a]", "[1, b]", "[4, c]", "[4, null]");
    }
  }

  @Test
  void putsTheFieldsOfAStructInItsPlace() {
    for (Session session : SESSIONS) {
      DataFrame packed =
          few(session)
              .select(
                  col("id"),
                  struct(col("tags").element(1).named("first"), col("tags")).named("s"),
                  list(col("tags"), col("tags")).named("twice"));
      DataFrame unnested = packed.unnest("s");
      assertThat(unnested.schema().names()).containsExactly("id", "first", "tags", "twice");
      assertThat(
              Frames.texts(
                  unnested.select(
                      col("id"),
                      col("first"),
                      col("tags").listPosition("b").named("b"),
                      col("twice").flatten().named("all"))))
          .containsExactlyInAnyOrder(
              "[1, a, 2, [a, b, a, b]]",
              "[2, null, null, []]",
              "[3, null, null, []]",
              "[4, c, null, [c, null, c, null]]");
      assertThatThrownBy(() -> packed.unnest("id"))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("column \"id\" is INTEGER, not a struct");
      assertThatThrownBy(() -> packed.withColumn("tags", col("id")).unnest("s"))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("\"tags\"");
    }
  }

  @Test
  void keepsEmptyListsAndNumbersElementsWhenAsked() {
    for (Session session : SESSIONS) {
      DataFrame exploded =
          few(session)
              .drop("prices")
              .explode(Explode.of("tags").keepingEmpty().withPosition("n"))
              .sort("id", "n");
      assertThat(Frames.texts(exploded))
          .containsExactly(
              "[1, a, 1]",
              "[1, b, 2]",
              "[2, null, null]",
              "[3, null, null]",
              "[4, c, 1]",
              "[4, null, 2]");
    }
  }

  @Test
  void explodesMapsToKeysAndValues() {
    for (Session session : SESSIONS) {
      DataFrame exploded = few(session).drop("tags").explode("prices").sort("id", "key");
      assertThat(exploded.schema().names()).containsExactly("id", "key", "value");
      assertThat(Frames.texts(exploded))
          .containsExactly("[1, new, 5]", "[1, old, null]", "[4, x, 1]");
    }
  }

  @Test
  void boundsItsBatchesHoweverLongTheListsAre() {
    Random random = new Random(7);
    List<@Nullable Object[]> rows = new ArrayList<>();
    Map<Integer, Integer> expected = new LinkedHashMap<>();
    for (int id = 0; id < 40; id++) {
      int length = random.nextInt(4) == 0 ? 0 : random.nextInt(9000);
      rows.add(row(id, Collections.nCopies(length, "t" + id % 3), null));
      expected.merge(id % 3, length, Integer::sum);
    }
    for (Session session : SESSIONS) {
      DataFrame counted =
          session
              .from(SCHEMA, rows)
              .explode(Explode.of("tags").withPosition("n"))
              .filter(col("id").gtEq(0).and(col("tags").isNotNull()))
              .groupBy("tags")
              .agg(count().named("rows"))
              .sort("tags");
      assertThat(Frames.texts(counted))
          .as("seed 7")
          .containsExactly(
              "[t0, " + expected.get(0) + "]",
              "[t1, " + expected.get(1) + "]",
              "[t2, " + expected.get(2) + "]");
    }
  }

  @Test
  void filtersOverOtherColumnsGoBelow() {
    DataFrame exploded =
        few(SESSIONS.getFirst())
            .explode("tags")
            .filter(col("id").eqTo(1).and(col("tags").eqTo("a")))
            .select("id");
    String plan = exploded.explain();
    String physical = plan.substring(plan.indexOf("physical plan"));
    assertThat(physical.indexOf("id = 1")).isGreaterThan(physical.indexOf("Unnest"));
    assertThat(physical.indexOf("= 'a'")).isLessThan(physical.indexOf("Unnest"));
    assertThat(physical).doesNotContain("prices");
    assertThat(Frames.texts(exploded)).containsExactly("[1]");
  }

  @Test
  void namesColumnsThatAreNoLists() {
    DataFrame frame = few(SESSIONS.getFirst());
    assertThatThrownBy(() -> frame.explode("id"))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot explode: column \"id\" is INTEGER, not a list or map");
    assertThatThrownBy(() -> frame.explode("tag"))
        .hasMessageContaining("no column \"tag\"")
        .hasMessageContaining("did you mean \"tags\"");
  }
}
