package dev.heddle.engine.graph;

import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Optional;

/**
 * Everything that an attempt has to know beside its stage's template.
 *
 * @param task names the attempt; its partition is the number of the map that it writes
 * @param tasks number of tasks of the stage, which may be less than the template says
 * @param firstPartition first partition that it reads of its partitioned inputs
 * @param endPartition the one behind the last
 * @param inputs what it reads
 * @param output what it writes, even if the rows go to the caller's sink
 * @param server which shuffle server takes the output; none where exchanges stay in this process
 * @param floorBytes memory that it needs in any case
 */
public record TaskStart(
    TaskAttempt task,
    int tasks,
    int firstPartition,
    int endPartition,
    List<TaskInput> inputs,
    ExchangeId output,
    Optional<ShuffleAddress> server,
    long floorBytes) {
  /** Copies the list. */
  public TaskStart {
    inputs = List.copyOf(inputs);
  }

  /** Returns the name under which it writes. */
  public MapAttempt writes() {
    return new MapAttempt(output, task.partition(), task.attempt());
  }

  /** Returns the exchange that a stage has written for this task. */
  public ExchangeId input(int stage) {
    for (TaskInput input : inputs) {
      if (input.stage() == stage) {
        return input.exchange();
      }
    }
    throw new IllegalArgumentException(task + " does not read what stage " + stage + " writes");
  }
}
