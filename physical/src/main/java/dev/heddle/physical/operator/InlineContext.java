package dev.heddle.physical.operator;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillSpace;
import java.util.function.IntConsumer;

/** A task as one of its threads sees it that must not ask the others for help. */
record InlineContext(TaskContext task) implements TaskContext {
  @Override
  public MemoryAccount account() {
    return task.account();
  }

  @Override
  public Reservation reservation(PhysicalPlan node) {
    return task.reservation(node);
  }

  @Override
  public SpillSpace spill() {
    return task.spill();
  }

  @Override
  public int partition() {
    return task.partition();
  }

  @Override
  public int partitions() {
    return task.partitions();
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public void checkCancelled() {
    task.checkCancelled();
  }

  @Override
  public void parallel(int count, IntConsumer step) {
    for (int i = 0; i < count; i++) {
      step.accept(i);
    }
  }

  @Override
  public QueryTime time() {
    return task.time();
  }

  @Override
  public long position() {
    return task.position();
  }
}
