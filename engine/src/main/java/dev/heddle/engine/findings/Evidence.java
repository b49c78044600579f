package dev.heddle.engine.findings;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.ScanProfile;
import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.operator.ThreadTimes;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of a query that has run.
 *
 * @param nodes of its plan, by their numbers, inputs before those that read them
 * @param stages how long its tasks ran, where that is known
 * @param profile where its time went
 * @param elapsedNanos from its beginning to its end
 * @param planNanos of these, for planning
 * @param planCpuNanos processor time of the thread that has planned
 * @param earlierQueries that began before it in the process that has planned
 * @param submitNanos of these, for encoding and submission
 * @param submittedBytes what was sent then
 * @param runNanos of these, while its stages ran
 * @param resultNanos time in which who takes the rows held up those who make them
 * @param resultRows rows of the result
 * @param functionNanos time that threads were in functions of the user's own, by name
 * @param threadTimes how long threads worked on pipelines, and had a processor
 * @param threads that work on a query at a time, in all processes
 * @param slots tasks that run at a time
 * @param place where its tasks ran
 */
public record Evidence(
    List<Node> nodes,
    List<Stage> stages,
    QueryProfile profile,
    long elapsedNanos,
    long planNanos,
    long planCpuNanos,
    long earlierQueries,
    long submitNanos,
    long submittedBytes,
    long runNanos,
    long resultNanos,
    long resultRows,
    Map<String, Long> functionNanos,
    ThreadTimes threadTimes,
    int threads,
    int slots,
    Place place) {
  /** Where tasks run. */
  public enum Place {
    /** In the process of the session. */
    HERE,
    /** In processes of a cluster, or of Spark. */
    ELSEWHERE
  }

  /** Copies the lists. */
  public Evidence {
    nodes = List.copyOf(nodes);
    stages = List.copyOf(stages);
    functionNanos = Map.copyOf(functionNanos);
  }

  /**
   * A node of the plan.
   *
   * @param number its number
   * @param stage the stage that it belongs to
   * @param inputs numbers of the nodes whose rows it reads
   * @param rows rows that it gave
   * @param nanos time that threads worked in it
   * @param idleNanos time that threads of this process had nothing to do since others worked in it
   * @param stateBytes the most that its state had
   * @param spilledBytes what it has written to spill files
   * @param keys which values of its keys are frequent
   * @param fileBytes the sizes of all files of its table, if it is a scan of files
   * @param waitNanos time that threads have waited for storage in it
   * @param scan what it read and left out, if it is a scan of files
   */
  public record Node(
      int number,
      int stage,
      PhysicalPlan plan,
      List<Integer> inputs,
      long rows,
      long nanos,
      long idleNanos,
      long stateBytes,
      long spilledBytes,
      FrequentKeys keys,
      long fileBytes,
      long waitNanos,
      Optional<ScanProfile> scan) {
    /** Copies the list. */
    public Node {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * How long tasks of a stage ran.
   *
   * @param keys columns by which the rows that it reads were divided; empty if there are none
   * @param tasks how many have ended
   * @param totalNanos all of them together
   * @param medianNanos half of them took no longer
   * @param maxNanos the longest
   */
  public record Stage(
      int stage, List<String> keys, int tasks, long totalNanos, long medianNanos, long maxNanos) {
    /** Copies the list. */
    public Stage {
      keys = List.copyOf(keys);
    }
  }

  /** Returns the rows that a node's input gave, by its place among the inputs. */
  long rowsIn(Node node, int input) {
    Node read = nodes.get(node.inputs().get(input));
    return isRepeated(read) ? read.rows() / tasks(read.stage()) : read.rows();
  }

  /** Returns how many tasks of a stage have ended, at least one. */
  int tasks(int stage) {
    return stages.stream()
        .filter(each -> each.stage() == stage)
        .mapToInt(Stage::tasks)
        .findFirst()
        .orElse(1);
  }

  /** Returns whether each task of a stage makes the same rows of a node. */
  private boolean isRepeated(Node node) {
    int tasks = tasks(node.stage());
    if (tasks == 1) {
      return false;
    }
    return switch (node.plan()) {
      case PhysicalPlan.Scan scan -> scan.isWhole();
      case PhysicalPlan.ExchangeRead _ when !node.inputs().isEmpty() -> {
        long written = nodes.get(node.inputs().getFirst()).rows();
        yield written > 0 && node.rows() >= tasks * written;
      }
      default ->
          !node.inputs().isEmpty()
              && node.inputs().stream().allMatch(input -> isRepeated(nodes.get(input)));
    };
  }

  /** Returns the time of all nodes. */
  public long busyNanos() {
    return nodes.stream().mapToLong(Node::nanos).sum();
  }

  /** Returns the nodes of a stage. */
  List<Node> ofStage(int stage) {
    return nodes.stream().filter(node -> node.stage() == stage).toList();
  }

  /**
   * Returns a time of threads as it would be if other programs left them the processors: threads
   * that did not wait for storage had one for a share of it only.
   */
  long unloaded(double nanos) {
    double working = threadTimes.nanos() - waitNanos();
    if (threadTimes.nanos() == 0) {
      return (long) nanos; // nothing was measured
    }
    return (long) (nanos * Math.clamp(threadTimes.cpuNanos() / Math.max(1, working), 0.0, 1.0));
  }

  /** Returns how long threads have waited for storage. */
  long waitNanos() {
    return nodes.stream().mapToLong(Node::waitNanos).sum();
  }

  /** Returns how many threads had something to do, on average, at least one. */
  double busyThreads() {
    long idle = nodes.stream().mapToLong(Node::idleNanos).sum();
    return Math.max(1, threads - (double) idle / Math.max(1, runNanos));
  }

  /** Returns the share of the run that a number of nanoseconds of nodes take. */
  long cost(long nodeNanos) {
    return (long) (runNanos * ((double) nodeNanos / Math.max(1, busyNanos())));
  }

  /** Returns the time of the nodes that work on a node's rows, directly or not. */
  long nanosAbove(Node node) {
    return above(node).stream().mapToLong(Node::nanos).sum();
  }

  /** Returns whether a node that reads a node's rows, directly or not, may need only some. */
  boolean mayStopEarly(Node node) {
    return above(node).stream()
        .anyMatch(
            each ->
                each.plan() instanceof PhysicalPlan.Limit
                    || each.plan() instanceof PhysicalPlan.TopN);
  }

  /** Returns the time of the nodes whose rows a node reads, directly or not. */
  long nanosBelow(Node node) {
    Set<Integer> below = new TreeSet<>();
    addBelow(node, below);
    return below.stream().mapToLong(number -> nodes.get(number).nanos()).sum();
  }

  private void addBelow(Node node, Set<Integer> below) {
    for (int input : node.inputs()) {
      if (below.add(input)) {
        addBelow(nodes.get(input), below);
      }
    }
  }

  /** Returns the nodes that read a node's rows, directly or not, the nearest first. */
  private List<Node> above(Node node) {
    List<Node> above = new ArrayList<>();
    int below = node.number();
    for (Node other : nodes.subList(below + 1, nodes.size())) {
      if (other.inputs().contains(below)) {
        above.add(other);
        below = other.number();
      }
    }
    return above;
  }
}
