package dev.heddle.cli;

import dev.heddle.io.testing.FaultProxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;

/** Drops whole frames of those that a proxy forwards, once it is asked to. Thread-safe. */
final class DroppedFrames implements FaultProxy.Interceptor {
  private static final int HEADER_BYTES = 16; // length of the payload and kind come first

  private int kindToDrop; // guarded by this, as all below
  private int toDrop;
  private int dropped;

  /** Frames of a direction of a connection. */
  private final class Frames {
    private ByteBuffer pending = ByteBuffer.allocate(0); // the beginning of a frame

    ByteBuffer intercept(ByteBuffer chunk) {
      ByteBuffer bytes =
          ByteBuffer.allocate(pending.remaining() + chunk.remaining())
              .put(pending)
              .put(chunk)
              .flip()
              .order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer kept = ByteBuffer.allocate(bytes.remaining());
      while (bytes.remaining() >= HEADER_BYTES) {
        int frameBytes = HEADER_BYTES + bytes.getInt(bytes.position());
        if (bytes.remaining() < frameBytes) {
          break;
        }
        if (!drops(bytes.getInt(bytes.position() + Integer.BYTES))) {
          kept.put(bytes.slice(bytes.position(), frameBytes));
        }
        bytes.position(bytes.position() + frameBytes);
      }
      pending = bytes;
      return kept.flip();
    }
  }

  @Override
  public UnaryOperator<ByteBuffer> begin(FaultProxy.Direction direction) {
    return new Frames()::intercept;
  }

  private synchronized boolean drops(int kind) {
    if (toDrop == 0 || kind != kindToDrop) {
      return false;
    }
    toDrop--;
    dropped++;
    return true;
  }

  /** Drops a number of the next frames of a kind. */
  synchronized void drop(int kind, int frames) {
    kindToDrop = kind;
    toDrop = frames;
  }

  /** Returns how many frames have been dropped so far. */
  synchronized int dropped() {
    return dropped;
  }
}
