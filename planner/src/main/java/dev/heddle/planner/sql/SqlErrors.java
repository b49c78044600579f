package dev.heddle.planner.sql;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Words mistakes in SQL text: one line, with line and column of the text as it was written. */
public final class SqlErrors {
  private static final Pattern ENCOUNTERED = Pattern.compile("^Encountered \"(.*?)\" at line");
  private static final Pattern LEXICAL =
      Pattern.compile("Lexical error at line (\\d+), column (\\d+)\\.\\s+Encountered: (.*)");

  private SqlErrors() {}

  /** Returns an error of code ANALYSIS about a place in the text. */
  public static AnalysisException analysis(SqlText text, String message, SqlParserPos position) {
    String place = text.describe(position);
    return new AnalysisException(place.isEmpty() ? message : message + " (" + place + ")");
  }

  static AnalysisException syntax(SqlText text, String message, SqlParserPos position) {
    String place = text.describe(position);
    return new AnalysisException(
        ErrorCode.SYNTAX,
        "Cannot parse SQL: " + message + (place.isEmpty() ? "" : " (" + place + ")"),
        null);
  }

  /** Returns an error of code SYNTAX for what the parser says. */
  public static AnalysisException syntax(SqlText text, SqlParseException error) {
    SqlParserPos position = error.getPos() == null ? SqlParserPos.ZERO : error.getPos();
    String message = String.valueOf(error.getMessage());
    Matcher lexical = LEXICAL.matcher(message);
    if (lexical.find()) {
      position =
          new SqlParserPos(Integer.parseInt(lexical.group(1)), Integer.parseInt(lexical.group(2)));
      return syntax(text, "unexpected character or unfinished text", position);
    }
    Matcher encountered = ENCOUNTERED.matcher(message);
    if (encountered.find()) {
      String token = encountered.group(1).strip();
      int second = token.indexOf("\" \"");
      token = (second > 0 ? token.substring(0, second) : token).replace("\\'", "'");
      if (token.equals("'") || token.startsWith("' ") || token.startsWith("\\\" ")) {
        return syntax(text, "the quote is not closed", position);
      }
      return token.equals("<EOF>")
          ? syntax(text, "the text ends too early", position)
          : syntax(text, "unexpected \"" + token + "\"", position);
    }
    if (message.contains("Non-query expression")) {
      return syntax(text, "a query is expected here", position);
    }
    return syntax(text, firstSentence(message), position);
  }

  private static String firstSentence(String message) {
    String line = message.lines().findFirst().orElse("syntax error");
    return line.replaceFirst("^From line \\d+, column \\d+ to line \\d+, column \\d+: ", "");
  }
}
