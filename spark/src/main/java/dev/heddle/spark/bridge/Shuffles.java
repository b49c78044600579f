package dev.heddle.spark.bridge;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.MapOutputTracker;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriteProcessor;
import org.apache.spark.shuffle.checksum.RowBasedChecksum;
import scala.Option;
import scala.Product2;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Spark's own shuffle, as Heddle's exchanges use it. */
public final class Shuffles {
  private Shuffles() {}

  /**
   * Returns the shuffle that a stage writes. If a map runs again and makes other rows, which its
   * checksums tell, all that have read it run again too.
   */
  public static ShuffleDependency<Integer, byte[], byte[]> of(
      RDD<Product2<Integer, byte[]>> stage, int partitions) {
    RowBasedChecksum[] checksums = new RowBasedChecksum[partitions];
    for (int i = 0; i < partitions; i++) {
      checksums[i] = new LedgerChecksum();
    }
    return new ShuffleDependency<>(
        stage,
        new PartitionNumbers(partitions),
        new BlockSerializer(),
        Option.empty(),
        Option.empty(),
        false,
        new ShuffleWriteProcessor(),
        checksums,
        true,
        false,
        tag(Integer.class),
        tag(byte[].class),
        tag(byte[].class));
  }

  /** Returns the host of what each map has written; an empty name if it is not known. */
  public static List<String> hosts(ShuffleDependency<Integer, byte[], byte[]> shuffle, int maps) {
    MapOutputTracker tracker = SparkEnv.get().mapOutputTracker();
    List<String> hosts = new ArrayList<>();
    for (int map = 0; map < maps; map++) {
      List<String> found =
          tracker instanceof MapOutputTrackerMaster master
              ? CollectionConverters.asJava(master.getMapLocation(shuffle, map, map + 1))
              : List.of();
      hosts.add(found.isEmpty() ? "" : found.get(0));
    }
    return hosts;
  }

  private static <T> ClassTag<T> tag(Class<T> type) {
    return ClassTag$.MODULE$.apply(type);
  }

  /** Reads what some maps have written of some partitions; each map by itself is in order. */
  @SuppressWarnings("unchecked")
  public static Iterator<Product2<Integer, byte[]>> read(
      ShuffleHandle handle,
      int firstMap,
      int endMap,
      int firstPartition,
      int endPartition,
      TaskContext context) {
    ShuffleReadMetricsReporter metrics = context.taskMetrics().createTempShuffleReadMetrics();
    scala.collection.Iterator<? extends Product2<?, ?>> records =
        SparkEnv.get()
            .shuffleManager()
            .getReader(handle, firstMap, endMap, firstPartition, endPartition, context, metrics)
            .read();
    return CollectionConverters.asJava(
        (scala.collection.Iterator<Product2<Integer, byte[]>>) records);
  }
}
