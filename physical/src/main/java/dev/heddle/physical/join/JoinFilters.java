package dev.heddle.physical.join;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.KeyWords;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The runtime filters of a hash join: gives scans on the left side the keys of the right side.
 *
 * <p>Filled by one thread when the right side is complete, before any scan on the left side starts;
 * empty again once closed, after the last of them has ended. Of a right side that did not stay in
 * memory they get only the range of the keys.
 */
public final class JoinFilters implements AutoCloseable {
  /** Of a join without runtime filters. */
  static final JoinFilters NONE = new JoinFilters();

  private final List<Filter> filters = new ArrayList<>();
  private final List<RuntimeFilterKeys> filled = new ArrayList<>();

  private record Filter(int column, DataType type, RuntimeFilter filter) {
    boolean isWord() {
      return KeyWords.isInteger(Layout.of(type));
    }
  }

  private JoinFilters() {}

  public JoinFilters(PhysicalPlan.HashJoin plan, PlanMetrics metrics) {
    for (PhysicalPlan.RuntimeKey runtime : plan.runtime()) {
      int column = plan.rightKeys().get(runtime.key());
      DataType type = plan.right().output().field(column).type();
      filters.add(new Filter(column, type, metrics.filter(runtime.filter())));
    }
  }

  /** Fills the filters with the right side's rows. */
  void fill(RowStore rows, TaskContext context) {
    for (Filter filter : filters) {
      try {
        RuntimeFilterKeys keys =
            Layout.of(filter.type).isText()
                ? RuntimeFilterTexts.of(rows, filter.column, context)
                : RuntimeFilterIntegers.of(rows, filter.column, context);
        filled.add(keys);
        filter.filter.fill(keys);
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.OUT_OF_MEMORY) {
          throw e;
        } // the query does without
      }
    }
  }

  /** Starts to find out the range of each filter's keys, for one thread. */
  Ranges ranges() {
    return new Ranges();
  }

  /** Fills filters of integers with the ranges of all right rows, which threads found out. */
  void fill(List<Ranges> all) {
    for (int i = 0; i < filters.size(); i++) {
      Filter filter = filters.get(i);
      if (filter.isWord()) {
        long smallest = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        for (Ranges ranges : all) {
          smallest = Math.min(smallest, ranges.smallest[i]);
          largest = Math.max(largest, ranges.largest[i]);
        }
        filter.filter.fill(RuntimeFilterIntegers.ofRange(smallest, largest));
      }
    }
  }

  /** The range of each filter's keys, if they are integers, in the rows of one thread. */
  final class Ranges {
    private final long[] smallest = new long[filters.size()];
    private final long[] largest = new long[filters.size()];

    private Ranges() {
      Arrays.fill(smallest, Long.MAX_VALUE);
      Arrays.fill(largest, Long.MIN_VALUE);
    }

    /** Adds right rows. */
    void add(Batch batch, MemoryAccount account) {
      for (int i = 0; i < smallest.length; i++) {
        Filter filter = filters.get(i);
        if (filter.isWord()) {
          add(i, batch.column(filter.column), batch.rowCount(), account);
        }
      }
    }

    private void add(int i, Column keys, int rows, MemoryAccount account) {
      Buffer words = account.allocate(8L * Math.max(1, rows));
      try {
        KeyWords.read(keys, 0, rows, words.address());
        long validity = keys.validity();
        for (int row = 0; row < rows; row++) {
          if (validity == 0 || Bits.get(validity, row)) {
            long word = Memory.getLong(words.address() + 8L * row);
            smallest[i] = Math.min(smallest[i], word);
            largest[i] = Math.max(largest[i], word);
          }
        }
      } finally {
        words.release();
      }
    }
  }

  @Override
  public void close() {
    filters.forEach(filter -> filter.filter.clear());
    filled.forEach(RuntimeFilterKeys::close);
    filled.clear();
  }
}
