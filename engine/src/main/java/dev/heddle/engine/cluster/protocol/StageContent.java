package dev.heddle.engine.cluster.protocol;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.EncodedGraph;
import java.util.ArrayList;
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

  /** Returns the names of what a graph's stages run. */
  public static List<StageContent> namesOf(EncodedGraph graph) {
    return graph.stages().stream()
        .map(stage -> new StageContent(stage.hash(), stage.tables(), stage.archives()))
        .toList();
  }

  /** Returns the bytes of a graph's tables and templates, each with its name. */
  public static List<ControlMessage.Content> bytesOf(EncodedGraph graph) {
    List<ControlMessage.Content> content = new ArrayList<>();
    graph.tables().forEach((hash, bytes) -> content.add(new ControlMessage.Content(hash, bytes)));
    graph
        .stages()
        .forEach(stage -> content.add(new ControlMessage.Content(stage.hash(), stage.template())));
    return content;
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
