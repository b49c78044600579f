package dev.heddle.spark.bridge;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.util.CollectionAccumulator;
import scala.Product2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * A stage: each partition is a task, whose rows are the blocks that it writes. Of Heddle it has
 * nothing but bytes.
 */
public final class StageRdd extends RDD<Product2<Integer, byte[]>> {
  private static final long serialVersionUID = 1L;

  private final TaskPartition[] tasks;
  private final Broadcast<byte[]> job;
  private final CollectionAccumulator<byte[]> reports;

  /** Runs in the executor that has loaded it. */
  private static final class Holder {
    static final StageTask TASK =
        HeddleLoader.make(StageTask.class, "dev.heddle.spark.runner.ExecutorTask");
  }

  /**
   * Makes a stage.
   *
   * @param inputs what it reads, in the order in which its tasks name them
   * @param job bytes of the job
   * @param reports takes what tasks report that have done their work
   */
  public StageRdd(
      SparkContext spark,
      List<TaskPartition> tasks,
      List<ShuffleDependency<Integer, byte[], byte[]>> inputs,
      Broadcast<byte[]> job,
      CollectionAccumulator<byte[]> reports) {
    super(spark, dependencies(inputs), tag());
    this.tasks = tasks.toArray(TaskPartition[]::new);
    this.job = job;
    this.reports = reports;
  }

  private static scala.collection.immutable.Seq<Dependency<?>> dependencies(
      List<ShuffleDependency<Integer, byte[], byte[]>> inputs) {
    return CollectionConverters.asScala(List.<Dependency<?>>copyOf(inputs)).toSeq();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static ClassTag<Product2<Integer, byte[]>> tag() {
    return (ClassTag) ClassTag$.MODULE$.apply(Product2.class);
  }

  @Override
  public Partition[] getPartitions() {
    return tasks.clone();
  }

  @Override
  public scala.collection.Iterator<Product2<Integer, byte[]>> compute(
      Partition partition, TaskContext context) {
    Requirements.checkExecutor();
    List<Dependency<?>> read = CollectionConverters.asJava(dependencies());
    ShuffleHandle[] handles = new ShuffleHandle[read.size()];
    for (int i = 0; i < handles.length; i++) {
      handles[i] = ((ShuffleDependency<?, ?, ?>) read.get(i)).shuffleHandle();
    }
    TaskPartition task = (TaskPartition) partition;
    Iterator<Product2<Integer, byte[]>> written =
        Holder.TASK.run(job.value(), task.task(), handles, context, reports::add);
    return CollectionConverters.asScala(written);
  }
}
