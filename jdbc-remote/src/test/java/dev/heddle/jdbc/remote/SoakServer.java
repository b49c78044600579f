package dev.heddle.jdbc.remote;

import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.flight.ResultServer;
import dev.heddle.flight.ResultServerStatus;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.net.Security;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A server in a process of its own, which answers each line with what it holds. */
public final class SoakServer {
  private static final long MIB = 1 << 20;

  private SoakServer() {}

  /** Takes nothing; prints the port, then lines of figures, and ends with its input. */
  public static void main(String[] arguments) throws IOException {
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1024 * MIB);
    try (Session session = Heddle.local(options);
        ResultServer server =
            new ResultServer(session, new InetSocketAddress("127.0.0.1", 0), Security.none());
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(server.address().getPort());
      while (in.readLine() != null) {
        System.out.println(figures(session, server.status()).line());
      }
    }
  }

  private static SoakFigures figures(Session session, ResultServerStatus status) {
    MemoryLedger ledger = SessionEngineProvider.memory();
    System.gc();
    Runtime heap = Runtime.getRuntime();
    return new SoakFigures(
        status.sessions(),
        status.preparedStatements(),
        status.unreadResults(),
        status.running(),
        session.tables().size(),
        ledger.usedBytes(),
        ledger.committedBytes(),
        heap.totalMemory() - heap.freeMemory(),
        Thread.activeCount());
  }
}
