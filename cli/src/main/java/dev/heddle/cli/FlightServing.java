package dev.heddle.cli;

import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.flight.ResultServer;
import dev.heddle.frame.Session;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;

/**
 * What names classes of the Flight server, which are on the class path of its command only: the
 * command-line library looks at all methods of all commands.
 */
final class FlightServing {
  private FlightServing() {}

  /** Serves a session, which is taken over, until a signal ends the process. */
  static void untilSignal(Session session, InetSocketAddress bind, Security security)
      throws InterruptedException {
    ResultServer server;
    try {
      server = new ResultServer(session, bind, security);
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
}
