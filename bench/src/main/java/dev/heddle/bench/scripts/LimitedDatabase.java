package dev.heddle.bench.scripts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A database whose statements are ended when they take too long. If one cannot be ended, it is left
 * to a thread that nobody waits for, and the next {@link #open} takes another database.
 */
final class LimitedDatabase implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Supplier<Database> maker;
  private final Duration limit;
  private Database database;
  private ExecutorService thread = thread();

  /**
   * Makes one that is not open.
   *
   * @param limit most that a statement may take
   */
  LimitedDatabase(Supplier<Database> maker, Duration limit) {
    this.maker = maker;
    this.limit = limit;
    this.database = maker.get();
  }

  private static ExecutorService thread() {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  }

  String name() {
    return database.name();
  }

  /** Opens a database, see {@link Database#open}. */
  Outcome open(@Nullable Path file) throws InterruptedException {
    return timed(
        () -> {
          database.open(file);
          return new Outcome.Done(java.util.List.of());
        });
  }

  /** Opens the same database anew, see {@link Database#reopen}. */
  Outcome reopen() throws InterruptedException {
    return timed(
        () -> {
          database.reopen();
          return new Outcome.Done(java.util.List.of());
        });
  }

  /** Runs a statement. */
  Outcome run(String connection, String sql) throws InterruptedException {
    return timed(() -> new Outcome.Done(database.run(connection, sql)));
  }

  private Outcome timed(Callable<Outcome> work) throws InterruptedException {
    Future<Outcome> future = thread.submit(work);
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return refused(e.getCause());
    } catch (TimeoutException e) {
      return ended(future);
    }
  }

  private Outcome ended(Future<Outcome> future) throws InterruptedException {
    try {
      database.cancel();
      future.get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      return new Outcome.Late();
    } catch (ExecutionException e) {
      return new Outcome.Late();
    } catch (Exception e) {
      if (e instanceof InterruptedException interrupt) {
        throw interrupt;
      }
      thread.shutdownNow();
      thread = thread();
      database = maker.get();
      return new Outcome.Stuck();
    }
  }

  private static Outcome refused(Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    boolean isPlain = cause instanceof java.sql.SQLException || isHeddle(cause);
    String reason = text.lines().findFirst().orElse("");
    return new Outcome.Refused(isPlain ? reason : cause.getClass().getSimpleName() + ": " + reason);
  }

  private static boolean isHeddle(Throwable cause) {
    return cause instanceof dev.heddle.frame.error.HeddleException;
  }

  @Override
  public void close() {
    Future<Boolean> unused =
        thread.submit(
            () -> {
              database.close();
              return true;
            });
    thread.shutdown();
  }
}
