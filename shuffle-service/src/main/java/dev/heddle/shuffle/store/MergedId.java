package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.ExchangeId;

/**
 * Names a merged bundle.
 *
 * @param exchange the exchange of all attempts in it
 * @param number which one of the exchange it is
 */
public record MergedId(ExchangeId exchange, int number) {}
