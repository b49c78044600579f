package dev.heddle.kernel.zmtp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A command, or a part of a message.
 *
 * @param flags of {@link #MORE}, {@link #LONG} and {@link #COMMAND}
 * @param body not copied
 */
record Frame(int flags, byte[] body) {
  static final int MORE = 1;
  static final int LONG = 2;
  static final int COMMAND = 4;
  static final int GREETING_BYTES = 64;
  static final int VERSION_AT = 10;
  static final int MECHANISM_AT = 12;
  static final String MECHANISM = "NULL";
  static final String SOCKET_TYPE = "Socket-Type";

  private static final int MAX_HEADER_BYTES = 9;
  private static final int MAX_SHORT_BYTES = 255;

  boolean isMore() {
    return (flags & MORE) != 0;
  }

  boolean isCommand() {
    return (flags & COMMAND) != 0;
  }

  /** Returns what each side sends first. */
  static byte[] greeting() {
    byte[] greeting = new byte[GREETING_BYTES];
    greeting[0] = (byte) 0xFF;
    greeting[VERSION_AT - 1] = 0x7F;
    greeting[VERSION_AT] = 3;
    greeting[VERSION_AT + 1] = 1;
    byte[] mechanism = MECHANISM.getBytes(US_ASCII);
    System.arraycopy(mechanism, 0, greeting, MECHANISM_AT, mechanism.length);
    return greeting;
  }

  /** Returns the command that ends the handshake. */
  static byte[] ready(SocketKind kind) {
    byte[] name = SOCKET_TYPE.getBytes(US_ASCII);
    byte[] value = kind.name().getBytes(US_ASCII);
    ByteBuffer properties = ByteBuffer.allocate(1 + name.length + Integer.BYTES + value.length);
    properties.put((byte) name.length).put(name).putInt(value.length).put(value);
    return command("READY", properties.array());
  }

  static byte[] command(String name, byte[] data) {
    byte[] ascii = name.getBytes(US_ASCII);
    ByteBuffer body = ByteBuffer.allocate(1 + ascii.length + data.length);
    body.put((byte) ascii.length).put(ascii).put(data);
    return encoded(List.of(new Frame(COMMAND, body.array())));
  }

  static byte[] message(List<byte[]> parts) {
    Frame[] frames = new Frame[parts.size()];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = new Frame(i + 1 < frames.length ? MORE : 0, parts.get(i));
    }
    return encoded(Arrays.asList(frames));
  }

  private static byte[] encoded(List<Frame> frames) {
    int bytes = 0;
    for (Frame each : frames) {
      bytes = Math.addExact(bytes, each.body.length + MAX_HEADER_BYTES);
    }
    ByteBuffer all = ByteBuffer.allocate(bytes);
    for (Frame each : frames) {
      if (each.body.length > MAX_SHORT_BYTES) {
        all.put((byte) (each.flags | LONG)).putLong(each.body.length);
      } else {
        all.put((byte) each.flags).put((byte) each.body.length);
      }
      all.put(each.body);
    }
    return Arrays.copyOf(all.array(), all.position());
  }
}
