package dev.heddle.jdbc.remote;

import dev.heddle.jdbc.connection.UrlDataSource;
import dev.heddle.jdbc.text.UrlOptions;

/** Opens connections to one URL of a server. Thread-safe. */
public final class RemoteDataSource extends UrlDataSource {
  /** Makes a source of a server of this machine; for pools, which call {@link #setUrl}. */
  public RemoteDataSource() {
    this(UrlOptions.SERVER_PREFIX + "localhost");
  }

  /** Makes a source of a URL. */
  public RemoteDataSource(String url) {
    super(new RemoteDriver(), UrlOptions.SERVER_PREFIX, url);
  }
}
