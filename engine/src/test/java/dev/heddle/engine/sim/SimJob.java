package dev.heddle.engine.sim;

import dev.heddle.engine.graph.HostRange;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.physical.plan.PartitionGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A made-up job. Its data are amounts instead of rows, and what a task writes depends on the sum of
 * what it reads in a linear way: so the sum of the result is known, whichever way amounts are
 * spread over partitions, and any amount lost or doubled on the way changes it.
 */
final class SimJob {
  /** Its name; another one if a scheduler has forgotten it. */
  JobId id;

  final JobShape shape;

  /** The right sum of the result. */
  final long expected;

  private final long salt;
  private final boolean[] isIndeterminate;

  /** Stages that write no rows. */
  private final boolean[] isEmpty;

  private final int[] needs;

  /** Number of the stage that reads partitions which are not skewed; -1 if there is none. */
  private final int evenReader;

  private final long bytesEach;
  private final int poisonStage;

  /** The job whose kept result its first stage reads. */
  final @Nullable SimJob pinned;

  /** Whether the client knows that the result is there. */
  boolean isComplete;

  /** Whether a scheduler has accepted it. */
  boolean isAccepted;

  /** Whether the next scheduler will know it. */
  boolean isKept;

  /** Whether its client reads the result part by part. */
  final boolean isStreamed;

  /** What its client has read of a streamed result. */
  final SimParts parts = new SimParts();

  // How it ended.
  boolean isRight;
  @Nullable ErrorCode error;
  String message = "";
  boolean isGivenUp;

  SimJob(long number, Random random, boolean isHarsh) {
    this(number, random, isHarsh, false, null);
  }

  /**
   * Makes a job up.
   *
   * @param isKept whether its result stays for other jobs
   * @param pinned whose kept result it reads
   */
  SimJob(long number, Random random, boolean isHarsh, boolean isKept, @Nullable SimJob pinned) {
    this.pinned = pinned;
    id = new JobId(number);
    salt = random.nextLong();
    int count = 1 + random.nextInt(6);
    int parts = 1 + random.nextInt(9);
    bytesEach = random.nextInt(5) == 0 ? 3_000_000 : 40_000;
    List<List<Integer>> inputs = new ArrayList<>();
    int[] partitions = new int[count];
    boolean[] isRead = new boolean[count];
    for (int i = 0; i < count; i++) {
      partitions[i] = random.nextInt(4) == 0 ? 1 : parts;
      List<Integer> read = new ArrayList<>();
      for (int n = random.nextInt(3); n > 0 && i > 0 && i < count - 1; n--) {
        int input = random.nextInt(i);
        if (!read.contains(input)) {
          read.add(input);
          isRead[input] = true;
        }
      }
      inputs.add(read);
    }
    for (int i = 0; i < count - 1; i++) {
      if (!isRead[i]) {
        partitions[i] = 1;
        inputs.get(count - 1).add(i);
      }
    }
    int divided = (salt >> 56 & 1) == 0 ? firstRead(inputs, partitions, parts) : -1;
    if (divided >= 0) {
      partitions = readInGroups(divided, inputs, partitions);
      count += 2;
    }
    evenReader = divided < 0 ? -1 : divided + 1;
    isStreamed = !isKept && (salt >> 60 & 3) != 0;
    int resultPartitions = isKept ? 1 : 1 + random.nextInt(2);
    partitions[count - 1] = isStreamed ? 1 : resultPartitions;
    isIndeterminate = new boolean[count];
    isEmpty = new boolean[count];
    needs = new int[count];
    List<StageShape> stages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isPartitioned = false;
      isEmpty[i] = (salt >> (32 + 3 * i) & 7) == 0;
      List<StageInput> read = new ArrayList<>();
      // stages that read nothing but both groups may do so in tasks of their own
      boolean isApart =
          evenReader >= 0
              && inputs.get(i).equals(List.of(evenReader, evenReader + 1))
              && (salt >> 55 & 1) == 0;
      for (int input : inputs.get(i)) {
        boolean isWhole = partitions[input] == 1;
        isPartitioned |= !isWhole;
        boolean isRequired =
            (salt >> (8 + i + 3 * input) & 1) == 0 && !(isGroupReader(input) || isGroupReader(i));
        isEmpty[i] |= isRequired && isEmpty[input];
        PartitionGroup group = group(i);
        read.add(
            new StageInput(
                input,
                isWhole,
                !isWhole && (salt >> i & 1) == 0 && group != PartitionGroup.EVEN && !isApart,
                isRequired || group == PartitionGroup.SKEWED,
                group,
                isApart && input == evenReader + 1 ? parts : 0));
      }
      isEmpty[i] &= !isGroupReader(i);
      boolean isScan = read.isEmpty() || (random.nextInt(4) == 0 && !isGroupReader(i) && !isApart);
      boolean mayDivide = isKept || isStreamed || i < count - 1;
      int most = isApart ? 2 * parts : parts;
      int tasks = mayDivide && (isPartitioned || isScan) ? most : 1;
      int floor = random.nextInt(3) * 20;
      isIndeterminate[i] = isHarsh && random.nextInt(12) == 0;
      needs[i] = isHarsh && random.nextInt(25) == 0 ? floor + 1 + random.nextInt(60) : 0;
      List<HostRange> hosts =
          isScan && tasks > 2 && random.nextBoolean()
              ? List.of(new HostRange("host0", tasks / 2), new HostRange("host1", tasks))
              : List.of();
      stages.add(
          new StageShape(
              tasks,
              read,
              partitions[i],
              floor,
              random.nextInt(3) == 0 ? 1000 : 1L << 40,
              isPartitioned && !isScan,
              hosts,
              i == 0 && pinned != null ? List.of(pinned.id) : List.of(),
              random.nextInt(4) == 0 ? 1L << 30 : 0));
    }
    poisonStage = isHarsh && random.nextInt(40) == 0 ? random.nextInt(count) : -1;
    JobShare share = new JobShare((int) number % 2, 1 + (int) number % 3);
    shape = new JobShape(stages, share, isKept, isStreamed);
    expected = expected();
  }

  /** Returns the first stage whose partitions are read by others; -1 if there is none. */
  private static int firstRead(List<List<Integer>> inputs, int[] partitions, int parts) {
    for (int i = 0; i < partitions.length - 1; i++) {
      int stage = i;
      if (parts > 1
          && partitions[i] == parts
          && inputs.stream().anyMatch(read -> read.contains(stage))) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Puts two stages behind one, of which one reads its skewed partitions and the other one the
   * rest; those that have read it read both. Returns the numbers of partitions.
   */
  private static int[] readInGroups(int stage, List<List<Integer>> inputs, int[] partitions) {
    for (List<Integer> read : inputs) {
      boolean isReader = read.contains(stage);
      read.replaceAll(input -> input > stage ? input + 2 : input);
      if (isReader) {
        read.set(read.indexOf(stage), stage + 1);
        read.add(stage + 2);
      }
    }
    inputs.addAll(stage + 1, List.of(List.of(stage), List.of(stage)));
    int[] all = new int[partitions.length + 2];
    for (int i = 0; i < all.length; i++) {
      all[i] = partitions[i <= stage ? i : Math.max(stage, i - 2)];
    }
    return all;
  }

  /** Whether a stage reads skewed partitions, or those that are not. */
  private boolean isGroupReader(int stage) {
    return evenReader >= 0 && (stage == evenReader || stage == evenReader + 1);
  }

  private PartitionGroup group(int stage) {
    return !isGroupReader(stage)
        ? PartitionGroup.ALL
        : stage == evenReader ? PartitionGroup.EVEN : PartitionGroup.SKEWED;
  }

  private long expected() {
    long[] sums = new long[shape.stages().size()];
    for (int i = 0; i < sums.length; i++) {
      StageShape stage = shape.stages().get(i);
      long own = i == 0 && pinned != null ? pinned.expected : 0;
      long whole = 0;
      for (StageInput input : stage.inputs()) {
        if (input.isWhole()) {
          whole += sums[input.stage()];
        } else {
          own += sums[input.stage()];
        }
      }
      own = group(i) == PartitionGroup.SKEWED ? 0 : own; // both groups together
      sums[i] = isEmpty[i] ? 0 : factor(i) * own;
      for (int p = 0; p < stage.tasks() && !isEmpty[i]; p++) {
        sums[i] += base(i, p) + wholeFactor(i, p) * whole;
      }
    }
    return sums[sums.length - 1];
  }

  private long factor(int stage) {
    return isGroupReader(stage) ? 1 : mix(stage, 1, 0) | 1;
  }

  private long base(int stage, int partition) {
    return group(stage) == PartitionGroup.SKEWED ? 0 : mix(stage, 2, partition);
  }

  private long wholeFactor(int stage, int partition) {
    return mix(stage, 3, partition) | 1;
  }

  private long mix(long a, long b, long c) {
    long hash = salt + a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL + c * 0x165667B19E3779F9L;
    hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
    return hash ^ hash >>> 29;
  }

  /**
   * Returns what an attempt writes into each partition.
   *
   * @param read sums of what it has read of each stage; of tasks that divide a partition the first
   *     one counts what they all have read
   */
  long[] write(TaskStart start, Map<Integer, Long> read) {
    int stage = start.task().stage();
    long sum = value(stage, start, read);
    long[] amounts = new long[shape.stages().get(stage).partitions()];
    if (isEmpty[stage]) {
      return amounts;
    }
    long spread = isIndeterminate[stage] ? start.task().attempt() : 0;
    for (int q = 0; q < amounts.length - 1; q++) {
      amounts[q] = mix(stage, 4 + spread, start.task().partition() * 1_000L + q);
      sum -= amounts[q];
    }
    amounts[amounts.length - 1] = sum;
    return amounts;
  }

  /** What the task makes of one stage, which is its own or one that it has taken in. */
  private long value(int number, TaskStart start, Map<Integer, Long> read) {
    StageShape stage = shape.stages().get(number);
    if (isEmpty[number]) {
      return 0;
    }
    // what is made of the last one taken in is made for the task's own range, all else once
    List<Integer> taken = start.taken();
    boolean isInner = (taken.isEmpty() ? start.task().stage() : taken.getLast()) == number;
    boolean isOnce = isInner ? isFirst(start) : start.task().partition() == 0;
    long own = isInner ? read.getOrDefault(-1, 0L) : 0;
    long whole = 0;
    for (StageInput input : stage.inputs()) {
      if (taken.contains(input.stage())) {
        own += value(input.stage(), start, read);
      } else if (input.isWhole()) {
        whole += read.getOrDefault(input.stage(), 0L);
      } else if (isOnce || isPart(start, input.stage())) {
        own += read.getOrDefault(input.stage(), 0L);
      }
    }
    TaskRange range = isInner ? start.range() : new TaskRange(0, stage.tasks(), Optional.empty());
    long sum = factor(number) * own;
    for (int p = range.firstPartition(); p < range.endPartition() && isOnce; p++) {
      sum += base(number, p) + wholeFactor(number, p) * whole;
    }
    return sum;
  }

  /** Returns whether a task reads a part of a partition of what a stage has written. */
  static boolean isPart(TaskStart start, int stage) {
    return start.range().part().isPresent() && start.range().part().get().stage() == stage;
  }

  /** Returns whether a task is the first of those that divide its partition, or the only one. */
  private static boolean isFirst(TaskStart start) {
    return start.range().part().isEmpty() || start.range().part().get().firstMap() == 0;
  }

  /** Returns how many partitions a stage writes. */
  int partitions(int stage) {
    return shape.stages().get(stage).partitions();
  }

  /** Returns how many bytes the amounts are said to take. */
  long[] bytes(long[] amounts) {
    long[] bytes = new long[amounts.length];
    for (int q = 0; q < bytes.length; q++) {
      bytes[q] = Math.floorMod(amounts[q], bytesEach);
    }
    return bytes;
  }

  /** Returns whether the memory that an attempt was given does not suffice. */
  boolean runsOutOfMemory(TaskStart start) {
    return start.floorBytes() < needs[start.task().stage()];
  }

  /** Returns whether an attempt kills the worker that runs it. */
  boolean kills(TaskStart start) {
    return start.task().stage() == poisonStage && start.task().partition() == 0;
  }

  boolean isOver() {
    return isRight || error != null || isGivenUp;
  }
}
