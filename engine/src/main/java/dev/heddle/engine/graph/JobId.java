package dev.heddle.engine.graph;

/**
 * Names one run of a query.
 *
 * @param number unique in the process
 */
public record JobId(long number) {
  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return "job " + number;
  }
}
