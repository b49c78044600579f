package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.planner.translate.FirstUse;
import java.math.BigDecimal;
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Opens a session on three threads, since a fresh process spends most of its time in initialisers:
 * one opens it and reads the footers of the tables that are named, one initialises classes that
 * need none of the others', and the caller's gets the planner ready. Used by one thread.
 */
final class EarlyStart implements AutoCloseable {
  private final FutureTask<Session> session;
  private final Thread leaves;

  /** Starts to open the session that a supplier gives. */
  EarlyStart(Supplier<Session> opening) {
    session = new FutureTask<>(opening::get);
    leaves = start("heddle-classes", EarlyStart::loadLeaves);
    start("heddle-open", session);
    FirstUse.rest();
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
    try {
      leaves.join();
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

  /** In the order in which the planner would wait for them. */
  private static void loadLeaves() {
    BigDecimal.ZERO.signum(); // powers of ten
    FirstUse.leaves();
    new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT); // Calcite reads dates with it
  }
}
