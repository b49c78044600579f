package dev.heddle.engine.graph;

import dev.heddle.physical.plan.Distribution;
import dev.heddle.shuffle.protocol.ExchangeShape;

/** Where the rows of a stage go. */
public sealed interface StageOutput {
  /** To the user. */
  record Result() implements StageOutput {}

  /**
   * Into an exchange.
   *
   * @param exchange its number in the job
   * @param distribution how rows are placed into partitions
   * @param shape types, writers and partitions
   */
  record ToExchange(int exchange, Distribution distribution, ExchangeShape shape)
      implements StageOutput {}
}
