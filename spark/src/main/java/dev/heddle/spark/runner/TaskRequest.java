package dev.heddle.spark.runner;

import dev.heddle.engine.graph.TaskStart;
import dev.heddle.io.codec.RecordCodec;
import java.util.List;

/**
 * What a task has to know beside its job.
 *
 * @param start the task; its attempt is Spark's to number
 * @param maps how many tasks have written each of its inputs
 * @param sources numbers of the rows that Spark makes and it reads
 * @param memoryBytes what all tasks of an executor may take off the heap
 */
record TaskRequest(TaskStart start, List<Integer> maps, List<Long> sources, long memoryBytes) {
  private static final RecordCodec<TaskRequest> CODEC = RecordCodec.of(TaskRequest.class);

  TaskRequest {
    maps = List.copyOf(maps);
    sources = List.copyOf(sources);
  }

  byte[] encode() {
    return CODEC.encode(this);
  }

  static TaskRequest decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
