package dev.heddle;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.collectList;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.JoinKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns by name and expression mixed, and Java values of every class beside expressions. */
class PublicVerbsTest {
  private static Session session;
  private static DataFrame numbers;

  @BeforeAll
  static void open() {
    session = Heddle.local();
    numbers =
        session.sql("select * from (values (1, 10, 'x'), (1, 20, 'y'), (2, 30, 'x')) t(a, b, c)");
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static List<String> rows(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> rows = new ArrayList<>();
      result.forEach((Row row) -> rows.add(row.toString()));
      return rows;
    }
  }

  @Test
  void columnsMixNamesAndExpressions() {
    assertThat(rows(numbers.select("a", col("b").plus(1)).sort(col("b + 1"))))
        .containsExactly("[1, 11]", "[1, 21]", "[2, 31]");
    assertThat(numbers.select(col("a").plus(1).named("n"), "c", "a").schema().names())
        .containsExactly("n", "c", "a");
    assertThat(rows(numbers.groupBy("a", col("c").upper().named("u")).count().sort("a", "u")))
        .containsExactly("[1, X, 1]", "[1, Y, 1]", "[2, X, 1]");
    assertThat(rows(numbers.rollup("a", col("b").div(10).named("d")).agg(count().named("n"))))
        .hasSize(6);
    assertThat(numbers.drop("a", col("b")).schema().names()).containsExactly("c");
    assertThat(numbers.drop(col("a")).schema().names()).containsExactly("b", "c");
    assertThat(rows(numbers.unique("a", col("b").mod(2)))).hasSize(2);
  }

  @Test
  void orderMixesNamesExpressionsAndKeys() {
    assertThat(rows(numbers.sort(col("b").negate()).select("b")))
        .containsExactly("[30]", "[20]", "[10]");
    assertThat(rows(numbers.sort("c", col("b").descending()).select("b")))
        .containsExactly("[30]", "[10]", "[20]");
    assertThat(
            rows(
                numbers
                    .withColumns(
                        rank()
                            .over(
                                partitionBy("a", col("c").isNull()).orderBy(col("b").negate(), "c"))
                            .named("r"))
                    .sort("b")
                    .select("r")))
        .containsExactly("[2]", "[1]", "[1]");
    assertThat(rows(numbers.withColumns(rank().over(orderBy(col("b"))).named("r")).sort("b")))
        .containsExactly("[1, 10, x, 1]", "[1, 20, y, 2]", "[2, 30, x, 3]");
    assertThat(rows(numbers.agg(collectList("b").orderBy("c", col("b").descending()).named("l"))))
        .containsExactly("[[30, 10, 20]]");
  }

  @Test
  void joinsAndFilesMixNamesAndColumns(@TempDir Path folder) {
    DataFrame right = numbers.select("a", "b", col("c").upper().named("d"));
    assertThat(rows(numbers.join(right, "a", col("b")).sort("b")))
        .containsExactly("[1, 10, x, X]", "[1, 20, y, Y]", "[2, 30, x, X]");
    assertThat(rows(numbers.join(right, JoinKind.ANTI, col("a")))).isEmpty();
    assertThatThrownBy(() -> numbers.join(right, col("a").eqTo(col("b"))))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("a = b is no column of the frame but computed");
    String path = folder.resolve("parts").toString();
    numbers.write().sortedBy("a", col("b").descending()).partitionBy(col("c")).parquet(path);
    assertThat(session.read().parquet(path).count()).isEqualTo(3);
  }

  @Test
  void whatIsNoColumnIsAnErrorAtOnce() {
    Comparable<String> other = name -> 0;
    assertThatThrownBy(() -> numbers.select("a", other))
        .isInstanceOf(AnalysisException.class)
        .hasMessageEndingWith(" as a column; give a name or an expression");
    assertThatThrownBy(() -> numbers.select("a", col("b").descending()))
        .hasMessage("Cannot use the sort key b DESC as a column; sort(...) takes it");
    assertThatThrownBy(() -> numbers.drop("a", col("b").plus(1)))
        .hasMessage("Cannot drop: b + 1 is no column of the frame but computed; name a column");
    assertThatThrownBy(() -> numbers.select("a", (Expr) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("columns[1] is null");
  }

  @Test
  void nothingIsInNoValues() {
    DataFrame frame = session.sql("select * from (values (1), (2), (null)) t(i)");
    for (Expr none :
        List.of(
            col("i").isIn(),
            col("i").isIn(new Expr[0]),
            col("i").isIn(List.of()),
            col("i").isIn(new String[0]),
            col("i").isIn(new long[0]))) {
      assertThat(frame.filter(none).count()).isZero();
      assertThat(frame.filter(none.not()).count()).isEqualTo(3);
      assertThat(rows(frame.select(none.named("t")).distinct())).containsExactly("[false]");
    }
    assertThatThrownBy(() -> frame.filter(col("j").isIn()))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no column \"j\"");
  }

  @Test
  void valuesOfAnIsInComeFromCollectionsAndArrays() {
    DataFrame frame = session.sql("select * from (values (1), (2), (null)) t(i)");
    assertThat(frame.filter(col("i").isIn(Set.of(1, 5L))).count()).isEqualTo(1);
    assertThat(frame.filter(col("i").isIn(Arrays.asList(1, null))).count()).isEqualTo(1);
    assertThat(frame.filter(col("i").isIn(Arrays.asList(1, null)).not()).count()).isZero();
    assertThat(frame.filter(col("i").isIn(List.of(lit(1), 2))).count()).isEqualTo(2);
    assertThat(frame.filter(col("i").isIn(1, 2)).count()).isEqualTo(2);
    assertThat(frame.filter(col("i").isIn(1.0, 2.5)).count()).isEqualTo(1);
    assertThat(frame.filter(col("i").isIn(new BigDecimal("2.00"))).count()).isEqualTo(1);
    List<Integer> many = IntStream.range(2, 20_000).boxed().toList();
    assertThat(frame.filter(col("i").isIn(many)).count()).isEqualTo(1);
    assertThat(numbers.filter(col("c").isIn('x', 'z')).count()).isEqualTo(2);
    DataFrame days = session.sql("select date '2024-01-01' + i as d from (values (0), (1)) t(i)");
    assertThat(days.filter(col("d").isIn(LocalDate.of(2024, 1, 2))).count()).isEqualTo(1);
    assertThatThrownBy(() -> frame.filter(col("i").isIn(List.of(new Object()))))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("is no literal; give a boolean, number");
  }

  @Test
  void comparesWithJavaValuesOfEveryClass() {
    UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
    DataFrame frame =
        session.sql(
            """
            select true as t, 5 as i, 2.50 as d, 'MONDAY' as day, 'x' as c,
              uuid '123e4567-e89b-12d3-a456-426614174000' as u, date '2024-01-02' as on_day,
              time '10:20:30' as clock, timestamp '2024-01-02 10:20:30' as local_at,
              timestamptz '2024-01-02 10:20:30+00' as point, interval '90 seconds' as span,
              interval '2 months' as months, X'6162' as raw
            """);
    Instant point = Instant.parse("2024-01-02T10:20:30Z");
    for (Expr condition :
        List.of(
            col("t").eqTo(true),
            col("t").notEqTo(false),
            col("i").eqTo(5),
            col("i").lt(Long.MAX_VALUE),
            col("i").eqTo(Integer.valueOf(5)),
            col("i").eqTo(BigInteger.valueOf(5)),
            col("i").gt(4.5f),
            col("i").between((byte) 5, 5.5),
            col("i").between(col("d"), 5),
            col("d").eqTo(new BigDecimal("2.5")),
            col("d").gtEq(2.5),
            col("day").eqTo(DayOfWeek.MONDAY),
            col("c").eqTo('x'),
            col("c").ltEq("x"),
            col("u").eqTo(uuid),
            col("on_day").eqTo(LocalDate.of(2024, 1, 2)),
            col("on_day").lt(LocalDateTime.of(2024, 1, 2, 0, 0, 1)),
            col("clock").eqTo(LocalTime.of(10, 20, 30)),
            col("local_at").eqTo(LocalDateTime.of(2024, 1, 2, 10, 20, 30)),
            col("point").eqTo(point),
            col("point").eqTo(OffsetDateTime.parse("2024-01-02T12:20:30+02:00")),
            col("point").eqTo(ZonedDateTime.parse("2024-01-02T05:20:30-05:00")),
            col("point").isIn(point, point.plusSeconds(1)),
            col("span").eqTo(Duration.ofSeconds(90)),
            col("months").eqTo(Period.ofMonths(2)),
            col("raw").eqTo("ab".getBytes(StandardCharsets.UTF_8)),
            col("i").eqTo(Optional.of(5)),
            col("i").eqTo(Optional.empty()).isNull(),
            col("i").eqTo((Integer) null).isNull(),
            col("t").isNotDistinctFrom(true),
            col("c").isDistinctFrom((String) null))) {
      assertThat(frame.filter(condition).count()).as("%s", condition).isEqualTo(1);
    }
    assertThatThrownBy(() -> col("i").eqTo(Year.of(2024)))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("Cannot make a literal: 2024 (Year) is no literal; give a boolean");
    assertThatThrownBy(() -> frame.filter(col("i").eqTo(LocalDate.EPOCH)))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("INTEGER")
        .hasMessageContaining("DATE");
  }

  @Test
  void computesWithJavaValuesOfEveryClass() {
    DataFrame frame =
        session.sql("select 7 as i, date '2024-01-31' as d, timestamp '2024-01-31 00:00:00' as t");
    assertThat(
            rows(
                frame.select(
                    col("i").plus(new BigDecimal("0.5")).named("a"),
                    col("i").times(BigInteger.TWO).named("b"),
                    col("i").minus(Optional.empty()).named("c"),
                    col("i").mod(4).named("e"),
                    col("d").plus(Period.ofMonths(1)).named("f"),
                    col("t").plus(Duration.ofHours(1)).named("g"),
                    col("d").minus(LocalDate.of(2024, 1, 1)).named("h"),
                    caseWhen(col("i").gt(6), 1.5).otherwise(0).named("k"),
                    coalesce(lit((String) null), "none").named("l"))))
        .containsExactly("[7.5, 14, null, 3, 2024-02-29, 2024-01-31T01:00, 30, 1.5, none]");
    assertThat(rows(numbers.agg(sum("b").plus(1L).named("s")))).containsExactly("[61]");
  }
}
