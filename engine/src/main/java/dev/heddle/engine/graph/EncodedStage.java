package dev.heddle.engine.graph;

import java.util.List;

/**
 * A stage template as bytes. What it names by their content is sent beside it, once to each
 * process.
 *
 * @param template the template, without its tables
 * @param tables what the template's tables are, in the order of their numbers
 * @param archives what holds the code of the user's own functions, likewise
 */
public record EncodedStage(byte[] template, List<ContentHash> tables, List<ContentHash> archives) {
  /** Copies the lists. */
  public EncodedStage {
    tables = List.copyOf(tables);
    archives = List.copyOf(archives);
  }

  /** Returns the name of the template's bytes. */
  public ContentHash hash() {
    return ContentHash.of(template);
  }
}
