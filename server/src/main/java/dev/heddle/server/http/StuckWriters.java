package dev.heddle.server.http;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts threads that write for too long, since their clients do not read; only that ends a
 * write. Thread-safe.
 */
final class StuckWriters implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StuckWriters.class);
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PERIOD_MILLIS = 2_000;

  private final Map<Thread, Long> begun = new ConcurrentHashMap<>();
  private final Thread thread =
      Thread.ofVirtual().name("heddle-stuck-writers").start(this::interruptNowAndThen);

  /** Something that writes. */
  interface Write {
    void run() throws IOException;
  }

  /** Writes, and fails if that takes too long. */
  void write(Write write) throws IOException {
    begun.put(Thread.currentThread(), System.nanoTime());
    try {
      write.run();
    } finally {
      begun.remove(Thread.currentThread());
    }
  }

  private void interruptNowAndThen() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
        long now = System.nanoTime();
        begun.forEach(
            (writer, since) -> {
              if (now - since > LIMIT_NANOS) {
                writer.interrupt();
              }
            });
      }
    } catch (InterruptedException e) {
      LOG.debug("writers are not watched any longer: the server is closed");
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
