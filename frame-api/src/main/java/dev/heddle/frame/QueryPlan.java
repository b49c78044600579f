package dev.heddle.frame;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.frame.watch.PlannedStage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The plan of operators of a query, with what is expected of each and, if the query has run, what
 * each has done. Shown as a table, as text and in notebooks. Immutable.
 *
 * @param stages producers before consumers; the last one gives the result
 * @param nodes inputs before those that read them; the last one gives the result
 * @param statuses what each node has done, in the order of the nodes; empty if nothing has run
 */
public record QueryPlan(
    List<PlannedStage> stages, List<PlanNode> nodes, List<NodeStatus> statuses) {
  /** Estimates that are off by this factor or more are marked. */
  static final double OFF = 10;

  private static final int MAX_LINES = 1_000;

  /** Copies the lists, and checks that nothing is null and that nodes read earlier ones. */
  public QueryPlan {
    stages = Arguments.all(stages, "stages");
    nodes = Arguments.all(nodes, "nodes");
    for (int i = 0; i < nodes.size(); i++) {
      for (int input : nodes.get(i).inputs()) {
        if (input < 0 || input >= i) {
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot make a plan whose node "
                  + i
                  + " reads node "
                  + input
                  + ": that must be"
                  + " before it");
        }
      }
    }
    statuses = Arguments.all(statuses, "statuses");
  }

  /** Returns a table with a node a line, inputs indented below those that read them. */
  @Override
  public String toString() {
    return TextTable.plan(this);
  }

  /** Returns the same table as a piece of HTML, in which names are shown as text. */
  public String toHtml() {
    return HtmlTable.plan(this);
  }

  /** Returns whether the query has run. */
  boolean hasRun() {
    return !statuses.isEmpty();
  }

  /** Returns the heads of the columns. */
  String[] heads() {
    return hasRun()
        ? new String[] {"node", "stage", "expected rows", "rows", "time", "share", "spilled"}
        : new String[] {"node", "stage", "expected rows"};
  }

  /** Returns the nodes in the order in which they are shown. */
  List<Line> lines() {
    Map<Integer, NodeStatus> did = new HashMap<>();
    statuses.forEach(each -> did.put(each.node(), each));
    long busy = Math.max(1, statuses.stream().mapToLong(NodeStatus::busyNanos).sum());
    List<Line> lines = new ArrayList<>();
    Set<Integer> shown = new HashSet<>();
    Deque<int[]> open = new ArrayDeque<>(); // node and depth
    if (!nodes.isEmpty()) {
      open.push(new int[] {nodes.size() - 1, 0});
    }
    while (!open.isEmpty() && lines.size() < MAX_LINES) {
      int[] next = open.pop();
      PlanNode node = nodes.get(next[0]);
      boolean isNew = shown.add(next[0]); // one that several read is shown whole once
      NodeStatus status = did.getOrDefault(node.node(), new NodeStatus(node.node(), 0, 0, 0, 0));
      lines.add(line(node, next[1], status, busy, isNew ? "" : ", see above"));
      for (int i = node.inputs().size() - 1; isNew && i >= 0; i--) {
        open.push(new int[] {node.inputs().get(i), next[1] + 1});
      }
    }
    return lines;
  }

  /** Returns what is said below the table. */
  String footer() {
    int tasks = stages.stream().mapToInt(PlannedStage::tasks).sum();
    return nodes.size()
        + (nodes.size() == 1 ? " node, " : " nodes, ")
        + stages.size()
        + (stages.size() == 1 ? " stage, " : " stages, ")
        + tasks
        + (tasks == 1 ? " task" : " tasks")
        + (hasRun() ? "" : ", not run");
  }

  /**
   * A node as it is shown.
   *
   * @param depth how many nodes read its rows one above the other
   * @param cells what is in each column
   * @param isOff whether the estimate of its rows is far off
   */
  record Line(int depth, String[] cells, boolean isOff) {}

  private Line line(PlanNode node, int depth, NodeStatus status, long busy, String note) {
    String text = node.text() + note;
    String stage = Integer.toString(node.stage());
    double expected = node.expectedRows();
    String rows = expected < 0 ? "unknown" : String.format(Locale.ROOT, "%,.0f", expected);
    if (!hasRun()) {
      return new Line(depth, new String[] {text, stage, rows}, false);
    }
    double factor = Math.max(1, status.rows()) / Math.max(1, expected);
    String[] cells = {
      text,
      stage,
      rows,
      String.format(Locale.ROOT, "%,d", status.rows()),
      String.format(Locale.ROOT, "%,.1f ms", status.busyNanos() / 1e6),
      String.format(Locale.ROOT, "%.0f %%", 100.0 * status.busyNanos() / busy),
      status.spilledBytes() == 0
          ? ""
          : String.format(Locale.ROOT, "%,.1f MiB", status.spilledBytes() / (double) (1 << 20))
    };
    return new Line(depth, cells, expected >= 0 && (factor >= OFF || factor <= 1 / OFF));
  }
}
