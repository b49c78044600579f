package dev.heddle.engine.profile;

import dev.heddle.frame.watch.CpuStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedFrame;

/** Stacks that have been sampled, those with equal outer frames together. Not thread-safe. */
final class StackTree {
  /** How many parts the trees of one profile have at most. */
  static final int MAX_PARTS = 200_000;

  private final Part root = new Part();

  /** What was sampled in a frame, and in those that it called. */
  private static final class Part {
    private final Map<String, Part> called = new LinkedHashMap<>(4);
    private long amount; // of the frame itself
  }

  /**
   * Adds a sample.
   *
   * @param frames the innermost first
   * @param room how many parts may be added
   * @return how many were added
   */
  int add(List<RecordedFrame> frames, long amount, int room) {
    Part part = root;
    int added = 0;
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (!frames.get(i).isJavaFrame()) {
        continue;
      }
      String name = FrameNames.of(frames.get(i).getMethod());
      Part next = part.called.get(name);
      if (next == null) {
        if (added == room) {
          break;
        }
        next = new Part();
        part.called.put(name, next);
        added++;
      }
      part = next;
    }
    part.amount += amount;
    return added;
  }

  /** Takes the stacks, each with its amount. */
  interface Use {
    void stack(List<String> frames, long amount);
  }

  /** Hands over all stacks with an amount of their own. */
  void each(Use use) {
    each(root, new ArrayList<>(), use);
  }

  private static void each(Part part, List<String> path, Use use) {
    if (part.amount > 0) {
      use.stack(List.copyOf(path), part.amount);
    }
    part.called.forEach(
        (name, below) -> {
          path.add(name);
          each(below, path, use);
          path.removeLast();
        });
  }

  /** Adds all stacks, in nanoseconds, to a list. */
  void addTo(List<CpuStack> stacks, int node, String activity) {
    each(
        (frames, nanos) ->
            stacks.add(new CpuStack(node, activity, "", frames, Duration.ofNanos(nanos))));
  }
}
