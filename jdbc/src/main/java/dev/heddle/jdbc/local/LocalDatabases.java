package dev.heddle.jdbc.local;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.EngineProvider;
import dev.heddle.jdbc.feed.RowFeed;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/** The sessions of this process that connections have open. Thread-safe. */
public final class LocalDatabases {
  private static final Map<String, Shared> SHARED = new HashMap<>();

  private LocalDatabases() {}

  /**
   * Loads the engine's provider, if there is one: it keeps SLF4J from printing that it has none,
   * before the drivers of libraries beside it, which {@link java.sql.DriverManager} loads too, log.
   */
  public static void loadProvider() {
    ServiceLoader.load(EngineProvider.class, Heddle.class.getClassLoader()).findFirst();
  }

  /** What several connections have sessions of their own over; all guarded by {@link #SHARED}. */
  private static final class Shared {
    private final Session session;
    private final LocalUrl url;
    private int connections;

    Shared(Session session, LocalUrl url) {
      this.session = session;
      this.url = url;
    }
  }

  /**
   * Opens a connection to what a URL names.
   *
   * @throws HeddleException also {@code INVALID_ARGUMENT} if the name is open with other options
   */
  public static RowFeed open(LocalUrl url) {
    if (url.name().isEmpty()) {
      Session session = session(url);
      return new SessionFeed(session, session::close);
    }
    synchronized (SHARED) {
      Shared shared = SHARED.get(url.name());
      if (shared == null) {
        shared = new Shared(session(url), url);
        SHARED.put(url.name(), shared);
      } else if (!shared.url.equals(url)) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot connect to "
                + url.name()
                + ": it is open in this process with other options; use the same ones, or another"
                + " name");
      }
      Session own = beside(shared); // each connection has its transaction
      shared.connections++;
      Shared opened = shared;
      return new SessionFeed(
          own,
          () -> {
            try {
              own.close();
            } finally {
              release(opened);
            }
          });
    }
  }

  private static Session beside(Shared shared) {
    Session own = shared.session.newSession();
    try {
      Path database = shared.url.database();
      if (database != null) {
        String name = String.valueOf(database.getFileName()).replace("\"", "\"\"");
        own.execute("USE \"" + name + "\".main");
      }
      return own;
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  private static void release(Shared shared) {
    synchronized (SHARED) {
      shared.connections--;
      if (shared.connections == 0) {
        SHARED.remove(shared.url.name());
        shared.session.close();
      }
    }
  }

  private static Session session(LocalUrl url) {
    Session session = Heddle.local(url.options());
    try {
      url.tables().forEach((name, path) -> session.createView(name, session.read().path(path)));
      Path database = url.database();
      if (database != null) {
        session.openDatabase(database, url.access());
      }
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }
}
