package dev.heddle.engine.graph;

import java.util.List;
import java.util.Map;

/**
 * A stage graph as bytes.
 *
 * @param stages the templates in their order
 * @param tables the bytes of the tables that they name: file lists and rows in memory
 */
public record EncodedGraph(List<EncodedStage> stages, Map<ContentHash, byte[]> tables) {
  /** Copies list and map. */
  public EncodedGraph {
    stages = List.copyOf(stages);
    tables = Map.copyOf(tables);
  }
}
