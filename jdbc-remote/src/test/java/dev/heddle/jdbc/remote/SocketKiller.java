package dev.heddle.jdbc.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Hands bytes on between clients and a server, and resets connections when it is told to. */
final class SocketKiller implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;

  private final ServerSocket listening;
  private final int target;
  private final List<Socket[]> pairs = new ArrayList<>(); // guarded by this
  private boolean isClosed; // guarded by this

  /** Starts to listen for clients of a port of this host. */
  SocketKiller(int target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    Thread unused = Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Socket[] pair = {client, server};
        synchronized (this) {
          if (isClosed) {
            reset(pair);
            return;
          }
          pairs.add(pair);
        }
        Thread forth = Thread.ofVirtual().start(() -> copy(client, server, pair));
        Thread back = Thread.ofVirtual().start(() -> copy(server, client, pair));
        assert forth != back;
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void copy(Socket from, Socket to, Socket[] pair) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // one of them is gone, and so is the other now
    }
    synchronized (this) {
      pairs.remove(pair);
    }
    for (Socket each : pair) {
      try {
        each.close();
      } catch (IOException e) {
        // it is gone
      }
    }
  }

  private static void reset(Socket[] pair) {
    for (Socket each : pair) {
      try {
        each.setSoLinger(true, 0); // closing resets
        each.close();
      } catch (IOException e) {
        // it is gone
      }
    }
  }

  /** Resets a connection; returns whether there was any. */
  boolean killOne(Random random) {
    Socket[] pair;
    synchronized (this) {
      if (pairs.isEmpty()) {
        return false;
      }
      pair = pairs.remove(random.nextInt(pairs.size()));
    }
    reset(pair);
    return true;
  }

  @Override
  public void close() throws IOException {
    List<Socket[]> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(pairs);
      pairs.clear();
    }
    listening.close();
    all.forEach(SocketKiller::reset);
  }
}
