package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashAggregateTest {
  private static final List<DataType> SUMMABLE =
      List.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          new DataType.Decimal(7, 2),
          new DataType.Decimal(18, 4));

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void matchesTheTwinOnRandomRows() {
    for (int seed = 0; seed < Effort.of(50); seed++) {
      checkRandom(seed);
    }
  }

  /** Columns: 0 to 2 of random types, 3 truth, 4 summable, 5 summable, 6 and 7 floats, 8 unique. */
  private void checkRandom(int seed) {
    RandomBatches random = RandomBatches.seed(seed);
    Random choices = random.random();
    List<DataType> types = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      types.add(random.type());
    }
    types.add(DataType.BOOL);
    types.add(SUMMABLE.get(choices.nextInt(SUMMABLE.size())));
    types.add(SUMMABLE.get(choices.nextInt(SUMMABLE.size())));
    types.addAll(List.of(DataType.FLOAT32, DataType.FLOAT64, DataType.INT64));
    Schema schema = RandomBatches.schema(types);
    BatchTable table = withNumbers(tester.table(random, schema), choices);
    List<Integer> keys =
        IntStream.range(0, 4).filter(_ -> choices.nextInt(3) == 0).boxed().toList();
    List<AggregateCall> calls = new ArrayList<>();
    int callCount = choices.nextInt(6);
    for (int i = 0; i < callCount; i++) {
      calls.add(call(choices, types));
    }
    if (keys.isEmpty() && calls.isEmpty()) {
      calls.add(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64));
    }
    List<List<@Nullable Object>> expected =
        AggregateTwin.aggregate(ScannedRows.of(table.batches()), keys, calls);
    PhysicalPlan.Aggregate single = aggregate(table.scan(), keys, calls);
    for (int threads = 1; threads <= 3; threads++) {
      AggregateLimits limits = limits(choices);
      tester.setAggregateLimits(limits);
      String label =
          "seed " + seed + ", threads " + threads + ", keys " + keys + ", " + calls + limits;
      assertSameGroups(tester.run(single, threads), expected, keys.size(), label);
      if (calls.stream().allMatch(AggregateStates::isMergeable)) {
        PhysicalPlan halves = OperatorTester.inTwoHalves(single);
        assertSameGroups(tester.run(halves, threads), expected, keys.size(), label + " halves");
      }
    }
  }

  /** Returns limits that keep everything in memory, or that spill early. */
  private static AggregateLimits limits(Random choices) {
    int many = choices.nextInt(300);
    return switch (choices.nextInt(3)) {
      case 0 -> AggregateLimits.DEFAULT;
      case 1 -> AggregateLimits.inMemory(many, choices.nextInt(300), 1L << choices.nextInt(22));
      default ->
          new AggregateLimits(
              choices.nextBoolean() ? many : 1 << 18,
              1 << choices.nextInt(20),
              1L << choices.nextInt(22),
              1L << (14 + choices.nextInt(4)),
              1L << (17 + choices.nextInt(4)));
    };
  }

  /** Replaces the last three columns: multiples of 1/64 and a unique number. */
  private BatchTable withNumbers(BatchTable table, Random choices) {
    List<Batch> batches = new ArrayList<>();
    long next = 0;
    for (Batch batch : table.batches()) {
      Column[] columns = new Column[batch.columnCount()];
      for (int i = 0; i < columns.length - 3; i++) {
        columns[i] = batch.physicalColumn(i).retain();
      }
      try (ColumnBuilder singles = new ColumnBuilder(DataType.FLOAT32, tester.account());
          ColumnBuilder doubles = new ColumnBuilder(DataType.FLOAT64, tester.account());
          ColumnBuilder unique = new ColumnBuilder(DataType.INT64, tester.account())) {
        for (int i = 0; i < batch.physicalRows(); i++) {
          if (choices.nextInt(5) == 0) {
            singles.appendNull();
          } else {
            singles.appendDouble((choices.nextInt(200) - 100) / 64.0);
          }
          doubles.appendDouble((choices.nextInt(2000) - 1000) / 64.0);
          unique.appendLong(next++ * 7919 % 1_000_003);
        }
        columns[columns.length - 3] = singles.build();
        columns[columns.length - 2] = doubles.build();
        columns[columns.length - 1] = unique.build();
      }
      batches.add(batch.withColumns(columns));
    }
    int half = batches.size() / 2;
    return tester.table(
        table.schema(),
        List.of(
            new ArrayList<>(batches.subList(0, half)),
            List.of(),
            new ArrayList<>(batches.subList(half, batches.size()))));
  }

  private static AggregateCall call(Random choices, List<DataType> types) {
    OptionalInt filter = choices.nextInt(4) == 0 ? OptionalInt.of(3) : OptionalInt.empty();
    boolean distinct = choices.nextInt(4) == 0;
    int any = choices.nextInt(types.size());
    int number = 4 + choices.nextInt(4);
    DataType type = types.get(any);
    return switch (choices.nextInt(12)) {
      case 0 ->
          call(AggregateFunction.COUNT_ALL, List.of(), DataType.INT64, false, filter, List.of());
      case 1 ->
          call(AggregateFunction.COUNT, List.of(any), DataType.INT64, distinct, filter, List.of());
      case 2 ->
          call(
              AggregateFunction.SUM,
              List.of(number),
              AggregateStates.sumType(types.get(number)),
              distinct,
              filter,
              List.of());
      case 3, 4 -> {
        boolean least = choices.nextBoolean();
        int ordered = type instanceof DataType.Interval ? number : any;
        yield call(
            least ? AggregateFunction.MIN : AggregateFunction.MAX,
            List.of(ordered),
            types.get(ordered),
            distinct,
            filter,
            List.of());
      }
      case 5 ->
          call(
              choices.nextBoolean() ? AggregateFunction.BOOL_AND : AggregateFunction.BOOL_OR,
              List.of(3),
              DataType.BOOL,
              distinct,
              filter,
              List.of());
      case 6 ->
          call(
              choices.nextBoolean() ? AggregateFunction.FIRST : AggregateFunction.LAST,
              List.of(any),
              type,
              false,
              filter,
              List.of(new SortOrder(8, SortDirection.ASCENDING, NullPlacement.LAST)));
      case 8 ->
          call(
              AggregateFunction.COUNT,
              List.of(any, number),
              DataType.INT64,
              distinct,
              filter,
              List.of());
      case 9 -> {
        AggregateFunction[] pairs = {
          AggregateFunction.REGR_COUNT,
          AggregateFunction.REGR_AVGX,
          AggregateFunction.REGR_SXY,
          AggregateFunction.COVAR_SAMP,
          AggregateFunction.COVAR_POP
        };
        AggregateFunction function = pairs[choices.nextInt(pairs.length)];
        DataType result =
            function == AggregateFunction.REGR_COUNT ? DataType.INT64 : DataType.FLOAT64;
        yield call(function, List.of(7, 6), result, false, filter, List.of());
      }
      case 10 ->
          call(
              AggregateFunction.ARRAY_AGG,
              List.of(number),
              new DataType.ListOf(types.get(number)),
              false,
              filter,
              List.of(new SortOrder(8, SortDirection.ASCENDING, NullPlacement.LAST)));
      default -> {
        AggregateFunction[] statistics = {
          AggregateFunction.AVG,
          AggregateFunction.VAR_POP,
          AggregateFunction.VAR_SAMP,
          AggregateFunction.STDDEV_POP,
          AggregateFunction.STDDEV_SAMP,
          AggregateFunction.MEDIAN,
          AggregateFunction.QUANTILE,
          AggregateFunction.PRODUCT,
          AggregateFunction.COMPENSATED_SUM,
          AggregateFunction.COMPENSATED_MEAN
        };
        AggregateFunction function = statistics[choices.nextInt(statistics.length)];
        // INT64 has extremes whose squares leave no digits to compare
        int tame = types.get(number).equals(DataType.INT64) ? 7 : number;
        yield call(function, List.of(tame), DataType.FLOAT64, distinct, filter, List.of());
      }
    };
  }

  private static AggregateCall call(
      AggregateFunction function,
      List<Integer> arguments,
      DataType type,
      boolean distinct,
      OptionalInt filter,
      List<SortOrder> order) {
    List<PhysicalExpr.Literal> constants =
        function == AggregateFunction.QUANTILE
            ? List.of(PhysicalExpr.Literal.of(new ScanValue.Floating(0.25), DataType.FLOAT64))
            : List.of();
    return new AggregateCall(function, arguments, constants, distinct, filter, order, type);
  }

  private static PhysicalPlan.Aggregate aggregate(
      PhysicalPlan input, List<Integer> keys, List<AggregateCall> calls) {
    List<Field> fields = new ArrayList<>();
    keys.forEach(key -> fields.add(input.output().field(key)));
    calls.forEach(call -> fields.add(Field.of("a" + fields.size(), call.type())));
    return new PhysicalPlan.Aggregate(
        input, keys, calls, AggregateMode.SINGLE, new Schema(fields), Estimate.UNKNOWN);
  }

  private static void assertSameGroups(
      List<List<@Nullable Object>> actual,
      List<List<@Nullable Object>> expected,
      int keys,
      String label) {
    assertThat(actual).as(label).hasSameSizeAs(expected);
    Map<List<@Nullable Object>, List<@Nullable Object>> byKey = new LinkedHashMap<>();
    actual.forEach(row -> byKey.put(canonical(row.subList(0, keys)), row));
    for (List<@Nullable Object> row : expected) {
      List<@Nullable Object> key = row.subList(0, keys);
      List<@Nullable Object> found = byKey.get(key);
      if (found == null) { // an assertion for each group would take most of the time
        throw new AssertionError("%s: group %s is missing".formatted(label, key));
      }
      for (int i = keys; i < row.size(); i++) {
        if (!AggregateTwin.isClose(AggregateTwin.canonical(found.get(i)), row.get(i))) {
          throw new AssertionError(
              "%s: group %s, column %s: %s is not %s"
                  .formatted(label, key, i, found.get(i), row.get(i)));
        }
      }
    }
  }

  private static List<@Nullable Object> canonical(List<@Nullable Object> values) {
    List<@Nullable Object> canonical = new ArrayList<>();
    values.forEach(value -> canonical.add(AggregateTwin.canonical(value)));
    return canonical;
  }

  @ParameterizedTest
  @CsvSource({"1,1000,30", "2,1000,30", "2,10000,18", "3,10000,1", "1,1000000,30", "2,1000000,30"})
  void groupsManyKeysOnSeveralThreads(int threads, int maxTableGroups, int waitingShift) {
    tester.setAggregateLimits(
        AggregateLimits.inMemory(maxTableGroups, maxTableGroups, 1L << waitingShift));
    BatchTable table = numbers(10, 4096, 30_000);
    List<AggregateCall> calls =
        List.of(
            AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64),
            AggregateCall.of(AggregateFunction.MAX, DataType.STRING, 1),
            new AggregateCall(
                AggregateFunction.COUNT,
                List.of(1),
                List.of(),
                true,
                OptionalInt.empty(),
                List.of(),
                DataType.INT64),
            AggregateCall.of(AggregateFunction.MEDIAN, DataType.FLOAT64, 0));
    for (List<Integer> keys : List.of(List.of(0), List.of(1), List.of(0, 1))) {
      PhysicalPlan plan = aggregate(table.scan(), keys, calls);
      assertSameGroups(
          tester.run(plan, threads),
          AggregateTwin.aggregate(ScannedRows.of(table.batches()), keys, calls),
          keys.size(),
          "keys " + keys);
      assertThat(tester.metrics().of(plan).rowsIn()).isEqualTo(10 * 4096);
    }
  }

  @Test
  void threadsThatFinishPartitionsOfOneTablesListsAtOnceLeaveNothing() {
    tester.setAggregateLimits(AggregateLimits.inMemory(1_000_000, 100, 1L << 30));
    BatchTable table = numbers(2, 4096, 30_000);
    List<AggregateCall> calls =
        List.of(
            AggregateCall.of(AggregateFunction.ARRAY_AGG, new DataType.ListOf(DataType.STRING), 1));
    PhysicalPlan plan = aggregate(table.scan(), List.of(0), calls);
    for (int i = 0; i < 30; i++) {
      assertThat(tester.run(plan, 3)).isNotEmpty();
    }
  }

  @Test
  void rangesOfKeysThatGrowAndBreakOffGiveTheSameGroups() {
    for (int seed = 0; seed < Effort.of(25); seed++) {
      Random random = new Random(seed);
      DataType type = random.nextBoolean() ? DataType.INT64 : DataType.INT32;
      long limit = type == DataType.INT64 ? Long.MAX_VALUE : Integer.MAX_VALUE;
      long next = random.nextInt(3) == 0 ? limit - 300_000 : random.nextInt(1000) - 500;
      long step = random.nextInt(6) - 2;
      Field key = new Field("k", type, random.nextBoolean());
      List<List<Batch>> splits = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        int rows = 1 + random.nextInt(3000);
        try (ColumnBuilder keys = new ColumnBuilder(type, tester.account())) {
          for (int row = 0; row < rows; row++) {
            if (key.nullable() && random.nextInt(50) == 0) {
              keys.appendNull();
            } else if (i > 8 && random.nextInt(1000) == 0) {
              keys.appendLong(new long[] {limit, -limit - 1, 0}[random.nextInt(3)]);
            } else {
              keys.appendLong(next + random.nextInt(20));
            }
            next = Math.clamp(next + step, -limit, limit - 20);
          }
          splits.add(List.of(Batch.of(tester.account(), rows, keys.build())));
        }
      }
      BatchTable table = tester.table(new Schema(List.of(key)), splits);
      List<AggregateCall> calls =
          List.of(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64));
      tester.setAggregateLimits(AggregateLimits.inMemory(random.nextInt(20_000), 1 << 17, 1 << 20));
      List<List<@Nullable Object>> expected =
          AggregateTwin.aggregate(ScannedRows.of(table.batches()), List.of(0), calls);
      for (int threads = 1; threads <= 2; threads++) {
        assertSameGroups(
            tester.run(aggregate(table.scan(), List.of(0), calls), threads),
            expected,
            1,
            "seed " + seed + ", threads " + threads);
      }
    }
  }

  /** Threads then find most ranges of keys to be theirs alone, which are complete as they are. */
  @Test
  void rowsInAboutTheOrderOfTheirKeyGiveTheSameGroups() {
    for (int seed = 0; seed < Effort.of(12); seed++) {
      Random random = new Random(seed);
      Field key = new Field("k", DataType.INT64, random.nextBoolean());
      Field value = new Field("v", DataType.INT64, true);
      Field text = new Field("s", DataType.STRING, true);
      long next = random.nextInt(4) == 0 ? Long.MIN_VALUE : random.nextInt(1000) - 500;
      int step = 1 + random.nextInt(40);
      int spread = random.nextInt(3) == 0 ? 5000 : 1;
      List<List<Batch>> splits = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        int rows = Batch.MAX_ROWS - random.nextInt(100);
        try (ColumnBuilder keys = new ColumnBuilder(key.type(), tester.account());
            ColumnBuilder values = new ColumnBuilder(value.type(), tester.account());
            ColumnBuilder texts = new ColumnBuilder(text.type(), tester.account())) {
          for (int row = 0; row < rows; row++) {
            next += row % 2 == 0 ? step : 0;
            if (key.nullable() && random.nextInt(500) == 0) {
              keys.appendNull();
            } else {
              keys.appendLong(next + random.nextInt(spread));
            }
            values.appendLong(random.nextInt(1000) - 500);
            if (random.nextInt(9) == 0) {
              texts.appendNull();
            } else {
              texts.appendString("a text of more than a view " + random.nextInt(50));
            }
          }
          splits.add(
              List.of(
                  Batch.of(tester.account(), rows, keys.build(), values.build(), texts.build())));
        }
      }
      BatchTable table = tester.table(new Schema(List.of(key, value, text)), splits);
      List<AggregateCall> calls =
          new ArrayList<>(
              List.of(
                  AggregateCall.of(AggregateFunction.SUM, DataType.INT64, 1),
                  AggregateCall.of(AggregateFunction.AVG, DataType.FLOAT64, 1),
                  AggregateCall.of(AggregateFunction.MAX, DataType.STRING, 2)));
      if (seed % 3 == 0) {
        calls.add(AggregateCall.of(AggregateFunction.MEDIAN, DataType.FLOAT64, 1));
      }
      int maxTableGroups = seed % 2 == 0 ? 1 << 18 : random.nextInt(8000);
      tester.setAggregateLimits(AggregateLimits.inMemory(maxTableGroups, 1 << 17, 1 << 20));
      List<List<@Nullable Object>> expected =
          AggregateTwin.aggregate(ScannedRows.of(table.batches()), List.of(0), calls);
      for (int threads = 1; threads <= 3; threads++) {
        assertSameGroups(
            tester.run(aggregate(table.scan(), List.of(0), calls), threads),
            expected,
            1,
            "seed " + seed + ", threads " + threads);
      }
    }
  }

  /** A key of few values, a truth and an integer whose range moves, grows and breaks off. */
  @Test
  void severalKeysOfFewValuesGiveTheSameGroups() {
    for (int seed = 0; seed < Effort.of(25); seed++) {
      Random random = new Random(seed);
      List<Field> fields =
          List.of(
              new Field("s", DataType.INT16, random.nextBoolean()),
              new Field("b", DataType.BOOL, random.nextBoolean()),
              new Field("k", DataType.INT64, random.nextBoolean()));
      long next = random.nextInt(3) == 0 ? Long.MIN_VALUE + 20 : random.nextInt(100) - 50;
      long step = random.nextInt(9) - 4;
      List<List<Batch>> splits = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        int rows = 1 + random.nextInt(2000);
        boolean isNull = random.nextInt(6) == 0;
        try (ColumnBuilder first = new ColumnBuilder(DataType.INT16, tester.account());
            ColumnBuilder second = new ColumnBuilder(DataType.BOOL, tester.account());
            ColumnBuilder third = new ColumnBuilder(DataType.INT64, tester.account())) {
          for (int row = 0; row < rows; row++) {
            next = Math.clamp(next + (row % 50 == 0 ? step : 0), Long.MIN_VALUE + 20, 1 << 20);
            boolean isFar = i > 8 && random.nextInt(1000) == 0;
            append(first, fields.get(0), isNull, random, random.nextInt(7) - 3);
            append(second, fields.get(1), isNull, random, random.nextInt(2));
            append(third, fields.get(2), isNull, random, isFar ? -next : next + random.nextInt(20));
          }
          splits.add(
              List.of(
                  Batch.of(tester.account(), rows, first.build(), second.build(), third.build())));
        }
      }
      BatchTable table = tester.table(new Schema(fields), splits);
      List<AggregateCall> calls =
          List.of(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64));
      List<Integer> keys = List.of(List.of(0, 1, 2), List.of(2, 0), List.of(1)).get(seed % 3);
      List<List<@Nullable Object>> expected =
          AggregateTwin.aggregate(ScannedRows.of(table.batches()), keys, calls);
      for (int threads = 1; threads <= 2; threads++) {
        assertSameGroups(
            tester.run(aggregate(table.scan(), keys, calls), threads),
            expected,
            keys.size(),
            "seed " + seed + ", threads " + threads);
      }
    }
  }

  private static void append(
      ColumnBuilder column, Field field, boolean isNull, Random random, long value) {
    if (field.nullable() && (isNull || random.nextInt(30) == 0)) {
      column.appendNull();
    } else if (field.type().equals(DataType.BOOL)) {
      column.appendBoolean(value != 0);
    } else {
      column.appendLong(value);
    }
  }

  @Test
  void nothingIsLeftWhereMemoryRunsOut() {
    for (int seed = 0; seed < Effort.of(6); seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      List<DataType> types =
          List.of(
              DataType.STRING,
              DataType.INT32,
              DataType.INT64,
              DataType.BOOL,
              DataType.INT16,
              DataType.INT32,
              DataType.FLOAT32,
              DataType.FLOAT64,
              DataType.INT64);
      Schema schema = RandomBatches.schema(types);
      BatchTable table = withNumbers(tester.table(random, schema), random.random());
      List<AggregateCall> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        calls.add(call(random.random(), types));
      }
      List<Integer> keys = List.of(List.of(0), List.of(1), List.of(0, 1)).get(seed % 3);
      tester.setAggregateLimits(
          AggregateLimits.inMemory(seed % 2 == 0 ? 100 : 1_000_000, 1 << 17, 1 << 16));
      List<List<@Nullable Object>> expected =
          AggregateTwin.aggregate(ScannedRows.of(table.batches()), keys, calls);
      for (int threads = 1; threads <= 2; threads++) {
        assertSameGroups(
            tester.runWithScarceMemory(aggregate(table.scan(), keys, calls), threads),
            expected,
            keys.size(),
            "seed " + seed + ", threads " + threads);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1000000", "2,1000000", "3,1000000", "2,20000", "2,900"})
  void distinctValuesOfAllRowsAreDividedWhereMostAreNew(int threads, int distinct) {
    BatchTable table = numbers(12, 4096, distinct);
    List<AggregateCall> calls =
        List.of(
            distinct(AggregateFunction.COUNT, DataType.INT64, 0),
            distinct(AggregateFunction.SUM, DataType.INT64, 0),
            distinct(AggregateFunction.COUNT, DataType.INT64, 1),
            AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64));
    List<List<@Nullable Object>> expected =
        AggregateTwin.aggregate(ScannedRows.of(table.batches()), List.of(), calls);
    List<Integer> limits = List.of(20, 1 << 17, 100, 1000);
    for (int maxTableValues : limits.subList(0, Effort.of(limits.size()))) {
      tester.setAggregateLimits(AggregateLimits.inMemory(1 << 18, maxTableValues, 1L << 30));
      String label = "many values " + maxTableValues;
      PhysicalPlan plan = aggregate(table.scan(), List.of(), calls);
      assertSameGroups(tester.run(plan, threads), expected, 0, label);
      assertSameGroups(tester.runWithScarceMemory(plan, threads), expected, 0, label + ", scarce");
    }
  }

  @ParameterizedTest
  @CsvSource({"3,1", "3,2", "200,3", "257,2", "1500,2"})
  void mediansOfFewGroupsNeedNoDividingAndOfManyStayRight(int distinct, int threads) {
    BatchTable table = measures(6, 4096, distinct);
    List<AggregateCall> calls =
        List.of(
            AggregateCall.of(AggregateFunction.MEDIAN, DataType.FLOAT64, 1),
            AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64),
            AggregateCall.of(AggregateFunction.MEDIAN, DataType.FLOAT64, 0));
    List<AggregateLimits> all =
        List.of(
            AggregateLimits.DEFAULT,
            AggregateLimits.inMemory(1 << 18, 1000, 1L << 30),
            AggregateLimits.inMemory(1 << 18, 1000, 1L << 18),
            new AggregateLimits(1 << 18, 1 << 17, 1L << 30, 1 << 14, 1L << 18));
    for (List<Integer> keys : List.of(List.<Integer>of(), List.of(0))) {
      List<List<@Nullable Object>> expected =
          AggregateTwin.aggregate(ScannedRows.of(table.batches()), keys, calls);
      PhysicalPlan plan = aggregate(table.scan(), keys, calls);
      for (AggregateLimits limits : all) {
        tester.setAggregateLimits(limits);
        String label = keys + ", " + limits;
        assertSameGroups(tester.run(plan, threads), expected, keys.size(), label);
        boolean isTurn = all.indexOf(limits) == (distinct + threads) % all.size();
        if (isTurn || Effort.isWhole()) {
          assertSameGroups(
              tester.runWithScarceMemory(plan, threads), expected, keys.size(), label + ", scarce");
        }
      }
    }
  }

  /** Makes keys, some of them null, and numbers, among them nulls, NaN and negative zeros. */
  private BatchTable measures(int batches, int rows, int distinct) {
    Schema schema = RandomBatches.schema(List.of(DataType.INT32, DataType.FLOAT64));
    Random random = new Random(distinct);
    List<List<Batch>> splits = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT32, tester.account());
          ColumnBuilder numbers = new ColumnBuilder(DataType.FLOAT64, tester.account())) {
        for (int row = 0; row < rows; row++) {
          if (random.nextInt(100) == 0) {
            keys.appendNull();
          } else {
            keys.appendLong(random.nextInt(distinct));
          }
          switch (random.nextInt(20)) {
            case 0 -> numbers.appendNull();
            case 1 -> numbers.appendDouble(Double.NaN);
            case 2 -> numbers.appendDouble(-0.0);
            default -> numbers.appendDouble(random.nextInt(2000) / 64.0 - 10);
          }
        }
        splits.add(List.of(Batch.of(tester.account(), rows, keys.build(), numbers.build())));
      }
    }
    return tester.table(schema, splits);
  }

  private static AggregateCall distinct(AggregateFunction function, DataType type, int argument) {
    return call(function, List.of(argument), type, true, OptionalInt.empty(), List.of());
  }

  private BatchTable numbers(int batches, int rows, int distinct) {
    Schema schema = RandomBatches.schema(List.of(DataType.INT32, DataType.STRING));
    Random random = new Random(3);
    List<List<Batch>> splits = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT32, tester.account());
          ColumnBuilder texts = new ColumnBuilder(DataType.STRING, tester.account())) {
        for (int row = 0; row < rows; row++) {
          int number = random.nextInt(distinct);
          numbers.appendLong(number);
          texts.appendString("text of " + number % 30_000);
        }
        splits.add(List.of(Batch.of(tester.account(), rows, numbers.build(), texts.build())));
      }
    }
    return tester.table(schema, splits);
  }

  @Test
  void anyValueIsOneOfTheGroupsValues() {
    BatchTable table = numbers(4, 1000, 20);
    AggregateCall call = AggregateCall.of(AggregateFunction.ANY_VALUE, DataType.STRING, 1);
    for (List<@Nullable Object> row :
        tester.run(aggregate(table.scan(), List.of(0), List.of(call)), 2)) {
      assertThat(row.get(1)).isEqualTo("text of " + row.get(0));
    }
  }

  @Test
  void singleValueGivesTheOnlyRowAndRejectsTwo() {
    AggregateCall call = AggregateCall.of(AggregateFunction.SINGLE_VALUE, DataType.INT32, 0);
    PhysicalPlan one = aggregate(numbers(1, 1, 20).scan(), List.of(), List.of(call));
    PhysicalPlan none = aggregate(numbers(0, 1, 20).scan(), List.of(), List.of(call));
    PhysicalPlan two = aggregate(numbers(2, 1, 20).scan(), List.of(), List.of(call));
    assertThat(tester.run(one, 2)).hasSize(1).doesNotContain(nulls(1));
    assertThat(tester.run(none, 2)).containsExactly(nulls(1));
    for (int threads = 1; threads <= 2; threads++) {
      int n = threads;
      assertThatThrownBy(() -> tester.run(two, n))
          .hasMessage("Scalar subquery gave more than one row; add LIMIT 1 or an aggregate")
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.SUBQUERY_MULTIPLE_ROWS));
    }
  }

  private static List<@Nullable Object> nulls(int count) {
    List<@Nullable Object> nulls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nulls.add(null);
    }
    return nulls;
  }

  @Test
  void sumsOfDecimalsThatOverflowAreErrors() {
    DataType type = new DataType.Decimal(38, 0);
    Schema schema = RandomBatches.schema(List.of(type));
    try (ColumnBuilder values = new ColumnBuilder(type, tester.account())) {
      for (int i = 0; i < 3; i++) {
        values.appendDecimal(new java.math.BigDecimal("9".repeat(38)));
      }
      BatchTable table =
          tester.table(schema, List.of(List.of(Batch.of(tester.account(), 3, values.build()))));
      AggregateCall call = AggregateCall.of(AggregateFunction.SUM, type, 0);
      assertThatThrownBy(() -> tester.run(aggregate(table.scan(), List.of(), List.of(call)), 1))
          .hasMessage(
              "Cannot sum: the result does not fit DECIMAL(38); cast the argument to DOUBLE")
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW));
    }
  }
}
