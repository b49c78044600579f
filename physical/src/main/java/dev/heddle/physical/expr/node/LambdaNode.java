package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.list.ListRows;
import java.util.List;

/**
 * A function that evaluates an expression for the elements of lists.
 *
 * <p>The elements of many rows are taken as the rows of one evaluation; what the expression reads
 * of the rows around is gathered for them. ElementBatch of rows that are null are not evaluated.
 */
abstract class LambdaNode extends ListNode {
  /** ElementBatch of one evaluation, unless a single list has more. */
  static final int MAX_ELEMENTS = 1 << 15;

  private final int binding;
  private final Node body;

  LambdaNode(Node list, int binding, Node body, DataType type) {
    super(type, List.of(list));
    this.binding = binding;
    this.body = body;
  }

  /** Some elements, with what is known of each; closed by their maker. */
  final class ElementBatch implements AutoCloseable {
    private final EvaluatedRows outer;
    private final Buffer buffer;
    private final int most;
    private int count;

    ElementBatch(EvaluatedRows outer, int most) {
      this.outer = outer;
      this.most = most;
      this.buffer = outer.account().allocate(16L * most);
    }

    /** Adds one element: its row, its position among all elements, and that in its list from 1. */
    void add(int row, int element, long position) {
      Memory.putLong(buffer.address() + 8L * count, position);
      Memory.putInt(buffer.address() + 8L * most + 4L * count, row);
      Memory.putInt(buffer.address() + 12L * most + 4L * count, element);
      count++;
    }

    int count() {
      return count;
    }

    /** Returns the rows, as int32. */
    long rows() {
      return buffer.address() + 8L * most;
    }

    private long positions() {
      return buffer.address() + 12L * most;
    }

    /** Returns the elements; the caller owns them. */
    Column values(Column all) {
      return Gather.rows(all, positions(), count, outer.account());
    }

    /**
     * Evaluates the expression.
     *
     * @param values the elements; lent
     * @param before what the expression gave for the elements before, or the elements; lent
     */
    Column evaluate(Column values, Column before) {
      Column numbers = Column.fixed(DataType.INT64, count, buffer.retain(), null);
      try (EvaluatedRows inner = outer.select(rows(), count)) {
        inner.bind(LambdaRole.ELEMENT.slot(binding), values);
        inner.bind(LambdaRole.POSITION.slot(binding), numbers);
        inner.bind(LambdaRole.RESULT.slot(binding), before);
        return body.plain(inner);
      } finally {
        numbers.release();
      }
    }

    @Override
    public void close() {
      buffer.release();
    }
  }

  /** Returns the row behind those, from one on, whose elements are evaluated together. */
  static int end(ListRows lists, int from) {
    long total = 0;
    int row = from;
    while (row < lists.rows()) {
      total += lists.length(row);
      if (total > MAX_ELEMENTS && row > from) {
        break;
      }
      row++;
    }
    return row;
  }

  /** Returns the number of elements of some rows. */
  static int total(ListRows lists, int from, int to) {
    int total = 0;
    for (int row = from; row < to; row++) {
      total = Math.addExact(total, lists.length(row));
    }
    return total;
  }

  /** Returns the elements of some rows. */
  final ElementBatch elements(ListRows lists, EvaluatedRows rows, int from, int to) {
    ElementBatch elements = new ElementBatch(rows, total(lists, from, to));
    for (int row = from; row < to; row++) {
      int start = lists.start(row);
      int length = lists.length(row);
      for (int i = 0; i < length; i++) {
        elements.add(row, start + i, i + 1L);
      }
    }
    return elements;
  }

  @Override
  public boolean canFail() {
    return super.canFail() || body.canFail();
  }

  @Override
  public void close() {
    super.close();
    body.close();
  }
}
