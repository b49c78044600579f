package dev.heddle.engine.session;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.frame.watch.QueryProgress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A query on a thread of its own. Thread-safe. */
final class SubmittedQuery implements QueryHandle {
  private final RunningQuery query;
  private final Result result = new Result();
  private CompletableFuture<Void> timer = new CompletableFuture<>(); // guarded by this
  private volatile @Nullable Duration passed; // the timeout that has ended it

  SubmittedQuery(RunningQuery query) {
    this.query = query;
  }

  /** What the caller waits for; to cancel it is to cancel the query. */
  private final class Result extends CompletableFuture<QueryResult> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      SubmittedQuery.this.cancel();
      return super.cancel(mayInterruptIfRunning);
    }
  }

  /** Starts a thread that runs the query. */
  void start(Supplier<QueryResult> body) {
    Thread.ofPlatform().daemon().name("heddle-query-" + query.number()).start(() -> run(body));
  }

  private void run(Supplier<QueryResult> body) {
    try {
      QueryResult rows = body.get();
      if (!result.complete(rows)) {
        rows.close();
      }
    } catch (Throwable e) {
      result.completeExceptionally(named(e));
    } finally {
      synchronized (this) {
        timer.cancel(false);
      }
    }
  }

  private Throwable named(Throwable error) {
    Duration timeout = passed;
    return timeout != null && error instanceof HeddleException e && e.code() == ErrorCode.CANCELLED
        ? new HeddleException(
            ErrorCode.CANCELLED,
            "The query was cancelled: it was not over after "
                + timeout
                + ", which cancelAfter had set",
            e)
        : error;
  }

  @Override
  public long query() {
    return query.number();
  }

  @Override
  public QueryProgress progress() {
    return query.progress();
  }

  @Override
  public void cancel() {
    query.cancellation().cancel();
  }

  @Override
  public synchronized QueryHandle cancelAfter(Duration timeout) {
    if (timeout.isZero() || timeout.isNegative()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "timeout is " + timeout + ", must be above zero");
    }
    timer.cancel(false);
    if (!result.isDone()) {
      CompletableFuture<Void> next = new CompletableFuture<>();
      CompletableFuture<Void> _ =
          next.thenRun(
              () -> {
                passed = timeout;
                cancel();
              });
      timer = next.completeOnTimeout(null, nanos(timeout), TimeUnit.NANOSECONDS);
    }
    return this;
  }

  private static long nanos(Duration timeout) {
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE; // centuries
    }
  }

  @Override
  public CompletableFuture<QueryResult> result() {
    return result;
  }
}
