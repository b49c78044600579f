package dev.heddle.physical.expr;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.RowFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A conjunct that a reader applies while it decodes. Immutable; columns are positions in the scan
 * request's columns.
 */
public final class ExprRowFilter implements RowFilter {
  private final PhysicalExpr predicate;
  private final QueryTime time;
  private final List<Integer> columns;
  private final boolean decidedByValue;
  private final Optional<FieldFilter> byFields;

  private ExprRowFilter(PhysicalExpr predicate, QueryTime time) {
    this.predicate = predicate;
    this.time = time;
    this.columns = List.copyOf(Expressions.columns(predicate));
    this.decidedByValue =
        columns.size() == 1 && Expressions.rejectsNulls(predicate) && !canFail(predicate, time);
    this.byFields = byFields(predicate, time);
  }

  /**
   * Makes a filter of a boolean expression.
   *
   * @throws dev.heddle.frame.error.HeddleException if a constant pattern or unit is malformed
   */
  public static ExprRowFilter of(PhysicalExpr predicate, QueryTime time) {
    return new ExprRowFilter(predicate, time);
  }

  private static Optional<FieldFilter> byFields(PhysicalExpr predicate, QueryTime time) {
    List<FieldPath> inputs = new ArrayList<>();
    FieldColumns fields = new FieldColumns();
    PhysicalExpr overInputs = fields.overInputs(fields.asColumns(predicate), inputs);
    return inputs.stream().allMatch(input -> input.names().isEmpty())
        ? Optional.empty()
        : Optional.of(new FieldFilter(inputs, of(overInputs, time)));
  }

  private static boolean canFail(PhysicalExpr predicate, QueryTime time) {
    try (MemoryAccount account = ConstantFolder.LEDGER.open("analysis of a predicate");
        PredicateEvaluator evaluator = PredicateEvaluator.of(predicate, time, account)) {
      return evaluator.canFail();
    }
  }

  /** Returns the expression. */
  public PhysicalExpr predicate() {
    return predicate;
  }

  /** Returns the moment and zone that the expression sees. */
  public QueryTime time() {
    return time;
  }

  @Override
  public List<Integer> columns() {
    return columns;
  }

  /**
   * Returns whether the value of one column decides. Such a conjunct is not true for null, so that
   * null rows need no entry.
   */
  @Override
  public boolean isDecidedByValue() {
    return decidedByValue;
  }

  @Override
  public Optional<FieldFilter> byFields() {
    return byFields;
  }

  @Override
  public Evaluation start(MemoryAccount account) {
    int width = columns.isEmpty() ? 0 : columns.getLast() + 1;
    return new Started(PredicateEvaluator.of(predicate, time, account), columns, width);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ExprRowFilter filter
        && predicate.equals(filter.predicate)
        && time.equals(filter.time);
  }

  @Override
  public int hashCode() {
    return predicate.hashCode();
  }

  @Override
  public String toString() {
    return predicate.toString();
  }

  private static final class Started implements Evaluation {
    private final PredicateEvaluator evaluator;
    private final List<Integer> indexes;
    private final @Nullable Column[] byIndex;

    Started(PredicateEvaluator evaluator, List<Integer> indexes, int width) {
      this.evaluator = evaluator;
      this.indexes = indexes;
      this.byIndex = new Column[width];
    }

    @Override
    public int narrow(Column[] columns, int rows, long selection, int count, long output) {
      for (int i = 0; i < columns.length; i++) {
        byIndex[indexes.get(i)] = columns[i];
      }
      return evaluator.narrow(byIndex, rows, selection, count, output);
    }

    @Override
    public void close() {
      evaluator.close();
    }
  }
}
