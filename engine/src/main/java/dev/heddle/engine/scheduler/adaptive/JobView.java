package dev.heddle.engine.scheduler.adaptive;

/** What the adaptive steps read of a job; the scheduler's thread only. */
public interface JobView {
  /** Returns the number of stages; the last one makes the result. */
  int stageCount();

  /** Returns a stage by its number. */
  StageView stage(int number);

  /** Returns whether the result's rows go to the caller's sink or stay for other jobs. */
  boolean isResultExpected();

  /** Returns whether some worker has this much memory, as far as is known. */
  boolean fits(long floorBytes);
}
