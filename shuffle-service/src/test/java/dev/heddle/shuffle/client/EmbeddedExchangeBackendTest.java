package dev.heddle.shuffle.client;

import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.store.ExchangeBackendContract;
import java.util.Optional;

/** A server within the worker, without a disk. */
class EmbeddedExchangeBackendTest extends ExchangeBackendContract {
  private final TestServers servers = new TestServers();

  @Override
  protected ExchangeBackend open() {
    servers.start(1, new ServerLimits(16 << 20, 0, 1L << 30, 600_000), Optional.empty());
    return servers.backend(1, 1 << 20, account);
  }

  @Override
  protected void report(SealedMap sealed) {
    servers.report(sealed);
  }

  @Override
  protected void release(ExchangeId exchange) {
    servers.servers.get(1).service.release(exchange);
    servers.forgetLittle();
  }

  @Override
  protected void shut() {
    servers.close();
  }

  @Override
  protected boolean spills() {
    return false;
  }
}
