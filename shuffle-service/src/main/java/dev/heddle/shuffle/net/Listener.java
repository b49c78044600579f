package dev.heddle.shuffle.net;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.Threads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections: a virtual thread shakes hands with each and gives it to the handler, and
 * closes it when the handler returns. Closing closes all of them and waits for their threads.
 */
public final class Listener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  private final ServerSocketChannel server;
  private final InetSocketAddress address;
  private final Security security;
  private final Hello self;
  private final Consumer<Connection> handler;
  private final Map<SocketChannel, Thread> open = new ConcurrentHashMap<>();
  private final Thread acceptor;
  private volatile boolean closed;

  private Listener(
      ServerSocketChannel server, Security security, Hello self, Consumer<Connection> handler)
      throws IOException {
    this.server = server;
    this.address = (InetSocketAddress) server.getLocalAddress();
    this.security = security;
    this.self = self;
    this.handler = handler;
    this.acceptor = Thread.ofVirtual().name("heddle-accept").unstarted(this::acceptAll);
  }

  /**
   * Starts to listen.
   *
   * @param bind where; port 0 takes a free one
   * @param self how this process introduces itself
   * @param handler is given each connection on a thread of its own
   * @throws HeddleException if the address cannot be had, or is no loopback address and security
   *     lacks token or TLS, or a new token cannot be written where others find it
   */
  public static Listener open(
      InetSocketAddress bind, Security security, Hello self, Consumer<Connection> handler) {
    security.checkBind(bind);
    ServerSocketChannel server = null;
    try {
      server = ServerSocketChannel.open();
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(bind);
      Listener listener = new Listener(server, security, self, handler);
      security.listens(listener.address); // before anybody is answered
      listener.acceptor.start();
      return listener;
    } catch (HeddleException e) {
      closeQuietly(server, e);
      throw e;
    } catch (IOException e) {
      closeQuietly(server, e);
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot listen at "
              + bind.getHostString()
              + ":"
              + bind.getPort()
              + ": "
              + e.getMessage()
              + "; name another address, or port 0 for a free one",
          e);
    }
  }

  private static void closeQuietly(@Nullable ServerSocketChannel server, Exception error) {
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        error.addSuppressed(e);
      }
    }
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return address;
  }

  private void acceptAll() {
    while (!closed) {
      try {
        SocketChannel channel = server.accept();
        Thread thread = PeerThreads.unstarted("heddle-peer", () -> serve(channel));
        open.put(channel, thread);
        thread.start();
        if (closed) {
          new Wire.Plain(channel).close();
        }
      } catch (IOException e) {
        if (!closed) {
          LOG.warn("cannot accept a connection: {}", e.toString());
        }
      }
    }
  }

  private void serve(SocketChannel channel) {
    try {
      InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Connection connection;
      try (Deadline _ = new Deadline(channel)) {
        connection =
            new Connection(
                security.serverWire(channel), remote.getHostString() + ":" + remote.getPort());
        connection.welcome(security, self);
      }
      handler.accept(connection);
    } catch (IOException | RuntimeException e) {
      if (!closed) {
        LOG.info("a connection ended: {}", e.toString());
      }
    } finally {
      new Wire.Plain(channel).close();
      open.remove(channel);
    }
  }

  /** Returns how many connections are open. */
  public int connectionCount() {
    return open.size();
  }

  @Override
  public void close() {
    closed = true;
    try {
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException("Cannot close a listener", e);
    }
    Threads.join(acceptor); // a handler may close its own listener
    Map<SocketChannel, Thread> left = Map.copyOf(open);
    left.keySet().forEach(channel -> new Wire.Plain(channel).close());
    left.values().forEach(Threads::join);
  }
}
