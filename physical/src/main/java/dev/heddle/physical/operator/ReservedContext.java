package dev.heddle.physical.operator;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillSpace;
import java.util.function.IntConsumer;

/** A task as the state of one of its nodes sees it, which pays for its work itself. */
record ReservedContext(TaskContext task, MemoryAccount account) implements TaskContext {
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
    return task.threads();
  }

  @Override
  public void checkCancelled() {
    task.checkCancelled();
  }

  @Override
  public void parallel(int count, IntConsumer step) {
    task.parallel(count, step);
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
