package dev.heddle.physical.testing;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.operator.TaskIdentity;
import dev.heddle.physical.pipeline.TaskReservations;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.spill.SpillSpace;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A task on the caller's and on other threads that drives operators over given batches. */
public final class TestTask implements TaskContext {
  private static final SpillFolder FOLDER = new SpillFolder(null, Long.MAX_VALUE);

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(FOLDER::close));
  }

  /** Kept, as thousands of small steps would each start threads of their own. */
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

  private final MemoryAccount account;
  private final SpillSpace spill = FOLDER.open();
  private final int threads;
  private final TaskReservations reservations;
  private final ThreadLocal<Long> position = ThreadLocal.withInitial(() -> 0L);

  public TestTask(MemoryAccount account, int threads) {
    this.account = account;
    this.threads = threads;
    this.reservations = new TaskReservations(account, threads, new PlanMetrics());
  }

  @Override
  public MemoryAccount account() {
    return account;
  }

  @Override
  public Reservation reservation(PhysicalPlan node) {
    return reservations.of(node);
  }

  @Override
  public SpillSpace spill() {
    return spill;
  }

  @Override
  public TaskIdentity identity() {
    return new TaskIdentity(0, "test", 1);
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public void checkCancelled() {}

  @Override
  public Steps begin(int count, IntConsumer step) {
    AtomicInteger next = new AtomicInteger();
    return () ->
        onThreads(
            () -> {
              for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                step.accept(i);
              }
            });
  }

  @Override
  public QueryTime time() {
    return new QueryTime(0, ZoneOffset.UTC);
  }

  @Override
  public long position() {
    return position.get();
  }

  /** Runs the same on as many threads as the task has, of which the caller's is one. */
  private void onThreads(Runnable work) {
    List<Future<?>> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      others.add(THREADS.submit(work));
    }
    Throwable failure = null;
    try {
      work.run();
    } catch (Throwable e) {
      failure = e;
    }
    for (Future<?> other : others) {
      try {
        other.get();
      } catch (InterruptedException e) {
        throw new IllegalStateException("Interrupted", e);
      } catch (ExecutionException e) {
        failure = failure == null ? e.getCause() : failure;
      }
    }
    if (failure != null) {
      throw new IllegalStateException("A thread failed", failure);
    }
  }

  /** Feeds batches, which are used up, to a sink and completes it. */
  public void fill(List<Batch> batches, SinkFactory sinks) {
    Queue<Batch> queue = new ArrayDeque<>(batches);
    onThreads(
        () -> {
          try (Sink sink = sinks.open(this)) {
            Batch batch = poll(queue);
            while (batch != null) {
              sink.consume(batch);
              batch = poll(queue);
            }
            sink.finish();
          } finally {
            closeRest(queue);
          }
        });
    sinks.complete(this);
  }

  private void closeRest(Queue<Batch> queue) {
    for (Batch batch = poll(queue); batch != null; batch = poll(queue)) {
      batch.close();
    }
  }

  private @Nullable Batch poll(Queue<Batch> queue) {
    synchronized (queue) {
      position.set(1_000_000L - queue.size());
      return queue.poll();
    }
  }

  /** Feeds batches, which are used up, through an operator; returns the rows that come out. */
  public List<List<@Nullable Object>> through(List<Batch> batches, OperatorFactory operators) {
    List<List<@Nullable Object>> rows = Collections.synchronizedList(new ArrayList<>());
    Queue<Batch> queue = new ArrayDeque<>(batches);
    CountDownLatch opened = new CountDownLatch(threads); // as the runner: nobody joins at the end
    onThreads(
        () -> {
          try (Operator operator = operators.open(this)) {
            opened.countDown();
            opened.await();
            Batch batch = poll(queue);
            while (batch != null) {
              operator.process(batch, output -> keep(output, rows));
              batch = poll(queue);
            }
            operator.finish(output -> keep(output, rows));
          } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted", e);
          } finally {
            closeRest(queue);
          }
        });
    return rows;
  }

  /** Drains a source; returns the rows in order. */
  public List<List<@Nullable Object>> drain(SourceFactory sources) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Source source = sources.open(this)) {
      boolean more = true;
      while (more) {
        more = source.advance(output -> keep(output, rows));
      }
    }
    return rows;
  }

  private static void keep(Batch batch, List<List<@Nullable Object>> rows) {
    try (batch) {
      if (batch.physicalRows() > Batch.MAX_ROWS && !batch.hasSelection()) {
        throw new IllegalStateException("A batch of " + batch.physicalRows() + " rows");
      }
      rows.addAll(ScannedRows.of(batch));
    }
  }
}
