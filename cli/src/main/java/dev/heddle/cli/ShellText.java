package dev.heddle.cli;

import dev.heddle.planner.sql.parser.SqlParser;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.Parser;

/**
 * Reads what is typed at the prompt: commands are a line, statements go on until a semicolon that
 * is outside of quotes and comments.
 */
final class ShellText implements Parser {
  private static final Set<String> WORDS = Set.of("help", "quit", "exit");

  /** Returns the command that a text is, beginning with a backslash; empty if it is SQL. */
  static String command(String text) {
    String line = text.strip();
    if (line.startsWith("\\")) {
      return line;
    }
    if (line.length() > 1 && line.startsWith(".") && Character.isLetter(line.charAt(1))) {
      return '\\' + line.substring(1);
    }
    String word = line.endsWith(";") ? line.substring(0, line.length() - 1).strip() : line;
    return WORDS.contains(word.toLowerCase(Locale.ROOT))
        ? '\\' + word.toLowerCase(Locale.ROOT)
        : "";
  }

  /** Returns whether a text can be run, or has nothing to run. */
  static boolean isComplete(String text) {
    return text.isBlank() || !command(text).isEmpty() || SqlParser.endsStatement(text);
  }

  @Override
  public CompletingParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
      throw new EOFError(-1, -1, "The statement goes on", ";");
    }
    return Line.of(line, cursor);
  }

  @Override
  public boolean isEscapeChar(char c) {
    return false;
  }

  /**
   * A line with the word at the cursor.
   *
   * @param quote that is open there, or 0; the word begins behind it
   */
  record Line(String line, int cursor, String word, int wordCursor, char quote)
      implements CompletingParsedLine {
    private static Line of(String line, int cursor) {
      int start = 0;
      char quote = 0;
      for (int i = 0; i < cursor; i++) {
        char c = line.charAt(i);
        if (quote == 0 && isQuote(c)) {
          quote = c;
          start = i + 1;
        } else if (c == quote) {
          quote = 0;
          start = i + 1;
        } else if (quote == 0 && Character.isWhitespace(c)) {
          start = i + 1;
        }
      }
      int end = cursor;
      while (end < line.length()
          && !isQuote(line.charAt(end))
          && !Character.isWhitespace(line.charAt(end))) {
        end++;
      }
      return new Line(line, cursor, line.substring(start, end), cursor - start, quote);
    }

    private static boolean isQuote(char c) {
      return c == '\'' || c == '"';
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word);
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      boolean isClosed = cursor - wordCursor + word.length() < line.length();
      return complete && quote != 0 && !isClosed ? candidate.toString() + quote : candidate;
    }

    @Override
    public int rawWordCursor() {
      return wordCursor;
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }
  }
}
