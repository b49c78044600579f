package dev.heddle.physical.expr;

import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.kernel.SelectionVectors;
import java.util.List;

/** A conjunction: each conjunct looks only at the rows that passed the ones before it. */
final class AllPredicate implements Predicate {
  private final Predicate[] conjuncts;

  AllPredicate(List<Predicate> conjuncts) {
    this.conjuncts = conjuncts.toArray(Predicate[]::new);
  }

  @Override
  public int narrow(EvaluatedRows rows, long selection, int count, long output) {
    long from = selection;
    int left = count;
    for (Predicate conjunct : conjuncts) {
      left = conjunct.narrow(rows, from, left, output);
      from = output;
      if (left == 0) {
        return 0;
      }
    }
    if (conjuncts.length == 0) {
      SelectionVectors.copy(selection, count, output);
    }
    return left;
  }

  @Override
  public boolean canFail() {
    for (Predicate conjunct : conjuncts) {
      if (conjunct.canFail()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    for (Predicate conjunct : conjuncts) {
      conjunct.close();
    }
  }
}
