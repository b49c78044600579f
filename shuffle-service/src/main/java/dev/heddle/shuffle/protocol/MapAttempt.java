package dev.heddle.shuffle.protocol;

/**
 * Names one try of one writing task.
 *
 * @param exchange what it writes
 * @param map number of the task among the writers, from 0
 * @param attempt number of the try, from 0
 */
public record MapAttempt(ExchangeId exchange, int map, int attempt) {
  @Override
  public String toString() {
    return "attempt " + attempt + " of map " + map + " of " + exchange;
  }
}
