package dev.heddle.engine.graph;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.spill.SpillSpace;
import java.util.Optional;

/**
 * What belongs to one run of a query.
 *
 * @param account pays for the run
 * @param spill takes what does not fit into memory
 * @param time the moment and zone that the query sees
 * @param cancellation stops it
 * @param metrics records what each plan node did
 * @param loops keeps generated code; none where none is to be made
 * @param result takes the rows of the result stage; stays the caller's
 * @param progress how far the run is
 * @param query what it is for, in words
 */
public record JobContext(
    MemoryAccount account,
    SpillSpace spill,
    QueryTime time,
    Cancellation cancellation,
    PlanMetrics metrics,
    Optional<LoopCache> loops,
    SinkFactory result,
    JobProgress progress,
    String query) {
  /** Makes what belongs to a run whose progress nobody watches. */
  public JobContext(
      MemoryAccount account,
      SpillSpace spill,
      QueryTime time,
      Cancellation cancellation,
      PlanMetrics metrics,
      Optional<LoopCache> loops,
      SinkFactory result) {
    this(account, spill, time, cancellation, metrics, loops, result, new JobProgress(), "");
  }

  /** Returns the same with other figures and another place for the result. */
  public JobContext with(PlanMetrics otherMetrics, SinkFactory otherResult) {
    return new JobContext(
        account, spill, time, cancellation, otherMetrics, loops, otherResult, progress, query);
  }
}
