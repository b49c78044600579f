package dev.heddle.server.observe;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** Adds a value for each of some things that have names, under a label. */
  Samples gauges(String name, String help, String label, Map<String, Double> values) {
    Map<List<String>, Double> named = new LinkedHashMap<>();
    values.forEach((of, value) -> named.put(List.of(of), value));
    return gauges(name, help, List.of(label), named);
  }

  /** Adds a value for each of some things that have several names, under labels. */
  Samples gauges(String name, String help, List<String> labels, Map<List<String>, Double> values) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach(
        (of, value) ->
            gauge.dataPoint(
                GaugeDataPointSnapshot.builder()
                    .labels(Labels.of(labels, of))
                    .value(value)
                    .build()));
    all.metricSnapshot(gauge.build());
    return this;
  }

  /** Adds a number that only grows for each of some things that have names, under a label. */
  Samples counters(String name, String help, String label, Map<String, Long> values) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    values.forEach(
        (of, value) ->
            counter.dataPoint(
                CounterDataPointSnapshot.builder()
                    .labels(Labels.of(label, of))
                    .value((double) value)
                    .build()));
    all.metricSnapshot(counter.build());
    return this;
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
