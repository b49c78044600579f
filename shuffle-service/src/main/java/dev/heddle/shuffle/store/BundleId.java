package dev.heddle.shuffle.store;

import dev.heddle.shuffle.protocol.MapAttempt;

/**
 * Names a bundle.
 *
 * @param attempt the attempt that wrote it
 * @param epoch epoch of its exchange
 */
public record BundleId(MapAttempt attempt, int epoch) {}
