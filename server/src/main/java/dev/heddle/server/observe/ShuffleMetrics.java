package dev.heddle.server.observe;

import dev.heddle.engine.cluster.coordinator.ShuffleProcess;
import dev.heddle.shuffle.server.ServerUsage;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** The metrics of a shuffle server. Thread-safe. */
public final class ShuffleMetrics implements MultiCollector {
  private final ShuffleProcess process;

  /** Makes a collector that asks for each scrape. */
  public ShuffleMetrics(ShuffleProcess process) {
    this.process = process;
  }

  @Override
  public MetricSnapshots collect() {
    ServerUsage usage = process.usage();
    return new Samples()
        .gauge("heddle_joined", "1 if a scheduler has taken it in.", process.isJoined() ? 1 : 0)
        .gauge("heddle_shuffle_held_bytes", "Memory of blocks.", usage.heldBytes())
        .gauge(
            "heddle_shuffle_granted_bytes", "Memory that writers may fill.", usage.grantedBytes())
        .gauge(
            "heddle_shuffle_loading_bytes",
            "Memory of blocks on their way from the disk to readers.",
            usage.loadingBytes())
        .gauge("heddle_shuffle_disk_bytes", "Bytes of bundles.", usage.diskBytes())
        .gauge(
            "heddle_shuffle_tier_bytes",
            "Bytes of bundles elsewhere, for want of disk.",
            usage.tierBytes())
        .gauge("heddle_shuffle_jobs", "Jobs that have a lease.", usage.jobs())
        .gauge("heddle_shuffle_attempts", "Attempts that are open or sealed.", usage.attempts())
        .gauge("heddle_shuffle_writers", "Attempts that are open.", usage.writers())
        .gauge("heddle_shuffle_readers", "Readers under way.", usage.readers())
        .counter(
            "heddle_shuffle_refusals", "Conversations that have been refused.", usage.refusals())
        .counter("heddle_shuffle_losses", "Sealed attempts that have been lost.", usage.losses())
        .snapshots();
  }
}
