package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.EvaluatedOnce;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The aggregation of a SELECT: takes the aggregates out of its expressions, which become ones over
 * the groups.
 */
final class AggregateStage {
  private final BindContext context;
  private final EvaluatedOnce arguments;
  private final List<Expr> keys;
  private final Map<Expr, Integer> keyPositions = new LinkedHashMap<>();
  private final List<List<Integer>> sets;
  private final Map<Expr.Aggregate, Integer> calls = new LinkedHashMap<>();

  AggregateStage(
      BindContext context, LogicalPlan input, List<Expr> keys, List<List<Integer>> sets) {
    this.context = context;
    this.arguments = new EvaluatedOnce(input);
    this.keys = keys;
    this.sets = sets;
    for (int i = 0; i < keys.size(); i++) {
      keyPositions.put(keys.get(i), i);
    }
  }

  /** Returns an expression over the groups. */
  Expr above(Expr expr, Span span) {
    return ExprRewriter.replace(expr, part -> column(part, span));
  }

  private @Nullable Expr column(Expr expr, Span span) {
    boolean mayBeKey = !keyPositions.isEmpty() && !(expr instanceof Expr.Literal);
    Integer key = mayBeKey ? keyPositions.get(expr) : null;
    if (key != null) {
      return new Expr.BoundColumn(key, expr.outputName());
    }
    return switch (expr) {
      case Expr.Aggregate call -> {
        int position = calls.computeIfAbsent(arguments.read(call), c -> calls.size());
        yield new Expr.BoundColumn(keys.size() + position, call.toString());
      }
      case Expr.BoundColumn column ->
          throw context.error(
              span,
              "column \""
                  + column.name()
                  + "\" is not a group key and not inside an aggregate; add it to GROUP BY, or"
                  + " use any_value("
                  + column.name()
                  + ")");
      default -> null;
    };
  }

  /** Returns the node; all expressions have been taken. */
  LogicalPlan plan() {
    List<NamedExpr> namedKeys = new ArrayList<>();
    for (Expr key : keys) {
      namedKeys.add(new NamedExpr(key.outputName(), key));
    }
    List<NamedAggregate> aggregates = new ArrayList<>();
    calls.keySet().forEach(call -> aggregates.add(new NamedAggregate(call.toString(), call)));
    LogicalPlan input = arguments.plan();
    Schema schema = schema(new ExprTyper(input.schema(), BindContext.ACTION));
    List<List<List<Integer>>> rounds = rounds();
    List<LogicalPlan> plans = new ArrayList<>();
    for (List<List<Integer>> round : rounds) {
      plans.add(new LogicalPlan.Aggregate(input, namedKeys, aggregates, round, schema));
    }
    return plans.size() == 1 ? plans.getFirst() : new LogicalPlan.Union(plans, schema);
  }

  /** Returns the sets so that none is twice in one aggregation. */
  private List<List<List<Integer>>> rounds() {
    List<List<List<Integer>>> rounds = new ArrayList<>();
    List<List<Integer>> left = new ArrayList<>(sets);
    while (!left.isEmpty()) {
      LinkedHashSet<List<Integer>> round = new LinkedHashSet<>();
      List<List<Integer>> repeated = new ArrayList<>();
      for (List<Integer> set : left) {
        if (!round.add(set)) {
          repeated.add(set);
        }
      }
      rounds.add(new ArrayList<>(round));
      left = repeated;
    }
    return rounds;
  }

  private Schema schema(ExprTyper typer) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      int position = i;
      ExprType type = typer.type(keys.get(i));
      boolean isEverywhere = sets.stream().allMatch(set -> set.contains(position));
      fields.add(
          new Field(keys.get(i).outputName(), type.type(), type.nullable() || !isEverywhere));
    }
    for (Expr.Aggregate call : calls.keySet()) {
      ExprType type = typer.type(call);
      fields.add(new Field(call.toString(), type.type(), type.nullable()));
    }
    return new Schema(fields);
  }
}
