package dev.heddle.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a comparison as JSON: the surroundings, and for each question every run. */
final class JsonReport {
  private JsonReport() {}

  static String of(Comparison comparison, Map<String, String> surroundings) {
    StringBuilder json = new StringBuilder("{\n");
    json.append("  \"suite\": ").append(text(comparison.suite())).append(",\n");
    json.append("  \"size\": ").append(text(comparison.size())).append(",\n");
    surroundings.forEach(
        (name, value) ->
            json.append("  ").append(text(name)).append(": ").append(text(value)).append(",\n"));
    json.append("  \"engines\": [\n");
    List<String> engines = comparison.engines();
    for (int i = 0; i < engines.size(); i++) {
      json.append("    {\"name\": ")
          .append(text(engines.get(i)))
          .append(", \"geometricMeanMillis\": ")
          .append(number(comparison.meanMillis(i)))
          .append(", \"peakBytes\": ")
          .append(comparison.peakBytes(i))
          .append(", \"geometricMeanRatio\": ")
          .append(number(comparison.meanRatio(i)))
          .append(", \"geometricMeanCpuRatio\": ")
          .append(number(comparison.meanCpuRatio(i)))
          .append(", \"worstRatio\": ")
          .append(number(comparison.worstRatio(i)))
          .append(i + 1 < engines.size() ? "},\n" : "}\n");
    }
    json.append("  ],\n  \"questions\": [\n");
    json.append(
        comparison.lines().stream()
            .map(line -> question(line, engines))
            .collect(Collectors.joining(",\n")));
    return json.append("\n  ]\n}\n").toString();
  }

  private static String question(Comparison.Line line, List<String> engines) {
    StringBuilder json = new StringBuilder("    {\"name\": ");
    json.append(text(line.name()))
        .append(", \"rows\": ")
        .append(line.rows())
        .append(", \"runs\": {");
    for (int i = 0; i < engines.size(); i++) {
      Comparison.Cost cost = line.costs().get(i);
      StringBuilder millis = new StringBuilder();
      for (double each : cost.millis()) {
        millis.append(millis.isEmpty() ? "" : ", ").append(number(each));
      }
      json.append(i == 0 ? "\n      " : ",\n      ")
          .append(text(engines.get(i)))
          .append(": {\"millis\": [")
          .append(millis)
          .append("], \"medianMillis\": ")
          .append(number(cost.medianMillis()))
          .append(", \"ratio\": ")
          .append(number(line.isCompared(i) ? line.ratio(i) : Double.NaN))
          .append(", \"cpuMillis\": ")
          .append(number(cost.meanCpuMillis()))
          .append(", \"bytesRead\": ")
          .append(number(cost.medianBytesRead()))
          .append(", \"peakBytes\": ")
          .append(cost.peakBytes())
          .append(", \"problem\": ")
          .append(line.problems().get(i).map(JsonReport::text).orElse("null"))
          .append('}');
    }
    return json.append("}}").toString();
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : "null";
  }

  private static String text(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        default -> {
          if (c < ' ') {
            quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
