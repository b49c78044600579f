package dev.heddle.engine.graph;

import dev.heddle.frame.expr.catalogue.UserFunction;

/** Runs stage graphs: in this process, on a cluster, or on another engine. Thread-safe. */
public interface StageRunner extends AutoCloseable {
  /**
   * Runs a job to its end on the caller's behalf; rows of the result stage go to the sink of the
   * context.
   *
   * @throws dev.heddle.frame.error.HeddleException the first error of the job, with the stage and
   *     task in its message where that helps
   */
  void run(JobId job, StageGraph graph, JobContext context);

  /**
   * Makes sure that the code of a function can be had where stages run.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code USER_CODE} if it cannot, {@code
   *     IO} if it cannot be read
   */
  void prepare(UserFunction function);

  /** Returns whether all tasks run in this process. */
  boolean isInProcess();

  /** Returns how many tasks it runs at a time, at least 1; this changes as workers come and go. */
  int slots();

  @Override
  void close();
}
