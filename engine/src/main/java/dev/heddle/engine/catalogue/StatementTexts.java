package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The texts that plans were made of, for those who watch them run. Thread-safe. */
public final class StatementTexts {
  private static final int MAX_VERBS = 30;

  private final Map<Key, String> texts = new ConcurrentHashMap<>();
  private final ReferenceQueue<LogicalPlan> gone = new ReferenceQueue<>();

  /** A plan by its identity: equal ones may come of different texts. */
  private static final class Key extends WeakReference<LogicalPlan> {
    private final int hash;

    Key(LogicalPlan plan, @Nullable ReferenceQueue<LogicalPlan> queue) {
      super(plan, queue);
      hash = System.identityHashCode(plan);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      LogicalPlan plan = get();
      return plan != null && other instanceof Key key && key.refersTo(plan);
    }
  }

  /** Remembers what a plan was made of, as long as the plan is there. */
  public LogicalPlan put(String text, LogicalPlan plan) {
    for (Object key = gone.poll(); key != null; key = gone.poll()) {
      texts.remove(key);
    }
    texts.put(new Key(plan, gone), text.strip());
    return plan;
  }

  /** Returns what a plan was made of; of one that was put together by verbs, those. */
  public String of(LogicalPlan plan) {
    String text = texts.get(new Key(plan, null));
    return text != null ? text : verbs(plan);
  }

  /** Returns the nodes of a plan from its root, those of a long one up to a number. */
  private static String verbs(LogicalPlan plan) {
    Deque<LogicalPlan> left = new ArrayDeque<>(List.of(plan));
    List<String> verbs = new ArrayList<>();
    while (!left.isEmpty() && verbs.size() < MAX_VERBS) {
      LogicalPlan node = left.pop();
      verbs.add(
          node instanceof LogicalPlan.Scan scan
              ? "Scan " + scan.source()
              : node.getClass().getSimpleName());
      node.inputs().reversed().forEach(left::push);
    }
    return String.join(" ← ", verbs) + (left.isEmpty() ? "" : " ← …");
  }
}
