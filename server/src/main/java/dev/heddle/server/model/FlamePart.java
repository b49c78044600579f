package dev.heddle.server.model;

import java.util.List;

/**
 * A part of a flame graph: what a step has itself, and what the parts above it have.
 *
 * @param self its own value; with the totals of its parts it makes its total
 * @param parts the largest first, those that are put together last
 */
public record FlamePart(FlameStep step, long self, long total, List<FlamePart> parts) {
  /** Copies the list. */
  public FlamePart {
    parts = List.copyOf(parts);
  }

  /** Returns how many parts there are, itself included. */
  public int count() {
    return 1 + parts.stream().mapToInt(FlamePart::count).sum();
  }
}
