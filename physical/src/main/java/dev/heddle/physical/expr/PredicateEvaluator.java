package dev.heddle.physical.expr;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.expr.node.EvaluatedRows;
import java.util.List;
import java.util.Optional;

/**
 * Conjuncts compiled for one thread, which narrow the rows of batches to those for which all are
 * true.
 *
 * <p>The conjuncts run in the order given, each only on the rows that passed the ones before it, so
 * that a row that has been left out cannot raise an error.
 */
public final class PredicateEvaluator implements AutoCloseable {
  private final Predicate predicate;
  private final MemoryAccount account;

  private PredicateEvaluator(Predicate predicate, MemoryAccount account) {
    this.predicate = predicate;
    this.account = account;
  }

  /**
   * Compiles conjuncts; the account pays for intermediates.
   *
   * @throws dev.heddle.frame.error.HeddleException if a constant pattern or unit is malformed
   */
  public static PredicateEvaluator of(
      List<PhysicalExpr> conjuncts, QueryTime time, MemoryAccount account) {
    PredicateCompiler compiler = new PredicateCompiler(conjuncts, time, account);
    return new PredicateEvaluator(compiler.all(conjuncts), account);
  }

  /** Compiles a predicate, whose conjuncts are taken apart. */
  public static PredicateEvaluator of(
      PhysicalExpr predicate, QueryTime time, MemoryAccount account) {
    return of(Expressions.conjuncts(predicate), time, account);
  }

  /**
   * Returns the rows of a batch that satisfy all conjuncts as a batch under a selection, or nothing
   * if there are none. The batch is used up, also if this throws.
   */
  public Optional<Batch> filter(Batch batch) {
    Buffer selection = null;
    try {
      selection = account.allocate(4L * Math.max(1, batch.rowCount()));
      int kept = narrow(batch, selection.address());
      if (kept == 0) {
        return Optional.empty();
      }
      if (kept == batch.rowCount()) {
        return Optional.of(batch.moveHead(kept));
      }
      Buffer given = selection;
      selection = null;
      return Optional.of(batch.moveSelected(given, kept));
    } finally {
      if (selection != null) {
        selection.release();
      }
      batch.close();
    }
  }

  /**
   * Writes the physical positions of a lent batch's rows that satisfy all conjuncts.
   *
   * @param output room for {@code batch.rowCount()} int32 positions
   * @return how many rows there are
   */
  public int narrow(Batch batch, long output) {
    try (EvaluatedRows rows =
        EvaluatedRows.of(batch::physicalColumn, batch.physicalRows(), account)) {
      return predicate.narrow(rows, batch.selection(), batch.rowCount(), output);
    }
  }

  /**
   * Writes the positions of rows of lent columns that satisfy all conjuncts.
   *
   * @param columns by the positions that the conjuncts name
   * @param rows how many rows the columns have
   * @param selection ascending int32 positions of the rows to look at, or 0 for all
   * @param count how many rows to look at
   * @param output room for {@code count} positions; may be {@code selection} itself
   * @return how many rows there are
   */
  public int narrow(Column[] columns, int rows, long selection, int count, long output) {
    int seen = selection == 0 ? count : rows;
    try (EvaluatedRows all = EvaluatedRows.of(index -> columns[index], seen, account)) {
      return predicate.narrow(all, selection, count, output);
    }
  }

  /** Returns whether a row can raise an error. */
  boolean canFail() {
    return predicate.canFail();
  }

  @Override
  public void close() {
    predicate.close();
  }
}
