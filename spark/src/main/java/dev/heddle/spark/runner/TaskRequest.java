package dev.heddle.spark.runner;

import dev.heddle.engine.graph.TaskStart;
import dev.heddle.io.codec.RecordCodec;
import java.util.List;

/**
 * What a task has to know beside its job.
 *
 * @param start the task; its attempt is Spark's to number
 * @param inputs of what size each of its inputs is
 * @param sources numbers of the rows that Spark makes and it reads
 * @param settings of the executor
 */
record TaskRequest(
    TaskStart start, List<InputSize> inputs, List<Long> sources, ExecutorSettings settings) {
  /**
   * Of what size an exchange is.
   *
   * @param maps how many tasks have written it
   * @param blockBytes how many bytes a task has written for a partition, on average
   */
  record InputSize(int maps, long blockBytes) {}

  private static final RecordCodec<TaskRequest> CODEC = RecordCodec.of(TaskRequest.class);

  TaskRequest {
    inputs = List.copyOf(inputs);
    sources = List.copyOf(sources);
  }

  byte[] encode() {
    return CODEC.encode(this);
  }

  static TaskRequest decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
