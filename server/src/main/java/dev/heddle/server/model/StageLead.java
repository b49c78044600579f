package dev.heddle.server.model;

import dev.heddle.frame.watch.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The node that a stage is there for, whose colour it has.
 *
 * @param operator its kind
 * @param node its number; where no nodes are known the stage's
 */
public record StageLead(String operator, int node) {
  /** Kinds of operators by what their names contain, the most telling first. */
  private static final List<String> KINDS =
      List.of(
          "window",
          "join",
          "aggregate",
          "distinct",
          "sort",
          "topn",
          "write",
          "union",
          "scan",
          "values",
          "filter",
          "project");

  private static final String ARROW = " → ";

  /** Returns the leads of stages, in their order. */
  public static List<StageLead> of(List<StageRecord> stages, List<PlanNode> nodes) {
    Map<Integer, List<PlanNode>> own = new HashMap<>();
    nodes.forEach(node -> own.computeIfAbsent(node.stage(), _ -> new ArrayList<>()).add(node));
    return stages.stream()
        .map(stage -> of(stage, own.getOrDefault(stage.stage(), List.of())))
        .toList();
  }

  /** Returns the lead of a stage. */
  public static StageLead of(StageRecord stage, List<PlanNode> nodes) {
    List<PlanNode> own = nodes.stream().filter(node -> node.stage() == stage.stage()).toList();
    for (String kind : KINDS) {
      for (PlanNode node : own.reversed()) {
        if (node.operator().toLowerCase(Locale.ROOT).contains(kind)) {
          return new StageLead(node.operator(), node.node());
        }
      }
    }
    if (!own.isEmpty()) {
      return new StageLead(own.getLast().operator(), own.getLast().node());
    }
    List<String> words =
        List.of(stage.operators().split(ARROW)).stream().map(word -> word.split(" ")[0]).toList();
    for (String kind : KINDS) {
      for (String word : words.reversed()) {
        if (word.toLowerCase(Locale.ROOT).contains(kind)) {
          return new StageLead(word, stage.stage());
        }
      }
    }
    return new StageLead(words.getLast(), stage.stage());
  }
}
