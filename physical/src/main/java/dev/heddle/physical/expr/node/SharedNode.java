package dev.heddle.physical.expr.node;

import dev.heddle.io.batch.Column;

/** A common sub-expression: computed once for the same rows. */
public final class SharedNode extends Node {
  private final Node inner;
  private final int slot;

  public SharedNode(Node inner, int slot) {
    super(inner.type);
    this.inner = inner;
    this.slot = slot;
  }

  @Override
  public Column evaluate(EvaluatedRows rows) {
    Column known = rows.shared(slot);
    if (known == null) {
      known = inner.evaluate(rows);
      rows.keepShared(slot, known);
    }
    return known.retain();
  }

  @Override
  public boolean canFail() {
    return inner.canFail();
  }

  @Override
  public void close() {
    inner.close();
  }
}
