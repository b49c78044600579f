package dev.heddle.jdbc.remote;

import dev.heddle.jdbc.connection.UrlDriver;
import dev.heddle.jdbc.feed.RowFeed;
import dev.heddle.jdbc.text.UrlOptions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/** The driver of servers, which {@link DriverManager} finds by itself. Thread-safe. */
public final class RemoteDriver extends UrlDriver {
  static {
    try {
      DriverManager.registerDriver(new RemoteDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Makes a driver; for ServiceLoader. */
  public RemoteDriver() {
    super(RemoteUrl.DESCRIPTIONS);
  }

  @Override
  protected boolean isOurs(String url) {
    return url.startsWith(UrlOptions.SERVER_PREFIX);
  }

  @Override
  protected RowFeed open(String url, Map<String, String> properties) {
    return RemoteFeed.open(RemoteUrl.parse(url, properties), DriverManager.getLoginTimeout());
  }
}
