package dev.heddle.engine.guide;

import java.util.List;

/** The public methods that users of other engines know, which the pages for them have to name. */
final class TheirMethods {
  static final List<String> POLARS_LAZY_FRAME =
      List.of(
          ("approx_n_unique bottom_k cache cast clear collect collect_async collect_batches"
               + " collect_schema columns count describe drop drop_nans drop_nulls dtypes explain"
               + " explode fill_nan fill_null filter first gather gather_every group_by"
               + " group_by_dynamic head inspect interpolate join join_asof join_where last limit"
               + " map_batches match_to_schema max mean median merge_sorted min null_count pipe"
               + " pipe_with_schema pivot profile quantile remove rename reverse rolling schema"
               + " select set_sorted shift show show_graph sink_batches sink_csv sink_delta"
               + " sink_iceberg sink_ipc sink_ndjson sink_parquet slice sort sql std sum tail top_k"
               + " unique unnest unpivot update var width with_columns with_row_index")
              .split(" "));

  static final List<String> POLARS_SERIES =
      List.of(
          ("backward_fill bottom_k bottom_k_by cum_count cum_max cum_min cum_prod cum_sum"
               + " cumulative_eval cut diff ewm_mean ewm_mean_by ewm_std ewm_sum ewm_sum_by ewm_var"
               + " fill_null forward_fill hist interpolate interpolate_by pct_change qcut rank"
               + " rolling rolling_kurtosis rolling_map rolling_max rolling_max_by rolling_mean"
               + " rolling_mean_by rolling_median rolling_median_by rolling_min rolling_min_by"
               + " rolling_quantile rolling_quantile_by rolling_rank rolling_rank_by rolling_skew"
               + " rolling_std rolling_std_by rolling_sum rolling_sum_by rolling_var rolling_var_by"
               + " shift top_k top_k_by")
              .split(" "));

  static final List<String> SPARK_DATASET =
      List.of(
          ("agg alias as cache checkpoint coalesce col colRegex collect collectAsList columns count"
               + " createGlobalTempView createOrReplaceGlobalTempView createOrReplaceTempView"
               + " createTempView crossJoin cube describe distinct drop dropDuplicates"
               + " dropDuplicatesWithinWatermark dtypes except exceptAll exists explain explode"
               + " filter first flatMap foreach foreachPartition groupBy groupByKey groupingSets"
               + " head hint inputFiles intersect intersectAll isEmpty isStreaming join joinWith"
               + " lateralJoin limit localCheckpoint map mapPartitions melt mergeInto"
               + " metadataColumn na nearestByJoin observe offset orderBy persist printSchema"
               + " queryExecution randomSplit randomSplitAsList reduce repartition"
               + " repartitionByExpression repartitionById repartitionByRange rollup sample scalar"
               + " schema select selectExpr show sort sortWithinPartitions stat storageLevel"
               + " summary tail take takeAsList to toDF toJSON toLocalIterator transform transpose"
               + " union unionAll unionByName unpersist unpivot where withColumn withColumnRenamed"
               + " withColumns withColumnsRenamed withMetadata withWatermark write writeStream"
               + " writeTo zipWithIndex")
              .split(" "));

  private TheirMethods() {}
}
