package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.engine.cluster.coordinator.ClusterFeed;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.server.ClusterDashboard;
import dev.heddle.server.model.ClusterControl;
import dev.heddle.server.observe.Probes;
import dev.heddle.server.observe.SchedulerMetrics;
import dev.heddle.server.observe.StatusPages;
import dev.heddle.shuffle.net.Security;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a process of a cluster shows what it does. */
final class ObserveFlags {
  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:HEDDLE_HTTP}",
      description =
          "Where to answer GET /health, /ready and /metrics, and the scheduler to show the"
              + " dashboard (HEDDLE_HTTP; default: nowhere).")
  private @Nullable String http;

  @Option(
      names = "--http-tls",
      description =
          "Encrypt what is answered there by the security folder's key; needed for the dashboard"
              + " where others reach it.")
  private boolean isEncrypted;

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
    if (http != null) {
      InetSocketAddress bind = bind(http, security);
      say(new StatusPages(bind, tls(security), new Probes(health, ready, metrics)).address());
    }
  }

  /**
   * Shows a scheduler's state, and its cluster on pages where only those who may see them can.
   *
   * @param history folder of the last queries; null means one in the user's cache folder
   * @param feed what happens in the cluster
   */
  void showCluster(
      Security security,
      @Nullable Path history,
      StatusPages.Test decides,
      ClusterControl control,
      ClusterFeed feed) {
    if (http == null) {
      return;
    }
    InetSocketAddress bind = bind(http, security);
    Probes probes = new Probes(decides, decides, new SchedulerMetrics(control::status));
    Optional<SSLContext> tls = tls(security);
    if (!hasPages(security)) {
      say(new StatusPages(bind, tls, probes).address());
      System.err.println(
          "heddle shows no dashboard there, which others reach: add --http-tls, or name a loopback"
              + " address with --http");
      return;
    }
    ClusterDashboard pages =
        new ClusterDashboard(bind, tls, security, history, control, feed, probes);
    say(pages.address());
    System.err.println("heddle shows queries at " + pages.link());
  }

  /** Returns whether a scheduler shows its cluster on pages. */
  boolean hasPages(Security security) {
    return http != null
        && (bind(http, security).getAddress().isLoopbackAddress() || tls(security).isPresent());
  }

  private static InetSocketAddress bind(String http, Security security) {
    InetSocketAddress bind = ProcessFlags.bindAddress("--http", http);
    security.checkBind(bind);
    return bind;
  }

  private Optional<SSLContext> tls(Security security) {
    if (isEncrypted && security.tls().isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use --http-tls without a key: name a security folder that has ca.pem and node.p12"
              + " with --security");
    }
    return isEncrypted ? security.tls() : Optional.empty();
  }

  private void say(InetSocketAddress address) {
    String scheme = isEncrypted ? "https://" : "http://";
    System.err.println("heddle shows its state at " + scheme + ProcessFlags.text(address));
  }
}
