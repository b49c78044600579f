package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.PlanCasts;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Binds UNION, INTERSECT and EXCEPT. A chain of UNION ALL becomes one node; its columns meet in the
 * types of all branches.
 */
final class SetOperationBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final @Nullable OuterArguments outer;

  SetOperationBinder(BindContext context, QueryBinder queries, @Nullable OuterArguments outer) {
    this.context = context;
    this.queries = queries;
    this.outer = outer;
  }

  LogicalPlan bind(Query.SetOperations operations) {
    LogicalPlan left = queries.body(operations.first(), outer);
    int next = 0;
    while (next < operations.rest().size()) {
      Query.SetTerm term = operations.rest().get(next);
      if (term.kind() == Query.SetKind.UNION && !term.byName()) {
        int end = next + 1;
        while (end < operations.rest().size()
            && operations.rest().get(end).kind() == Query.SetKind.UNION
            && !operations.rest().get(end).byName()
            && operations.rest().get(end).isAll() == term.isAll()) {
          end++;
        }
        List<LogicalPlan> branches = new ArrayList<>(List.of(left));
        for (Query.SetTerm branch : operations.rest().subList(next, end)) {
          branches.add(queries.body(branch.right(), outer));
        }
        left = union(branches, term.isAll(), term.right().span());
        next = end;
      } else {
        left = pair(left, queries.body(term.right(), outer), term);
        next++;
      }
    }
    return left;
  }

  private LogicalPlan union(List<LogicalPlan> branches, boolean isAll, Span span) {
    Schema schema = common(branches, "UNION", true, span);
    List<LogicalPlan> converted =
        branches.stream().map(b -> PlanCasts.converted(b, schema)).toList();
    LogicalPlan union = new LogicalPlan.Union(converted, schema);
    return isAll ? union : new LogicalPlan.Distinct(union);
  }

  private LogicalPlan pair(LogicalPlan left, LogicalPlan right, Query.SetTerm term) {
    if (term.byName()) {
      return byName(left, right, term);
    }
    Span span = term.right().span();
    return switch (term.kind()) {
      case UNION -> union(List.of(left, right), term.isAll(), span);
      case INTERSECT -> {
        Schema schema = common(List.of(left, right), "INTERSECT", false, span);
        yield new LogicalPlan.Intersect(
            PlanCasts.converted(left, schema),
            PlanCasts.converted(right, schema),
            term.isAll(),
            schema);
      }
      case EXCEPT -> {
        Schema schema = common(List.of(left, right), "EXCEPT", false, span);
        yield new LogicalPlan.Except(
            PlanCasts.converted(left, schema),
            PlanCasts.converted(right, schema),
            term.isAll(),
            schema);
      }
    };
  }

  private Schema common(List<LogicalPlan> branches, String operation, boolean isUnion, Span span) {
    Schema first = branches.getFirst().schema();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      fields.add(first.field(i));
    }
    for (LogicalPlan branch : branches.subList(1, branches.size())) {
      if (branch.schema().size() != first.size()) {
        throw context.error(
            span,
            operation
                + " takes queries with equally many columns, not "
                + first.size()
                + " and "
                + branch.schema().size());
      }
      for (int i = 0; i < first.size(); i++) {
        Field known = fields.get(i);
        Field field = branch.schema().field(i);
        DataType type = TypeCoercion.commonType(known.type(), field.type());
        if (type == null) {
          throw context.error(
              span,
              operation
                  + " does not take "
                  + known.type().sqlName()
                  + " beside "
                  + field.type().sqlName()
                  + " in column "
                  + (i + 1)
                  + " (\""
                  + known.name()
                  + "\"); cast one of them");
        }
        boolean nullable = known.nullable() || (isUnion && field.nullable());
        fields.set(i, new Field(known.name(), type, nullable));
      }
    }
    return new Schema(fields);
  }

  private LogicalPlan byName(LogicalPlan left, LogicalPlan right, Query.SetTerm term) {
    Span span = term.right().span();
    if (term.kind() != Query.SetKind.UNION) {
      throw context.error(span, term.kind() + " BY NAME is not supported; only UNION is by name");
    }
    Map<String, Integer> ofLeft = positions(left, span);
    Map<String, Integer> ofRight = positions(right, span);
    Map<String, String> names = new LinkedHashMap<>();
    left.schema().names().forEach(name -> names.putIfAbsent(key(name), name));
    right.schema().names().forEach(name -> names.putIfAbsent(key(name), name));
    return union(
        List.of(arranged(left, ofLeft, names), arranged(right, ofRight, names)),
        term.isAll(),
        span);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private Map<String, Integer> positions(LogicalPlan plan, Span span) {
    Map<String, Integer> positions = new LinkedHashMap<>();
    List<String> names = plan.schema().names();
    for (int i = 0; i < names.size(); i++) {
      if (positions.put(key(names.get(i)), i) != null) {
        throw context.error(
            span, "two columns \"" + names.get(i) + "\" in one side of UNION BY NAME; rename one");
      }
    }
    return positions;
  }

  private static LogicalPlan arranged(
      LogicalPlan plan, Map<String, Integer> positions, Map<String, String> names) {
    List<NamedExpr> columns = new ArrayList<>();
    names.forEach(
        (key, name) -> {
          Integer at = positions.get(key);
          columns.add(
              new NamedExpr(name, at == null ? LiteralBinder.nothing() : Plans.column(plan, at)));
        });
    return Plans.project(plan, columns);
  }
}
