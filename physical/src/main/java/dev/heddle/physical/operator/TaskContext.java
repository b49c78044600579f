package dev.heddle.physical.operator;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillSpace;

/**
 * What a running task offers to the operators of one of its threads, among others the help of its
 * other threads.
 */
public interface TaskContext extends Workers {
  /**
   * Returns the account that pays for this task: for batches under way, and for states that cannot
   * be spilled.
   */
  MemoryAccount account();

  /**
   * Returns what pays for the state of a node that can be spilled, the same for all threads; its
   * floor is that of {@code MemoryFloors}. Closed at the end of the task: what was allocated from
   * it has been released by then, but for what became part of the task's result.
   */
  Reservation reservation(PhysicalPlan node);

  /** Returns where the states of the query's operators are put that do not fit into memory. */
  SpillSpace spill();

  /** Returns which task this is. */
  TaskIdentity identity();

  /** Returns the number of this task among those of its stage, from 0. */
  default int partition() {
    return identity().partition();
  }

  /**
   * Throws if the query has been cancelled or has failed elsewhere; called at least once a batch
   * and in long loops.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code CANCELLED}
   */
  void checkCancelled();

  /** Returns the session's clock and zone, fixed for the query. */
  QueryTime time();

  /**
   * Returns the position, in the order of the pipeline's source, of the batch that this thread
   * works on. Rows of one position come from one thread only, in order; {@link Long#MAX_VALUE}
   * while operators finish.
   */
  long position();
}
