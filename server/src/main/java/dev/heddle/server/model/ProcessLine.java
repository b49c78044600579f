package dev.heddle.server.model;

import java.util.List;

/**
 * What a process of a cluster takes of its machine, over the last hour; of several, the means.
 *
 * @param name such as {@code worker 3}
 * @param process how it introduced itself; empty of several
 * @param members how many processes these are
 * @param samples milliseconds since 1970, and the values of {@link #COMPONENTS}
 */
public record ProcessLine(String name, String process, int members, List<double[]> samples) {
  /** What each sample has, in this order, after its milliseconds since 1970. */
  public static final List<String> COMPONENTS =
      List.of(
          "cpu_share",
          "memory_bytes",
          "heap_used_bytes",
          "resident_bytes",
          "disk_per_second",
          "network_per_second");

  /** Copies the list. */
  public ProcessLine {
    samples = List.copyOf(samples);
  }
}
