package dev.heddle.cli.output;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.text.ValueText;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneId;

/** Writes rows as a table of Markdown or HTML, with values as CSV has them and null as NULL. */
final class MarkupOutput {
  private static final String NULL_TEXT = "NULL";

  private final Writer out;
  private final Schema schema;
  private final boolean isHtml;
  private final ValueText text;
  private final StringBuilder line = new StringBuilder();

  private MarkupOutput(Writer out, Schema schema, ZoneId zone, boolean isHtml) {
    this.out = out;
    this.schema = schema;
    this.isHtml = isHtml;
    this.text = new ValueText(zone);
  }

  /** Begins a table of Markdown. */
  static MarkupOutput markdown(Writer out, Schema schema, ZoneId zone) throws IOException {
    MarkupOutput output = new MarkupOutput(out, schema, zone, false);
    output.writeNames();
    return output;
  }

  /** Begins a document of HTML with one table. */
  static MarkupOutput html(Writer out, Schema schema, ZoneId zone) throws IOException {
    MarkupOutput output = new MarkupOutput(out, schema, zone, true);
    out.write("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<table>\n<thead>\n");
    output.writeNames();
    out.write("</thead>\n<tbody>\n");
    return output;
  }

  private void writeNames() throws IOException {
    line.append(isHtml ? "<tr>" : "|");
    for (String name : schema.names()) {
      cell(name, "th");
    }
    endLine();
    if (!isHtml) {
      line.append('|');
      schema.fields().forEach(f -> line.append(f.type().isNumeric() ? "---:|" : "---|"));
      endLine();
    }
  }

  void write(ResultBatch batch) throws IOException {
    for (int row = 0; row < batch.rowCount(); row++) {
      line.append(isHtml ? "<tr>" : "|");
      for (int i = 0; i < schema.size(); i++) {
        ResultColumn column = batch.column(i);
        cell(column.isNull(row) ? NULL_TEXT : text.of(column, row), "td");
      }
      endLine();
    }
  }

  private void cell(String value, String tag) {
    if (isHtml) {
      line.append('<').append(tag).append('>');
      escape(value);
      line.append("</").append(tag).append('>');
    } else {
      line.append(' ');
      escape(value);
      line.append(" |");
    }
  }

  private void escape(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> line.append("&amp;");
        case '<' -> line.append("&lt;");
        case '>' -> line.append("&gt;");
        case '|' -> line.append(isHtml ? "|" : "\\|");
        case '\\' -> line.append(isHtml ? "\\" : "\\\\");
        case '\r' -> line.append(isHtml ? "&#13;" : "");
        case '\n' -> line.append(isHtml ? "\n" : "<br>");
        default -> line.append(c);
      }
    }
  }

  private void endLine() throws IOException {
    line.append(isHtml ? "</tr>\n" : "\n");
    out.append(line);
    line.setLength(0);
  }

  void end() throws IOException {
    if (isHtml) {
      out.write("</tbody>\n</table>\n");
    }
  }
}
