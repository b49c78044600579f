package dev.heddle.physical.expr.node;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.time.Infinity;
import java.util.List;

/** Dates or timestamps, null where they are infinite. */
public final class FiniteNode extends Node {
  private final Node input;

  private FiniteNode(Node input) {
    super(input.type);
    this.input = input;
  }

  /** Returns the values, those that may be infinite made null where they are. */
  public static List<Node> all(List<Node> values) {
    return values.stream()
        .map(value -> Infinity.isOf(value.type) ? new FiniteNode(value) : value)
        .toList();
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    return finite(input.plain(rows), rows, rows.count());
  }

  @Override
  public boolean isConstant() {
    return input.isConstant();
  }

  @Override
  Column operand(EvaluatedRows rows) {
    return finite(input.operand(rows), rows, isConstant() ? 1 : rows.count());
  }

  /** Uses up the column. */
  private static Column finite(Column column, EvaluatedRows rows, int count) {
    try {
      Buffer finite = Infinity.finite(column, count, rows.account());
      return finite == null ? column.retain() : column.sharedWithValidity(finite);
    } finally {
      column.release();
    }
  }

  @Override
  public boolean canFail() {
    return input.canFail();
  }

  @Override
  public void close() {
    input.close();
  }
}
