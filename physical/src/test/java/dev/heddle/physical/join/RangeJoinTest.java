package dev.heddle.physical.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.SameRows;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Joins by inequalities of one column and of two, with keys and without, beside comparing all
 * pairs.
 */
class RangeJoinTest {
  private static final int COLUMNS = 3; // that inequalities read, of each side
  private static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.INT16, DataType.DATE, DataType.FLOAT64, DataType.FLOAT32);
  private static final List<DataType> KEY_TYPES =
      List.of(DataType.INT32, DataType.STRING, DataType.FLOAT64, DataType.BOOL);

  /** An inequality between a left and a right column. */
  private record Inequality(int left, int right, boolean isLeftLower, boolean isStrict) {
    PhysicalExpr of(DataType type, int leftWidth) {
      ScalarFunction function =
          isLeftLower
              ? (isStrict ? ScalarFunction.LT : ScalarFunction.LT_EQ)
              : (isStrict ? ScalarFunction.GT : ScalarFunction.GT_EQ);
      return new PhysicalExpr.Call(
          function,
          List.of(
              new PhysicalExpr.ColumnRef(left, type, true),
              new PhysicalExpr.ColumnRef(leftWidth + right, type, true)),
          DataType.BOOL,
          true);
    }

    @Nullable Boolean of(List<@Nullable Object> leftRow, List<@Nullable Object> rightRow) {
      Object one = leftRow.get(left);
      Object other = rightRow.get(right);
      if (one == null || other == null) {
        return null;
      }
      int order =
          one instanceof Number first
                  && other instanceof Number second
                  && (one instanceof Double || one instanceof Float)
              ? Double.compare(first.doubleValue() + 0.0, second.doubleValue() + 0.0)
              : compare(one, other);
      return order == 0 ? !isStrict : order < 0 == isLeftLower;
    }

    @SuppressWarnings("unchecked") // values of one type
    private static int compare(Object one, Object other) {
      return ((Comparable<Object>) one).compareTo(other);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LEFT_MARK", "LEFT_ANTI_NULL_AWARE"}) // which have no range
  void agreesWithComparingAllPairs(JoinKind kind) {
    for (int seed = 0; seed < Effort.of(60); seed++) {
      check(kind, seed, List.of());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LEFT_MARK", "LEFT_ANTI_NULL_AWARE"})
  void agreesWithComparingAllPairsOfEqualKeys(JoinKind kind) {
    for (int seed = 0; seed < Effort.of(100); seed++) {
      Random random = new Random(seed * 7L + kind.ordinal());
      List<DataType> keys = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(2); i++) {
        keys.add(KEY_TYPES.get(random.nextInt(KEY_TYPES.size())));
      }
      check(kind, seed, keys);
    }
  }

  private static void check(JoinKind kind, int seed, List<DataType> keyTypes) {
    Random random = new Random(seed * 41L + kind.ordinal());
    DataType type = TYPES.get(random.nextInt(TYPES.size()));
    List<DataType> types = new ArrayList<>(List.of(type, type, type));
    types.addAll(keyTypes);
    int width = types.size() + 1;
    List<Integer> keys = IntStream.range(COLUMNS, width - 1).boxed().toList();
    List<Boolean> nullSafe = keys.stream().map(_ -> random.nextInt(4) == 0).toList();
    int distinct = 1 + random.nextInt(keys.isEmpty() || random.nextBoolean() ? 60 : 6);
    List<Inequality> conjuncts = new ArrayList<>();
    JoinRange range = range(random, conjuncts);
    int leftRows = random.nextInt(5) == 0 ? 0 : random.nextInt(200);
    int rightRows = random.nextInt(6) == 0 ? random.nextInt(3) : random.nextInt(700);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        HashJoinTest.Scarcity memory = new HashJoinTest.Scarcity(seed % 4 == 3);
        JoinInputs inputs =
            new JoinInputs(seed, types, distinct, random.nextInt(2) * 0.2, account)) {
      List<Batch> left = inputs.batches(leftRows, 1 + random.nextInt(150));
      List<Batch> right = inputs.batches(rightRows, 1 + random.nextInt(150));
      Schema schema = HashJoinTest.schema(types);
      HashJoin join = join(kind, schema, keys, nullSafe, condition(conjuncts, type, width), range);
      List<List<@Nullable Object>> expected =
          NaiveJoin.rows(
              kind,
              ScannedRows.of(left),
              ScannedRows.of(right),
              schema.size(),
              (l, r) ->
                  !Boolean.TRUE.equals(NaiveJoin.keysEqual(l, r, keys, keys, nullSafe))
                      ? Boolean.FALSE
                      : conjuncts.stream().allMatch(each -> Boolean.TRUE.equals(each.of(l, r))));
      List<List<@Nullable Object>> actual =
          HashJoinTest.run(join, left, right, new TestTask(memory.account, 1 + random.nextInt(3)));
      SameRows.check(
          actual,
          expected,
          "%s, seed %d, %s, keys null safe %s, %s by %s"
              .formatted(kind, seed, types, nullSafe, range, conjuncts));
    }
  }

  private static PhysicalExpr condition(List<Inequality> conjuncts, DataType type, int leftWidth) {
    List<PhysicalExpr> all = conjuncts.stream().map(each -> each.of(type, leftWidth)).toList();
    return all.size() == 1
        ? all.getFirst()
        : new PhysicalExpr.Call(ScalarFunction.AND, all, DataType.BOOL, true);
  }

  private static HashJoin join(
      JoinKind kind,
      Schema schema,
      List<Integer> keys,
      List<Boolean> nullSafe,
      PhysicalExpr condition,
      JoinRange range) {
    PhysicalPlan side = HashJoinTest.values(schema);
    return keys.isEmpty()
        ? HashJoin.nestedLoop(
            new PhysicalPlan.NestedLoopJoin(
                side,
                side,
                kind,
                Optional.of(condition),
                Optional.of(range),
                schema,
                Estimate.UNKNOWN),
            new OperatorMetrics())
        : new HashJoin(
            new PhysicalPlan.HashJoin(
                side,
                side,
                kind,
                keys,
                keys,
                nullSafe,
                Optional.of(condition),
                Optional.of(range),
                List.of(),
                schema,
                Estimate.UNKNOWN),
            Optional.empty(),
            JoinFilters.NONE,
            new OperatorMetrics());
  }

  /**
   * Returns a range, and writes the inequalities that imply it: all that it says, or others that
   * are true for fewer rows.
   */
  private static JoinRange range(Random random, List<Inequality> conjuncts) {
    int column = random.nextInt(COLUMNS);
    boolean isExact = random.nextBoolean();
    Optional<JoinRange.End> lower = Optional.empty();
    Optional<JoinRange.End> upper = Optional.empty();
    int ends = 1 + random.nextInt(3);
    if ((ends & 1) != 0) {
      JoinRange.End end = end(random, isExact);
      conjuncts.add(
          new Inequality(end.left(), column, true, isStrict(end.isStrict(), isExact, random)));
      lower = Optional.of(end);
    }
    if ((ends & 2) != 0) {
      JoinRange.End end = end(random, isExact);
      conjuncts.add(
          new Inequality(end.left(), column, false, isStrict(end.isStrict(), isExact, random)));
      upper = Optional.of(end);
    }
    Optional<JoinRange.Bound> other = Optional.empty();
    if (random.nextInt(4) > 0) {
      JoinRange.Bound bound =
          new JoinRange.Bound(
              random.nextInt(COLUMNS),
              random.nextInt(COLUMNS),
              random.nextBoolean(),
              isExact && random.nextBoolean());
      conjuncts.add(
          new Inequality(
              bound.left(),
              bound.column(),
              bound.isLower(),
              isStrict(bound.isStrict(), isExact, random)));
      other = Optional.of(bound);
    }
    return new JoinRange(
        column,
        lower,
        upper,
        other,
        isExact ? JoinRange.Matches.ALL : JoinRange.Matches.BY_CONDITION);
  }

  private static JoinRange.End end(Random random, boolean isExact) {
    return new JoinRange.End(random.nextInt(COLUMNS), isExact && random.nextBoolean());
  }

  private static boolean isStrict(boolean isStrictEnd, boolean isExact, Random random) {
    return isExact ? isStrictEnd : random.nextBoolean();
  }

  @Test
  void theNextOneOfManyWordsIsFound() {
    for (int seed = 0; seed < Effort.of(200); seed++) {
      Random random = new Random(seed);
      int count = random.nextInt(3) == 0 ? random.nextInt(20) : random.nextInt(6_000);
      long[] words = random.longs(count, 0, 1 + random.nextInt(1_000)).toArray();
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          MaximaTree tree = new MaximaTree(count, account)) {
        for (int i = 0; i < count; i++) {
          Memory.putLong(tree.words() + 8L * i, words[i]);
        }
        tree.complete();
        for (int look = 0; look < 300; look++) {
          int from = random.nextInt(count + 1);
          int end = from + random.nextInt(count - from + 1);
          long least = random.nextInt(1_002) - 1;
          int expected = from;
          while (expected < end && words[expected] < least) {
            expected++;
          }
          assertThat(tree.next(from, end, least))
              .as("seed %d, %d words, %d to %d, least %d", seed, count, from, end, least)
              .isEqualTo(expected < end ? expected : -1);
        }
      }
    }
  }
}
