package dev.heddle.shuffle.protocol;

/**
 * Names one try of one writing task.
 *
 * @param exchange what it writes
 * @param map number of the task among the writers, from 0
 * @param attempt number of the try, from 0
 */
public record MapAttempt(ExchangeId exchange, int map, int attempt) {
  /** Looked up several times for each task. */
  @Override
  public int hashCode() {
    return (exchange.hashCode() * 31 + map) * 31 + attempt;
  }

  @Override
  public String toString() {
    return "attempt " + attempt + " of map " + map + " of " + exchange;
  }
}
