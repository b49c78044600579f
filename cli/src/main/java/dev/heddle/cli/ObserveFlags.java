package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.server.observe.StatusPages;
import dev.heddle.shuffle.net.Security;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a process of a cluster shows what it does. */
final class ObserveFlags {
  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_HTTP}",
      description =
          "Where to answer GET /health, /ready and /metrics (HEDDLE_HTTP; default: nowhere).")
  private @Nullable String http;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "${env:HEDDLE_LOG_LEVEL:-info}",
      description =
          "Least of what is logged to stderr: debug, info, warn, error (HEDDLE_LOG_LEVEL;"
              + " ${DEFAULT-VALUE}).")
  private Logs.Level logLevel = Logs.Level.INFO;

  /** Starts to log; comes before anything else. */
  void log() {
    Logs.toStderr(logLevel);
  }

  /** Checks the address, before anything else listens. */
  void check() {
    if (http != null) {
      ProcessFlags.bindAddress("--http", http);
    }
  }

  /**
   * Shows a process's state from now on, if it is asked for, and prints where.
   *
   * @throws HeddleException if others could reach it although the cluster is open on this host only
   */
  void show(
      Security security, StatusPages.Test health, StatusPages.Test ready, MultiCollector metrics) {
    if (http == null) {
      return;
    }
    InetSocketAddress bind = ProcessFlags.bindAddress("--http", http);
    security.checkBind(bind);
    StatusPages pages = new StatusPages(bind, health, ready, metrics);
    System.err.println("heddle shows its state at http://" + ProcessFlags.text(pages.address()));
  }
}
