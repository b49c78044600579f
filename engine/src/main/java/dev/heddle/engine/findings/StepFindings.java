package dev.heddle.engine.findings;

import dev.heddle.frame.QueryProfile;
import java.util.Comparator;
import java.util.List;

/** Steps before the run that take longer than it. */
final class StepFindings {
  private StepFindings() {}

  static void find(Found found) {
    Evidence evidence = found.evidence();
    if (dominates(evidence, evidence.planNanos(), Thresholds.MIN_PLANNING_NANOS)
        && (evidence.planCpuNanos() >= Thresholds.MIN_PLANNING_NANOS
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
    if (dominates(evidence, evidence.submitNanos(), Thresholds.MIN_SUBMISSION_NANOS)) {
      found.add(
          FindingKind.SUBMISSION,
          "Encoding the stages and sending them took "
              + Found.seconds(evidence.submitNanos())
              + ", the run "
              + Found.seconds(evidence.runNanos()),
          "write rows of memory to files that workers can read, keep the functions' jars small, or"
              + " run the query in this process",
          evidence.submitNanos(),
          List.of());
    }
  }

  private static boolean dominates(Evidence evidence, long nanos, long least) {
    return nanos >= least && nanos >= Thresholds.MIN_STEP_SHARE * evidence.elapsedNanos();
  }
}
