package dev.heddle.planner.sql.tree;

/**
 * A part of a script.
 *
 * @param start offset of the first character
 * @param end offset after the last character
 */
public record Span(int start, int end) {
  /** Returns the part as far on as this. */
  public Span shifted(int characters) {
    return new Span(start + characters, end + characters);
  }

  /** Returns the part from the start of this one to the end of another. */
  public Span to(Span last) {
    return new Span(start, last.end);
  }
}
