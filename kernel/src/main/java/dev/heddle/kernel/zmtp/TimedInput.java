package dev.heddle.kernel.zmtp;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** What a socket receives, up to a time that may be set anew. Used by one thread. */
final class TimedInput extends InputStream {
  private static final int NANOS = 1_000_000;

  private final Socket socket;
  private final InputStream in;
  private boolean isTimed;
  private long endNanos;

  TimedInput(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /** Lets reads fail after a time from now. */
  void endIn(Duration time) {
    isTimed = true;
    endNanos = System.nanoTime() + time.toNanos();
  }

  /** Lets reads wait without an end. */
  void endNever() {
    isTimed = false;
  }

  @Override
  public int read() throws IOException {
    byte[] octet = new byte[1];
    return read(octet, 0, 1) < 0 ? -1 : octet[0] & 0xFF;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    int millis = 0;
    if (isTimed) {
      long left = endNanos - System.nanoTime();
      if (left <= 0) {
        throw new SocketTimeoutException("The peer has not sent all of it in time");
      }
      millis = (int) Math.clamp(left / NANOS, 1, Integer.MAX_VALUE);
    }
    socket.setSoTimeout(millis);
    return in.read(to, offset, length);
  }
}
