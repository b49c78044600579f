package dev.heddle.cli.observe;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Collects values of one scrape. Used by one thread. */
final class Samples {
  private final MetricSnapshots.Builder all = MetricSnapshots.builder();

  /** Adds a value that goes up and down. */
  Samples gauge(String name, String help, double value) {
    all.metricSnapshot(
        GaugeSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
            .build());
    return this;
  }

  /** Adds a number that goes up and down; those beyond 2^53 are rounded. */
  Samples gauge(String name, String help, long value) {
    return gauge(name, help, (double) value);
  }

  /** Adds a number that only grows; {@code _total} is added to its name. */
  Samples counter(String name, String help, long value) {
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name(name)
            .help(help)
            .dataPoint(CounterDataPointSnapshot.builder().value((double) value).build())
            .build());
    return this;
  }

  MetricSnapshots snapshots() {
    return all.build();
  }
}
