package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.plan.LogicalPlan;
import java.util.List;

/**
 * A bound FROM clause, or a part of one.
 *
 * @param plan its rows
 * @param scope what names mean over them
 */
public record From(LogicalPlan plan, Scope scope) {
  /** Returns this with a first column that is also found by the name it has without an alias. */
  public From ofElements(String name) {
    List<ScopeTable> tables = scope.tables().stream().map(table -> table.ofElements(name)).toList();
    return new From(plan, new Scope(scope.row(), tables, scope.merged(), scope.star()));
  }
}
