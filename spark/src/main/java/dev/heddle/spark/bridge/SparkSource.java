package dev.heddle.spark.bridge;

import java.util.List;

/** A table whose rows Spark makes, in the driver. Thread-safe. */
public interface SparkSource {
  /** Returns all of its columns. */
  SourceRows all();

  /**
   * Returns rows with some of its columns at least, in the partitions of {@link #all}.
   *
   * @param columns positions among all
   */
  SourceRows of(List<Integer> columns);
}
