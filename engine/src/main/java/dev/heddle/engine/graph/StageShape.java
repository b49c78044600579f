package dev.heddle.engine.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * What a scheduler has to know of a stage: nothing of what its tasks do.
 *
 * @param tasks number of tasks, at least 1
 * @param inputs the exchanges that it reads
 * @param partitions partitions of the exchange that it writes; 0 if its rows go to the caller's
 *     sink
 * @param floorBytes memory that a task needs in any case
 * @param estimatedBytes what all tasks write together, by the planner's estimate; negative if
 *     unknown
 * @param canCoalesce whether a task may take several partitions at once: no task reads a share of a
 *     table, and there is one task a partition
 * @param hosts where data of tasks is stored, in the order of the tasks; empty if it is all the
 *     same
 * @param pins jobs whose persisted results its tasks read too
 * @param taskBytes bytes of adjacent partitions that a task may read at least, if there are tasks
 *     enough; 0 if the scheduler's limit is right
 */
public record StageShape(
    int tasks,
    List<StageInput> inputs,
    int partitions,
    long floorBytes,
    long estimatedBytes,
    boolean canCoalesce,
    List<HostRange> hosts,
    List<JobId> pins,
    long taskBytes) {
  /** Makes a stage that reads no persisted results. */
  public StageShape(
      int tasks,
      List<StageInput> inputs,
      int partitions,
      long floorBytes,
      long estimatedBytes,
      boolean canCoalesce,
      List<HostRange> hosts) {
    this(tasks, inputs, partitions, floorBytes, estimatedBytes, canCoalesce, hosts, List.of(), 0);
  }

  /** Copies the lists and checks the numbers. */
  public StageShape {
    inputs = List.copyOf(inputs);
    hosts = List.copyOf(hosts);
    pins = List.copyOf(pins);
    if (tasks < 1 || partitions < 0 || floorBytes < 0) {
      throw new IllegalArgumentException(
          "A stage cannot have "
              + tasks
              + " tasks, "
              + partitions
              + " partitions, floor "
              + floorBytes);
    }
    int next = 0;
    for (HostRange range : hosts) {
      if (range.end() <= next || range.end() > tasks) {
        throw new IllegalArgumentException("Host ranges out of order: " + hosts);
      }
      next = range.end();
    }
  }

  /** Returns the same stage, for whose tasks the results of other jobs are simply there. */
  StageShape withoutPins() {
    return new StageShape(
        tasks,
        inputs,
        partitions,
        floorBytes,
        estimatedBytes,
        canCoalesce,
        hosts,
        List.of(),
        taskBytes);
  }

  /**
   * Returns the shape of this stage when the tasks of one that it reads do its work too, each of
   * which reads all of the other inputs.
   *
   * @param number number of the other stage
   */
  public StageShape takingIn(int number, StageShape other) {
    List<StageInput> reads = new ArrayList<>();
    for (StageInput input : other.inputs) {
      boolean isRequired = (isRequired(number) && input.isRequired()) || isRequired(input.stage());
      reads.add(
          new StageInput(
              input.stage(),
              input.isWhole(),
              input.isDivisible(),
              isRequired,
              input.group(),
              input.firstTask()));
    }
    for (StageInput input : inputs) {
      boolean isNew = other.inputs.stream().noneMatch(read -> read.stage() == input.stage());
      if (input.stage() != number && isNew) {
        reads.add(new StageInput(input.stage(), true, false, input.isRequired()));
      }
    }
    List<JobId> allPins = new ArrayList<>(other.pins);
    allPins.addAll(pins.stream().filter(pin -> !other.pins.contains(pin)).toList());
    return new StageShape(
        other.tasks,
        reads,
        partitions,
        other.floorBytes + floorBytes,
        estimatedBytes,
        other.canCoalesce,
        other.hosts,
        allPins,
        other.taskBytes);
  }

  private boolean isRequired(int input) {
    return inputs.stream().anyMatch(read -> read.stage() == input && read.isRequired());
  }

  /** Returns whether it is decided when sizes are known what its tasks are. */
  public boolean isAdaptive() {
    return canCoalesce
        || inputs.stream().anyMatch(input -> input.isRequired() || input.isGrouped());
  }

  /** Returns whether it reads no exchange. */
  public boolean isSource() {
    return inputs.isEmpty();
  }
}
