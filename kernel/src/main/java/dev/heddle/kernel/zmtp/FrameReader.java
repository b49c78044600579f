package dev.heddle.kernel.zmtp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Reads what a peer sends up to the first byte that it may not send. Takes memory for bytes that
 * have come, not for those that are announced. Used by one thread.
 */
final class FrameReader {
  private static final int MAX_COMMAND_BYTES = 8 << 10;
  private static final int CHUNK_BYTES = 1 << 14;
  private static final int MECHANISM_BYTES = 20;
  private static final int FLAGS = Frame.MORE | Frame.LONG | Frame.COMMAND;

  private final InputStream in;
  private final IntConsumer memory;

  /**
   * Makes a reader.
   *
   * @param in buffered
   * @param memory is told of bytes before they are taken
   */
  FrameReader(InputStream in, IntConsumer memory) {
    this.in = in;
    this.memory = memory;
  }

  /** Reads the greeting. */
  void greeting() throws IOException {
    check(octet() == 0xFF, "a greeting begins with FF");
    for (int i = 1; i < Frame.VERSION_AT - 1; i++) {
      octet(); // a length, to peers of older versions
    }
    check(octet() == 0x7F, "the signature of a greeting ends with 7F");
    check(octet() >= 3, "the version is 3 or later");
    octet();
    byte[] mechanism = Arrays.copyOf(Frame.MECHANISM.getBytes(US_ASCII), MECHANISM_BYTES);
    for (byte each : mechanism) {
      check(octet() == each, "the mechanism is NULL");
    }
    for (int at = Frame.MECHANISM_AT + MECHANISM_BYTES; at < Frame.GREETING_BYTES; at++) {
      octet();
    }
  }

  /** Waits for a frame and returns its flags; -1 if the peer has ended. */
  int flags() throws IOException {
    int flags = in.read();
    if (flags < 0) {
      return -1;
    }
    check((flags & ~FLAGS) == 0, "no flag is reserved");
    check((flags & Frame.COMMAND) == 0 || (flags & Frame.MORE) == 0, "a command is one frame");
    return flags;
  }

  /**
   * Reads the rest of a frame.
   *
   * @param maxBytes of its body
   */
  Frame frame(int flags, int maxBytes) throws IOException {
    long length = 0;
    for (int i = (flags & Frame.LONG) == 0 ? 1 : Long.BYTES; i > 0; i--) {
      length = length << Byte.SIZE | octet();
    }
    int max = (flags & Frame.COMMAND) == 0 ? maxBytes : Math.min(maxBytes, MAX_COMMAND_BYTES);
    check(length >= 0 && length <= max, "a message is not larger than the port allows");
    return new Frame(flags, body((int) length));
  }

  private byte[] body(int length) throws IOException {
    int taken = Math.min(length, CHUNK_BYTES);
    memory.accept(taken);
    byte[] body = new byte[taken];
    int read = 0;
    while (read < length) {
      if (read == body.length) {
        taken = (int) Math.min(length, 2L * body.length);
        memory.accept(taken - body.length);
        body = Arrays.copyOf(body, taken);
      }
      int n = in.read(body, read, body.length - read);
      if (n < 0) {
        throw new EOFException();
      }
      read += n;
    }
    return body;
  }

  private int octet() throws IOException {
    int octet = in.read();
    if (octet < 0) {
      throw new EOFException();
    }
    return octet;
  }

  private static void check(boolean isAllowed, String rule) throws ProtocolException {
    if (!isAllowed) {
      throw new ProtocolException("Not ZMTP: " + rule);
    }
  }
}
