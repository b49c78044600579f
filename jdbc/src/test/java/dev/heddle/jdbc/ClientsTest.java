package dev.heddle.jdbc;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Clients of the driver in the process. */
class ClientsTest extends ClientsContract {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String url = "jdbc:heddle:clients" + COUNT.incrementAndGet() + "?threads=1";

  @Override
  protected String url() {
    return url;
  }

  @Override
  protected DataSource dataSource(String of) {
    return new HeddleDataSource(of);
  }
}
