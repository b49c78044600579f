package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * The runtime filters of a hash join: tells scans on the left side which keys the right side has.
 *
 * <p>Filled by one thread when the right side is complete, before any scan on the left side starts;
 * empty again once closed, after the last of them has ended.
 */
final class JoinFilters implements AutoCloseable {
  /** Of a join that tells no scan of its keys. */
  static final JoinFilters NONE = new JoinFilters();

  private final List<Filter> filters = new ArrayList<>();
  private final List<WantedKeys> filled = new ArrayList<>();

  private record Filter(int column, DataType type, RuntimeFilter filter) {}

  private JoinFilters() {}

  JoinFilters(PhysicalPlan.HashJoin plan, PlanMetrics metrics) {
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
        WantedKeys keys =
            Layout.of(filter.type) == Layout.VIEW
                ? WantedTexts.of(rows, filter.column, context)
                : WantedWords.of(rows, filter.column, context);
        filled.add(keys);
        filter.filter.fill(keys);
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.OUT_OF_MEMORY) {
          throw e;
        } // the query does without
      }
    }
  }

  @Override
  public void close() {
    filters.forEach(filter -> filter.filter.clear());
    filled.forEach(WantedKeys::close);
    filled.clear();
  }
}
