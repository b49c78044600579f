package dev.heddle.physical.expr;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.node.EvaluatedRows;
import dev.heddle.physical.expr.node.Scratch;
import dev.heddle.physical.kernel.SelectionVectors;
import java.util.List;

/** A disjunction: each disjunct looks only at the rows that the ones before it left out. */
final class AnyPredicate implements Predicate {
  private final Predicate[] disjuncts;
  private final Scratch open;
  private final Scratch hits;
  private final Scratch found;
  private final Scratch merged;

  AnyPredicate(List<Predicate> disjuncts, MemoryAccount account) {
    this.disjuncts = disjuncts.toArray(Predicate[]::new);
    this.open = new Scratch(account);
    this.hits = new Scratch(account);
    this.found = new Scratch(account);
    this.merged = new Scratch(account);
  }

  @Override
  public int narrow(EvaluatedRows rows, long selection, int count, long output) {
    long rest = open.positions(count);
    long some = hits.positions(count);
    long all = found.positions(count);
    long next = merged.positions(count);
    SelectionVectors.copy(selection, count, rest);
    int left = count;
    int kept = 0;
    for (int i = 0; i < disjuncts.length && left > 0; i++) {
      // The first one sees the caller's selection: 0 lets it work without positions.
      long from = i == 0 ? selection : rest;
      int more = disjuncts[i].narrow(rows, from, left, some);
      left = SelectionVectors.without(rest, left, some, more, rest);
      kept = SelectionVectors.merge(all, kept, some, more, next);
      long swap = all;
      all = next;
      next = swap;
    }
    Memory.copy(all, output, 4L * kept);
    return kept;
  }

  @Override
  public boolean canFail() {
    for (Predicate disjunct : disjuncts) {
      if (disjunct.canFail()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    for (Predicate disjunct : disjuncts) {
      disjunct.close();
    }
    open.close();
    hits.close();
    found.close();
    merged.close();
  }
}
