package dev.heddle.server.observe;

import dev.heddle.server.http.Handler;
import dev.heddle.server.http.Reply;
import dev.heddle.server.http.Request;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Answers {@code GET} of three paths: {@code /health} with 200 while the process does its work,
 * {@code /ready} with 200 while it can be used, each otherwise with 503 and why, and {@code
 * /metrics} in a format that the asker accepts, the text format of Prometheus if it accepts any.
 * Nothing that is shown is secret, and nothing can be changed. Thread-safe.
 */
public final class Probes implements Handler {
  private static final Set<String> PATHS = Set.of("/health", "/ready", "/metrics");

  private final StatusPages.Test health;
  private final StatusPages.Test ready;
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ExpositionFormats formats = ExpositionFormats.init();

  /** Makes the answers of a process. */
  public Probes(StatusPages.Test health, StatusPages.Test ready, MultiCollector metrics) {
    this.health = health;
    this.ready = ready;
    registry.register(metrics);
    JvmMetrics.builder().register(registry);
  }

  /** Returns whether a path is one of the three. */
  public static boolean isProbe(String path) {
    return PATHS.contains(path);
  }

  @Override
  public Reply answer(Request request) {
    if (!request.method().equals("GET")) {
      return Reply.text(405, "Only GET is answered").with("Allow", "GET");
    }
    return switch (request.path()) {
      case "/health" -> answer(health.get());
      case "/ready" -> answer(ready.get());
      case "/metrics" -> metrics(request);
      default -> Reply.text(404, "There are /health, /ready and /metrics");
    };
  }

  private static Reply answer(Optional<String> trouble) {
    return Reply.text(trouble.isEmpty() ? 200 : 503, trouble.orElse("ok"));
  }

  private Reply metrics(Request request) {
    ExpositionFormatWriter format = formats.findWriter(request.header("accept").orElse(null));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      format.write(bytes, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Reply.Content(200, format.getContentType(), bytes.toByteArray(), Map.of());
  }
}
