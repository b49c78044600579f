package dev.heddle.engine.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** Amounts by thread, subject and stack, within the bounds of {@link StackTree}. Thread-safe. */
final class SiteSums {
  private static final int MAX_TREES = 10_000;

  private final Map<String, Map<String, StackTree>> trees = new TreeMap<>(); // by thread, subject
  private int treeCount;
  private int parts;

  synchronized void add(
      String thread, String subject, @Nullable RecordedStackTrace stack, long amount) {
    Map<String, StackTree> ofThread = trees.computeIfAbsent(thread, _ -> new TreeMap<>());
    StackTree tree = ofThread.get(subject);
    if (tree == null) {
      if (treeCount == MAX_TREES) {
        return;
      }
      treeCount++;
      tree = new StackTree();
      ofThread.put(subject, tree);
    }
    parts +=
        tree.add(
            stack == null ? List.of() : stack.getFrames(), amount, StackTree.MAX_PARTS - parts);
  }

  /** Returns those with the largest amounts, the largest first. */
  synchronized List<SiteSamples> sites(int most) {
    List<SiteSamples> all = new ArrayList<>();
    trees.forEach(
        (thread, ofThread) ->
            ofThread.forEach(
                (subject, tree) ->
                    tree.each(
                        (frames, amount) ->
                            all.add(new SiteSamples(thread, subject, frames, amount)))));
    all.sort(Comparator.comparingLong(SiteSamples::amount).reversed());
    return List.copyOf(all.subList(0, Math.min(most, all.size())));
  }

  static String name(@Nullable RecordedThread thread) {
    String name = thread == null ? null : thread.getJavaName();
    return name == null || name.isEmpty() ? "(virtual threads)" : name;
  }

  /** Returns whether who parks at such an object waits for a lock, rather than for work. */
  static boolean isLock(String type) {
    return !type.contains("ConditionObject")
        && !type.contains("SynchronousQueue")
        && !type.contains("CompletableFuture")
        && !type.contains("CountDownLatch")
        && !type.contains("ForkJoin");
  }
}
