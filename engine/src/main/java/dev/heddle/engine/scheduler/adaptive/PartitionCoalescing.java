package dev.heddle.engine.scheduler.adaptive;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.physical.plan.PartitionGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Divides the partitions of a stage's inputs among its tasks: adjacent small partitions are read by
 * one task, and a partition that is much larger than the others by several, each with a range of
 * the maps that wrote it.
 */
public final class PartitionCoalescing {
  private static final long MIN_TASK_BYTES = 1 << 20;

  /** A partition is skewed from this many times the median on. */
  private static final int SKEW = 2;

  /** What is skewed is divided so finely that this many tasks come to a slot. */
  private static final int TASKS_PER_SLOT = 4;

  private final JobView job;
  private final StageView stage;
  private final long[] sizes;
  private final long sum;

  /** Partitions with which the reading of another input begins, which no task reads across. */
  private final Set<Integer> borders = new HashSet<>();

  private final List<TaskRange> ranges = new ArrayList<>();
  private final List<Long> bytes = new ArrayList<>(); // of the tasks
  private final List<String> reasons = new ArrayList<>();
  private boolean isSkewed;

  private PartitionCoalescing(JobView job, StageView stage) {
    this.job = job;
    this.stage = stage;
    sizes = new long[stage.shape().tasks()];
    for (StageInput input : stage.shape().inputs()) {
      borders.add(input.firstTask());
      if (!input.isWhole()) {
        StageView writer = job.stage(input.stage());
        for (int i = 0; i < sizes.length; i++) {
          sizes[i] += writer.bytes(input, i);
        }
      }
    }
    sum = Arrays.stream(sizes).sum();
  }

  /**
   * What each task of a stage reads.
   *
   * @param ranges one a task, in order, covering every partition once
   * @param reasons lines for {@code explain}
   * @param order numbers of the tasks in the order in which they had best start, the largest first;
   *     empty if they are about as large as one another
   */
  public record Division(List<TaskRange> ranges, List<String> reasons, List<Integer> order) {
    /** Copies the lists. */
    public Division {
      ranges = List.copyOf(ranges);
      reasons = List.copyOf(reasons);
      order = List.copyOf(order);
    }
  }

  /**
   * Divides a stage whose inputs are complete and which has not started.
   *
   * @param slots tasks that can run at a time: more tasks are made for them if there are bytes
   * @return empty if each task reads one partition
   */
  public static Optional<Division> of(
      JobView job, StageView stage, AdaptiveLimits limits, int slots) {
    if (limits.coalesceBytes() == 0 || !stage.shape().canCoalesce() || stage.shape().tasks() == 1) {
      return Optional.empty();
    }
    return new PartitionCoalescing(job, stage).divide(limits, Math.max(1, slots));
  }

  private Optional<Division> divide(AdaptiveLimits limits, int slots) {
    List<StageInput> read =
        stage.shape().inputs().stream().filter(input -> !input.isWhole()).toList();
    if (read.size() == 1
        && read.getFirst().group() == PartitionGroup.SKEWED
        && read.getFirst().isDivisible()) {
      divideSkewed(job.stage(read.getFirst().stage()), slots);
    } else {
      coalesce(limits, slots);
    }
    if (ranges.size() == sizes.length && reasons.isEmpty()) {
      return Optional.empty();
    }
    if (reasons.isEmpty()) {
      reasons.add(
          sizes.length
              + " partitions of "
              + sum
              + " bytes are read by "
              + ranges.size()
              + " tasks");
    }
    List<Integer> order =
        isSkewed
            ? IntStream.range(0, ranges.size())
                .boxed()
                .sorted(Comparator.comparing(bytes::get).reversed())
                .toList()
            : List.of();
    return Optional.of(new Division(ranges, reasons, order));
  }

  /** Divides the rows of all skewed partitions, which may be in any task, by their maps. */
  private void divideSkewed(StageView writer, int slots) {
    long[] weights = new long[writer.tasks()];
    for (int partition = 0; partition < sizes.length; partition++) {
      for (int map = 0; map < weights.length && sizes[partition] > 0; map++) {
        weights[map] += writer.bytes(map, partition);
      }
    }
    long target = Math.max(MIN_TASK_BYTES, sum / ((long) TASKS_PER_SLOT * slots));
    List<Part> parts = parts(weights, (sum + target - 1) / target);
    for (Part part : parts) {
      addTask(
          new TaskRange(
              0,
              sizes.length,
              parts.size() < 2
                  ? Optional.empty()
                  : Optional.of(new TaskRange.Part(writer.number(), part.firstMap, part.endMap))),
          part.weight);
    }
    reasons.add(
        sum
            + " bytes of skewed partitions are read by "
            + ranges.size()
            + (ranges.size() == 1 ? " task" : " tasks")
            + ", which divide what stage "
            + writer.number()
            + " has written");
  }

  /** Lets neighbours be read by one task, and skewed partitions by several. */
  private void coalesce(AdaptiveLimits limits, int slots) {
    long fair = Math.max(limits.skewBytes(), sum / slots);
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    long skewed = Math.max(fair, SKEW * sorted[(sorted.length - 1) / 2]);
    isSkewed = readsBesideSkew();
    for (int i = 0; i < sizes.length && !isSkewed; i++) {
      isSkewed = sizes[i] > skewed && split(i, fair, fair).size() > 1;
    }
    // where one is divided, others that would take long for one task are too
    long fine = Math.max(MIN_TASK_BYTES, sum / ((long) TASKS_PER_SLOT * slots));
    long most = isSkewed ? Math.min(skewed, Math.max(limits.skewBytes(), 2 * fine)) : skewed;
    long target =
        Math.min(
            Math.max(limits.coalesceBytes(), stage.shape().taskBytes()),
            isSkewed ? fine : Math.max(MIN_TASK_BYTES, sum / slots));
    int first = 0;
    long together = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (i > first && borders.contains(i)) {
        addTask(first, i, together);
        first = i;
        together = 0;
      }
      List<Part> parts = sizes[i] > most ? split(i, fair, fine) : List.of();
      if (parts.size() > 1) {
        addTask(first, i, together);
        add(i, parts);
        first = i + 1;
        together = 0;
        continue;
      }
      if (i > first && sizes[i] > 0 && together + sizes[i] > target) {
        addTask(first, i, together);
        first = i;
        together = 0;
      }
      together += sizes[i];
    }
    addTask(first, sizes.length, together);
  }

  /** Whether partitions were found skewed that are divided otherwise. */
  private boolean readsBesideSkew() {
    for (StageInput input : stage.shape().inputs()) {
      List<Integer> skewed = job.stage(input.stage()).skewed();
      if (input.group() == PartitionGroup.EVEN && skewed != null && !skewed.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void addTask(int first, int end, long weight) {
    if (first < end) {
      addTask(new TaskRange(first, end, Optional.empty()), weight);
    }
  }

  private void addTask(TaskRange range, long weight) {
    ranges.add(range);
    bytes.add(weight);
  }

  /** Adds a task for each part of a partition, which reads all of its other inputs. */
  private void add(int partition, List<Part> parts) {
    StageView writer = Objects.requireNonNull(largest(partition));
    long others = sizes[partition] - writer.partitionBytes(partition);
    for (Part part : parts) {
      addTask(
          new TaskRange(
              partition,
              partition + 1,
              Optional.of(new TaskRange.Part(writer.number(), part.firstMap, part.endMap))),
          part.weight + others);
    }
    reasons.add(
        "partition "
            + partition
            + " of "
            + sizes[partition]
            + " of "
            + sum
            + " bytes is read by "
            + parts.size()
            + " tasks, which divide what stage "
            + writer.number()
            + " has written");
  }

  /**
   * Returns parts of a partition of about equal bytes; one or none if it has no parts. None is
   * larger than a fair share, and they are smaller as long as reading the other inputs in each of
   * them costs less than its own rows do.
   */
  private List<Part> split(int partition, long fair, long fine) {
    StageView writer = largest(partition);
    if (writer == null) {
      return List.of();
    }
    long[] weights = new long[writer.tasks()];
    for (int map = 0; map < weights.length; map++) {
      weights[map] = writer.bytes(map, partition);
    }
    long own = writer.partitionBytes(partition);
    long others = Math.max(1, sizes[partition] - own);
    long wanted = (sizes[partition] + fair - 1) / fair;
    return parts(weights, Math.max(wanted, Math.min((own + fine - 1) / fine, own / others)));
  }

  /** What some maps have written. */
  private record Part(int firstMap, int endMap, long weight) {}

  /** Divides maps that follow one another into at most a number of parts of about equal weights. */
  private static List<Part> parts(long[] weights, long most) {
    long all = Arrays.stream(weights).sum();
    long count = Math.min(weights.length, most);
    List<Part> parts = new ArrayList<>();
    int first = 0;
    long before = 0;
    long taken = 0;
    for (int map = 0; map < weights.length; map++) {
      before += weights[map];
      boolean isLast = map == weights.length - 1;
      boolean isLittle = 2 * (before - taken) * count < all; // half of a part's share
      if (isLast && isLittle && !parts.isEmpty()) {
        Part previous = parts.removeLast();
        parts.add(new Part(previous.firstMap, map + 1, previous.weight + before - taken));
        break;
      }
      // a part ends where it is nearest to its share of all bytes
      long next = isLast ? 0 : weights[map + 1];
      boolean isShare = (2 * before + next) * count >= 2 * all * (parts.size() + 1L);
      if (isLast || (isShare && !isLittle && before > taken && before < all)) {
        parts.add(new Part(first, map + 1, before - taken));
        taken = before;
        first = map + 1;
      }
    }
    return parts;
  }

  /**
   * Returns a stage that wrote at least half of a partition and may be split: each of the tasks
   * reads all bytes of the others.
   */
  private @Nullable StageView largest(int partition) {
    for (StageInput input : stage.shape().inputs()) {
      if (input.isDivisible() && !input.isWhole()) {
        StageView writer = job.stage(input.stage());
        if (2 * writer.partitionBytes(partition) >= sizes[partition]) {
          return writer;
        }
      }
    }
    return null;
  }
}
