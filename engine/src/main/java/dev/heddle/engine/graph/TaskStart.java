package dev.heddle.engine.graph;

import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that an attempt has to know beside its stage's template.
 *
 * @param task names the attempt; its partition is the number of the map that it writes
 * @param tasks number of tasks of the stage, which may be less than in the template
 * @param range what it reads of its partitioned inputs
 * @param taken stages whose work it does besides: what it would read of them it makes itself; each
 *     is read by the stage or by one before in the list
 * @param inputs what it reads
 * @param output what it writes, even if the rows go to the caller's sink
 * @param server which shuffle server takes the output; none where exchanges stay in this process
 * @param floorBytes memory that it needs in any case
 */
public record TaskStart(
    TaskAttempt task,
    int tasks,
    TaskRange range,
    List<Integer> taken,
    List<TaskInput> inputs,
    ExchangeId output,
    Optional<ShuffleAddress> server,
    long floorBytes) {
  /** Copies the lists. */
  public TaskStart {
    taken = List.copyOf(taken);
    inputs = List.copyOf(inputs);
  }

  /** Returns the name under which it writes. */
  public MapAttempt writes() {
    return new MapAttempt(output, task.partition(), task.attempt());
  }

  /** Returns the same task, which reads something more. */
  public TaskStart reading(List<TaskInput> more) {
    List<TaskInput> all = new ArrayList<>(inputs);
    all.addAll(more);
    return new TaskStart(task, tasks, range, taken, all, output, server, floorBytes);
  }

  /** Returns what a stage has written for this task. */
  public TaskInput input(int stage) {
    for (TaskInput input : inputs) {
      if (input.stage() == stage) {
        return input;
      }
    }
    throw new IllegalArgumentException(task + " does not read what stage " + stage + " writes");
  }
}
