package dev.heddle.frame.expr;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.concat;
import static dev.heddle.frame.expr.Functions.currentRow;
import static dev.heddle.frame.expr.Functions.dateDiff;
import static dev.heddle.frame.expr.Functions.decimal;
import static dev.heddle.frame.expr.Functions.following;
import static dev.heddle.frame.expr.Functions.greatest;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.litNull;
import static dev.heddle.frame.expr.Functions.now;
import static dev.heddle.frame.expr.Functions.nullIf;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.preceding;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.BuiltInFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.Signature;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.time.Duration;
import java.time.Period;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExprTyperTest {
  private static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");

  private final ExprTyper typer =
      new ExprTyper(
          Schema.of(
              Field.of("i8", DataType.INT8),
              Field.of("i32", DataType.INT32),
              Field.of("i64", DataType.INT64),
              Field.of("f32", DataType.FLOAT32),
              Field.of("f64", DataType.FLOAT64),
              Field.of("dec", new DataType.Decimal(15, 2)),
              Field.of("txt", DataType.STRING),
              Field.of("day", DataType.DATE),
              Field.of("ts", DataType.TIMESTAMP),
              Field.of("tz", DataType.TIMESTAMP_TZ),
              Field.of("flag", DataType.BOOL),
              new Field("id", DataType.INT32, false)),
          "Cannot test");

  private String type(Expr expr) {
    ExprType type = typer.type(expr);
    return type.type().sqlName() + (type.nullable() ? "" : " not null");
  }

  @Test
  void typesIntegerArithmeticByTheWiderOperand() {
    assertThat(type(col("i8").plus(col("i8")))).isEqualTo("TINYINT");
    assertThat(type(col("i8").plus(1))).isEqualTo("TINYINT");
    assertThat(type(col("i8").plus(128))).isEqualTo("INTEGER");
    assertThat(type(col("i32").times(col("i64")))).isEqualTo("BIGINT");
    assertThat(type(col("i32").plus(5_000_000_000L))).isEqualTo("BIGINT");
    assertThat(type(col("i32").plus(1.5))).isEqualTo("DOUBLE");
    assertThat(type(col("f32").plus(col("i8")))).isEqualTo("REAL");
    assertThat(type(col("f32").plus(col("i32")))).isEqualTo("REAL");
    assertThat(type(col("id").plus(1))).isEqualTo("INTEGER not null");
  }

  @Test
  void dividesIntegersByTheSurfacesRule() {
    assertThat(type(col("i32").div(2))).isEqualTo("DOUBLE");
    assertThat(type(call(ScalarFunction.DIVIDE, col("i32"), lit(2)))).isEqualTo("INTEGER");
    assertThat(type(col("i32").floorDiv(2))).isEqualTo("INTEGER");
    assertThat(type(col("i32").mod(col("i64")))).isEqualTo("BIGINT");
  }

  @Test
  void keepsDecimalsExact() {
    Expr one = lit(1);
    Expr discounted = col("dec").times(one.minus(col("dec")));
    assertThat(type(one.minus(col("dec")))).isEqualTo("DECIMAL(16, 2)");
    assertThat(type(discounted)).isEqualTo("DECIMAL(31, 4)");
    assertThat(type(discounted.times(one.plus(col("dec"))))).isEqualTo("DECIMAL(38, 6)");
    assertThat(type(col("dec").div(col("dec")))).isEqualTo("DECIMAL(33, 18)");
    assertThat(type(sum(col("dec")).div(sum(col("dec"))))).isEqualTo("DOUBLE");
    assertThat(type(col("dec").mod(decimal("0.7")))).isEqualTo("DECIMAL(15, 2)");
    assertThat(type(col("dec").plus(1.5))).isEqualTo("DOUBLE");
    assertThat(type(col("dec").floor())).isEqualTo("DECIMAL(14, 0)");
    assertThat(type(col("dec").round(1))).isEqualTo("DECIMAL(15, 1)");
  }

  @Test
  void computesWithDates() {
    Expr day = lit(Period.ofDays(1));
    assertThat(type(col("day").plus(day))).isEqualTo("DATE");
    assertThat(type(day.plus(col("day")))).isEqualTo("DATE");
    assertThat(type(col("day").plus(3))).isEqualTo("DATE");
    assertThat(type(col("ts").minus(lit(Duration.ofHours(1))))).isEqualTo("TIMESTAMP");
    assertThat(type(col("ts").minus(col("day")))).isEqualTo("INTERVAL");
    assertThat(type(col("day").minus(col("day")))).isEqualTo("BIGINT");
    assertThat(type(col("tz").truncateTo(DateUnit.MONTH))).isEqualTo("TIMESTAMP WITH TIME ZONE");
    assertThat(type(dateDiff(DateUnit.DAY, col("day"), col("ts")))).isEqualTo("BIGINT");
    assertThat(type(col("day").year())).isEqualTo("BIGINT");
    assertThat(type(now())).isEqualTo("TIMESTAMP WITH TIME ZONE not null");
    assertThat(type(day.times(2))).isEqualTo("INTERVAL not null");
    assertThatThrownBy(() -> type(col("day").plus(1.5)))
        .hasMessage("Cannot test: + does not take (DATE, DOUBLE); cast the arguments");
    assertThatThrownBy(() -> type(col("txt").year()))
        .hasMessage("Cannot test: year does not take (VARCHAR); cast the arguments");
  }

  @Test
  void followsTheNullRules() {
    assertThat(type(col("i32").isNull())).isEqualTo("BOOLEAN not null");
    assertThat(type(coalesce(col("i32"), col("id")))).isEqualTo("INTEGER not null");
    assertThat(type(greatest(col("i32"), col("i64")))).isEqualTo("BIGINT");
    assertThat(type(nullIf(col("id"), lit(1)))).isEqualTo("INTEGER");
    assertThat(type(concat(col("txt"), col("i32")))).isEqualTo("VARCHAR not null");
    assertThat(type(col("txt").concat("x"))).isEqualTo("VARCHAR");
    assertThat(type(col("id").tryCast(DataType.INT8))).isEqualTo("TINYINT");
    assertThat(type(col("i32").isDistinctFrom(col("id")))).isEqualTo("BOOLEAN not null");
    assertThat(type(litNull().plus(col("dec")))).isEqualTo("DECIMAL(16, 2)");
    assertThat(type(col("flag").and(litNull()))).isEqualTo("BOOLEAN");
  }

  @Test
  void readsTextLiteralsBesideNumbersTimesAndBooleans() {
    assertThat(typer.signature(ScalarFunction.EQ, List.of(col("ts"), lit("2020-01-01 10:00:00"))))
        .isEqualTo(new Signature(List.of(DataType.TIMESTAMP, DataType.TIMESTAMP), DataType.BOOL));
    assertThat(type(col("dec").gt("0.5"))).isEqualTo("BOOLEAN");
    assertThat(type(col("flag").eqTo("true"))).isEqualTo("BOOLEAN");
    assertThatThrownBy(() -> type(col("flag").eqTo("2020")))
        .hasMessage("Cannot test: '2020' is no BOOLEAN");
    assertThatThrownBy(() -> type(col("i32").eqTo("1.5")))
        .hasMessage("Cannot test: '1.5' is no INTEGER");
  }

  @Test
  void wantsLiteralsWhereAPatternIsCompiledOnce() {
    assertThatThrownBy(() -> type(call(ScalarFunction.REGEXP_MATCHES, col("txt"), col("txt"))))
        .hasMessage("Cannot test: argument 2 of regexp_matches must be a literal, not txt");
  }

  @Test
  void countsArguments() {
    assertThatThrownBy(() -> type(call(ScalarFunction.SUBSTRING, col("txt"))))
        .hasMessage("Cannot test: substring takes 2 to 3 arguments, not 1");
    assertThatThrownBy(() -> type(call(ScalarFunction.COALESCE)))
        .hasMessage("Cannot test: coalesce takes at least 1 arguments, not 0");
  }

  @Test
  void checksWindowFrames() {
    WindowSpec byDay = orderBy("day");
    assertThat(type(sum(col("i32")).over(byDay.rowsBetween(preceding(2), currentRow()))))
        .isEqualTo("BIGINT");
    assertThat(
            type(
                sum(col("i32"))
                    .over(byDay.rangeBetween(preceding(lit(Period.ofDays(7))), currentRow()))))
        .isEqualTo("BIGINT");
    assertThatThrownBy(
            () -> type(sum(col("i32")).over(byDay.rowsBetween(following(1), preceding(1)))))
        .hasMessageEndingWith("ends before it starts");
    assertThatThrownBy(
            () -> type(sum(col("i32")).over(byDay.rangeBetween(preceding(1), currentRow()))))
        .hasMessage("Cannot test: window frame offset 1 does not fit the order key's type DATE");
    assertThatThrownBy(
            () -> type(sum(col("i32")).over(byDay.rowsBetween(preceding(-1), currentRow()))))
        .hasMessage("Cannot test: window frame offset -1 must not be negative or null");
    assertThatThrownBy(() -> type(rowNumber().ignoreNulls().over(byDay)))
        .hasMessage("Cannot test: row_number cannot ignore nulls");
    assertThat(type(lag(col("i32"), 1, lit(2.5)).over(byDay))).isEqualTo("DOUBLE");
  }

  @Test
  void namesScalarFunctionsUniquely() {
    Map<String, ScalarFunction> byName = new HashMap<>();
    for (ScalarFunction function : ScalarFunction.values()) {
      for (String name : function.sqlNames()) {
        assertThat(byName.put(name, function)).as("second function named %s", name).isNull();
      }
    }
  }

  @Test
  void typesEveryScalarFunctionForSomeArguments() {
    List<DataType> samples =
        List.of(
            DataType.INT32,
            DataType.STRING,
            DataType.BOOL,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.INTERVAL,
            new DataType.Decimal(38, 10),
            DataType.NULL,
            new DataType.ListOf(DataType.INT32),
            new DataType.ListOf(new DataType.ListOf(DataType.INT32)),
            new DataType.MapOf(DataType.STRING, DataType.INT32),
            new DataType.Enumeration(List.of("a", "b")));
    List<Argument> structOf = List.of(Argument.literal("a"), Argument.of(DataType.INT32));
    List<Argument> fieldOf =
        List.of(
            Argument.of(DataType.Struct.of(Field.of("a", DataType.INT32))), Argument.literal("a"));
    List<Argument> parameterOf =
        List.of(
            Argument.of(new DataType.ListOf(DataType.INT32)),
            Argument.of(DataType.INT32),
            Argument.literal("element"));
    List<Argument> truths = List.of(Argument.of(new DataType.ListOf(DataType.BOOL)));
    DataType row =
        DataType.Struct.of(
            Field.of("element1", DataType.INT32), Field.of("element2", DataType.INT32));
    List<List<Argument>> nested =
        List.of(
            List.of(Argument.of(new DataType.ListOf(row))),
            List.of(Argument.of(row)),
            List.of(Argument.of(row), Argument.of(DataType.INT32)),
            List.of(Argument.of(row), Argument.of(row)),
            List.of(Argument.of(row), Argument.literal("element1")),
            List.of(Argument.of(row), Argument.literal(DataType.INT32, 1)));
    List<Argument> typeOf = List.of(Argument.of(DataType.JSON), Argument.literal("a INT"));
    List<Argument> numberOf = List.of(Argument.of(DataType.STRING), Argument.literal("99.9"));
    List<Argument> binsOf =
        List.of(
            Argument.of(DataType.INT32),
            Argument.of(DataType.INT32),
            Argument.of(DataType.INT32),
            Argument.of(DataType.BOOL));
    List<Argument> binnedOf =
        List.of(
            Argument.of(new DataType.ListOf(DataType.INT32)),
            Argument.of(new DataType.ListOf(DataType.INT32)),
            Argument.of(DataType.BOOL));
    List<Argument> decimalsOf =
        List.of(
            Argument.of(new DataType.ListOf(new DataType.Decimal(20, 2))),
            Argument.of(DataType.FLOAT64));
    List<Argument> valueOf = List.of(Argument.literal("typeof"), Argument.of(DataType.INT32));
    List<BuiltInFunction> functions = new ArrayList<>(List.of(ScalarFunction.values()));
    functions.addAll(List.of(ValueFunction.values()));
    for (BuiltInFunction function : functions) {
      int count = function.minArguments();
      boolean isTyped =
          resolves(function, fieldOf)
              || resolves(function, structOf)
              || resolves(function, parameterOf)
              || resolves(function, truths)
              || resolves(function, binsOf)
              || resolves(function, binnedOf)
              || resolves(function, decimalsOf)
              || resolves(function, valueOf)
              || resolves(function, typeOf)
              || resolves(function, numberOf)
              || nested.stream().anyMatch(arguments -> resolves(function, arguments));
      int all = (int) Math.pow(samples.size(), count);
      int step = IS_WHOLE ? 1 : all / 10_000 | 1; // of many, some of each kind
      for (int code = 0; code < all; code += step) {
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0, rest = code; i < count; i++, rest /= samples.size()) {
          arguments.add(Argument.of(samples.get(rest % samples.size())));
        }
        isTyped |= resolves(function, arguments);
      }
      assertThat(isTyped).as("%s takes something", function).isTrue();
    }
  }

  private static final Set<BuiltInFunction> READS_LITERALS =
      Set.of(
          ValueFunction.STRUCT_EXTRACT_AT,
          ValueFunction.STRUCT_DROP,
          ValueFunction.STRUCT_RENAME,
          ValueFunction.TO_NUMBER,
          ValueFunction.JSON_TRANSFORM,
          ValueFunction.JSON_TRANSFORM_STRICT);

  /** Plans are typed again with the casts that the first signature asked for. */
  private static boolean resolves(BuiltInFunction function, List<Argument> arguments) {
    try {
      Signature signature = function.resolve(arguments);
      assertThat(signature.argumentTypes()).hasSameSizeAs(arguments);
      if (function instanceof ValueFunction && !READS_LITERALS.contains(function)) {
        List<Argument> cast = signature.argumentTypes().stream().map(Argument::of).toList();
        assertThat(function.resolve(cast)).as("%s of %s", function, arguments).isEqualTo(signature);
      }
      return true;
    } catch (AnalysisException e) {
      return false;
    }
  }

  @Test
  void writesExpressionsAsText() {
    assertThat(col("a").plus(1).times(col("b")).gt(0).and(col("c").isNull().not()).toString())
        .isEqualTo("(((a + 1) * b) > 0) AND (NOT (c IS NULL))");
    assertThat(col("a").like("x%", '!').toString()).isEqualTo("a LIKE 'x%' ESCAPE '!'");
    assertThat(col("a").isIn("it's", "b").toString()).isEqualTo("a IN ('it''s', 'b')");
    assertThat(col("a").tryCast(DataType.INT32).named("n").toString())
        .isEqualTo("try_cast(a AS INTEGER) AS n");
  }
}
