package dev.heddle.physical.pipeline;

import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;

/** What one task reads of what its stage reads. */
public interface TaskInputs {
  /** Makes the reading end of an exchange for the task's partitions. */
  SourceFactory exchange(PhysicalPlan.ExchangeRead read);

  /** Returns the inputs of a union that the task reads; all, unless they are overridden. */
  default List<PhysicalPlan> union(PhysicalPlan.UnionAll union) {
    return union.inputs();
  }

  /**
   * Returns what gives the rows of a write, one after the other: each is begun once the rows of the
   * last are written. Its input, unless it is overridden.
   */
  default List<PhysicalPlan> parts(PhysicalPlan.Write write) {
    return List.of(write.input());
  }
}
