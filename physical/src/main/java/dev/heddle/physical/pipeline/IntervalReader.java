package dev.heddle.physical.pipeline;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.TableScan;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OrderCheck;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.ScanSourceFactory;
import dev.heddle.physical.operator.SortedInput;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.Activity;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread's rows of a sorted scan, in their order: reads an interval of keys after the other,
 * and hands out batches when they are asked for. Its operators pass rows on as they come, so they
 * serve all intervals.
 */
final class IntervalReader implements SortedInput, AutoCloseable {
  private final PhysicalPlan.Scan scan;
  private final PhysicalPlan owner;
  private final PlanMetrics metrics;
  private final TaskContext context;
  private final OperatorChain chain;
  private final ArrayDeque<Batch> ready = new ArrayDeque<>();
  private @Nullable ScanSourceFactory interval;
  private @Nullable Source source;

  /**
   * Opens the operators.
   *
   * @param segment whose source is a scan
   * @param owner whose time does not include that of its input
   */
  IntervalReader(Segment segment, PhysicalPlan owner, PlanMetrics metrics, TaskContext context) {
    this.scan = (PhysicalPlan.Scan) segment.sourceNode();
    this.owner = owner;
    this.metrics = metrics;
    this.context = context;
    int steps = segment.steps().size();
    Operator[] operators = new Operator[steps];
    @Nullable PhysicalPlan[] nodes = new PhysicalPlan[steps + 1];
    nodes[0] = scan;
    try {
      for (int i = 0; i < steps; i++) {
        nodes[i + 1] = segment.steps().get(i).node();
        operators[i] = segment.steps().get(i).factory().open(context);
      }
    } catch (Throwable e) {
      Closeables.all(operators);
      throw e;
    }
    this.chain =
        new OperatorChain(
            operators,
            ready::add,
            new AtomicInteger(OperatorChain.NONE_DONE),
            metrics,
            nodes,
            KeySampler.of(nodes, segment.steps(), metrics),
            Activity.TASK);
  }

  /** Begins an interval; the last one has been ended. */
  void begin(Supplier<TableScan> rows) {
    interval = new ScanSourceFactory(rows, OrderCheck.of(scan));
    source = interval.open(context);
  }

  @Override
  public @Nullable Batch peek() {
    Batch first = ready.peekFirst();
    if (first != null || source == null) {
      return first;
    }
    long begun = System.nanoTime();
    chain.resume();
    while (ready.isEmpty() && source != null) {
      context.checkCancelled();
      if (!source.advance(chain)) {
        closeInterval();
      }
    }
    chain.pause();
    metrics.of(owner).addNanos(begun - System.nanoTime());
    return ready.peekFirst();
  }

  @Override
  public Batch take() {
    return ready.removeFirst();
  }

  @Override
  public Batch take(int rows) {
    Batch first = ready.removeFirst();
    Batch rest;
    try {
      rest = rest(first, rows);
    } catch (Throwable e) {
      first.close();
      throw e;
    }
    ready.addFirst(rest);
    return first.moveHead(rows);
  }

  private Batch rest(Batch batch, int from) {
    int count = batch.rowCount() - from;
    long selection = batch.selection();
    Buffer positions = context.account().allocate(4L * count);
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? from + i : Memory.getInt(selection + 4L * (from + i));
      Memory.putInt(positions.address() + 4L * i, position);
    }
    return Batch.selected(
        context.account(), batch.physicalRows(), positions, count, columns(batch));
  }

  private static Column[] columns(Batch batch) {
    return Column.makeAll(batch.columnCount(), column -> batch.physicalColumn(column).retain());
  }

  /** Drops what is left of an interval. */
  void end() {
    List<AutoCloseable> left = new ArrayList<>(ready);
    ready.clear();
    left.add(this::closeInterval);
    Closeables.all(left);
  }

  private void closeInterval() {
    Source opened = source;
    ScanSourceFactory factory = interval;
    source = null;
    interval = null;
    Closeables.all(opened, factory);
  }

  /** Adds up what the operators did; called once, after the last interval. */
  void report() {
    chain.resume();
    chain.reportEnd();
  }

  @Override
  public void close() {
    Closeables.all(this::end, chain);
  }
}
