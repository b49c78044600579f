package dev.heddle.physical.window;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Integers on the disk, which are read from the first one on. Closing it deletes them. */
final class WindowLongs implements AutoCloseable {
  private static final int BLOCK_BYTES = 32 << 10; // many are read at a time

  private final SpillFile file;

  private WindowLongs(SpillFile file) {
    this.file = file;
  }

  /** Opens a writer; closing it without {@link Writer#finish} deletes what it wrote. */
  static Writer writer(TaskContext context) {
    return new Writer(context);
  }

  /** Returns how many there are. */
  long count() {
    return file.rows();
  }

  /** Opens a cursor before the first one. */
  Cursor open(TaskContext context) {
    return new Cursor(file, context);
  }

  @Override
  public void close() {
    file.close();
  }

  /** Writes numbers. Used by one thread. */
  static final class Writer implements AutoCloseable {
    private final TaskContext context;
    private final SpillWriter writer;
    private @Nullable Buffer waiting;
    private int count;

    private Writer(TaskContext context) {
      this.context = context;
      this.writer =
          context.spill().writer("window", List.of(DataType.INT64), context.account(), BLOCK_BYTES);
    }

    void add(long number) {
      Buffer numbers = waiting;
      if (numbers == null) {
        numbers = context.account().allocate(8L * Batch.MAX_ROWS);
        waiting = numbers;
      }
      Memory.putLong(numbers.address() + 8L * count++, number);
      if (count == Batch.MAX_ROWS) {
        flush(numbers);
      }
    }

    private void flush(Buffer numbers) {
      context.checkCancelled();
      int rows = count;
      waiting = null;
      count = 0;
      Column column = Column.fixed(DataType.INT64, rows, numbers, null);
      try (Batch batch = Batch.of(context.account(), rows, column)) {
        writer.write(batch);
      }
    }

    WindowLongs finish() {
      Buffer numbers = waiting;
      if (numbers != null) {
        flush(numbers);
      }
      return new WindowLongs(writer.finish());
    }

    @Override
    public void close() {
      if (waiting != null) {
        waiting.release();
        waiting = null;
      }
      writer.close();
    }
  }

  /** Goes through the numbers. Used by one thread. */
  static final class Cursor implements AutoCloseable {
    private final SpillFile file;
    private final SpillReader reader;
    private final TaskContext context;
    private @Nullable Batch batch;
    private int next; // of the batch
    private long index = -1;
    private long current = -1;

    private Cursor(SpillFile file, TaskContext context) {
      this.file = file;
      this.reader = file.open(context.account());
      this.context = context;
    }

    /** Goes to the next number; returns false, and stays behind the last one, at the end. */
    boolean advance() {
      Batch numbers = batch;
      while (numbers == null || next == numbers.rowCount()) {
        if (numbers != null) {
          batch = null;
          numbers.close();
        }
        context.checkCancelled();
        numbers = reader.next();
        next = 0;
        if (numbers == null) {
          index++;
          current = -1;
          return false;
        }
        batch = numbers;
      }
      index++;
      current = numbers.physicalColumn(0).longAt(next++);
      return true;
    }

    /** Returns the number at a place. To go back farther than a batch takes as long as to begin. */
    long at(long place) {
      if (place < index) {
        goBack(place);
      }
      while (index < place) {
        if (!advance()) {
          throw new IllegalStateException("No number " + place);
        }
      }
      return current;
    }

    private void goBack(long place) {
      long first = index + 1 - next; // of the batch
      if (batch != null && place >= first) {
        next = (int) (place - first);
        index = place - 1;
        return;
      }
      release();
      int block = 0;
      long start = 0;
      while (start + file.blockRows(block) <= place) {
        start += file.blockRows(block++);
      }
      reader.seek(block);
      index = start - 1;
    }

    private void release() {
      if (batch != null) {
        batch.close();
        batch = null;
      }
      next = 0;
    }

    /** Returns the current number of the cursor. */
    long number() {
      return current;
    }

    @Override
    public void close() {
      release();
      reader.close();
    }
  }
}
