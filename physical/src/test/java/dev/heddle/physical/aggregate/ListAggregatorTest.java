package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.join.HashJoinTest;
import dev.heddle.physical.join.JoinInputs;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyOrder;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListAggregatorTest {
  private static final List<Field> TEXTS =
      List.of(
          new Field("text", DataType.STRING, true), new Field("between", DataType.STRING, true));
  private static final int BATCHES = 30;
  private static final int ROWS = 1000;

  /** The second column descending, then the first. */
  private static final List<SortOrder> ORDER =
      List.of(
          new SortOrder(0, SortDirection.DESCENDING, NullPlacement.FIRST),
          new SortOrder(1, SortDirection.ASCENDING, NullPlacement.LAST));

  private static ListAggregator open(boolean isText, boolean isOrdered, MemoryAccount account) {
    if (isOrdered) {
      List<Field> fields = new ArrayList<>(TEXTS.subList(0, isText ? 2 : 1));
      fields.addAll(TEXTS);
      int first = fields.size() - 2;
      return new ListAggregator(
          isText ? DataType.STRING : new DataType.ListOf(DataType.STRING),
          fields,
          new int[] {first + 1, first},
          new KeyOrder(ORDER),
          account);
    }
    return new ListAggregator(
        isText ? DataType.STRING : new DataType.ListOf(DataType.STRING),
        TEXTS.subList(0, isText ? 2 : 1),
        new int[0],
        new KeyOrder(List.of()),
        account);
  }

  @Test
  void makesTheSameListsOfValuesOnTheDisk() {
    for (int seed = 0; seed < 12; seed++) {
      boolean isText = seed % 2 == 0;
      boolean isOrdered = seed % 3 == 0;
      int groups = seed % 4 < 2 ? 1 : isOrdered ? 16 : 30;
      assertThat(lists(seed, isText, isOrdered, groups, true))
          .as("seed %d", seed)
          .isEqualTo(lists(seed, isText, isOrdered, groups, false));
    }
  }

  @Test
  void leavesManyOrderedGroupsToBeDivided() {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        ListAggregator lists = open(false, true, account)) {
      TestTask task = new TestTask(account, 1);
      PhysicalPlan node = HashJoinTest.values(Schema.of());
      lists.grow(17);
      assertThat(
              lists.shed(
                  task.spill(),
                  new StateMemory(task.reservation(node), AggregateLimits.DEFAULT, task.threads())))
          .isFalse();
    }
  }

  private static List<List<@Nullable Object>> lists(
      int seed, boolean isText, boolean isOrdered, int groups, boolean sheds) {
    Random random = new Random(seed);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        JoinInputs inputs =
            new JoinInputs(seed, List.of(DataType.STRING, DataType.STRING), 20, 0.1, account);
        ListAggregator first = open(isText, isOrdered, account);
        ListAggregator second = open(isText, isOrdered, account)) {
      TestTask task = new TestTask(account, 1);
      PhysicalPlan node = HashJoinTest.values(Schema.of());
      StateMemory memory =
          new StateMemory(task.reservation(node), AggregateLimits.DEFAULT, task.threads());
      first.grow(groups);
      second.grow(groups);
      List<Batch> batches = inputs.batches(BATCHES * ROWS, ROWS);
      for (int i = 0; i < BATCHES; i++) {
        // values of the second one come behind all of the first
        ListAggregator target = i < BATCHES / 2 || !sheds ? first : second;
        int arguments = isText ? 2 : 1;
        add(target, batches.get(i), arguments, isOrdered ? 2 : 0, groups, random);
        if (random.nextInt(4) == 0 && sheds) {
          assertThat(target.shed(task.spill(), memory)).isTrue();
        }
      }
      if (sheds) {
        first.shed(task.spill(), memory);
        second.shed(task.spill(), memory);
        first.moveShed(second);
      }
      first.seal(task);
      return result(first, groups, account);
    }
  }

  @Test
  void listsDistinctValuesThatWereOnTheDisk() {
    Schema schema = new Schema(TEXTS);
    AggregateCall call =
        new AggregateCall(
            AggregateFunction.ARRAY_AGG,
            List.of(0),
            List.of(),
            true,
            OptionalInt.empty(),
            List.of(),
            new DataType.ListOf(DataType.STRING));
    PhysicalPlan.Aggregate plan =
        new PhysicalPlan.Aggregate(
            HashJoinTest.values(schema),
            List.of(),
            List.of(call),
            AggregateMode.SINGLE,
            schema,
            Estimate.UNKNOWN);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        JoinInputs inputs =
            new JoinInputs(5, List.of(DataType.STRING, DataType.STRING), 700, 0, account);
        Collector distinct = (Collector) new AggregateSpec(plan).openAlone(call, account)) {
      TestTask task = new TestTask(account, 1);
      StateMemory memory =
          new StateMemory(task.reservation(plan), AggregateLimits.DEFAULT, task.threads());
      distinct.grow(1);
      List<Batch> batches = inputs.batches(BATCHES * ROWS, ROWS);
      Set<Object> expected = new HashSet<>();
      ScannedRows.of(batches).forEach(row -> expected.add(Objects.requireNonNull(row.getFirst())));
      for (int i = 0; i < BATCHES; i++) {
        add(distinct, batches.get(i), 1, 0, 1, new Random(1));
        if (i % 10 == 5) {
          assertThat(distinct.shed(task.spill(), memory)).isTrue();
        }
      }
      distinct.seal();
      Object list = result(distinct, 1, account).getFirst().getFirst();
      assertThat((List<?>) Objects.requireNonNull(list))
          .hasSameSizeAs(expected)
          .allMatch(expected::contains);
    }
  }

  @Test
  void joinsTextsAndSeparatorsOfAnyLength() {
    for (String separator : List.of("", ",", "; ", " and then also ")) {
      for (int longest = 0; longest < 20; longest++) {
        try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
            ListAggregator lists = open(true, false, account)) {
          List<String> texts =
              new Random(longest)
                  .ints(900, 0, longest + 1)
                  .mapToObj(n -> "é".repeat(n / 2) + "x".repeat(n % 3))
                  .toList();
          try (ColumnBuilder values = new ColumnBuilder(DataType.STRING, account);
              ColumnBuilder between = new ColumnBuilder(DataType.STRING, account)) {
            for (String text : texts) {
              values.appendString(text);
              between.appendString(separator);
            }
            lists.grow(1);
            Batch batch = Batch.of(account, texts.size(), values.build(), between.build());
            add(lists, batch, 2, 0, 1, new Random(1));
          }
          lists.seal();
          assertThat(result(lists, 1, account).getFirst().getFirst())
              .isEqualTo(String.join(separator, texts));
        }
      }
    }
  }

  private static void add(
      Aggregator target, Batch batch, int arguments, int order, int groups, Random random) {
    MemoryAccount account = batch.account();
    try (batch) {
      int rows = batch.rowCount();
      Buffer numbers = account.allocate(4L * Math.max(1, rows));
      for (int i = 0; i < rows; i++) {
        Memory.putInt(numbers.address() + 4L * i, random.nextInt(groups));
      }
      Column[] columns =
          Column.makeAll(
              arguments + order,
              i -> Gather.decode(batch.column(i < arguments ? i : i - arguments), account));
      target.update(numbers.address(), columns, rows);
      Column.releaseAll(columns);
      numbers.release();
    }
  }

  private static List<List<@Nullable Object>> result(
      Aggregator lists, int groups, MemoryAccount account) {
    Buffer numbers = account.allocate(4L * groups);
    for (int i = 0; i < groups; i++) {
      Memory.putInt(numbers.address() + 4L * i, groups - 1 - i);
    }
    Column column = lists.result(numbers.address(), groups);
    numbers.release();
    try (Batch batch = Batch.of(account, groups, column)) {
      return new ArrayList<>(ScannedRows.of(List.of(batch)));
    }
  }
}
