package dev.heddle.physical.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.SameRows;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

public class HashJoinTest {
  /** Types of which several keys may fit into one word. */
  private static final List<DataType> WHOLE =
      List.of(DataType.INT8, DataType.INT16, DataType.INT32, DataType.DATE, DataType.INT64);

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void agreesWithNestedLoopsOnRandomRows(JoinKind kind) {
    for (int seed = 0; seed < Effort.of(40); seed++) {
      check(kind, seed, seed % 4 == 3 ? 2 + seed % 2 : 1, false, false);
    }
  }

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void agreesWithNestedLoopsWhereNothingStaysInMemory(JoinKind kind) {
    for (int seed = 200; seed < 200 + Effort.of(40); seed++) {
      check(kind, seed, seed % 4 == 3 ? 2 + seed % 2 : 1, seed % 3 == 0, true);
    }
  }

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void aPairMatchesOnlyIfTheResidualIsTrue(JoinKind kind) {
    for (int seed = 100; seed < 100 + Effort.of(35); seed++) {
      check(kind, seed, seed % 3 == 0 ? 2 : 1, true, false);
    }
  }

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void comparesAllPairsWhereThereIsNoKey(JoinKind kind) {
    for (int seed = 0; seed < Effort.of(30); seed++) {
      Random random = new Random(seed * 37L + kind.ordinal());
      int leftRows = random.nextInt(5) == 0 ? 0 : random.nextInt(200);
      int rightRows = random.nextInt(5) < 2 ? random.nextInt(3) : random.nextInt(150);
      List<DataType> types = List.of(DataType.INT64);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs = new JoinInputs(seed, types, 40, random.nextInt(2) * 0.2, account)) {
        List<Batch> left = inputs.batches(leftRows, 1 + random.nextInt(150));
        List<Batch> right = inputs.batches(rightRows, 1 + random.nextInt(150));
        Schema schema = schema(types);
        boolean hasCondition = random.nextInt(4) > 0;
        PhysicalPlan.NestedLoopJoin plan =
            new PhysicalPlan.NestedLoopJoin(
                values(schema),
                values(schema),
                kind,
                hasCondition ? Optional.of(less(0, 2, DataType.INT64)) : Optional.empty(),
                hasCondition && marksNoUnknown(kind) && random.nextBoolean()
                    ? Optional.of(
                        new JoinRange(0, OptionalInt.of(0), OptionalInt.empty(), Optional.empty()))
                    : Optional.empty(),
                schema,
                Estimate.UNKNOWN);
        List<List<@Nullable Object>> expected =
            NaiveJoin.rows(
                kind,
                ScannedRows.of(left),
                ScannedRows.of(right),
                schema.size(),
                (l, r) -> !hasCondition ? Boolean.TRUE : isLess(l.get(0), r.get(0)));
        List<List<@Nullable Object>> actual =
            run(
                HashJoin.nestedLoop(plan, new OperatorMetrics()),
                left,
                right,
                new TestTask(account, 1 + random.nextInt(3)));
        SameRows.check(
            actual, expected, "%s, seed %d, condition %s".formatted(kind, seed, hasCondition));
      }
    }
  }

  @Test
  void residualIsUnknownOnlyForRowsThatNullSafeKeysLetMeet() {
    for (JoinKind kind : List.of(JoinKind.LEFT_MARK, JoinKind.LEFT_ANTI_NULL_AWARE)) {
      for (int seed = 0; seed < Effort.of(60); seed++) {
        Random random = new Random(seed);
        int leftRows = random.nextInt(5) == 0 ? 0 : random.nextInt(200);
        int rightRows = random.nextInt(5) == 0 ? 0 : random.nextInt(150);
        List<DataType> types = List.of(DataType.INT64, DataType.INT64);
        try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
            Scarcity memory = new Scarcity(seed % 3 == 0);
            JoinInputs inputs = new JoinInputs(seed, types, 1 + seed % 20, 0.2, account)) {
          List<Batch> left = inputs.batches(leftRows, 1 + random.nextInt(150));
          List<Batch> right = inputs.batches(rightRows, 1 + random.nextInt(150));
          Schema schema = schema(types);
          PhysicalPlan.HashJoin plan =
              new PhysicalPlan.HashJoin(
                  values(schema),
                  values(schema),
                  kind,
                  List.of(0),
                  List.of(0),
                  List.of(true),
                  Optional.of(less(1, 4, DataType.INT64)),
                  schema,
                  Estimate.UNKNOWN);
          List<List<@Nullable Object>> expected =
              NaiveJoin.rows(
                  kind,
                  ScannedRows.of(left),
                  ScannedRows.of(right),
                  schema.size(),
                  (l, r) ->
                      Objects.equals(l.get(0), r.get(0))
                          ? isLess(l.get(1), r.get(1))
                          : Boolean.FALSE);
          List<List<@Nullable Object>> actual =
              run(
                  new HashJoin(plan, Optional.empty(), JoinFilters.NONE, new OperatorMetrics()),
                  left,
                  right,
                  new TestTask(memory.account, 1 + random.nextInt(3)));
          SameRows.check(actual, expected, "%s, seed %d".formatted(kind, seed));
        }
      }
    }
  }

  private static boolean marksNoUnknown(JoinKind kind) {
    return kind != JoinKind.LEFT_MARK && kind != JoinKind.LEFT_ANTI_NULL_AWARE;
  }

  private static PhysicalExpr less(int left, int right, DataType type) {
    return new PhysicalExpr.Call(
        ScalarFunction.LT,
        List.of(
            new PhysicalExpr.ColumnRef(left, type, true),
            new PhysicalExpr.ColumnRef(right, type, true)),
        DataType.BOOL,
        true);
  }

  private static @Nullable Boolean isLess(@Nullable Object left, @Nullable Object right) {
    return (left == null || right == null) ? null : (Long) left < (Long) right;
  }

  private static void check(
      JoinKind kind, int seed, int keyCount, boolean hasResidual, boolean spills) {
    Random random = new Random(seed * 31L + kind.ordinal());
    List<DataType> types = new ArrayList<>();
    List<Boolean> nullSafe = new ArrayList<>();
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < keyCount; i++) {
      List<DataType> choice = keyCount > 1 && seed % 2 == 0 ? WHOLE : RandomBatches.TYPES;
      types.add(choice.get(random.nextInt(choice.size())));
      nullSafe.add(random.nextInt(choice == WHOLE ? 12 : 4) == 0);
      keys.add(i);
    }
    int distinct = 1 + random.nextInt(random.nextBoolean() ? 8 : 300);
    double nulls = random.nextInt(3) == 0 ? 0 : 0.2;
    int leftRows = random.nextInt(5) == 0 ? 0 : random.nextInt(400);
    int rightRows = random.nextInt(5) == 0 ? 0 : random.nextInt(300);
    int threads = 1 + random.nextInt(3);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        Scarcity memory = new Scarcity(spills);
        JoinInputs inputs = new JoinInputs(seed, types, distinct, nulls, account)) {
      List<Batch> left = inputs.batches(leftRows, 1 + random.nextInt(150));
      List<Batch> right = inputs.batches(rightRows, 1 + random.nextInt(150));
      Schema schema = schema(types);
      PhysicalPlan.HashJoin plan =
          new PhysicalPlan.HashJoin(
              values(schema),
              values(schema),
              kind,
              keys,
              keys,
              nullSafe,
              hasResidual
                  ? Optional.of(less(keyCount, 2 * keyCount + 1, DataType.INT32))
                  : Optional.empty(),
              schema,
              Estimate.UNKNOWN);
      List<List<@Nullable Object>> expected =
          NaiveJoin.rows(
              kind,
              ScannedRows.of(left),
              ScannedRows.of(right),
              schema.size(),
              (l, r) ->
                  (hasResidual && (Long) l.get(keyCount) >= (Long) r.get(keyCount))
                      ? Boolean.FALSE
                      : NaiveJoin.keysEqual(l, r, keys, keys, nullSafe));
      boolean readsSome =
          switch (kind) {
            case INNER, LEFT, RIGHT, FULL -> random.nextBoolean();
            default -> false;
          };
      Set<Integer> read = new HashSet<>();
      for (int i = 0; i < 2 * schema.size(); i++) {
        if (!readsSome || random.nextBoolean()) {
          read.add(i);
        }
      }
      HashJoin join =
          new HashJoin(
              plan,
              readsSome ? Optional.of(read) : Optional.empty(),
              JoinFilters.NONE,
              new OperatorMetrics());
      List<List<@Nullable Object>> actual =
          run(join, left, right, new TestTask(memory.account, threads));
      SameRows.check(
          onlyRead(actual, read),
          onlyRead(expected, read),
          "%s, seed %d, %s, %s, read %s".formatted(kind, seed, types, nullSafe, read));
    }
  }

  /** Memory of which others leave little, if so wanted. */
  static final class Scarcity implements AutoCloseable {
    private static final long LIMIT_BYTES = 1L << 30;
    private static final long LEFT_BYTES = 48L << 20; // less than the head-room

    private final MemoryLedger ledger = new MemoryLedger(LIMIT_BYTES);
    private final MemoryAccount others = ledger.open("others");
    final MemoryAccount account = ledger.open("scarce");
    private final long charged;

    Scarcity(boolean isScarce) {
      charged = isScarce ? LIMIT_BYTES - LEFT_BYTES : 0;
      others.charge(charged);
    }

    @Override
    public void close() {
      others.discharge(charged);
      others.close();
      account.close();
    }
  }

  @ParameterizedTest
  @EnumSource(JoinKind.class)
  void joinsInPassesWhatCannotBeDivided(JoinKind kind) {
    for (int seed = 0; seed < Effort.of(8); seed++) {
      Random random = new Random(seed);
      boolean hasKey = seed % 4 != 3;
      boolean hasResidual = seed % 2 == 1;
      int distinct = 1 + seed % 3;
      List<DataType> types = List.of(seed % 3 == 0 ? DataType.STRING : DataType.INT64);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          Scarcity memory = new Scarcity(true);
          JoinInputs inputs = new JoinInputs(seed, types, distinct, seed % 2 * 0.3, account)) {
        List<Batch> left = inputs.batches(20 + random.nextInt(20), 7);
        List<Batch> right = inputs.batches(10_000, 900);
        Schema schema = schema(types);
        List<Integer> keys = hasKey ? List.of(0) : List.of();
        PhysicalPlan.HashJoin plan =
            new PhysicalPlan.HashJoin(
                values(schema),
                values(schema),
                kind,
                keys,
                keys,
                hasKey ? List.of(seed == 5) : List.of(),
                hasResidual ? Optional.of(less(1, 3, DataType.INT32)) : Optional.empty(),
                schema,
                Estimate.UNKNOWN);
        List<List<@Nullable Object>> expected =
            NaiveJoin.rows(
                kind,
                ScannedRows.of(left),
                ScannedRows.of(right),
                schema.size(),
                (l, r) ->
                    (hasResidual && (Long) l.get(1) >= (Long) r.get(1))
                        ? Boolean.FALSE
                        : NaiveJoin.keysEqual(l, r, keys, keys, plan.nullSafe()));
        OperatorMetrics metrics = new OperatorMetrics();
        HashJoin join = new HashJoin(plan, Optional.empty(), JoinFilters.NONE, metrics);
        List<List<@Nullable Object>> actual =
            run(join, left, right, new TestTask(memory.account, 1 + seed % 3));
        assertThat(metrics.spilledFiles()).isPositive();
        SameRows.check(actual, expected, "%s, seed %d".formatted(kind, seed));
      }
    }
  }

  private static List<List<@Nullable Object>> onlyRead(
      List<List<@Nullable Object>> rows, Set<Integer> read) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> kept = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        if (read.contains(i)) {
          kept.add(row.get(i));
        }
      }
      result.add(kept);
    }
    return result;
  }

  public static List<List<@Nullable Object>> run(
      HashJoin join, List<Batch> left, List<Batch> right, TestTask task) {
    try (SinkFactory build = join.build();
        OperatorFactory probe = join.probe()) {
      task.fill(right, build);
      return task.through(left, probe);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void joinsMoreRowsThanOneChunkHolds(int threads) {
    joinMany(threads, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void dividesPartitionsThatDoNotFitAgain(int threads) {
    assumeThat(threads == 2 || Effort.isWhole()).as("at night").isTrue();
    joinMany(threads, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void tellsScansTheRangeOfKeysThatAreOnTheDisk(int threads) {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        Scarcity memory = new Scarcity(true)) {
      Schema schema = schema(List.of(DataType.INT64));
      PhysicalPlan.HashJoin plan =
          new PhysicalPlan.HashJoin(
              values(schema),
              values(schema),
              JoinKind.INNER,
              List.of(0),
              List.of(0),
              List.of(false),
              Optional.empty(),
              Optional.empty(),
              List.of(new PhysicalPlan.RuntimeKey(0, 1)),
              schema,
              Estimate.UNKNOWN);
      PlanMetrics metrics = new PlanMetrics();
      HashJoin join =
          new HashJoin(plan, Optional.empty(), new JoinFilters(plan, metrics), metrics.of(plan));
      TestTask task = new TestTask(memory.account, threads);
      try (SinkFactory build = join.build()) {
        task.fill(numbered(DataType.INT64, 20_000, 5_001, 3000, account), build);
        assertThat(metrics.of(plan).spilledFiles()).isPositive();
        try (ColumnBuilder builder = new ColumnBuilder(DataType.INT64, account)) {
          long[] asked = {-1, 0, 17, 5_000 * 1_000_003L, 5_000 * 1_000_003L + 1};
          for (long value : asked) {
            builder.appendLong(value);
          }
          Column column = builder.build();
          Buffer chosen = account.allocate(4L * asked.length);
          int count =
              metrics
                  .filter(1)
                  .conjunct(0, "key")
                  .rows()
                  .start(account)
                  .narrow(new Column[] {column}, asked.length, 0, asked.length, chosen.address());
          assertThat(count).isEqualTo(3);
          assertThat(Memory.getInt(chosen.address())).isEqualTo(1);
          chosen.release();
          column.release();
        }
      }
    }
  }

  private static void joinMany(int threads, boolean spills) {
    int rows = spills ? 600_000 : 200_000; // so that no few passes over a partition do
    int leftRows = spills ? 20_000 : 90_000;
    boolean isWide = threads % 2 == 0; // so that each type meets both over all numbers of threads
    for (DataType type : List.of(DataType.INT64, DataType.STRING, DataType.FLOAT64)) {
      isWide = !isWide;
      int distinct = isWide ? 300_000 : 70_001;
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          Scarcity memory = new Scarcity(spills)) {
        List<Batch> left = numbered(type, leftRows, distinct, 4096, account);
        List<Batch> right = numbered(type, rows, distinct, 3000, account);
        long[] copies = new long[distinct];
        for (int i = 0; i < rows; i++) {
          copies[key(i, distinct)]++;
        }
        long expected = 0;
        for (int i = 0; i < leftRows; i++) {
          expected += copies[key(i, distinct)];
        }
        Schema schema = schema(List.of(type));
        PhysicalPlan.HashJoin plan =
            new PhysicalPlan.HashJoin(
                values(schema),
                values(schema),
                JoinKind.INNER,
                List.of(0),
                List.of(0),
                List.of(false),
                Optional.empty(),
                schema,
                Estimate.UNKNOWN);
        OperatorMetrics metrics = new OperatorMetrics();
        HashJoin join = new HashJoin(plan, Optional.empty(), JoinFilters.NONE, metrics);
        List<List<@Nullable Object>> actual =
            run(join, left, right, new TestTask(memory.account, threads));
        if (spills) {
          assertThat(metrics.spilledFiles()).isGreaterThan(2 * threads * JoinSplitter.PARTS);
        }
        assertThat(actual.size()).as("%s, %d distinct", type, distinct).isEqualTo(expected);
        assertThat(actual).as("keys").allMatch(row -> row.get(0).equals(row.get(2)));
        assertThat(actual)
            .as("payload")
            .allMatch(row -> key((Long) row.get(1), distinct) == key((Long) row.get(3), distinct));
      }
    }
  }

  private static int key(long row, int distinct) {
    return (int) (row * 7919 % distinct);
  }

  /** Batches of a key that depends on the row's number, and the number. */
  private static List<Batch> numbered(
      DataType type, int rows, int distinct, int rowsPerBatch, MemoryAccount account) {
    List<Batch> batches = new ArrayList<>();
    try (ColumnBuilder keys = new ColumnBuilder(type, account);
        ColumnBuilder numbers = new ColumnBuilder(DataType.INT32, account)) {
      for (int from = 0; from < rows; from += rowsPerBatch) {
        int to = Math.min(rows, from + rowsPerBatch);
        for (int row = from; row < to; row++) {
          int key = key(row, distinct);
          switch (type) {
            case DataType.Str _ -> keys.appendString("a key that is not inline " + key);
            case DataType.Float64 _ -> keys.appendDouble(key / 8.0);
            default -> keys.appendLong(key * 1_000_003L);
          }
          numbers.appendLong(row);
        }
        batches.add(Batch.of(account, to - from, keys.build(), numbers.build()));
      }
    }
    return batches;
  }

  static Schema schema(List<DataType> types) {
    List<DataType> all = new ArrayList<>(types);
    all.add(DataType.INT32);
    return RandomBatches.schema(all);
  }

  public static PhysicalPlan values(Schema schema) {
    return new PhysicalPlan.Values(List.of(), schema, Estimate.UNKNOWN);
  }
}
