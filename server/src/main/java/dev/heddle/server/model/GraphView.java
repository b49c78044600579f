package dev.heddle.server.model;

import dev.heddle.frame.watch.NodeStatus;
import dev.heddle.frame.watch.PlanNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A query's stages as a graph that somebody can look at: of many stages those that do the same for
 * the same readers, such as the branches of a union, are one with what all of them did, and has the
 * number of the first. Of the rest those that run, and then the last ones, are shown.
 *
 * @param stages in the order of their numbers
 * @param nodes of these stages
 * @param leftOut how many stages are in none of them
 */
public record GraphView(List<Stage> stages, List<Node> nodes, int leftOut) {
  /** Of this number of stages each is shown. */
  static final int MAX_ALONE = 48;

  /** The most that are shown, alike ones put together. */
  static final int MAX_STAGES = 160;

  /** The most that are shown of the nodes of all stages. */
  static final int MAX_NODES = 1_000;

  /** Copies the lists. */
  public GraphView {
    stages = List.copyOf(stages);
    nodes = List.copyOf(nodes);
  }

  /**
   * Stages that are alike.
   *
   * @param sum what they did; inputs are numbers of first stages
   * @param lead the node that the first is there for
   * @param alike the numbers of the others
   */
  public record Stage(StageRecord sum, StageLead lead, List<Integer> alike) {
    /** Copies the list. */
    public Stage {
      alike = List.copyOf(alike);
    }
  }

  /**
   * A node of stages that are alike.
   *
   * @param plan that of the first, with what is expected of all
   * @param did what all did; null if that is not known
   */
  public record Node(PlanNode plan, @Nullable NodeStatus did) {}

  /** What makes stages alike. */
  private record Kind(Set<Integer> readers, List<String> operators, boolean isOnly) {}

  /** Returns the graph of a query. */
  public static GraphView of(QueryView query) {
    Map<Integer, List<PlanNode>> nodes = new HashMap<>();
    query
        .nodes()
        .forEach(node -> nodes.computeIfAbsent(node.stage(), _ -> new ArrayList<>()).add(node));
    Map<Integer, NodeStatus> did = new HashMap<>();
    query.statuses().forEach(each -> did.put(each.node(), each));
    List<List<StageRecord>> groups = groups(query.stages(), nodes);
    List<List<StageRecord>> shown =
        groups.stream()
            .sorted(
                Comparator.comparing(GraphView::runs)
                    .thenComparing(group -> group.getFirst().stage())
                    .reversed())
            .limit(MAX_STAGES)
            .sorted(Comparator.comparing(group -> group.getFirst().stage()))
            .toList();
    Map<Integer, Integer> firsts = new HashMap<>(); // by stage
    shown.forEach(
        group -> group.forEach(each -> firsts.put(each.stage(), group.getFirst().stage())));
    List<Stage> stages = new ArrayList<>();
    List<Node> shownNodes = new ArrayList<>();
    for (List<StageRecord> group : shown) {
      List<PlanNode> own = nodes.getOrDefault(group.getFirst().stage(), List.of());
      StageRecord sum = sum(group, firsts);
      stages.add(
          new Stage(
              sum,
              StageLead.of(sum, own),
              group.stream().skip(1).map(StageRecord::stage).toList()));
      for (int i = 0; i < own.size() && shownNodes.size() < MAX_NODES; i++) {
        shownNodes.add(node(group, nodes, did, i));
      }
    }
    return new GraphView(stages, shownNodes, query.stages().size() - firsts.size());
  }

  private static boolean runs(List<StageRecord> group) {
    return group.stream().anyMatch(stage -> stage.running() > 0);
  }

  /** Returns stages that are alike, each group in the order of numbers. */
  private static List<List<StageRecord>> groups(
      List<StageRecord> stages, Map<Integer, List<PlanNode>> nodes) {
    if (stages.size() <= MAX_ALONE) {
      return stages.stream().map(List::of).toList();
    }
    Map<Integer, StageRecord> byNumber = new HashMap<>();
    stages.forEach(stage -> byNumber.put(stage.stage(), stage));
    Map<Integer, List<Integer>> readers = new HashMap<>();
    for (StageRecord stage : stages) {
      new TreeSet<>(stage.inputs())
          .forEach(
              input -> readers.computeIfAbsent(input, _ -> new ArrayList<>()).add(stage.stage()));
    }
    Map<Integer, Integer> open = new HashMap<>(); // readers without a group, by stage
    Deque<StageRecord> next = new ArrayDeque<>();
    for (StageRecord stage : stages) {
      int count = readers.getOrDefault(stage.stage(), List.of()).size();
      open.put(stage.stage(), count);
      if (count == 0) {
        next.add(stage);
      }
    }
    Map<Kind, List<StageRecord>> groups = new LinkedHashMap<>();
    Map<Integer, Integer> groupOf = new HashMap<>(); // the number of its first, by stage
    while (!next.isEmpty()) {
      StageRecord stage = next.remove();
      Set<Integer> readBy = new TreeSet<>();
      List<Integer> own = readers.getOrDefault(stage.stage(), List.of());
      own.forEach(reader -> readBy.add(groupOf.get(reader)));
      List<StageRecord> group =
          groups.computeIfAbsent(
              new Kind(readBy, operators(stage, nodes), own.isEmpty()), _ -> new ArrayList<>());
      group.add(stage);
      groupOf.put(stage.stage(), group.getFirst().stage());
      for (int input : new TreeSet<>(stage.inputs())) {
        if (byNumber.containsKey(input) && open.merge(input, -1, Integer::sum) == 0) {
          next.add(byNumber.get(input));
        }
      }
    }
    groups.values().forEach(group -> group.sort(Comparator.comparing(StageRecord::stage)));
    return List.copyOf(groups.values());
  }

  private static List<String> operators(StageRecord stage, Map<Integer, List<PlanNode>> nodes) {
    List<PlanNode> own = nodes.getOrDefault(stage.stage(), List.of());
    return own.isEmpty()
        ? List.of(stage.operators())
        : own.stream().map(PlanNode::operator).toList();
  }

  private static StageRecord sum(List<StageRecord> group, Map<Integer, Integer> firsts) {
    StageRecord first = group.getFirst();
    Set<Integer> inputs = new TreeSet<>();
    int tasks = 0;
    int running = 0;
    int finished = 0;
    double share = 0;
    Long started = null;
    Long ended = 0L;
    long readRows = 0;
    long rows = 0;
    long bytes = 0;
    TaskSizes sizes = TaskSizes.NONE;
    for (StageRecord each : group) {
      each.inputs().stream()
          .filter(firsts::containsKey)
          .forEach(input -> inputs.add(firsts.get(input)));
      tasks += each.tasks();
      running += each.running();
      finished += each.finished();
      share += each.share();
      if (each.startedMillis() != null) {
        started = started == null ? each.startedMillis() : Math.min(started, each.startedMillis());
      }
      ended =
          ended == null || each.endedMillis() == null ? null : Math.max(ended, each.endedMillis());
      readRows += each.readRows();
      rows += each.rows();
      bytes += each.bytes();
      sizes = sizes.plus(each.taskSizes());
    }
    return new StageRecord(
        first.stage(),
        first.operators(),
        List.copyOf(inputs),
        tasks,
        running,
        finished,
        share / group.size(),
        started,
        ended,
        readRows,
        rows,
        bytes,
        sizes);
  }

  /** Returns a node of the first of stages that are alike, with what others did in its place. */
  private static Node node(
      List<StageRecord> group,
      Map<Integer, List<PlanNode>> nodes,
      Map<Integer, NodeStatus> did,
      int index) {
    List<PlanNode> all = group.stream().map(stage -> nodes.get(stage.stage()).get(index)).toList();
    PlanNode first = all.getFirst();
    List<NodeStatus> known =
        all.stream()
            .filter(node -> did.containsKey(node.node()))
            .map(node -> did.get(node.node()))
            .toList();
    PlanNode plan =
        new PlanNode(
            first.node(),
            first.stage(),
            first.operator(),
            first.text(),
            all.stream().anyMatch(node -> node.expectedRows() < 0)
                ? first.expectedRows()
                : all.stream().mapToDouble(PlanNode::expectedRows).sum(),
            first.inputs());
    return new Node(
        plan, known.isEmpty() ? null : known.stream().reduce(GraphView::plus).orElseThrow());
  }

  private static NodeStatus plus(NodeStatus one, NodeStatus other) {
    return new NodeStatus(
        one.node(),
        one.rows() + other.rows(),
        one.busyNanos() + other.busyNanos(),
        Math.max(one.stateBytes(), other.stateBytes()),
        one.spilledBytes() + other.spilledBytes());
  }
}
