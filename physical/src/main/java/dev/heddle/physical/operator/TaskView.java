package dev.heddle.physical.operator;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillSpace;
import java.util.function.IntConsumer;

/** A task that offers what another one does, but for what is overridden. */
interface TaskView extends TaskContext {
  /** Returns the task that is looked at. */
  TaskContext task();

  @Override
  default MemoryAccount account() {
    return task().account();
  }

  @Override
  default Reservation reservation(PhysicalPlan node) {
    return task().reservation(node);
  }

  @Override
  default SpillSpace spill() {
    return task().spill();
  }

  @Override
  default TaskIdentity identity() {
    return task().identity();
  }

  @Override
  default int threads() {
    return task().threads();
  }

  @Override
  default void checkCancelled() {
    task().checkCancelled();
  }

  @Override
  default Steps begin(int count, IntConsumer step) {
    return task().begin(count, step);
  }

  @Override
  default QueryTime time() {
    return task().time();
  }

  @Override
  default long position() {
    return task().position();
  }
}
