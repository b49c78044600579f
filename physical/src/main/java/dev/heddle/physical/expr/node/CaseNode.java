package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Scatter;
import dev.heddle.physical.kernel.SelectionVectors;
import java.util.List;

/** The value of the first branch whose condition is true; each is evaluated for its rows only. */
final class CaseNode extends Node {
  private final Node[] conditions;
  private final Node[] values;
  private final Node otherwise;

  CaseNode(List<Node> conditions, List<Node> values, Node otherwise, DataType type) {
    super(type);
    this.conditions = conditions.toArray(Node[]::new);
    this.values = values.toArray(Node[]::new);
    this.otherwise = otherwise;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    int count = rows.count();
    Buffer scratch = rows.account().allocate(3 * 4L * Math.max(1, count));
    // The rows that no branch has taken; those that this one takes; their positions among the open.
    long open = scratch.address();
    long taken = open + 4L * count;
    long within = taken + 4L * count;
    try (Scatter scatter = Scatter.covered(type, count, rows.account())) {
      int left = count;
      SelectionVectors.sequence(count, open);
      for (int i = 0; i < conditions.length && left > 0; i++) {
        int hits = hits(conditions[i], rows, open, left, within);
        SelectionVectors.compose(open, within, hits, taken);
        put(scatter, values[i], rows, taken, hits);
        left = SelectionVectors.without(open, left, taken, hits, open);
      }
      put(scatter, otherwise, rows, open, left);
      return scatter.build();
    } finally {
      scratch.release();
    }
  }

  private static int hits(Node condition, EvaluatedRows rows, long open, int left, long within) {
    if (left == rows.count()) {
      return where(condition, rows, within);
    }
    try (EvaluatedRows some = rows.select(open, left)) {
      return where(condition, some, within);
    }
  }

  private static int where(Node condition, EvaluatedRows rows, long within) {
    Column truth = condition.plain(rows);
    try {
      return SelectionVectors.whereBothSet(
          truth.values(), truth.validity(), 0, rows.count(), within);
    } finally {
      truth.release();
    }
  }

  private static void put(
      Scatter scatter, Node value, EvaluatedRows rows, long positions, int count) {
    if (count == 0) {
      return;
    }
    if (count == rows.count()) {
      place(scatter, value, rows, positions, count);
      return;
    }
    try (EvaluatedRows some = rows.select(positions, count)) {
      place(scatter, value, some, positions, count);
    }
  }

  private static void place(
      Scatter scatter, Node value, EvaluatedRows rows, long positions, int count) {
    Column part = value.operand(rows);
    try {
      scatter.put(part, positions, count);
    } finally {
      part.release();
    }
  }

  @Override
  public boolean canFail() {
    boolean canFail = otherwise.canFail();
    for (int i = 0; i < conditions.length; i++) {
      canFail |= conditions[i].canFail() || values[i].canFail();
    }
    return canFail;
  }

  @Override
  public void close() {
    for (int i = 0; i < conditions.length; i++) {
      conditions[i].close();
      values[i].close();
    }
    otherwise.close();
  }
}
