package dev.heddle.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a comparison as one HTML page with its plots drawn inside: medians with every run as a
 * dot, ratios on a logarithmic scale, peak memory, and a table. It refers to nothing outside.
 */
final class HtmlReport {
  private static final List<String> COLOURS =
      List.of("#2f6f9f", "#e0a030", "#7a9f2f", "#a0452f", "#6f4f9f");
  private static final int LABEL_WIDTH = 90;
  private static final int PLOT_WIDTH = 760;
  private static final int BAR_HEIGHT = 9;
  private static final int GAP = 7;
  private static final int RIGHT_MARGIN = 110;

  private final Comparison comparison;
  private final StringBuilder html = new StringBuilder();

  private HtmlReport(Comparison comparison) {
    this.comparison = comparison;
  }

  static String of(Comparison comparison, Map<String, String> surroundings) {
    return new HtmlReport(comparison).page(surroundings);
  }

  private String page(Map<String, String> surroundings) {
    String title = escaped(comparison.suite() + " " + comparison.size());
    html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(title)
        .append("</title>\n<style>body{font:15px/1.45 sans-serif;margin:2em auto;max-width:1000px;")
        .append("color:#222}table{border-collapse:collapse;font-size:13px}td,th{padding:2px 9px;")
        .append("text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{")
        .append("text-align:left}.bad{color:#b00}svg text{font:11px sans-serif;fill:#333}")
        .append("</style></head><body>\n<h1>")
        .append(title)
        .append("</h1>\n<p>")
        .append(escaped(comparison.about()))
        .append("</p>\n<p>");
    surroundings.forEach(
        (name, value) ->
            html.append(escaped(name)).append(": ").append(escaped(value)).append(". "));
    html.append("</p>\n<pre>").append(escaped(comparison.summary())).append("</pre>\n");
    legend();
    times();
    ratios();
    memory();
    table();
    return html.append("</body></html>\n").toString();
  }

  private void legend() {
    html.append("<p>");
    for (int i = 0; i < comparison.engines().size(); i++) {
      html.append("<span style=\"color:")
          .append(colour(i))
          .append("\">&#9632;</span> ")
          .append(escaped(comparison.engines().get(i)))
          .append(" &nbsp; ");
    }
    html.append("</p>\n");
  }

  private static String colour(int engine) {
    return COLOURS.get(engine % COLOURS.size());
  }

  private int groupHeight() {
    return comparison.engines().size() * BAR_HEIGHT + GAP;
  }

  private void openPlot(String title) {
    html.append("<h2>").append(title).append("</h2>\n");
    html.append(
        format(
            "<svg width=\"%d\" height=\"%d\" role=\"img\">\n",
            LABEL_WIDTH + PLOT_WIDTH + RIGHT_MARGIN,
            comparison.lines().size() * groupHeight() + GAP));
  }

  private void label(int line, String text) {
    html.append(
        format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
            LABEL_WIDTH - 6, line * groupHeight() + groupHeight() / 2 + 4, escaped(text)));
  }

  private void bar(int line, int engine, double from, double to, String text) {
    int y = line * groupHeight() + GAP / 2 + engine * BAR_HEIGHT;
    html.append(
        format(
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                + "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
            LABEL_WIDTH + Math.min(from, to),
            y,
            Math.max(1, Math.abs(to - from)),
            BAR_HEIGHT - 1,
            colour(engine),
            LABEL_WIDTH + Math.max(from, to) + 5,
            y + BAR_HEIGHT - 1,
            text));
  }

  /** Bars of medians on a linear scale, with each run as a dot. */
  private void times() {
    double most = 1e-3;
    for (Comparison.Line line : comparison.lines()) {
      for (Comparison.Cost cost : line.costs()) {
        for (double millis : cost.millis()) {
          most = Math.max(most, millis);
        }
      }
    }
    openPlot("Median time, every run a dot (ms)");
    for (int i = 0; i < comparison.lines().size(); i++) {
      Comparison.Line line = comparison.lines().get(i);
      label(i, line.name());
      for (int e = 0; e < line.costs().size(); e++) {
        if (line.isMeasured(e)) {
          Comparison.Cost cost = line.costs().get(e);
          double scale = PLOT_WIDTH / most;
          bar(i, e, 0, cost.medianMillis() * scale, format("%.1f", cost.medianMillis()));
          for (double millis : cost.millis()) {
            html.append(
                format(
                    "<circle cx=\"%.1f\" cy=\"%d\" r=\"1.5\" fill=\"#000\"/>\n",
                    LABEL_WIDTH + millis * scale,
                    i * groupHeight() + GAP / 2 + e * BAR_HEIGHT + BAR_HEIGHT / 2));
          }
        }
      }
    }
    html.append("</svg>\n");
  }

  /** Bars from 1 to the left (faster) or to the right (slower) on a logarithmic scale. */
  private void ratios() {
    if (comparison.engines().size() < 2) {
      return;
    }
    double widest = Math.log(2);
    for (Comparison.Line line : comparison.lines()) {
      for (int e = 0; e + 1 < line.costs().size(); e++) {
        if (line.isCompared(e)) {
          widest = Math.max(widest, Math.abs(Math.log(line.ratio(e))));
        }
      }
    }
    openPlot(
        "Time over that of "
            + escaped(comparison.engines().getLast())
            + " (logarithmic; left of the middle is faster)");
    double middle = PLOT_WIDTH / 2.0;
    html.append(
        format(
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"100%%\" stroke=\"#888\"/>\n",
            LABEL_WIDTH + middle, LABEL_WIDTH + middle));
    for (int i = 0; i < comparison.lines().size(); i++) {
      Comparison.Line line = comparison.lines().get(i);
      label(i, line.name());
      for (int e = 0; e + 1 < line.costs().size(); e++) {
        if (line.isCompared(e)) {
          double ratio = line.ratio(e);
          bar(i, e, middle, middle * (1 + Math.log(ratio) / widest), format("%.2f", ratio));
        }
      }
    }
    html.append("</svg>\n");
  }

  private void memory() {
    long most = 1;
    for (int e = 0; e < comparison.engines().size(); e++) {
      most = Math.max(most, comparison.peakBytes(e));
    }
    openPlot("Peak memory of the process in a run (MB)");
    for (int i = 0; i < comparison.lines().size(); i++) {
      Comparison.Line line = comparison.lines().get(i);
      label(i, line.name());
      for (int e = 0; e < line.costs().size(); e++) {
        long bytes = line.costs().get(e).peakBytes();
        bar(i, e, 0, (double) PLOT_WIDTH * bytes / most, format("%d", bytes >> 20));
      }
    }
    html.append("</svg>\n");
  }

  private void table() {
    html.append("<h2>Figures</h2>\n<table><tr><th>question</th><th>rows</th>");
    for (String engine : comparison.engines()) {
      String name = escaped(engine);
      html.append(
          "<th>%s ms</th><th>cpu ms</th><th>M rows/s</th><th>peak MB</th><th>ratio</th>"
              .formatted(name));
    }
    html.append("</tr>\n");
    for (Comparison.Line line : comparison.lines()) {
      html.append("<tr><td>").append(escaped(line.name())).append("</td>");
      html.append(format("<td>%d</td>", line.rows()));
      for (int e = 0; e < line.costs().size(); e++) {
        Comparison.Cost cost = line.costs().get(e);
        if (line.isMeasured(e)) {
          html.append(
              format(
                  "<td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%d</td><td>%s</td>",
                  cost.medianMillis(),
                  cost.meanCpuMillis(),
                  line.rows() / cost.medianMillis() / 1e3,
                  cost.peakBytes() >> 20,
                  line.isCompared(e) ? format("%.2f", line.ratio(e)) : ""));
        } else {
          html.append("<td></td><td></td><td></td><td></td><td></td>");
        }
      }
      html.append("</tr>\n");
      for (int e = 0; e < line.costs().size(); e++) {
        int engine = e;
        line.problems()
            .get(e)
            .ifPresent(
                problem ->
                    html.append("<tr><td class=\"bad\" colspan=\"9\">")
                        .append(escaped(comparison.engines().get(engine) + " " + problem))
                        .append("</td></tr>\n"));
      }
    }
    html.append("</table>\n");
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
