package dev.heddle.physical.join;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the two pipelines of a join share: the right side's rows and the table over them. A
 * nested-loop join is a join without keys: every right row is a candidate.
 *
 * <p>{@link #build} ends the pipeline of the right side; its completion makes the table. {@link
 * #probe} is a step of the left side's pipeline, which must run later. What does not fit into
 * memory is on the disk, divided by the keys' hash, as are the left rows that go with it, and is
 * joined at the end of the left side. Everything is freed with the step's factory, or with the
 * sink's if the step never ran.
 */
public final class HashJoin {
  /** Texts are in buffers that are twice as large as they need be, at worst. */
  private static final double TEXT_FACTOR = 1.75;

  private final PhysicalPlan node;
  private final PhysicalPlan.HashJoin plan;
  private final JoinKeys keys;
  private final @Nullable Set<Integer> read;
  private final JoinFilters filters;
  private final OperatorMetrics metrics;
  private final List<DataType> leftTypes;
  private final List<DataType> rightTypes;
  private final JoinSpill spill;
  private final AtomicInteger probing = new AtomicInteger();
  private final List<JoinFilters.Ranges> ranges = new ArrayList<>(); // of rows on the disk
  private long sampledBytes; // guarded by this
  private long sampledRows; // guarded by this
  private @Nullable JoinPart part; // what is in memory
  private @Nullable SpillReserve leftReserve; // guarded by this
  private long rightRows; // of all partitions; guarded by this while they are counted
  private boolean hasRightNulls; // guarded by this while the right side is read

  /** Makes a join of which every output column is read, and that fills no runtime filter. */
  public HashJoin(PhysicalPlan.HashJoin plan) {
    this(plan, Optional.empty(), JoinFilters.NONE, new OperatorMetrics());
  }

  /**
   * Makes a join.
   *
   * @param read the output columns that somebody reads, if not all
   * @param filters the filters that are filled with the right side's keys
   * @param metrics where it notes what it spills
   */
  public HashJoin(
      PhysicalPlan.HashJoin plan,
      Optional<Set<Integer>> read,
      JoinFilters filters,
      OperatorMetrics metrics) {
    this(plan, plan, read, filters, metrics);
  }

  private HashJoin(
      PhysicalPlan node,
      PhysicalPlan.HashJoin plan,
      Optional<Set<Integer>> read,
      JoinFilters filters,
      OperatorMetrics metrics) {
    this.node = node;
    this.plan = plan;
    this.read = read.orElse(null);
    this.filters = filters;
    this.metrics = metrics;
    this.keys = new JoinKeys(plan);
    this.leftTypes = plan.left().output().fields().stream().map(Field::type).toList();
    this.rightTypes = plan.right().output().fields().stream().map(Field::type).toList();
    this.spill = new JoinSpill(isDivisible(plan) ? JoinSplitter.PARTS : 1);
  }

  /**
   * Returns a join of the rows of both sides that have some of the keys.
   *
   * @param hashed the join of all rows
   * @param read the output columns that somebody reads, if not all
   */
  public static HashJoin window(
      PhysicalPlan.MergeJoin plan,
      PhysicalPlan.HashJoin hashed,
      Optional<Set<Integer>> read,
      OperatorMetrics metrics) {
    return new HashJoin(plan, hashed, read, JoinFilters.NONE, metrics);
  }

  /** Returns a join that compares every left row with every right row, or those of a range. */
  public static HashJoin nestedLoop(PhysicalPlan.NestedLoopJoin plan, OperatorMetrics metrics) {
    PhysicalPlan.HashJoin join =
        new PhysicalPlan.HashJoin(
            plan.left(),
            plan.right(),
            plan.kind(),
            List.of(),
            List.of(),
            List.of(),
            plan.condition(),
            plan.range(),
            List.of(),
            plan.output(),
            plan.estimate());
    return new HashJoin(plan, join, Optional.empty(), JoinFilters.NONE, metrics);
  }

  /** Returns whether what a left row finds depends on right rows with equal keys only. */
  private static boolean isDivisible(PhysicalPlan.HashJoin plan) {
    boolean isNullAware =
        (plan.kind() == JoinKind.LEFT_ANTI_NULL_AWARE || plan.kind() == JoinKind.LEFT_MARK)
            && plan.nullSafe().contains(false);
    return isNullAware
        ? plan.leftKeys().size() == 1 && plan.residual().isEmpty()
        : !plan.leftKeys().isEmpty();
  }

  /** Returns what a join can go on with: blocks of rows on their way to the disk, and some rows. */
  public static long floorBytes(PhysicalPlan node, int threads) {
    return Breaker.FLOOR_BYTES
        + Math.max(splitBytes(threads), threads * JoinBuild.SPILL_RESERVE_BYTES);
  }

  /** Returns the end of the right side's pipeline. */
  public SinkFactory build() {
    return new JoinBuild(this);
  }

  /** Returns the step of the left side's pipeline. */
  public OperatorFactory probe() {
    return new OperatorFactory() {
      @Override
      public Operator open(TaskContext context) {
        probing.incrementAndGet();
        closeLeftReserve();
        return new HashJoinOperator(HashJoin.this, context);
      }

      @Override
      public void close() {
        free();
      }
    };
  }

  /** Sets memory aside for left rows on their way to the disk; returns whether there is enough. */
  synchronized boolean makeRoomForLeft(TaskContext context) {
    if (!spill.hasSpilled()) {
      return true;
    }
    if (leftReserve == null) {
      leftReserve = new SpillReserve(reservation(context), splitBytes(context.threads()));
    }
    return leftReserve.fill();
  }

  private synchronized void closeLeftReserve() {
    if (leftReserve != null) {
      leftReserve.close();
    }
  }

  /** Returns what dividing the rows of a side takes. */
  private static long splitBytes(int threads) {
    return 2L * threads * JoinSplitter.PARTS * JoinSplitter.BLOCK_BYTES;
  }

  /** Notes what some of the right rows on their way to the disk take. */
  synchronized void noteBytes(long bytes, int rows) {
    sampledBytes += bytes;
    sampledRows += rows;
  }

  /** Returns about how many bytes this number of right rows take in memory, rather too many. */
  synchronized long bytesOf(long rows) {
    double bytesPerRow = rightTypes.size() / 8.0; // whether it is null
    double text = (double) sampledBytes / (double) Math.max(1, sampledRows);
    for (DataType type : rightTypes) {
      int width = Layout.of(type).byteWidth();
      bytesPerRow += width;
      text -= type.isNested() ? 0 : Layout.of(type).isText() ? Integer.BYTES : width;
    }
    bytesPerRow += TEXT_FACTOR * Math.max(0, text);
    return (long) ((rows + Math.min(rows, RowStore.CHUNK_ROWS)) * bytesPerRow);
  }

  /**
   * Returns about how many bytes the lists, maps and structs of this number of right rows take at
   * most.
   */
  long nestedBytesOf(long rows) {
    return rightTypes.stream().anyMatch(DataType::isNested) ? bytesOf(rows) : 0;
  }

  /** Notes right rows that have been read. */
  synchronized void noteRight(long rows, JoinFilters.Ranges keys, JoinSplitter splitter) {
    ranges.add(keys);
    rightRows += rows;
    hasRightNulls |= splitter.hasSeenNulls();
  }

  /** Takes over the right rows that are in memory, and makes the table. */
  void setPart(RowStore rows, TaskContext context) {
    JoinPart made = JoinPart.of(this, rows, 0, context);
    synchronized (this) {
      part = made;
      hasRightNulls |= made.hasNulls();
    }
    if (spill.hasSpilled()) {
      filters.fill(ranges);
    } else {
      filters.fill(rows, context);
    }
  }

  synchronized void free() {
    filters.close();
    closeLeftReserve();
    closePart();
    spill.close();
  }

  /** Frees the right rows in memory; no thread probes any more. */
  synchronized void closePart() {
    JoinPart made = part;
    part = null;
    if (made != null) {
      made.close();
    }
  }

  /** Notes that a file of this number of bytes has been written. */
  void noteSpill(long bytes) {
    metrics.noteSpill(bytes, 1);
  }

  /** Returns whether the kind has to know which right rows have found a match. */
  static boolean marksRight(JoinKind kind) {
    return switch (kind) {
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
    };
  }

  /** Returns whether right rows come out even if there are no left ones. */
  public static boolean emitsUnmatchedRight(JoinKind kind) {
    return kind == JoinKind.RIGHT || kind == JoinKind.FULL || kind == JoinKind.RIGHT_ANTI;
  }

  /** Returns whether left rows come out even if there are no right ones. */
  public static boolean keepsLeft(JoinKind kind) {
    return switch (kind) {
      case LEFT, FULL, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> true;
      case INNER, RIGHT, LEFT_SEMI, RIGHT_SEMI, RIGHT_ANTI -> false;
    };
  }

  /** Returns whether a left row matches one right row, which is next to it. */
  boolean isNearest() {
    return plan.range().filter(JoinRange::isNearest).isPresent();
  }

  /** Returns what the table over right rows takes, at most, unless more can be had. */
  long bytesOfTable(long rows) {
    return tableBytes(rows) + (isNearest() ? OrderedJoinTable.bytes(rows) : 0);
  }

  /** Returns what a table of right rows without an order takes. */
  static long tableBytes(long rows) {
    long wordsAndChain = Buffer.roomFor(8 * rows) + Buffer.roomFor(4 * rows);
    return wordsAndChain + 2 * Buffer.roomFor(rows) + JoinSlots.bytes(rows); // two rows of flags
  }

  JoinFilters filters() {
    return filters;
  }

  PhysicalPlan.HashJoin plan() {
    return plan;
  }

  JoinKeys keys() {
    return keys;
  }

  /** Returns the range of right rows with its keys that a left row is compared with, if not all. */
  Optional<JoinRange> range() {
    return plan.range();
  }

  /** Returns the types of a side's columns. */
  List<DataType> types(JoinSide side) {
    return side == JoinSide.LEFT ? leftTypes : rightTypes;
  }

  JoinSpill spill() {
    return spill;
  }

  Reservation reservation(TaskContext context) {
    return context.reservation(node);
  }

  /**
   * Returns what divides the rows of a side.
   *
   * @param level how often they have been divided before
   */
  JoinSplitter splitter(JoinSide side, int level, TaskContext context) {
    return new JoinSplitter(
        this, side, level, spill.count(), reservation(context).account(), context.spill());
  }

  /** Returns the right rows that are in memory. */
  JoinPart part() {
    if (part == null) {
      throw new IllegalStateException("The right side has not been built");
    }
    return part;
  }

  /** Returns whether somebody reads an output column. */
  boolean isRead(int outputColumn) {
    return read == null || read.contains(outputColumn);
  }

  /**
   * Returns the left column that has the same value as a right column in every pair that matches,
   * or -1.
   */
  int equalLeftColumn(int rightColumn) {
    for (int k = 0; k < keys.count(); k++) {
      if (keys.right(k) == rightColumn) {
        DataType type = leftTypes.get(keys.left(k));
        // equal floats can be 0.0 and -0.0
        return !type.isFloat() && type.equals(rightTypes.get(rightColumn)) ? keys.left(k) : -1;
      }
    }
    return -1;
  }

  /** Returns how many right rows there are, in memory and on the disk. */
  long rightRows() {
    return rightRows;
  }

  /** Returns whether some right row has a null in a key that a null does not match. */
  boolean hasRightNulls() {
    return hasRightNulls;
  }

  /** Records that a thread has probed with all of its batches; returns whether it was the last. */
  boolean isLastToFinish() {
    return probing.decrementAndGet() == 0;
  }
}
