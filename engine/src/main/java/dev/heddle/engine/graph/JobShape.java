package dev.heddle.engine.graph;

import java.util.List;

/**
 * The stages of a job as a scheduler sees them, producers before consumers; the last one makes the
 * result. The exchange that stage {@code s} writes is number {@code s}; if it has to be made anew
 * after its release, its number grows by the number of stages, so that no number is used twice.
 *
 * @param stages at least one
 * @param share what it gets beside other jobs
 * @param isKept whether the result stays for other jobs to read, until the client gives it up
 * @param isStreamed whether the client reads what the first tasks of the result stage have written
 *     while later ones run
 */
public record JobShape(
    List<StageShape> stages, JobShare share, boolean isKept, boolean isStreamed) {
  /** Makes a job that asks for nothing special. */
  public JobShape(List<StageShape> stages) {
    this(stages, JobShare.STANDARD);
  }

  /** Makes a job whose result only the client reads. */
  public JobShape(List<StageShape> stages, JobShare share) {
    this(stages, share, false, false);
  }

  /** Copies the list and checks its order. */
  public JobShape {
    stages = List.copyOf(stages);
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("A job has a stage");
    }
    for (int i = 0; i < stages.size(); i++) {
      StageShape stage = stages.get(i);
      if (stage.partitions() == 0 && i < stages.size() - 1) {
        throw new IllegalArgumentException("Stage " + i + " writes no exchange");
      }
      for (StageInput input : stage.inputs()) {
        if (input.stage() < 0 || input.stage() >= i) {
          throw new IllegalArgumentException("Stage " + i + " cannot read " + input);
        }
        int written = stages.get(input.stage()).partitions();
        boolean isApart = stage.inputs().stream().anyMatch(other -> other.firstTask() > 0);
        int read = input.isWhole() ? 1 : stage.tasks() - input.firstTask();
        boolean mayHaveFewer = isApart && !input.isWhole();
        if (written > read || (written < read && !mayHaveFewer)) {
          throw new IllegalArgumentException(
              "Stage "
                  + i
                  + " with "
                  + stage.tasks()
                  + " tasks cannot read "
                  + input
                  + " with "
                  + written
                  + " partitions");
        }
      }
    }
  }

  /** Returns the same stages with another share. */
  public JobShape withShare(JobShare newShare) {
    return new JobShape(stages, newShare, isKept, isStreamed);
  }

  /** Returns the same job for a scheduler that knows of no other jobs, whose results are there. */
  public JobShape withoutPins() {
    return new JobShape(
        stages.stream().map(StageShape::withoutPins).toList(), share, isKept, isStreamed);
  }

  /** Returns the same job, whose result other jobs read. */
  public JobShape kept() {
    return new JobShape(stages, share, true, false);
  }

  /** Returns the same job, whose client reads the result part by part. */
  public JobShape streamed() {
    return new JobShape(stages, share, false, true);
  }
}
