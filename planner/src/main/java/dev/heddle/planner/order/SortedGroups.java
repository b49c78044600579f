package dev.heddle.planner.order;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets aggregations and windows work key by key where their rows come sorted by what they group by,
 * and that pays. Stateless.
 */
final class SortedGroups {
  /** Groups of an aggregation up to which a table of all of them stays in the cache. */
  private static final double MIN_GROUPS = 100_000;

  /** Rows of a window up to which they are sorted soon. */
  private static final double MIN_WINDOW_ROWS = 1 << 20;

  private SortedGroups() {}

  /** Returns the node, or one that lets it work key by key. */
  static PhysicalPlan of(PhysicalPlan node) {
    return switch (node) {
      case PhysicalPlan.Aggregate aggregate
          when aggregate.mode() == AggregateMode.SINGLE
              && aggregate.estimate().rows() >= MIN_GROUPS ->
          of(node, aggregate.input(), fixedWidth(aggregate));
      case PhysicalPlan.Window window when window.input().estimate().rows() >= MIN_WINDOW_ROWS ->
          of(node, window.input(), window.partitionKeys());
      default -> node;
    };
  }

  /**
   * Returns the keys that are not text: with texts all different, making many small tables took
   * 1.25 times what one large one did.
   */
  private static List<Integer> fixedWidth(PhysicalPlan.Aggregate aggregate) {
    return aggregate.keys().stream()
        .filter(key -> !isText(aggregate.input().output().field(key).type()))
        .toList();
  }

  private static boolean isText(DataType type) {
    return type.equals(DataType.STRING) || type.equals(DataType.BINARY);
  }

  private static PhysicalPlan of(PhysicalPlan node, PhysicalPlan input, List<Integer> keys) {
    List<SortOrder> order = order(input, keys);
    if (order.isEmpty()) {
      return node;
    }
    PhysicalPlan rows = InputOrders.ordered(input, order).orElseThrow();
    List<ScanValue> bounds = IntervalBounds.of(List.of(InputOrders.scan(rows)));
    return bounds.isEmpty()
        ? node // one thread would do it all
        : new PhysicalPlan.KeyByKey(node.withInputs(List.of(rows)), order, bounds, node.estimate());
  }

  /** Returns the keys that a plan can be sorted by, each in its direction. */
  private static List<SortOrder> order(PhysicalPlan input, List<Integer> keys) {
    List<SortOrder> order = new ArrayList<>();
    boolean isLonger = true;
    while (isLonger) {
      Optional<SortOrder> next = next(input, keys, order);
      next.ifPresent(order::add);
      isLonger = next.isPresent();
    }
    return order;
  }

  private static Optional<SortOrder> next(
      PhysicalPlan input, List<Integer> keys, List<SortOrder> before) {
    for (int column : keys) {
      if (before.stream().anyMatch(key -> key.column() == column)) {
        continue;
      }
      for (SortDirection direction : SortDirection.values()) {
        for (NullPlacement nulls : NullPlacement.values()) {
          List<SortOrder> longer = new ArrayList<>(before);
          longer.add(new SortOrder(column, direction, nulls));
          if (InputOrders.isScanIn(input, longer)) {
            return Optional.of(longer.getLast());
          }
        }
      }
    }
    return Optional.empty();
  }
}
