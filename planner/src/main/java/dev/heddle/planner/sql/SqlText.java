package dev.heddle.planner.sql;

import dev.heddle.planner.sql.SqlTokens.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A statement's text as it was written and as the parser gets it, and the map of positions between
 * them. Immutable.
 *
 * @param original as written
 * @param order the text with every SELECT in front of its FROM
 * @param rewritten for the parser
 * @param edits what differs from the ordered text, ascending
 * @param firstLine line of the statement's first character in the script it comes from, from 1
 * @param firstColumn column of that character, from 1
 */
public record SqlText(
    String original,
    FromFirst order,
    String rewritten,
    List<Edit> edits,
    int firstLine,
    int firstColumn) {
  /**
   * A replaced part.
   *
   * @param start where it starts in the ordered text
   * @param end where it ends there
   * @param length how long what replaces it is
   */
  record Edit(int start, int end, int length) {}

  /** Copies the list. */
  public SqlText {
    edits = List.copyOf(edits);
  }

  /** Returns a text that stands for itself, rewritten for the parser. */
  public static SqlText of(String text) {
    return of(text, 1, 1);
  }

  /** Returns a statement that starts at a place of a script. */
  public static SqlText of(String text, int firstLine, int firstColumn) {
    FromFirst order = FromFirst.of(text);
    return TokenRewriter.rewrite(order.text()).build(text, order, firstLine, firstColumn);
  }

  /** Returns the part of the ordered text that a node of the parser's tree spans, in one line. */
  public String slice(SqlParserPos position) {
    int start = originalOffset(position.getLineNum(), position.getColumnNum(), false);
    int end = originalOffset(position.getEndLineNum(), position.getEndColumnNum(), true) + 1;
    String ordered = order.text();
    return start >= 0 && start < end && end <= ordered.length()
        ? closed(ordered, start, end).replaceAll("\\s+", " ").replaceFirst("^[, ]+", "")
        : "";
  }

  /**
   * Returns a part with the brackets that it leaves open: the parser places queries inside them.
   */
  private static String closed(String text, int start, int end) {
    String part = text.substring(start, end);
    TokenList tokens = SqlTokens.of(part);
    int open = 0;
    for (int i = 0; i < tokens.size(); i++) {
      open += tokens.nesting(i);
    }
    int last = end;
    for (int i = end; open > 0 && i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == ')') {
        open--;
        last = i + 1;
      } else if (!Character.isWhitespace(next)) {
        break;
      }
    }
    return text.substring(start, last);
  }

  /**
   * Returns text such as {@code line 2, column 7} in the script for a place in the parser's text;
   * empty if there is none.
   */
  String describe(SqlParserPos position) {
    if (position.getLineNum() <= 0) {
      return "";
    }
    int offset =
        order.origin(originalOffset(position.getLineNum(), position.getColumnNum(), false));
    int line = 1;
    int column = 1;
    for (int i = 0; i < Math.min(offset, original.length()); i++) {
      if (original.charAt(i) == '\n') {
        line++;
        column = 1;
      } else {
        column++;
      }
    }
    int scriptColumn = line == 1 ? column + firstColumn - 1 : column;
    return "line " + (line + firstLine - 1) + ", column " + scriptColumn;
  }

  /** What has been put in stands for the character behind it, or, as an end, for the one before. */
  private int originalOffset(int line, int column, boolean isEnd) {
    int offset = 0;
    for (int l = 1; l < line; l++) {
      offset = rewritten.indexOf('\n', offset) + 1;
    }
    // The parser counts columns with tabs as wide as one character, see SqlParsing.
    int inRewritten = offset + column - 1;
    int shift = 0;
    for (Edit edit : edits) {
      int startInRewritten = edit.start + shift;
      if (inRewritten < startInRewritten) {
        break;
      }
      if (inRewritten < startInRewritten + edit.length) {
        if (isEnd && edit.start == edit.end) {
          return edit.start - 1;
        }
        return inRewritten == startInRewritten ? edit.start : Math.max(edit.start, edit.end - 1);
      }
      shift += edit.length - (edit.end - edit.start);
    }
    return inRewritten - shift;
  }

  /**
   * Collects edits of a text, in any order; they must not overlap, but may be empty at one place.
   */
  static final class Builder {
    private record Change(int start, int end, String text, int order)
        implements Comparable<Change> {
      private static final Comparator<Change> ORDER =
          Comparator.comparingInt(Change::start)
              .thenComparingInt(Change::end)
              .thenComparingInt(Change::order);

      @Override
      public int compareTo(Change other) {
        return ORDER.compare(this, other);
      }
    }

    private final String ordered;
    private final List<Change> changes = new ArrayList<>();

    Builder(String ordered) {
      this.ordered = ordered;
    }

    void replace(int start, int end, String text) {
      changes.add(new Change(start, end, text, changes.size()));
    }

    void replace(Token token, String text) {
      replace(token.start(), token.end(), text);
    }

    /** Opens something in front of a place, around what has been opened there before. */
    void open(int at, String text) {
      changes.add(new Change(at, at, text, -changes.size()));
    }

    SqlText build(String original, FromFirst order, int firstLine, int firstColumn) {
      Collections.sort(changes);
      StringBuilder rewritten = new StringBuilder();
      List<Edit> edits = new ArrayList<>();
      int copied = 0;
      for (Change change : changes) {
        rewritten.append(ordered, copied, change.start).append(change.text);
        edits.add(new Edit(change.start, change.end, change.text.length()));
        copied = change.end;
      }
      rewritten.append(ordered, copied, ordered.length());
      return new SqlText(original, order, rewritten.toString(), edits, firstLine, firstColumn);
    }
  }
}
