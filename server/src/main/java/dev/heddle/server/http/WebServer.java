package dev.heddle.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens, and has a handler answer. Thread-safe. */
public final class WebServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
  private static final int BACKLOG = 1_024;
  private static final long HEARTBEAT_MILLIS = 5_000;
  private static final byte[] HEARTBEAT = {':', '\n', '\n'};
  private static final byte[] DATA = {'d', 'a', 't', 'a', ':', ' '};
  private static final byte[] END = {'\n', '\n'};

  static {
    // The JDK reads them when its server is first used: seconds, seconds, connections.
    setDefault("sun.net.httpserver.idleInterval", "10");
    setDefault("sun.net.httpserver.maxReqTime", "10");
    setDefault("sun.net.httpserver.maxIdleConnections", "1000");
  }

  private final HttpServer server;
  private final boolean isEncrypted;
  private final Handler handler;
  private final StuckWriters writers = new StuckWriters();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * Starts to listen.
   *
   * @param bind where; port 0 takes a free one
   * @param tls what encrypts connections; empty for none
   * @param option which option names the address, for the message of a failure
   * @throws HeddleException if it cannot listen there
   */
  public WebServer(
      InetSocketAddress bind, Optional<SSLContext> tls, String option, Handler handler) {
    this.handler = handler;
    this.isEncrypted = tls.isPresent();
    try {
      server = isEncrypted ? HttpsServer.create(bind, BACKLOG) : HttpServer.create(bind, BACKLOG);
    } catch (IOException e) {
      writers.close();
      threads.close();
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot show status at " + bind + ": " + e.getMessage() + "; name another with " + option,
          e);
    }
    if (server instanceof HttpsServer https) {
      https.setHttpsConfigurator(new HttpsConfigurator(tls.orElseThrow()));
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Begins to answer. */
  public void start() {
    server.start();
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply;
      try {
        reply = handler.answer(request(exchange));
      } catch (RuntimeException e) {
        LOG.warn("cannot answer {}: {}", exchange.getRequestURI().getPath(), e.toString(), e);
        reply = Reply.text(500, "Cannot answer: " + e.getClass().getSimpleName());
      }
      switch (reply) {
        case Reply.Content content -> send(exchange, content);
        case Reply.Events events -> stream(exchange, events);
      }
    }
  }

  private static Request request(HttpExchange exchange) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
    String query = exchange.getRequestURI().getRawQuery();
    String path = exchange.getRequestURI().getPath();
    return new Request(
        exchange.getRequestMethod(),
        path == null ? "" : path,
        query == null ? Map.of() : Request.parameters(query),
        headers);
  }

  private void send(HttpExchange exchange, Reply.Content content) throws IOException {
    content.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.getResponseHeaders().set("Content-Type", content.type());
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    writers.write(
        () -> {
          exchange.sendResponseHeaders(content.status(), isHead ? -1 : length(content.bytes()));
          if (!isHead) {
            exchange.getResponseBody().write(content.bytes());
          }
        });
  }

  /** The JDK's server takes 0 for a length that is not known, and -1 for none. */
  private static long length(byte[] bytes) {
    return bytes.length == 0 ? -1 : bytes.length;
  }

  private void stream(HttpExchange exchange, Reply.Events events) throws IOException {
    Optional<Snapshots.Watcher> found = events.snapshots().watch(events.topic());
    if (found.isEmpty()) {
      send(
          exchange,
          Reply.text(503, "Too many pages are open; close some").with("Retry-After", "5"));
      return;
    }
    try (Snapshots.Watcher watcher = found.get()) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      OutputStream out = exchange.getResponseBody();
      writers.write(
          () -> {
            exchange.sendResponseHeaders(200, 0);
            out.write(HEARTBEAT);
            out.flush();
          });
      while (true) {
        Optional<byte[]> state = watcher.next(HEARTBEAT_MILLIS);
        writers.write(
            () -> {
              if (state.isPresent()) {
                out.write(DATA);
                out.write(state.get());
                out.write(END);
              } else {
                out.write(HEARTBEAT);
              }
              out.flush();
            });
      }
    } catch (InterruptedException e) {
      LOG.debug("a stream of events ends: {}", e.getMessage());
    } catch (IOException e) {
      LOG.debug("a client has left: {}", e.toString());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    writers.close();
  }
}
