package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanSubqueries;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds common tables of WITH RECURSIVE: {@code first UNION [ALL] second}, where the second part
 * may read the table.
 *
 * <p>The first part gives names and types, which the second part is cast to. Where the second part
 * reads the table, it is a {@link LogicalPlan.WorkingTable}: the rows that the round before has
 * made; with UNION those among them that are new. A table that does not read itself is bound as
 * without RECURSIVE.
 */
final class RecursionBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final @Nullable OuterArguments outer;

  RecursionBinder(QueryBinder queries, @Nullable OuterArguments outer) {
    this.context = queries.context();
    this.queries = queries;
    this.outer = outer;
  }

  CommonTable bind(Query.CommonTable table) {
    String name = table.name().text();
    Query query = table.query();
    QueryBinder closed = queries.with(new CommonTable(name, null, outer));
    boolean isUnion =
        query.body() instanceof Query.SetOperations operations
            && operations.rest().getLast().kind() == Query.SetKind.UNION
            && !operations.rest().getLast().byName();
    if (!isUnion) {
      return closed.commonTable(table, outer);
    }
    Query.SetOperations operations = (Query.SetOperations) query.body();
    Query.SetTerm last = operations.rest().getLast();
    QueryBinder inner = closed.withTables(query, outer);
    LogicalPlan first = inner.body(before(operations), outer);
    Schema schema = schema(table, first);
    int number = queries.openRecursions();
    LogicalPlan before = new LogicalPlan.WorkingTable(name, number, schema);
    LogicalPlan second =
        queries
            .with(new CommonTable(name, before, outer))
            .withTables(query, outer)
            .body(last.right(), outer);
    if (!reads(second, before)) {
      return closed.commonTable(table, outer);
    }
    if (!query.orderBy().isEmpty()
        || query.orderByAll() != null
        || query.limit() != null
        || query.offset() != null) {
      throw context.error(
          query.span(),
          "a table that reads itself has no ORDER BY, LIMIT and OFFSET of its own; write them in"
              + " the query that reads it");
    }
    if (Correlation.isCorrelated(first) || Correlation.isCorrelated(second)) {
      throw new AnalysisException(
          ErrorCode.UNSUPPORTED,
          context
              .error(
                  table.name().span(),
                  "\""
                      + name
                      + "\" reads itself and columns of a query around it; compute it for all of"
                      + " them in WITH, and join")
              .getMessage(),
          null);
    }
    if (second.schema().size() != schema.size()) {
      throw context.error(
          last.right().span(),
          "UNION takes queries with equally many columns, not "
              + schema.size()
              + " and "
              + second.schema().size());
    }
    LogicalPlan rows =
        new LogicalPlan.RecursiveUnion(
            cast(first, schema, operations.first().span()),
            cast(second, schema, last.right().span()),
            last.isAll(),
            name,
            number,
            schema);
    return new CommonTable(name, rows, outer);
  }

  private static Query.Body before(Query.SetOperations operations) {
    List<Query.SetTerm> rest = operations.rest().subList(0, operations.rest().size() - 1);
    return rest.isEmpty()
        ? operations.first()
        : new Query.SetOperations(operations.first(), rest, operations.span());
  }

  /** Returns the columns; what is always null is an INTEGER. */
  private Schema schema(Query.CommonTable table, LogicalPlan first) {
    List<String> names = RelationBinder.columnNames(context, first, table.columns());
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      DataType type = first.schema().field(i).type();
      fields.add(
          new Field(names.get(i), type instanceof DataType.Null ? DataType.INT32 : type, true));
    }
    return new Schema(fields);
  }

  /** Returns whether a plan, which may be as deep as loops make it, reads the table. */
  private static boolean reads(LogicalPlan plan, LogicalPlan table) {
    Deque<LogicalPlan> open = new ArrayDeque<>(List.of(plan));
    Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    while (!open.isEmpty()) {
      LogicalPlan node = open.pop();
      if (node instanceof LogicalPlan.WorkingTable && node.equals(table)) {
        return true;
      }
      if (seen.add(node)) {
        node.inputs().forEach(open::push);
        PlanSubqueries.of(node).forEach(open::push);
      }
    }
    return false;
  }

  private LogicalPlan cast(LogicalPlan plan, Schema schema, Span span) {
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      DataType from = plan.schema().field(i).type();
      DataType to = schema.field(i).type();
      Expr column = Plans.column(plan, i);
      columns.add(
          new NamedExpr(
              schema.field(i).name(),
              from.equals(to) ? column : new Expr.Cast(column, to, CastMode.STRICT)));
    }
    try {
      return Plans.project(plan, columns);
    } catch (AnalysisException e) {
      throw context.located(e, span);
    }
  }
}
