package dev.heddle.spark.bridge;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.shuffle.ShuffleHandle;
import scala.Product2;

/** Runs Heddle's tasks in an executor; implemented in {@link HeddleLoader}'s classes. */
public interface StageTask {
  /** Returns the one of this process, made when it is first asked for. */
  static StageTask here() {
    return Holder.TASK;
  }

  /** Has the one of this process. */
  final class Holder {
    private static final StageTask TASK =
        HeddleLoader.make(StageTask.class, "dev.heddle.spark.runner.ExecutorTask");

    private Holder() {}
  }

  /**
   * Begins a task and returns what it writes: blocks with the numbers of their partitions.
   *
   * @param job bytes of the job
   * @param task bytes of what the task has to know beside
   * @param inputs where exchanges are that it reads and somebody has written, in the order in which
   *     the task names them
   * @param sources rows that Spark makes, in the order in which the task names them
   * @param context Spark's, of this attempt
   * @param reports takes what is reported when the attempt has written everything
   */
  Iterator<Product2<Integer, byte[]>> run(
      byte[] job,
      byte[] task,
      ShuffleHandle[] inputs,
      List<SourceBatches> sources,
      TaskContext context,
      StageReports reports);

  /**
   * Returns rows that a frame has left in Spark's shuffle as Arrow record batches.
   *
   * @param request bytes of what has to be known
   * @param map whose rows they are
   */
  Iterator<byte[]> read(byte[] request, ShuffleHandle rows, int map, TaskContext context);
}
