package dev.heddle.physical.expr.node;

import dev.heddle.frame.error.CancelPoint;
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
 * of the rows around is gathered for them. Elements of rows that are null are not evaluated.
 */
abstract class LambdaNode extends ListNode {
  /** Elements of one evaluation, between which a query can be cancelled. */
  private static final int MAX_ELEMENTS = 1 << 12;

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

    /** Returns the row of one of them. */
    int row(int index) {
      return Memory.getInt(rows() + 4L * index);
    }

    /** Returns the position of one of them among all elements. */
    int element(int index) {
      return Memory.getInt(positions() + 4L * index);
    }

    private long positions() {
      return buffer.address() + 12L * most;
    }

    /** Returns the elements; the caller owns them. */
    Column values(Column all) {
      return Gather.rows(all, positions(), count, outer.account());
    }

    /**
     * Evaluates the expression, unless the query was cancelled.
     *
     * @param values the elements; lent
     * @param before what the expression gave for the elements before, or the elements; lent
     */
    Column evaluate(Column values, Column before) {
      CancelPoint.check();
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

  /** Goes over the elements of all lists in order, some at a time. */
  final class ElementBatches {
    private final ListRows lists;
    private final EvaluatedRows rows;
    private int row;
    private int within;
    private int left;

    ElementBatches(ListRows lists, EvaluatedRows rows) {
      this.lists = lists;
      this.rows = rows;
      this.left = lists.total();
    }

    boolean hasNext() {
      return left > 0;
    }

    /** Returns whether one evaluation takes all that are left. */
    boolean isLast() {
      return left <= MAX_ELEMENTS;
    }

    /** Returns the next elements; the caller closes them. */
    ElementBatch next() {
      int count = Math.min(left, MAX_ELEMENTS);
      ElementBatch batch = new ElementBatch(rows, count);
      while (batch.count() < count) {
        int start = lists.start(row);
        int length = lists.length(row);
        int end = within + Math.min(length - within, count - batch.count());
        for (; within < end; within++) {
          batch.add(row, start + within, within + 1L);
        }
        if (within == length) {
          row++;
          within = 0;
        }
      }
      left -= count;
      return batch;
    }
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
