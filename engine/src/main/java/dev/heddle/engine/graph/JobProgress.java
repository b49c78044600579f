package dev.heddle.engine.graph;

import java.util.List;

/** How far a job is, as its runner states it while it runs, for those who watch. Thread-safe. */
public final class JobProgress {
  private volatile List<StageProgress> stages = List.of();
  private volatile List<StageSample> running = List.of();
  private volatile Runnable request = () -> {};

  /**
   * States how far each stage is, in order; nothing of a job that is over, which changes nothing.
   */
  public void state(List<StageProgress> now) {
    if (!now.isEmpty()) {
      stages = List.copyOf(now);
    }
  }

  /** Returns how far each stage was when it was last stated; nothing before. */
  public List<StageProgress> stages() {
    return stages;
  }

  /** States what tasks elsewhere that run now have done so far. */
  public void sample(List<StageSample> now) {
    running = List.copyOf(now);
  }

  /** Returns what tasks elsewhere had done that ran when this was last stated. */
  public List<StageSample> running() {
    return running;
  }

  /** Sets what asks those who run the job, if they are elsewhere, to state how far it is. */
  public void askBy(Runnable newRequest) {
    request = newRequest;
  }

  /** Asks for a newer statement, which comes a moment later. */
  public void ask() {
    request.run();
  }
}
