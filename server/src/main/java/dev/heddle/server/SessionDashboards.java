package dev.heddle.server;

import dev.heddle.engine.ui.ObservedSession;
import dev.heddle.engine.ui.QueryReporter;
import dev.heddle.engine.ui.SessionUi;
import dev.heddle.engine.ui.SessionUiProvider;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.UiOptions;
import dev.heddle.io.storage.CacheFolder;
import dev.heddle.server.api.QueryJson;
import dev.heddle.server.model.HistoryFolder;
import dev.heddle.server.model.ProcessSampler;
import dev.heddle.server.model.QueryLog;
import dev.heddle.server.model.SessionBoard;
import dev.heddle.server.observe.Probes;
import dev.heddle.server.report.QueryReport;
import dev.heddle.shuffle.net.Security;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the dashboards of sessions, and makes reports. Found by ServiceLoader. */
public final class SessionDashboards implements SessionUiProvider {
  private static final Logger LOG = LoggerFactory.getLogger(SessionDashboards.class);
  private static final int MAX_QUERIES = 1_000;
  private static final long MAX_BYTES = 256L << 20;

  @Override
  public SessionUi start(ObservedSession session, UiOptions options) {
    Security security =
        options.security() == null ? Security.none() : Security.load(options.security());
    InetSocketAddress bind = new InetSocketAddress(options.host(), options.port());
    check(bind, security);
    QueryLog queries = new QueryLog(history(options.history()), new QueryJson());
    Dashboard dashboard;
    try {
      dashboard =
          new Dashboard(
              bind,
              "--ui-listen or UiOptions",
              security.tls(),
              token -> security.hasToken() && security.admits(token),
              new SessionBoard(session, queries),
              new ProcessSampler(session::memoryBytes),
              new Probes(Optional::empty, Optional::empty, MetricSnapshots::of));
    } catch (HeddleException e) {
      queries.close();
      throw e;
    }
    session.addProgressListener(queries);
    LOG.info("the dashboard listens at {}", dashboard.address());
    return new Ui(dashboard, session, queries);
  }

  @Override
  public QueryReporter reporter(Map<String, String> settings) {
    return new QueryReport(settings);
  }

  /** Returns the folder of the last queries. */
  static HistoryFolder history(@Nullable Path folder) {
    return new HistoryFolder(
        folder == null ? CacheFolder.path().resolve("history") : folder, MAX_QUERIES, MAX_BYTES);
  }

  private static void check(InetSocketAddress bind, Security security) {
    boolean isOpen = !bind.isUnresolved() && !bind.getAddress().isLoopbackAddress();
    if (isOpen && (security.tls().isEmpty() || !security.hasToken())) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot show the dashboard at "
              + bind.getHostString()
              + ", which others reach, without a token and TLS: name a security folder that has"
              + " both (--security, UiOptions.withSecurity), or a loopback address such as"
              + " 127.0.0.1 (--ui-listen, UiOptions.withHost)");
    }
    security.checkBind(bind);
  }

  /** A dashboard that is over with its session. */
  private record Ui(Dashboard dashboard, ObservedSession session, QueryLog queries)
      implements SessionUi {
    @Override
    public URI link() {
      return dashboard.link();
    }

    @Override
    public void close() {
      session.removeProgressListener(queries);
      dashboard.close();
      queries.close();
    }
  }
}
