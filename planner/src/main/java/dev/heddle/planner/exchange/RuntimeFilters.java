package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinNodes.RuntimeKey;
import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.PhysicalPlan.RuntimeColumn;
import dev.heddle.physical.plan.RuntimeTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Finds the scans that can receive, while a query runs, the wanted values of a column: those whose
 * column is, unchanged, a join's probe key or the first key of a top-N.
 *
 * <p>A row of such a scan may be left out where all that would come of it above is dropped by the
 * join or the top-N. So a key is followed through nodes that hand a value on with the rows that it
 * is in, and never through limits, or into the side of an outer join whose rows may be missing.
 */
public final class RuntimeFilters {
  /** A table with so few rows is read as a whole. */
  private static final double MAX_SINGLE_TASK_ROWS = 4096;

  /** It costs little to send this number of keys, whether or not that helps. */
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
      case PhysicalPlan.NestedLoopJoin join ->
          join.withInputs(
              List.of(
                  place(join.left(), below(join, 0, wanted)),
                  place(join.right(), withoutBounds(below(join, 1, wanted)))));
      case PhysicalPlan.TopN top -> topN(top);
      // where its rows do go elsewhere, nobody fills the filters
      case PhysicalPlan.Exchange exchange ->
          exchange.withInputs(
              List.of(
                  place(
                      exchange.input(),
                      exchange.distribution() instanceof Distribution.Hash hash && hash.isSpare()
                          ? withoutBounds(wanted)
                          : List.of())));
      default -> {
        List<On> passed =
            NodeTraits.of(plan).state() == NodeTraits.State.NONE ? wanted : withoutBounds(wanted);
        List<PhysicalPlan> inputs = new ArrayList<>();
        for (PhysicalPlan input : plan.inputs()) {
          inputs.add(place(input, below(plan, inputs.size(), passed)));
        }
        yield plan.withInputs(inputs);
      }
    };
  }

  private static List<On> withoutBounds(List<On> wanted) {
    return wanted.stream().filter(on -> !on.filter.needsStream).toList();
  }

  /** Returns what is wanted of a node's output as what is wanted of one of its inputs. */
  private static List<On> below(PhysicalPlan node, int input, List<On> wanted) {
    List<On> below = new ArrayList<>();
    for (On on : wanted) {
      NodeTraits.source(node, input, on.column)
          .ifPresent(column -> below.add(new On(column, on.filter)));
    }
    return below;
  }

  private PhysicalPlan topN(PhysicalPlan.TopN top) {
    Filter filter = bound(top);
    PhysicalPlan input =
        place(
            top.input(),
            filter == null ? List.of() : List.of(new On(top.order().getFirst().column(), filter)));
    return new PhysicalPlan.TopN(
        input,
        top.order(),
        top.offset(),
        top.limit(),
        filter != null && filter.isPlaced() ? OptionalInt.of(filter.number()) : OptionalInt.empty(),
        top.estimate());
  }

  private @Nullable Filter bound(PhysicalPlan.TopN top) {
    DataType type = top.output().field(top.order().getFirst().column()).type();
    return RuntimeTypes.isBound(type) ? new Filter(type, 0, true) : null;
  }

  // Joins

  private PhysicalPlan hashJoin(PhysicalPlan.HashJoin join, List<On> wanted) {
    List<On> left = below(join, 0, wanted);
    List<On> right = below(join, 1, wanted);
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
        join.range(),
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
