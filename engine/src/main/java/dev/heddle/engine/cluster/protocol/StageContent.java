package dev.heddle.engine.cluster.protocol;

import dev.heddle.engine.graph.ContentHash;
import java.util.List;

/**
 * What the tasks of a stage run, by the names of its bytes.
 *
 * @param template the stage's template
 * @param tables the tables that it reads
 * @param archives the code of the user's own functions in it
 */
public record StageContent(
    ContentHash template, List<ContentHash> tables, List<ContentHash> archives) {
  /** Copies the lists. */
  public StageContent {
    tables = List.copyOf(tables);
    archives = List.copyOf(archives);
  }

  /** Returns whether stages have many names. */
  static boolean areMany(List<StageContent> stages) {
    int names = 0;
    for (StageContent each : stages) {
      names += 1 + each.tables.size() + each.archives.size();
    }
    return names > ControlMessage.SMALL_PARTS;
  }
}
