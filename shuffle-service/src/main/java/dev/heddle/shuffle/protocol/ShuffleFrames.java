package dev.heddle.shuffle.protocol;

import dev.heddle.io.codec.RecordCodec;
import java.nio.ByteBuffer;

/** How messages are frames of a connection. */
public final class ShuffleFrames {
  /** A message without a block, in the codec. */
  public static final int MESSAGE = 1;

  /** A block of a writer, as it is. */
  public static final int BLOCK = 2;

  /** A block for a reader, as it is. */
  public static final int CHUNK = 3;

  /** Parts for a reader, behind each other. */
  public static final int PARTS = 4;

  private static final RecordCodec<ShuffleMessage> CODEC = RecordCodec.of(ShuffleMessage.class);

  private ShuffleFrames() {}

  /** Returns a number that only programs with the same messages have. */
  public static long fingerprint() {
    return CODEC.fingerprint();
  }

  /** Returns the payload of a message. */
  public static ByteBuffer encode(ShuffleMessage message) {
    return ByteBuffer.wrap(CODEC.encode(message));
  }

  /** Returns the message of a payload on the heap. */
  public static ShuffleMessage decode(ByteBuffer payload) {
    return CODEC.decode(
        payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
  }
}
