package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.binder.scope.Using;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binds joins. ON sees the two operands of its join and the queries around, not what else is in
 * FROM. USING and NATURAL merge columns.
 */
final class JoinBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final RelationBinder relations;
  private final @Nullable OuterArguments query;

  JoinBinder(
      BindContext context,
      QueryBinder queries,
      RelationBinder relations,
      @Nullable OuterArguments query) {
    this.context = context;
    this.queries = queries;
    this.relations = relations;
    this.query = query;
  }

  From bind(Relation.Join join, @Nullable OuterArguments outer) {
    From left = relations.bind(join.left(), outer);
    boolean isLateral =
        switch (join.type()) {
          case COMMA, CROSS, INNER, LEFT -> !join.isAsOf();
          case RIGHT, FULL, SEMI, ANTI, POSITIONAL -> false;
        };
    if (join.type() == Relation.JoinType.POSITIONAL) {
      return positional(join, left, relations.bind(join.right(), outer), outer);
    }
    if (!isLateral) {
      return joined(join, left, relations.bind(join.right(), outer), null, outer);
    }
    ExpressionBinder leftRow =
        new ExpressionBinder(context, queries, left.scope(), ClauseContext.of(Clause.FROM), outer);
    OuterArguments arguments = new OuterArguments(leftRow);
    From right = relations.bind(join.right(), arguments);
    boolean readsLeft = arguments.values().stream().anyMatch(JoinBinder::readsRow);
    if (!readsLeft && !arguments.values().isEmpty()) { // only what is around both
      LogicalPlan plan =
          Correlation.replaced(
              right.plan(), column -> Correlation.outside(column, arguments.values()));
      right = new From(plan, right.scope());
    }
    return joined(join, left, right, readsLeft ? arguments : null, outer);
  }

  /** Joins the first row with the first, and so on: by a number that is counted on both sides. */
  private From positional(
      Relation.Join join, From left, From right, @Nullable OuterArguments outer) {
    Name name = new Name("$position", true, join.span());
    Relation.Join numbered =
        new Relation.Join(
            join.left(),
            join.right(),
            Relation.JoinType.FULL,
            false,
            false,
            null,
            null,
            List.of(name),
            join.span());
    From joined = joined(numbered, numbered(left, name), numbered(right, name), null, outer);
    List<ScopeTable> tables = new ArrayList<>(joined.scope().tables());
    tables.removeIf(table -> table.columns().names().equals(List.of(name.text())));
    List<Scope.StarColumn> star = new ArrayList<>(joined.scope().star());
    star.removeIf(column -> column.name().equals(name.text()));
    return new From(joined.plan(), new Scope(joined.plan().schema(), tables, List.of(), star));
  }

  /** Returns rows behind a column, of a table without a name, that counts them. */
  private static From numbered(From rows, Name name) {
    Field number = new Field(name.text(), DataType.INT64, false);
    Schema counted = Schema.of(number);
    List<Field> fields = new ArrayList<>(List.of(number));
    fields.addAll(rows.plan().schema().fields());
    Schema schema = new Schema(fields);
    List<ScopeTable> tables = new ArrayList<>();
    tables.add(ScopeTable.of(null, counted.names(), counted));
    rows.scope().tables().forEach(table -> tables.add(table.shifted(1)));
    List<Scope.StarColumn> star = new ArrayList<>();
    star.add(new Scope.StarColumn(name.text(), new Expr.BoundColumn(0, name.text())));
    star.addAll(shifted(rows.scope().star(), 1));
    LogicalPlan plan = new LogicalPlan.RowIndex(rows.plan(), name.text(), 0, schema);
    return new From(plan, new Scope(schema, tables, shifted(rows.scope().merged(), 1), star));
  }

  private static boolean readsRow(Expr expr) {
    return ExprParts.any(expr, e -> e instanceof Expr.BoundColumn);
  }

  private From joined(
      Relation.Join join,
      From left,
      From right,
      @Nullable OuterArguments lateral,
      @Nullable OuterArguments outer) {
    int width = left.plan().schema().size();
    Schema pairs = pairs(left.plan().schema(), right.plan().schema());
    List<ScopeTable> leftTables = new ArrayList<>(left.scope().tables());
    List<ScopeTable> rightTables = new ArrayList<>();
    right.scope().tables().forEach(table -> rightTables.add(table.shifted(width)));
    List<Scope.StarColumn> rightMerged = shifted(right.scope().merged(), width);
    List<Scope.StarColumn> rightStar = shifted(right.scope().star(), width);
    Scope leftScope = new Scope(pairs, leftTables, left.scope().merged(), left.scope().star());
    Scope rightScope = new Scope(pairs, rightTables, rightMerged, rightStar);
    Using using = new Using(context, leftScope, rightScope, join.type());
    List<Name> names = join.isNatural() ? using.commonNames(join.span()) : join.using();
    List<Expr> conditions = new ArrayList<>();
    Scope both = using.merged(names);
    ExpressionBinder pair = // ON sees nothing of a row before
        new ExpressionBinder(
            context,
            queries,
            both,
            ClauseContext.of(Clause.ON),
            outer == null ? null : outer.withoutRows(query));
    if (join.isAsOf()) {
      return new AsOfBinder(context, left, right, both, pair).bind(join, using.pairs());
    }
    for (Using.Pair equal : using.pairs()) {
      conditions.add(
          pair.call(ScalarFunction.EQ, equal.name().span(), equal.left(), equal.right()));
    }
    if (join.condition() != null) {
      conditions.add(pair.condition(join.condition()));
    }
    Expr condition =
        conditions.isEmpty()
            ? null
            : conditions.size() == 1
                ? conditions.getFirst()
                : new Expr.Call(ScalarFunction.AND, conditions);
    return plan(join, left, right, both, condition, lateral);
  }

  private From plan(
      Relation.Join join,
      From left,
      From right,
      Scope both,
      @Nullable Expr condition,
      @Nullable OuterArguments lateral) {
    JoinKind kind = kind(join.type(), condition != null);
    Schema schema = kind.outputSchema(left.plan().schema(), both.row());
    if (lateral != null) {
      LogicalPlan plan =
          Laterals.join(left.plan(), right.plan(), lateral.values(), kind, condition, schema);
      return new From(plan, new Scope(schema, both.tables(), both.merged(), both.star()));
    }
    LogicalPlan plan =
        new LogicalPlan.Join(
            left.plan(), right.plan(), kind, List.of(), condition, both.row(), schema);
    Scope scope =
        kind.keepsRightColumns()
            ? new Scope(schema, both.tables(), both.merged(), both.star())
            : left.scope();
    return new From(plan, scope);
  }

  private static JoinKind kind(Relation.JoinType type, boolean hasCondition) {
    return switch (type) {
      case COMMA, CROSS -> JoinKind.CROSS;
      case INNER -> hasCondition ? JoinKind.INNER : JoinKind.CROSS;
      case LEFT -> JoinKind.LEFT;
      case RIGHT -> JoinKind.RIGHT;
      case FULL -> JoinKind.FULL;
      case SEMI -> JoinKind.SEMI;
      case ANTI -> JoinKind.ANTI;
      case POSITIONAL -> throw new IllegalStateException("it is bound as a FULL join");
    };
  }

  private static Schema pairs(Schema left, Schema right) {
    List<Field> fields = new ArrayList<>(left.fields());
    fields.addAll(right.fields());
    return new Schema(fields);
  }

  private static List<Scope.StarColumn> shifted(List<Scope.StarColumn> columns, int by) {
    return columns.stream()
        .map(c -> new Scope.StarColumn(c.name(), ScopeTable.shifted(c.value(), by)))
        .toList();
  }
}
