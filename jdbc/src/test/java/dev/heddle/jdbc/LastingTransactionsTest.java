package dev.heddle.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Transactions over a lasting database. */
class LastingTransactionsTest extends TransactionsContract {
  @TempDir private Path folder;

  @Override
  protected String url() {
    return "jdbc:heddle:?threads=1&database=" + folder.resolve("lake");
  }
}
