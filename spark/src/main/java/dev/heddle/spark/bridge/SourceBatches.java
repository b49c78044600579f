package dev.heddle.spark.bridge;

import java.util.Iterator;
import java.util.List;

/** Rows that Spark makes, for the task that reads them. For one thread at a time. */
public interface SourceBatches {
  /** Returns the schema of the batches, as an Arrow IPC message. */
  byte[] schema();

  /** Returns which columns of the table the batches have, in their order. */
  List<Integer> columns();

  /** Returns what a thread has to hold while Spark works for it: one thread of a task at a time. */
  Object turn();

  /** Returns the record batches of a partition, as Arrow's IPC messages; begins to make them. */
  Iterator<byte[]> open(int partition);
}
