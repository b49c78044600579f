package dev.heddle.physical.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.SortedIntegers;
import dev.heddle.physical.kernel.SingleValues;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Statistics forms of random predicates are true where the predicates are, or only there too. */
class PruningFormFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.fuzz.forms", 3000);
  private static final int ROWS = 60;
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT32,
          DataType.INT64,
          new DataType.Decimal(7, 2),
          new DataType.Decimal(20, 3),
          DataType.DATE,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_TZ,
          DataType.FLOAT32,
          DataType.FLOAT64,
          DataType.STRING,
          DataType.BOOL);
  private static final double[] NUMBERS = {
    Double.NaN, -0.0, 0.0, 0.5, -1, 2, Double.POSITIVE_INFINITY, 0.1
  };
  private static final String[] TEXTS = {"", "a", "ab", "abc", "abd", "b", "a%", "ö"};
  private static final String[] PATTERNS = {
    "ab%", "ab", "a_%", "%b", "ab%c", "a%%", "", "%", "ö%", "a!%%"
  };
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private static final String[] ZONES = {"Z", "+18:00", "-18:00", "Europe/Berlin", "+05:45"};

  private final Random random = new Random();
  private QueryTime time = ExpressionTester.TIME;

  private int column(DataType type) {
    return TYPES.indexOf(type);
  }

  private PhysicalExpr ref(int column) {
    return Exprs.col(column, TYPES.get(column));
  }

  private Column values(DataType type, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (int row = 0; row < ROWS; row++) {
        if (random.nextInt(6) == 0) {
          builder.appendNull();
          continue;
        }
        switch (type) {
          case DataType.Float32 _, DataType.Float64 _ ->
              builder.appendDouble(NUMBERS[random.nextInt(NUMBERS.length)]);
          case DataType.Str _ -> builder.appendString(TEXTS[random.nextInt(TEXTS.length)]);
          case DataType.Bool _ -> builder.appendBoolean(random.nextBoolean());
          case DataType.Timestamp _ ->
              builder.appendLong((random.nextInt(7) - 3) * MICROS_PER_DAY + random.nextInt(3) - 1);
          case DataType.Decimal decimal when !decimal.fitsLong() -> {
            long small = random.nextInt(9) - 4;
            builder.appendWords(small, small >> 63);
          }
          default -> builder.appendLong(random.nextInt(9) - 4);
        }
      }
      return builder.build();
    }
  }

  private PhysicalExpr.Literal constant(DataType type) {
    if (random.nextInt(20) == 0) {
      return Exprs.nullOf(type);
    }
    return switch (type) {
      case DataType.Float32 _ ->
          PhysicalExpr.Literal.of(
              new ScanValue.Floating((float) NUMBERS[random.nextInt(NUMBERS.length)]), type);
      case DataType.Float64 _ -> Exprs.float64(NUMBERS[random.nextInt(NUMBERS.length)]);
      case DataType.Str _ -> Exprs.text(TEXTS[random.nextInt(TEXTS.length)]);
      case DataType.Bool _ -> Exprs.truth(random.nextBoolean());
      case DataType.Timestamp _ ->
          Exprs.whole((random.nextInt(7) - 3) * MICROS_PER_DAY + random.nextInt(3) - 1, type);
      default -> Exprs.whole(random.nextInt(11) - 5, type);
    };
  }

  /** A constant that a column is widened to be compared with. */
  private PhysicalExpr.Literal wider(DataType type) {
    return switch (type) {
      case DataType.Int32 _ ->
          random.nextBoolean() ? constant(DataType.INT64) : Exprs.int64(1L << 40);
      case DataType.Decimal _ ->
          Exprs.decimal(random.nextBoolean() ? "0.0200" : "-" + random.nextInt(3) + ".0155");
      case DataType.Date _ -> constant(DataType.TIMESTAMP);
      case DataType.Float32 _ -> constant(DataType.FLOAT64);
      default -> constant(type);
    };
  }

  private PhysicalExpr tree(int depth) {
    if (depth > 0) {
      switch (random.nextInt(7)) {
        case 0:
          return Exprs.call(ScalarFunction.AND, tree(depth - 1), tree(depth - 1));
        case 1:
          return Exprs.call(ScalarFunction.OR, tree(depth - 1), tree(depth - 1));
        case 2:
          return Exprs.call(ScalarFunction.NOT, tree(depth - 1));
        case 3:
          return Exprs.call(ScalarFunction.IS_TRUE, tree(depth - 1));
        case 4:
          return Exprs.call(ScalarFunction.IS_FALSE, tree(depth - 1));
        default:
          break;
      }
    }
    return leaf();
  }

  private PhysicalExpr leaf() {
    int column = random.nextInt(TYPES.size());
    DataType type = TYPES.get(column);
    PhysicalExpr ref = ref(column);
    ScalarFunction[] comparisons = {
      ScalarFunction.EQ,
      ScalarFunction.NOT_EQ,
      ScalarFunction.LT,
      ScalarFunction.LT_EQ,
      ScalarFunction.GT,
      ScalarFunction.GT_EQ,
      ScalarFunction.IS_DISTINCT_FROM,
      ScalarFunction.IS_NOT_DISTINCT_FROM
    };
    ScalarFunction comparison = comparisons[random.nextInt(comparisons.length)];
    return switch (random.nextInt(11)) {
      case 9 -> ofTime(comparison);
      case 10 -> {
        PhysicalExpr number = ref(column(random.nextBoolean() ? DataType.INT32 : DataType.INT64));
        PhysicalExpr constant =
            random.nextInt(8) == 0
                ? Exprs.float64(1e18)
                : Exprs.float64((random.nextInt(20) - 10) / 2.0);
        yield Exprs.call(comparison, Exprs.cast(number, DataType.FLOAT64), constant);
      }
      case 0 -> Exprs.call(ScalarFunction.IS_NULL, ref);
      case 1 -> Exprs.call(ScalarFunction.IS_NOT_NULL, ref);
      case 2 -> {
        PhysicalExpr.Literal[] values = new PhysicalExpr.Literal[1 + random.nextInt(3)];
        Arrays.setAll(values, _ -> constant(type));
        boolean complete = Arrays.stream(values).allMatch(v -> v.value().isPresent());
        yield complete ? Exprs.in(ref, values) : Exprs.call(ScalarFunction.IS_NULL, ref);
      }
      case 3 -> {
        PhysicalExpr pattern = Exprs.text(PATTERNS[random.nextInt(PATTERNS.length)]);
        PhysicalExpr text = ref(column(DataType.STRING));
        yield random.nextBoolean()
            ? Exprs.call(ScalarFunction.LIKE, text, pattern, Exprs.text("!"))
            : Exprs.call(ScalarFunction.STARTS_WITH, text, pattern);
      }
      case 4 -> Exprs.call(comparison, ref(column(DataType.INT32)), ref(column(DataType.INT64)));
      case 5 -> Exprs.call(comparison, ref, wider(type));
      case 6 -> Exprs.call(comparison, constant(type), ref);
      case 7 -> {
        PhysicalExpr day = Exprs.cast(ref(column(DataType.TIMESTAMP)), DataType.DATE);
        yield random.nextInt(4) == 0
            ? Exprs.in(day, Exprs.whole(1, DataType.DATE), Exprs.whole(-2, DataType.DATE))
            : Exprs.call(comparison, day, constant(DataType.DATE));
      }
      default -> type instanceof DataType.Bool ? ref : Exprs.call(comparison, ref, constant(type));
    };
  }

  /** Years, days and starts of units of dates and timestamps near the turn of 1970. */
  private PhysicalExpr ofTime(ScalarFunction comparison) {
    DataType type =
        List.of(DataType.DATE, DataType.TIMESTAMP, DataType.TIMESTAMP_TZ).get(random.nextInt(3));
    PhysicalExpr value = ref(column(type));
    return switch (random.nextInt(3)) {
      case 0 ->
          Exprs.call(
              comparison,
              Exprs.call(ScalarFunction.YEAR, value),
              Exprs.int64(1968L + random.nextInt(4)));
      case 1 ->
          Exprs.call(
              comparison,
              type instanceof DataType.Date ? value : Exprs.cast(value, DataType.DATE),
              constant(DataType.DATE));
      default -> {
        String[] units = {"year", "quarter", "month", "week", "day", "hour", "second"};
        PhysicalExpr unit = Exprs.text(units[random.nextInt(units.length)]);
        yield Exprs.call(
            comparison, Exprs.call(ScalarFunction.DATE_TRUNC, unit, value), constant(type));
      }
    };
  }

  private static boolean isTrue(PruningPredicate form, Batch batch, int row) {
    return switch (form) {
      case PruningPredicate.AllOf all ->
          all.predicates().stream().allMatch(part -> isTrue(part, batch, row));
      case PruningPredicate.Runtime runtime -> isTrue(runtime.now(), batch, row);
      case PruningPredicate.AnyOf any ->
          any.predicates().stream().anyMatch(part -> isTrue(part, batch, row));
      case PruningPredicate.IsNull isNull -> batch.column(isNull.column()).isNull(row);
      case PruningPredicate.IsNotNull isNotNull -> !batch.column(isNotNull.column()).isNull(row);
      case PruningPredicate.Compare(int column, Operator operator, ScanValue value) ->
          compares(SingleValues.value(batch.column(column), row), operator, value);
      case PruningPredicate.In(int column, List<ScanValue> values) ->
          values.stream()
              .anyMatch(
                  value ->
                      compares(
                          SingleValues.value(batch.column(column), row), Operator.EQUAL, value));
      case PruningPredicate.Among(int column, SortedIntegers values) ->
          Arrays.stream(values.values())
              .anyMatch(
                  value ->
                      compares(
                          SingleValues.value(batch.column(column), row),
                          Operator.EQUAL,
                          ScanValue.Whole.of(value)));
      case PruningPredicate.StartsWith(int column, ScanValue prefix) -> {
        byte[] start = ((ScanValue.Bytes) prefix).value();
        yield SingleValues.value(batch.column(column), row)
            .map(value -> ((ScanValue.Bytes) value).value())
            .filter(bytes -> bytes.length >= start.length)
            .filter(bytes -> Arrays.equals(Arrays.copyOf(bytes, start.length), start))
            .isPresent();
      }
      case PruningPredicate.InStruct _, PruningPredicate.Among _ ->
          throw new IllegalArgumentException("No column is a struct: " + form);
    };
  }

  private static boolean compares(Optional<ScanValue> own, Operator operator, ScanValue value) {
    if (own.isEmpty()) {
      return false;
    }
    int order =
        switch (own.get()) {
          case ScanValue.Whole(BigInteger a) -> a.compareTo(((ScanValue.Whole) value).value());
          case ScanValue.Floating(double a) ->
              Double.compare(a + 0.0, ((ScanValue.Floating) value).value() + 0.0);
          case ScanValue.Truth(boolean a) -> Boolean.compare(a, ((ScanValue.Truth) value).value());
          case ScanValue.Bytes(byte[] a) ->
              Arrays.compareUnsigned(a, ((ScanValue.Bytes) value).value());
          case ScanValue.Span _ -> throw new IllegalArgumentException("No order");
        };
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private BitSet kept(PhysicalExpr predicate, Batch batch, MemoryAccount account) {
    Column[] columns = new Column[batch.columnCount()];
    Arrays.setAll(columns, batch::column);
    Buffer passing = account.allocate(4L * ROWS);
    try (PredicateEvaluator evaluator = PredicateEvaluator.of(predicate, time, account)) {
      int count = evaluator.narrow(columns, ROWS, 0, ROWS, passing.address());
      BitSet rows = new BitSet();
      for (int i = 0; i < count; i++) {
        rows.set(Memory.getInt(passing.address() + 4L * i));
      }
      return rows;
    } finally {
      passing.release();
    }
  }

  @Test
  void formsAreTrueWhereThePredicatesAre() {
    int exact = 0;
    int implied = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      random.setSeed(seed);
      time = new QueryTime(0, ZoneId.of(ZONES[random.nextInt(ZONES.length)]));
      try (MemoryAccount account = new MemoryLedger(1 << 24).open("forms");
          Batch batch =
              Batch.of(
                  account,
                  ROWS,
                  TYPES.stream().map(type -> values(type, account)).toArray(Column[]::new))) {
        PhysicalExpr predicate = ConstantFolder.fold(tree(3), time);
        PruningForm form = PruningPredicates.of(predicate);
        if (form.predicate().isEmpty()) {
          assertThat(form.residual()).as("seed %d", seed).isPresent();
          continue;
        }
        BitSet kept = kept(predicate, batch, account);
        BitSet possible = new BitSet();
        for (int row = 0; row < ROWS; row++) {
          possible.set(row, isTrue(form.predicate().get(), batch, row));
        }
        if (form.residual().isEmpty()) {
          exact++;
          assertThat(possible).as("seed %d: %s as %s", seed, predicate, form).isEqualTo(kept);
        } else {
          implied++;
          kept.andNot(possible);
          assertThat(kept.isEmpty()).as("seed %d: %s as %s", seed, predicate, form).isTrue();
        }
      }
    }
    assertThat(exact).isGreaterThan(SEEDS / 10);
    assertThat(implied).isPositive();
  }
}
