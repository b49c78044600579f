package dev.heddle.spark.bridge;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What the tasks of a stage read of rows that Spark makes: each some adjacent partitions, which are
 * made where the task runs.
 */
public final class StageSource extends NarrowDependency<byte[]> {
  private static final long serialVersionUID = 1L;

  private final byte[] schema;
  private final List<Integer> columns;
  private final int[] first; // by task
  private final int[] end; // by task

  /**
   * Divides rows among tasks.
   *
   * @param first number of each task's first partition
   * @param end the one behind its last
   */
  public StageSource(SourceRows rows, int[] first, int[] end) {
    super(rows.batches());
    this.schema = rows.schema();
    this.columns = rows.columns();
    this.first = first.clone();
    this.end = end.clone();
  }

  @Override
  public scala.collection.immutable.Seq<Object> getParents(int task) {
    List<Object> parents = new ArrayList<>();
    for (int part = first[task]; part < end[task]; part++) {
      parents.add(part);
    }
    return CollectionConverters.asScala(parents).toSeq();
  }

  byte[] schema() {
    return schema;
  }

  List<Integer> columns() {
    return columns;
  }

  /** Returns what a task reads; for the driver. */
  TaskPartition.Source of(int task) {
    Partition[] all = rdd().partitions();
    Partition[] read = new Partition[end[task] - first[task]];
    System.arraycopy(all, first[task], read, 0, read.length);
    return new TaskPartition.Source(first[task], read);
  }
}
