package dev.heddle.startup;

import dev.heddle.frame.Session;
import dev.heddle.io.parquet.FooterWarmup;
import dev.heddle.io.parquet.codec.CodecWarmup;
import dev.heddle.io.warmup.Warmup;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.translate.PlannerWarmup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a session on four threads, since a fresh process spends most of its time in initialisers:
 * one opens it and reads the footers of files that are named, one initialises classes that need
 * none of the others', one arranges operators, and the caller's gets the planner ready. Used by one
 * thread.
 */
public final class SessionWarmup implements AutoCloseable {
  private final FutureTask<Session> session;
  private final List<Thread> beside = new ArrayList<>();
  private volatile boolean isClosed;

  /**
   * Starts to open the session that a supplier gives.
   *
   * @param sql what is going to run, where that is known
   */
  public SessionWarmup(Supplier<Session> opening, @Nullable String sql) {
    session = new FutureTask<>(opening::get);
    start("heddle-classes", () -> run(classes(sql)));
    start(
        "heddle-open",
        () -> {
          session.run();
          run(footers(sql));
        });
    new PlannerWarmup(task -> start("heddle-operators", task)).run();
  }

  /** Returns the session, which the caller closes; a failure to open it is thrown here. */
  public Session session() {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return session.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(e.getCause());
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for what a short query did not need: hooks cannot be added to a JVM that ends. */
  @Override
  public void close() {
    isClosed = true;
    try {
      for (Thread each : beside) {
        each.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    beside.add(thread);
  }

  /** In the order in which the planner, and then the query, would wait for them. */
  private static List<Warmup> classes(@Nullable String sql) {
    List<Warmup> parts = new ArrayList<>();
    parts.add(JdkWarmup.POWERS);
    if (sql == null || mentions(sql, "time")) {
      parts.add(JdkWarmup.DATE_FORMAT);
    }
    if (sql == null || mentions(sql, "from")) {
      parts.add(new CodecWarmup());
    }
    return parts;
  }

  /** Of files that the text itself names; those of tables are read while the session opens. */
  private static List<Warmup> footers(@Nullable String sql) {
    List<Warmup> parts = new ArrayList<>();
    if (sql != null && sql.indexOf('\'') >= 0 && mentions(sql, "from")) {
      for (String path : Binder.parquetPaths(sql)) {
        parts.add(new FooterWarmup(path));
      }
    }
    return parts;
  }

  private static boolean mentions(String sql, String word) {
    return sql.toLowerCase(Locale.ROOT).contains(word);
  }

  private void run(List<Warmup> parts) {
    for (Warmup each : parts) {
      if (isClosed) {
        return;
      }
      each.run();
    }
  }
}
