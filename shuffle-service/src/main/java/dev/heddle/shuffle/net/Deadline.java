package dev.heddle.shuffle.net;

import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Closes a channel whose handshake takes too long, unless it is closed itself before. */
final class Deadline implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Thread watch;

  Deadline(SocketChannel channel) {
    watch =
        Thread.ofVirtual()
            .name("heddle-handshake")
            .start(
                () -> {
                  try {
                    Thread.sleep(LIMIT);
                    new Wire.Plain(channel).close();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt(); // in time
                  }
                });
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
