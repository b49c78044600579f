package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a part of a plan that several others read: computed once, stored in memory and, where
 * that is short, in spill files, until the last reader has ended.
 *
 * <p>The pipeline that ends in {@link #sink} runs before those that start with a {@link #source};
 * every source is made before any pipeline runs.
 */
public final class SharedRows {
  private static final int BLOCK_BYTES = 128 << 10; // each thread writes a file within the floor

  /** For the batch that a thread collects, and for a block that it writes. */
  private static final long WORKING_BYTES_PER_THREAD = 2L << 20;

  private final PhysicalPlan.Share node;
  private final OperatorMetrics metrics;
  private final List<DataType> types;
  private final List<Batch> batches = new ArrayList<>(); // guarded by this
  private final List<SpillFile> files = new ArrayList<>(); // guarded by this
  private final AtomicInteger readers = new AtomicInteger();

  public SharedRows(PhysicalPlan.Share node, OperatorMetrics metrics) {
    this.node = node;
    this.metrics = metrics;
    this.types = node.output().fields().stream().map(Field::type).toList();
  }

  /** Returns what sharing rows needs in any case, however many come. */
  public static long floorBytes(int threads) {
    return Breaker.FLOOR_BYTES + threads * WORKING_BYTES_PER_THREAD;
  }

  /** Returns the end of the pipeline that computes the rows. */
  public SinkFactory sink() {
    return new SinkFactory() {
      @Override
      public Sink open(TaskContext context) {
        return new SharingSink(context);
      }

      @Override
      public void complete(TaskContext context) {}

      @Override
      public void close() {
        free();
      }
    };
  }

  /** Returns the start of one pipeline that reads the rows. */
  public SourceFactory source() {
    readers.incrementAndGet();
    return new SourceFactory() {
      private final AtomicInteger next = new AtomicInteger();
      private boolean closed;

      @Override
      public Source open(TaskContext context) {
        return new SharedSource(context, next);
      }

      @Override
      public int maxThreads() {
        return Math.max(1, parts());
      }

      @Override
      public void close() {
        if (!closed && readers.decrementAndGet() == 0) {
          free();
        }
        closed = true;
      }
    };
  }

  private synchronized int parts() {
    return batches.size() + files.size();
  }

  private synchronized void add(List<Batch> held, @Nullable SpillFile file) {
    batches.addAll(held);
    held.clear();
    if (file != null) {
      files.add(file);
      metrics.noteSpill(file.bytes(), 1);
    }
  }

  private synchronized void free() {
    batches.forEach(Batch::close);
    batches.clear();
    files.forEach(SpillFile::close);
    files.clear();
  }

  /** Returns a batch of its own over the columns of a stored one. */
  private synchronized Batch share(int number, TaskContext context) {
    Batch held = batches.get(number);
    return Batch.of(
        context.account(),
        held.rowCount(),
        Column.makeAll(types.size(), i -> held.physicalColumn(i).retain()));
  }

  private synchronized SpillFile file(int number) {
    return files.get(number);
  }

  private synchronized int held() {
    return batches.size();
  }

  private final class SharingSink implements Sink {
    private final TaskContext context;
    private final Reservation reservation;
    private final BatchAppender rows;
    private final List<Batch> built = new ArrayList<>();
    private @Nullable SpillWriter writer;

    SharingSink(TaskContext context) {
      this.context = context;
      this.reservation = context.reservation(node);
      this.rows = new BatchAppender(types, reservation.account());
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        if (rows.rows() + input.rowCount() > Batch.MAX_ROWS) {
          build();
        }
        rows.append(input);
      }
      long working = context.threads() * WORKING_BYTES_PER_THREAD; // of others too
      while (!built.isEmpty() && reservation.mustGiveBack(working)) {
        spill(built.removeLast());
      }
      return Status.NEEDS_INPUT;
    }

    private void build() {
      if (rows.rows() > 0) {
        built.add(rows.build());
      }
    }

    private void spill(Batch batch) {
      try (batch) {
        SpillWriter open = writer;
        if (open == null) {
          open = context.spill().writer("shared", types, reservation.account(), BLOCK_BYTES);
          writer = open;
        }
        open.write(batch);
      }
    }

    @Override
    public void finish() {
      build();
      SpillWriter open = writer;
      writer = null;
      add(built, open == null ? null : open.finish());
    }

    @Override
    public void close() {
      built.forEach(Batch::close);
      built.clear();
      rows.close();
      if (writer != null) {
        writer.close();
      }
    }
  }

  /** Takes batches, then files, from a cursor that the threads of a pipeline share. */
  private final class SharedSource implements Source {
    private final TaskContext context;
    private final AtomicInteger next;
    private final int held;
    private final int parts;
    private @Nullable SpillReader reader;
    private long position;

    SharedSource(TaskContext context, AtomicInteger next) {
      this.context = context;
      this.next = next;
      this.held = held();
      this.parts = parts();
    }

    @Override
    public boolean advance(BatchSink output) {
      SpillReader open = reader;
      if (open != null) {
        Batch batch = open.next();
        if (batch != null) {
          output.emit(batch);
        } else {
          open.close();
          reader = null;
        }
        return true;
      }
      int part = next.getAndIncrement();
      if (part >= parts) {
        return false;
      }
      position = part;
      if (part < held) {
        output.emit(share(part, context));
      } else {
        reader = file(part - held).open(context.account());
      }
      return true;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public void close() {
      if (reader != null) {
        reader.close();
        reader = null;
      }
    }
  }
}
