package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.Lambdas;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What every verb asks of its expressions. */
public final class ExprChecks {
  /** Deeper expressions would exhaust the stack of some walk; nobody writes them by hand. */
  private static final int MAX_DEPTH = 500;

  private ExprChecks() {}

  private static void requireShallow(Expr expr) {
    Collection<Expr> level = List.of(expr);
    for (int depth = 0; !level.isEmpty(); depth++) {
      if (depth > MAX_DEPTH) {
        throw new AnalysisException(
            "Cannot use an expression that is nested more than "
                + MAX_DEPTH
                + " deep: combine parts as a balanced tree, or use isIn for many values");
      }
      Set<Expr> next = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Expr each : level) {
        if (each instanceof Expr.OuterColumn) {
          throw new AnalysisException(
              "Cannot use " + each + ": an outer column is allowed in the plan of a subquery only");
        }
        if (!Lambdas.isParameter(each)) { // whose list only gives a type
          next.addAll(each.children());
        }
      }
      level = next;
    }
  }

  /** Returns the name that the expression's column has if the user gave none. */
  public static String outputName(Expr expr) {
    requireShallow(expr);
    return expr.outputName();
  }

  /**
   * Returns the expression without names inside and on top of it, its subqueries bound to the rows
   * that the typer is over.
   */
  public static Expr bound(ExprTyper typer, Expr expr) {
    requireShallow(expr);
    return SubqueryBinding.bind(typer, stripped(Lambdas.settled(typer, expr)));
  }

  private static Expr stripped(Expr expr) {
    return ExprRewriter.replace(
        expr, part -> part instanceof Expr.Alias alias ? stripped(alias.operand()) : null);
  }

  /** Fails if there is an aggregate or window function in the expression. */
  public static void requireScalar(ExprTyper typer, Expr expr) {
    ExprParts.forEach(expr, part -> requireNoCall(typer, part));
  }

  private static void requireNoCall(ExprTyper typer, Expr expr) {
    switch (expr) {
      case Expr.Aggregate call ->
          throw typer.error(
              "aggregate "
                  + call
                  + " is allowed only in agg(...), or over a window by .over(...) in a column");
      case Expr.WindowCall call -> throw missingWindow(typer, call);
      case Expr.Over over ->
          throw typer.error(
              "window function "
                  + over
                  + " is not allowed here; add it as a column by withColumns first");
      default -> {}
    }
  }

  /** Fails if there is an aggregate outside of a window, or a window function without one. */
  public static void requireScalarOrWindow(ExprTyper typer, Expr expr) {
    ExprParts.forEach(
        expr,
        part -> requireWindow(typer, part),
        part -> part instanceof Expr.Over ? List.of() : part.children());
  }

  private static void requireWindow(ExprTyper typer, Expr expr) {
    switch (expr) {
      case Expr.Over over -> {
        over.call().children().forEach(part -> requireScalarOrWindow(typer, part));
        over.window().partitionBy().forEach(part -> requireScalarOrWindow(typer, part));
        over.window().orderBy().forEach(key -> requireScalarOrWindow(typer, key.expr()));
      }
      case Expr.Aggregate call -> requireScalar(typer, call);
      case Expr.WindowCall call -> requireScalar(typer, call);
      default -> {}
    }
  }

  /** Returns the error about a window function without a window. */
  public static AnalysisException missingWindow(ExprTyper typer, Expr.WindowCall call) {
    return typer.error(call + " needs a window: add .over(partitionBy(...).orderBy(...))");
  }

  /** Returns the field of a column that the expression makes. */
  public static Field field(ExprTyper typer, String name, Expr expr) {
    ExprType type = typer.type(expr);
    return new Field(name, type.type(), type.nullable());
  }

  /** Returns a schema of the fields; fails if a name occurs twice. */
  public static Schema schema(String action, List<Field> fields) {
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new AnalysisException(
            action
                + ": there would be two columns \""
                + field.name()
                + "\"; name one of them otherwise by .named(...)");
      }
    }
    return new Schema(fields);
  }
}
