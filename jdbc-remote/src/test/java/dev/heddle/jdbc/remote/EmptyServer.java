package dev.heddle.jdbc.remote;

import dev.heddle.flight.ResultServer;
import dev.heddle.flight.ResultServerStatus;
import dev.heddle.flight.SessionLimits;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server without tables for each test, whose clients read files of tests; fails if something is
 * left in it.
 */
final class EmptyServer implements BeforeEachCallback, AfterEachCallback {
  private static final long MIB = 1 << 20;

  private Session session;
  private ResultServer server;

  String url() {
    return "jdbc:heddle://127.0.0.1:" + server.address().getPort();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(256 * MIB));
    server =
        new ResultServer(
            session,
            new InetSocketAddress("127.0.0.1", 0),
            Security.none(),
            SessionAccess.toPaths(List.of(System.getProperty("java.io.tmpdir"))),
            SessionLimits.DEFAULTS);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    ResultServerStatus left = server.status();
    server.close();
    session.close();
    if (left.sessions() + left.preparedStatements() + left.unreadResults() + left.running() > 0) {
      throw new AssertionError("connections were closed, and the server has " + left);
    }
  }
}
