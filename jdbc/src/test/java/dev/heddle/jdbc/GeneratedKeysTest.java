package dev.heddle.jdbc;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Generated keys in the process. */
class GeneratedKeysTest extends GeneratedKeysContract {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String url = "jdbc:heddle:keys" + COUNT.incrementAndGet() + "?threads=1";

  @Override
  protected String url() {
    return url;
  }

  @Override
  protected DataSource dataSource(String of) {
    return new HeddleDataSource(of);
  }
}
