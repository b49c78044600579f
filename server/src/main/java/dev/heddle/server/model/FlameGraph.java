package dev.heddle.server.model;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the CPU time of a query or a process went, as a tree, merged over its processes or of one.
 *
 * @param by what its levels are
 * @param tree times in nanoseconds
 * @param inNodes nanoseconds in nodes of the plan
 * @param methods those that have the most time themselves
 * @param processes their times in nanoseconds, by name; the empty one is this process
 */
public record FlameGraph(
    By by, FlameTree tree, long inNodes, List<MethodTime> methods, Map<String, Long> processes) {
  /** The name that no process has. */
  public static final String ALL_PROCESSES = "*";

  private static final int MAX_METHODS = 100;
  private static final FlameStep NOT_KNOWN = FlameStep.activity("no plan node known");
  private static final FlameStep NOT_SAMPLED = FlameStep.activity("unknown: not sampled");

  /** What the levels of a graph are. */
  public enum By {
    /** Stages, then nodes of the plan, then the methods below them. */
    NODE,
    /** Methods. */
    CODE;

    /** Returns what a word says; by node if it says nothing. */
    public static By of(String word) {
      return word.toLowerCase(Locale.ROOT).equals("code") ? CODE : NODE;
    }
  }

  /**
   * Makes the graph of a query.
   *
   * @param name what the whole is called
   * @param process whose samples are taken; {@link #ALL_PROCESSES} for all
   */
  public static FlameGraph of(
      String name, CpuProfile profile, QueryView query, By by, String process) {
    Map<String, Long> processes = new TreeMap<>();
    List<CpuStack> taken = new ArrayList<>();
    for (CpuStack each : profile.stacks()) {
      processes.merge(each.process(), each.time().toNanos(), Long::sum);
      if (process.equals(ALL_PROCESSES) || process.equals(each.process())) {
        taken.add(each);
      }
    }
    FlameTree tree = new FlameTree(name);
    Steps steps = new Steps(query);
    for (CpuStack each : taken) {
      tree.add(
          switch (by) {
            case NODE -> steps.byNode(each);
            case CODE -> code(FrameNames.withoutStart(each.frames()));
          },
          each.time().toNanos());
    }
    if (process.equals(ALL_PROCESSES)) {
      addUnknown(tree, NOT_KNOWN, profile.unattributed().toNanos());
      addUnknown(tree, NOT_SAMPLED, profile.lost().toNanos());
    }
    long inNodes =
        taken.stream()
            .filter(each -> each.node() != CpuStack.NO_NODE)
            .mapToLong(each -> each.time().toNanos())
            .sum();
    return new FlameGraph(by, tree, inNodes, MethodTime.top(taken, MAX_METHODS), processes);
  }

  private static void addUnknown(FlameTree tree, FlameStep step, long nanos) {
    if (nanos > 0) {
      tree.add(List.of(step), nanos);
    }
  }

  private static List<FlameStep> code(List<String> frames) {
    List<FlameStep> path = new ArrayList<>(frames.size() + 2);
    frames.forEach(frame -> path.add(FlameStep.code(FrameNames.stable(frame))));
    return path;
  }

  /** Stages and nodes of a query, by number. */
  private static final class Steps {
    private final Map<Integer, FlameStep> stages = new HashMap<>();
    private final Map<Integer, FlameStep> nodes = new HashMap<>();
    private final Map<Integer, Integer> stageOf = new HashMap<>();

    Steps(QueryView query) {
      for (StageRecord each : query.stages()) {
        String name = "Stage " + each.stage() + " · " + each.operators();
        stages.put(each.stage(), new FlameStep(FlameStep.Kind.STAGE, name, each.stage()));
      }
      for (PlanNode each : query.nodes()) {
        nodes.put(each.node(), new FlameStep(FlameStep.Kind.NODE, each.text(), each.node()));
        stageOf.put(each.node(), each.stage());
      }
    }

    List<FlameStep> byNode(CpuStack stack) {
      List<FlameStep> path = new ArrayList<>();
      if (stack.node() == CpuStack.NO_NODE) {
        path.add(stack.activity().isEmpty() ? NOT_KNOWN : FlameStep.activity(stack.activity()));
        path.addAll(code(FrameNames.withoutStart(stack.frames())));
        return path;
      }
      Integer stage = stageOf.get(stack.node());
      if (stage != null) {
        path.add(
            stages.computeIfAbsent(
                stage, number -> new FlameStep(FlameStep.Kind.STAGE, "Stage " + number, number)));
      }
      path.add(
          nodes.computeIfAbsent(
              stack.node(),
              number -> new FlameStep(FlameStep.Kind.NODE, "node " + number, number)));
      path.addAll(code(FrameNames.ofNode(stack.frames())));
      return path;
    }
  }
}
