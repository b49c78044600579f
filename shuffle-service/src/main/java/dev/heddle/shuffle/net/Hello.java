package dev.heddle.shuffle.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * How a process introduces itself.
 *
 * @param fingerprint of the codec of its messages; both ends must have the same
 * @param role what it is
 * @param incarnation differs between two starts of the same process
 * @param name names it in messages, at most 200 bytes
 */
public record Hello(long fingerprint, Role role, long incarnation, String name) {
  /** Version of frames and handshake. */
  static final int PROTOCOL_VERSION = 1;

  private static final int MAGIC = 0x4C444548; // HEDL
  private static final int MAX_NAME_BYTES = 200;
  private static final int MAX_TOKEN_BYTES = 1024;

  /** Checks the name's length. */
  public Hello {
    if (name.getBytes(UTF_8).length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException("A name of more than 200 bytes: " + name);
    }
  }

  /** Returns the payload that introduces this process. */
  ByteBuffer encode(String token) {
    byte[] nameBytes = name.getBytes(UTF_8);
    byte[] tokenBytes = token.getBytes(UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(4 + 2 + 8 + 1 + 8 + 2 + nameBytes.length + 2 + tokenBytes.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putShort((short) PROTOCOL_VERSION).putLong(fingerprint);
    out.put((byte) role.ordinal()).putLong(incarnation);
    out.putShort((short) nameBytes.length).put(nameBytes);
    out.putShort((short) tokenBytes.length).put(tokenBytes);
    return out.flip();
  }

  /**
   * Reads the introduction of the other end.
   *
   * @throws HeddleException of code REFUSED if it is no process of this cluster and version
   */
  static Introduction decode(ByteBuffer in) {
    try {
      if (in.getInt() != MAGIC) {
        throw refused("the other end does not speak Heddle's protocol");
      }
      int version = Short.toUnsignedInt(in.getShort());
      if (version != PROTOCOL_VERSION) {
        throw refused(
            "protocol version "
                + version
                + " met version "
                + PROTOCOL_VERSION
                + "; run the same version of Heddle everywhere");
      }
      long fingerprint = in.getLong();
      int role = Byte.toUnsignedInt(in.get());
      long incarnation = in.getLong();
      String name = text(in, MAX_NAME_BYTES);
      String token = text(in, MAX_TOKEN_BYTES);
      if (role >= Role.values().length || in.hasRemaining()) {
        throw refused("the introduction of the other end cannot be read");
      }
      return new Introduction(
          new Hello(fingerprint, Role.values()[role], incarnation, name), token);
    } catch (BufferUnderflowException e) {
      throw refused("the introduction of the other end cannot be read");
    }
  }

  private static String text(ByteBuffer in, int maxBytes) {
    int length = Short.toUnsignedInt(in.getShort());
    if (length > maxBytes) {
      throw refused("the introduction of the other end cannot be read");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, UTF_8);
  }

  /** Returns why the two ends cannot work together, if they cannot. */
  Optional<String> mismatch(Hello other) {
    return fingerprint == other.fingerprint
        ? Optional.empty()
        : Optional.of(
            "messages of codec %016x met codec %016x; run the same build of Heddle everywhere"
                .formatted(other.fingerprint, fingerprint));
  }

  private static HeddleException refused(String why) {
    return new HeddleException(ErrorCode.REFUSED, "Cannot connect: " + why);
  }

  /**
   * The content of the first frame.
   *
   * @param token proves that the process belongs here
   */
  record Introduction(Hello hello, String token) {}
}
