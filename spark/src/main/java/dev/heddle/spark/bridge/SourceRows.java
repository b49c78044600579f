package dev.heddle.spark.bridge;

import java.util.List;
import org.apache.spark.rdd.RDD;

/**
 * Rows that Spark makes and a stage reads: each partition is a sequence of Arrow record batches.
 *
 * @param batches as Arrow's IPC messages
 * @param schema of the batches, as an Arrow IPC message
 * @param columns which columns of the table they have, in their order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SourceRows(RDD<byte[]> batches, byte[] schema, List<Integer> columns) {
  /** Copies the list. */
  public SourceRows {
    columns = List.copyOf(columns);
  }
}
