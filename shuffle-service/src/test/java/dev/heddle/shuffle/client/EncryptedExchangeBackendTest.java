package dev.heddle.shuffle.client;

import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.net.SecurityFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Two servers with sockets, disks, tokens and TLS. */
class EncryptedExchangeBackendTest extends ServiceExchangeBackendTest {
  @TempDir static Path secrets;

  @BeforeAll
  static void makeSecrets() {
    SecurityFolder.generate(secrets.resolve("made"));
  }

  @Override
  Security security() {
    return Security.load(secrets.resolve("made"));
  }
}
