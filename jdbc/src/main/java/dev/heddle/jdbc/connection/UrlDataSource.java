package dev.heddle.jdbc.connection;

import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.error.Wrapping;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens connections to one URL of a driver. Thread-safe. */
public abstract class UrlDataSource implements DataSource, Wrapping {
  private final UrlDriver driver;
  private final String prefix;
  private volatile String url;
  private volatile @Nullable PrintWriter log;
  private volatile int loginSeconds;

  /**
   * Makes a source.
   *
   * @param prefix what the driver's URLs begin with, for messages
   */
  protected UrlDataSource(UrlDriver driver, String prefix, String url) {
    this.driver = driver;
    this.prefix = prefix;
    this.url = url;
  }

  /** Sets the URL of later connections. */
  public final void setUrl(String newUrl) {
    url = newUrl;
  }

  /** Returns the URL. */
  public final String url() {
    return url;
  }

  @Override
  public final Connection getConnection() throws SQLException {
    return connect(new Properties());
  }

  private Connection connect(Properties properties) throws SQLException {
    String wanted = url;
    Connection connection = driver.connect(wanted, properties);
    if (connection == null) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          "Cannot connect to " + wanted + ": it does not begin with " + prefix);
    }
    return connection;
  }

  @Override
  public final Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return connect(properties);
  }

  @Override
  public final @Nullable PrintWriter getLogWriter() {
    return log;
  }

  @Override
  public final void setLogWriter(@Nullable PrintWriter writer) {
    log = writer;
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    loginSeconds = seconds;
  }

  @Override
  public final int getLoginTimeout() {
    return loginSeconds;
  }

  @Override
  public final Logger getParentLogger() {
    return driver.getParentLogger();
  }
}
