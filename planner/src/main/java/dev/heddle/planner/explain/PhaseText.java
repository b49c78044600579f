package dev.heddle.planner.explain;

import dev.heddle.planner.program.PhaseReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the phases of planning did, as text: one line a phase. Stateless. */
public final class PhaseText {
  private PhaseText() {}

  /** Returns name, time, fired rules and notes of each phase. */
  public static String of(List<PhaseReport> phases) {
    StringBuilder text = new StringBuilder();
    for (PhaseReport phase : phases) {
      text.append(String.format(Locale.ROOT, "%-12s %6.2f ms", phase.name(), phase.nanos() / 1e6));
      if (!phase.fired().isEmpty()) {
        text.append("  ")
            .append(
                phase.fired().entrySet().stream()
                    .map(e -> e.getValue() == 1 ? e.getKey() : e.getKey() + " x" + e.getValue())
                    .collect(Collectors.joining(", ")));
      }
      phase.notes().forEach(note -> text.append("; ").append(note));
      text.append('\n');
    }
    return text.toString();
  }
}
