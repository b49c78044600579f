package dev.heddle.engine.findings;

import dev.heddle.frame.QueryProfile;
import java.util.Comparator;
import java.util.List;

/** Steps before the run that take longer than it. */
final class StepFindings {
  private StepFindings() {}

  private static long minPlanning(Evidence evidence) {
    return evidence.earlierQueries() < Thresholds.COLD_QUERIES
        ? Thresholds.MIN_COLD_PLANNING_NANOS
        : Thresholds.MIN_PLANNING_NANOS;
  }

  static void find(Found found) {
    Evidence evidence = found.evidence();
    if (evidence.planNanos() >= Thresholds.MIN_STEP_SHARE * evidence.elapsedNanos()
        && (evidence.planCpuNanos() >= minPlanning(evidence)
            || evidence.planNanos() - evidence.planCpuNanos()
                >= Thresholds.MIN_PLANNING_WAIT_NANOS)) {
      String longest =
          evidence.profile().phases().stream()
              .filter(phase -> phase.name().startsWith("plan: "))
              .max(Comparator.comparingLong(QueryProfile.Phase::elapsedNanos))
              .map(
                  phase ->
                      ", of it "
                          + Found.seconds(phase.elapsedNanos())
                          + " for "
                          + phase.name().substring("plan: ".length()))
              .orElse("");
      found.add(
          FindingKind.PLANNING,
          "Planning took "
              + Found.seconds(evidence.planNanos())
              + longest
              + ", the run "
              + Found.seconds(evidence.runNanos()),
          "ask the same statement again rather than others that differ in a constant, divide it"
              + " into parts with persist(), join fewer tables, or list fewer files",
          evidence.planNanos(),
          List.of());
    }
    if (evidence.submittedBytes() >= Thresholds.MIN_SUBMITTED_BYTES
        && evidence.submitNanos() >= Thresholds.MIN_SUBMISSION_NANOS
        && evidence.submitNanos() >= Thresholds.MIN_SUBMISSION_SHARE * evidence.elapsedNanos()) {
      found.add(
          FindingKind.SUBMISSION,
          "Encoding the stages with the rows of memory that they read, and sending these "
              + Found.bytes(evidence.submittedBytes())
              + ", took "
              + Found.seconds(evidence.submitNanos())
              + " of "
              + Found.seconds(evidence.elapsedNanos())
              + ", the run "
              + Found.seconds(evidence.runNanos()),
          "persist() the frame of these rows, which sends them once, write them to files that"
              + " workers can read, keep the functions' jars small, or run the query in this"
              + " process",
          evidence.submitNanos(),
          List.of());
    }
  }
}
