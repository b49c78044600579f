package dev.heddle.jdbc.connection;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.feed.RowFeed;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A driver that makes connections of feeds, which URLs name. Thread-safe. */
public abstract class UrlDriver implements Driver {
  private static final int MAJOR = 0;
  private static final int MINOR = 1;

  private final Map<String, String> options;

  /**
   * Makes a driver.
   *
   * @param options what each option means by its name, in the order in which tools show them
   */
  protected UrlDriver(Map<String, String> options) {
    this.options = options;
  }

  /** Returns whether this driver is the one of a URL; all others are left to others. */
  protected abstract boolean isOurs(String url);

  /**
   * Called with URLs of others; does nothing.
   *
   * @throws HeddleException if there is more to say on one than that it is not this driver's
   */
  protected void checkForeign(String url) {}

  /**
   * Opens what a URL names.
   *
   * @param properties options that hold where the URL has none of the name
   * @throws HeddleException {@code REFUSED} if who connects is not let in, other codes if that
   *     cannot be opened
   */
  protected abstract RowFeed open(String url, Map<String, String> properties);

  @Override
  public final @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    boolean isOurs = acceptsURL(url);
    try {
      if (!isOurs) {
        checkForeign(url);
        return null;
      }
      return new HeddleConnection(open(url, map(properties)), url);
    } catch (HeddleException e) {
      SqlState state =
          e.code() == ErrorCode.REFUSED ? SqlState.NOT_AUTHORIZED : SqlState.CANNOT_CONNECT;
      throw SqlErrors.of(state, String.valueOf(e.getMessage()), e);
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
  public final boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT, "Cannot connect: the URL is null; write jdbc:heddle:");
    }
    return isOurs(url);
  }

  @Override
  public final DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
    List<DriverPropertyInfo> all = new ArrayList<>();
    options.forEach(
        (name, description) -> {
          String value = properties == null ? null : properties.getProperty(name);
          DriverPropertyInfo info = new DriverPropertyInfo(name, value);
          info.description = description;
          all.add(info);
        });
    return all.toArray(DriverPropertyInfo[]::new);
  }

  @Override
  public final int getMajorVersion() {
    return MAJOR;
  }

  @Override
  public final int getMinorVersion() {
    return MINOR;
  }

  @Override
  public final boolean jdbcCompliant() {
    return false; // there are no updates, deletes and transactions
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getLogger("dev.heddle.jdbc");
  }
}
