package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryProgress;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A query that computes before its client reads: until its first rows are there, when it waits for
 * the client. Thread-safe; {@link #close} it if it is not read.
 */
final class EarlyQuery implements ResultCall.Body {
  private static final Logger LOG = LoggerFactory.getLogger(EarlyQuery.class);

  private final ClientSession owner;
  private final String text;
  private final List<? extends @Nullable Object> values;
  private final Schema columns;
  private final String mark = "/* poll " + UUID.randomUUID() + " */";
  private final Thread thread;
  private @Nullable RunningStatement statement; // set before the thread starts
  // guarded by this
  private @Nullable ArrowStream rows;
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

  EarlyQuery(
      ClientSession owner, String text, List<? extends @Nullable Object> values, Schema columns) {
    this.owner = owner;
    this.text = text;
    this.values = values;
    this.columns = columns;
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
      ArrowStream opened =
          values.isEmpty()
              ? session.sql(text + "\n" + mark).toArrow()
              : session.sql(text, values).toArrow();
      end(opened, null);
    } catch (RuntimeException e) {
      end(null, requireNonNull(statement, "not started").reason(e));
    } finally {
      try {
        session.removeProgressListener(listener);
      } catch (HeddleException e) {
        LOG.debug("a session was closed while a query was polled", e);
      }
      owner.end(this);
    }
  }

  private void end(@Nullable ArrowStream opened, @Nullable RuntimeException error) {
    synchronized (this) {
      failure = error;
      isOver = true;
      notifyAll();
      if (!isClosed) {
        rows = opened;
        return;
      }
    }
    if (opened != null) {
      opened.close();
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

  @Override
  public void sendTo(ResultCall call) {
    ArrowStream taken;
    try {
      while (!await(Long.MAX_VALUE / 2_000_000)) {
        // It computes.
      }
    } finally {
      synchronized (this) {
        taken = rows;
        rows = null;
      }
      close();
    }
    if (taken == null) {
      throw FlightErrors.cancelled();
    }
    call.send(taken);
  }

  /** Ends the query, unless a call has taken its rows. */
  void close() {
    ArrowStream left;
    synchronized (this) {
      isClosed = true;
      left = rows;
      rows = null;
      if (!isOver) {
        thread.interrupt();
      }
    }
    if (left != null) {
      left.close();
    }
  }
}
