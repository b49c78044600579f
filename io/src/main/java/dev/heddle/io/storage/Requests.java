package dev.heddle.io.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends requests to a storage, at the degree of parallelism that pays. */
final class Requests {
  private Requests() {}

  /** Does something to each item and returns when all is done; throws the first error. */
  static <T> void each(Storage storage, List<T> items, Consumer<T> request) {
    int threads = Math.min(storage.parallelRequests(), items.size());
    if (threads <= 1) {
      items.forEach(request);
      return;
    }
    AtomicInteger next = new AtomicInteger();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> team = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      team.add(
          Thread.startVirtualThread(
              () -> {
                for (int j = next.getAndIncrement(); j < items.size(); j = next.getAndIncrement()) {
                  try {
                    request.accept(items.get(j));
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                    next.set(items.size());
                  }
                }
              }));
    }
    team.forEach(Threads::join); // what has been sent takes effect
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException("Unexpected failure of a request", e);
    }
  }
}
