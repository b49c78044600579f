package dev.heddle.server.model;

import dev.heddle.frame.watch.CpuStack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a method has taken.
 *
 * @param self where it was the innermost
 * @param total where it was in the stack at all
 */
public record MethodTime(String frame, long self, long total) {
  /** Returns the methods that have the most themselves, the largest first. */
  static List<MethodTime> top(List<CpuStack> stacks, int max) {
    Map<String, long[]> sums = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (CpuStack each : stacks) {
      long nanos = each.time().toNanos();
      seen.clear();
      String frame = "";
      for (String raw : each.frames()) {
        frame = FrameNames.stable(raw);
        if (seen.add(frame)) {
          sums.computeIfAbsent(frame, _ -> new long[2])[1] += nanos;
        }
      }
      if (!frame.isEmpty()) {
        sums.get(frame)[0] += nanos;
      }
    }
    List<MethodTime> all = new ArrayList<>();
    sums.forEach(
        (frame, sum) -> {
          if (sum[0] > 0) {
            all.add(new MethodTime(frame, sum[0], sum[1]));
          }
        });
    all.sort(
        Comparator.comparingLong((MethodTime each) -> -each.self).thenComparing(MethodTime::frame));
    return List.copyOf(all.subList(0, Math.min(max, all.size())));
  }
}
