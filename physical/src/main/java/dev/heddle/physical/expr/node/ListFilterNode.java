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
    Buffer ranges = rows.account().allocateZeroed(8L * count);
    Buffer kept = null;
    try {
      kept = rows.account().allocate(4L * lists.total());
      int total = 0;
      ElementBatches batches = new ElementBatches(lists, rows);
      while (batches.hasNext()) {
        try (ElementBatch elements = batches.next()) {
          total = keep(lists, elements, rows, ranges.address(), kept.address(), total);
        }
      }
      begin(ranges.address(), count);
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

  /** Appends the positions of elements that pass, and counts them for their rows. */
  private int keep(
      ListRows lists,
      ElementBatch elements,
      EvaluatedRows rows,
      long ranges,
      long kept,
      int before) {
    Buffer hits = rows.account().allocate(4L * elements.count());
    try {
      int found = hits(lists, elements, hits.address());
      for (int i = 0; i < found; i++) {
        int hit = Memory.getInt(hits.address() + 4L * i);
        Memory.putInt(kept + 4L * (before + i), elements.element(hit));
        long length = ranges + 8L * elements.row(hit) + 4;
        Memory.putInt(length, Memory.getInt(length) + 1);
      }
      return before + found;
    } finally {
      hits.release();
    }
  }

  /** Puts the lists behind each other, by their lengths. */
  private static void begin(long ranges, int count) {
    int start = 0;
    for (int row = 0; row < count; row++) {
      Memory.putInt(ranges + 8L * row, start);
      start += Memory.getInt(ranges + 8L * row + 4);
    }
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
