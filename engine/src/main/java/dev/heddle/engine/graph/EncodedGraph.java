package dev.heddle.engine.graph;

import java.util.List;
import java.util.Map;

/**
 * A stage graph as bytes.
 *
 * @param stages the templates in their order
 * @param tables the bytes of the tables that they name: file lists and rows in memory
 * @param archives the code of the user's own functions
 */
public record EncodedGraph(
    List<EncodedStage> stages, Map<ContentHash, byte[]> tables, Map<ContentHash, byte[]> archives) {
  /** Copies list and maps. */
  public EncodedGraph {
    stages = List.copyOf(stages);
    tables = Map.copyOf(tables);
    archives = Map.copyOf(archives);
  }
}
