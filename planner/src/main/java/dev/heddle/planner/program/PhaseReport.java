package dev.heddle.planner.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
