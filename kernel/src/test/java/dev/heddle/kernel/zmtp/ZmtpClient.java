package dev.heddle.kernel.zmtp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A socket of ZMTP 3.1 on the side that connects, which shares no code with the other side. */
public final class ZmtpClient implements AutoCloseable {
  private static final int COMMAND = 4;

  private final Socket socket;
  private final DataInputStream in;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Deque<List<byte[]>> early = new ArrayDeque<>();

  /** Connects to a port of this host and says nothing. */
  public ZmtpClient(int port) throws IOException {
    this.socket = new Socket("127.0.0.1", port);
    this.in = new DataInputStream(socket.getInputStream());
  }

  /** Connects to a port of this host as a socket of a type, with an identity or "". */
  public ZmtpClient(int port, String type, String identity) throws IOException {
    this(port);
    write(greeting());
    in.readFully(new byte[64]);
    write(ready(type, identity));
    String answer = new String(frame(COMMAND), ISO_8859_1);
    if (!answer.startsWith("\u0005READY")) {
      throw new IOException("No READY but " + answer);
    }
  }

  /** Returns the greeting of the mechanism NULL. */
  public static byte[] greeting() {
    byte[] greeting = new byte[64];
    greeting[0] = (byte) 0xFF;
    greeting[9] = 0x7F;
    greeting[10] = 3;
    greeting[11] = 1;
    System.arraycopy("NULL".getBytes(ISO_8859_1), 0, greeting, 12, 4);
    return greeting;
  }

  /** Returns what ends the handshake. */
  public static byte[] ready(String type, String identity) {
    byte[] properties = joined(property("Socket-Type", type), property("Identity", identity));
    return command("READY", properties);
  }

  private static byte[] property(String name, String value) {
    ByteBuffer property = ByteBuffer.allocate(5 + name.length() + value.length());
    property.put((byte) name.length()).put(name.getBytes(ISO_8859_1)).putInt(value.length());
    return property.put(value.getBytes(ISO_8859_1)).array();
  }

  /** Returns a command of at most 255 bytes. */
  public static byte[] command(String name, byte[] data) {
    byte[] head = {COMMAND, (byte) (1 + name.length() + data.length), (byte) name.length()};
    return joined(head, name.getBytes(ISO_8859_1), data);
  }

  /** Returns a message, each part of which has its length in one or in eight bytes. */
  public static byte[] message(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < parts.size(); i++) {
      byte[] part = parts.get(i);
      int more = i + 1 < parts.size() ? 1 : 0;
      boolean isLong = part.length > 255;
      ByteBuffer head = ByteBuffer.allocate(isLong ? 9 : 2);
      if (isLong) {
        head.put((byte) (more | 2)).putLong(part.length);
      } else {
        head.put((byte) more).put((byte) part.length);
      }
      all.writeBytes(head.array());
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Returns the bytes of several arrays. */
  public static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  /** Sends bytes as they are. */
  public void write(byte[] bytes) throws IOException {
    said.writeBytes(bytes);
    socket.getOutputStream().write(bytes);
  }

  /** Sends a message. */
  public void send(List<byte[]> parts) throws IOException {
    write(message(parts));
  }

  /**
   * Subscribes to all messages that begin with a topic, and waits until that holds. Messages that
   * come before it is known to hold are kept and received next.
   */
  public void subscribe(String topic) throws IOException {
    write(command("SUBSCRIBE", topic.getBytes(ISO_8859_1)));
    write(pingCommand("subscribed"));
    int flags = in.readUnsignedByte();
    while ((flags & COMMAND) == 0) {
      early.add(message(flags));
      flags = in.readUnsignedByte();
    }
    checkPong("subscribed", body(flags));
  }

  /** Waits until the other side has read what was sent to it. No message may come meanwhile. */
  public void ping(String context) throws IOException {
    write(pingCommand(context));
    checkPong(context, frame(COMMAND));
  }

  private static byte[] pingCommand(String context) {
    return command("PING", joined(new byte[2], context.getBytes(ISO_8859_1)));
  }

  private static void checkPong(String context, byte[] command) throws IOException {
    String answer = new String(command, ISO_8859_1);
    if (!answer.equals("\u0004PONG" + context)) {
      throw new IOException("No PONG of " + context + " but " + answer);
    }
  }

  /** Returns the next message. */
  public List<byte[]> receive() throws IOException {
    return early.isEmpty() ? message(in.readUnsignedByte()) : early.remove();
  }

  /** Returns the message whose first frame has the flags that were just read. */
  private List<byte[]> message(int first) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    int flags = first;
    while (true) {
      if ((flags & COMMAND) != 0) {
        throw new IOException("A command in place of a message");
      }
      parts.add(body(flags));
      if ((flags & 1) == 0) {
        return parts;
      }
      flags = in.readUnsignedByte();
    }
  }

  private byte[] frame(int kind) throws IOException {
    int flags = in.readUnsignedByte();
    if ((flags & COMMAND) != kind) {
      throw new IOException("Flags " + flags);
    }
    return body(flags);
  }

  private byte[] body(int flags) throws IOException {
    byte[] body = new byte[(flags & 2) == 0 ? in.readUnsignedByte() : (int) in.readLong()];
    in.readFully(body);
    return body;
  }

  /** Waits until the other side has closed, and returns what it has sent before. */
  public byte[] awaitEnd() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      while (true) {
        all.write(in.readByte());
      }
    } catch (EOFException | SocketException e) {
      return all.toByteArray(); // ended, or reset
    }
  }

  /** Returns all bytes that were sent. */
  public byte[] said() {
    return said.toByteArray();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
