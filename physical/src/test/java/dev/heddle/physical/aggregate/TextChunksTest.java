package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.KeyOrder;
import dev.heddle.physical.testing.BatchTable;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextChunksTest {
  private static final List<Field> FIELDS =
      List.of(
          new Field("text", DataType.STRING, true), new Field("between", DataType.STRING, true));
  private static final String BY_GROUP = ";and then also;";
  private static final String BY_TARGET = "|-|";
  private static final String[] SEPARATORS = {"", ",", "; and ", ", and so", BY_GROUP, BY_TARGET};

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void joinsTextsOfEachGroupInTheOrderInWhichTheyComeAndTakesThoseOfOthersOver() {
    for (int seed = 0; seed < Effort.of(60); seed++) {
      Random random = new Random(seed);
      int groups = 2 * (1 + random.nextInt(random.nextBoolean() ? 2 : 350));
      String separator = SEPARATORS[random.nextInt(SEPARATORS.length)];
      Map<Integer, StringBuilder> expected = new HashMap<>();
      try (ListAggregator all = open();
          ListAggregator other = open()) {
        all.grow(groups);
        other.grow(groups);
        Buffer mapped = tester.account().allocate(4L * groups);
        for (int g = 0; g < groups; g++) {
          Memory.putInt(mapped.address() + 4L * g, groups - 1 - g);
        }
        add(all, random, groups, separator, true, expected);
        if (!separator.equals(BY_GROUP)) {
          add(other, random, groups, separator, false, expected);
          all.takeOver(other, mapped.address());
        }
        mapped.release();
        assertThat(other.valueCount()).isZero();
        add(all, random, groups, separator, true, expected);
        all.seal();
        for (int g = 0; g < groups; g++) {
          StringBuilder text = expected.get(g);
          assertThat(Objects.equals(result(all, g), text == null ? null : text.toString()))
              .as("seed %d, group %d of %d, %s", seed, g, groups, separator)
              .isTrue();
        }
      }
    }
  }

  @Test
  void keepsFewValuesForManyTextsOfFewGroups() {
    try (ListAggregator all = open()) {
      all.grow(3);
      int rows = 0;
      while (rows < 200_000) {
        rows += add(all, new Random(rows), 3, ",", true, new HashMap<>());
      }
      assertThat(all.standsByGroup()).isTrue();
      assertThat(all.valueCount()).isLessThan(2000);
    }
  }

  private ListAggregator open() {
    return new ListAggregator(
        DataType.STRING, FIELDS, new int[0], new KeyOrder(List.of()), tester.account());
  }

  /** Adds texts; groups of the same place in the order or backwards are the same in the end. */
  private int add(
      ListAggregator target,
      Random random,
      int groups,
      String separator,
      boolean isForward,
      Map<Integer, StringBuilder> expected) {
    int added = 0;
    for (int batch = random.nextInt(5); batch >= 0; batch--) {
      int rows = 1 + random.nextInt(4096);
      added += rows;
      Buffer numbers = tester.account().allocate(4L * rows);
      try (ColumnBuilder texts = new ColumnBuilder(DataType.STRING, tester.account());
          ColumnBuilder between = new ColumnBuilder(DataType.STRING, tester.account())) {
        for (int row = 0; row < rows; row++) {
          int place = random.nextInt(1 + random.nextInt(groups));
          if (separator.equals(BY_TARGET)) {
            place = place - (place & 1) + (isForward ? 0 : 1);
          }
          Memory.putInt(numbers.address() + 4L * row, isForward ? place : groups - 1 - place);
          String own = separatorOf(place, separator);
          if (own.isEmpty()) {
            between.appendNull();
          } else {
            between.appendString(own);
          }
          if (random.nextInt(10) == 0) {
            texts.appendNull();
          } else {
            String text = text(random);
            texts.appendString(text);
            StringBuilder joined = expected.get(place);
            if (joined == null) {
              expected.put(place, new StringBuilder(text));
            } else {
              joined.append(own).append(text);
            }
          }
        }
        Column[] columns = {texts.build(), between.build()};
        target.update(numbers.address(), columns, rows);
        Column.releaseAll(columns);
      }
      numbers.release();
    }
    return added;
  }

  /** Returns the separator of a group, which is not that of all groups in the last two cases. */
  private static String separatorOf(int place, String separator) {
    return switch (separator) {
      case BY_GROUP -> separator + place % 3;
      case BY_TARGET -> separator + place % 2;
      default -> separator;
    };
  }

  private static String text(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> "";
      case 1 -> "x".repeat(random.nextInt(13));
      case 2 -> "long ".repeat(random.nextInt(20));
      case 3 -> random.nextInt(50) == 0 ? "y".repeat(40_000 + random.nextInt(9)) : "é";
      default -> "t" + random.nextInt(1000);
    };
  }

  private @Nullable Object result(ListAggregator lists, int group) {
    Buffer numbers = tester.account().allocate(4);
    Memory.putInt(numbers.address(), group);
    Column column = lists.result(numbers.address(), 1);
    numbers.release();
    try (Batch batch = Batch.of(tester.account(), 1, column)) {
      return ScannedRows.of(List.of(batch)).getFirst().getFirst();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "3,2", "300,3", "1100,2"})
  void joinsTheTextsOfAllThreadsWhateverMemoryAllows(int distinct, int threads) {
    BatchTable table = texts(Effort.of(8, 4), 1024, distinct);
    List<AggregateCall> calls =
        List.of(call(1, false, OptionalInt.empty()), call(1, false, OptionalInt.of(3)));
    List<AggregateLimits> all =
        List.of(
            AggregateLimits.DEFAULT,
            AggregateLimits.inMemory(1 << 18, 100, 1L << 18),
            new AggregateLimits(1 << 18, 1 << 17, 1L << 30, 1 << 14, 1L << 18));
    List<List<@Nullable Object>> input = ScannedRows.of(table.batches());
    for (List<Integer> keys : List.of(List.<Integer>of(), List.of(0))) {
      PhysicalPlan plan = aggregate(table.scan(), keys, calls);
      PhysicalPlan once =
          aggregate(table.scan(), keys, List.of(call(1, true, OptionalInt.empty())));
      for (AggregateLimits limits : all) {
        tester.setAggregateLimits(limits);
        String label = distinct + " keys, grouped by " + keys + ", " + limits;
        check(input, keys, false, tester.run(plan, threads), label);
        boolean isTurn = all.indexOf(limits) == (distinct + threads) % all.size();
        if (isTurn || Effort.isWhole()) {
          check(input, keys, false, tester.runWithScarceMemory(plan, threads), label + ", scarce");
        }
        check(input, keys, true, tester.run(once, threads), label + ", distinct");
      }
    }
  }

  private static void check(
      List<List<@Nullable Object>> input,
      List<Integer> keys,
      boolean isDistinct,
      List<List<@Nullable Object>> found,
      String label) {
    Map<Object, List<List<String>>> expected = new HashMap<>();
    for (List<@Nullable Object> row : input) {
      List<List<String>> texts =
          expected.computeIfAbsent(
              keys.isEmpty() ? "all" : String.valueOf(row.getFirst()),
              _ -> List.of(new ArrayList<>(), new ArrayList<>()));
      if (row.get(1) instanceof String text) {
        texts.getFirst().add(text);
        if (Boolean.TRUE.equals(row.get(3))) {
          texts.getLast().add(text);
        }
      }
    }
    assertThat(found).as(label).hasSameSizeAs(expected.keySet());
    for (List<@Nullable Object> row : found) {
      List<List<String>> texts =
          expected.get(keys.isEmpty() ? "all" : String.valueOf(row.getFirst()));
      for (int i = keys.size(); i < row.size(); i++) {
        List<String> all = texts.get(i - keys.size());
        List<String> wanted =
            isDistinct ? new ArrayList<>(new TreeSet<>(all)) : all.stream().sorted().toList();
        List<String> parts =
            row.get(i) instanceof String joined
                ? Arrays.stream(joined.split("; ", -1)).sorted().toList()
                : List.of();
        assertThat(parts.equals(wanted)).as(label).isTrue();
      }
    }
  }

  private static AggregateCall call(int argument, boolean isDistinct, OptionalInt filter) {
    return new AggregateCall(
        AggregateFunction.STRING_AGG,
        List.of(argument, 2),
        List.of(),
        isDistinct,
        filter,
        List.of(),
        DataType.STRING);
  }

  private static PhysicalPlan.Aggregate aggregate(
      PhysicalPlan input, List<Integer> keys, List<AggregateCall> calls) {
    List<Field> fields = new ArrayList<>();
    keys.forEach(key -> fields.add(input.output().field(key)));
    calls.forEach(call -> fields.add(Field.of("a" + fields.size(), call.type())));
    return new PhysicalPlan.Aggregate(
        input, keys, calls, AggregateMode.SINGLE, new Schema(fields), Estimate.UNKNOWN);
  }

  /** Makes keys, texts, their separator and filters, with nulls among all but the separator. */
  private BatchTable texts(int batches, int rows, int distinct) {
    Schema schema =
        RandomBatches.schema(
            List.of(DataType.INT32, DataType.STRING, DataType.STRING, DataType.BOOL));
    Random random = new Random(distinct);
    List<List<Batch>> splits = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      try (ColumnBuilder keys = new ColumnBuilder(DataType.INT32, tester.account());
          ColumnBuilder texts = new ColumnBuilder(DataType.STRING, tester.account());
          ColumnBuilder between = new ColumnBuilder(DataType.STRING, tester.account());
          ColumnBuilder filter = new ColumnBuilder(DataType.BOOL, tester.account())) {
        for (int row = 0; row < rows; row++) {
          if (random.nextInt(100) == 0) {
            keys.appendNull();
          } else {
            keys.appendLong(random.nextInt(distinct));
          }
          if (random.nextInt(20) == 0) {
            texts.appendNull();
            filter.appendNull();
          } else {
            texts.appendString(text(random).strip());
            filter.appendBoolean(random.nextBoolean());
          }
          between.appendString("; ");
        }
        splits.add(
            List.of(
                Batch.of(
                    tester.account(),
                    rows,
                    keys.build(),
                    texts.build(),
                    between.build(),
                    filter.build())));
      }
    }
    return tester.table(schema, splits);
  }
}
