package dev.heddle.planner.translate;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.plan.BoundFrame;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SqlErrors;
import dev.heddle.planner.sql.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Words what Calcite's validator finds wrong in our words: the nearest names, no jargon. */
final class ValidationMessages {
  private static final Pattern NO_COLUMN =
      Pattern.compile("^Column '(.*?)' not found in (?:any table|table '.*?')");
  private static final Pattern AMBIGUOUS = Pattern.compile("^Column '(.*?)' is ambiguous");
  private static final Pattern NO_TABLE = Pattern.compile("^Table '(.*?)' not found");
  private static final Pattern NO_OBJECT = Pattern.compile("^Object '(.*?)' not found");
  private static final Pattern NO_FUNCTION =
      Pattern.compile("^No match found for function signature (.*?)\\(");
  private static final Pattern UNSUITABLE =
      Pattern.compile(
          "^Cannot apply '?(.*?)'? to arguments of type '(.*)'\\. ?Supported form", Pattern.DOTALL);
  private static final Pattern TYPE = Pattern.compile("<(.*?)>");
  private static final Pattern BAD_LITERAL =
      Pattern.compile("^Illegal (DATE|TIME|TIMESTAMP).* literal '(.*?)'");
  private static final Pattern ARGUMENT_COUNT =
      Pattern.compile("^Invalid number of arguments to function '(.*?)'");

  private final HeddleValidator validator;
  private final QueryCatalog catalog;
  private final QueryOperators operators;

  ValidationMessages(HeddleValidator validator, QueryCatalog catalog, QueryOperators operators) {
    this.operators = operators;
    this.validator = validator;
    this.catalog = catalog;
  }

  AnalysisException translate(SqlText text, SqlNode query, CalciteContextException error) {
    SqlParserPos position =
        new SqlParserPos(
            error.getPosLine(),
            error.getPosColumn(),
            error.getEndPosLine(),
            error.getEndPosColumn());
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage());
    return SqlErrors.analysis(text, words(message, query, position), position);
  }

  private String words(String message, SqlNode query, SqlParserPos position) {
    Matcher column = NO_COLUMN.matcher(message);
    if (column.find()) {
      SqlSelect select = innermost(query, position);
      List<String> names = select == null ? List.of() : validator.columnNames(select);
      return NearestNames.missing("column", column.group(1), names);
    }
    Matcher ambiguous = AMBIGUOUS.matcher(message);
    if (ambiguous.find()) {
      return "column name \""
          + ambiguous.group(1)
          + "\" is ambiguous; write it with the name of its table";
    }
    Matcher table = NO_TABLE.matcher(message);
    if (table.find()) {
      SqlSelect select = innermost(query, position);
      return NearestNames.missing(
          "table", table.group(1), select == null ? List.of() : validator.aliases(select));
    }
    Matcher object = NO_OBJECT.matcher(message);
    if (object.find()) {
      return NearestNames.missing("table", object.group(1), catalog.tableNames());
    }
    Matcher function = NO_FUNCTION.matcher(message);
    if (function.find()) {
      return noFunction(function.group(1));
    }
    Matcher unsuitable = UNSUITABLE.matcher(message);
    if (unsuitable.find()) {
      return aboutColumn(
          query,
          position,
          unsuitable.group(1).toLowerCase(Locale.ROOT)
              + " does not take "
              + types(unsuitable.group(2))
              + "; cast the arguments");
    }
    Matcher literal = BAD_LITERAL.matcher(message);
    if (literal.find()) {
      return "'" + literal.group(2) + "' is no " + literal.group(1);
    }
    Matcher count = ARGUMENT_COUNT.matcher(message);
    if (count.find()) {
      return "wrong number of arguments to " + count.group(1).toLowerCase(Locale.ROOT);
    }
    return message.lines().findFirst().orElse("the query is not valid");
  }

  /**
   * Returns why the first column that is named at a place cannot be read, which is what its type is
   * wrong for.
   *
   * @param message what is returned if all can be read
   */
  String aboutColumn(SqlNode query, SqlParserPos position, @Nullable String message) {
    List<String> found = new ArrayList<>();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            if (!name.isStar() && contains(position, name.getParserPosition())) {
              for (BoundFrame frame : catalog.bound()) {
                Schema schema = frame.plan().schema();
                schema.names().stream()
                    .filter(name.names.getLast()::equalsIgnoreCase)
                    .forEach(
                        column ->
                            schema
                                .whyUnreadable(column)
                                .ifPresent(
                                    why ->
                                        found.add(
                                            "column \"" + column + "\" cannot be read, " + why)));
              }
            }
            return null;
          }
        });
    return found.isEmpty() ? String.valueOf(message) : found.getFirst();
  }

  /** The types in {@code SUM(<VARCHAR>)} or {@code <INTEGER> AND <BOOLEAN>}. */
  private static String types(String signature) {
    List<String> types = new ArrayList<>();
    Matcher type = TYPE.matcher(signature);
    while (type.find()) {
      types.add(type.group(1));
    }
    return "(" + String.join(", ", types) + ")";
  }

  private String noFunction(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    List<String> near = NearestNames.nearest(plain, operators.functionNames());
    if (operators.functionNames().contains(plain)) {
      return "function " + plain + " does not take these arguments";
    }
    return "no function \"" + plain + "\"" + NearestNames.suggestion(near);
  }

  private static @Nullable SqlSelect innermost(SqlNode query, SqlParserPos position) {
    SqlSelect[] found = new SqlSelect[1];
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlSelect select && contains(select, position)) {
              found[0] = select;
            }
            return super.visit(call);
          }
        });
    return found[0];
  }

  private static boolean contains(SqlSelect select, SqlParserPos position) {
    return contains(select.getParserPosition(), position);
  }

  private static boolean contains(SqlParserPos whole, SqlParserPos position) {
    boolean startsBefore =
        whole.getLineNum() < position.getLineNum()
            || (whole.getLineNum() == position.getLineNum()
                && whole.getColumnNum() <= position.getColumnNum());
    boolean endsAfter =
        whole.getEndLineNum() > position.getLineNum()
            || (whole.getEndLineNum() == position.getLineNum()
                && whole.getEndColumnNum() >= position.getColumnNum());
    return startsBefore && endsAfter;
  }
}
