package dev.heddle.server.report;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.PlanNode;
import dev.heddle.server.model.FlameGraph;
import dev.heddle.server.model.FlamePart;
import dev.heddle.server.model.FlameStep;
import dev.heddle.server.model.FlameTree;
import dev.heddle.server.model.FrameNames;
import dev.heddle.server.model.MethodTime;
import dev.heddle.server.model.QueryView;
import dev.heddle.server.model.StageRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the CPU time of a query went, as a flame graph that needs no script, and as a table. */
final class FlameSvg {
  private static final int WIDTH = 1_000; // of the graph, in its own units
  private static final int ROW = 17;
  private static final double MIN_SHARE = 0.5 / WIDTH;
  private static final int MIN_TEXT = 30; // units from which on a part has a name
  private static final double CHAR = 5.9; // units, of a letter
  private static final int MAX_NAME = 200;
  private static final int MAX_METHODS = 15;

  private final QueryView view;
  private final Map<Integer, String> operators = new HashMap<>();
  private final Map<Integer, String> stageColors = new HashMap<>();
  private long all;

  FlameSvg(QueryView view) {
    this.view = view;
    for (PlanNode each : view.nodes()) {
      operators.put(each.node(), each.operator());
    }
    for (StageRecord each : view.stages()) {
      stageColors.put(each.stage(), NodeColors.of(each, view.nodes()));
    }
  }

  /** Writes what there is to show of a profile, of about that length at most. */
  void write(CpuProfile profile, int maxChars, Html to) {
    to.raw("<h3>CPU time</h3>\n");
    profile.cautions().forEach(each -> to.raw("<p class=warn>").text(each).raw("</p>\n"));
    FlameGraph graph =
        FlameGraph.of("CPU time", profile, view, FlameGraph.By.NODE, FlameGraph.ALL_PROCESSES);
    all = graph.tree().total();
    if (all == 0) {
      to.raw("<p class=soft>Nothing was sampled: the query took too little CPU time.</p>\n");
      return;
    }
    to.raw("<p class=soft>")
        .text(
            Units.millis(all / 1e6)
                + " of CPU time, a sample each "
                + Units.millis(profile.period().toMillis())
                + ", by stage, node of the plan and method; "
                + percent(graph.inNodes())
                + " in nodes, "
                + percent(unknown(profile))
                + " not known.")
        .raw("</p>\n");
    to.raw(graph(graph.tree(), maxChars)).raw(methods(graph.methods()));
  }

  private static long unknown(CpuProfile profile) {
    Duration unknown = profile.unattributed().plus(profile.lost());
    return unknown.toNanos();
  }

  private String percent(long nanos) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * nanos / all);
  }

  private String graph(FlameTree tree, int maxChars) {
    for (int chars = maxChars; ; chars /= 2) {
      Html svg = new Html();
      FlamePart root = tree.visible(MIN_SHARE, chars);
      svg.raw("<svg class=flame viewBox=\"0 0 " + WIDTH + " " + (depth(root) * ROW) + "\">");
      part(root, 0, 0, "", svg);
      svg.raw("</svg>\n");
      if (svg.length() <= maxChars || root.parts().isEmpty()) {
        return svg.toString();
      }
    }
  }

  private static int depth(FlamePart part) {
    return 1 + part.parts().stream().mapToInt(FlameSvg::depth).max().orElse(0);
  }

  private void part(FlamePart part, double from, int depth, String nodeColor, Html svg) {
    FlameStep step = part.step();
    double width = (double) part.total() * WIDTH / all;
    String color =
        switch (step.kind()) {
          case NODE -> NodeColors.of(operators.getOrDefault(step.number(), ""), step.number());
          case STAGE -> stageColors.getOrDefault(step.number(), "#98a0b3");
          case CODE, CUT -> nodeColor.isEmpty() ? "#98a0b3" : nodeColor;
          case ROOT, ACTIVITY, THREAD, OTHERS -> "#98a0b3";
        };
    double opacity =
        switch (step.kind()) {
          case NODE -> 1;
          case STAGE -> 0.45;
          case CODE -> FrameNames.isUsers(step.name()) ? 0.95 : 0.55;
          case ROOT, ACTIVITY, THREAD, OTHERS, CUT -> 0.3;
        };
    svg.raw(
        String.format(
            Locale.ROOT,
            "<g><rect x=%.1f y=%d width=%.1f height=%d fill=\"%s\" opacity=%.2f />",
            from,
            depth * ROW,
            Math.max(0.3, width - 0.5),
            ROW - 1,
            color,
            opacity));
    String name = cut(step.name(), MAX_NAME);
    if (width > MIN_TEXT) {
      String label = step.kind() == FlameStep.Kind.CODE ? FrameNames.withoutPackage(name) : name;
      svg.raw(String.format(Locale.ROOT, "<text x=%.1f y=%d>", from + 3, depth * ROW + 12))
          .text(cut(label, Math.max(1, (int) ((width - 6) / CHAR))))
          .raw("</text>");
    }
    svg.raw("<title>")
        .text(name + "\n" + Units.millis(part.total() / 1e6) + ", " + percent(part.total()))
        .text(part.parts().isEmpty() ? "" : "; itself " + percent(part.self()))
        .raw("</title></g>");
    String below = step.kind() == FlameStep.Kind.NODE ? color : nodeColor;
    double at = from;
    for (FlamePart each : part.parts()) {
      part(each, at, depth + 1, below, svg);
      at += (double) each.total() * WIDTH / all;
    }
  }

  private String methods(List<MethodTime> methods) {
    Html html = new Html();
    html.raw("<table><tr><th>Method</th><th class=n>Itself</th><th class=n>Share</th>")
        .raw("<th class=n>With callees</th></tr>\n");
    for (MethodTime each : methods.subList(0, Math.min(MAX_METHODS, methods.size()))) {
      html.raw("<tr><td><code>")
          .text(cut(each.frame(), MAX_NAME))
          .raw("</code></td>")
          .number(Units.millis(each.self() / 1e6))
          .number(percent(each.self()))
          .number(percent(each.total()))
          .raw("</tr>\n");
    }
    return html.raw("</table>\n").toString();
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "…";
  }
}
