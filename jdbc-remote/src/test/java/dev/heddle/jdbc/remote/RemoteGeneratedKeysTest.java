package dev.heddle.jdbc.remote;

import dev.heddle.jdbc.GeneratedKeysContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Generated keys of a server. */
class RemoteGeneratedKeysTest extends GeneratedKeysContract {
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
