package dev.heddle.planner.translate;

import dev.heddle.frame.expr.UserFunction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/**
 * The operators that one text can use: those there always are, and functions of the user's own,
 * whose names are others. Remembers which of the latter the text names.
 */
final class QueryOperators implements SqlOperatorTable {
  private final List<UserFunction> functions;
  private final Set<UserFunction> used = new LinkedHashSet<>();

  QueryOperators(List<UserFunction> functions) {
    this.functions = functions;
  }

  /** Returns the functions that have been looked up, in the order of their first use. */
  List<UserFunction> used() {
    return List.copyOf(used);
  }

  /** Returns the names of all functions, in lower case. */
  List<String> functionNames() {
    List<String> names = new ArrayList<>(SqlOperators.functionNames());
    functions.forEach(function -> names.addAll(function.sqlNames()));
    return names;
  }

  @Override
  public void lookupOperatorOverloads(
      SqlIdentifier name,
      @Nullable SqlFunctionCategory category,
      SqlSyntax syntax,
      List<SqlOperator> operators,
      SqlNameMatcher matcher) {
    if (name.isSimple() && syntax.family == SqlSyntax.FUNCTION) {
      for (UserFunction function : functions) {
        if (function.name().equalsIgnoreCase(name.getSimple())) {
          used.add(function);
          operators.add(new UserFunctionOperator(function));
          return;
        }
      }
    }
    SqlOperators.INSTANCE.lookupOperatorOverloads(name, category, syntax, operators, matcher);
  }

  @Override
  public List<SqlOperator> getOperatorList() {
    List<SqlOperator> all = new ArrayList<>(SqlOperators.INSTANCE.getOperatorList());
    functions.forEach(function -> all.add(new UserFunctionOperator(function)));
    return all;
  }
}
