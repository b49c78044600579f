package dev.heddle.planner.translate;

import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.expr.CatalogueFunction;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.expr.WindowFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operators that SQL text can use: those of the catalogue under all their names, and of
 * Calcite's own only what has no function in the catalogue (subqueries, CASE, sets) or is typed the
 * same. Immutable.
 */
final class SqlOperators implements SqlOperatorTable {
  static final SqlOperators INSTANCE = new SqlOperators();

  private static final Set<String> STANDARD_FUNCTIONS =
      Set.of(
          "COUNT",
          "SUM",
          "AVG",
          "MIN",
          "MAX",
          "ANY_VALUE",
          "STDDEV_SAMP",
          "STDDEV_POP",
          "VAR_SAMP",
          "VAR_POP",
          "GROUPING",
          "GROUPING_ID",
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "PERCENT_RANK",
          "CUME_DIST",
          "LAG",
          "LEAD",
          "PERCENTILE_CONT");

  private static final List<String> QUANTILES =
      List.of("median", "quantile_cont", "approx_quantile");

  private final Map<String, SqlOperator> functions = new HashMap<>();
  private final Map<String, SqlOperator> signs = new HashMap<>();
  private final Map<SqlOperator, ScalarFunction> scalars = new HashMap<>();

  private SqlOperators() {
    binary(ScalarFunction.ADD, SqlKind.PLUS, SqlStdOperatorTable.PLUS);
    binary(ScalarFunction.SUBTRACT, SqlKind.MINUS, SqlStdOperatorTable.MINUS);
    binary(ScalarFunction.MULTIPLY, SqlKind.TIMES, SqlStdOperatorTable.MULTIPLY);
    binary(ScalarFunction.DIVIDE, SqlKind.DIVIDE, SqlStdOperatorTable.DIVIDE);
    binary(ScalarFunction.MODULO, SqlKind.MOD, SqlStdOperatorTable.PERCENT_REMAINDER);
    binary(ScalarFunction.EQ, SqlKind.EQUALS, SqlStdOperatorTable.EQUALS);
    binary(ScalarFunction.NOT_EQ, SqlKind.NOT_EQUALS, SqlStdOperatorTable.NOT_EQUALS);
    binary(ScalarFunction.LT, SqlKind.LESS_THAN, SqlStdOperatorTable.LESS_THAN);
    binary(
        ScalarFunction.LT_EQ, SqlKind.LESS_THAN_OR_EQUAL, SqlStdOperatorTable.LESS_THAN_OR_EQUAL);
    binary(ScalarFunction.GT, SqlKind.GREATER_THAN, SqlStdOperatorTable.GREATER_THAN);
    binary(
        ScalarFunction.GT_EQ,
        SqlKind.GREATER_THAN_OR_EQUAL,
        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL);
    binary(
        ScalarFunction.IS_DISTINCT_FROM,
        SqlKind.IS_DISTINCT_FROM,
        SqlStdOperatorTable.IS_DISTINCT_FROM);
    binary(
        ScalarFunction.IS_NOT_DISTINCT_FROM,
        SqlKind.IS_NOT_DISTINCT_FROM,
        SqlStdOperatorTable.IS_NOT_DISTINCT_FROM);
    binary(ScalarFunction.CONCAT_OPERATOR, SqlKind.OTHER, SqlStdOperatorTable.CONCAT);
    CatalogueTyping negate = new CatalogueTyping(ScalarFunction.NEGATE);
    SqlOperator minus = new SqlPrefixOperator("-", SqlKind.MINUS_PREFIX, 40, negate, null, negate);
    signs.put("-/PREFIX", minus);
    scalars.put(minus, ScalarFunction.NEGATE);
    for (ScalarFunction function : ScalarFunction.values()) {
      SqlOperator operator = OperatorMapping.operator(function);
      if (!(operator instanceof CatalogueFunctionOperator)) {
        operator = new CatalogueFunctionOperator(function);
      }
      scalars.put(operator, function);
      for (String name : function.sqlNames()) {
        if (Character.isLetter(name.charAt(0))) {
          functions.put(name.toUpperCase(Locale.ROOT), operator);
        }
      }
    }
    for (AggregateFunction function : AggregateFunction.values()) {
      SqlOperator operator = OperatorMapping.operator(function);
      if (operator != null && function != AggregateFunction.COUNT_ALL) {
        for (String name : function.sqlNames()) {
          functions.putIfAbsent(name.toUpperCase(Locale.ROOT), operator);
        }
      }
    }
    for (WindowFunction function : WindowFunction.values()) {
      for (String name : function.sqlNames()) {
        functions.put(name.toUpperCase(Locale.ROOT), OperatorMapping.operator(function));
      }
    }
    functions.put("$ASOF", AsOfMarks.MARK);
    functions.put("CAST", new SqlCastOperator("CAST", SqlKind.CAST));
    functions.put("SAFE_CAST", new SqlCastOperator("SAFE_CAST", SqlKind.SAFE_CAST));
    functions.put("TRY_CAST", new SqlCastOperator("TRY_CAST", SqlKind.SAFE_CAST));
  }

  private void binary(ScalarFunction function, SqlKind kind, SqlOperator like) {
    CatalogueTyping typing = new CatalogueTyping(function);
    SqlOperator operator =
        new SqlBinaryOperator(like.getName(), kind, like.getLeftPrec(), true, typing, null, typing);
    signs.put(like.getName() + "/BINARY", operator);
    scalars.put(operator, function);
  }

  /** Returns the catalogue's function behind an operator in validated SQL text. */
  static Optional<ScalarFunction> scalar(SqlOperator operator) {
    return Optional.ofNullable(INSTANCE.scalars.get(operator));
  }

  /** Returns the operator for a function, for calls that are made while SQL text is rewritten. */
  static SqlOperator operator(CatalogueFunction function) {
    return java.util.Objects.requireNonNull(
        INSTANCE.functions.get(function.displayName().toUpperCase(Locale.ROOT)), "no operator");
  }

  /** Returns whether a name is that of an aggregate. */
  static boolean isAggregate(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (AggregateFunction function : AggregateFunction.values()) {
      if (function.sqlNames().contains(lower)) {
        return true;
      }
    }
    return QUANTILES.contains(lower) || Macros.isAggregate(lower);
  }

  /** Returns the names of all functions, in lower case, sorted. */
  static List<String> functionNames() {
    Set<String> names = new TreeSet<>();
    INSTANCE.functions.keySet().stream()
        .filter(name -> Character.isLetter(name.charAt(0)))
        .forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    names.addAll(QUANTILES);
    names.addAll(Macros.names());
    return new ArrayList<>(names);
  }

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operators,
      SqlNameMatcher matcher) {
    if (!name.isSimple()) {
      return;
    }
    String upper = name.getSimple().toUpperCase(Locale.ROOT);
    if (syntax.family == SqlSyntax.FUNCTION) {
      SqlOperator function = functions.get(upper);
      if (function != null) {
        operators.add(function);
        return;
      }
    }
    SqlOperator sign = signs.get(upper + "/" + syntax);
    if (sign != null) {
      operators.add(sign);
      return;
    }
    List<SqlOperator> standard = new ArrayList<>();
    SqlStdOperatorTable.instance()
        .lookupOperatorOverloads(name, category, syntax, standard, matcher);
    for (SqlOperator operator : standard) {
      if (!(operator instanceof SqlFunction) || STANDARD_FUNCTIONS.contains(upper)) {
        operators.add(operator);
      }
    }
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    Set<SqlOperator> all = new HashSet<>(functions.values());
    all.addAll(signs.values());
    return new ArrayList<>(all);
  }
}
