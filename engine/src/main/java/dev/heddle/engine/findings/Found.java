package dev.heddle.engine.findings;

import dev.heddle.frame.watch.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Findings as they come; keeps those that cost enough. Used by one thread. */
final class Found {
  private final Evidence evidence;
  private final List<Finding> findings = new ArrayList<>();

  Found(Evidence evidence) {
    this.evidence = evidence;
  }

  Evidence evidence() {
    return evidence;
  }

  /** Adds a finding, if it costs enough. */
  void add(FindingKind kind, String what, String remedy, long costNanos, List<Integer> nodes) {
    long cost = Math.min(costNanos, evidence.elapsedNanos());
    if (cost >= Thresholds.MIN_COST_NANOS
        && cost >= Thresholds.MIN_COST_SHARE * evidence.elapsedNanos()) {
      findings.add(new Finding(kind.code(), what, remedy, Duration.ofNanos(cost), nodes));
    }
  }

  boolean has(FindingKind kind) {
    return findings.stream().anyMatch(each -> each.code().equals(kind.code()));
  }

  /** Returns the nodes where something of a kind was found. */
  List<Integer> nodes(FindingKind kind) {
    return findings.stream()
        .filter(each -> each.code().equals(kind.code()))
        .flatMap(each -> each.nodes().stream())
        .toList();
  }

  /** Returns them, the costliest first. */
  List<Finding> sorted() {
    return findings.stream().sorted(Comparator.comparing(Finding::cost).reversed()).toList();
  }

  static String count(long number) {
    return count((double) number);
  }

  static String count(double number) {
    return number >= 1e7
        ? String.format(Locale.ROOT, "%,.0f million", number / 1e6)
        : String.format(Locale.ROOT, "%,.0f", number);
  }

  static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  static String bytes(double bytes) {
    return bytes >= 1L << 30
        ? String.format(Locale.ROOT, "%.1f GiB", bytes / (1L << 30))
        : bytes >= 1L << 20
            ? String.format(Locale.ROOT, "%.1f MiB", bytes / (1L << 20))
            : bytes >= 1024
                ? String.format(Locale.ROOT, "%.0f KiB", bytes / 1024)
                : String.format(Locale.ROOT, "%.0f bytes", bytes);
  }

  static String seconds(long nanos) {
    return seconds((double) nanos);
  }

  static String seconds(double nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
