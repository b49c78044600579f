package dev.heddle.frame;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.schema.Schema;

/**
 * Writes results and frames as a piece of HTML, for notebooks and pages. Names and values are
 * escaped: whatever they are, they are shown as text. It needs no style sheet and no script.
 */
final class HtmlTable {
  private static final String LEFT = "<td style=\"text-align:left\">";
  private static final String RIGHT = "<td style=\"text-align:right\">";

  private HtmlTable() {}

  /** Returns the first rows. */
  static String rows(QueryResult result, int maxRows) {
    Schema schema = result.schema();
    StringBuilder html = new StringBuilder("<table class=\"heddle-result\">\n<thead><tr>");
    for (int i = 0; i < schema.size(); i++) {
      html.append("<th title=\"").append(escaped(schema.typeText(i))).append("\">");
      html.append(escaped(schema.field(i).name())).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    int shown = 0;
    for (Row row : result) {
      if (shown == maxRows) {
        break;
      }
      shown++;
      html.append("<tr>");
      for (int i = 0; i < schema.size(); i++) {
        html.append(schema.field(i).type().isNumeric() ? RIGHT : LEFT);
        html.append(escaped(TextTable.cell(row.value(i), result.timeZone()))).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n<p>");
    return html.append(escaped(TextTable.footer(shown, result.rowCount()).strip()))
        .append("</p>\n")
        .toString();
  }

  /** Returns the columns and the plan of a frame. */
  static String frame(LogicalPlan plan) {
    StringBuilder html = new StringBuilder("<table class=\"heddle-frame\">\n<thead><tr>");
    html.append("<th>column</th><th>type</th><th>nulls</th></tr></thead>\n<tbody>\n");
    Schema schema = plan.schema();
    for (int i = 0; i < schema.size(); i++) {
      html.append("<tr>");
      for (String cell : TextTable.columnCells(schema, i)) {
        html.append(LEFT).append(escaped(cell)).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n<pre>");
    return html.append(escaped(PlanPrinter.print(plan))).append("</pre>\n").toString();
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(each);
      }
    }
    return safe.toString();
  }
}
