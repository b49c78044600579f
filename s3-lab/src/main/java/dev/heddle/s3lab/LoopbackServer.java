package dev.heddle.s3lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Accepts connections on a free port of the loopback interface, each on a thread of its own. */
abstract class LoopbackServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  LoopbackServer() {
    try {
      listener = new ServerSocket();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen on the loopback interface", e);
    }
  }

  /** Begins to accept; called at the end of a constructor. */
  final void start() {
    Thread.ofVirtual().start(this::accept);
  }

  /** Returns the address, such as {@code http://127.0.0.1:4711}. */
  public final String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      handle(socket);
    } catch (IOException e) {
      return; // the other side has gone
    } finally {
      open.remove(socket);
    }
  }

  /** Serves a connection to its end. */
  abstract void handle(Socket socket) throws IOException;

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot stop listening", e);
    }
  }
}
