package dev.heddle.spark.bridge;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.util.ArrowUtils;

/** The rows of a Dataset. */
final class DatasetSource implements SparkSource {
  private final Dataset<?> dataset;
  private final SourceRows all;

  DatasetSource(Dataset<?> dataset) {
    this.dataset = dataset;
    this.all = rows(dataset, IntStream.range(0, dataset.schema().length()).boxed().toList());
  }

  private static SourceRows rows(Dataset<?> dataset, List<Integer> columns) {
    RDD<byte[]> batches =
        dataset.toArrowBatchRdd(
            dataset.sparkSession().sessionState().conf().arrowMaxRecordsPerBatch(),
            DatasetRows.ZONE,
            true,
            false);
    return new SourceRows(
        batches,
        ArrowUtils.toArrowSchema(dataset.schema(), DatasetRows.ZONE, true, false)
            .serializeAsMessage(),
        columns);
  }

  @Override
  public SourceRows all() {
    return all;
  }

  /** Asks Spark for the columns alone where it then does nothing that it has done already. */
  @Override
  public SourceRows of(List<Integer> columns) {
    List<Integer> wanted = columns.isEmpty() ? List.of(0) : columns.stream().sorted().toList();
    boolean hasShuffled = dataset.queryExecution().executedPlan() instanceof AdaptiveSparkPlanExec;
    if (wanted.size() == all.columns().size() || hasShuffled) {
      return all;
    }
    Column[] picked =
        wanted.stream()
            .map(column -> dataset.schema().apply(column).name())
            .map(name -> dataset.col("`" + name.replace("`", "``") + "`"))
            .toArray(Column[]::new);
    SourceRows some = rows((Dataset<?>) dataset.select(picked), wanted);
    boolean isAsDivided = some.batches().getNumPartitions() == all.batches().getNumPartitions();
    return isAsDivided ? some : all;
  }
}
