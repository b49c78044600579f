package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;

/**
 * A compiled expression of one thread.
 *
 * <p>Nodes form a tree; closing the root closes all. Subclasses own what they cache.
 */
public abstract class Node implements AutoCloseable {
  public final DataType type;

  Node(DataType type) {
    this.type = type;
  }

  /**
   * Evaluates for rows.
   *
   * @return a column of at least that many rows, maybe a dictionary, that the caller owns
   */
  public abstract Column evaluate(EvaluatedRows rows);

  /** Returns whether a value can raise an error. */
  public abstract boolean canFail();

  /** Evaluates to a column without dictionary. */
  public Column plain(EvaluatedRows rows) {
    Column column = evaluate(rows);
    if (!column.isDictionary()) {
      return column;
    }
    try {
      return Gather.decode(column, rows.account());
    } finally {
      column.release();
    }
  }

  /** Returns whether {@link #operand} gives one value for all rows. */
  public boolean isConstant() {
    return false;
  }

  /** Evaluates to a plain column, or, if this is constant, to one row. */
  Column operand(EvaluatedRows rows) {
    return plain(rows);
  }

  @Override
  public void close() {}
}
