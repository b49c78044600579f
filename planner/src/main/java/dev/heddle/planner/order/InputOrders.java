package dev.heddle.planner.order;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Uses the order in which tables lie: a scan from which an order is wanted states it, and what
 * would have made that order goes. Goes over a plan for one partition, before exchanges are in it.
 * Stateless.
 */
public final class InputOrders {
  /**
   * The first rows of an order are read by one thread, which stops there; all threads together look
   * for them in all rows. So the rows should be this number of times the wanted ones.
   */
  private static final double MIN_ROWS_PER_WANTED = 8;

  private InputOrders() {}

  /**
   * Returns the plan with the orders of its tables used.
   *
   * @param costs of joins that merge what is sorted
   */
  public static PhysicalPlan use(PhysicalPlan plan, MergeCosts costs) {
    List<PhysicalPlan> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (PhysicalPlan input : plan.inputs()) {
      PhysicalPlan used = use(input, costs);
      isChanged |= used != input;
      inputs.add(used);
    }
    PhysicalPlan node = isChanged ? plan.withInputs(inputs) : plan;
    return switch (node) {
      case PhysicalPlan.Sort sort -> ordered(sort.input(), sort.order()).orElse(sort);
      case PhysicalPlan.TopN top -> first(top);
      case PhysicalPlan.HashJoin join -> MergeJoins.of(join, costs);
      case PhysicalPlan.Aggregate _, PhysicalPlan.Window _ -> SortedGroups.of(node);
      default -> node;
    };
  }

  private static PhysicalPlan first(PhysicalPlan.TopN top) {
    double wanted = (double) top.offset() + (double) top.limit();
    if (top.input().estimate().rows() < MIN_ROWS_PER_WANTED * wanted) {
      return top;
    }
    return ordered(top.input(), top.order())
        .<PhysicalPlan>map(
            input -> new PhysicalPlan.Limit(input, top.offset(), top.limit(), top.estimate()))
        .orElse(top);
  }

  /** Returns a plan with its rows in an order, if they come in it, or can. */
  static Optional<PhysicalPlan> ordered(PhysicalPlan plan, List<SortOrder> wanted) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan, wanted);
      case PhysicalPlan.Filter filter ->
          ordered(filter.input(), wanted).map(input -> filter.withInputs(List.of(input)));
      case PhysicalPlan.Project project ->
          KnownOrder.below(wanted, project)
              .flatMap(order -> ordered(project.input(), order))
              .map(input -> project.withInputs(List.of(input)));
      case PhysicalPlan.Sort sort ->
          startsWith(sort.order(), wanted) ? Optional.of(sort) : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Returns whether a plan is over a scan alone that can come in an order. */
  static boolean isScanIn(PhysicalPlan plan, List<SortOrder> order) {
    return isOverScan(plan) && ordered(plan, order).isPresent();
  }

  /** Returns whether a plan is a scan with nothing but filters and projections above it. */
  private static boolean isOverScan(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Scan _ -> true;
      case PhysicalPlan.Filter filter -> isOverScan(filter.input());
      case PhysicalPlan.Project project -> isOverScan(project.input());
      default -> false;
    };
  }

  /** Returns the scan that a plan is over. */
  static PhysicalPlan.Scan scan(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Scan scan ? scan : scan(plan.inputs().getFirst());
  }

  private static boolean startsWith(List<SortOrder> order, List<SortOrder> wanted) {
    return order.size() >= wanted.size() && order.subList(0, wanted.size()).equals(wanted);
  }

  private static Optional<PhysicalPlan> scan(PhysicalPlan.Scan scan, List<SortOrder> wanted) {
    if (startsWith(scan.order(), wanted)) {
      return Optional.of(scan);
    }
    boolean agrees = startsWith(wanted, scan.order()) && !wanted.isEmpty();
    return agrees && isOf(scan, wanted) ? Optional.of(scan.orderedBy(wanted)) : Optional.empty();
  }

  /** Whether the rows of a scan's table come in an order. */
  private static boolean isOf(PhysicalPlan.Scan scan, List<SortOrder> wanted) {
    Table table = scan.table();
    List<TableOrder.Key> keys = table.order().map(TableOrder::keys).orElse(List.of());
    if (keys.size() < wanted.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      TableOrder.Key key = keys.get(i);
      SortOrder order = wanted.get(i);
      int column = scan.request().columns().get(scan.request().outputs().get(order.column()));
      boolean isSame =
          column == key.column()
              && (order.direction() == SortDirection.DESCENDING) == key.isDescending()
              && ((order.nulls() == NullPlacement.FIRST) == key.isNullsFirst()
                  || isWithoutNulls(table, column));
      if (!isSame) {
        return false;
      }
    }
    return true;
  }

  /** Whether a column has no nulls, wherever these would be. */
  private static boolean isWithoutNulls(Table table, int column) {
    TableStatistics statistics = table.statistics();
    return !table.schema().field(column).nullable()
        || (statistics.exact() && statistics.columns().get(column).nullCount().orElse(1) == 0);
  }
}
