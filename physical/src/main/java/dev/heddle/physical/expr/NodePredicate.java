package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.expr.node.Node;
import dev.heddle.physical.expr.node.Scratch;
import dev.heddle.physical.kernel.SelectionVectors;

/** Any boolean expression: evaluated for the rows of the selection, gathered. */
final class NodePredicate implements Predicate {
  private final Node node;
  private final Scratch positions;

  /** Makes a predicate that keeps the rows for which the node is true. */
  NodePredicate(Node node, MemoryAccount account) {
    this.node = node;
    this.positions = new Scratch(account);
  }

  @Override
  public int narrow(EvaluatedRows rows, long selection, int count, long output) {
    if (count == 0) {
      return 0;
    }
    if (selection == 0) {
      return evaluate(rows, output);
    }
    try (EvaluatedRows some = rows.select(selection, count)) {
      long within = positions.positions(count);
      int kept = evaluate(some, within);
      SelectionVectors.compose(selection, within, kept, output);
      return kept;
    }
  }

  private int evaluate(EvaluatedRows rows, long output) {
    Column truth = node.plain(rows);
    try {
      return SelectionVectors.whereBothSet(
          truth.values(), truth.validity(), 0, rows.count(), output);
    } finally {
      truth.release();
    }
  }

  @Override
  public boolean canFail() {
    return node.canFail();
  }

  @Override
  public void close() {
    node.close();
    positions.close();
  }
}
