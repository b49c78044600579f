package dev.heddle.server.report;

import dev.heddle.frame.spi.HtmlText;

/** A text of HTML that grows. What is not markup is escaped. Used by one thread. */
final class Html {
  private final StringBuilder text = new StringBuilder();

  /** Adds markup, which must not come from outside. */
  Html raw(String markup) {
    text.append(markup);
    return this;
  }

  /** Adds a text, whatever it is. */
  Html text(String any) {
    return raw(HtmlText.escaped(any));
  }

  /** Adds a cell of a table. */
  Html cell(String any) {
    return raw("<td>").text(any).raw("</td>");
  }

  /** Adds a cell of a table with a number. */
  Html number(String any) {
    return raw("<td class=n>").text(any).raw("</td>");
  }

  int length() {
    return text.length();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
