package dev.heddle.planner.sql.binder.scope;

import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Arguments by name of functions that have names for them: {@code lead(x, "default" := 0)} and
 * {@code percentile_cont(quantile := 0.5)}.
 */
public final class NamedArguments {
  private static final List<String> SHIFT = List.of("col", "offset", "default");
  private static final List<String> FRACTION = List.of("quantile");

  private NamedArguments() {}

  /** Returns a call with its arguments in their places, without those names. */
  public static Expression.Call inOrder(BindContext context, Expression.Call call) {
    List<String> parameters = parameters(call);
    if (parameters.isEmpty()
        || call.arguments().stream().allMatch(argument -> argument.name() == null)) {
      return call;
    }
    return new Expression.Call(
        call.name(),
        places(context, call, parameters),
        call.isDistinct(),
        call.orderBy(),
        call.withinGroup(),
        call.filter(),
        call.isFromLast(),
        call.nulls(),
        call.over(),
        call.span());
  }

  private static List<Expression.Argument> places(
      BindContext context, Expression.Call call, List<String> parameters) {
    Expression.@Nullable Argument[] places = new Expression.Argument[parameters.size()];
    int next = 0;
    for (Expression.Argument argument : call.arguments()) {
      Name name = argument.name();
      int place = name == null ? next++ : parameters.indexOf(name.text().toLowerCase(Locale.ROOT));
      if (name != null && place < 0) {
        throw context.error(name.span(), Scope.missing("argument", name, parameters));
      }
      if (place >= places.length || places[place] != null) {
        throw context.error(
            argument.value().span(),
            call.name().getLast().text().toLowerCase(Locale.ROOT)
                + " has the arguments "
                + String.join(", ", parameters)
                + ", each once");
      }
      places[place] = new Expression.Argument(null, argument.value());
    }
    return filled(context, call, places);
  }

  private static List<String> parameters(Expression.Call call) {
    return switch (call.name().getLast().text().toLowerCase(Locale.ROOT)) {
      case "lead", "lag" -> SHIFT;
      case "percentile_cont", "percentile_disc" ->
          call.withinGroup().isEmpty() ? List.of() : FRACTION;
      default -> List.of();
    };
  }

  /** A default without a distance is that of the next row. */
  private static List<Expression.Argument> filled(
      BindContext context, Expression.Call call, Expression.@Nullable Argument[] places) {
    List<Expression.Argument> arguments = new ArrayList<>();
    int last = places.length - 1;
    while (last >= 0 && places[last] == null) {
      last--;
    }
    for (int i = 0; i <= last; i++) {
      Expression.Argument argument = places[i];
      if (argument == null && i == 0) {
        throw context.error(
            call.span(),
            call.name().getLast().text().toLowerCase(Locale.ROOT) + " lacks its first argument");
      }
      arguments.add(
          argument == null
              ? new Expression.Argument(null, new Expression.NumberLiteral("1", call.span()))
              : argument);
    }
    return arguments;
  }
}
