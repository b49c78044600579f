package dev.heddle.frame.spi;

import dev.heddle.frame.option.SessionOptions;

/**
 * Makes engines; found by {@link java.util.ServiceLoader}, so implementations are public with a
 * public no-argument constructor.
 */
public interface EngineProvider {
  /** Returns a short name for messages, such as {@code local}. */
  String name();

  /**
   * Returns a new engine for one session, quickly: heavy parts start with the first query.
   *
   * @throws dev.heddle.frame.error.HeddleException if the options cannot be met on this machine
   */
  Engine open(SessionOptions options);
}
