package dev.heddle.engine.findings;

import dev.heddle.frame.ScanProfile;

/** Whether a query would be over sooner on a cluster, or in one process. */
public final class PlaceAdvice {
  private PlaceAdvice() {}

  /** Returns a sentence with the bytes and rates that it follows from. */
  public static String of(Evidence evidence) {
    double bytes =
        evidence.nodes().stream()
            .flatMap(node -> node.scan().stream())
            .mapToLong(ScanProfile::bytesRead)
            .sum();
    double run = Math.max(1, evidence.runNanos());
    double busy = evidence.busyNanos() / (run * Math.max(1, evidence.threads()));
    String figures =
        Found.bytes(bytes)
            + " were read in "
            + Found.seconds(run)
            + ", "
            + Found.bytes(bytes / (run / 1e9))
            + " a second";
    return switch (evidence.place()) {
      case HERE -> here(evidence, figures, busy);
      case ELSEWHERE -> elsewhere(evidence, figures);
    };
  }

  private static String here(Evidence evidence, String figures, double busy) {
    if (evidence.elapsedNanos() < Thresholds.MIN_CLUSTER_NANOS) {
      return "a cluster would not pay: " + figures + ", and the query is over soon in one process";
    }
    if (busy >= Thresholds.BUSY_SHARE) {
      return "a cluster would pay: "
          + figures
          + ", and "
          + evidence.threads()
          + " threads were busy for "
          + Found.percent(Math.min(1, busy))
          + " of that time: n workers like this process take about a share of 1/n of it";
    }
    return "a cluster would pay only if it is nearer to the data: "
        + figures
        + ", but "
        + evidence.threads()
        + " threads were busy for only "
        + Found.percent(busy)
        + " of that time";
  }

  private static String elsewhere(Evidence evidence, String figures) {
    if (evidence.elapsedNanos() >= Thresholds.MIN_CLUSTER_NANOS) {
      return "the cluster pays: " + figures + " by " + evidence.slots() + " slots";
    }
    return "the cluster would pay for larger queries: "
        + figures
        + " by "
        + evidence.slots()
        + " slots; one process may be as fast, since planning and submission took "
        + Found.seconds(evidence.planNanos() + evidence.submitNanos());
  }
}
