package dev.heddle.server.model;

import java.util.List;

/**
 * How many bytes of exchanges were read by whom from whom.
 *
 * @param from names of servers of exchanges, workers among them
 * @param to names of readers
 * @param bytes a row for each of {@code from}, in it a number for each of {@code to}
 */
public record ByteFlows(List<String> from, List<String> to, List<long[]> bytes) {
  /** Of nobody. */
  public static final ByteFlows NONE = new ByteFlows(List.of(), List.of(), List.of());

  /** Copies the lists. */
  public ByteFlows {
    from = List.copyOf(from);
    to = List.copyOf(to);
    bytes = List.copyOf(bytes);
  }
}
