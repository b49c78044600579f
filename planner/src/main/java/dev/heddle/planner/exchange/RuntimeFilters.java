package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.PhysicalPlan.RuntimeColumn;
import dev.heddle.physical.plan.PhysicalPlan.RuntimeKey;
import dev.heddle.physical.plan.RuntimeTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Finds the scans that can be told while a query runs which values of a column are wanted: those
 * that a join's probe key, or the first key of a top-N, comes from as it is.
 *
 * <p>A row of such a scan may be left out where all that would come of it above is dropped by the
 * join or the top-N. So a key is followed through nodes that hand a value on with the rows that it
 * is in, and never through limits, or into the side of an outer join whose rows may be missing.
 */
public final class RuntimeFilters {
  /** A table with so few rows is read as a whole. */
  private static final double MAX_SINGLE_TASK_ROWS = 4096;

  /** It costs little to tell of so few keys, whether or not that helps. */
  private static final double CHEAP_ROWS = 20_000;

  /** A build side with a larger share of the values that a column may have filters little. */
  private static final double USELESS_SHARE = 0.9;

  private int filters;

  private RuntimeFilters() {}

  /** Returns the plan with runtime filters within the parts between exchanges. */
  public static PhysicalPlan place(PhysicalPlan plan) {
    return new RuntimeFilters().place(plan, List.of());
  }

  /** A filter under way to the scans that it reaches. */
  private final class Filter {
    private final DataType type;
    private final double values; // as expected
    private final boolean needsStream; // its values come while the scan runs
    private int number;

    Filter(DataType type, double values, boolean needsStream) {
      this.type = type;
      this.values = values;
      this.needsStream = needsStream;
    }

    int number() {
      if (number == 0) {
        number = ++filters;
      }
      return number;
    }

    boolean isPlaced() {
      return number > 0;
    }
  }

  /** A filter on a column of a node's output. */
  private record On(int column, Filter filter) {}

  private PhysicalPlan place(PhysicalPlan plan, List<On> wanted) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan, wanted);
      case PhysicalPlan.HashJoin join -> hashJoin(join, wanted);
      case PhysicalPlan.NestedLoopJoin join -> {
        int width = join.left().output().size();
        List<On> right = withoutBounds(rightOf(join.kind(), wanted, width));
        yield join.withInputs(
            List.of(
                place(join.left(), leftOf(join.kind(), wanted, width)),
                place(join.right(), right)));
      }
      case PhysicalPlan.TopN top -> {
        Filter filter = bound(top);
        PhysicalPlan input =
            place(
                top.input(),
                filter == null
                    ? List.of()
                    : List.of(new On(top.order().getFirst().column(), filter)));
        yield new PhysicalPlan.TopN(
            input,
            top.order(),
            top.offset(),
            top.limit(),
            filter != null && filter.isPlaced()
                ? OptionalInt.of(filter.number())
                : OptionalInt.empty(),
            top.estimate());
      }
      case PhysicalPlan.Filter filter -> filter.withInputs(List.of(place(filter.input(), wanted)));
      case PhysicalPlan.Sort sort ->
          sort.withInputs(List.of(place(sort.input(), withoutBounds(wanted))));
      case PhysicalPlan.Project project ->
          project.withInputs(List.of(place(project.input(), below(project, wanted))));
      case PhysicalPlan.Aggregate aggregate -> {
        List<On> below = new ArrayList<>();
        for (On on : withoutBounds(wanted)) {
          if (on.column < aggregate.keys().size()) {
            below.add(new On(aggregate.keys().get(on.column), on.filter));
          }
        }
        yield aggregate.withInputs(List.of(place(aggregate.input(), below)));
      }
      case PhysicalPlan.Window window -> {
        List<On> below = new ArrayList<>();
        for (On on : withoutBounds(wanted)) {
          if (window.partitionKeys().contains(on.column)) {
            below.add(on);
          }
        }
        yield window.withInputs(List.of(place(window.input(), below)));
      }
      case PhysicalPlan.GroupLimit limit -> {
        List<On> below = new ArrayList<>();
        for (On on : withoutBounds(wanted)) {
          if (limit.keys().contains(on.column)) {
            below.add(on);
          }
        }
        yield limit.withInputs(List.of(place(limit.input(), below)));
      }
      case PhysicalPlan.UnionAll union ->
          union.withInputs(union.inputs().stream().map(input -> place(input, wanted)).toList());
      case PhysicalPlan.Unnest unnest -> {
        List<On> below = new ArrayList<>();
        for (On on : wanted) {
          if (on.column < unnest.kept().size()) {
            below.add(new On(unnest.kept().get(on.column), on.filter));
          }
        }
        yield unnest.withInputs(List.of(place(unnest.input(), below)));
      }
      // where its rows do go elsewhere, nobody tells the filters
      case PhysicalPlan.Exchange(
              PhysicalPlan input,
              Distribution.Hash(List<Integer> _, boolean isSpare),
              Estimate _)
          when isSpare ->
          plan.withInputs(List.of(place(input, withoutBounds(wanted))));
      case PhysicalPlan.Values _,
          PhysicalPlan.Expand _,
          PhysicalPlan.Limit _,
          PhysicalPlan.RowIndex _,
          PhysicalPlan.RandomKey _,
          PhysicalPlan.Share _,
          PhysicalPlan.SharedRead _,
          PhysicalPlan.Exchange _,
          PhysicalPlan.ExchangeRead _ ->
          plan.withInputs(plan.inputs().stream().map(input -> place(input, List.of())).toList());
    };
  }

  private static List<On> withoutBounds(List<On> wanted) {
    return wanted.stream().filter(on -> !on.filter.needsStream).toList();
  }

  private static List<On> below(PhysicalPlan.Project project, List<On> wanted) {
    List<On> below = new ArrayList<>();
    for (On on : wanted) {
      PhysicalExpr expression = project.expressions().get(on.column);
      while (expression instanceof PhysicalExpr.Cast cast
          && cast.type().isInteger()
          && cast.input().type().isInteger()) {
        expression = cast.input(); // what does not fit is an error, if it is wanted
      }
      if (expression instanceof PhysicalExpr.ColumnRef ref) {
        below.add(new On(ref.index(), on.filter));
      }
    }
    return below;
  }

  private @Nullable Filter bound(PhysicalPlan.TopN top) {
    DataType type = top.output().field(top.order().getFirst().column()).type();
    return RuntimeTypes.isBound(type) ? new Filter(type, 0, true) : null;
  }

  // Joins

  private PhysicalPlan hashJoin(PhysicalPlan.HashJoin join, List<On> wanted) {
    int width = join.left().output().size();
    List<On> left = new ArrayList<>(leftOf(join.kind(), wanted, width));
    List<On> right = new ArrayList<>(rightOf(join.kind(), wanted, width));
    List<On> alsoLeft = new ArrayList<>();
    List<On> alsoRight = new ArrayList<>();
    if (rightServesLeft(join.kind())) {
      acrossKeys(join, left, join.leftKeys(), join.right(), join.rightKeys(), alsoRight);
    }
    if (leftServesRight(join.kind())) {
      acrossKeys(join, right, join.rightKeys(), join.left(), join.leftKeys(), alsoLeft);
    }
    left.addAll(alsoLeft);
    right.addAll(alsoRight);
    @Nullable Filter[] own = new Filter[join.leftKeys().size()];
    for (int key = 0; key < own.length && dropsLeft(join.kind()); key++) {
      int column = join.leftKeys().get(key);
      DataType type = join.right().output().field(join.rightKeys().get(key)).type();
      if (RuntimeTypes.isKey(type) && !join.nullSafe().get(key)) {
        own[key] = new Filter(type, join.right().estimate().rows(), false);
        left.add(new On(column, own[key]));
      }
    }
    PhysicalPlan probe = place(join.left(), left);
    PhysicalPlan build = place(join.right(), withoutBounds(right));
    List<RuntimeKey> runtime = new ArrayList<>();
    for (int key = 0; key < own.length; key++) {
      if (own[key] != null && own[key].isPlaced()) {
        runtime.add(new RuntimeKey(key, own[key].number()));
      }
    }
    return new PhysicalPlan.HashJoin(
        probe,
        build,
        join.kind(),
        join.leftKeys(),
        join.rightKeys(),
        join.nullSafe(),
        join.residual(),
        runtime,
        join.output(),
        join.estimate());
  }

  /** Adds what is wanted of one side's keys as what is wanted of the other side's. */
  private static void acrossKeys(
      PhysicalPlan.HashJoin join,
      List<On> side,
      List<Integer> keys,
      PhysicalPlan other,
      List<Integer> otherKeys,
      List<On> target) {
    for (On on : side) {
      for (int key = 0; key < keys.size(); key++) {
        int column = otherKeys.get(key);
        if (keys.get(key) == on.column
            && !join.nullSafe().get(key)
            && RuntimeTypes.areAlike(on.filter.type, other.output().field(column).type())) {
          target.add(new On(column, on.filter));
        }
      }
    }
  }

  /** Returns whether left rows without a match are dropped. */
  private static boolean dropsLeft(JoinKind kind) {
    return switch (kind) {
      case INNER, RIGHT, LEFT_SEMI, RIGHT_SEMI, RIGHT_ANTI -> true;
      case LEFT, FULL, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
    };
  }

  /** Returns whether right rows only count for the left rows that have their key. */
  private static boolean rightServesLeft(JoinKind kind) {
    return switch (kind) {
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI -> true;
      case RIGHT, FULL, LEFT_ANTI_NULL_AWARE, LEFT_MARK, RIGHT_SEMI, RIGHT_ANTI -> false;
    };
  }

  /** Returns whether left rows only count for the right rows that have their key. */
  private static boolean leftServesRight(JoinKind kind) {
    return switch (kind) {
      case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> true;
      case LEFT, FULL, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
    };
  }

  /** Returns what is wanted of left columns. */
  private static List<On> leftOf(JoinKind kind, List<On> wanted, int width) {
    return switch (kind) {
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK ->
          wanted.stream().filter(on -> on.column < width).toList();
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> List.of();
    };
  }

  /** Returns what is wanted of right columns. */
  private static List<On> rightOf(JoinKind kind, List<On> wanted, int width) {
    return switch (kind) {
      case INNER, RIGHT ->
          wanted.stream()
              .filter(on -> on.column >= width)
              .map(on -> new On(on.column - width, on.filter))
              .toList();
      case RIGHT_SEMI, RIGHT_ANTI -> wanted;
      case LEFT, FULL, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> List.of();
    };
  }

  // Scans

  private static PhysicalPlan scan(PhysicalPlan.Scan scan, List<On> wanted) {
    TableStatistics statistics = scan.table().statistics();
    double rows = statistics.rowCount().orElse(Long.MAX_VALUE);
    ScanRequest request = scan.request();
    if (rows < MAX_SINGLE_TASK_ROWS || request.limit().isPresent()) {
      return scan;
    }
    List<RuntimeColumn> runtime = new ArrayList<>();
    for (On on : wanted) {
      int column = request.outputs().get(on.column);
      if (RuntimeTypes.areAlike(scan.output().field(on.column).type(), on.filter.type)
          && (on.filter.needsStream
              || on.filter.values < CHEAP_ROWS
              || on.filter.values
                  < USELESS_SHARE
                      * KeyCounts.of(
                          statistics.columns().get(request.columns().get(column)), rows))) {
        runtime.add(new RuntimeColumn(column, on.filter.number()));
      }
    }
    return runtime.isEmpty() ? scan : scan.told(runtime);
  }
}
