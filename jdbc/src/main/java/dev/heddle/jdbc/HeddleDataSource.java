package dev.heddle.jdbc;

import dev.heddle.jdbc.connection.UrlDataSource;

/** Opens connections to one URL of a session in the process. Thread-safe. */
public final class HeddleDataSource extends UrlDataSource {
  /** Makes a source of {@code jdbc:heddle:}; for pools, which call {@link #setUrl}. */
  public HeddleDataSource() {
    this("jdbc:heddle:");
  }

  /** Makes a source of a URL. */
  public HeddleDataSource(String url) {
    super(new HeddleDriver(), "jdbc:heddle:", url);
  }
}
