package dev.heddle.engine.graph;

/**
 * Names one try of one task.
 *
 * @param job the run it belongs to
 * @param stage number of the stage in the graph
 * @param partition number of the task in the stage, from 0
 * @param attempt number of the try, from 0
 */
public record TaskAttempt(JobId job, int stage, int partition, int attempt) {
  /** Looked up several times for each task. */
  @Override
  public int hashCode() {
    return ((job.hashCode() * 31 + stage) * 31 + partition) * 31 + attempt;
  }

  @Override
  public String toString() {
    return "attempt " + attempt + " of task " + partition + " of stage " + stage + " of " + job;
  }
}
