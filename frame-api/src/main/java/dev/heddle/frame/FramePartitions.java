package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PartitionKind;
import java.util.List;
import java.util.Locale;

/**
 * Which rows of a frame a task of a cluster works on; part of {@link DataFrame}. The rows stay the
 * same. Where a query is not divided among tasks, as in a session without a cluster, there is one
 * part, whatever number is asked for.
 */
public sealed interface FramePartitions permits DataFrame {
  /** At most this number of parts can be asked for. */
  int MAX_PARTITIONS = 100_000;

  private DataFrame frame() {
    return (DataFrame) this;
  }

  /**
   * Returns this frame in a number of parts with about the same number of rows.
   *
   * @throws AnalysisException if the number is not from 1 to {@link #MAX_PARTITIONS}
   */
  default DataFrame repartition(int partitions) {
    return parts("Cannot repartition", PartitionKind.EVENLY, partitions, List.of());
  }

  /** Returns this frame in a number of parts, with rows of equal values of columns in one. */
  default DataFrame repartition(int partitions, String... columns) {
    return byHash(partitions, ColumnArguments.sortKeys(columns));
  }

  /** Returns this frame in a number of parts, with rows of equal keys in one. */
  default DataFrame repartition(int partitions, Expr... keys) {
    return byHash(partitions, Arguments.all(keys, "keys").stream().map(Expr::ascending).toList());
  }

  private DataFrame byHash(int partitions, List<SortKey> keys) {
    String action = "Cannot repartition";
    return parts(action, PartitionKind.BY_HASH, partitions, frame().checked(action, keys));
  }

  /**
   * Returns this frame in a number of parts, each with a range of values of columns that follows on
   * that of the part before. Rows of equal values are in one part. The ranges are chosen by a
   * sample, so that parts are about equally large.
   */
  default DataFrame repartitionByRange(int partitions, String... columns) {
    return byRange(partitions, ColumnArguments.sortKeys(columns));
  }

  /** Returns this frame in ranges of an order, as {@link #repartitionByRange(int, String...)}. */
  default DataFrame repartitionByRange(int partitions, SortKey... keys) {
    return byRange(partitions, Arguments.all(keys, "keys"));
  }

  private DataFrame byRange(int partitions, List<SortKey> keys) {
    String action = "Cannot repartition by range";
    return parts(action, PartitionKind.BY_RANGE, partitions, frame().checked(action, keys));
  }

  /**
   * Returns this frame in at most a number of parts: neighbouring ones are put together, so that
   * rows of a sorted frame stay in order.
   */
  default DataFrame coalesce(int partitions) {
    return parts("Cannot coalesce", PartitionKind.FEWER, partitions, List.of());
  }

  /** Returns this frame with the rows of each part sorted by columns, and not those of all. */
  default DataFrame sortWithinPartitions(String... columns) {
    return sorted(ColumnArguments.sortKeys(columns));
  }

  /** Returns this frame with the rows of each part sorted, and not those of all. */
  default DataFrame sortWithinPartitions(SortKey... keys) {
    return sorted(Arguments.all(keys, "keys"));
  }

  private DataFrame sorted(List<SortKey> keys) {
    List<SortKey> checked = frame().checked("Cannot sort within partitions", keys);
    return frame()
        .derive(new LogicalPlan.Repartition(frame().plan(), PartitionKind.SORTED, 0, checked));
  }

  /**
   * Returns this frame with a hint for joins on a cluster: its rows are sent to all tasks, so that
   * those of the other side stay where they are, whatever estimates say. A full join, and one that
   * keeps rows of this side without a match, goes by keys nevertheless. The rows have to fit into
   * the memory of each worker.
   */
  default DataFrame broadcast() {
    return frame()
        .derive(
            new LogicalPlan.Repartition(frame().plan(), PartitionKind.EVERYWHERE, 0, List.of()));
  }

  /**
   * Returns this frame with a hint by its name in Spark, whatever its case: {@code broadcast},
   * {@code broadcastjoin} and {@code mapjoin} are {@link #broadcast}.
   *
   * @throws AnalysisException for other names: there is no join that they would choose
   */
  default DataFrame hint(String name) {
    return switch (requireNonNull(name, "name is null").toLowerCase(Locale.ROOT)) {
      case "broadcast", "broadcastjoin", "mapjoin" -> broadcast();
      case "repartition", "coalesce", "repartition_by_range", "rebalance" ->
          throw new AnalysisException(
              "Cannot take the hint \""
                  + name
                  + "\": it is a verb here, such as repartition(8, \"key\")");
      default ->
          throw new AnalysisException(
              "Cannot take the hint \""
                  + name
                  + "\": joins are by hash tables, and only broadcast changes how they run");
    };
  }

  private DataFrame parts(String action, PartitionKind kind, int partitions, List<SortKey> keys) {
    if (partitions < 1 || partitions > MAX_PARTITIONS) {
      throw new AnalysisException(
          action
              + " into "
              + partitions
              + " partitions: give a number from 1 to "
              + MAX_PARTITIONS);
    }
    return frame().derive(new LogicalPlan.Repartition(frame().plan(), kind, partitions, keys));
  }
}
