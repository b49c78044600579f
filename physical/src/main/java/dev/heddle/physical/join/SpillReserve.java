package dev.heddle.physical.join;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * Memory that is set aside while there is some, to be at hand for work that makes room when there
 * is none: taken, or closed, right before that work. Used by one thread at a time.
 */
final class SpillReserve implements AutoCloseable {
  private final Reservation reservation;
  private final long bytes;
  private @Nullable Buffer buffer;

  /** Makes one that is filled, if there is memory. */
  SpillReserve(Reservation reservation, long bytes) {
    this.reservation = reservation;
    this.bytes = bytes;
    fill();
  }

  /** Sets the memory aside again, if there is some; returns whether it is there. */
  boolean fill() {
    if (buffer == null) {
      try {
        buffer = reservation.account().allocate(bytes);
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.OUT_OF_MEMORY) {
          throw e;
        }
        return false;
      }
    }
    return true;
  }

  /**
   * Frees the memory and reserves it for this thread's work; returns how many bytes of the
   * reservation are to be released after that.
   */
  long take() {
    Buffer held = buffer;
    buffer = null;
    return held == null ? 0 : reservation.holdInstead(held);
  }

  @Override
  public void close() {
    Buffer held = buffer;
    buffer = null;
    if (held != null) {
      held.release();
    }
  }
}
