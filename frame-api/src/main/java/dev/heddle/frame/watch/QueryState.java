package dev.heddle.frame.watch;

/** Where a query is in its life. */
public enum QueryState {
  /** It is planned, or what it needs first is computed. */
  PLANNING,
  /** It waits for memory that other queries have. */
  WAITING,
  /** Its stages run. */
  RUNNING,
  /** It has ended with a result. */
  FINISHED,
  /** It has ended with an error. */
  FAILED,
  /** It was cancelled. */
  CANCELLED;

  /** Returns whether it is over. */
  public boolean isEnd() {
    return switch (this) {
      case PLANNING, WAITING, RUNNING -> false;
      case FINISHED, FAILED, CANCELLED -> true;
    };
  }
}
