package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.Expr;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether columns are in lists of Java values, of mixed types and with nulls, as in DuckDB. */
class IsInTest {
  private static final String ROWS =
      """
      select * from (values
        (1, 1, 10, 1.50, 0.5, 'a', true, date '2024-01-31', timestamp '2024-01-31 00:00:00',
          time '10:00:00', uuid '00000000-0000-0000-0000-000000000001'),
        (2, 2, 3000000000, -2.25, 2.0, '', false, date '1969-12-31', timestamp '2024-01-31 10:30:00.5',
          time '00:00:00', uuid 'ffffffff-0000-4000-8000-000000000002'),
        (3, 3, -1, 3.00, cast('nan' as double), 'Ä', true, date '2024-03-01', timestamp '1960-01-01 00:00:00',
          time '23:59:59.999999', uuid '00000000-0000-0000-0000-000000000003'),
        (4, null, null, null, null, null, null, null, null, null, null))
      t(id, i, l, d, f, s, b, day, ts, tm, u)
      """;

  private static final List<String> NUMBERS = List.of("i", "l", "d", "f");
  private static final List<@Nullable Object> NUMBER_VALUES =
      Arrays.asList(
          1,
          3L,
          3_000_000_000L,
          (short) 2,
          new BigDecimal("1.50"),
          new BigDecimal("1.500"),
          new BigDecimal("-2.25"),
          2.0,
          0.5,
          -1,
          null);

  @TempDir private static Path folder;
  private static DuckDbOracle duck;
  private static Session session;
  private static DataFrame frame;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    session = Heddle.local();
    Path file = folder.resolve("t.parquet");
    duck.execute("create table t as " + ROWS);
    duck.execute("copy t to '" + file + "' (format parquet)");
    frame = session.read().parquet(file.toString());
  }

  @AfterAll
  static void close() throws Exception {
    session.close();
    duck.close();
  }

  private static String literal(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> "'" + text + "'";
      case LocalDate day -> "date '" + day + "'";
      case LocalTime time -> "time '" + time + "'";
      case LocalDateTime time -> "timestamp '" + time.toString().replace('T', ' ') + "'";
      case UUID uuid -> "uuid '" + uuid + "'";
      case Double number -> "cast(" + number + " as double)";
      default -> value.toString();
    };
  }

  private static void isAsInDuckDb(String column, List<@Nullable Object> values) {
    check(column, col(column).isIn(values), values);
  }

  private static void check(String column, Expr isIn, List<@Nullable Object> values) {
    String list = String.join(", ", values.stream().map(IsInTest::literal).toList());
    String sql = values.isEmpty() ? "false" : column + " in (" + list + ")";
    List<String> expected = new ArrayList<>();
    List<String> negated = new ArrayList<>();
    for (List<@Nullable Object> row :
        duck.rows("select " + sql + ", not (" + sql + ") from t order by id")) {
      expected.add(String.valueOf(row.getFirst()));
      negated.add(String.valueOf(row.getLast()));
    }
    assertThat(Frames.values(frame, isIn)).as(sql).isEqualTo(expected);
    assertThat(Frames.values(frame, isIn.not())).as("not " + sql).isEqualTo(negated);
    assertThat(frame.filter(isIn).count())
        .as("rows where " + sql)
        .isEqualTo(Collections.frequency(expected, "true"));
    assertThat(frame.filter(isIn.not()).count())
        .as("rows where not " + sql)
        .isEqualTo(Collections.frequency(negated, "true"));
  }

  @Test
  void numbersOfAllTypes() {
    Random random = new Random(30);
    for (String column : NUMBERS) {
      isAsInDuckDb(column, List.of());
      isAsInDuckDb(column, Collections.singletonList(null));
      for (int i = 0; i < 4; i++) {
        List<@Nullable Object> values = new ArrayList<>(NUMBER_VALUES);
        Collections.shuffle(values, random);
        isAsInDuckDb(column, values.subList(0, 1 + random.nextInt(values.size() - 1)));
      }
      isAsInDuckDb(column, NUMBER_VALUES);
    }
  }

  @Test
  void otherTypes() {
    List<List<@Nullable Object>> lists =
        List.of(
            Arrays.asList("s", "", "Ä", null),
            Arrays.asList("s", "a", "b"),
            Arrays.asList("b", true),
            Arrays.asList("b", true, false),
            Arrays.asList("b", false, null),
            Arrays.asList("day", LocalDate.of(2024, 1, 31), LocalDate.of(1969, 12, 31)),
            Arrays.asList("day", LocalDate.of(2024, 1, 31), null),
            Arrays.asList("day", LocalDateTime.of(2024, 1, 31, 0, 0), LocalDate.of(2024, 3, 1)),
            Arrays.asList("ts", LocalDate.of(2024, 1, 31), LocalDate.of(1960, 1, 1)),
            Arrays.asList("ts", LocalDateTime.of(2024, 1, 31, 10, 30, 0, 500_000_000), null),
            Arrays.asList("tm", LocalTime.of(10, 0), LocalTime.MIDNIGHT),
            Arrays.asList("tm", LocalTime.of(23, 59, 59, 999_999_000), null),
            Arrays.asList("u", new UUID(0, 1), new UUID(0, 9)),
            Arrays.asList("u", new UUID(0, 3), null));
    for (List<@Nullable Object> list : lists) {
      isAsInDuckDb(String.valueOf(list.getFirst()), list.subList(1, list.size()));
    }
  }

  @Test
  void valuesWithoutACollection() {
    check("b", col("b").isIn(true, false), List.of(true, false));
    check("b", col("b").isIn(false), List.of(false));
    check("u", col("u").isIn(new UUID(0, 1), null), Arrays.asList(new UUID(0, 1), null));
    check(
        "d",
        col("d").isIn(new BigDecimal("1.5"), null),
        Arrays.asList(new BigDecimal("1.5"), null));
    check("s", col("s").isIn("a", null), Arrays.asList("a", null));
    check("i", col("i").isIn(1, 2.0), List.of(1, 2.0));
    LocalDate day = LocalDate.of(2024, 1, 31);
    check("day", col("day").isIn(day, day.atStartOfDay()), List.of(day, day.atStartOfDay()));
  }

  @Test
  void longListsWithNulls() {
    List<@Nullable Object> numbers = new ArrayList<>();
    List<@Nullable Object> days = new ArrayList<>();
    for (int i = 0; i < Effort.of(1_000, 250); i++) {
      numbers.add(i % 3 == 0 ? new BigDecimal(i + ".50") : (Object) (i * 10));
      days.add(LocalDate.of(2024, 1, 1).plusDays(i * 30L));
    }
    for (String column : NUMBERS) {
      isAsInDuckDb(column, numbers);
    }
    isAsInDuckDb("day", days);
    isAsInDuckDb("ts", days);
    numbers.add(null);
    days.add(null);
    for (String column : NUMBERS) {
      isAsInDuckDb(column, numbers);
    }
    isAsInDuckDb("day", days);
  }
}
