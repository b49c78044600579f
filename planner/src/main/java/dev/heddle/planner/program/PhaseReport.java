package dev.heddle.planner.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one phase of planning did.
 *
 * @param name the phase
 * @param nanos how long it took
 * @param fired the rules that changed the plan, and how often, in the order of their first time
 * @param notes what was tried and not done, and why
 */
public record PhaseReport(String name, long nanos, Map<String, Integer> fired, List<String> notes) {
  /** Copies the collections; the rules keep their order. */
  public PhaseReport {
    fired = Collections.unmodifiableMap(new LinkedHashMap<>(fired));
    notes = List.copyOf(notes);
  }

  /** Returns one report for each phase of some that ran several times. */
  static List<PhaseReport> sums(List<PhaseReport> reports) {
    Map<String, PhaseReport> sums = new LinkedHashMap<>();
    for (PhaseReport report : reports) {
      sums.merge(report.name(), report, PhaseReport::plus);
    }
    return List.copyOf(sums.values());
  }

  private PhaseReport plus(PhaseReport other) {
    Map<String, Integer> allFired = new LinkedHashMap<>(fired);
    other.fired.forEach((rule, times) -> allFired.merge(rule, times, Integer::sum));
    Set<String> allNotes = new LinkedHashSet<>(notes);
    allNotes.addAll(other.notes);
    return new PhaseReport(name, nanos + other.nanos, allFired, List.copyOf(allNotes));
  }
}
