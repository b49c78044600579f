package dev.heddle.engine.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.ArrayList;
import java.util.List;

/**
 * What a view of SQL was created as; it is bound at each use, to the tables as they are then.
 *
 * @param text the query
 * @param columns names of all its columns; empty for the query's own
 * @param home the schema of names without one in the query
 */
public record ViewText(String text, List<String> columns, SchemaName home) {
  /** Copies the list. */
  public ViewText {
    requireNonNull(text, "text is null");
    requireNonNull(home, "home is null");
    columns = List.copyOf(columns);
  }

  /**
   * Returns the rows of the view.
   *
   * @throws AnalysisException if the text is not right any more, naming the view
   */
  public LogicalPlan bind(String view, BinderCatalogue catalogue) {
    LogicalPlan plan;
    try {
      plan = Binder.bind(text, SqlParser.query(text), catalogue);
    } catch (AnalysisException e) {
      throw new AnalysisException(e.code(), "view \"" + view + "\": " + e.getMessage(), e);
    }
    return columns.isEmpty() ? plan : renamed(plan, view);
  }

  private LogicalPlan renamed(LogicalPlan plan, String view) {
    if (columns.size() != plan.schema().size()) {
      throw new AnalysisException(
          "view \""
              + view
              + "\": there are "
              + columns.size()
              + " names for "
              + plan.schema().size()
              + " columns");
    }
    List<NamedExpr> renamed = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Field field = plan.schema().field(i);
      renamed.add(new NamedExpr(columns.get(i), new Expr.BoundColumn(i, field.name())));
      fields.add(field.withName(columns.get(i)));
    }
    return new LogicalPlan.Project(plan, renamed, new Schema(fields));
  }
}
