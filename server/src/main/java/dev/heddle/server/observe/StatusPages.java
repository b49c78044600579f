package dev.heddle.server.observe;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.server.http.WebServer;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows {@link Probes} and nothing else. Thread-safe. */
public final class StatusPages implements AutoCloseable {
  private final WebServer server;

  /** Answers a test: empty if all is well, else why not. */
  public interface Test extends Supplier<Optional<String>> {}

  /**
   * Starts to listen.
   *
   * @param bind where; port 0 takes a free one
   * @throws HeddleException if it cannot listen there
   */
  public StatusPages(InetSocketAddress bind, Test health, Test ready, MultiCollector metrics) {
    server = new WebServer(bind, Optional.empty(), "--http", new Probes(health, ready, metrics));
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
