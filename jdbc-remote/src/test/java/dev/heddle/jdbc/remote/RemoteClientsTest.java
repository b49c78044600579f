package dev.heddle.jdbc.remote;

import dev.heddle.jdbc.ClientsContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients of the driver of servers. */
class RemoteClientsTest extends ClientsContract {
  @RegisterExtension private final EmptyServer server = new EmptyServer();

  @Override
  protected String url() {
    return server.url();
  }

  @Override
  protected DataSource dataSource(String url) {
    return new RemoteDataSource(url);
  }
}
