package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What names of functions of the user's own mean in a text; those of the catalogue come first. */
public record UserCalls(BindContext context) {
  /**
   * Returns the function of a name, of several the one that takes that number of arguments; null if
   * there is none of the name.
   */
  public @Nullable UserFunction function(String name, int arguments) {
    if (!FunctionCatalogue.find(name).isEmpty()) {
      return null;
    }
    UserFunction found = null;
    for (UserFunction function : context.catalogue().functions()) {
      if (function.name().equalsIgnoreCase(name)
          && (found == null || function.maxArguments() == arguments)) {
        found = function;
      }
    }
    return found;
  }

  /** Checks that a call of a function has no part that aggregates have. */
  public void requirePlain(UserFunction function, Expression.Call call) {
    if (call.isDistinct() || call.filter() != null || call.over() != null) {
      throw context.error(
          call.span(), function.name() + " is no aggregate: it takes no DISTINCT, FILTER or OVER");
    }
  }

  /** Returns what makes calls of an aggregate; null if there is none of the name. */
  public @Nullable ExprFunction aggregate(Expression.Call call) {
    String name = call.name().getLast().text();
    if (!FunctionCatalogue.find(name).isEmpty()) {
      return null;
    }
    for (UserAggregate aggregate : context.catalogue().aggregates()) {
      if (aggregate.name().equalsIgnoreCase(name)) {
        return entry(aggregate, call);
      }
    }
    return null;
  }

  private ExprFunction entry(UserAggregate aggregate, Expression.Call call) {
    if (!call.orderBy().isEmpty() || !call.withinGroup().isEmpty()) {
      throw context.error(
          call.span(), aggregate.name() + " takes no order: states of rows are merged in any");
    }
    int count = aggregate.argumentTypes().size();
    return ExprFunction.aggregate(
        aggregate.name().toLowerCase(Locale.ROOT),
        count,
        count,
        FunctionEntry.DistinctUse.PASSED,
        parts -> {
          Expr.Aggregate made = aggregate.call(parts.arguments().toArray(Expr[]::new));
          Expr.Aggregate once = parts.isDistinct() ? made.distinct() : made;
          return parts.filter() == null ? once : once.filter(parts.filter());
        });
  }

  /** Adds the names of those that give rows, for messages about others. */
  public void addRowFunctions(List<String> names) {
    for (UserFunction function : context.catalogue().functions()) {
      if (function.resultType() instanceof DataType.ListOf) {
        names.add(function.name());
      }
    }
  }

  /** Adds the names of all, for messages about others. */
  public void addNames(List<String> names) {
    context.catalogue().functions().forEach(function -> names.add(function.name()));
    context.catalogue().aggregates().forEach(aggregate -> names.add(aggregate.name()));
  }
}
