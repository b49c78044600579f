package dev.heddle.jdbc.remote;

import dev.heddle.jdbc.TransactionsContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Transactions of a server. */
class RemoteTransactionsTest extends TransactionsContract {
  @RegisterExtension private final EmptyServer server = new EmptyServer();

  @Override
  protected String url() {
    return server.url();
  }
}
