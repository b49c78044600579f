package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.plan.AsOfDirection;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.From;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.ScopeTable;
import dev.heddle.planner.sql.binder.scope.Using;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binds as-of joins: equalities, and one comparison by {@code <, <=, >} or {@code >=} between the
 * sides.
 */
final class AsOfBinder {
  private static final String NUMBER = "$row";

  private final BindContext context;
  private final From left;
  private final From right;
  private final Scope both;
  private final ExpressionBinder pair;
  private final int width;

  private record Comparison(ScalarFunction function, Expr left, Expr right) {}

  AsOfBinder(BindContext context, From left, From right, Scope both, ExpressionBinder pair) {
    this.context = context;
    this.left = left;
    this.right = right;
    this.both = both;
    this.pair = pair;
    this.width = left.plan().schema().size();
  }

  private AnalysisException refused(Span span, String why) {
    return context.error(span, "Cannot take this ASOF JOIN: " + why);
  }

  From bind(Relation.Join join, List<Using.Pair> using) {
    JoinKind kind = kind(join);
    List<Comparison> equal = new ArrayList<>();
    List<Comparison> order = new ArrayList<>();
    for (int i = 0; i < using.size(); i++) {
      boolean isOrder = i == using.size() - 1;
      Comparison comparison =
          new Comparison(
              isOrder ? ScalarFunction.GT_EQ : ScalarFunction.EQ,
              using.get(i).left(),
              ScopeTable.shifted(using.get(i).right(), -width));
      (isOrder ? order : equal).add(comparison);
    }
    Span span = join.condition() != null ? join.condition().span() : join.span();
    if (join.match() != null) {
      add(pair.condition(join.match()), join.match().span(), equal, order);
    }
    if (join.condition() != null) {
      add(pair.condition(join.condition()), span, equal, order);
    }
    if (order.size() != 1) {
      throw refused(
          span, "it takes one comparison by <, <=, > or >= between the sides, not " + order.size());
    }
    return plan(kind, equal, order.getFirst(), span);
  }

  private JoinKind kind(Relation.Join join) {
    return switch (join.type()) {
      case INNER -> JoinKind.INNER;
      case LEFT -> JoinKind.LEFT;
      case RIGHT -> JoinKind.RIGHT;
      case FULL -> JoinKind.FULL;
      case SEMI -> JoinKind.SEMI;
      case ANTI -> JoinKind.ANTI;
      case COMMA, CROSS, POSITIONAL ->
          throw refused(join.span(), "it is INNER, LEFT, RIGHT, FULL, SEMI or ANTI");
    };
  }

  private void add(Expr condition, Span span, List<Comparison> equal, List<Comparison> order) {
    if (condition instanceof Expr.Call call && call.function() == ScalarFunction.AND) {
      call.arguments().forEach(part -> add(part, span, equal, order));
      return;
    }
    Comparison comparison = condition instanceof Expr.Call call ? comparison(call) : null;
    if (comparison == null) {
      throw refused(
          span,
          "its condition must compare values of one side with values of the other, by = and once by"
              + " <, <=, > or >=; filter the sides or the result by anything else");
    }
    (comparison.function() == ScalarFunction.EQ ? equal : order).add(comparison);
  }

  private @Nullable Comparison comparison(Expr.Call call) {
    ScalarFunction turned = turned(call.function());
    if (turned == null) {
      return null;
    }
    Expr first = call.arguments().get(0);
    Expr second = call.arguments().get(1);
    if (isOf(first, true) && isOf(second, false)) {
      return new Comparison(call.function(), first, ScopeTable.shifted(second, -width));
    }
    return isOf(first, false) && isOf(second, true)
        ? new Comparison(turned, second, ScopeTable.shifted(first, -width))
        : null;
  }

  private static @Nullable ScalarFunction turned(ScalarFunction function) {
    return switch (function) {
      case EQ -> ScalarFunction.EQ;
      case LT -> ScalarFunction.GT;
      case LT_EQ -> ScalarFunction.GT_EQ;
      case GT -> ScalarFunction.LT;
      case GT_EQ -> ScalarFunction.LT_EQ;
      default -> null;
    };
  }

  /** Returns whether an expression reads columns, and of one side only. */
  private boolean isOf(Expr expr, boolean isLeft) {
    return ExprParts.any(expr, e -> e instanceof Expr.BoundColumn c && c.index() < width == isLeft)
        && !ExprParts.any(
            expr, e -> e instanceof Expr.BoundColumn c && c.index() < width != isLeft);
  }

  private From plan(JoinKind kind, List<Comparison> equal, Comparison order, Span span) {
    List<JoinKey> keys = new ArrayList<>();
    for (Comparison comparison : equal) {
      keys.add(new JoinKey(comparison.left(), comparison.right(), comparedAs(comparison), false));
    }
    DataType place = comparedAs(order);
    if (place.isNested()) {
      throw refused(
          span, "values of " + place.sqlName() + " have no place in time; order by a part");
    }
    boolean isBackward =
        order.function() == ScalarFunction.GT || order.function() == ScalarFunction.GT_EQ;
    boolean allowsEqual =
        order.function() == ScalarFunction.LT_EQ || order.function() == ScalarFunction.GT_EQ;
    LogicalPlan marked =
        switch (kind) {
          case LEFT -> right.plan();
          case RIGHT, FULL -> numbered();
          default -> marked();
        };
    List<Field> fields = new ArrayList<>(left.plan().schema().fields());
    for (Field field : marked.schema().fields()) {
      fields.add(new Field(field.name(), field.type(), true));
    }
    LogicalPlan found =
        new LogicalPlan.AsOfJoin(
            left.plan(),
            marked,
            isBackward ? AsOfDirection.BACKWARD : AsOfDirection.FORWARD,
            allowsEqual,
            keys,
            order.left(),
            order.right(),
            place,
            new Schema(fields));
    Schema row = kind.outputSchema(left.plan().schema(), both.row());
    if (!kind.keepsRightColumns()) {
      LogicalPlan kept = filtered(found, kind == JoinKind.SEMI);
      return new From(Plans.first(kept, width), left.scope());
    }
    LogicalPlan plan =
        switch (kind) {
          case LEFT -> found;
          case INNER -> Plans.first(filtered(found, true), row.size());
          default -> withUnfound(found, marked, kind);
        };
    return new From(
        plan,
        new Scope(
            kind == JoinKind.INNER ? plan.schema() : row,
            both.tables(),
            both.merged(),
            both.star()));
  }

  /** Returns the right rows behind which a column says that a left row has found one. */
  private LogicalPlan marked() {
    List<NamedExpr> columns = new ArrayList<>(Plans.columns(right.plan()));
    columns.add(new NamedExpr("$found", LiteralBinder.bool(true)));
    return Plans.project(right.plan(), columns);
  }

  /** Returns the right rows with their numbers behind them, by which they are known again. */
  private LogicalPlan numbered() {
    Field number = new Field(NUMBER, DataType.INT64, false);
    List<Field> fields = new ArrayList<>(List.of(number));
    fields.addAll(right.plan().schema().fields());
    LogicalPlan rows = new LogicalPlan.RowIndex(right.plan(), NUMBER, 0, new Schema(fields));
    List<NamedExpr> columns = new ArrayList<>(Plans.columns(rows));
    columns.add(columns.removeFirst());
    return Plans.project(rows, columns);
  }

  /** Returns the left rows that have found a right row, or those that have not. */
  private static LogicalPlan filtered(LogicalPlan found, boolean hasFound) {
    Expr mark = Plans.column(found, found.schema().size() - 1);
    return new LogicalPlan.Filter(found, hasFound ? mark.isNotNull() : mark.isNull());
  }

  /** Returns the left rows, without those that found nothing or with them, and all right ones. */
  private LogicalPlan withUnfound(LogicalPlan found, LogicalPlan rows, JoinKind kind) {
    List<NamedExpr> columns = new ArrayList<>(Plans.columns(found).subList(0, width));
    columns.add(Plans.columns(found).getLast());
    LogicalPlan ofLeft = Plans.project(found, columns);
    List<Field> fields = new ArrayList<>(ofLeft.schema().fields());
    fields.addAll(rows.schema().fields());
    Schema pairs = new Schema(fields);
    Expr isFound =
        Expr.Call.of(
            ScalarFunction.EQ,
            new Expr.BoundColumn(width, NUMBER),
            new Expr.BoundColumn(pairs.size() - 1, NUMBER));
    LogicalPlan joined =
        new LogicalPlan.Join(
            ofLeft,
            rows,
            kind,
            List.of(),
            isFound,
            pairs,
            kind.outputSchema(ofLeft.schema(), pairs));
    List<NamedExpr> both = new ArrayList<>(Plans.columns(joined));
    both.removeLast();
    both.remove(width);
    return Plans.project(joined, both);
  }

  private DataType comparedAs(Comparison comparison) {
    Expr other = ScopeTable.shifted(comparison.right(), width);
    return pair.typer()
        .signature(comparison.function(), List.of(comparison.left(), other))
        .argumentTypes()
        .getFirst();
  }
}
