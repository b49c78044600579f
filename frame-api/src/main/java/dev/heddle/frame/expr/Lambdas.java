package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls that evaluate an expression for each element of a list.
 *
 * <p>A call has a number, and its parameters have it too. It is one more than those of the calls
 * inside of its expression, so equal calls have equal numbers, and no call inside takes a parameter
 * for its own.
 */
public final class Lambdas {
  private Lambdas() {}

  /** Makes a call over the elements, and maybe their positions. */
  static Expr each(ScalarFunction function, Expr list, UnaryOperator<Expr> body) {
    requireNonNull(body, "body is null");
    return call(
        function, list, null, 1, given -> body.apply(given.getFirst()), UnaryOperator.identity());
  }

  /** Makes a call over the elements and their positions. */
  static Expr each(ScalarFunction function, Expr list, BinaryOperator<Expr> body) {
    requireNonNull(body, "body is null");
    return call(
        function,
        list,
        null,
        2,
        given -> body.apply(given.get(0), given.get(1)),
        UnaryOperator.identity());
  }

  /**
   * Makes a call over the result so far, from a first one if there is one, and the next element.
   */
  static Expr reduce(Expr list, @Nullable Expr initial, BinaryOperator<Expr> body) {
    requireNonNull(body, "body is null");
    return call(
        ScalarFunction.LIST_REDUCE,
        list,
        initial,
        2,
        given -> body.apply(given.get(0), given.get(1)),
        UnaryOperator.identity());
  }

  /** Makes a call of another form over the elements of lists or maps. */
  static Expr form(LambdaEntry.Form form, Function<List<Expr>, Expr> body, Expr... given) {
    return new LambdaEntry(ScalarFunction.LIST_TRANSFORM, form)
        .build(Arguments.all(given, "given"), form.parameters(), body, UnaryOperator.identity());
  }

  /**
   * Returns the roles of the parameters of a function's expression, in order; the last one, a
   * position, may be missing.
   */
  public static List<LambdaRole> roles(ScalarFunction function) {
    return requireNonNull(function, "function is null") == ScalarFunction.LIST_REDUCE
        ? List.of(LambdaRole.RESULT, LambdaRole.ELEMENT, LambdaRole.POSITION)
        : List.of(LambdaRole.ELEMENT, LambdaRole.POSITION);
  }

  /**
   * Makes a call.
   *
   * @param function one that takes an expression over elements
   * @param initial the value that a reduction begins with; null for its first element
   * @param parameters how many parameters the expression has
   * @param body makes the expression of its parameters. While it does, they have the types of the
   *     list's elements; the result so far is in the end of the type in which the elements and the
   *     results meet. A parameter is known by its identity, so no copy must be in the expression.
   * @param witness returns something small of a list's type, or the list: each parameter contains
   *     it as a record of its type
   * @throws AnalysisException if the function takes no such expression
   */
  public static Expr call(
      ScalarFunction function,
      Expr list,
      @Nullable Expr initial,
      int parameters,
      Function<List<Expr>, Expr> body,
      UnaryOperator<Expr> witness) {
    List<LambdaRole> all = roles(function);
    requireNonNull(list, "list is null");
    requireNonNull(body, "body is null");
    if (!function.takesLambda() || (initial != null && function != ScalarFunction.LIST_REDUCE)) {
      throw new AnalysisException(
          function.displayName() + " takes no such function; list_reduce(l, f, first) does");
    }
    int max = all.size();
    if (parameters < max - 1 || parameters > max) {
      throw new AnalysisException(
          "the function of "
              + function.displayName()
              + " takes "
              + (max - 1)
              + " or "
              + max
              + " parameters, not "
              + parameters);
    }
    List<LambdaRole> roles = all.subList(0, parameters);
    if (initial == null) {
      return over(function, list, roles, 0, body, witness);
    }
    Expr longer = Functions.list(initial).listConcat(list);
    return Functions.caseWhen(list.isNotNull(), over(function, longer, roles, 1, body, witness))
        .otherwiseNull();
  }

  /**
   * Makes a call over a list.
   *
   * @param added how many elements precede those whose positions count
   */
  private static Expr over(
      ScalarFunction function,
      Expr list,
      List<LambdaRole> roles,
      int added,
      Function<List<Expr>, Expr> given,
      UnaryOperator<Expr> witness) {
    Expr typed = witness.apply(list);
    List<Expr> open = roles.stream().map(role -> parameter(typed, 0, role)).toList();
    Expr body = made(given.apply(open));
    if (ExprParts.hasDraw(body)) {
      throw new AnalysisException(
          "the function of "
              + function.displayName()
              + " draws random numbers, which rows have and elements do not; unnest the list, or"
              + " draw a column before");
    }
    IdentityHashMap<Expr, Integer> numbers = new IdentityHashMap<>();
    open.forEach(parameter -> numbers.put(parameter, 0)); // calls in the list do not count
    int binding = highest(body, numbers) + 1;
    Expr bound = bound(body, open, roles, typed, binding, added);
    if (function != ScalarFunction.LIST_REDUCE) {
      return Expr.Call.of(function, list, Functions.lit(binding), bound);
    }
    Expr both = witness.apply(typed.listConcat(Functions.list(bound)));
    return Expr.Call.of(
        function,
        list,
        Functions.lit(binding),
        bound(body, open, roles, both, binding, added),
        parameter(both, binding, LambdaRole.RESULT));
  }

  private static Expr made(@Nullable Expr body) {
    if (body == null) {
      throw new AnalysisException(
          "Cannot make a lambda: its function returned null instead of an expression");
    }
    return body;
  }

  private static Expr bound(
      Expr body, List<Expr> open, List<LambdaRole> roles, Expr list, int binding, int added) {
    IdentityHashMap<Expr, Expr> replaced = new IdentityHashMap<>();
    for (int i = 0; i < open.size(); i++) {
      Expr value = parameter(list, binding, roles.get(i));
      boolean isShifted = added > 0 && roles.get(i) == LambdaRole.POSITION;
      replaced.put(open.get(i), isShifted ? value.minus(Functions.lit(added)) : value);
    }
    return replace(body, replaced);
  }

  private static Expr parameter(Expr list, int binding, LambdaRole role) {
    return Expr.Call.of(
        ScalarFunction.LAMBDA_PARAMETER, list, Functions.lit(binding), Functions.lit(role.word()));
  }

  /**
   * Returns the highest number of a call in an expression; 0 if there is none.
   *
   * @param known results for parts, of which some occur more than once
   */
  private static int highest(Expr expr, IdentityHashMap<Expr, Integer> known) {
    Integer found = known.get(expr);
    if (found != null) {
      return found;
    }
    int highest =
        expr instanceof Expr.Call call && call.function().takesLambda() ? binding(call) : 0;
    for (Expr part : expr.children()) {
      highest = Math.max(highest, highest(part, known));
    }
    known.put(expr, highest);
    return highest;
  }

  /** Returns whether an expression is a parameter of such a call. */
  public static boolean isParameter(Expr expr) {
    return requireNonNull(expr, "expr is null") instanceof Expr.Call call
        && call.function() == ScalarFunction.LAMBDA_PARAMETER;
  }

  /**
   * Returns an expression whose parameters do not carry what gives them their types, where these
   * are known: else every walk over reductions inside of each other takes a factor longer with
   * each.
   */
  public static Expr settled(ExprTyper typer, Expr expr) {
    requireNonNull(typer, "typer is null");
    return ExprRewriter.replace(
        expr, part -> isParameter(part) ? ofType(typer, (Expr.Call) part) : null);
  }

  private static Expr ofType(ExprTyper typer, Expr.Call parameter) {
    Expr list = parameter.arguments().getFirst();
    Expr typed = typed(typer, list);
    if (typed == list) {
      return parameter;
    }
    List<Expr> arguments = new ArrayList<>(parameter.arguments());
    arguments.set(0, typed);
    return new Expr.Call(parameter.function(), arguments);
  }

  /** Returns a null of a list's type; the list itself if its type is not known, or it is small. */
  public static Expr typed(ExprTyper typer, Expr list) {
    requireNonNull(typer, "typer is null");
    requireNonNull(list, "list is null");
    if (list.children().isEmpty()) {
      return list;
    }
    DataType type;
    try {
      type = typer.type(list).type();
    } catch (AnalysisException e) {
      return list; // the check of the whole expression reports where it is wrong
    }
    return type instanceof DataType.ListOf(DataType element) && !element.equals(DataType.NULL)
        ? new Expr.Cast(Functions.litNull(), type, CastMode.STRICT)
        : list;
  }

  /** Returns the number of a call, or of a parameter. */
  static int binding(Expr.Call call) {
    return ((Number) ((Expr.Literal) call.arguments().get(1)).value()).intValue();
  }

  /**
   * Returns an expression with parts replaced.
   *
   * @param replaced replacements of parts; those found for others are added
   */
  private static Expr replace(Expr expr, IdentityHashMap<Expr, Expr> replaced) {
    Expr known = replaced.get(expr);
    if (known != null) {
      return known;
    }
    Expr result = ExprRewriter.mapChildren(expr, part -> replace(part, replaced));
    replaced.put(expr, result);
    return result;
  }
}
