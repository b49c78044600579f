package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Calls that mostly wait for a storage, many at a time. */
final class ParallelCalls {
  private static final int MAX_CONCURRENT_CALLS = 32;

  private ParallelCalls() {}

  /**
   * Returns the results in the order of the inputs. Of the failures the first in that order is
   * thrown; an interrupted caller stops the rest.
   */
  static <A, B> List<B> map(List<A> inputs, Function<A, B> call) {
    if (inputs.size() < 2) {
      return inputs.stream().map(call).toList();
    }
    AtomicReferenceArray<B> results = new AtomicReferenceArray<>(inputs.size());
    AtomicReferenceArray<Throwable> failures = new AtomicReferenceArray<>(inputs.size());
    AtomicInteger next = new AtomicInteger();
    AtomicInteger end = new AtomicInteger(inputs.size()); // lowered by failures and interruption
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX_CONCURRENT_CALLS, inputs.size()); i++) {
      threads.add(
          Thread.ofVirtual()
              .name("dataset-", i)
              .start(
                  () -> {
                    for (int n = next.getAndIncrement();
                        n < end.get();
                        n = next.getAndIncrement()) {
                      try {
                        results.set(n, call.apply(inputs.get(n)));
                      } catch (Throwable e) { // handed on to the caller below
                        failures.set(n, e);
                        end.accumulateAndGet(n, Math::min);
                      }
                    }
                  }));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      end.set(0);
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Looking at files was interrupted", e);
    }
    List<B> ordered = new ArrayList<>(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      Throwable failure = failures.get(i);
      switch (failure) {
        case null -> ordered.add(results.get(i));
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
    }
    return ordered;
  }
}
