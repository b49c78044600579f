package dev.heddle.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.server.model.FlameGraph;
import dev.heddle.server.model.FlamePart;
import dev.heddle.server.model.FlameStep;
import dev.heddle.server.model.FlameTree;
import dev.heddle.server.model.MethodTime;
import dev.heddle.server.model.QueryView;
import dev.heddle.server.model.StageLead;
import dev.heddle.server.model.StageRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Flame graphs as JSON: below a megabyte, whatever was sampled. */
final class FlameJson {
  private static final int MAX_CHARS = 700_000;
  private static final int MAX_NAME = 300;
  private static final int MAX_NODES = 1_000;

  private FlameJson() {}

  /** Writes the graph of a query. */
  static void put(FlameGraph graph, CpuProfile profile, QueryView query, ObjectNode to) {
    to.put("period_nanos", profile.period().toNanos())
        .put("in_nodes_nanos", graph.inNodes())
        .put("unattributed_nanos", profile.unattributed().toNanos())
        .put("lost_nanos", profile.lost().toNanos());
    profile.cautions().forEach(to.putArray("cautions")::add);
    ArrayNode processes = to.putArray("processes");
    graph
        .processes()
        .forEach((name, nanos) -> processes.addObject().put("name", name).put("nanos", nanos));
    ArrayNode nodes = to.putArray("nodes");
    for (PlanNode each : query.nodes().subList(0, Math.min(MAX_NODES, query.nodes().size()))) {
      nodes.addObject().put("node", each.node()).put("operator", each.operator());
    }
    ArrayNode stages = to.putArray("stages");
    List<StageLead> leads = StageLead.of(query.stages(), query.nodes());
    for (int i = 0; i < leads.size(); i++) {
      StageRecord each = query.stages().get(i);
      StageLead lead = leads.get(i);
      stages
          .addObject()
          .put("stage", each.stage())
          .put("lead_operator", lead.operator())
          .put("lead_node", lead.node());
    }
    tree(graph.tree(), MAX_CHARS, to);
    ArrayNode methods = to.putArray("methods");
    for (MethodTime each : graph.methods()) {
      method(each, methods.addObject());
    }
  }

  /** Writes what a method has taken. */
  static void method(MethodTime method, ObjectNode to) {
    to.put("name", cut(method.frame()))
        .put("self_nanos", method.self())
        .put("total_nanos", method.total());
  }

  /** Writes a tree: names once, parts in the order of a walk, each with the place of its parent. */
  static void tree(FlameTree tree, int maxChars, ObjectNode to) {
    ArrayNode kinds = to.putArray("kinds");
    for (FlameStep.Kind each : FlameStep.Kind.values()) {
      kinds.add(each.name().toLowerCase(Locale.ROOT));
    }
    Map<String, Integer> names = new LinkedHashMap<>();
    ArrayNode parts = to.putArray("parts");
    add(tree.visible(FlameTree.PIXEL, maxChars), -1, names, parts);
    names.keySet().forEach(to.putArray("names")::add);
  }

  private static void add(FlamePart part, int parent, Map<String, Integer> names, ArrayNode parts) {
    int place = parts.size();
    String text = cut(part.step().name());
    Integer name = names.get(text);
    if (name == null) {
      name = names.size();
      names.put(text, name);
    }
    parts
        .addArray()
        .add(name)
        .add(parent)
        .add(part.step().kind().ordinal())
        .add(part.step().number())
        .add(part.self())
        .add(part.total());
    part.parts().forEach(each -> add(each, place, names, parts));
  }

  private static String cut(String name) {
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME - 1) + "…" : name;
  }
}
