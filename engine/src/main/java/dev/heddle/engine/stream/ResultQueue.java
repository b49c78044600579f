package dev.heddle.engine.stream;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A few batches on their way from a query to the reader of its result, each side at its own pace:
 * the query waits while {@value #MAX_BATCHES} batches are queued. Thread-safe.
 *
 * <p>The query ends with {@link #end} or {@link #fail}, the reader with {@link #close}, after which
 * nothing is accepted and queued batches are freed.
 */
public final class ResultQueue implements AutoCloseable {
  private static final int MAX_BATCHES = 2;
  private static final long LOOK_MILLIS = 50;

  private final Cancellation cancellation;
  // all below guarded by this
  private final Deque<Batch> batches = new ArrayDeque<>();
  private @Nullable Throwable error;
  private boolean hasEnded;
  private boolean isReading;
  private boolean isClosed;
  private final CountDownLatch finished = new CountDownLatch(1);

  /** Makes a queue for a query, which is cancelled when the reader is interrupted or leaves. */
  public ResultQueue(Cancellation cancellation) {
    this.cancellation = cancellation;
  }

  /**
   * Takes over a batch, also if this throws; waits while the queue is full.
   *
   * @throws HeddleException with code {@code CANCELLED} if nobody wants it any more
   */
  void put(Batch batch) {
    try {
      synchronized (this) {
        while (batches.size() >= MAX_BATCHES && !isClosed) {
          cancellation.check();
          try {
            wait(LOOK_MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the next look at the switch sees it
          }
        }
        if (!isClosed) {
          batches.add(batch);
          notifyAll();
          return;
        }
      }
      cancellation.cancel();
      cancellation.check();
    } catch (RuntimeException e) {
      batch.close();
      throw e;
    }
  }

  /**
   * Waits, on the query's thread, until the reader has read all batches, or left; frees them if the
   * query is cancelled meanwhile.
   */
  synchronized void awaitRead() {
    try {
      while (!batches.isEmpty()) {
        cancellation.check();
        try {
          wait(LOOK_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt(); // as above
        }
      }
    } finally {
      free();
      while (isReading) {
        try {
          wait(LOOK_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt(); // the reader only copies: it is soon done
        }
      }
    }
  }

  private void free() {
    batches.forEach(Batch::close);
    batches.clear();
  }

  /** The query has succeeded, and nothing follows. */
  public synchronized void end() {
    hasEnded = true;
    notifyAll();
  }

  /** The query has failed. */
  public synchronized void fail(Throwable why) {
    error = why;
    end();
  }

  /** The query has freed its memory. */
  public void finish() {
    finished.countDown();
  }

  /** Waits until the query has freed its memory. */
  void awaitFinish() {
    boolean isInterrupted = false;
    while (true) {
      try {
        finished.await();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until there is a batch, or until the query has ended. */
  public synchronized void awaitFirst() {
    awaitMore();
  }

  private void awaitMore() {
    if (Thread.currentThread().isInterrupted()) {
      cancellation.check(); // whether or not there is a batch already
    }
    while (batches.isEmpty() && !hasEnded && !isClosed) {
      try {
        wait();
      } catch (InterruptedException e) {
        cancellation.cancel();
        Thread.currentThread().interrupt();
        throw new HeddleException(ErrorCode.CANCELLED, "Query was cancelled", e);
      }
    }
    if (isClosed) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot read from a stream that has been closed");
    }
    if (batches.isEmpty()) {
      switch (error) {
        case null -> {}
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(error);
      }
    }
  }

  /**
   * Waits for the next batch and lends it. Interrupting the caller cancels the query.
   *
   * @return false at the end
   * @throws HeddleException as the query did, after the batches before that
   */
  boolean read(Consumer<Batch> reader) {
    Batch batch = take();
    if (batch == null) {
      return false;
    }
    try {
      reader.accept(batch);
    } finally {
      batch.close();
      synchronized (this) {
        isReading = false;
        notifyAll();
      }
    }
    return true;
  }

  private synchronized @Nullable Batch take() {
    awaitMore();
    Batch batch = batches.poll();
    isReading = batch != null;
    notifyAll();
    return batch;
  }

  /** Cancels the query, unless it has ended, and frees queued batches. */
  @Override
  public synchronized void close() {
    isClosed = true;
    free();
    if (!hasEnded) {
      cancellation.cancel();
    }
    notifyAll();
  }
}
