package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the plan of one aggregation: a node with plain calls, and a projection above it where the
 * user's expressions compute on them.
 */
public final class Aggregations {
  /** A cube of more keys would have thousands of grouping sets. */
  public static final int MAX_CUBE_KEYS = 10;

  private static final String ACTION = "Cannot aggregate";
  private static final String CALL_PREFIX = "$agg";

  private final LogicalPlan input;
  private final ExprTyper typer;
  private final List<NamedExpr> keys;
  private final List<List<Integer>> groupingSets;
  private final Map<Expr.Aggregate, String> calls = new LinkedHashMap<>();

  private Aggregations(LogicalPlan input, List<NamedExpr> keys, List<List<Integer>> groupingSets) {
    this.input = input;
    this.typer = new ExprTyper(input.schema(), ACTION);
    this.keys = keys;
    this.groupingSets = groupingSets;
  }

  /** Checks group keys and gives them names. */
  public static List<NamedExpr> keys(LogicalPlan input, List<Expr> exprs) {
    String action = "Cannot group";
    ExprTyper typer = new ExprTyper(input.schema(), action);
    List<NamedExpr> keys = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (Expr expr : exprs) {
      String name = ExprChecks.outputName(expr);
      Expr key = ExprChecks.bound(typer, expr);
      ExprChecks.requireScalar(typer, key);
      fields.add(ExprChecks.field(typer, name, key));
      keys.add(new NamedExpr(name, key));
    }
    Schema unused = ExprChecks.schema(action, fields);
    return keys;
  }

  /** Returns the one grouping set of all keys. */
  public static List<List<Integer>> plainSet(List<NamedExpr> keys) {
    return List.of(IntStream.range(0, keys.size()).boxed().toList());
  }

  /** Returns the grouping sets of all keys, all but the last, and so on to none. */
  public static List<List<Integer>> rollupSets(int keys) {
    List<List<Integer>> sets = new ArrayList<>();
    for (int size = keys; size >= 0; size--) {
      sets.add(IntStream.range(0, size).boxed().toList());
    }
    return sets;
  }

  /** Returns the grouping sets of each choice of keys, the first key varying most slowly. */
  public static List<List<Integer>> cubeSets(int keys) {
    if (keys > MAX_CUBE_KEYS) {
      throw new AnalysisException(
          "Cannot group by a cube of "
              + keys
              + " keys, which has 2^"
              + keys
              + " sets; give at most "
              + MAX_CUBE_KEYS
              + " or name the sets in groupingSets(...)");
    }
    List<List<Integer>> sets = new ArrayList<>();
    for (int left = 0; left < 1 << keys; left++) { // a bit for each key that is left out
      int out = left;
      sets.add(
          IntStream.range(0, keys).filter(k -> (out >> (keys - 1 - k) & 1) == 0).boxed().toList());
    }
    return sets;
  }

  /** Returns one row for each group: its keys, then the expressions. */
  public static LogicalPlan aggregate(
      LogicalPlan input, List<NamedExpr> keys, List<List<Integer>> groupingSets, List<Expr> exprs) {
    if (exprs.isEmpty()) {
      throw new AnalysisException(ACTION + ": no aggregate is given");
    }
    return new Aggregations(input, keys, groupingSets).build(exprs);
  }

  private LogicalPlan build(List<Expr> exprs) {
    boolean allPlain = true;
    List<NamedExpr> outputs = new ArrayList<>();
    List<Field> fields = new ArrayList<>(keyFields());
    for (Expr expr : exprs) {
      String name = ExprChecks.outputName(expr);
      Expr output = ExprChecks.bound(typer, expr);
      typer.type(output);
      Expr rewritten = rewrite(output);
      allPlain &= output instanceof Expr.Aggregate;
      outputs.add(new NamedExpr(name, output instanceof Expr.Aggregate ? output : rewritten));
      fields.add(new Field(name, typer.type(output).type(), true));
    }
    if (allPlain) {
      List<NamedAggregate> plain =
          outputs.stream()
              .map(o -> new NamedAggregate(o.name(), (Expr.Aggregate) o.expr()))
              .toList();
      return node(plain, fields);
    }
    return project(outputs);
  }

  private LogicalPlan node(List<NamedAggregate> aggregates, List<Field> fields) {
    List<Field> typed = new ArrayList<>(keyFields());
    for (int i = 0; i < aggregates.size(); i++) {
      String name = fields.get(keys.size() + i).name();
      typed.add(ExprChecks.field(typer, name, aggregates.get(i).call()));
    }
    Schema schema = ExprChecks.schema(ACTION, typed);
    return new LogicalPlan.Aggregate(input, keys, aggregates, groupingSets, schema);
  }

  private LogicalPlan project(List<NamedExpr> outputs) {
    List<NamedAggregate> aggregates = new ArrayList<>();
    List<Field> fields = new ArrayList<>(keyFields());
    calls.forEach(
        (call, name) -> {
          aggregates.add(new NamedAggregate(name, call));
          fields.add(ExprChecks.field(typer, name, call));
        });
    LogicalPlan node =
        new LogicalPlan.Aggregate(input, keys, aggregates, groupingSets, new Schema(fields));
    List<NamedExpr> columns = new ArrayList<>();
    keys.forEach(key -> columns.add(new NamedExpr(key.name(), new Expr.Column(key.name()))));
    for (NamedExpr output : outputs) {
      Expr expr =
          output.expr() instanceof Expr.Aggregate call
              ? new Expr.Column(calls.get(call))
              : output.expr();
      columns.add(new NamedExpr(output.name(), expr));
    }
    return Projections.project(node, columns, ACTION);
  }

  private List<Field> keyFields() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      int position = i;
      NamedExpr key = keys.get(i);
      Field field = ExprChecks.field(typer, key.name(), key.expr());
      boolean isEverywhere = groupingSets.stream().allMatch(set -> set.contains(position));
      fields.add(new Field(field.name(), field.type(), field.nullable() || !isEverywhere));
    }
    return fields;
  }

  private void requireKeys(Expr.Aggregate grouping) {
    for (Expr argument : grouping.arguments()) {
      if (keys.stream().noneMatch(key -> key.expr().equals(argument))) {
        throw typer.error("grouping(...) takes group keys, and " + argument + " is none");
      }
    }
  }

  /**
   * Replaces aggregates and group keys by columns of the aggregate node; fails for columns that are
   * neither.
   */
  private Expr rewrite(Expr expr) {
    return ExprRewriter.replace(expr, this::column);
  }

  private @Nullable Expr column(Expr expr) {
    for (NamedExpr key : keys) {
      if (key.expr().equals(expr)) {
        return new Expr.Column(key.name());
      }
    }
    return switch (expr) {
      case Expr.Aggregate call -> {
        if (call.function() == AggregateFunction.GROUPING) {
          requireKeys(call);
        }
        call.children().forEach(part -> ExprChecks.requireScalar(typer, part));
        calls.putIfAbsent(call, CALL_PREFIX + calls.size());
        yield new Expr.Column(calls.get(call));
      }
      case Expr.Column column ->
          throw typer.error(
              "column \""
                  + column.name()
                  + "\" is not a group key and not inside an aggregate; group by it or wrap it"
                  + " in first(...)");
      case Expr.Over over ->
          throw typer.error(
              "window function " + over + " is not allowed in agg(...); add it by withColumns");
      case Expr.WindowCall call -> throw ExprChecks.missingWindow(typer, call);
      default -> null;
    };
  }
}
