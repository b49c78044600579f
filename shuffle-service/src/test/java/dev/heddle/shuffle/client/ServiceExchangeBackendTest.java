package dev.heddle.shuffle.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.store.ExchangeBackendContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Two servers with sockets and disks. */
class ServiceExchangeBackendTest extends ExchangeBackendContract {
  private static final ServerLimits LIMITS = new ServerLimits(4 << 20, 1L << 30, 1L << 30, 600_000);

  @TempDir Path folder;
  private final TestServers servers = new TestServers(security());

  /** Returns how connections are protected. */
  Security security() {
    return Security.none();
  }

  @Override
  protected ExchangeBackend open() {
    servers.start(1, LIMITS, folder.resolve("one"));
    servers.start(2, LIMITS, folder.resolve("two"));
    return servers.backend(1, 0, account);
  }

  @Override
  protected void report(SealedMap sealed) {
    servers.report(sealed);
  }

  @Override
  protected void release(ExchangeId exchange) {
    servers.servers.values().forEach(s -> s.service.release(exchange));
  }

  @Override
  protected void shut() throws IOException {
    servers.channels.close();
    for (TestServers.Server server : servers.servers.values()) {
      server.service.endJob(ID.job());
      server.service.endJob(8);
      ServerUsage usage = TestServers.usageAtRest(server.service);
      assertThat(usage.heldBytes() + usage.diskBytes()).isZero();
    }
    servers.close();
    try (Stream<Path> left = Files.walk(folder)) {
      assertThat(left.filter(p -> p.toString().contains("job-"))).isEmpty();
    }
  }
}
