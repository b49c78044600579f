package dev.heddle.physical.pipeline;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * From which to which of a task's pipelines, that run one after the other, each node of its plan
 * has a state. Immutable.
 */
final class StateLives {
  private final List<List<PhysicalPlan>> beginning = new ArrayList<>(); // by pipeline
  private final List<List<PhysicalPlan>> ending = new ArrayList<>();

  /** Makes them of the nodes with whose states each pipeline works. */
  StateLives(List<List<PhysicalPlan>> states) {
    IdentityHashMap<PhysicalPlan, Integer> last = new IdentityHashMap<>(states.size());
    for (int i = 0; i < states.size(); i++) {
      beginning.add(new ArrayList<>());
      ending.add(new ArrayList<>());
      for (PhysicalPlan node : states.get(i)) {
        if (last.put(node, i) == null) {
          beginning.get(i).add(node);
        }
      }
    }
    for (int i = 0; i < states.size(); i++) {
      for (PhysicalPlan node : states.get(i)) {
        Integer end = last.get(node);
        if (end != null && end == i) {
          last.remove(node);
          ending.get(i).add(node);
        }
      }
    }
  }

  /** Returns the nodes whose states no pipeline after this one works with. */
  List<PhysicalPlan> endingWith(int pipeline) {
    return ending.get(pipeline);
  }

  /** Returns the largest sum over states that there are at the same time. */
  long maxBytes(ToLongFunction<PhysicalPlan> bytes) {
    long[] sums = new long[beginning.size()];
    long live = 0;
    for (int i = 0; i < sums.length; i++) {
      live += beginning.get(i).stream().mapToLong(bytes).sum();
      sums[i] = live;
      live -= ending.get(i).stream().mapToLong(bytes).sum();
    }
    return Arrays.stream(sums).max().orElse(0);
  }
}
