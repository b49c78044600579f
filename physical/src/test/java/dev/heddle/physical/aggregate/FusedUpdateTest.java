package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.Exprs;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import dev.heddle.physical.testing.SameRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares generated code with its twin, the kernels, on random expressions and batches. */
class FusedUpdateTest {
  private static final DataType MONEY = new DataType.Decimal(15, 2);
  private static final DataType RATE = new DataType.Decimal(18, 4);
  private static final DataType WIDE = new DataType.Decimal(38, 6);
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          MONEY,
          RATE,
          WIDE,
          DataType.FLOAT64,
          DataType.FLOAT32,
          DataType.DATE,
          DataType.STRING,
          DataType.INT8);
  private static final int[] ROWS = {1, 2, 63, 64, 65, 500, 3000};

  private final OperatorTester tester = new OperatorTester();
  private long generatedRows;
  private int errors;

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void computesWhatKernelsCompute() {
    for (int seed = 0; seed < Effort.of(400); seed++) {
      checkRandom(seed);
    }
    assertThat(generatedRows)
        .as("rows that generated code took in")
        .isGreaterThan(Effort.of(100_000));
    assertThat(errors).as("runs that end in an error").isBetween(1, 100);
  }

  private void checkRandom(int seed) {
    RandomBatches random = RandomBatches.seed(seed);
    Random choices = random.random();
    boolean isKeyed = choices.nextInt(3) > 0;
    BatchTable table = table(random, isKeyed);
    List<PhysicalExpr> expressions = new ArrayList<>();
    int keys = isKeyed ? 1 + choices.nextInt(2) : 0;
    for (int i = 0; i < keys; i++) {
      int column = choices.nextBoolean() ? TYPES.indexOf(DataType.STRING) : TYPES.size() - 1;
      expressions.add(Exprs.col(column, TYPES.get(column)));
    }
    List<AggregateCall> calls = new ArrayList<>();
    int count = 1 + choices.nextInt(5);
    for (int i = 0; i < count; i++) {
      expressions.add(value(choices, 3));
      AggregateCall call = call(choices, expressions);
      if (choices.nextInt(6) == 0) {
        expressions.add(condition(choices));
        call = filtered(call, expressions.size() - 1);
      }
      calls.add(call);
    }
    calls.add(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64));
    List<Field> fields = new ArrayList<>();
    for (PhysicalExpr expression : expressions) {
      fields.add(new Field("e" + fields.size(), expression.type(), true));
    }
    PhysicalPlan project =
        new PhysicalPlan.Project(table.scan(), expressions, new Schema(fields), Estimate.UNKNOWN);
    PhysicalPlan plan = aggregate(project, keys, calls);
    String label = "seed " + seed + ": " + expressions + " " + calls;
    AggregateLimits usual = AggregateLimits.DEFAULT;
    tester.setAggregateLimits(
        choices.nextInt(4) > 0
            ? usual
            : new AggregateLimits(
                choices.nextInt(300),
                usual.maxTableValues(),
                1L << choices.nextInt(22),
                usual.smallBytes(),
                usual.maxStateBytes()));
    Object expected = outcome(plan, Optional.empty());
    Object actual = outcome(plan, Optional.of(new LoopCache(4, 0, 1)));
    generatedRows += tester.metrics().of(plan).generatedRows();
    if (expected instanceof HeddleException error) {
      errors++;
      assertThat(actual).as(error + label).isInstanceOf(HeddleException.class);
      HeddleException other = (HeddleException) actual;
      assertThat(other.code()).as(label).isEqualTo(error.code());
      assertThat(other.getMessage()).as(label).isEqualTo(error.getMessage());
    } else if (isKeyed) {
      SameRows.check(rows(actual, label), rows(expected, label), label);
    } else {
      checkNear(rows(actual, label).getFirst(), rows(expected, label).getFirst(), label);
    }
  }

  /** Sums of floating-point numbers of one group are added up in another order. */
  private static void checkNear(
      List<@Nullable Object> actual, List<@Nullable Object> expected, String label) {
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i) instanceof Double number && Double.isFinite(number)) {
        double margin = Math.max(1, Math.abs(number)) * 1e-9;
        assertThat((Double) actual.get(i)).as(label).isCloseTo(number, within(margin));
      } else {
        assertThat(actual.get(i)).as(label).isEqualTo(expected.get(i));
      }
    }
  }

  @SuppressWarnings("unchecked") // of outcome
  private static List<List<@Nullable Object>> rows(Object outcome, String label) {
    assertThat(outcome).as(label).isInstanceOf(List.class);
    return (List<List<@Nullable Object>>) outcome;
  }

  private Object outcome(PhysicalPlan plan, Optional<LoopCache> loops) {
    tester.setLoops(loops);
    try {
      return tester.run(plan, 1);
    } catch (HeddleException e) {
      return e;
    }
  }

  private static PhysicalPlan aggregate(PhysicalPlan input, int keys, List<AggregateCall> calls) {
    List<Integer> keyColumns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      keyColumns.add(i);
      fields.add(input.output().field(i));
    }
    calls.forEach(call -> fields.add(Field.of("a" + fields.size(), call.type())));
    return new PhysicalPlan.Aggregate(
        input, keyColumns, calls, AggregateMode.SINGLE, new Schema(fields), Estimate.UNKNOWN);
  }

  /** Returns a call on the last of the expressions. */
  private static AggregateCall call(Random choices, List<PhysicalExpr> expressions) {
    int column = expressions.size() - 1;
    DataType type = expressions.get(column).type();
    boolean isSummed = type.isNumeric();
    return switch (choices.nextInt(isSummed ? 6 : 3)) {
      case 0 -> AggregateCall.of(AggregateFunction.MIN, type, column);
      case 1 -> AggregateCall.of(AggregateFunction.MAX, type, column);
      case 2 -> AggregateCall.of(AggregateFunction.COUNT, DataType.INT64, column);
      case 3 -> AggregateCall.of(AggregateFunction.AVG, DataType.FLOAT64, column);
      default -> AggregateCall.of(AggregateFunction.SUM, AggregateStates.sumType(type), column);
    };
  }

  private static AggregateCall filtered(AggregateCall call, int column) {
    return new AggregateCall(
        call.function(),
        call.arguments(),
        List.of(),
        false,
        OptionalInt.of(column),
        List.of(),
        call.type());
  }

  // Expressions

  private static PhysicalExpr value(Random choices, int depth) {
    if (choices.nextInt(6) == 0) {
      int column = TYPES.indexOf(DataType.DATE);
      return Exprs.col(column, TYPES.get(column));
    }
    return number(choices, depth);
  }

  private static PhysicalExpr number(Random choices, int depth) {
    if (depth == 0 || choices.nextInt(4) == 0) {
      return choices.nextInt(4) == 0 ? constant(choices) : column(choices);
    }
    PhysicalExpr left = number(choices, depth - 1);
    PhysicalExpr right = number(choices, depth - 1);
    return switch (choices.nextInt(9)) {
      case 0, 1 -> Exprs.call(ScalarFunction.ADD, left, right);
      case 2, 3 -> Exprs.call(ScalarFunction.SUBTRACT, left, right);
      case 4, 5 -> Exprs.call(ScalarFunction.MULTIPLY, left, right);
      case 6 -> Exprs.call(ScalarFunction.NEGATE, left);
      case 7 -> Exprs.cast(left, choices.nextBoolean() ? DataType.FLOAT64 : DataType.INT64);
      default -> Exprs.caseWhen(condition(choices), left, Exprs.cast(right, left.type()));
    };
  }

  private static PhysicalExpr condition(Random choices) {
    PhysicalExpr first = comparison(choices);
    return switch (choices.nextInt(4)) {
      case 0 -> Exprs.call(ScalarFunction.AND, first, comparison(choices));
      case 1 -> Exprs.call(ScalarFunction.OR, first, comparison(choices));
      case 2 -> Exprs.call(ScalarFunction.NOT, first);
      default -> first;
    };
  }

  private static PhysicalExpr comparison(Random choices) {
    if (choices.nextInt(4) == 0) {
      int column = TYPES.indexOf(DataType.STRING);
      PhysicalExpr text = Exprs.col(column, DataType.STRING);
      return Exprs.call(ScalarFunction.GT, text, Exprs.text("ab"));
    }
    List<ScalarFunction> functions =
        List.of(
            ScalarFunction.EQ,
            ScalarFunction.NOT_EQ,
            ScalarFunction.LT,
            ScalarFunction.LT_EQ,
            ScalarFunction.GT,
            ScalarFunction.GT_EQ);
    ScalarFunction function = functions.get(choices.nextInt(functions.size()));
    return Exprs.call(function, column(choices), column(choices));
  }

  private static PhysicalExpr column(Random choices) {
    int column = choices.nextInt(TYPES.indexOf(DataType.DATE));
    return Exprs.col(column, TYPES.get(column));
  }

  private static PhysicalExpr constant(Random choices) {
    return switch (choices.nextInt(4)) {
      case 0 -> Exprs.int32(choices.nextInt(10) - 5);
      case 1 -> Exprs.int64(choices.nextInt(10) == 0 ? Long.MAX_VALUE : 3);
      case 2 -> Exprs.decimal("1.5");
      default -> Exprs.float64(choices.nextBoolean() ? -0.0 : 0.25);
    };
  }

  // Tables

  /** Returns a table of the types; each of its columns has small values, or some that are not. */
  private BatchTable table(RandomBatches random, boolean isKeyed) {
    Random choices = random.random();
    Schema schema = RandomBatches.schema(TYPES);
    boolean[] isSmall = new boolean[TYPES.size()];
    boolean[] isNullable = new boolean[TYPES.size()];
    boolean hasOdd = choices.nextInt(3) == 0;
    for (int i = 0; i < isSmall.length; i++) {
      boolean mustBeExact = !isKeyed && TYPES.get(i).isFloat();
      isSmall[i] = mustBeExact || !hasOdd || choices.nextInt(4) > 0;
      isNullable[i] = choices.nextInt(4) == 0;
    }
    List<Batch> batches = new ArrayList<>();
    int count = 1 + choices.nextInt(4);
    for (int b = 0; b < count; b++) {
      int rows = ROWS[choices.nextInt(ROWS.length)];
      Batch made =
          choices.nextBoolean()
              ? random.batch(schema, rows, tester.account())
              : random.selectedBatch(schema, rows, tester.account());
      Column[] columns = new Column[TYPES.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] =
            isSmall[i] && !TYPES.get(i).equals(DataType.STRING)
                ? small(TYPES.get(i), rows, isNullable[i], choices)
                : made.physicalColumn(i).retain();
      }
      batches.add(made.withColumns(columns));
      made.close();
    }
    return tester.table(schema, List.of(batches));
  }

  private Column small(DataType type, int rows, boolean isNullable, Random choices) {
    boolean isDictionary = choices.nextInt(3) == 0;
    Column values = numbers(type, isDictionary ? 7 : rows, !isDictionary && isNullable, choices);
    if (!isDictionary) {
      return values;
    }
    Buffer codes = tester.account().allocate(4L * rows);
    Buffer validity = tester.account().allocateZeroed(Bits.bytesFor(rows));
    for (int i = 0; i < rows; i++) {
      boolean isNull = isNullable && choices.nextInt(5) == 0;
      Memory.putInt(codes.address() + 4L * i, isNull ? 0 : choices.nextInt(7));
      if (!isNull) {
        Bits.set(validity.address(), i);
      }
    }
    return Column.codes(rows, codes, validity, values);
  }

  private Column numbers(DataType type, int rows, boolean isNullable, Random choices) {
    try (ColumnBuilder builder = new ColumnBuilder(type, tester.account())) {
      for (int i = 0; i < rows; i++) {
        int number = choices.nextInt(200) - 100;
        if (isNullable && choices.nextInt(5) == 0) {
          builder.appendNull();
        } else if (type.isFloat()) {
          builder.appendDouble(number == 7 ? -0.0 : number / 64.0);
        } else if (type.equals(WIDE)) {
          builder.appendWords(number, number >> 31);
        } else {
          builder.appendLong(number);
        }
      }
      return builder.build();
    }
  }
}
