package dev.heddle.flight;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;

/** Starts a server and prints how that failed. */
public final class FlaglessServer {
  private FlaglessServer() {}

  /** Takes nothing. */
  public static void main(String[] arguments) {
    try (Session session = Heddle.local();
        ResultServer server =
            new ResultServer(session, new InetSocketAddress("127.0.0.1", 0), Security.none())) {
      System.out.println("listens at " + server.address());
    } catch (HeddleException e) {
      System.out.println(e.code() + " " + e.getMessage());
    }
  }
}
