package dev.heddle.jdbc;

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

/** Opens connections to one URL. Thread-safe. */
public final class HeddleDataSource implements DataSource, Wrapping {
  private final HeddleDriver driver = new HeddleDriver();
  private volatile String url = "jdbc:heddle:";
  private volatile @Nullable PrintWriter log;
  private volatile int loginSeconds;

  /** Makes a source of {@code jdbc:heddle:}; for pools, which call {@link #setUrl}. */
  public HeddleDataSource() {}

  /** Makes a source of a URL. */
  public HeddleDataSource(String url) {
    setUrl(url);
  }

  /** Sets the URL of later connections. */
  public void setUrl(String newUrl) {
    url = newUrl;
  }

  /** Returns the URL. */
  public String url() {
    return url;
  }

  @Override
  public Connection getConnection() throws SQLException {
    String wanted = url;
    Connection connection = driver.connect(wanted, new Properties());
    if (connection == null) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          "Cannot connect to " + wanted + ": it does not begin with jdbc:heddle:");
    }
    return connection;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return log;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter writer) {
    log = writer;
  }

  @Override
  public void setLoginTimeout(int seconds) {
    loginSeconds = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginSeconds;
  }

  @Override
  public Logger getParentLogger() {
    return driver.getParentLogger();
  }
}
