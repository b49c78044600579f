package dev.heddle.frame.verb;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.plan.NamedExpr;
import java.util.ArrayList;
import java.util.List;

/**
 * Aggregates groups by code of the user's own, in two steps: states of parts of a group, and the
 * result of these. Parts follow from the values of a row, so that a task that runs again makes the
 * same ones.
 */
public final class UserGroups {
  /** At most this number of parts of a group. */
  public static final int PARTS = 64;

  private static final String PART = "$part";
  private static final String STATE = "$state";

  private UserGroups() {}

  /** One row for each group: the keys, then the aggregate under its name. */
  public static DataFrame aggregate(
      DataFrame frame, List<NamedExpr> keys, UserAggregate aggregate, List<Expr> arguments) {
    if (arguments.size() != aggregate.argumentTypes().size()) {
      throw new AnalysisException(
          "Cannot aggregate: \""
              + aggregate.name()
              + "\" takes "
              + aggregate.argumentTypes().size()
              + " arguments, not "
              + arguments.size());
    }
    Expr hash = Functions.call("xxhash64", arguments.toArray(Expr[]::new));
    List<Expr> parts = new ArrayList<>();
    keys.forEach(key -> parts.add(key.expr().named(key.name())));
    parts.add(hash.mod(PARTS / 2).named(PART)); // from -31 to 31
    String[] names = keys.stream().map(NamedExpr::name).toArray(String[]::new);
    return frame
        .groupBy(parts.toArray(Expr[]::new))
        .agg(aggregate.stateOfRows(arguments).named(STATE))
        .groupBy(names)
        .agg(aggregate.resultOfStates(Functions.col(STATE)).named(aggregate.name()));
  }
}
