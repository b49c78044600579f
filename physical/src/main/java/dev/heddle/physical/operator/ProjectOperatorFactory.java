package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.expr.Evaluator;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

/**
 * Computes columns. Where all of them are bare references, the input's columns are passed on
 * unchanged, under the same selection.
 */
public final class ProjectOperatorFactory implements OperatorFactory {
  private final List<PhysicalExpr> expressions;

  public ProjectOperatorFactory(PhysicalPlan.Project node) {
    expressions = node.expressions();
  }

  @Override
  public Operator open(TaskContext context) {
    int[] references =
        expressions.stream()
            .mapToInt(e -> e instanceof PhysicalExpr.ColumnRef reference ? reference.index() : -1)
            .toArray();
    for (int reference : references) {
      if (reference < 0) {
        return new ComputeOperator(
            Evaluator.of(expressions, context.time(), context.account()), context);
      }
    }
    return new ReferenceOperator(references);
  }

  @Override
  public void close() {}

  /** Passes some of the columns on. */
  private static final class ReferenceOperator implements Operator {
    private final int[] references;

    ReferenceOperator(int[] references) {
      this.references = references;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      try (input) {
        output.emit(input.moveColumns(references));
      }
      return Status.NEEDS_INPUT;
    }

    @Override
    public void close() {}
  }

  /** Computes columns for the rows that count. */
  private static final class ComputeOperator implements Operator {
    private final Evaluator evaluator;
    private final TaskContext context;

    ComputeOperator(Evaluator evaluator, TaskContext context) {
      this.evaluator = evaluator;
      this.context = context;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      Batch computed;
      try (input) {
        Column[] columns = evaluator.evaluate(input);
        computed = Batch.of(context.account(), input.rowCount(), columns);
      }
      output.emit(computed);
      return Status.NEEDS_INPUT;
    }

    @Override
    public void close() {
      evaluator.close();
    }
  }
}
