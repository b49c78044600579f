package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;

/** Makes results of the states of groups, each of which comes once, without looking for groups. */
public final class FinishAggregateOperatorFactory implements OperatorFactory {
  private final AggregateSpec spec;

  /** Makes the operators of a node of mode {@code FINISH}. */
  public FinishAggregateOperatorFactory(PhysicalPlan.Aggregate node) {
    this.spec = new AggregateSpec(node);
  }

  @Override
  public Operator open(TaskContext context) {
    return new FinishAggregateOperator(context.account());
  }

  @Override
  public void close() {}

  private final class FinishAggregateOperator implements Operator {
    private final MemoryAccount account;

    FinishAggregateOperator(MemoryAccount account) {
      this.account = account;
    }

    @Override
    public Status process(Batch raw, BatchSink output) {
      Batch results;
      try (Batch input = raw;
          AggregateTable rows = new AggregateTable(spec, account)) {
        results = rows.groupsOfRows(input);
      }
      output.emit(results);
      return Status.NEEDS_INPUT;
    }

    @Override
    public void finish(BatchSink output) {}

    @Override
    public void close() {}
  }
}
