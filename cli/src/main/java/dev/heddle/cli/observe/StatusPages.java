package dev.heddle.cli.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Answers {@code GET} of three paths: {@code /health} with 200 while the process does its work,
 * {@code /ready} with 200 while it can be used, each otherwise with 503 and why, and {@code
 * /metrics} in a format that the asker accepts, the text format of Prometheus if it accepts any.
 * Nothing that is shown is secret, and nothing can be changed. Thread-safe.
 */
public final class StatusPages implements AutoCloseable {
  private final HttpServer server;
  private final Test health;
  private final Test ready;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ExpositionFormats formats = ExpositionFormats.init();

  /** Answers a test: empty if all is well, else why not. */
  public interface Test extends Supplier<Optional<String>> {}

  /**
   * Starts to listen.
   *
   * @param bind where; port 0 takes a free one
   * @throws HeddleException if it cannot listen there
   */
  public StatusPages(InetSocketAddress bind, Test health, Test ready, MultiCollector metrics) {
    this.health = health;
    this.ready = ready;
    registry.register(metrics);
    JvmMetrics.builder().register(registry);
    try {
      server = HttpServer.create(bind, 0);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot show status at " + bind + ": " + e.getMessage() + "; name another with --http",
          e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        text(exchange, 405, "Only GET is answered");
        return;
      }
      switch (path) {
        case "/health" -> answer(exchange, health.get());
        case "/ready" -> answer(exchange, ready.get());
        case "/metrics" -> metrics(exchange);
        default -> text(exchange, 404, "There are /health, /ready and /metrics");
      }
    }
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private static void answer(HttpExchange exchange, Optional<String> trouble) throws IOException {
    text(exchange, trouble.isEmpty() ? 200 : 503, trouble.orElse("ok"));
  }

  private static void text(HttpExchange exchange, int code, String text) throws IOException {
    send(
        exchange,
        code,
        "text/plain; charset=utf-8",
        (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void metrics(HttpExchange exchange) throws IOException {
    ExpositionFormatWriter format =
        formats.findWriter(exchange.getRequestHeaders().getFirst("Accept"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    format.write(bytes, registry.scrape());
    send(exchange, 200, format.getContentType(), bytes.toByteArray());
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] bytes)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
