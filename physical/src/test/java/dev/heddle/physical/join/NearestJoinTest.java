package dev.heddle.physical.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.testing.SameRows;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Joins with the nearest right row beside looking at all of them. */
class NearestJoinTest {
  private static final List<DataType> PLACES =
      List.of(DataType.INT64, DataType.INT16, DataType.DATE, DataType.FLOAT64, DataType.FLOAT32);
  private static final List<DataType> KEYS =
      List.of(DataType.INT32, DataType.STRING, DataType.FLOAT64, DataType.BOOL);

  /**
   * What is looked for.
   *
   * @param isBackward whether the right row is the last one below, else the first above
   * @param allowsEqual whether it may be at the same place
   */
  private record Search(boolean isBackward, boolean allowsEqual, List<Integer> keys) {
    JoinRange range() {
      Optional<JoinRange.End> bound = Optional.of(new JoinRange.End(0, !allowsEqual));
      return new JoinRange(
          0,
          isBackward ? Optional.empty() : bound,
          isBackward ? bound : Optional.empty(),
          Optional.empty(),
          JoinRange.Matches.NEAREST);
    }

    /** Returns the right row for a left one, or null; rows are in the order in which they came. */
    @Nullable List<@Nullable Object> of(
        List<@Nullable Object> left, List<List<@Nullable Object>> right) {
      List<Boolean> nullSafe = Collections.nCopies(keys.size(), false);
      List<@Nullable Object> best = null;
      for (List<@Nullable Object> row : right) {
        if (left.get(0) == null
            || row.get(0) == null
            || !Boolean.TRUE.equals(NaiveJoin.keysEqual(left, row, keys, keys, nullSafe))) {
          continue;
        }
        int distance = compare(left.get(0), row.get(0)) * (isBackward ? 1 : -1);
        if (distance < 0 || (distance == 0 && !allowsEqual)) {
          continue;
        }
        int better = best == null ? 1 : compare(row.get(0), best.get(0)) * (isBackward ? 1 : -1);
        if (better > 0 || (better == 0 && isBackward)) {
          best = row;
        }
      }
      return best;
    }
  }

  @SuppressWarnings("unchecked") // values of one type
  private static int compare(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Double || one instanceof Float) {
      return Double.compare(
          ((Number) one).doubleValue() + 0.0, ((Number) other).doubleValue() + 0.0);
    }
    return ((Comparable<Object>) one).compareTo(other);
  }

  @Test
  void findsWhatLookingAtAllRowsFinds() {
    for (int seed = 0; seed < Effort.of(200); seed++) {
      check(seed, false, 200, 300);
    }
  }

  @Test
  void findsARowAsNearWhenRightRowsAreOnTheDisk() {
    for (int seed = 0; seed < Effort.of(40); seed++) {
      check(seed, true, 200, 300);
    }
  }

  @Test
  void findsARowAsNearInPasses() {
    for (int seed = 0; seed < Effort.of(12); seed++) {
      check(seed, true, 60, 10_000);
    }
  }

  private static void check(int seed, boolean spills, int mostLeft, int mostRight) {
    Random random = new Random(seed);
    List<DataType> types = new ArrayList<>();
    types.add(PLACES.get(random.nextInt(PLACES.size())));
    int keyCount = random.nextInt(3);
    for (int i = 0; i < keyCount; i++) {
      types.add(KEYS.get(random.nextInt(KEYS.size())));
    }
    Search search =
        new Search(
            random.nextBoolean(),
            random.nextBoolean(),
            IntStream.range(1, keyCount + 1).boxed().toList());
    int leftRows = random.nextInt(5) == 0 ? 0 : random.nextInt(mostLeft);
    int rightRows = random.nextInt(6) == 0 ? random.nextInt(3) : mostRight;
    int distinct = 1 + random.nextInt(random.nextBoolean() ? 40 : 4);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        HashJoinTest.Scarcity memory = new HashJoinTest.Scarcity(spills);
        JoinInputs inputs =
            new JoinInputs(seed, types, distinct, random.nextInt(2) * 0.2, account)) {
      List<Batch> left = inputs.batches(leftRows, 1 + random.nextInt(150));
      List<Batch> right = inputs.batches(rightRows, Math.max(1, rightRows / 11));
      List<List<@Nullable Object>> allRight = ScannedRows.of(right);
      Schema schema = HashJoinTest.schema(types);
      int width = schema.size();
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (List<@Nullable Object> row : ScannedRows.of(left)) {
        List<@Nullable Object> found = search.of(row, allRight);
        List<@Nullable Object> joined = new ArrayList<>(row);
        joined.addAll(found == null ? Collections.nCopies(width, null) : found);
        expected.add(joined);
      }
      List<List<@Nullable Object>> actual =
          HashJoinTest.run(
              join(schema, search),
              left,
              right,
              new TestTask(memory.account, 1 + random.nextInt(3)));
      if (spills) {
        assertThat(allRight)
            .containsAll(
                actual.stream()
                    .map(row -> row.subList(width, 2 * width))
                    .filter(row -> row.getLast() != null)
                    .toList());
      }
      // of rows at one place any is found if not all are in memory
      SameRows.check(
          spills ? withoutNumber(actual) : actual,
          spills ? withoutNumber(expected) : expected,
          "seed %d, %s, %s, %d right rows".formatted(seed, search, types, rightRows));
    }
  }

  /** Leaves the right rows' numbers out. */
  private static List<List<@Nullable Object>> withoutNumber(List<List<@Nullable Object>> rows) {
    List<List<@Nullable Object>> without = new ArrayList<>();
    rows.forEach(row -> without.add(row.subList(0, row.size() - 1)));
    return without;
  }

  private static HashJoin join(Schema schema, Search search) {
    PhysicalPlan side = HashJoinTest.values(schema);
    return search.keys().isEmpty()
        ? HashJoin.nestedLoop(
            new PhysicalPlan.NestedLoopJoin(
                side,
                side,
                JoinKind.LEFT,
                Optional.empty(),
                Optional.of(search.range()),
                schema,
                Estimate.UNKNOWN),
            new OperatorMetrics())
        : new HashJoin(
            new PhysicalPlan.HashJoin(
                side,
                side,
                JoinKind.LEFT,
                search.keys(),
                search.keys(),
                Collections.nCopies(search.keys().size(), false),
                Optional.empty(),
                Optional.of(search.range()),
                List.of(),
                schema,
                Estimate.UNKNOWN),
            Optional.empty(),
            JoinFilters.NONE,
            new OperatorMetrics());
  }
}
