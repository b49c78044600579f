package dev.heddle.physical.pipeline;

import dev.heddle.io.write.Workers;
import dev.heddle.physical.operator.FirstError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs the same work on the caller's thread and on some of an executor's.
 *
 * <p>An executor that is busy costs time, never progress: the caller does whatever no helper has
 * begun.
 */
final class ThreadTeam {
  private final Executor executor;
  private final int threads;

  /**
   * Makes a team.
   *
   * @param threads how many threads work together, the caller's among them
   */
  ThreadTeam(Executor executor, int threads) {
    this.executor = executor;
    this.threads = threads;
  }

  /** Returns how many threads work together. */
  int threads() {
    return threads;
  }

  /**
   * Runs the work on up to {@code most} threads and returns when it has ended on all of those that
   * began it. The work must be complete when it has ended on one thread and on those that began it
   * meanwhile. The first error is thrown.
   */
  void run(int most, Runnable work) {
    begin(most, work).finish();
  }

  /**
   * Lets others of up to {@code most} threads begin the work, while the caller goes on; the caller
   * has to finish it.
   */
  Workers.Steps begin(int most, Runnable work) {
    FirstError error = new FirstError();
    Runnable guarded =
        () -> {
          try {
            work.run();
          } catch (Throwable e) {
            error.add(e);
          }
        };
    List<Helper> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(most, threads); i++) {
      Helper helper = new Helper(guarded);
      try {
        executor.execute(helper);
        helpers.add(helper);
      } catch (RejectedExecutionException e) {
        break; // no room: the caller works alone
      }
    }
    return new Begun(guarded, helpers, error);
  }

  /** Work that others may have begun. */
  private static final class Begun implements Workers.Steps {
    private final Runnable guarded;
    private final List<Helper> helpers;
    private final FirstError error;

    Begun(Runnable guarded, List<Helper> helpers, FirstError error) {
      this.guarded = guarded;
      this.helpers = helpers;
      this.error = error;
    }

    @Override
    public void finish() {
      guarded.run();
      helpers.forEach(Helper::join);
      error.rethrow();
    }
  }

  private static final class Helper implements Runnable {
    private final Runnable work;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    Helper(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      if (taken.compareAndSet(false, true)) {
        try {
          work.run();
        } finally {
          ended.countDown();
        }
      }
    }

    /** Waits for the end if the work has begun, else sees to it that it never begins. */
    void join() {
      if (taken.compareAndSet(false, true)) {
        return;
      }
      boolean interrupted = false;
      while (true) {
        try {
          ended.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true; // helpers use the caller's memory: they have to end first
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
