package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Scatter;
import dev.heddle.physical.kernel.list.ListRows;
import org.jspecify.annotations.Nullable;

/**
 * What an expression over the result so far and the next element gives in the end.
 *
 * <p>The lists of all rows go on together, by one element at a time.
 */
public final class ListReduceNode extends LambdaNode {
  public ListReduceNode(Node list, int binding, Node body, DataType type) {
    super(list, binding, body, type);
  }

  @Override
  Column compute(ListRows lists, Column[] operands, EvaluatedRows rows, @Nullable Buffer validity) {
    int count = rows.count();
    Buffer scratch = rows.account().allocate(4 * 4L * count);
    try (Scatter output = Scatter.startingNull(type, count, rows.account())) {
      Column results = null;
      try {
        try (ElementBatch first = new ElementBatch(rows, count)) {
          for (int row = 0; row < count; row++) {
            if (lists.isPresent(row)) {
              if (lists.length(row) == 0) {
                throw Failures.argument(
                    "Cannot reduce an empty list; give a first value, as in"
                        + " list_reduce(list, (sum, x) -> sum + x, 0)");
              }
              Memory.putInt(scratch.address() + 4L * first.count(), row);
              first.add(row, lists.start(row), 1);
            }
          }
          results = first.values(lists.elements());
        }
        int open = results.rows();
        for (int done = 1; open > 0; done++) {
          Column before = results;
          results = null;
          try {
            int going = split(lists, before, scratch.address(), open, done, rows, output);
            if (going > 0) {
              results = step(lists, before, scratch.address(), count, going, done, rows);
            }
            open = going;
          } finally {
            before.release();
          }
        }
      } finally {
        if (results != null) {
          results.release();
        }
      }
      return output.build();
    } finally {
      scratch.release();
    }
  }

  /**
   * Puts the results of lists that end here to their rows. Those that go on come to the front of
   * the open rows, and their positions among the results follow these.
   *
   * @param scratch the open rows, then room for three more such lists
   * @return how many go on
   */
  private int split(
      ListRows lists,
      Column results,
      long scratch,
      int open,
      int done,
      EvaluatedRows rows,
      Scatter output) {
    long size = 4L * rows.count();
    int going = 0;
    int ended = 0;
    for (int i = 0; i < open; i++) {
      int row = Memory.getInt(scratch + 4L * i);
      if (lists.length(row) > done) {
        Memory.putInt(scratch + 4L * going, row);
        Memory.putInt(scratch + size + 4L * going++, i);
      } else {
        Memory.putInt(scratch + 2 * size + 4L * ended, row);
        Memory.putInt(scratch + 3 * size + 4L * ended++, i);
      }
    }
    if (ended > 0) {
      Column last = Gather.rows(results, scratch + 3 * size, ended, rows.account());
      try {
        output.put(last, scratch + 2 * size, ended);
      } finally {
        last.release();
      }
    }
    return going;
  }

  private Column step(
      ListRows lists,
      Column results,
      long scratch,
      int count,
      int going,
      int done,
      EvaluatedRows rows) {
    try (ElementBatch next = new ElementBatch(rows, going)) {
      for (int i = 0; i < going; i++) {
        int row = Memory.getInt(scratch + 4L * i);
        next.add(row, lists.start(row) + done, done + 1L);
      }
      Column values = next.values(lists.elements());
      try {
        Column before = Gather.rows(results, scratch + 4L * count, going, rows.account());
        try {
          return next.evaluate(values, before);
        } finally {
          before.release();
        }
      } finally {
        values.release();
      }
    }
  }

  @Override
  public boolean canFail() {
    return true;
  }
}
