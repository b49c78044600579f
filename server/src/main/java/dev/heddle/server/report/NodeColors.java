package dev.heddle.server.report;

import dev.heddle.frame.watch.PlanNode;
import dev.heddle.server.model.StageLead;
import dev.heddle.server.model.StageRecord;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The colours of plan nodes: the same as on the pages of the dashboard. */
final class NodeColors {
  private static final int PLAIN_HUE = 230;
  private static final int GREY_HUE = 200;
  private static final int[] LIGHTS = {52, 62, 43, 57, 48};

  private static final List<Map.Entry<Pattern, Integer>> KINDS =
      List.of(
          kind("exchange|shuffle|broadcast|repartition|union|part\\b|randomkey", GREY_HUE),
          kind("scan|values|read|source", 214),
          kind("join|lookup|product", 28),
          kind("aggregate|group|distinct", 150),
          kind("sort|top|order|merge", 268),
          kind("window", 322),
          kind("filter", 176),
          kind("project|compute|map", 90),
          kind("write|sink|output", 350),
          kind("limit", 48));

  private NodeColors() {}

  private static Map.Entry<Pattern, Integer> kind(String pattern, int hue) {
    return Map.entry(Pattern.compile(pattern), hue);
  }

  static String of(String operator, int node) {
    String lower = operator.toLowerCase(Locale.ROOT);
    int hue = PLAIN_HUE;
    for (Map.Entry<Pattern, Integer> each : KINDS) {
      if (each.getKey().matcher(lower).find()) {
        hue = each.getValue();
        break;
      }
    }
    return "hsl("
        + (hue + node % 7 * 3) % 360
        + " "
        + (hue == GREY_HUE ? 18 : 58)
        + "% "
        + LIGHTS[node % LIGHTS.length]
        + "%)";
  }

  /** Returns the colour of a stage: that of the node that it is there for. */
  static String of(StageRecord stage, List<PlanNode> nodes) {
    StageLead lead = StageLead.of(stage, nodes);
    return of(lead.operator(), lead.node());
  }
}
