package dev.heddle.physical.expr.node;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ConstantColumns;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.kernel.Scatter;
import dev.heddle.physical.kernel.SelectionVectors;

/**
 * The value of an expression, null for rows that it fails for: those are found by halving the rows
 * until they are alone, so that few failures cost few evaluations.
 */
public final class TryNode extends Node {
  private final Node input;

  public TryNode(Node input) {
    super(input.type);
    this.input = input;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    try {
      return input.plain(rows);
    } catch (HeddleException e) {
      requireOfValue(e);
    }
    int count = rows.count();
    if (count == 1) {
      return ConstantColumns.nulls(type, 1, rows.account());
    }
    Buffer positions = rows.account().allocate(4L * count);
    try (Scatter scatter = Scatter.startingNull(type, count, rows.account())) {
      SelectionVectors.sequence(count, positions.address());
      halve(rows, positions.address(), count, scatter);
      return scatter.build();
    } finally {
      positions.release();
    }
  }

  /** Evaluates the halves of rows that together fail. */
  private void halve(EvaluatedRows rows, long positions, int count, Scatter scatter) {
    int half = count / 2;
    put(rows, positions, half, scatter);
    put(rows, positions + 4L * half, count - half, scatter);
  }

  private void put(EvaluatedRows rows, long positions, int count, Scatter scatter) {
    try (EvaluatedRows some = rows.select(positions, count)) {
      Column values = input.plain(some);
      try {
        scatter.put(values, positions, count);
      } finally {
        values.release();
      }
      return;
    } catch (HeddleException e) {
      requireOfValue(e);
    }
    if (count > 1) {
      halve(rows, positions, count, scatter);
    }
  }

  /** Errors of values become nulls; those of memory, or a cancelled query, stay. */
  private static void requireOfValue(HeddleException error) {
    switch (error.code()) {
      case INVALID_ARGUMENT, DIVISION_BY_ZERO, NUMERIC_OVERFLOW, INVALID_CAST -> {
        // The row has no value.
      }
      default -> throw error;
    }
  }

  @Override
  public boolean canFail() {
    return false;
  }

  @Override
  public void close() {
    input.close();
  }
}
