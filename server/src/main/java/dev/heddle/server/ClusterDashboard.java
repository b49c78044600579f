package dev.heddle.server;

import dev.heddle.engine.cluster.coordinator.ClusterFeed;
import dev.heddle.server.api.QueryJson;
import dev.heddle.server.model.ClusterBoard;
import dev.heddle.server.model.ClusterControl;
import dev.heddle.server.model.ProcessSampler;
import dev.heddle.server.model.QueryLog;
import dev.heddle.server.observe.Probes;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The dashboard of a cluster, in the process of its scheduler. Thread-safe. */
public final class ClusterDashboard implements AutoCloseable {
  private final QueryLog queries;
  private final ClusterBoard board;
  private final Dashboard dashboard;

  /**
   * Begins to show a cluster.
   *
   * @param bind where; the caller has checked that others do not reach it, or that there is TLS
   * @param tls what encrypts connections; empty for none
   * @param security whose token lets programs in
   * @param history folder of the last queries; null means one in the user's cache folder
   * @param control asks and stops the scheduler's jobs
   * @param feed what happens in the cluster
   */
  public ClusterDashboard(
      InetSocketAddress bind,
      Optional<SSLContext> tls,
      Security security,
      @Nullable Path history,
      ClusterControl control,
      ClusterFeed feed,
      Probes probes) {
    queries = new QueryLog(SessionDashboards.history(history), new QueryJson());
    board = new ClusterBoard(control, feed, queries);
    try {
      dashboard =
          new Dashboard(
              bind,
              "--http",
              tls,
              token -> security.hasToken() && security.admits(token),
              board,
              new ProcessSampler(() -> 0),
              probes);
    } catch (RuntimeException e) {
      board.close();
      queries.close();
      throw e;
    }
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return dashboard.address();
  }

  /** Returns a new link that lets one browser in. */
  public URI link() {
    return dashboard.link();
  }

  @Override
  public void close() {
    dashboard.close();
    board.close();
    queries.close();
  }
}
