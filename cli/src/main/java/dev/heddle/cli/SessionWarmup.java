package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.io.parquet.FooterWarmup;
import dev.heddle.io.parquet.codec.CodecWarmup;
import dev.heddle.io.parquet.read.ScanWarmup;
import dev.heddle.physical.pipeline.PipelineWarmup;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.translate.PlannerWarmup;
import java.math.BigDecimal;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a session on four threads, since a fresh process spends most of its time in initialisers:
 * one opens it and reads the footers of the tables and files that are named, one initialises
 * classes that need none of the others', one arranges operators, and the caller's gets the planner
 * ready. Used by one thread.
 */
final class SessionWarmup implements AutoCloseable {
  private final FutureTask<Session> session;
  private final List<Thread> beside;
  private volatile boolean isClosed;

  /**
   * Starts to open the session that a supplier gives.
   *
   * @param sql what is going to run, where that is known
   */
  SessionWarmup(Supplier<Session> opening, @Nullable String sql) {
    session = new FutureTask<>(opening::get);
    Thread leaves = start("heddle-classes", () -> loadLeaves(sql));
    Thread files =
        start(
            "heddle-open",
            () -> {
              session.run();
              readFooters(sql);
            });
    List<Thread> started = new ArrayList<>(List.of(leaves, files));
    PlannerWarmup.rest(task -> started.add(start("heddle-operators", task)));
    beside = List.copyOf(started);
  }

  /** Returns the session, which the caller closes; a failure to open it is thrown here. */
  Session session() {
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

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static boolean mentions(String sql, String word) {
    return sql.toLowerCase(Locale.ROOT).contains(word);
  }

  /** Of files that the text itself names; those of tables are read while a session opens. */
  private void readFooters(@Nullable String sql) {
    if (sql == null || sql.indexOf('\'') < 0 || !mentions(sql, "from")) {
      return;
    }
    for (String path : Binder.parquetPaths(sql)) {
      if (isClosed) {
        return;
      }
      FooterWarmup.read(path);
    }
  }

  /** In the order in which the planner would wait for them. */
  private static void loadLeaves(@Nullable String sql) {
    BigDecimal.ZERO.signum(); // powers of ten
    boolean hasTables = sql == null || mentions(sql, "from");
    if (hasTables) {
      ScanWarmup.initialise();
      PipelineWarmup.initialise();
    }
    if (sql == null || mentions(sql, "time")) {
      new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT); // Calcite reads timestamps with it
    }
    if (hasTables) {
      CodecWarmup.takeFirst();
    }
  }
}
