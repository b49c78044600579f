package dev.heddle.engine.session;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the rows of a query that are to be cached, in the batches of a table in memory and in
 * the order of the pipeline's source.
 *
 * <p>What it collects is elastic: when memory gets short it releases all of it, takes no more and
 * ends the query; then {@link #isTooLarge} is true.
 */
final class CacheSinkFactory implements SinkFactory {
  private static final int SMALL_ROWS = Batch.MAX_ROWS / 4;

  private final Schema schema;
  private final Reservation memory;
  private final List<Part> parts = new ArrayList<>(); // guarded by this
  private volatile boolean isTooLarge;

  /** Makes a collector of rows of the schema, which the reservation pays for. */
  CacheSinkFactory(Schema schema, Reservation memory) {
    this.schema = schema;
    this.memory = memory;
  }

  private record Part(long position, Batch batch) {}

  /** Returns whether memory was too short to hold all rows; then there are none. */
  boolean isTooLarge() {
    return isTooLarge;
  }

  @Override
  public Sink open(TaskContext context) {
    return new CacheSink(context);
  }

  @Override
  public synchronized void complete(TaskContext context) {
    parts.sort(Comparator.comparingLong(Part::position)); // stable: a thread's parts keep order
  }

  /** Gives the collected batches away, in order; none if not all rows fit. */
  synchronized List<Batch> moveBatches() {
    if (isTooLarge) {
      close();
      return List.of();
    }
    List<Batch> batches = new ArrayList<>(parts.size());
    parts.forEach(part -> batches.add(part.batch()));
    parts.clear();
    long rows = batches.stream().mapToLong(Batch::rowCount).sum();
    return rows < (long) SMALL_ROWS * batches.size() ? merged(batches) : batches;
  }

  /** Copies many small batches, as selective filters leave them, into few. */
  private List<Batch> merged(List<Batch> small) {
    List<Batch> merged = new ArrayList<>();
    try (BatchAppender rows = appender()) {
      for (Batch batch : small) {
        if (rows.rows() + batch.rowCount() > Batch.MAX_ROWS) {
          merged.add(rows.build());
        }
        rows.append(batch);
      }
      if (rows.rows() > 0) {
        merged.add(rows.build());
      }
      return merged;
    } catch (RuntimeException e) {
      merged.forEach(Batch::close);
      throw e;
    } finally {
      small.forEach(Batch::close);
    }
  }

  private BatchAppender appender() {
    return new BatchAppender(schema.fields().stream().map(Field::type).toList(), memory.account());
  }

  private synchronized void addAll(List<Part> finished) {
    parts.addAll(finished);
    finished.clear();
  }

  @Override
  public synchronized void close() {
    parts.forEach(part -> part.batch().close());
    parts.clear();
  }

  private final class CacheSink implements Sink {
    private final TaskContext context;
    private final BatchAppender rows = appender();
    private final List<Part> built = new ArrayList<>();
    private long position = -1; // of the rows in the appender

    CacheSink(TaskContext context) {
      this.context = context;
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        if (isTooLarge || memory.mustGiveBack()) {
          isTooLarge = true;
          close();
          CacheSinkFactory.this.close(); // what other threads have finished
          return Status.DONE;
        }
        long inputPosition = context.position();
        if (inputPosition != position || rows.rows() + input.rowCount() > Batch.MAX_ROWS) {
          build();
          position = inputPosition;
        }
        rows.append(input);
      }
      return Status.NEEDS_INPUT;
    }

    private void build() {
      if (rows.rows() > 0) {
        built.add(new Part(position, rows.build()));
      }
    }

    @Override
    public void finish() {
      if (!isTooLarge) {
        build();
        addAll(built);
      }
    }

    @Override
    public void close() {
      built.forEach(part -> part.batch().close());
      built.clear();
      rows.close();
    }
  }
}
