package dev.heddle.io.testing;

import dev.heddle.io.write.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Some threads that work on a write together, and count the steps. */
public final class ThreadWorkers implements Workers, AutoCloseable {
  private final int threads;
  private final ExecutorService executor;
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();

  /** Starts threads. */
  public ThreadWorkers(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  @Override
  public int threads() {
    return threads;
  }

  /** Returns how many threads have worked at the same time at most. */
  public int mostAtOnce() {
    return mostAtOnce.get();
  }

  @Override
  public Steps begin(int count, IntConsumer step) {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(executor.submit(() -> work(next, count, step)));
    }
    return () -> finish(running);
  }

  private static void finish(List<Future<?>> running) {
    RuntimeException first = null;
    for (Future<?> each : running) {
      try {
        each.get();
      } catch (ExecutionException e) {
        first =
            e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void work(AtomicInteger next, int count, IntConsumer step) {
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    try {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        step.accept(i);
      }
    } catch (Throwable e) {
      next.set(count);
      throw e;
    } finally {
      atOnce.decrementAndGet();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
