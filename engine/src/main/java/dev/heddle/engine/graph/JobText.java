package dev.heddle.engine.graph;

import java.util.List;

/**
 * What a job is for, in words for people.
 *
 * @param query the statement as it was written, or what a frame's plan does; a long one is cut
 * @param stages what each stage does, such as {@code Scan orders → Filter → Aggregate}
 */
public record JobText(String query, List<String> stages) {
  /** Of a job of which nothing is said. */
  public static final JobText NONE = new JobText("", List.of());

  private static final int MAX_CHARACTERS = 4_000;

  /** Copies the list, and cuts what is long. */
  public JobText {
    query = query.length() > MAX_CHARACTERS ? query.substring(0, MAX_CHARACTERS - 1) + "…" : query;
    stages = List.copyOf(stages);
  }

  /** Returns what a stage does; empty if that is not said. */
  public String stage(int number) {
    return number < stages.size() ? stages.get(number) : "";
  }
}
