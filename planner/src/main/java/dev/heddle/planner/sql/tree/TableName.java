package dev.heddle.planner.sql.tree;

import java.util.List;

/**
 * The name of a table or view, perhaps with its schema and catalogue.
 *
 * @param parts at least one; the last is the table's own
 */
public record TableName(List<Name> parts) {
  /** Copies the list. */
  public TableName {
    parts = List.copyOf(parts);
  }

  /** Returns the table's own name. */
  public Name name() {
    return parts.getLast();
  }

  /** Returns the text of the table's own name. */
  public String text() {
    return name().text();
  }

  /** Returns what stands before the table's own name: nothing, a schema, or a catalogue and one. */
  public List<Name> qualifiers() {
    return parts.subList(0, parts.size() - 1);
  }

  /** Returns where it is written. */
  public Span span() {
    return new Span(parts.getFirst().span().start(), parts.getLast().span().end());
  }
}
