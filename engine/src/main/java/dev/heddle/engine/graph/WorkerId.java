package dev.heddle.engine.graph;

/**
 * Names one life of a worker.
 *
 * @param number which worker; small, for it is an index
 * @param incarnation which of its lives; an earlier one is never heard again
 */
public record WorkerId(int number, long incarnation) {
  @Override
  public String toString() {
    return "worker " + number + " (incarnation " + incarnation + ")";
  }
}
