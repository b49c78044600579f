package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.cli.flags.ServingFlags;
import dev.heddle.flight.ResultServer;
import dev.heddle.flight.SessionLimits;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * What names classes of the Flight server, which are on the class path of its command only: the
 * command-line library looks at all methods of all commands.
 */
final class FlightServing {
  private FlightServing() {}

  /** Serves a session, which is opened for it, until a signal ends the process. */
  static void untilSignal(
      Supplier<Session> open, InetSocketAddress bind, Security security, ServingFlags serving)
      throws InterruptedException {
    SessionAccess access = serving.access();
    SessionLimits limits = limits(serving);
    Session session = open.get();
    ResultServer server;
    try {
      server = new ResultServer(session, bind, security, access, limits);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  session.close();
                }));
    ProcessFlags.say("heddle flight listens at " + ProcessFlags.text(server.address()));
    new CountDownLatch(1).await();
  }

  private static SessionLimits limits(ServingFlags serving) {
    SessionLimits limits = SessionLimits.DEFAULTS;
    Integer sessions = serving.maxSessions();
    Integer statements = serving.maxStatements();
    Duration statement = serving.statementTimeout();
    Duration idle = serving.sessionIdle();
    Duration silent = serving.keepAlive();
    limits = sessions == null ? limits : limits.withSessions(sessions);
    limits = statements == null ? limits : limits.withStatements(statements);
    limits = statement == null ? limits : limits.withStatementTime(statement);
    limits = idle == null ? limits : limits.withIdle(idle, idle);
    return silent == null ? limits : limits.withKeepAlive(silent);
  }
}
