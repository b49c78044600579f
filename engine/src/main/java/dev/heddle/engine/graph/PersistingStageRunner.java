package dev.heddle.engine.graph;

import dev.heddle.frame.schema.Schema;

/** A runner that can leave a job's rows where its tasks ran. Thread-safe. */
public interface PersistingStageRunner extends StageRunner {
  /**
   * Runs a job whose rows stay: later jobs of this runner read them there. What is lost of them is
   * computed again.
   *
   * @param job its name in this process
   * @param name for plans and messages
   * @param schema of the rows
   * @param graph its last stage may have several tasks
   * @param context its sink gets nothing
   * @throws dev.heddle.frame.error.HeddleException as {@link StageRunner#run} does
   */
  PersistedRows keep(JobId job, String name, Schema schema, StageGraph graph, JobContext context);
}
