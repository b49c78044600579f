package dev.heddle.flight;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query in parts that calls read at the same time or one after the other, in any
 * order. A virtual thread of its own takes batches from the query when a part wants one, so that a
 * call that ends takes nothing from the others. Thread-safe; {@link #close} ends the query.
 *
 * <p>Without an order each batch goes to the part that wants one, and nothing waits for a part that
 * nobody reads. With an order parts are runs of rows; of all but the last one the bytes are
 * bounded, since they wait for their readers when a later part is read first.
 */
final class RowParts implements AutoCloseable {
  private static final long LARGE_BYTES = 4L << 20;
  private static final long MAX_WAITING_BYTES = 32L << 20;

  /** What part of the memory limit rows may take that wait for their readers. */
  private static final int WAITING_SHARE = 16;

  private final ArrowStream rows;
  private final Schema columns;
  private final @Nullable BufferAllocator allocator;
  private final RowOrder order;
  private final int count;
  private final long partBytes;
  private final Thread pump = Thread.ofVirtual().name("heddle-flight-parts").unstarted(this::run);
  // guarded by this
  private final List<Deque<ArrowRecordBatch>> queues = new ArrayList<>();
  private final boolean[] wants; // the part's reader waits
  private final boolean[] isOver; // the part has been read, or its reader is gone
  private int filled; // what the next batch is of, where there is an order
  private long filledBytes;
  private boolean isRunning;
  private boolean hasEnded;
  private boolean isClosed;
  private @Nullable RuntimeException failure;

  /**
   * Takes over the rows of a query, also if this fails, and reads until it is known whether they
   * are many.
   *
   * @param parts how many there are of a large result; a small one has one
   * @param budgetBytes limit of the process's memory; 0 if it is not known
   */
  RowParts(ArrowStream rows, RowOrder order, int parts, long budgetBytes) {
    this.rows = rows;
    this.order = order;
    this.columns = rows.root().getSchema();
    this.allocator = allocator(rows.root());
    long waitingBytes =
        budgetBytes == 0
            ? MAX_WAITING_BYTES
            : Math.min(MAX_WAITING_BYTES, budgetBytes / WAITING_SHARE);
    this.partBytes = waitingBytes / parts;
    List<ArrowRecordBatch> head = new ArrayList<>();
    try {
      long headBytes = 0;
      while (!hasEnded && headBytes < Math.min(LARGE_BYTES, waitingBytes)) {
        ArrowRecordBatch batch = next();
        hasEnded = batch == null;
        if (batch != null) {
          head.add(batch);
          headBytes += bytes(batch);
        }
      }
    } catch (RuntimeException e) {
      head.forEach(ArrowRecordBatch::close);
      rows.close();
      throw e;
    }
    this.count = hasEnded ? 1 : parts;
    this.wants = new boolean[count];
    this.isOver = new boolean[count];
    for (int i = 0; i < count; i++) {
      queues.add(new ArrayDeque<>());
    }
    head.forEach(this::add);
    if (hasEnded) {
      rows.close();
    }
  }

  /** Returns what the vectors are made by; null if none has memory. */
  private static @Nullable BufferAllocator allocator(VectorSchemaRoot root) {
    for (FieldVector vector : root.getFieldVectors()) {
      if (!(vector instanceof NullVector)) {
        return vector.getAllocator();
      }
    }
    return null;
  }

  int count() {
    return count;
  }

  RowOrder order() {
    return order;
  }

  /**
   * Makes vectors for the batches of a part.
   *
   * @param batch the first one; null if there is none, and the query's memory may be gone
   * @param other makes vectors that need none of the query's memory
   */
  VectorSchemaRoot root(@Nullable ArrowRecordBatch batch, BufferAllocator other) {
    return VectorSchemaRoot.create(columns, batch == null || allocator == null ? other : allocator);
  }

  // --- from the query

  private @Nullable ArrowRecordBatch next() {
    return rows.next() ? new VectorUnloader(rows.root()).getRecordBatch() : null;
  }

  private void run() {
    try (rows) {
      while (awaitWanted()) {
        ArrowRecordBatch batch = next();
        if (batch == null) {
          break;
        }
        add(batch);
      }
    } catch (RuntimeException e) {
      end(e);
      return;
    } catch (Error e) {
      end(new HeddleException(ErrorCode.INTERNAL, "Internal error: " + e, e));
      throw e;
    }
    end(null); // its memory is free by then
  }

  private synchronized void end(@Nullable RuntimeException error) {
    failure = error;
    hasEnded = true;
    notifyAll();
  }

  /** Waits until a part wants rows; false if there is no need of more. */
  private synchronized boolean awaitWanted() {
    try {
      while (!isClosed && !isWanted()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
      return false;
    }
    return !isClosed;
  }

  private boolean isWanted() {
    int readers = 0;
    for (int part = filled; part < count; part++) {
      boolean isServed = order == RowOrder.ORDERED && !queue(part).isEmpty();
      readers += wants[part] && !isServed ? 1 : 0;
    }
    return readers > (order == RowOrder.ORDERED ? 0 : queue(0).size());
  }

  private Deque<ArrowRecordBatch> queue(int part) {
    return queues.get(order == RowOrder.ORDERED ? part : 0);
  }

  /** Returns what a batch holds, with what was allocated and is not used. */
  private static long bytes(ArrowRecordBatch batch) {
    Set<ReferenceManager> counted = Collections.newSetFromMap(new IdentityHashMap<>());
    long bytes = 0;
    for (ArrowBuf buffer : batch.getBuffers()) {
      ReferenceManager memory = buffer.getReferenceManager(); // several buffers may be of one
      bytes += counted.add(memory) ? memory.getAccountedSize() : 0;
    }
    return bytes;
  }

  private synchronized void add(ArrowRecordBatch batch) {
    filledBytes += bytes(batch);
    if (isClosed || (order == RowOrder.ORDERED && isOver[filled])) {
      batch.close();
    } else {
      queue(filled).add(batch);
    }
    if (order == RowOrder.ORDERED && filledBytes >= partBytes && filled < count - 1) {
      filled++;
      filledBytes = 0;
    }
    notifyAll();
  }

  // --- to the readers

  /**
   * Waits for the next batch of a part; the caller closes it. One reader a part.
   *
   * @return null if there are no more
   * @throws HeddleException as the query did, or {@code CANCELLED}
   */
  synchronized @Nullable ArrowRecordBatch take(int part) {
    if (!isRunning && !hasEnded && !isClosed) {
      isRunning = true;
      pump.start();
    }
    wants[part] = true;
    try {
      while (!isClosed) {
        ArrowRecordBatch batch = queue(part).poll();
        if (batch != null) {
          return batch;
        }
        if (filled > part) {
          return null;
        }
        if (hasEnded) {
          if (failure != null) {
            throw failure;
          }
          return null;
        }
        notifyAll();
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      wants[part] = false;
    }
    throw FlightErrors.cancelled();
  }

  /** A part's reader is gone, whether or not it has read all. */
  synchronized void leave(int part) {
    isOver[part] = true;
    if (order == RowOrder.ORDERED) {
      free(queue(part));
    }
  }

  private static void free(Deque<ArrowRecordBatch> batches) {
    batches.forEach(ArrowRecordBatch::close);
    batches.clear();
  }

  /** Ends the query, waits for its end, and frees what nobody has taken. */
  @Override
  public void close() {
    boolean hasPump;
    synchronized (this) {
      isClosed = true;
      queues.forEach(RowParts::free);
      hasPump = isRunning;
      notifyAll();
    }
    if (!hasPump) {
      rows.close();
      return;
    }
    pump.interrupt();
    boolean isInterrupted = false;
    while (true) {
      try {
        pump.join();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true; // the query ends soon
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
