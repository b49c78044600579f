package dev.heddle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes on what clients and a server say, and keeps what each client has said. Thread-safe. */
final class RecordedTalk implements AutoCloseable {
  private static final int MAX_KEPT_BYTES = 1 << 16;

  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final List<ByteArrayOutputStream> said = new ArrayList<>(); // guarded by this
  private final List<Socket> sockets = new ArrayList<>(); // guarded by this

  /**
   * Begins to listen.
   *
   * @param listen of port 0 for a free one; clients of a cluster find its token by the port
   */
  RecordedTalk(InetSocketAddress listen, InetSocketAddress target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(listen.getPort(), 50, listen.getAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(target.getAddress(), target.getPort());
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        synchronized (this) {
          said.add(kept);
          sockets.addAll(List.of(client, server));
        }
        Thread.ofVirtual().start(() -> copy(client, server, kept));
        Thread.ofVirtual().start(() -> copy(server, client, null));
      }
    } catch (IOException e) {
      return; // it has been closed
    }
  }

  private void copy(Socket from, Socket to, @Nullable ByteArrayOutputStream kept) {
    byte[] bytes = new byte[1 << 14];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (kept != null) {
          synchronized (this) {
            if (kept.size() < MAX_KEPT_BYTES) {
              kept.write(bytes, 0, count);
            }
          }
        }
        out.write(bytes, 0, count);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      return; // one of them has closed
    }
  }

  /** Returns what each client has said so far. */
  synchronized List<byte[]> said() {
    return said.stream()
        .map(ByteArrayOutputStream::toByteArray)
        .filter(bytes -> bytes.length > 0)
        .toList();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    List<Socket> open;
    synchronized (this) {
      open = List.copyOf(sockets);
    }
    for (Socket each : open) {
      each.close();
    }
  }
}
