package dev.heddle.kernel.zmtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What peers tell each other beside messages.
 *
 * @param data what follows the name; not copied
 */
record Command(String name, byte[] data) {
  private static final int MAX_IDENTITY_BYTES = 255;

  static Command of(Frame frame) throws ProtocolException {
    byte[] body = frame.body();
    int length = body.length == 0 ? 0 : body[0] & 0xFF;
    if (!frame.isCommand() || length == 0 || length >= body.length) {
      throw new ProtocolException("Not ZMTP: a command has a name");
    }
    return new Command(
        new String(body, 1, length, US_ASCII), Arrays.copyOfRange(body, 1 + length, body.length));
  }

  /** Returns the identity of a peer that is ready, which is empty if it has none. */
  byte[] identity(SocketKind kind) throws ProtocolException {
    Map<String, byte[]> properties = properties();
    byte[] type = properties.get(Frame.SOCKET_TYPE.toLowerCase(Locale.ROOT));
    byte[] identity = properties.getOrDefault("identity", new byte[0]);
    if (type == null
        || !kind.isServing(new String(type, ISO_8859_1))
        || identity.length > MAX_IDENTITY_BYTES) {
      throw new ProtocolException("Not ZMTP: the peer's socket is of no kind for " + kind);
    }
    return identity;
  }

  /** Returns what READY says, by names in lower case. */
  private Map<String, byte[]> properties() throws ProtocolException {
    Map<String, byte[]> properties = new HashMap<>();
    ByteBuffer left = ByteBuffer.wrap(data);
    while (left.hasRemaining()) {
      byte[] key = bytes(left, left.get() & 0xFF);
      byte[] value = bytes(left, left.remaining() < Integer.BYTES ? -1 : left.getInt());
      properties.put(new String(key, US_ASCII).toLowerCase(Locale.ROOT), value);
    }
    return properties;
  }

  private static byte[] bytes(ByteBuffer from, int length) throws ProtocolException {
    if (length < 0 || length > from.remaining()) {
      throw new ProtocolException("Not ZMTP: a property ends within its command");
    }
    byte[] bytes = new byte[length];
    from.get(bytes);
    return bytes;
  }
}
