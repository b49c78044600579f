package dev.heddle.shuffle.client;

import dev.heddle.shuffle.protocol.ExchangeShape;

/** Two servers, for exchanges of so many partitions that they are stored in packs. */
class PackedExchangeBackendTest extends ServiceExchangeBackendTest {
  private static final int MORE_PARTITIONS = (int) ExchangeShape.MAX_BLOCK_PAIRS;

  @Override
  protected ExchangeShape shape(int maps, int partitions, boolean isKept) {
    ExchangeShape shape = super.shape(maps, partitions + MORE_PARTITIONS, isKept);
    if (!shape.isPacked()) {
      throw new IllegalStateException("No packs in " + shape);
    }
    return shape;
  }
}
