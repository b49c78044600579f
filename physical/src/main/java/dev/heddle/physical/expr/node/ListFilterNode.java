package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.SelectionVectors;
import dev.heddle.physical.kernel.list.ListRows;
import org.jspecify.annotations.Nullable;

/** Lists of the elements for which a condition is true. */
public final class ListFilterNode extends LambdaNode {
  public ListFilterNode(Node list, int binding, Node condition, DataType type) {
    super(list, binding, condition, type);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer ranges = rows.account().allocate(8L * count);
    Buffer kept = null;
    try {
      kept = rows.account().allocate(4L * lists.total());
      int total = 0;
      int end;
      for (int from = 0; from < count; from = end) {
        end = end(lists, from);
        total = keep(lists, rows, from, end, ranges.address(), kept.address(), total);
      }
      Column picked = Gather.rows(lists.elements(), kept.address(), total, rows.account());
      Buffer valid = validity == null ? null : validity.retain();
      return Column.lists(type, count, ranges.retain(), valid, picked);
    } finally {
      ranges.release();
      if (kept != null) {
        kept.release();
      }
    }
  }

  /** Appends the positions of elements that pass; returns their number. */
  private int keep(
      ListRows lists, EvaluatedRows rows, int from, int to, long ranges, long kept, int before) {
    int total = before;
    try (ElementBatch elements = elements(lists, rows, from, to)) {
      Buffer hits = rows.account().allocate(4L * elements.count());
      try {
        int found = elements.count() == 0 ? 0 : hits(lists, elements, hits.address());
        int hit = 0;
        int seen = 0;
        for (int row = from; row < to; row++) {
          int behind = seen + lists.length(row);
          int first = total;
          while (hit < found && at(hits, hit) < behind) {
            Memory.putInt(kept + 4L * total++, lists.start(row) + at(hits, hit++) - seen);
          }
          Memory.putInt(ranges + 8L * row, first);
          Memory.putInt(ranges + 8L * row + 4, total - first);
          seen = behind;
        }
      } finally {
        hits.release();
      }
    }
    return total;
  }

  private static int at(Buffer positions, int index) {
    return Memory.getInt(positions.address() + 4L * index);
  }

  /** Writes which elements pass. */
  private static int hits(ListRows lists, ElementBatch elements, long hits) {
    Column values = elements.values(lists.elements());
    try {
      Column truth = elements.evaluate(values, values);
      try {
        return SelectionVectors.whereBothSet(
            truth.values(), truth.validity(), 0, elements.count(), hits);
      } finally {
        truth.release();
      }
    } finally {
      values.release();
    }
  }
}
