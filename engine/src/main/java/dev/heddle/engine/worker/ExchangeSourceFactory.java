package dev.heddle.engine.worker;

import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a task is to read of an exchange; the task's threads share one reader. */
final class ExchangeSourceFactory implements SourceFactory {
  private static final int SMALL_ROWS = 1024;
  private static final int MAX_TAKEN = 64;

  private final ExchangeBackend exchanges;
  private final TaskInput input;
  private final TaskRange range;
  private final Deque<ExchangePart> parts = new ArrayDeque<>(); // not begun; guarded by this
  private @Nullable ExchangeReader reader; // guarded by this
  private @Nullable MemoryAccount account; // once opened; guarded by this
  private long batches; // guarded by this

  ExchangeSourceFactory(ExchangeBackend exchanges, TaskInput input, TaskRange range) {
    this.exchanges = exchanges;
    this.input = input;
    this.range = range;
  }

  @Override
  public synchronized Source open(TaskContext context) {
    if (account == null) {
      account = context.account();
      ExchangeShape shape = exchanges.shape(input.exchange());
      Optional<TaskRange.Part> part =
          range.part().filter(divided -> divided.stage() == input.stage());
      for (TaskInput.Partitions read : input.read(range, shape.partitions())) {
        parts.add(
            ExchangePart.of(
                read.first(),
                read.end(),
                part.map(TaskRange.Part::firstMap).orElse(0),
                part.map(TaskRange.Part::endMap).orElse(shape.maps()),
                shape));
      }
      openNext();
    }
    return new ExchangeSource();
  }

  /** Opens what comes next, if there is more to read. */
  private synchronized void openNext() {
    ExchangePart next = parts.poll();
    reader =
        next == null || account == null
            ? null
            : exchanges.openReader(input.exchange(), next, account);
  }

  @Override
  public int maxThreads() {
    return Integer.MAX_VALUE;
  }

  @Override
  public synchronized void close() {
    parts.clear();
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  /** Takes what comes next: a batch, or several of few rows, for which threads would only queue. */
  private synchronized void take(ExchangeSource source) {
    source.position = batches;
    int rows = 0;
    while (reader != null && rows < SMALL_ROWS && source.taken.size() < MAX_TAKEN) {
      Optional<Batch> next = next(reader);
      if (next.isEmpty()) {
        if (parts.isEmpty()) {
          return;
        }
        reader.close();
        openNext();
        continue;
      }
      batches++;
      rows += next.get().rowCount();
      source.taken.add(next.get());
    }
  }

  /**
   * One that has failed has lost its place: the other threads see an end, and the task the error.
   */
  private Optional<Batch> next(ExchangeReader from) {
    try {
      return from.next();
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private final class ExchangeSource implements Source {
    private final Deque<Batch> taken = new ArrayDeque<>();
    private long position; // of the first of them

    @Override
    public boolean advance(BatchSink output) {
      if (taken.isEmpty()) {
        take(this);
      } else {
        position++;
      }
      Batch next = taken.poll();
      if (next == null) {
        return false;
      }
      output.emit(next);
      return true;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {
      Closeables.all(List.copyOf(taken));
      taken.clear();
    }
  }
}
