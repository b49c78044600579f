package dev.heddle.engine.scheduler.adaptive;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the adaptive steps read of a stage; the scheduler's thread only. */
public interface StageView {
  /** Returns its number in the job. */
  int number();

  /** Returns its shape, with all stages whose work it does. */
  StageShape shape();

  /** Returns the number of tasks, which is fixed once the stage is divided. */
  int tasks();

  /** Returns the numbers of the stages that read its exchange. */
  int[] consumers();

  /** Returns whether each task has a winner. */
  boolean isComplete();

  /** Returns whether a consumer that has not finished reads it. */
  boolean isNeeded();

  /** Returns whether its tasks may still be divided in another way, or left out. */
  boolean isOpenToChange();

  /** Returns whether any task of the current exchange was ever started. */
  boolean wasStarted();

  /** Returns whether a repeated task has written other rows than before. */
  boolean hasChangedRows();

  /** Returns the number of the stage without whose rows it was left out; -1 if it was not. */
  int emptyInput();

  /**
   * Returns which partitions of its exchange are skewed, in ascending order, if some reader wants
   * to know; null before that is decided.
   */
  @Nullable List<Integer> skewed();

  /** Returns the rows that its tasks have written. */
  long rows();

  /** Returns the bytes that its tasks have written. */
  long bytes();

  /** Returns about how many bytes all tasks have written into a partition. */
  long partitionBytes(int partition);

  /** Returns about how many bytes a task has written into a partition; 1 if that is not known. */
  long bytes(int task, int partition);

  /** Returns about how many bytes of this exchange a task of a reader takes, of one partition. */
  default long bytes(StageInput reader, int task) {
    int partition = task - reader.firstTask();
    if (partition < 0 || partition >= shape().partitions()) {
      return 0;
    }
    List<Integer> known = skewed();
    boolean isSkewed = known != null && known.contains(partition);
    return (isSkewed ? reader.group().hasSkewed() : reader.group().hasEven())
        ? partitionBytes(partition)
        : 0;
  }
}
