package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.ipc.IpcBlockWriter;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Collects all rows of a pipeline, compact and plain: text is copied and dictionaries are decoded,
 * so that the pages they came from are released, and batches that are so already are not copied.
 * What goes beyond a share of the memory is put into spill files.
 *
 * <p>Rows come out in the order of the pipeline's source, however many threads worked. {@link
 * #moveRows} gives the rows away after the run; {@link #close} frees what has not been taken.
 */
public final class CollectSinkFactory implements SinkFactory {
  private static final int ROWS_PER_PART = 16 << 10;
  private static final int BYTES_PER_PART = SpillSpace.BLOCK_BYTES;
  private static final int FEWEST_ROWS_AT_ONCE = 256;
  private static final int FEWEST_ROWS_KEPT = 1024;
  private static final int BYTES_PER_VALUE = 16;

  /** For a part that grows, the same as a block, and compressed. */
  private static final long WORKING_BYTES_PER_THREAD = 3L << 20;

  private static final long FLOOR_BYTES_PER_THREAD = WORKING_BYTES_PER_THREAD + (1L << 19);

  private final List<DataType> types;
  private final Reservation reservation;
  private final SpillSpace space;
  private final long maxBytes;
  private final int rowsAtOnce; // so that a part is not much larger than it is meant to be
  private final boolean hasNested; // so that rows may be much larger than their columns
  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicLong keptBytes = new AtomicLong(); // of them, that others have allocated
  private final List<CollectedRows.Part> parts = new ArrayList<>(); // guarded by this

  /**
   * Makes a collector of rows of the schema.
   *
   * @param reservation pays for the rows
   * @param space takes what is too much; becomes that of the rows when they are taken
   * @param maxBytes how many bytes of rows may stay in memory
   */
  public CollectSinkFactory(
      Schema schema, Reservation reservation, SpillSpace space, long maxBytes) {
    this.types = schema.fields().stream().map(Field::type).toList();
    this.reservation = reservation;
    this.space = space;
    this.maxBytes = maxBytes;
    this.hasNested = types.stream().anyMatch(DataType::isNested);
    this.rowsAtOnce =
        Math.clamp(
            BYTES_PER_PART / 2 / (BYTES_PER_VALUE * Math.max(1, types.size())),
            FEWEST_ROWS_AT_ONCE,
            Batch.MAX_ROWS);
  }

  /** Returns what a collector needs in any case, however many rows come. */
  public static long floorBytes(int threads) {
    return threads * FLOOR_BYTES_PER_THREAD;
  }

  @Override
  public Sink open(TaskContext context) {
    return new CollectSink(context);
  }

  @Override
  public synchronized void complete(TaskContext context) {
    // stable: a thread's parts keep order
    parts.sort((left, right) -> Long.compare(left.position(), right.position()));
  }

  /** Gives the collected rows away, in order, with the space. */
  public synchronized CollectedRows moveRows() {
    CollectedRows rows = new CollectedRows(parts, reservation.account(), space);
    parts.clear();
    return rows;
  }

  private synchronized void addAll(List<CollectedRows.Part> finished) {
    parts.addAll(finished);
    finished.clear();
  }

  @Override
  public synchronized void close() {
    parts.forEach(CollectedRows.Part::close);
    parts.clear();
  }

  private final class CollectSink implements Sink {
    private final TaskContext context;
    private final BatchAppender rows;
    private final List<CollectedRows.Part> built = new ArrayList<>();
    private int kept; // those of the parts before here are on the disk
    private @Nullable SpillWriter writer;
    private long position = -1; // of the rows in the appender

    CollectSink(TaskContext context) {
      this.context = context;
      rows = new BatchAppender(types, reservation.account());
    }

    @Override
    public Status consume(Batch input) {
      long inputPosition = context.position();
      if (isKept(input)) {
        try {
          build();
        } catch (Throwable e) {
          input.close();
          throw e;
        }
        position = inputPosition;
        keep(input);
        return Status.NEEDS_INPUT;
      }
      try (input) {
        if (inputPosition != position || rows.rows() >= ROWS_PER_PART) {
          build();
          position = inputPosition;
        }
        int most = maxRows(input);
        if (input.rowCount() <= most) {
          append(input, input.selection(), input.rowCount());
        } else {
          appendInSlices(input, most);
        }
      }
      return Status.NEEDS_INPUT;
    }

    private boolean isKept(Batch input) {
      int count = input.rowCount();
      if (input.hasSelection() || count < FEWEST_ROWS_KEPT || heldBytes.get() > maxBytes) {
        return false;
      }
      for (int i = 0; i < input.columnCount(); i++) {
        if (!input.physicalColumn(i).isCompact(count)) {
          return false;
        }
      }
      return true;
    }

    private void keep(Batch input) {
      long bytes = 0;
      for (int i = 0; i < input.columnCount(); i++) {
        bytes += input.physicalColumn(i).valuesBuffer().capacity();
      }
      built.add(new CollectedRows.Held(position, input, bytes, true));
      keptBytes.addAndGet(bytes);
      added(bytes);
    }

    /** Returns how many rows are appended at once: few where a list is that of many rows. */
    private int maxRows(Batch input) {
      if (!hasNested) {
        return rowsAtOnce;
      }
      long bytesPerRow = IpcBlockWriter.bytes(input) / Math.max(1, input.rowCount());
      return Math.clamp(BYTES_PER_PART / 2 / Math.max(1, bytesPerRow), 1, rowsAtOnce);
    }

    private void appendInSlices(Batch input, int most) {
      int count = input.rowCount();
      Buffer all = input.selection() == 0 ? context.account().allocate(4L * count) : null;
      try {
        for (int row = 0; all != null && row < count; row++) {
          Memory.putInt(all.address() + 4L * row, row);
        }
        long positions = all == null ? input.selection() : all.address();
        for (int from = 0; from < count; from += most) {
          append(input, positions + 4L * from, Math.min(most, count - from));
        }
      } finally {
        if (all != null) {
          all.release();
        }
      }
    }

    private void append(Batch input, long positions, int count) {
      rows.append(input, positions, count);
      if (rows.bytes() >= BYTES_PER_PART) {
        build();
      }
    }

    private void build() {
      if (rows.rows() == 0) {
        return;
      }
      long bytes = rows.bytes();
      built.add(new CollectedRows.Held(position, rows.build(), bytes, false));
      added(bytes);
    }

    private void added(long bytes) {
      heldBytes.addAndGet(bytes);
      long others = context.threads() * WORKING_BYTES_PER_THREAD + keptBytes.get();
      if (reservation.mustGiveBack(others)) {
        for (; kept < built.size(); kept++) {
          spill(kept);
        }
      } else if (heldBytes.get() > maxBytes) {
        spill(built.size() - 1);
      }
    }

    private void spill(int index) {
      if (!(built.get(index) instanceof CollectedRows.Held part)) {
        return;
      }
      SpillWriter out = writer;
      if (out == null) {
        out = space.writer("result", types, reservation.account(), BYTES_PER_PART);
        writer = out;
      }
      int first = out.file().blockCount();
      out.write(part.batch());
      out.flush();
      built.set(
          index,
          new CollectedRows.Spilled(
              part.position(), out.file(), first, out.file().blockCount() - first));
      part.close();
      heldBytes.addAndGet(-part.bytes());
      if (part.isKept()) {
        keptBytes.addAndGet(-part.bytes());
      }
    }

    @Override
    public void finish() {
      build();
      if (writer != null) {
        writer.finish();
      }
      addAll(built);
    }

    @Override
    public void close() {
      built.forEach(CollectedRows.Part::close);
      built.clear();
      rows.close();
      if (writer != null) {
        writer.close();
      }
    }
  }
}
