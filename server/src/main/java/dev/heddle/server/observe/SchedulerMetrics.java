package dev.heddle.server.observe;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.StageProgress;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The metrics of a scheduler: none while it does not answer. Thread-safe if the source is. */
public final class SchedulerMetrics implements MultiCollector {
  private static final String BUCKET = "bucket";

  private final Supplier<Optional<ClusterStatus>> source;

  /** Makes a collector that asks for each scrape. */
  public SchedulerMetrics(Supplier<Optional<ClusterStatus>> source) {
    this.source = source;
  }

  @Override
  public MetricSnapshots collect() {
    return source.get().map(SchedulerMetrics::of).orElseGet(MetricSnapshots::of);
  }

  private static MetricSnapshots of(ClusterStatus status) {
    Samples samples = new Samples();
    addBuckets(samples, status.buckets());
    return samples
        .gauge("heddle_workers", "Workers that have joined.", status.workers().size())
        .gauge("heddle_slots", "Tasks that all workers run at a time.", status.slots())
        .gauge(
            "heddle_worker_memory_bytes",
            "Memory that the tasks of all workers may use, off the heap.",
            status.workers().stream().mapToLong(ClusterStatus.Worker::memoryBytes).sum())
        .gauge(
            "heddle_worker_silent_seconds",
            "The longest time for which nothing has been heard of a worker.",
            status.workers().stream().mapToLong(ClusterStatus.Worker::silentMillis).max().orElse(0)
                / 1e3)
        .gauge(
            "heddle_shuffle_servers", "Shuffle servers that have joined.", status.servers().size())
        .gauge("heddle_jobs_open", "Jobs that are not over.", status.jobs().size())
        .counter("heddle_jobs_done", "Jobs that have ended with a result.", status.jobsDone())
        .counter("heddle_jobs_failed", "Jobs that have ended without one.", status.jobsFailed())
        .gauge("heddle_tasks", "Tasks of open jobs.", sum(status, StageProgress::tasks))
        .gauge("heddle_tasks_held", "Those that workers hold.", sum(status, StageProgress::held))
        .gauge("heddle_tasks_done", "Those that have a result.", sum(status, StageProgress::done))
        .gauge(
            "heddle_exchange_rows",
            "Rows that they have written.",
            sum(status, StageProgress::rows))
        .gauge(
            "heddle_exchange_bytes",
            "Bytes that they have written.",
            sum(status, StageProgress::bytes))
        .snapshots();
  }

  private static void addBuckets(Samples samples, List<ClusterStatus.Bucket> buckets) {
    Map<List<String>, Double> leases = new LinkedHashMap<>();
    for (ClusterStatus.Bucket bucket : buckets) {
      for (ClusterStatus.BucketLease lease : bucket.leases()) {
        leases.merge(
            List.of(bucket.name(), lease.member()), lease.requestsPerSecond(), Double::sum);
      }
    }
    samples
        .gauges(
            "heddle_bucket_limit_requests_per_second",
            "Requests that all processes together may send to a bucket; +Inf without a limit.",
            BUCKET,
            each(buckets, ClusterStatus.Bucket::limit))
        .gauges(
            "heddle_bucket_requests_per_second",
            "Requests that they send, refused ones among them.",
            BUCKET,
            each(buckets, ClusterStatus.Bucket::sentPerSecond))
        .gauges(
            "heddle_bucket_bytes_per_second",
            "Bytes that come and go.",
            BUCKET,
            each(buckets, ClusterStatus.Bucket::bytesPerSecond))
        .gauges(
            "heddle_bucket_allowed_bytes_per_second",
            "Bytes that the limit allows with requests of that size; 0 while none are sent.",
            BUCKET,
            each(buckets, ClusterStatus.Bucket::allowedBytesPerSecond))
        .gauges(
            "heddle_bucket_waiting",
            "Requests that wait until they may be sent.",
            BUCKET,
            each(buckets, bucket -> (double) bucket.waiting()))
        .counters(
            "heddle_bucket_requests",
            "Requests that were sent.",
            BUCKET,
            each(buckets, ClusterStatus.Bucket::requests))
        .counters(
            "heddle_bucket_refused",
            "Requests that were refused because there were too many.",
            BUCKET,
            each(buckets, ClusterStatus.Bucket::refused))
        .gauges(
            "heddle_bucket_lease_requests_per_second",
            "A process's share of the limit.",
            List.of(BUCKET, "member"),
            leases);
  }

  private static <V> Map<String, V> each(
      List<ClusterStatus.Bucket> buckets, Function<ClusterStatus.Bucket, V> value) {
    Map<String, V> values = new LinkedHashMap<>();
    buckets.forEach(bucket -> values.put(bucket.name(), value.apply(bucket)));
    return values;
  }

  private static long sum(ClusterStatus status, ToLongFunction<StageProgress> value) {
    return status.jobs().stream().flatMap(job -> job.stages().stream()).mapToLong(value).sum();
  }
}
