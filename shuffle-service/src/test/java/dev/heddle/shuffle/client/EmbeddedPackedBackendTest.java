package dev.heddle.shuffle.client;

import dev.heddle.shuffle.protocol.ExchangeShape;

/** A server within the worker, for exchanges that are stored in packs. */
class EmbeddedPackedBackendTest extends EmbeddedExchangeBackendTest {
  @Override
  protected ExchangeShape shape(int maps, int partitions, boolean isKept) {
    return super.shape(maps, partitions + (int) ExchangeShape.MAX_BLOCK_PAIRS, isKept);
  }
}
