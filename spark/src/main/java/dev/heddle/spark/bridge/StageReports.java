package dev.heddle.spark.bridge;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.LongAccumulator;

/**
 * What the tasks of a stage report that have done their work: in full to the driver, in numbers to
 * Spark's pages.
 */
public final class StageReports implements Serializable {
  private static final long serialVersionUID = 1L;

  private final CollectionAccumulator<byte[]> reports = new CollectionAccumulator<>();
  private final LongAccumulator rows;
  private final LongAccumulator bytes;
  private final LongAccumulator spilledBytes;

  /** Begins with nothing. */
  public StageReports(SparkContext spark) {
    spark.register(reports);
    rows = spark.longAccumulator("rows written");
    bytes = spark.longAccumulator("bytes written");
    spilledBytes = spark.longAccumulator("bytes spilled");
  }

  /** Adds a task's report, in the task. */
  public void add(byte[] report, long writtenRows, long writtenBytes, long spilled) {
    reports.add(report);
    rows.add(writtenRows);
    bytes.add(writtenBytes);
    spilledBytes.add(spilled);
  }

  /** Returns the reports that have come; in the driver. */
  public List<byte[]> all() {
    return reports.value();
  }
}
