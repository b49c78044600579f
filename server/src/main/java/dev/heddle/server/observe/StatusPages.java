package dev.heddle.server.observe;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.server.http.WebServer;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Shows {@link Probes} and nothing else. Thread-safe. */
public final class StatusPages implements AutoCloseable {
  private final WebServer server;

  /** Answers a test: empty if all is well, else why not. */
  public interface Test extends Supplier<Optional<String>> {}

  /**
   * Starts to listen.
   *
   * @param bind where; port 0 takes a free one
   * @param tls what encrypts connections; empty for none
   * @throws HeddleException if it cannot listen there
   */
  public StatusPages(InetSocketAddress bind, Optional<SSLContext> tls, Probes probes) {
    server = new WebServer(bind, tls, "--http", probes);
    server.start();
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return server.address();
  }

  @Override
  public void close() {
    server.close();
  }
}
