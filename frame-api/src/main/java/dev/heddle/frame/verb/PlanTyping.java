package dev.heddle.frame.verb;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.plan.PlanInputs;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Types the plan of a subquery anew once it is known what its outer columns are: expressions and
 * schemas of the nodes that read them, and of those above. A plan that is used twice stays one.
 */
public final class PlanTyping {
  private final ExprTyper outside;
  private final UnaryOperator<Expr> outer;
  private final IdentityHashMap<LogicalPlan, LogicalPlan> known = new IdentityHashMap<>();

  /**
   * Makes it for one plan.
   *
   * @param outside whose action errors begin with
   * @param outer what outer columns become
   */
  public PlanTyping(ExprTyper outside, UnaryOperator<Expr> outer) {
    this.outside = outside;
    this.outer = outer;
  }

  /** Returns the plan with its outer columns replaced. */
  public LogicalPlan typed(LogicalPlan plan) {
    LogicalPlan found = known.get(plan);
    if (found == null) {
      List<LogicalPlan> inputs = new ArrayList<>();
      for (LogicalPlan input : plan.inputs()) {
        boolean isLateral = plan instanceof LogicalPlan.LateralJoin && !inputs.isEmpty();
        inputs.add(isLateral ? input : typed(input));
      }
      LogicalPlan made = node(plan, inputs);
      found = made.equals(plan) ? plan : made;
      known.put(plan, found);
    }
    return found;
  }

  private LogicalPlan node(LogicalPlan plan, List<LogicalPlan> inputs) {
    return switch (plan) {
      case LogicalPlan.Scan _, LogicalPlan.Values _, LogicalPlan.WorkingTable _ -> plan;
      case LogicalPlan.Limit _,
          LogicalPlan.Sample _,
          LogicalPlan.Distinct _,
          LogicalPlan.RecursiveUnion _ ->
          PlanInputs.replace(plan, inputs);
      case LogicalPlan.Project p -> project(p, inputs.getFirst());
      case LogicalPlan.Filter p -> {
        ExprTyper typer = typer(inputs.getFirst().schema());
        Expr predicate = bound(typer, p.predicate());
        typer.requireBoolean(predicate);
        yield new LogicalPlan.Filter(inputs.getFirst(), predicate);
      }
      case LogicalPlan.Aggregate p -> aggregate(p, inputs.getFirst());
      case LogicalPlan.Join p -> join(p, inputs.getFirst(), inputs.getLast());
      case LogicalPlan.LateralJoin p -> lateral(p, inputs.getFirst());
      case LogicalPlan.AsOfJoin p -> asOfJoin(p, inputs.getFirst(), inputs.getLast());
      case LogicalPlan.Sort p ->
          new LogicalPlan.Sort(inputs.getFirst(), keys(p.keys(), inputs.getFirst()));
      case LogicalPlan.Repartition p ->
          new LogicalPlan.Repartition(
              inputs.getFirst(), p.kind(), p.parts(), keys(p.keys(), inputs.getFirst()));
      case LogicalPlan.Union p -> {
        LogicalPlan union = inputs.getFirst();
        for (LogicalPlan input : inputs.subList(1, inputs.size())) {
          union = SetOperations.union(union, input);
        }
        yield isSame(p.inputs(), inputs) ? p : union;
      }
      case LogicalPlan.Intersect p ->
          isSame(p.inputs(), inputs)
              ? p
              : SetOperations.intersect(inputs.getFirst(), inputs.getLast());
      case LogicalPlan.Except p ->
          isSame(p.inputs(), inputs)
              ? p
              : SetOperations.except(inputs.getFirst(), inputs.getLast());
      case LogicalPlan.ComputedLimit p -> {
        ExprTyper typer = typer(new Schema(List.of()));
        yield new LogicalPlan.ComputedLimit(
            inputs.getFirst(),
            p.offset() == null ? null : bound(typer, p.offset()),
            p.count() == null ? null : bound(typer, p.count()),
            p.kind());
      }
      case LogicalPlan.Window p -> window(p, inputs.getFirst());
      case LogicalPlan.RowIndex p -> {
        List<Field> fields = new ArrayList<>(List.of(p.schema().field(0)));
        fields.addAll(inputs.getFirst().schema().fields());
        yield new LogicalPlan.RowIndex(inputs.getFirst(), p.name(), p.start(), new Schema(fields));
      }
      case LogicalPlan.Explode p ->
          Explodes.typed(
              new LogicalPlan.Explode(
                  inputs.getFirst(), p.column(), p.keepsEmpty(), p.position(), p.schema()));
      case LogicalPlan.Unnest p -> unnest(p, inputs.getFirst());
    };
  }

  private List<SortKey> keys(List<SortKey> keys, LogicalPlan input) {
    ExprTyper typer = typer(input.schema());
    List<SortKey> typed = new ArrayList<>();
    for (SortKey key : keys) {
      typed.add(new SortKey(bound(typer, key.expr()), key.direction(), key.nulls()));
      typer.requireOrdered(typed.getLast());
    }
    return typed;
  }

  private static boolean isSame(List<LogicalPlan> old, List<LogicalPlan> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (old.get(i) != inputs.get(i)) {
        return false;
      }
    }
    return true;
  }

  private ExprTyper typer(Schema schema) {
    return outside.over(schema);
  }

  private Expr bound(ExprTyper typer, Expr expr) {
    return SubqueryBinding.bind(typer, expr, outer);
  }

  private @Nullable Expr boundCondition(ExprTyper typer, @Nullable Expr condition) {
    if (condition == null) {
      return null;
    }
    Expr bound = bound(typer, condition);
    typer.requireBoolean(bound);
    return bound;
  }

  private LogicalPlan project(LogicalPlan.Project plan, LogicalPlan input) {
    ExprTyper typer = typer(input.schema());
    List<NamedExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < plan.columns().size(); i++) {
      Expr column = bound(typer, plan.columns().get(i).expr());
      columns.add(new NamedExpr(plan.columns().get(i).name(), column));
      fields.add(ExprChecks.field(typer, plan.schema().field(i).name(), column));
    }
    return new LogicalPlan.Project(input, columns, new Schema(fields));
  }

  private LogicalPlan aggregate(LogicalPlan.Aggregate plan, LogicalPlan input) {
    ExprTyper typer = typer(input.schema());
    List<NamedExpr> keys = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < plan.keys().size(); i++) {
      int position = i;
      NamedExpr key =
          new NamedExpr(plan.keys().get(i).name(), bound(typer, plan.keys().get(i).expr()));
      Field field = ExprChecks.field(typer, plan.schema().field(i).name(), key.expr());
      boolean isEverywhere = plan.groupingSets().stream().allMatch(set -> set.contains(position));
      keys.add(key);
      fields.add(new Field(field.name(), field.type(), field.nullable() || !isEverywhere));
    }
    List<NamedAggregate> aggregates = new ArrayList<>();
    for (NamedAggregate aggregate : plan.aggregates()) {
      Expr.Aggregate call = (Expr.Aggregate) bound(typer, aggregate.call());
      String name = plan.schema().field(fields.size()).name();
      aggregates.add(new NamedAggregate(aggregate.name(), call));
      fields.add(ExprChecks.field(typer, name, call));
    }
    return new LogicalPlan.Aggregate(
        input, keys, aggregates, plan.groupingSets(), new Schema(fields));
  }

  private LogicalPlan join(LogicalPlan.Join plan, LogicalPlan left, LogicalPlan right) {
    Schema pairs = beside(left.schema(), right.schema(), plan.pairSchema(), false);
    return new LogicalPlan.Join(
        left,
        right,
        plan.kind(),
        keys(plan.keys(), left.schema(), right.schema()),
        boundCondition(typer(pairs), plan.condition()),
        pairs,
        plan.kind().outputSchema(left.schema(), pairs));
  }

  private List<JoinKey> keys(List<JoinKey> keys, Schema left, Schema right) {
    ExprTyper leftTyper = typer(left);
    ExprTyper rightTyper = typer(right);
    List<JoinKey> bound = new ArrayList<>();
    for (JoinKey key : keys) {
      Expr leftKey = bound(leftTyper, key.left());
      Expr rightKey = bound(rightTyper, key.right());
      DataType common = common(leftTyper, leftKey, rightTyper, rightKey);
      bound.add(new JoinKey(leftKey, rightKey, common, key.nullsMatch()));
    }
    return bound;
  }

  private DataType common(ExprTyper leftTyper, Expr left, ExprTyper rightTyper, Expr right) {
    DataType leftType = leftTyper.type(left).type();
    DataType rightType = rightTyper.type(right).type();
    DataType common = TypeCoercion.comparedType(leftType, rightType);
    if (common == null) {
      throw outside.error(
          "join key "
              + left
              + " is "
              + leftType.sqlName()
              + " and "
              + right
              + " is "
              + rightType.sqlName()
              + "; cast one of them");
    }
    return common;
  }

  /** Returns the columns of both sides under the names that they had beside each other. */
  private static Schema beside(Schema left, Schema right, Schema old, boolean isNullable) {
    List<Field> fields = new ArrayList<>(left.fields());
    for (int i = 0; i < right.size(); i++) {
      Field field = right.field(i);
      String name = old.field(left.size() + i).name();
      fields.add(new Field(name, field.type(), field.nullable() || isNullable));
    }
    return new Schema(fields);
  }

  private LogicalPlan lateral(LogicalPlan.LateralJoin plan, LogicalPlan left) {
    ExprTyper typer = typer(left.schema());
    Expr.Subquery bound =
        (Expr.Subquery) bound(typer, new Expr.ExistsSubquery(plan.right(), plan.arguments()));
    LogicalPlan right = (LogicalPlan) bound.plan();
    Schema schema = beside(left.schema(), right.schema(), plan.schema(), plan.keepsLeft());
    Expr condition = boundCondition(typer(schema), plan.condition());
    return new LogicalPlan.LateralJoin(
        left, right, bound.arguments(), plan.keepsLeft(), condition, schema);
  }

  private LogicalPlan asOfJoin(LogicalPlan.AsOfJoin plan, LogicalPlan left, LogicalPlan right) {
    ExprTyper leftTyper = typer(left.schema());
    ExprTyper rightTyper = typer(right.schema());
    Expr leftOn = bound(leftTyper, plan.leftOn());
    Expr rightOn = bound(rightTyper, plan.rightOn());
    return new LogicalPlan.AsOfJoin(
        left,
        right,
        plan.direction(),
        plan.allowsEqual(),
        keys(plan.keys(), left.schema(), right.schema()),
        leftOn,
        rightOn,
        common(leftTyper, leftOn, rightTyper, rightOn),
        beside(left.schema(), right.schema(), plan.schema(), true));
  }

  private LogicalPlan window(LogicalPlan.Window plan, LogicalPlan input) {
    ExprTyper typer = typer(input.schema());
    List<NamedWindow> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>(input.schema().fields());
    for (NamedWindow column : plan.columns()) {
      Expr.Over over =
          (Expr.Over) ExprRewriter.mapChildren(column.over(), part -> bound(typer, part));
      String name = plan.schema().field(fields.size()).name();
      columns.add(new NamedWindow(column.name(), over));
      fields.add(ExprChecks.field(typer, name, over));
    }
    return new LogicalPlan.Window(input, columns, new Schema(fields));
  }

  private LogicalPlan unnest(LogicalPlan.Unnest plan, LogicalPlan input) {
    ExprTyper typer = typer(input.schema());
    Expr list = bound(typer, plan.list());
    List<Field> fields = new ArrayList<>(input.schema().fields());
    for (Field field : plan.schema().fields().subList(fields.size(), plan.schema().size())) {
      boolean isElement = fields.size() == input.schema().size();
      DataType type =
          !isElement
              ? field.type()
              : switch (typer.type(list).type()) {
                case DataType.ListOf(DataType element) -> element;
                case DataType.MapOf map -> map.entry();
                case DataType other ->
                    throw outside.error(
                        "cannot unnest " + list + ": it is " + other.sqlName() + ", not a list");
              };
      fields.add(new Field(field.name(), type, field.nullable()));
    }
    return new LogicalPlan.Unnest(
        input, list, plan.keepsEmpty(), plan.withPosition(), new Schema(fields));
  }
}
