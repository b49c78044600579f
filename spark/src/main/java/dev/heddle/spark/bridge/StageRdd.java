package dev.heddle.spark.bridge;

import java.util.ArrayList;
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

  private final transient TaskPartition[] tasks; // the driver's: each task comes with its own
  private final Broadcast<byte[]> job;
  private final StageReports reports;

  /**
   * Makes a stage.
   *
   * @param inputs exchanges that it reads, in the order in which its tasks name them
   * @param sources rows that Spark makes and it reads, likewise
   * @param job bytes of the job
   * @param reports takes what tasks report that have done their work
   */
  public StageRdd(
      SparkContext spark,
      List<TaskPartition> tasks,
      List<ShuffleDependency<Integer, byte[], byte[]>> inputs,
      List<StageSource> sources,
      Broadcast<byte[]> job,
      StageReports reports) {
    super(spark, dependencies(inputs, sources), tag());
    this.tasks =
        tasks.stream()
            .map(task -> sources.isEmpty() ? task : task.reading(sources))
            .toArray(TaskPartition[]::new);
    this.job = job;
    this.reports = reports;
  }

  private static scala.collection.immutable.Seq<Dependency<?>> dependencies(
      List<ShuffleDependency<Integer, byte[], byte[]>> inputs, List<StageSource> sources) {
    List<Dependency<?>> all = new ArrayList<>(inputs);
    all.addAll(sources);
    return CollectionConverters.asScala(all).toSeq();
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
  public scala.collection.immutable.Seq<String> getPreferredLocations(Partition partition) {
    return CollectionConverters.asScala(((TaskPartition) partition).hosts()).toSeq();
  }

  @Override
  public scala.collection.Iterator<Product2<Integer, byte[]>> compute(
      Partition partition, TaskContext context) {
    Requirements.checkExecutor();
    TaskPartition task = (TaskPartition) partition;
    List<ShuffleHandle> handles = new ArrayList<>();
    List<SourceBatches> sources = new ArrayList<>();
    for (Dependency<?> read : CollectionConverters.asJava(dependencies())) {
      if (read instanceof ShuffleDependency<?, ?, ?> shuffle) {
        handles.add(shuffle.shuffleHandle());
      } else if (read instanceof StageSource source) {
        sources.add(new Batches(source, task.sources().get(sources.size()), context));
      } else {
        throw new IllegalStateException("A stage does not read " + read);
      }
    }
    Iterator<Product2<Integer, byte[]>> written =
        StageTask.here()
            .run(
                job.value(),
                task.task(),
                handles.toArray(ShuffleHandle[]::new),
                sources,
                context,
                reports);
    return CollectionConverters.asScala(written);
  }

  private record Batches(StageSource source, TaskPartition.Source read, TaskContext context)
      implements SourceBatches {
    @Override
    public List<Integer> columns() {
      return source.columns();
    }

    @Override
    public Object turn() {
      return context;
    }

    @Override
    public byte[] schema() {
      return source.schema();
    }

    @Override
    public Iterator<byte[]> open(int partition) {
      Partition made = read.partitions()[partition - read.first()];
      return CollectionConverters.asJava(source.rdd().iterator(made, context));
    }
  }
}
