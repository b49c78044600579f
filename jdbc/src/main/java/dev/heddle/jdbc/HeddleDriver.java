package dev.heddle.jdbc;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.jdbc.connection.HeddleConnection;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.local.LocalDatabases;
import dev.heddle.jdbc.local.LocalUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The driver, which {@link DriverManager} finds by itself. Thread-safe. */
public final class HeddleDriver implements Driver {
  private static final int MAJOR = 0;
  private static final int MINOR = 1;

  private static final Map<String, String> DESCRIPTIONS =
      Map.of(
          "threads", "threads that run operators; 0 for one a processor",
          "memory", "limit of memory outside of the heap, such as 512m or 2g",
          "partitions", "how many partitions plans are cut into; 0 lets the engine decide",
          "timeZone", "zone in which points in time are shown, such as Europe/Berlin",
          "spillFolder", "folder for what does not fit into memory");

  static {
    LocalDatabases.loadProvider();
    try {
      DriverManager.registerDriver(new HeddleDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Makes a driver; for ServiceLoader. */
  public HeddleDriver() {}

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    try {
      LocalUrl place = LocalUrl.parse(url, map(properties));
      return new HeddleConnection(LocalDatabases.open(place), url);
    } catch (HeddleException e) {
      throw SqlErrors.of(SqlState.CANNOT_CONNECT, String.valueOf(e.getMessage()), e);
    }
  }

  private static Map<String, String> map(@Nullable Properties properties) {
    Map<String, String> map = new TreeMap<>();
    if (properties != null) {
      for (String name : properties.stringPropertyNames()) {
        map.put(name, properties.getProperty(name));
      }
    }
    return map;
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT, "Cannot connect: the URL is null; write jdbc:heddle:");
    }
    return LocalUrl.isOurs(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
    List<DriverPropertyInfo> all = new ArrayList<>();
    for (String name : LocalUrl.OPTIONS) {
      String value = properties == null ? null : properties.getProperty(name);
      DriverPropertyInfo info = new DriverPropertyInfo(name, value);
      info.description = DESCRIPTIONS.get(name);
      all.add(info);
    }
    return all.toArray(DriverPropertyInfo[]::new);
  }

  @Override
  public int getMajorVersion() {
    return MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return MINOR;
  }

  @Override
  public boolean jdbcCompliant() {
    return false; // there are no updates, deletes and transactions
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("dev.heddle.jdbc");
  }
}
