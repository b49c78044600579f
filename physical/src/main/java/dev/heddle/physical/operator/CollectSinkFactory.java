package dev.heddle.physical.operator;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects all rows of a pipeline in memory, compact and plain: text is copied and dictionaries are
 * decoded, so that the pages they came from are released.
 *
 * <p>Rows come out in the order of the pipeline's source, however many threads worked. {@link
 * #moveBatches} gives the rows away after the run; {@link #close} frees what has not been taken.
 */
public final class CollectSinkFactory implements SinkFactory {
  private static final int ROWS_PER_BATCH = 16 << 10;

  private final Schema schema;
  private final List<Part> parts = new ArrayList<>(); // guarded by this

  /** Makes a collector of rows of the schema. */
  public CollectSinkFactory(Schema schema) {
    this.schema = schema;
  }

  private record Part(long position, Batch batch) {}

  @Override
  public Sink open(TaskContext context) {
    return new CollectSink(context);
  }

  @Override
  public synchronized void complete(TaskContext context) {
    parts.sort(Comparator.comparingLong(Part::position)); // stable: a thread's parts keep order
  }

  /** Gives the collected batches away, in order. */
  public synchronized List<Batch> moveBatches() {
    List<Batch> batches = new ArrayList<>(parts.size());
    parts.forEach(part -> batches.add(part.batch()));
    parts.clear();
    return batches;
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

  private final class CollectSink implements Sink {
    private final TaskContext context;
    private final BatchAppender rows;
    private final List<Part> built = new ArrayList<>();
    private long position = -1; // of the rows in the appender

    CollectSink(TaskContext context) {
      this.context = context;
      rows =
          new BatchAppender(schema.fields().stream().map(Field::type).toList(), context.account());
    }

    @Override
    public Status consume(Batch input) {
      try (input) {
        long inputPosition = context.position();
        if (inputPosition != position || rows.rows() >= ROWS_PER_BATCH) {
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
      build();
      addAll(built);
    }

    @Override
    public void close() {
      built.forEach(part -> part.batch().close());
      built.clear();
      rows.close();
    }
  }
}
