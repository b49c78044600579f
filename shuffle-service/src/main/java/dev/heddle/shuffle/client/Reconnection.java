package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Connects a reader again to servers whose connection breaks, unless they are known to be gone. */
final class Reconnection {
  private static final long PAUSE_MILLIS = 200;
  private static final long MAX_TRY_MILLIS = 10_000; // a longer one was stopped meanwhile

  private final ChannelPool channels;
  private final WinnerTable winners;
  private final long maxMillis;
  private final int[] losses; // by server; what was known when the reader began

  /**
   * Makes one for a reader that begins.
   *
   * @param maxMillis how long it is tried; 0 if not at all
   */
  Reconnection(ChannelPool channels, WinnerTable winners, long maxMillis) {
    this.channels = channels;
    this.winners = winners;
    this.maxMillis = maxMillis;
    this.losses =
        winners.servers().stream().mapToInt(each -> channels.losses(each.server())).toArray();
  }

  /** Returns whether an error may be overcome: a connection has ended, which proves nothing. */
  boolean mayOvercome(FetchLostException e) {
    return maxMillis > 0 && isBroken(e);
  }

  private static boolean isBroken(FetchLostException e) {
    return e.getCause() instanceof HeddleException cause && cause.code() == ErrorCode.IO;
  }

  /**
   * Tries something with a new connection to a server, again and again.
   *
   * @throws FetchLostException what has broken, if nothing helps
   */
  <T> T tryAgain(int server, FetchLostException broken, Supplier<T> step) {
    if (!mayOvercome(broken)) {
      throw broken;
    }
    int number = winners.servers().get(server).server();
    long waitedMillis = 0;
    while (true) {
      long start = System.nanoTime();
      try {
        return step.get();
      } catch (FetchLostException e) {
        if (!isBroken(e) || waitedMillis >= maxMillis || channels.losses(number) > losses[server]) {
          broken.addSuppressed(e);
          throw broken;
        }
      }
      pause();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      waitedMillis += Math.min(millis, MAX_TRY_MILLIS);
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, "Reading an exchange was interrupted", e);
    }
  }
}
