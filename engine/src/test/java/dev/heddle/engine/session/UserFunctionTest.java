package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.BatchUdf;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.function.UdfResults;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UserFunctionTest {
  private static final DataType MONEY = new DataType.Decimal(12, 2);
  private static final Schema SALES =
      new Schema(
          List.of(
              Field.of("id", DataType.INT64),
              Field.of("price", MONEY),
              Field.of("country", DataType.STRING)));

  private Session session;
  private DataFrame sales;

  /** The price with the tax of a country. */
  public static final class WithTax implements Udf2<BigDecimal, String, BigDecimal> {
    @Override
    public BigDecimal apply(BigDecimal price, String country) {
      String rate =
          switch (country) {
            case "DE" -> "1.19";
            case "FR" -> "1.20";
            default -> throw new IllegalArgumentException("no rate of " + country);
          };
      return price.multiply(new BigDecimal(rate)).setScale(2, RoundingMode.HALF_UP);
    }
  }

  /** Whether the argument is null. */
  public static final class Missing implements Udf1<@Nullable String, Boolean> {
    @Override
    public Boolean apply(@Nullable String text) {
      return text == null;
    }
  }

  /** The least of numbers. */
  public static final class Least implements UdfN<@Nullable Long> {
    @Override
    public @Nullable Long apply(@Nullable Object[] arguments) {
      return Stream.of(arguments).map(Long.class::cast).min(Long::compare).orElse(null);
    }
  }

  /** Twice the number, for batches. */
  public static final class Twice implements BatchUdf {
    @Override
    public void apply(ResultBatch arguments, UdfResults results) {
      ResultColumn numbers = arguments.column(0);
      for (int row = 0; row < arguments.rowCount(); row++) {
        if (numbers.isNull(row)) {
          results.appendNull();
        } else {
          results.appendLong(2 * numbers.longValue(row));
        }
      }
    }
  }

  /** Forgets the last row. */
  public static final class Short implements BatchUdf {
    @Override
    public void apply(ResultBatch arguments, UdfResults results) {
      for (int row = 1; row < arguments.rowCount(); row++) {
        results.append(1);
      }
    }
  }

  /** The argument, whatever it is. */
  public static final class Same implements Udf1<@Nullable Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(@Nullable Object value) {
      return value;
    }
  }

  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(64L << 20));
    sales =
        session.from(
            SALES,
            List.of(
                new @Nullable Object[] {1L, new BigDecimal("10.00"), "DE"},
                new @Nullable Object[] {2L, null, "FR"},
                new @Nullable Object[] {3L, new BigDecimal("3.33"), null},
                new @Nullable Object[] {4L, new BigDecimal("-2.50"), "FR"}));
  }

  @AfterEach
  void close() {
    session.close();
  }

  private DataFrame numbers(int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      rows.add(new Object[] {i});
    }
    return session.from(new Schema(List.of(Field.of("n", DataType.INT64))), rows);
  }

  private static UserFunction withTax() {
    return UserFunction.of("with_tax", WithTax.class, MONEY, MONEY, DataType.STRING);
  }

  private static List<@Nullable Object> values(DataFrame frame, int column) {
    List<@Nullable Object> values = new ArrayList<>();
    try (var result = frame.collect()) {
      result.forEach(row -> values.add(row.value(column)));
    }
    return values;
  }

  @Test
  void runsInFramesAndIsNullForNull() {
    session.register(withTax());
    DataFrame taxed =
        sales.select(col("id"), session.call("WITH_TAX", col("price"), col("country")).named("t"));
    assertThat(taxed.schema().field(1)).isEqualTo(Field.of("t", MONEY));
    assertThat(values(taxed.sort("id"), 1))
        .containsExactly(new BigDecimal("11.90"), null, null, new BigDecimal("-3.00"));
    assertThat(values(sales.filter(session.call("with_tax", col("price"), lit("DE")).gt(5)), 0))
        .containsExactly(1L);
  }

  @Test
  void runsInSqlWhateverTheCaseOfItsName() {
    session.register(withTax());
    session.createView("sales", sales);
    assertThat(
            values(
                session.sql(
                    "select sum(With_Tax(price, country)) from sales"
                        + " where with_tax(price, 'DE') < 100 group by country"
                        + " order by 1 nulls last"),
                0))
        .containsExactly(new BigDecimal("-3.00"), new BigDecimal("11.90"), null);
    assertThat(values(session.sql("select with_tax(1, 'FR')"), 0))
        .containsExactly(new BigDecimal("1.20"));
  }

  @Test
  void isCalledWithNullsIfItSaysSo() {
    UserFunction missing =
        UserFunction.of("missing", Missing.class, DataType.BOOL, DataType.STRING);
    assertThat(values(sales.select(missing.call(col("country"))), 0))
        .containsExactly(false, false, null, false);
    assertThat(values(sales.select(missing.calledOnNulls().call(col("country"))), 0))
        .containsExactly(false, false, true, false);
  }

  @Test
  void takesAnyNumberOfArgumentsAndWholeBatches() {
    session.register(
        UserFunction.of("smallest", Least.class, DataType.INT64, DataType.INT64, DataType.INT64));
    session.register(UserFunction.of("twice", Twice.class, DataType.INT64, DataType.INT64));
    DataFrame numbers = session.sql("select * from (values (1), (cast(null as bigint)), (7)) t(n)");
    assertThat(values(numbers.select(session.call("smallest", col("n"), lit(5))), 0))
        .containsExactlyInAnyOrder(1L, null, 5L);
    assertThat(values(numbers.select(session.call("twice", col("n"))), 0))
        .containsExactlyInAnyOrder(2L, null, 14L);
    assertThat(values(session.sql("select sum(twice(n)) from t", Map.of("t", numbers)), 0))
        .hasToString("[16]");
  }

  @Test
  void valuesOfEveryTypeGoInAndOut() {
    DataFrame all =
        session.sql(
            "select true b, cast(1 as tinyint) i1, cast(2 as smallint) i2, 3 i4,"
                + " cast(4 as bigint) i8, cast(0.5 as real) r, cast(0.25 as double) d,"
                + " cast(1.5 as decimal(30, 4)) e, 'text that is long enough to stand apart' s,"
                + " x'00ff' x, date '2024-02-29' dt, time '12:34:56.789' tm,"
                + " timestamp '2024-02-29 01:02:03.000004' ts, interval '1' month iv,"
                + " array[1, null, 3] l, {'a': 1, 'b': null} st, map(['k'], [2]) m");
    for (Field field : all.schema().fields()) {
      UserFunction same = UserFunction.of("same", Same.class, field.type(), field.type());
      DataFrame both =
          all.select(col(field.name()).named("x"), same.call(col(field.name())).named("y"));
      assertThat(both.schema().field(1).type()).isEqualTo(field.type());
      assertThat(values(both, 1))
          .as(field.toString())
          .usingRecursiveComparison()
          .isEqualTo(values(both, 0));
    }
  }

  @Test
  void whatItThrowsNamesTheFunctionAndTheRow() {
    session.register(withTax());
    session.createView("sales", sales.filter(col("id").eqTo(1)));
    assertThatThrownBy(
            () -> values(session.sql("select with_tax(price, country || 'X') from sales"), 0))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
        .hasMessageContaining("Function \"with_tax\" failed for (10.00, 'DEX')")
        .hasMessageContaining("no rate of DEX")
        .hasMessageContaining("UserFunctionTest.java:");
    UserFunction half =
        UserFunction.local(
            "half",
            (Udf1<BigDecimal, BigDecimal>) v -> v.divide(BigDecimal.valueOf(8)),
            MONEY,
            MONEY);
    assertThatThrownBy(() -> values(sales.select(half.call(col("price"))), 0))
        .hasMessageContaining("gave 0.41625 (BigDecimal) for (3.33), which is no DECIMAL(12, 2)");
    UserFunction wrong = UserFunction.of("wrong", Short.class, DataType.INT32, DataType.INT64);
    assertThatThrownBy(() -> values(sales.select(wrong.call(col("id"))), 0))
        .hasMessageContaining("\"wrong\" has appended 3 results for 4 rows");
  }

  @Test
  void aFailingCallStaysInTheBranchThatGuardsIt() {
    session.register(withTax());
    session.createView("t", session.sql("select 'US' c, cast(1 as decimal(12, 2)) p"));
    assertThat(
            values(
                session.sql(
                    "select case when c = 'DE' then with_tax(p, c) else p end from t"
                        + " where c = 'US' or with_tax(p, c) > 0"),
                0))
        .containsExactly(new BigDecimal("1.00"));
  }

  @Test
  void namesAndTypesAreCheckedAtOnce() {
    session.register(withTax());
    assertThatThrownBy(() -> sales.select(session.call("with_tax", col("price"))))
        .hasMessageContaining("with_tax takes 2 arguments, not 1");
    assertThatThrownBy(() -> sales.select(session.call("with_tax", col("country"), col("country"))))
        .hasMessageContaining("with_tax takes (DECIMAL(12, 2), VARCHAR): argument 1 is VARCHAR");
    assertThatThrownBy(() -> session.call("wiht_tax", col("price")))
        .hasMessageContaining("did you mean \"with_tax\"?");
    assertThatThrownBy(() -> session.sql("select wiht_tax(1, 'DE')"))
        .hasMessageContaining("did you mean \"with_tax\"?");
    assertThatThrownBy(() -> session.sql("select with_tax('a', 'DE')"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("'a' is no DECIMAL(12, 2)");
    assertThatThrownBy(
            () -> session.register(UserFunction.of("upper", Missing.class, DataType.BOOL, MONEY)))
        .hasMessageContaining("a built-in function has that name");
    assertThatThrownBy(() -> UserFunction.of("f", WithTax.class, MONEY, MONEY))
        .hasMessageContaining("takes 2");
    session.unregister("With_tax");
    assertThatThrownBy(() -> session.sql("select with_tax(1, 'DE')"))
        .hasMessageContaining("no function \"with_tax\"");
  }

  @Test
  void classesThatHaveNoUsableNameAreRefused() {
    Udf1<String, String> lambda = text -> text + "!";
    Udf1<String, String> anonymous =
        new Udf1<>() {
          @Override
          public String apply(String text) {
            return text;
          }
        };
    for (Udf1<String, String> code : List.of(lambda, anonymous)) {
      assertThatThrownBy(
              () -> UserFunction.of("f", code.getClass(), DataType.STRING, DataType.STRING))
          .hasMessageContaining("it has no name that another process could use");
    }
    UserFunction local = UserFunction.local("shout", lambda, DataType.STRING, DataType.STRING);
    assertThat(values(sales.select(local.call(col("country"))), 0))
        .containsExactly("DE!", "FR!", null, "FR!");
  }

  @Test
  void anotherFunctionOfTheNameTakesItsPlaceForLaterFrames() {
    session.register(UserFunction.of("f", Missing.class, DataType.BOOL, DataType.STRING));
    DataFrame before = session.sql("select f('a') x");
    session.register(UserFunction.of("F", Same.class, DataType.STRING, DataType.STRING));
    assertThat(values(session.sql("select f('a') x"), 0)).containsExactly("a");
    assertThat(values(before, 0)).containsExactly(false);
  }

  @Test
  void oneThatIsNotDeterministicIsCalledOnceARow() {
    AtomicLong calls = new AtomicLong();
    UserFunction next =
        UserFunction.local("next_number", (UdfN<Long>) _ -> calls.incrementAndGet(), DataType.INT64)
            .notDeterministic();
    session.register(next);
    DataFrame numbers = numbers(100);
    session.createView("numbers", numbers);
    List<DataFrame> frames =
        List.of(
            numbers
                .withColumn("x", next.call())
                .select(col("x").named("a"), col("x").plus(0).named("b"))
                .filter(col("a").gt(0).and(col("b").gt(0))),
            session.sql(
                "select x a, x + 0 b from (select n, next_number() x from numbers) where x > 0"));
    for (DataFrame frame : frames) {
      calls.set(0);
      List<@Nullable Object> first = values(frame, 0);
      assertThat(calls).as(frame.explain()).hasValue(100);
      assertThat(first).doesNotHaveDuplicates().hasSize(100);
      assertThat(values(frame, 1)).hasSize(100);
      try (var result = frame.collect()) {
        result.forEach(row -> assertThat(row.value(0)).isEqualTo(row.value(1)));
      }
    }
    calls.set(0);
    assertThat(values(numbers.select(next.call().named("a"), next.call().named("b")), 0))
        .hasSize(100);
    assertThat(calls).as("two calls a row").hasValue(200);
    calls.set(0);
    DataFrame sums =
        session.sql(
            "select sum(x), max(x), avg(x), sum(x + 1) from (select next_number() x from numbers)");
    try (var result = sums.collect()) {
      result.forEach(
          row -> assertThat(List.of(row.value(0), row.value(1))).hasToString("[5050, 100]"));
    }
  }

  @Test
  void oneThatIsDeterministicIsFoldedAndComputedOnceForARow() {
    AtomicInteger calls = new AtomicInteger();
    UserFunction counted =
        UserFunction.local(
            "counted",
            (Udf1<Long, Long>)
                n -> {
                  calls.incrementAndGet();
                  return n;
                },
            DataType.INT64,
            DataType.INT64);
    session.register(counted);
    DataFrame numbers = numbers(1000);
    assertThat(values(numbers.select(counted.call(lit(5))), 0)).hasSize(1000);
    assertThat(calls.get()).as("calls on a constant").isLessThan(10);
    calls.set(0);
    DataFrame twice =
        numbers.select(
            counted.call(col("n")).named("a"), counted.call(col("n")).plus(1).named("b"));
    assertThat(values(twice, 0)).hasSize(1000);
    assertThat(calls).as("calls of equal parts").hasValue(1000);
  }

  @Test
  void manyBatchesGoThroughManyThreads() {
    session.register(UserFunction.of("same", Same.class, DataType.STRING, DataType.STRING));
    session.createView("numbers", numbers(200_000));
    DataFrame rows =
        session.sql(
            "select count(*), count(s), sum(length(s)) from (select same(case when n % 7 = 0 then"
                + " null else 'value number ' || n end) s from numbers)");
    try (var result = rows.collect()) {
      result.forEach(
          row ->
              assertThat(List.of(row.value(0), row.value(1)))
                  .isEqualTo(List.of(200_000L, 171_428L)));
    }
  }

  @Test
  void dictionariesAndCachedFramesAreRead() {
    session.register(UserFunction.of("same", Same.class, DataType.STRING, DataType.STRING));
    DataFrame held =
        session.sql(
            "select case when n % 2 = 0 then 'even' else 'odd' end s from t",
            Map.of("t", numbers(5000)));
    held.cache();
    assertThat(Set.copyOf(values(held.select(session.call("same", col("s"))).distinct(), 0)))
        .isEqualTo(Set.of("even", "odd"));
    assertThat(values(held.groupBy(session.call("same", col("s")).named("k")).count(), 1))
        .containsExactly(2500L, 2500L);
  }

  @Test
  void datesAreReadFromTextWhereTheArgumentIsOne() {
    UserFunction same = UserFunction.of("same_day", Same.class, DataType.DATE, DataType.DATE);
    session.register(same);
    assertThat(values(session.sql("select same_day('2024-02-29')"), 0))
        .isEqualTo(Arrays.asList(LocalDate.of(2024, 2, 29)));
  }
}
