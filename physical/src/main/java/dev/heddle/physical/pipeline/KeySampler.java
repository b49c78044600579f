package dev.heddle.physical.pipeline;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.kernel.cast.TextFormat;
import dev.heddle.physical.operator.ForwardOperatorFactory;
import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which values of an operator's keys are frequent: looks at one row of each batch, and
 * keeps the candidates of Misra and Gries, each batch with the weight of its rows. What it counts
 * of a value is too little by at most one part in {@link #CANDIDATES} of the rows, and nothing of
 * values that are rare, or were seen once. Used by one thread.
 */
final class KeySampler {
  private static final int CANDIDATES = 64;
  private static final int MAX_HEAD = 40; // characters of a text that is shown
  private static final int MAX_TAIL = 20;
  private static final double MIN_SHARE = 1.0 / 32; // of what is reported
  private static final int[] NONE = {};

  private final int[] keys;
  private final long[] hashes = new long[CANDIDATES];
  private final long[] weights = new long[CANDIDATES]; // 0: no candidate
  private final @Nullable String[] texts = new String[CANDIDATES]; // from the second time on
  private long rows;
  private long turn;

  /** Makes a sampler of the values of columns. */
  KeySampler(int... keys) {
    this.keys = keys;
  }

  /**
   * Returns the samplers of a source, of the steps after it, and of the end if there is one; null
   * for those without keys, and for all if nobody wants to know what makes the plan slow.
   *
   * @param nodes of the source, the steps and the end
   */
  static @Nullable KeySampler[] of(
      @Nullable PhysicalPlan[] nodes, List<Pipeline.Step> steps, PlanMetrics metrics) {
    KeySampler[] samplers = new KeySampler[nodes.length];
    for (int i = 1; i < nodes.length && metrics.measuresInDetail(); i++) {
      int[] keys = keys(nodes[i], i > steps.size());
      if (i > 1 && steps.get(i - 2).factory() instanceof ForwardOperatorFactory) {
        keys = below(keys, steps.get(i - 2).node());
      }
      samplers[i] = keys.length == 0 ? null : new KeySampler(keys);
    }
    return samplers;
  }

  private static int[] keys(@Nullable PhysicalPlan node, boolean isEnd) {
    List<Integer> keys =
        switch (node) {
          case PhysicalPlan.Aggregate aggregate when !aggregate.mode().isPiecewise() ->
              aggregate.keys();
          case PhysicalPlan.Window window -> window.partitionKeys();
          case PhysicalPlan.HashJoin join -> isEnd ? join.rightKeys() : join.leftKeys();
          case null, default -> List.of();
        };
    return keys.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns columns of a projection's input; none if one of them is computed. */
  private static int[] below(int[] keys, PhysicalPlan projection) {
    int[] columns = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      if (!(projection instanceof PhysicalPlan.Project project)
          || !(project.expressions().get(keys[i]) instanceof PhysicalExpr.ColumnRef column)) {
        return NONE;
      }
      columns[i] = column.index();
    }
    return columns;
  }

  /** Looks at a batch, which stays the caller's and has rows. */
  void see(Batch batch) {
    int count = batch.rowCount();
    rows += count;
    int row = (int) Long.remainderUnsigned(RowHash.mix(0, ++turn), count);
    int at = batch.selection() == 0 ? row : Memory.getInt(batch.selection() + 4L * row);
    long hash = 0;
    for (int key : keys) {
      hash = RowHash.ofValue(hash, batch.physicalColumn(key), at);
    }
    int place = -1;
    long least = Long.MAX_VALUE;
    int lightest = 0;
    for (int i = 0; i < CANDIDATES; i++) {
      if (weights[i] != 0 && hashes[i] == hash) {
        place = i;
        break;
      }
      if (weights[i] < least) {
        least = weights[i];
        lightest = i;
      }
    }
    if (place >= 0) {
      weights[place] += count;
      if (texts[place] == null) {
        texts[place] = text(batch, at);
      }
    } else {
      add(hash, count, lightest, least);
    }
  }

  /** Adds a candidate, at the cost of all. */
  private void add(long hash, int weight, int lightest, long least) {
    long lost = Math.min(least, weight);
    if (lost > 0) {
      for (int i = 0; i < CANDIDATES; i++) {
        weights[i] -= lost;
      }
    }
    if (weight > lost) {
      hashes[lightest] = hash;
      weights[lightest] = weight - lost;
      texts[lightest] = null;
    }
  }

  private String text(Batch batch, int at) {
    StringBuilder text = new StringBuilder();
    for (int key : keys) {
      text.append(text.isEmpty() ? "" : ", ").append(shown(batch.physicalColumn(key), at));
    }
    return text.toString();
  }

  /**
   * Returns a value as a literal: of what is no number, date or time in quotes, however it ends.
   */
  private static String shown(Column column, int at) {
    String text = TextFormat.show(column, at, ZoneOffset.UTC);
    Layout layout = column.isDictionary() ? column.dictionary().layout() : column.layout();
    boolean isQuoted = layout.isText();
    if (column.isNull(at) || !(isQuoted || layout == Layout.LIST || layout == Layout.STRUCT)) {
      return text.equals("-0.0") ? "0.0" : text; // they are one value
    }
    String value = isQuoted ? text.substring(1, text.length() - 1) : text;
    return "'" + shortened(value).replaceAll("\\p{Cntrl}", " ").replace("'", "''") + "'";
  }

  private static String shortened(String value) {
    if (value.length() <= MAX_HEAD + MAX_TAIL) {
      return value;
    }
    int head = MAX_HEAD - (Character.isHighSurrogate(value.charAt(MAX_HEAD - 1)) ? 1 : 0);
    int from = value.length() - MAX_TAIL;
    int tail = from + (Character.isLowSurrogate(value.charAt(from)) ? 1 : 0);
    return value.substring(0, head) + "…" + value.substring(tail);
  }

  /** Returns what was found, and begins anew. */
  FrequentKeys take() {
    Map<String, Long> byValue = new HashMap<>();
    for (int i = 0; i < CANDIDATES; i++) {
      String text = texts[i];
      if (text != null && weights[i] >= MIN_SHARE * rows) {
        byValue.merge(text, weights[i], Long::sum);
      }
    }
    FrequentKeys found = new FrequentKeys(rows, byValue);
    rows = 0;
    Arrays.fill(weights, 0);
    Arrays.fill(texts, null);
    return found;
  }
}
