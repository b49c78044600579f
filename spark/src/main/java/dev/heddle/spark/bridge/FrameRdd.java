package dev.heddle.spark.bridge;

import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.arrow.ArrowConverters$;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/** The rows of a frame, for Spark SQL: a partition has what one task has written. */
public final class FrameRdd extends RDD<InternalRow> {
  private static final long serialVersionUID = 1L;

  private final int maps;
  private final byte[] request;
  private final StructType schema;

  private record Part(int index) implements Partition {
    @Override
    public int hashCode() {
      return index;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Part it && it.index == index;
    }
  }

  /** Makes the rows of a frame available; {@code schema} is its schema as Spark has it. */
  public FrameRdd(SparkContext spark, FrameParts parts, StructType schema) {
    super(spark, dependencies(parts), ClassTag$.MODULE$.apply(InternalRow.class));
    this.maps = parts.maps();
    this.request = parts.request();
    this.schema = schema;
  }

  private static scala.collection.immutable.Seq<Dependency<?>> dependencies(FrameParts parts) {
    return CollectionConverters.asScala(List.<Dependency<?>>of(parts.rows())).toSeq();
  }

  @Override
  public Partition[] getPartitions() {
    Partition[] all = new Partition[maps];
    for (int map = 0; map < maps; map++) {
      all[map] = new Part(map);
    }
    return all;
  }

  @Override
  public scala.collection.Iterator<InternalRow> compute(Partition partition, TaskContext context) {
    ShuffleDependency<?, ?, ?> rows = (ShuffleDependency<?, ?, ?>) dependencies().head();
    return ArrowConverters$.MODULE$.fromBatchIterator(
        CollectionConverters.asScala(
            StageTask.here().read(request, rows.shuffleHandle(), partition.index(), context)),
        schema,
        DatasetRows.ZONE,
        true,
        false,
        context);
  }
}
