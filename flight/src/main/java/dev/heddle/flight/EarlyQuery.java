package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryProgress;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A query that computes before its client reads: until its first rows are there, when it waits for
 * the client. Thread-safe; {@link #close} it if it is not read.
 */
final class EarlyQuery {
  private static final Logger LOG = LoggerFactory.getLogger(EarlyQuery.class);

  private final ClientSession owner;
  private final String text;
  private final List<? extends @Nullable Object> values;
  private final Schema columns;
  private final BufferAllocator allocator;
  private final int maxParts;
  private final String mark = "/* poll " + UUID.randomUUID() + " */";
  private final Thread thread;
  private @Nullable RunningStatement statement; // set before the thread starts
  // guarded by this
  private @Nullable ArrowStream rows;
  private @Nullable RowParts parts; // instead of the rows, where there may be several
  private @Nullable RuntimeException failure;
  private boolean isOver; // rows or failure are there
  private boolean isClosed;
  private double share = -1;

  /** What listens to the progress of this query. */
  private final class Listener implements ProgressListener {
    @Override
    public void progress(QueryProgress progress) {
      if (progress.text().endsWith(mark)) {
        synchronized (EarlyQuery.this) {
          share = progress.share();
        }
      }
    }
  }

  /**
   * Makes a query, whose rows are in the number of parts that its session asks for.
   *
   * @param allocator of vectors without rows, stays the caller's
   */
  EarlyQuery(
      ClientSession owner,
      String text,
      List<? extends @Nullable Object> values,
      Schema columns,
      BufferAllocator allocator) {
    this.owner = owner;
    this.text = text;
    this.values = values;
    this.columns = columns;
    this.allocator = allocator;
    this.maxParts = owner.endpoints();
    this.thread = Thread.ofVirtual().name("heddle-flight-early").unstarted(this::compute);
  }

  /** Returns the columns of its rows. */
  Schema columns() {
    return columns;
  }

  /** Starts to compute; returns at once. */
  void start() {
    statement = owner.begin(this, this::close);
    thread.start();
  }

  private void compute() {
    Listener listener = new Listener();
    Session session = owner.session();
    try {
      session.addProgressListener(listener);
      DataFrame frame =
          values.isEmpty() ? session.sql(text + "\n" + mark) : session.sql(text, values);
      if (maxParts == 1) {
        end(frame.toArrow(), null, null);
      } else {
        long budgetBytes = session.options().memoryBudgetBytes();
        RowOrder order = RowOrder.of(frame.plan());
        end(null, new RowParts(frame.toArrow(), order, maxParts, budgetBytes), null);
      }
    } catch (RuntimeException e) {
      end(null, null, requireNonNull(statement, "not started").reason(e));
    } finally {
      try {
        session.removeProgressListener(listener);
      } catch (HeddleException e) {
        LOG.debug("a session was closed while a query was polled", e);
      }
      owner.end(this);
    }
  }

  private void end(
      @Nullable ArrowStream opened, @Nullable RowParts divided, @Nullable RuntimeException error) {
    synchronized (this) {
      failure = error;
      isOver = true;
      notifyAll();
      if (!isClosed) {
        rows = opened;
        parts = divided;
        return;
      }
    }
    close(opened, divided);
  }

  private static void close(@Nullable ArrowStream left, @Nullable RowParts divided) {
    if (left != null) {
      left.close();
    }
    if (divided != null) {
      divided.close();
    }
  }

  /**
   * Waits until its rows can be read, or for a time.
   *
   * @return whether they can
   * @throws RuntimeException the query's error
   */
  synchronized boolean await(long maxMillis) {
    long end = System.nanoTime() + maxMillis * 1_000_000;
    try {
      for (long left = maxMillis; !isOver && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Query was cancelled", e);
    }
    if (failure != null) {
      throw failure;
    }
    return isOver;
  }

  /** Returns how much of it is done, from 0 to 1; nothing if that is not known. */
  synchronized OptionalDouble share() {
    return share < 0 ? OptionalDouble.empty() : OptionalDouble.of(share);
  }

  /** Returns how many parts its rows are in; 1 as long as that is not known. */
  synchronized int parts() {
    return parts == null ? 1 : parts.count();
  }

  /** Returns whether the order of the parts is that of the query. */
  synchronized boolean isOrdered() {
    return parts != null && parts.order() == RowOrder.ORDERED;
  }

  /** Sends a part, once; a query of one part is closed then. */
  void send(int part, ResultCall call) {
    RowParts divided;
    ArrowStream taken;
    try {
      while (!await(Long.MAX_VALUE / 2_000_000)) {
        // It computes.
      }
    } finally {
      synchronized (this) {
        divided = parts;
        taken = rows;
        rows = null;
      }
      if (divided == null) {
        close();
      }
    }
    if (divided != null) {
      call.send(divided, part, allocator);
    } else if (taken != null) {
      call.send(taken);
    } else {
      throw FlightErrors.cancelled();
    }
  }

  /** A part's reader is gone. */
  void leave(int part) {
    RowParts divided;
    synchronized (this) {
      divided = parts;
    }
    if (divided != null) {
      divided.leave(part);
    }
  }

  /** Ends the query, unless a call has taken the rows of its only part. */
  void close() {
    ArrowStream left;
    RowParts divided;
    synchronized (this) {
      isClosed = true;
      left = rows;
      rows = null;
      divided = parts;
      if (!isOver) {
        thread.interrupt();
      }
    }
    close(left, divided);
  }
}
