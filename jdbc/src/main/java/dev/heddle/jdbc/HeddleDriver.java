package dev.heddle.jdbc;

import dev.heddle.jdbc.connection.UrlDriver;
import dev.heddle.jdbc.feed.RowFeed;
import dev.heddle.jdbc.local.LocalDatabases;
import dev.heddle.jdbc.local.LocalUrl;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/**
 * The driver of sessions in the process, which {@link DriverManager} finds by itself. Thread-safe.
 */
public final class HeddleDriver extends UrlDriver {
  static {
    LocalDatabases.loadProvider();
    try {
      DriverManager.registerDriver(new HeddleDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Makes a driver; for ServiceLoader. */
  public HeddleDriver() {
    super(LocalUrl.DESCRIPTIONS);
  }

  @Override
  protected boolean isOurs(String url) {
    return LocalUrl.isOurs(url);
  }

  @Override
  protected void checkForeign(String url) {
    LocalUrl.checkForeign(url);
  }

  @Override
  protected RowFeed open(String url, Map<String, String> properties) {
    return LocalDatabases.open(LocalUrl.parse(url, properties));
  }
}
