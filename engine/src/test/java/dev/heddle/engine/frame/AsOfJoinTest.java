package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.days;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.months;
import static dev.heddle.frame.expr.Functions.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.AsOf;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** As-of joins against a twin that tries all pairs: optimised and as written, in 1 and 3 parts. */
class AsOfJoinTest {
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
  private static final List<Session> SESSIONS =
      List.of(
          Heddle.local(OPTIONS.withThreads(3)),
          Heddle.local(OPTIONS.withoutOptimizer()),
          Heddle.local(OPTIONS.withPartitions(3)));
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 20);

  @AfterAll
  static void close() {
    SESSIONS.forEach(Session::close);
  }

  /** A row with a key, a place in the order, and its own number. */
  private record Event(@Nullable Integer key, @Nullable Integer place, int id) {}

  /** A type of place: how a step in the order looks in it, and how long three of them are. */
  private record Kind(DataType type, IntFunction<Object> value, Expr.Literal threeSteps) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(DataType.INT64, i -> i - 10L, lit(3)),
          new Kind(DataType.INT32, i -> i, lit(3.0)),
          new Kind(DataType.FLOAT64, i -> i / 2.0, lit(1.5)),
          new Kind(
              new DataType.Decimal(12, 2),
              i -> BigDecimal.valueOf(i, 2),
              lit(new BigDecimal("0.03"))),
          new Kind(DataType.DATE, i -> LocalDate.of(2024, 2, 20).plusDays(i), days(3)),
          new Kind(
              DataType.TIMESTAMP,
              i -> LocalDateTime.of(2024, 2, 28, 23, 59, 50).plusSeconds(i),
              seconds(3)));

  private static List<Event> events(Random random, int most) {
    List<Event> events = new ArrayList<>();
    int rows = random.nextInt(most + 1);
    for (int id = 0; id < rows; id++) {
      Integer key = random.nextInt(10) == 0 ? null : random.nextInt(4);
      Integer place = random.nextInt(10) == 0 ? null : random.nextInt(25);
      events.add(new Event(key, place, id));
    }
    return events;
  }

  private static DataFrame frame(Session session, List<Event> events, Kind kind, String id) {
    Schema schema =
        Schema.of(
            Field.of("k", DataType.INT32),
            Field.of("at", kind.type()),
            new Field(id, DataType.INT64, false),
            Field.of("note", DataType.STRING));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Event event : events) {
      Object place = event.place() == null ? null : kind.value().apply(event.place());
      String note = event.id() % 3 == 0 ? null : "a note that is not inlined " + event.id();
      rows.add(new @Nullable Object[] {event.key(), place, (long) event.id(), note});
    }
    return session.from(schema, rows);
  }

  /** The right row that a left one finds: by distance, then the first or the last that came. */
  private static @Nullable Event found(
      Event left, List<Event> right, boolean byKey, int sign, boolean allowsEqual) {
    Event best = null;
    if (left.place() == null) {
      return null;
    }
    for (Event other : right) {
      boolean meets =
          other.place() != null
              && (!byKey || (left.key() != null && left.key().equals(other.key())));
      if (!meets) {
        continue;
      }
      int distance = sign * (left.place() - other.place());
      if (distance < 0 || (distance == 0 && !allowsEqual)) {
        continue;
      }
      int best0 = best == null ? Integer.MAX_VALUE : sign * (left.place() - place(best));
      if (distance < best0 || (distance == best0 && sign > 0)) {
        best = other;
      }
    }
    return best;
  }

  private static int place(Event event) {
    return event.place() == null ? 0 : event.place();
  }

  private static @Nullable Event nearest(Event left, List<Event> right, boolean byKey) {
    Event before = found(left, right, byKey, 1, true);
    Event after = found(left, right, byKey, -1, true);
    if (before == null || after == null) {
      return before == null ? after : before;
    }
    return place(after) - place(left) < place(left) - place(before) ? after : before;
  }

  private static List<String> expected(
      List<Event> left, List<Event> right, AsOfCase how, BiPredicate<Event, Event> isNear) {
    List<String> rows = new ArrayList<>();
    for (Event event : left) {
      Event match =
          switch (how.way()) {
            case 0 -> found(event, right, how.byKey(), 1, !how.strict());
            case 1 -> found(event, right, how.byKey(), -1, !how.strict());
            default -> nearest(event, right, how.byKey());
          };
      match = match != null && how.near() && !isNear.test(event, match) ? null : match;
      if (match != null || !how.inner()) {
        rows.add(event.id() + " " + (match == null ? "none" : match.id()));
      }
    }
    rows.sort(null);
    return rows;
  }

  private record AsOfCase(int way, boolean byKey, boolean strict, boolean near, boolean inner) {
    AsOf build(Kind kind) {
      AsOf join =
          switch (way) {
            case 0 -> AsOf.backward();
            case 1 -> AsOf.forward();
            default -> AsOf.nearest();
          };
      join = join.on("at");
      join = byKey ? join.by("k") : join;
      join = strict ? join.strict() : join;
      join = near ? join.tolerance(kind.threeSteps()) : join;
      return inner ? join.inner() : join;
    }
  }

  private static List<String> pairs(DataFrame joined) {
    List<String> rows = new ArrayList<>();
    try (var result = joined.collect()) {
      result.forEach(
          row -> {
            Object other = row.isNull("other") ? "none" : row.longValue("other");
            String note = row.isNull("note_right") ? null : row.text("note_right");
            if (other instanceof Long number) {
              assertThat(note == null).isEqualTo(number % 3 == 0);
            }
            rows.add(row.value("id") + " " + other);
          });
    }
    rows.sort(null);
    return rows;
  }

  @Test
  void findsWhatTryingAllPairsFinds() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      List<Event> left = events(random, 60);
      List<Event> right = events(random, 60);
      for (int way = 0; way < 3; way++) {
        AsOfCase how =
            new AsOfCase(
                way,
                random.nextBoolean(),
                way < 2 && random.nextBoolean(),
                random.nextBoolean(),
                random.nextInt(3) == 0);
        List<String> expected =
            expected(left, right, how, (l, r) -> Math.abs(place(l) - place(r)) <= 3);
        for (Session session : SESSIONS) {
          DataFrame joined =
              frame(session, left, kind, "id")
                  .asOfJoin(frame(session, right, kind, "other"), how.build(kind));
          assertThat(pairs(joined)).as("seed %s, %s, %s", seed, kind, how).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void keepsColumnsOfBothSides() {
    Session session = SESSIONS.getFirst();
    DataFrame left = frame(session, List.of(new Event(1, 5, 0)), KINDS.getFirst(), "id");
    DataFrame right = frame(session, List.of(new Event(1, 4, 7)), KINDS.getFirst(), "other");
    DataFrame shared = left.asOfJoin(right, AsOf.backward().on("at").by("k"));
    assertThat(shared.schema().names())
        .containsExactly("k", "at", "id", "note", "other", "note_right");
    DataFrame apart =
        left.asOfJoin(
            right,
            AsOf.backward().on(col("at"), col("at").plus(1)).by(col("k"), col("k")).suffix("2"));
    assertThat(apart.schema().names())
        .containsExactly("k", "at", "id", "note", "k2", "at2", "other", "note2");
    assertThat(Frames.texts(apart.select("at", "at2"))).containsExactly("[-5, -6]");
  }

  @Test
  void givesLeftColumnsAloneAndFilters() {
    Session session = SESSIONS.getFirst();
    DataFrame left = frame(session, List.of(new Event(1, 5, 0)), KINDS.getFirst(), "id");
    DataFrame right = frame(session, List.of(new Event(1, 4, 7)), KINDS.getFirst(), "other");
    DataFrame joined = left.asOfJoin(right, AsOf.backward().on("at").by("k"));
    assertThat(Frames.texts(joined.select("id"))).hasSize(1);
    assertThat(Frames.texts(joined.filter(col("id").gt(0)))).isEmpty();
  }

  @Test
  void saysWhatIsWrong() {
    Session session = SESSIONS.getFirst();
    DataFrame left = frame(session, List.of(), KINDS.getFirst(), "id");
    DataFrame dated = frame(session, List.of(), KINDS.get(4), "other");
    Map<AsOf, String> wrong =
        Map.of(
            AsOf.backward(), "no order is given",
            AsOf.backward().on("when"), "no column \"when\"",
            AsOf.backward().on("at"), "cast one of them",
            AsOf.nearest().on("note"), "have no distance",
            AsOf.nearest().on("k").strict(), "nearest() takes rows at the same place",
            AsOf.backward().on("k").tolerance(days(1)), "give a number of at least 0",
            AsOf.backward().on("k").tolerance(lit(-1)), "give a number of at least 0",
            AsOf.backward().on("k").tolerance(lit(Double.NaN)), "give a number of at least 0");
    wrong.forEach(
        (how, message) ->
            assertThatThrownBy(() -> left.asOfJoin(dated, how))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining(message));
    assertThatThrownBy(
            () -> dated.asOfJoin(dated, AsOf.backward().on("at").tolerance(months(1)).suffix("2")))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("give an interval of days");
  }
}
