package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.PredicateEvaluator;
import dev.heddle.physical.plan.PhysicalPlan;

/** Narrows the selection of each batch to the rows for which the predicate is true. */
public final class FilterOperatorFactory implements OperatorFactory {
  private final PhysicalExpr predicate;

  public FilterOperatorFactory(PhysicalPlan.Filter node) {
    predicate = node.predicate();
  }

  @Override
  public Operator open(TaskContext context) {
    return new FilterOperator(PredicateEvaluator.of(predicate, context.time(), context.account()));
  }

  @Override
  public void close() {}

  private static final class FilterOperator implements Operator {
    private final PredicateEvaluator evaluator;

    FilterOperator(PredicateEvaluator evaluator) {
      this.evaluator = evaluator;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      evaluator.filter(input).ifPresent(output::emit);
      return Status.NEEDS_INPUT;
    }

    @Override
    public void close() {
      evaluator.close();
    }
  }
}
