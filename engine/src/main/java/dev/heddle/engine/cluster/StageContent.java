package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.ContentHash;
import java.util.List;

/**
 * What the tasks of a stage run, by the names of its bytes.
 *
 * @param template the stage's template
 * @param tables the tables that it reads
 */
record StageContent(ContentHash template, List<ContentHash> tables) {
  /** Copies the list. */
  StageContent {
    tables = List.copyOf(tables);
  }
}
