package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the CPU time of a query's or a process's threads went, by samples.
 *
 * @param period CPU time that a sample represents
 * @param stacks the largest first; at most {@link #MAX_STACKS}, beyond which the smaller ones are
 *     merged into shorter ones of the same node, activity and process
 * @param unattributed of samples of task threads for which neither a node nor an activity is known
 * @param lost of samples that could not be taken: what ran there is unknown
 * @param cautions what makes it less exact, in sentences for people
 */
public record CpuProfile(
    Duration period,
    List<CpuStack> stacks,
    Duration unattributed,
    Duration lost,
    List<String> cautions) {
  /** How many stacks there are at most. */
  public static final int MAX_STACKS = 20_000;

  /** Of a query of which nothing was sampled. */
  public static final CpuProfile NONE =
      new CpuProfile(Duration.ZERO, List.of(), Duration.ZERO, Duration.ZERO, List.of());

  /** Copies the lists, merges equal stacks, sorts them, and checks that nothing is null. */
  public CpuProfile {
    CpuStack.check(period, "period");
    stacks = bounded(Arguments.all(stacks, "stacks"), MAX_STACKS);
    CpuStack.check(unattributed, "unattributed");
    CpuStack.check(lost, "lost");
    cautions = Arguments.all(cautions, "cautions");
  }

  /**
   * Returns the profile of a part of which nothing was sampled.
   *
   * @param caution why
   */
  public static CpuProfile missing(String caution) {
    requireNonNull(caution, "caution is null");
    return new CpuProfile(Duration.ZERO, List.of(), Duration.ZERO, Duration.ZERO, List.of(caution));
  }

  /** Returns one profile of what several parts, such as the workers of a cluster, have sampled. */
  public static CpuProfile merged(List<CpuProfile> parts) {
    Duration period = Duration.ZERO;
    List<CpuStack> stacks = new ArrayList<>();
    Duration unattributed = Duration.ZERO;
    Duration lost = Duration.ZERO;
    Set<String> cautions = new LinkedHashSet<>();
    for (CpuProfile part : Arguments.all(parts, "parts")) {
      period = part.period.compareTo(period) > 0 ? part.period : period;
      stacks.addAll(part.stacks);
      unattributed = unattributed.plus(part.unattributed);
      lost = lost.plus(part.lost);
      cautions.addAll(part.cautions);
    }
    return new CpuProfile(period, stacks, unattributed, lost, List.copyOf(cautions));
  }

  /** Returns the same of another process. */
  public CpuProfile in(String process) {
    return new CpuProfile(
        period,
        stacks.stream().map(stack -> stack.in(process)).toList(),
        unattributed,
        lost,
        cautions);
  }

  /**
   * Returns the same with at most a number of stacks, where the smaller ones are merged into
   * shorter ones of the same node, activity and process, of each of which one stays in any case.
   */
  public CpuProfile atMost(int most) {
    return new CpuProfile(period, bounded(stacks, most), unattributed, lost, cautions);
  }

  /** Returns whether nothing was sampled. */
  public boolean isEmpty() {
    return stacks.isEmpty() && unattributed.isZero() && lost.isZero();
  }

  /** Returns the CPU time of all stacks. */
  public Duration attributed() {
    return stacks.stream().map(CpuStack::time).reduce(Duration.ZERO, Duration::plus);
  }

  private static List<CpuStack> bounded(List<CpuStack> all, int most) {
    List<CpuStack> merged = merge(all);
    int depth = merged.stream().mapToInt(stack -> stack.frames().size()).max().orElse(0);
    while (merged.size() > most && depth > 0) {
      depth /= 2;
      List<CpuStack> shorter = new ArrayList<>(merged.subList(0, most / 2));
      for (CpuStack stack : merged.subList(most / 2, merged.size())) {
        shorter.add(cut(stack, depth));
      }
      merged = merge(shorter);
    }
    return List.copyOf(merged);
  }

  private static CpuStack cut(CpuStack stack, int depth) {
    List<String> frames = stack.frames();
    return new CpuStack(
        stack.node(),
        stack.activity(),
        stack.process(),
        frames.subList(0, Math.min(depth, frames.size())),
        stack.time());
  }

  /** Returns one stack of those that are equal but for their time, the largest first. */
  private static List<CpuStack> merge(List<CpuStack> stacks) {
    Map<CpuStack, Duration> times = new LinkedHashMap<>();
    for (CpuStack stack : stacks) {
      times.merge(timed(stack, Duration.ZERO), stack.time(), Duration::plus);
    }
    List<CpuStack> merged = new ArrayList<>(times.size());
    times.forEach((stack, time) -> merged.add(timed(stack, time)));
    merged.sort(Comparator.comparing(CpuStack::time).reversed());
    return merged;
  }

  private static CpuStack timed(CpuStack stack, Duration time) {
    return new CpuStack(stack.node(), stack.activity(), stack.process(), stack.frames(), time);
  }
}
