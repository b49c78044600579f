package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.DriverManager;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Calls that a server has not taken are not sent again, since Arrow's messages are gone by then.
 */
class SentOnceTest {
  private static final int PREFACE_BYTES = 24;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int ACKNOWLEDGED = 1;
  private static final int REFUSED = 7;

  /** The call that closes the session is sent again on purpose. */
  private static final int CLOSINGS = 8;

  /** A server of HTTP/2 that refuses each stream before it has looked at it. */
  private static final class Refusing implements AutoCloseable {
    private final ServerSocket listening =
        new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final AtomicInteger streams = new AtomicInteger();

    Refusing() throws IOException {
      Thread unused = Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          Socket client = listening.accept();
          Thread unused = Thread.ofVirtual().start(() -> answer(client));
        }
      } catch (IOException e) {
        // closed
      }
    }

    private void answer(Socket client) {
      try (client;
          DataInputStream in = new DataInputStream(client.getInputStream());
          DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
        in.readFully(new byte[PREFACE_BYTES]);
        send(out, SETTINGS, 0, 0, new byte[0]);
        while (true) {
          int head = in.readInt(); // three bytes of length, one of type
          int flags = in.readUnsignedByte();
          int stream = in.readInt();
          byte[] content = in.readNBytes(head >>> 8);
          switch (head & 0xFF) {
            case HEADERS -> {
              streams.incrementAndGet();
              send(out, RESET, 0, stream, new byte[] {0, 0, 0, REFUSED});
            }
            case SETTINGS -> {
              if (flags != ACKNOWLEDGED) {
                send(out, SETTINGS, ACKNOWLEDGED, 0, new byte[0]);
              }
            }
            case PING -> send(out, PING, ACKNOWLEDGED, 0, content);
            default -> {} // of no interest
          }
        }
      } catch (IOException e) {
        // the client is gone
      }
    }

    private static void send(DataOutputStream out, int type, int flags, int stream, byte[] content)
        throws IOException {
      out.writeInt(content.length << 8 | type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(content);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }

  @Test
  void aRefusedCallFails() throws Exception {
    try (Refusing server = new Refusing()) {
      String url = "jdbc:heddle://127.0.0.1:" + server.listening.getLocalPort();
      assertThatThrownBy(() -> DriverManager.getConnection(url)).hasMessageContaining("is lost");
      assertThat(server.streams).hasValue(1 + CLOSINGS);
    }
  }
}
