package dev.heddle.server.observe;

import dev.heddle.engine.worker.WorkerFigures;
import dev.heddle.io.rate.BucketTransfers;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** The metrics of a worker. Thread-safe if the source is. */
public final class WorkerMetrics implements MultiCollector {
  private static final String BUCKET = "bucket";

  private final Supplier<WorkerFigures> source;

  /** Makes a collector that asks for each scrape. */
  public WorkerMetrics(Supplier<WorkerFigures> source) {
    this.source = source;
  }

  @Override
  public MetricSnapshots collect() {
    WorkerFigures figures = source.get();
    return new Samples()
        .gauge("heddle_joined", "1 if a scheduler has taken it in.", figures.isJoined() ? 1 : 0)
        .counter("heddle_worker_lives", "How often one has.", figures.lives())
        .gauge("heddle_tasks_running", "Tasks that run.", figures.running())
        .counter(
            "heddle_tasks_finished", "Tasks that have ended with a result.", figures.finished())
        .counter(
            "heddle_tasks_failed",
            "Tasks that have ended without one, stopped ones among them.",
            figures.failed())
        .gauge("heddle_memory_used_bytes", "Memory in use, off the heap.", figures.memoryBytes())
        .gauge("heddle_memory_peak_bytes", "The most of it at a time.", figures.memoryPeakBytes())
        .gauge("heddle_memory_limit_bytes", "The most that may be.", figures.memoryLimitBytes())
        .gauge("heddle_spill_bytes", "Bytes of spill files.", figures.spillBytes())
        .gauges(
            "heddle_bucket_allowed_requests_per_second",
            "Requests that this process may send to a bucket; +Inf without a limit.",
            BUCKET,
            figures.allowed())
        .counters(
            "heddle_bucket_requests",
            "Requests that this process has sent, refused ones among them.",
            BUCKET,
            each(figures, BucketTransfers::requests))
        .counters(
            "heddle_bucket_refused",
            "Requests that were refused because there were too many.",
            BUCKET,
            each(figures, BucketTransfers::refused))
        .counters(
            "heddle_bucket_bytes",
            "Bytes that have come and gone.",
            BUCKET,
            each(figures, BucketTransfers::bytes))
        .snapshots();
  }

  private static Map<String, Long> each(
      WorkerFigures figures, Function<BucketTransfers, Long> value) {
    Map<String, Long> values = new LinkedHashMap<>();
    figures.buckets().forEach(bucket -> values.put(bucket.bucket(), value.apply(bucket)));
    return values;
  }
}
