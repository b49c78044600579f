package dev.heddle.cli;

import dev.heddle.io.testing.FaultProxy;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Flips bits in what a proxy forwards, once it is asked to. Thread-safe. */
final class BitFlips implements FaultProxy.Interceptor {
  private static final int LARGE_BYTES = 4 << 10;
  private static final int SMALL_CHUNKS = 8; // one in this number is corrupted

  private final Random random; // guarded by this, as all below
  private int toFlip;
  private int flipped;

  BitFlips(long seed) {
    random = new Random(seed);
  }

  @Override
  public UnaryOperator<ByteBuffer> begin(FaultProxy.Direction direction) {
    return this::intercept;
  }

  private synchronized ByteBuffer intercept(ByteBuffer chunk) {
    boolean isChosen = chunk.remaining() >= LARGE_BYTES || random.nextInt(SMALL_CHUNKS) == 0;
    if (toFlip > 0 && isChosen) {
      toFlip--;
      flipped++;
      int at = random.nextInt(chunk.remaining());
      chunk.put(at, (byte) (chunk.get(at) ^ 1 << random.nextInt(Byte.SIZE)));
    }
    return chunk;
  }

  /** Has a bit flipped in each of a number of the next chunks; most small ones are passed over. */
  synchronized void flip(int chunks) {
    toFlip = chunks;
  }

  /** Returns how many bits have been flipped so far. */
  synchronized int flipped() {
    return flipped;
  }
}
