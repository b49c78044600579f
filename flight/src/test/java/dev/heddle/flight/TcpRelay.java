package dev.heddle.flight;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A network between client and server that falls silent or breaks when a test wants it to. */
final class TcpRelay implements AutoCloseable {
  private final InetSocketAddress target;
  private final ServerSocket listener;
  private final List<Socket> sockets = new ArrayList<>(); // guarded by this
  private boolean isSilent; // guarded by this

  /** Relays what is sent to its port. */
  TcpRelay(InetSocketAddress target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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
        synchronized (this) {
          sockets.add(client);
          sockets.add(server);
        }
        Thread.ofVirtual().start(() -> copy(client, server));
        Thread.ofVirtual().start(() -> copy(server, client));
      }
    } catch (IOException e) {
      return; // the relay is closed
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] bytes = new byte[1 << 14];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (!isSilent()) {
          out.write(bytes, 0, count);
        }
      }
    } catch (IOException e) {
      return; // broken on purpose, or by one side
    }
  }

  private synchronized boolean isSilent() {
    return isSilent;
  }

  /** From now on nothing arrives, and nobody hears that a side has closed. */
  synchronized void fallSilent() {
    isSilent = true;
  }

  /** Carries what new connections send again. */
  synchronized void resume() {
    isSilent = false;
  }

  /** Breaks all connections, as a network or a killed process does. */
  synchronized void reset() throws IOException {
    for (Socket each : sockets) {
      each.setSoLinger(true, 0);
      each.close();
    }
    sockets.clear();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    reset();
  }
}
