package dev.heddle.server.model;

import dev.heddle.engine.profile.SiteSamples;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import java.util.ArrayList;
import java.util.List;

/** Trees of what a process did. */
public final class OwnFlames {
  private OwnFlames() {}

  /** Returns the CPU time by thread and method, in nanoseconds. */
  public static FlameTree cpu(CpuProfile profile) {
    FlameTree tree = new FlameTree("all threads");
    for (CpuStack each : profile.stacks()) {
      tree.add(path(each.activity(), each.frames()), each.time().toNanos());
    }
    if (profile.lost().isPositive()) {
      tree.add(List.of(FlameStep.activity("unknown: not sampled")), profile.lost().toNanos());
    }
    return tree;
  }

  /** Returns the methods that took the most CPU time themselves. */
  public static List<MethodTime> methods(CpuProfile profile, int max) {
    return MethodTime.top(profile.stacks(), max);
  }

  /** Returns amounts by thread, method and class. */
  public static FlameTree sites(List<SiteSamples> sites) {
    FlameTree tree = new FlameTree("all threads");
    for (SiteSamples each : sites) {
      List<FlameStep> path = path(each.thread(), each.frames());
      path.add(FlameStep.activity(each.subject()));
      tree.add(path, each.amount());
    }
    return tree;
  }

  private static List<FlameStep> path(String thread, List<String> frames) {
    List<FlameStep> path = new ArrayList<>(frames.size() + 2);
    path.add(new FlameStep(FlameStep.Kind.THREAD, thread.isEmpty() ? "no name" : thread, -1));
    FrameNames.withoutStart(frames)
        .forEach(frame -> path.add(FlameStep.code(FrameNames.stable(frame))));
    return path;
  }
}
