package dev.heddle.physical.expr;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;

/**
 * A compiled expression of one thread.
 *
 * <p>Nodes form a tree; closing the root closes all. Subclasses own what they cache.
 */
abstract class Node implements AutoCloseable {
  final DataType type;

  Node(DataType type) {
    this.type = type;
  }

  /**
   * Evaluates for rows.
   *
   * @return a column of at least that many rows, maybe a dictionary, that the caller owns
   */
  abstract Column evaluate(Rows rows);

  /** Returns whether a value can raise an error. */
  abstract boolean canFail();

  /** Evaluates to a column without dictionary. */
  Column plain(Rows rows) {
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

  /** Returns whether {@link #operand} gives one value that stands for all rows. */
  boolean isConstant() {
    return false;
  }

  /** Evaluates to a plain column, or, if this is constant, to one row. */
  Column operand(Rows rows) {
    return plain(rows);
  }

  @Override
  public void close() {}
}
