package dev.heddle.jdbc.remote;

import dev.heddle.jdbc.MetaDataContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What tools ask the driver of servers. */
class RemoteMetaDataTest extends MetaDataContract {
  @RegisterExtension private final EmptyServer server = new EmptyServer();

  @Override
  protected String url() {
    return server.url();
  }
}
