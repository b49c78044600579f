package dev.heddle.frame;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.HtmlText;

/**
 * Writes results, frames and plans as a piece of HTML, for notebooks and pages. Names and values
 * are escaped: whatever they are, they are shown as text. It needs no style sheet and no script.
 */
final class HtmlTable {
  private static final String LEFT = "<td style=\"text-align:left\">";
  private static final String RIGHT = "<td style=\"text-align:right\">";

  private static final String OFF =
      "<td style=\"text-align:right;font-weight:bold\" title=\"far from what was expected\">";
  private static final int ROWS = 3; // the column with what was
  private static final int MAX_INDENT = 40;

  private HtmlTable() {}

  /** Returns the first rows. */
  static String rows(QueryResult result, int maxRows) {
    Schema schema = result.schema();
    StringBuilder html = new StringBuilder("<table class=\"heddle-result\">\n<thead><tr>");
    for (int i = 0; i < schema.size(); i++) {
      html.append("<th title=\"").append(HtmlText.escaped(schema.typeText(i))).append("\">");
      html.append(HtmlText.escaped(schema.field(i).name())).append("</th>");
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
        html.append(HtmlText.escaped(TextTable.cell(row.value(i), result.timeZone())))
            .append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n<p>");
    return html.append(HtmlText.escaped(TextTable.footer(shown, result.rowCount()).strip()))
        .append("</p>\n")
        .toString();
  }

  /** Returns the nodes of a plan. */
  static String plan(QueryPlan plan) {
    StringBuilder html = new StringBuilder("<table class=\"heddle-plan\">\n<thead><tr>");
    for (String head : plan.heads()) {
      html.append("<th>").append(head).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (QueryPlan.Line line : plan.lines()) {
      html.append("<tr><td style=\"text-align:left;padding-left:")
          .append(0.5 + 1.5 * Math.min(line.depth(), MAX_INDENT))
          .append("em\">");
      String[] cells = line.cells();
      html.append(HtmlText.escaped(cells[0])).append("</td>");
      for (int i = 1; i < cells.length; i++) {
        html.append(i == ROWS && line.isOff() ? OFF : RIGHT);
        html.append(HtmlText.escaped(cells[i])).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n<p>");
    return html.append(HtmlText.escaped(plan.footer())).append("</p>\n").toString();
  }

  /** Returns the columns and the plan of a frame. */
  static String frame(LogicalPlan plan) {
    StringBuilder html = new StringBuilder("<table class=\"heddle-frame\">\n<thead><tr>");
    html.append("<th>column</th><th>type</th><th>nulls</th></tr></thead>\n<tbody>\n");
    Schema schema = plan.schema();
    for (int i = 0; i < schema.size(); i++) {
      html.append("<tr>");
      for (String cell : TextTable.columnCells(schema, i)) {
        html.append(LEFT).append(HtmlText.escaped(cell)).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n<pre>");
    return html.append(HtmlText.escaped(PlanPrinter.print(plan))).append("</pre>\n").toString();
  }
}
